"""Has the puzzle of the day found and posted where servers want it; in one process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from bot.app.changes import outbox
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.puzzles.finding import Finder
from bot.app.puzzles.posting import count_back
from bot.app.puzzles.table import day_of
from bot.app.runtime.worker import Worker
from bot.app.workers.thinking_pool import ThinkingPool
from db.puzzles.records import PuzzleChannelRecord
from db.records import NoticeRecord
from db.tx import Tx

EVERY = 60.0
"""Seconds between two looks."""
MOST_SERVERS = 200
"""Servers in whose channels it is posted at one look."""

MakeRow: TypeAlias = Callable[[Tx, PuzzleChannelRecord, int, datetime], NoticeRecord | None]


class DailyPuzzles:
    """Each day's puzzle, found when a server waits for it; on a day without one, the solution of the one before."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool) -> None:
        """Nothing is looked for before a server wants it."""
        self._uow = uow
        self._worker = Worker(uow, "puzzles")
        self._finder = Finder(uow, thinking)
        self._given_up = 0
        """The newest day without a puzzle."""
        self._finding: asyncio.Task[bool] | None = None
        """The search that is under way, named by its day."""

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            await self._worker.repeat(self._round)
        finally:
            if self._finding is not None:
                self._finding.cancel()

    async def _round(self) -> float:
        await self.sweep()
        return EVERY

    async def sweep(self) -> int:
        """Find today's puzzle if a server waits for it, and have it posted; returns on how many servers.

        If none can be found, the solutions that are still to be told are posted alone.
        """
        day = day_of(self._uow.clock.now())
        due = await self._uow.store.read(lambda tx: tx.puzzles.find_due(day, most=MOST_SERVERS))
        if not due:
            return 0
        found = await self._uow.store.read(lambda tx: tx.puzzles.get(day)) or await self._wait_for_puzzle(day)
        if not found and self._given_up != day:
            return 0
        now, make_row = self._uow.clock.now(), _make_post if found else _make_solution
        posted = await self._uow.store.run(lambda tx: sum(_enqueue(tx, each, day, make_row, now) for each in due))
        if posted:
            self._uow.signals.notify()
        return posted

    async def _wait_for_puzzle(self, day: int) -> bool:
        """Look for the puzzle of a day; False if it isn't found yet: a round that takes minutes counts as stalled."""
        if self._given_up == day:
            return False
        finding = self._finding = self._finding or asyncio.create_task(self._finder.find(day), name=str(day))
        await asyncio.wait({finding}, timeout=EVERY)
        if not finding.done():
            return False
        self._finding = None
        if not finding.result():
            self._given_up = int(finding.get_name())
        return finding.result() and finding.get_name() == str(day)


def _enqueue(tx: Tx, due: PuzzleChannelRecord, day: int, make_row: MakeRow, now: datetime) -> bool:
    """Have a day's post made on a server, once; not where there is nothing to post, or the bot is no member anymore."""
    if not tx.puzzles.note_posted(due.guild, day) or tx.privacy.has_departed(due.guild):
        return False
    row = make_row(tx, due, day, now)
    if row is not None:
        tx.outbox.enqueue(row)
    return row is not None


def _make_post(tx: Tx, due: PuzzleChannelRecord, day: int, now: datetime) -> NoticeRecord:
    return outbox.puzzle_row(due.guild, due.channel, day, now=now)


def _make_solution(tx: Tx, due: PuzzleChannelRecord, day: int, now: datetime) -> NoticeRecord | None:
    """The newest solution that the server wasn't told, on a day that has no puzzle."""
    solved = tx.puzzles.find_tried(due.guild, after=max(due.told, count_back(day)), before=day)
    return None if solved is None else outbox.solution_row(due.guild, due.channel, solved, now=now)
