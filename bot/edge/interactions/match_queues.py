"""Presses of one match are handled in the order in which they arrived.

The place in the queue is taken before anything is awaited: discord.py starts the callbacks in the order of the gateway,
and acknowledging a press takes a different time for each.
"""

import asyncio
from types import TracebackType


class MatchQueues:
    """Queues by key (the number of a match); an empty one takes no memory."""

    def __init__(self) -> None:
        """Start without any queue."""
        self._tails: dict[int, asyncio.Future[None]] = {}
        self.places = 0
        """How many places are taken in all queues together."""

    def take(self, key: int) -> "MatchQueue":
        """Take the next place in the queue of ``key``; to be called before the first await, and to be entered."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        before = self._tails.get(key)
        self._tails[key] = mine
        self.places += 1
        return MatchQueue(self, key, before=before, mine=mine)

    def leave(self, key: int, mine: asyncio.Future[None]) -> None:
        """Let the next one pass."""
        if not mine.done():
            mine.set_result(None)
            self.places -= 1
        if self._tails.get(key) is mine:
            del self._tails[key]

    def __len__(self) -> int:
        """Return how many queues have somebody in them."""
        return len(self._tails)


class MatchQueue:
    """One place in a queue: ``async with`` waits until it is its turn."""

    def __init__(
        self, lanes: MatchQueues, key: int, *, before: asyncio.Future[None] | None, mine: asyncio.Future[None]
    ) -> None:
        """Stand behind ``before``."""
        self._lanes = lanes
        self._key = key
        self._before = before
        self._mine = mine

    async def __aenter__(self) -> None:
        """Wait for the one before."""
        if self._before is not None:
            try:
                await asyncio.shield(self._before)
            except asyncio.CancelledError:
                self.skip()
                raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one pass, whatever happened."""
        self.skip()

    def skip(self) -> None:
        """Give the place up; those behind wait for the one before instead."""
        if self._before is not None and not self._before.done():
            self._before.add_done_callback(lambda _: self._lanes.leave(self._key, self._mine))
        else:
            self._lanes.leave(self._key, self._mine)
