"""Fair windows: presses that arrive within one window of a live ask count in the order of the asks.

Whoever presses takes a place before anything is awaited. Where the match has no window the caller queues as usual.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType

from bot.app.desk import Desk
from bot.app.tables import Table
from db.errors import StoreError
from db.ids import MatchId, UserId
from games.core.errors import Refusal


class Place:
    """The place of one press in its window: ``async with`` waits until it is its turn."""

    def __init__(self, user: UserId) -> None:
        """Wait for the window to close."""
        self.user = user
        self.turn = asyncio.Event()
        self.done = asyncio.Event()

    async def __aenter__(self) -> None:
        """Wait for those that count before."""
        try:
            await self.turn.wait()
        except asyncio.CancelledError:
            self.skip()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one pass, whatever happened."""
        self.skip()

    def skip(self) -> None:
        """Give the place up."""
        self.done.set()


class Windows:
    """The windows that are open, one for a match. What a restart loses is acknowledged by nobody yet."""

    def __init__(self, desk: Desk, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """``sleep`` waits so many seconds."""
        self._desk = desk
        self._sleep = sleep
        self._open: dict[MatchId, list[Place]] = {}
        self._running: dict[MatchId, asyncio.Task[None]] = {}

    def take(self, match: MatchId, user: UserId) -> Place | None:
        """Take a place in the window of a match, opening one if need be; None where presses count as they come."""
        waiting = self._open.get(match)
        if waiting is None:
            seconds = self._seconds(match)
            if seconds <= 0:
                return None
            waiting = self._open[match] = []
            task = asyncio.create_task(self._serve(match, waiting, seconds, before=self._running.get(match)))
            self._running[match] = task
            task.add_done_callback(lambda done: self._forget(match, done))
        place = Place(user)
        waiting.append(place)
        return place

    def _seconds(self, match: MatchId) -> float:
        """The window as the match stands, as far as this process knows: a live match is always known."""
        known = self._desk.shelf.newest(match)
        if known is None:
            return 0
        game, position = known
        return max((ask.window for ask in game.asks(position.state)), default=0)

    async def _serve(
        self, match: MatchId, places: list[Place], seconds: float, *, before: asyncio.Task[None] | None
    ) -> None:
        """Close the window in time, then let its presses pass one after the other."""
        await self._sleep(seconds)
        del self._open[match]
        if before is not None:
            await asyncio.wait((before,))
        for place in await self._in_order(match, places):
            place.turn.set()
            await place.done.wait()

    async def _in_order(self, match: MatchId, places: Sequence[Place]) -> list[Place]:
        try:
            table = await self._desk.read(match)
        except (Refusal, StoreError):
            return list(places)
        ranks = _ranks(table)
        return sorted(places, key=lambda place: ranks.get(place.user, len(ranks)))

    def _forget(self, match: MatchId, done: asyncio.Task[None]) -> None:
        if self._running.get(match) is done:
            del self._running[match]


def _ranks(table: Table) -> dict[UserId, int]:
    """The users in the order in which their seats are asked, each by its first seat."""
    order = dict.fromkeys(ask.seat for ask in table.open_asks())
    users = {seat.seat: seat.user for seat in table.seats}
    asked = dict.fromkeys(user for seat in order if (user := users.get(seat)) is not None)
    return {user: rank for rank, user in enumerate(asked)}
