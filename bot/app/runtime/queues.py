"""Taking turns: a place is taken at once, and used when it is one's turn.

So presses are handled in the order in which they arrived: a place is taken before anything is awaited. discord.py
starts the callbacks in the order of the gateway, and acknowledging a press takes a different time for each.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from types import TracebackType


class QueuePlace:
    """One's place among others: ``async with`` waits until it is one's turn."""

    def __init__(self, left: Callable[[], None] = lambda: None) -> None:
        """Wait to be admitted; ``left`` is called once, when the place has been used or is given up."""
        self._left = left
        self._admitted = asyncio.Event()
        self._over = asyncio.Event()

    @property
    def is_over(self) -> bool:
        """Whether it has been used, or is given up."""
        return self._over.is_set()

    def admit(self) -> None:
        """Say that it is its turn."""
        self._admitted.set()

    async def over(self) -> None:
        """Wait until it has been used, or is given up."""
        await self._over.wait()

    async def __aenter__(self) -> None:
        """Wait for those before."""
        try:
            await self._admitted.wait()
        except asyncio.CancelledError:
            self.skip()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the next one pass, whatever happened."""
        self.skip()

    def skip(self) -> None:
        """Give it up; those behind wait for those before instead."""
        if not self.is_over:
            self._over.set()
            self._left()


class Queues:
    """Queues by key (the number of a match); an empty one takes no memory."""

    def __init__(self) -> None:
        """Start without any queue."""
        self._queues: dict[int, deque[QueuePlace]] = {}

    def take(self, key: int) -> QueuePlace:
        """Take the next place in the queue of ``key``; to be called before the first await, and to be entered."""
        queue = self._queues.setdefault(key, deque())
        place = QueuePlace(partial(self._advance, key))
        queue.append(place)
        if queue[0] is place:
            place.admit()
        return place

    def _advance(self, key: int) -> None:
        """Let the first one pass that is still there."""
        queue = self._queues[key]
        while queue and queue[0].is_over:
            queue.popleft()
        if queue:
            queue[0].admit()
        else:
            del self._queues[key]

    @property
    def places(self) -> int:
        """How many places are taken in all queues together."""
        return sum(map(len, self._queues.values()))

    def __len__(self) -> int:
        """Return how many queues have somebody in them."""
        return len(self._queues)


class PriorityLimiter:
    """A gate that lets so many pass at once, those of the lowest rank first, and among equals in the order of arrival.

    For work that is to be done in an order of importance, by few hands.
    """

    def __init__(self, width: int) -> None:
        """Let ``width`` be inside at once."""
        self._free = width
        self._waiting: list[tuple[tuple[int, ...], int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """How many wait to pass."""
        return sum(not mine.done() for _, _, mine in self._waiting)

    @asynccontextmanager
    async def enter(self, *rank: int) -> AsyncIterator[None]:
        """Wait for one's turn, be inside, and let the next one in; later numbers of a rank part equal first ones."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(rank)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, rank: tuple[int, ...]) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank, next(self._numbers), mine))
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            mine = heapq.heappop(self._waiting)[2]
            if not mine.done():
                mine.set_result(None)
                return
        self._free += 1
