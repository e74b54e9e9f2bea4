"""Fair windows: presses that arrive within one window of a live ask count clockwise from a seat that moves on.

Whoever presses takes a place before anything is awaited. Where the match has no window the caller queues as usual.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.state import MatchState
from bot.app.runtime.queues import QueuePlace
from db.engine.errors import StoreError
from db.ids import MatchId, UserId
from games.core.errors import Refusal
from games.core.game import Window


class Windows:
    """The windows that are open, one for a match. What a restart loses is acknowledged by nobody yet."""

    def __init__(self, uow: UnitOfWork, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """``sleep`` waits so many seconds."""
        self._uow = uow
        self._sleep = sleep
        self._open: dict[MatchId, list[tuple[UserId, QueuePlace]]] = {}
        self._running: dict[MatchId, asyncio.Task[None]] = {}
        self._numbers: dict[MatchId, tuple[Window, int]] = {}

    def take(self, match: MatchId, user: UserId) -> QueuePlace | None:
        """Take a place in the window of a match, opening one if need be; None where presses count as they come."""
        waiting = self._open.get(match)
        if waiting is None:
            window = self._window(match)
            if window is None:
                self._numbers.pop(match, None)
                return None
            waiting = self._open[match] = []
            before = self._running.get(match)
            task = asyncio.create_task(self._serve(match, waiting, window, self._number(match, window), before=before))
            self._running[match] = task
            task.add_done_callback(lambda done: self._forget(match, done))
        place = QueuePlace()
        waiting.append((user, place))
        return place

    def _number(self, match: MatchId, window: Window) -> int:
        """Number the windows of the same asks from 1, as they open."""
        known, number = self._numbers.get(match, (window, 0))
        number = number + 1 if known == window else 1
        self._numbers[match] = (window, number)
        return number

    def _window(self, match: MatchId) -> Window | None:
        """The window as the match stands, as far as this process knows: a live match is always known."""
        known = self._uow.match_reader.newest(match)
        if known is None:
            return None
        game, position = known
        try:
            with self._uow.failures.rules_of(match):
                return next((ask.window for ask in game.asks(position.state) if ask.window is not None), None)
        except Refusal:
            return None  # the press itself hears that the rules fail

    async def _serve(
        self,
        match: MatchId,
        places: list[tuple[UserId, QueuePlace]],
        window: Window,
        number: int,
        *,
        before: asyncio.Task[None] | None,
    ) -> None:
        """Close the window in time, then let its presses pass one after the other."""
        await self._sleep(window.seconds)
        del self._open[match]
        if before is not None:
            await asyncio.wait((before,))
        for place in await self._in_order(match, places, int(window.first) + number - 1):
            place.admit()
            await place.over()

    async def _in_order(
        self, match: MatchId, places: Sequence[tuple[UserId, QueuePlace]], first: int
    ) -> list[QueuePlace]:
        try:
            ranks = _ranks(await self._uow.read(match), first)
        except (Refusal, StoreError):
            ranks = {}
        return [place for _user, place in sorted(places, key=lambda each: ranks.get(each[0], len(ranks)))]

    def _forget(self, match: MatchId, done: asyncio.Task[None]) -> None:
        if self._running.get(match) is done:
            del self._running[match]


def _ranks(table: MatchState, first: int) -> dict[UserId, int]:
    """The users clockwise from a seat, each by its nearest seat that is asked; ``first`` may be beyond the last."""
    count = len(table.seats)
    users = {seat.seat: seat.user for seat in table.seats}
    asked = sorted({ask.seat for ask in table.open_asks()}, key=lambda seat: (seat - first) % count)
    order = dict.fromkeys(user for seat in asked if (user := users.get(seat)) is not None)
    return {user: rank for rank, user in enumerate(order)}
