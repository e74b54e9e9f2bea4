"""Looking for the puzzle of a day: in finished matches of people first, then in matches that are played for it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor
from typing import TypeVar

import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.puzzles.searching import SEATS, Spot, course_of, gap_of, open_of, turns_of
from bot.app.puzzles.sources import find_usable, list_matches, read_source
from bot.app.puzzles.table import number_of
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId
from db.puzzles.records import PuzzleRecord
from db.tx import Tx
from games.core.base import STRONG
from games.core.contract import AnyGame
from games.core.search.halving import ALONE
from games.core.search.puzzles import Gap

REST = 3.0
"""Seconds between two pieces of a search, so that it takes a part of a core only."""
PATIENCE = 60.0
"""Seconds that a piece of the search may take; what takes longer hangs."""
ENOUGH = 6.0
"""Seconds after which a position is given up, so that nobody's computer player waits longer for a process."""
MOST_FINISHED = 100
"""Positions of finished matches that are tried on a day, before others are played for it."""
MOST_TRIED, MOST_MATCHES = 300, 50
"""Positions of matches played for it that are tried, and those matches; without a puzzle then, the day has none."""
MORE = 6
"""Positions that are tried after a puzzle in which several turns are as good: one of them may be clearer."""

R = TypeVar("R")

_log = structlog.get_logger(__name__)


class _Place(Struct, frozen=True, kw_only=True):
    """A position to try, and the puzzle that it would be, as far as that is known."""

    game: AnyGame
    spot: Spot
    puzzle: PuzzleRecord
    seed: bytes


class _Found(Struct, frozen=True, kw_only=True):
    """A puzzle, and how many turns are as good as the best one, that one too."""

    puzzle: PuzzleRecord
    good: int


class Finder:
    """Looks for puzzles, in pieces behind all that anybody waits for."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool, *, rest: float = REST) -> None:
        """Look for nothing yet. ``rest``: seconds between two pieces of a search."""
        self._uow = uow
        self._thinking = thinking
        self.rest = rest

    async def find(self, day: int) -> bool:
        """Find and store the puzzle of a day; False if there is none.

        From the same day and the same finished matches comes the same one, so a search that was cut off is repeated.
        """
        return await self._search(self._list_finished(day), MOST_FINISHED) or await self._search(
            self._play_matches(day), MOST_TRIED
        )

    async def _search(self, places: AsyncIterator[_Place], most: int) -> bool:
        """Store the first clear puzzle, or of some more the one in which the fewest turns are as good."""
        found: _Found | None = None
        tried, until = 0, most
        async for place in places:
            tried += 1
            solved = await self._solve(place)
            if solved is not None and (found is None or solved.good < found.good):
                until = min(most, tried + MORE) if found is None else until
                found = solved
            if found is not None and (found.good == 1 or tried >= until):
                if await self._store(found.puzzle):
                    return True
                found, until = None, most
            if tried >= until:
                return False
        return found is not None and await self._store(found.puzzle)

    async def _list_finished(self, day: int) -> AsyncIterator[_Place]:
        """Yield open positions of finished matches."""
        seed, library = _seed(day, "finished"), self._uow.library
        for match in await self._uow.store.read(lambda tx: list_matches(tx, seed)):
            source = await self._uow.store.read(lambda tx: read_source(tx, library, match))  # noqa: B023  # read before the next
            if source is None:
                continue
            game, own = source.game, _seed(day, match)
            puzzle = _begin(day, game, source.match.seats, source.match.options, match)
            for spot in await self._think(puzzle, open_of, game, source.log, own, ENOUGH) or []:
                turn = None if spot.ply is None else source.turn_of(spot.ply)
                yield _Place(game=game, spot=spot, puzzle=replace(puzzle, turn=turn, made=spot.made), seed=own)

    async def _play_matches(self, day: int) -> AsyncIterator[_Place]:
        """Yield open positions of matches that computer players play for it, of one game after the other."""
        games = [game for game in self._uow.library.games.values() if STRONG in game.bots.players()]
        for number in range(MOST_MATCHES if games else 0):
            game, seed = games[(day + number) % len(games)], _seed(day, number)
            puzzle = _begin(day, game, SEATS, b"", None)
            options, spots = await self._think(puzzle, course_of, game, seed) or (b"", [])
            for spot in spots:
                yield _Place(game=game, spot=spot, puzzle=replace(puzzle, options=options), seed=seed)

    async def _solve(self, place: _Place) -> _Found | None:
        """The best turn, and by how much it is better than worse ones; None if that isn't clear."""
        game, spot, seed, puzzle = place.game, place.spot, place.seed, place.puzzle
        turns = await self._think(puzzle, turns_of, game, spot.position, spot.ask, seed, ENOUGH)
        gaps = list[Gap]()
        for policy in range(ALONE if turns else 0):
            gap = await self._think(puzzle, gap_of, game, spot.position, spot.ask, turns, policy, seed)
            if gap is None:
                return None
            gaps.append(gap)
        if not turns:
            return None
        points = round(10 * min(gap.points for gap in gaps))
        found = replace(puzzle, position=spot.position, ask=spot.ask, best=turns[0], points=points)
        return _Found(puzzle=found, good=max(gap.good for gap in gaps))

    async def _store(self, puzzle: PuzzleRecord) -> bool:
        """Store a puzzle unless the day has one; False if its match can't be used any more."""

        def work(tx: Tx) -> bool:
            if puzzle.match is not None and find_usable(tx, self._uow.library, puzzle.match) is None:
                # Another process was quicker, or the match or the wish of its server is gone.
                return tx.puzzles.get(puzzle.day) is not None
            tx.puzzles.add(puzzle)
            return True

        stored = await self._uow.store.run(work)
        if not stored:
            _log.info("a match that a puzzle was found in can't be used anymore", match=puzzle.match)
        return stored

    async def _think(self, puzzle: PuzzleRecord, work: Callable[..., R], *task: object) -> R | None:
        """Run a piece of the search behind all that anybody waits for; None if it failed."""
        await asyncio.sleep(self.rest)
        about = {"game": puzzle.game, "match": puzzle.match}
        try:
            return await self._thinking.run(Waiting.PUZZLE, number_of(puzzle.day), PATIENCE, work, *task)
        except (TimeoutError, BrokenExecutor):
            _log.warning("a search for a puzzle took too long, or its process died", **about)
        except Exception as error:  # whatever a game raises: another position may do
            _log.warning("a search for a puzzle failed", why=repr(error), **about)
        return None


def _seed(day: int, about: object) -> bytes:
    return hashlib.sha256(f"puzzle {day} {about}".encode()).digest()


def _begin(day: int, game: AnyGame, seats: int, options: bytes, match: MatchId | None) -> PuzzleRecord:
    """A puzzle of which the position isn't known yet."""
    rules = game.spec.rules_number
    return PuzzleRecord(
        day=day,
        game=game.spec.key,
        seats=seats,
        options=options,
        position=b"",
        ask="",
        best=b"",
        points=0,
        match=match,
        rules_number=rules,
    )
