"""Finds the puzzle of the day and has it posted where servers want it; in one process."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from datetime import datetime
from typing import TypeVar

import structlog

from bot.app.changes import outbox
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.puzzles.searching import SEATS, course_of, gap_of, turns_of
from bot.app.puzzles.table import day_of, number_of
from bot.app.runtime.worker import Worker
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.puzzles.records import PuzzleChannelRecord, PuzzleRecord
from db.tx import Tx
from games.core.base import STRONG
from games.core.contract import AnyGame
from games.core.search.halving import ALONE
from games.core.seats import AskId

EVERY = 60.0
"""Seconds between two looks."""
REST = 3.0
"""Seconds between two pieces of a search, so that it takes a part of a core only."""
PATIENCE = 60.0
"""Seconds that a piece of the search may take; what takes longer hangs."""
ENOUGH = 6.0
"""Seconds after which a position is given up, so that nobody's computer player waits longer for a process."""
MOST_TRIED, MOST_MATCHES = 300, 50
"""Positions of a day that are tried, and the matches they are taken from; without a puzzle then, the day has none."""
MOST_SERVERS = 200
"""Servers in whose channels it is posted at one look."""

R = TypeVar("R")

_log = structlog.get_logger(__name__)


class DailyPuzzles:
    """Each day's puzzle, from matches that computer players play for it: from the same day comes the same one."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool, *, rest: float = REST) -> None:
        """Nothing is looked for before a server wants it. ``rest``: seconds between two pieces of a search."""
        self._uow = uow
        self._worker = Worker(uow, "puzzles")
        self._thinking = thinking
        self._rest = rest
        self._given_up = 0
        """The newest day without a puzzle."""
        self._finding: asyncio.Task[PuzzleRecord | None] | None = None
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
        """Find today's puzzle if a server waits for it, and have it posted; returns on how many servers."""
        day = day_of(self._uow.clock.now())
        due = await self._uow.store.read(lambda tx: tx.puzzles.find_due(day, most=MOST_SERVERS))
        if not due or self._given_up == day:
            return 0
        puzzle = await self._uow.store.read(lambda tx: tx.puzzles.get(day))
        if puzzle is None and await self._wait_for_puzzle(day) is None:
            return 0
        now = self._uow.clock.now()
        posted = await self._uow.store.run(lambda tx: sum(_post(tx, each, day, now) for each in due))
        if posted:
            self._uow.signals.notify()
        return posted

    async def _wait_for_puzzle(self, day: int) -> PuzzleRecord | None:
        """Look for the puzzle of a day; None if it isn't found yet: a round that takes minutes counts as stalled."""
        finding = self._finding = self._finding or asyncio.create_task(self._find(day), name=str(day))
        await asyncio.wait({finding}, timeout=EVERY)
        if not finding.done():
            return None
        self._finding = None
        found = finding.result()
        if found is None:
            self._given_up = int(finding.get_name())
        return found if found is not None and found.day == day else None

    async def _find(self, day: int) -> PuzzleRecord | None:
        """Look for the puzzle of a day, and store it; of games in which something is always hidden there are none."""
        games = [game for game in self._uow.library.games.values() if STRONG in game.bots.players()]
        tried = 0
        for number in range(MOST_MATCHES if games else 0):
            game, seed = games[(day + number) % len(games)], hashlib.sha256(f"puzzle {day} {number}".encode()).digest()
            options, positions = await self._think(day, course_of, game, seed) or (b"", [])
            for position, ask in positions:
                solved = await self._solve(game, day, position, ask, seed)
                if solved is not None:
                    best, points = solved
                    record = PuzzleRecord(
                        day=day,
                        game=game.spec.key,
                        seats=SEATS,
                        options=options,
                        position=position,
                        ask=ask,
                        best=best,
                        points=points,
                    )
                    await self._uow.store.run(lambda tx: tx.puzzles.add(record))  # noqa: B023  # run before the next
                    return record
                tried += 1
                if tried >= MOST_TRIED:
                    return None
        return None

    async def _solve(
        self, game: AnyGame, day: int, position: bytes, ask: AskId, seed: bytes
    ) -> tuple[bytes, int] | None:
        """The best turn, and by how many tenths of a point it is better than worse ones; None if it isn't clear."""
        turns = await self._think(day, turns_of, game, position, ask, seed, ENOUGH)
        gaps = list[float]()
        for policy in range(ALONE if turns else 0):
            gap = await self._think(day, gap_of, game, position, ask, turns, policy, seed)
            if gap is None:
                return None
            gaps.append(gap)
        return (turns[0], round(10 * min(gaps))) if turns else None

    async def _think(self, day: int, work: Callable[..., R], *task: object) -> R | None:
        """Run a piece of the search behind all that anybody waits for; None if it failed."""
        await asyncio.sleep(self._rest)
        try:
            return await self._thinking.run(Waiting.PUZZLE, number_of(day), PATIENCE, work, *task)
        except (TimeoutError, BrokenExecutor):
            _log.warning("a search for a puzzle took too long, or its process died")
        except Exception as error:  # whatever a game raises: another position may do
            _log.warning("a search for a puzzle failed", why=repr(error))
        return None


def _post(tx: Tx, due: PuzzleChannelRecord, day: int, now: datetime) -> bool:
    """Have the puzzle of a day posted on a server, once; not where the bot is no member anymore."""
    if not tx.puzzles.note_posted(due.guild, day) or tx.privacy.has_departed(due.guild):
        return False
    tx.outbox.enqueue(outbox.puzzle_row(due.guild, due.channel, day, now=now))
    return True
