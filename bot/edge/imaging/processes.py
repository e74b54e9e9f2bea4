"""The processes that draw: which of them draws what, and what becomes of one that dies or hangs."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar
from weakref import WeakSet

from bot.app.runtime.process_pools import call, end, pool, run_in_thread
from bot.edge.imaging.drawing import keep_within, ready

A = TypeVar("A")
R = TypeVar("R")

BEHIND = 1
"""How far drawing stands back behind answering, where both want the same core (`nice`)."""
MOST_USUAL = 3
"""As many as are started where no setting says how many: one bot's boards reach Discord's limits before theirs."""


def choose_count(cores: int) -> int:
    """Return how many processes draw on a machine with so many cores: one core is left to the bot itself."""
    return min(MOST_USUAL, max(1, cores - 1))


class DrawingProcesses:
    """``count`` processes, each started when it is first needed; with 0, work is done in a thread of this one.

    What is of one topic (a game) is drawn by one process as long as this has no more to do than the others: it has kept
    the sprites of that game, and the plates that haven't changed. ``memory``: MB that each may keep so.
    """

    def __init__(self, count: int, memory: int) -> None:
        """Start no process yet."""
        self._memory = memory
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._busy = [0] * count
        self._ends: list[asyncio.Future[None] | None] = [None] * count
        """Done when the newest work of each process is."""
        self._hung: WeakSet[ProcessPoolExecutor] = WeakSet()
        """Those that were ended because a drawing hung: who was behind it does its work again."""
        self._topics: dict[str, int] = {}
        self._closed = False
        if not count:
            keep_within(memory)

    def begin(self) -> None:
        """Start the first one now."""
        if self._pools:
            self._executor(0).submit(ready)

    async def run(self, work: Callable[[A], R], argument: A, *, topic: str, patience: float) -> R:
        """Return what ``work`` makes of its argument; if a process dies, perhaps for another's fault, try once more.

        Raises TimeoutError if it takes more than ``patience`` seconds, not counting what its process does before. Also
        raises BrokenProcessPool if the second process died, too.
        """
        if not self._pools:
            return await asyncio.wait_for(run_in_thread(work, argument), patience)
        at = self._choose(topic)
        self._busy[at] += 1
        before, end = self._ends[at], asyncio.get_running_loop().create_future()
        self._ends[at] = end
        working = asyncio.ensure_future(self._try_twice(at, partial(call, work, argument)))
        try:
            if before is not None:
                await asyncio.wait((working, before), return_when=asyncio.FIRST_COMPLETED)
            return await asyncio.wait_for(working, patience)
        except TimeoutError:
            self._give_up(at)
            raise
        finally:
            working.cancel()
            end.set_result(None)
            self._busy[at] -= 1

    def _choose(self, topic: str) -> int:
        """The process that has drawn of the topic before, unless another one has two less to do."""
        usual = self._topics.setdefault(topic, len(self._topics) % len(self._pools))
        return min(range(len(self._pools)), key=lambda at: (self._busy[at] - (at == usual), at != usual))

    async def _try_twice(self, at: int, work: Callable[[], R]) -> R:
        try:
            return await self._try(at, work)
        except BrokenProcessPool:
            if self._closed:
                raise
            return await self._try(at, work)

    async def _try(self, at: int, work: Callable[[], R]) -> R:
        while True:
            executor = self._executor(at)
            try:
                return await asyncio.get_running_loop().run_in_executor(executor, work)
            except BrokenProcessPool:
                if executor in self._hung and not self._closed:
                    continue
                if self._pools[at] is executor:
                    self._drop(at)
                raise
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if executor not in self._hung or task is None or task.cancelling():
                    raise

    def _executor(self, at: int) -> ProcessPoolExecutor:
        found = self._pools[at]
        if found is None:
            found = self._pools[at] = pool(1, behind=BEHIND, first=partial(keep_within, self._memory))
        return found

    def _give_up(self, at: int) -> None:
        """End a process that hangs."""
        hung = self._pools[at]
        if hung is not None:
            self._hung.add(hung)
        self._drop(at)

    def _drop(self, at: int) -> None:
        """End a process; another one takes its place when it is needed."""
        dropped, self._pools[at] = self._pools[at], None
        if dropped is not None:
            end(dropped)

    def close(self) -> None:
        """End all of them: none takes their place for what is being drawn."""
        self._closed = True
        for at in range(len(self._pools)):
            self._drop(at)
