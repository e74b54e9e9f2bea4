"""Taking turns: a place is taken at once, and used when it is one's turn.

So presses are handled in the order in which they arrived: a place is taken before anything is awaited. discord.py
starts the callbacks in the order of the gateway, and acknowledging a press takes a different time for each.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
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
