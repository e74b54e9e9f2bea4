"""Has the puzzle of the day found and posted where servers want it; in one process."""

from __future__ import annotations

import asyncio
from datetime import datetime

from bot.app.changes import outbox
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.puzzles.finding import Finder
from bot.app.puzzles.posting import count_back
from bot.app.puzzles.table import day_of
from bot.app.runtime.worker import Worker
from bot.app.workers.thinking_pool import ThinkingPool
from db.puzzles.records import PuzzleChannelRecord
from db.tx import Tx

EVERY = 60.0
"""Seconds between two looks."""
MOST_SERVERS = 200
"""Servers in whose channels it is posted at one look."""


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
        if await self._uow.store.read(lambda tx: tx.puzzles.get(day)) is None and not await self._wait_for_puzzle(day):
            return await self._tell_solutions(day) if self._given_up == day else 0
        now = self._uow.clock.now()
        posted = await self._uow.store.run(lambda tx: sum(_post(tx, each, day, now) for each in due))
        if posted:
            self._uow.signals.notify()
        return posted

    async def _tell_solutions(self, day: int) -> int:
        """Have solutions posted where somebody tried the puzzle; returns on how many servers."""
        after, now = count_back(day), self._uow.clock.now()

        def work(tx: Tx) -> int:
            untold = tx.puzzles.find_untold(after=after, before=day, most=MOST_SERVERS)
            return sum(_tell(tx, each, day, now) for each in untold)

        posted = await self._uow.store.run(work)
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


def _post(tx: Tx, due: PuzzleChannelRecord, day: int, now: datetime) -> bool:
    """Have the puzzle of a day posted on a server, once; not where the bot is no member anymore."""
    if not tx.puzzles.note_posted(due.guild, day) or tx.privacy.has_departed(due.guild):
        return False
    tx.outbox.enqueue(outbox.puzzle_row(due.guild, due.channel, day, now=now))
    return True


def _tell(tx: Tx, untold: PuzzleChannelRecord, day: int, now: datetime) -> bool:
    """Have the newest solution posted on a server that wasn't told it, once."""
    solved = tx.puzzles.find_tried(untold.guild, after=max(untold.told, count_back(day)), before=day)
    if solved is None or not tx.puzzles.note_told(untold.guild, day - 1) or tx.privacy.has_departed(untold.guild):
        return False
    tx.outbox.enqueue(outbox.solution_row(untold.guild, untold.channel, solved, now=now))
    return True
