"""A gate that lets so many pass at once, those of the lowest rank first, and among equals in the order of arrival."""

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class PriorityLimiter:
    """For work that is to be done in an order of importance, by few hands."""

    def __init__(self, width: int) -> None:
        """Let ``width`` be inside at once."""
        self._free = width
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @property
    def waiting(self) -> int:
        """How many wait to pass."""
        return sum(not mine.done() for _, _, mine in self._waiting)

    @asynccontextmanager
    async def enter(self, rank: int) -> AsyncIterator[None]:
        """Wait for one's turn, be inside, and let the next one in."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(rank)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, rank: int) -> None:
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
