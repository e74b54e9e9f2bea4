"""Pools of processes that end with the process that made them, however that ends, and who uses one first."""

import asyncio
import heapq
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from itertools import count
from typing import TypeVar

R = TypeVar("R")


MOST_BY_CORES = 4
"""Processes for one kind of work, unless more are set: each holds all games in memory."""


def count_by_cores() -> int:
    """Return how many processes suit the cores that this process may use: half of them, at least one."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(cores // 2, 1), MOST_BY_CORES)


def pool(processes: int, *, behind: int = 10) -> ProcessPoolExecutor:
    """Return a pool whose processes are started when needed; they stand back ``behind`` this one where cores are few.

    They are spawned, not forked: a copy of this process would hold the locks of its threads (the database's) as they
    happened to be.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=prepare, initargs=(behind,))


def call(work: Callable[..., R], *args: object) -> R:
    """Return ``work(*args)``: what code of a game is run by in a thread or a process.

    A StopIteration cannot be handed to whoever awaits (asyncio refuses it, and they would wait for ever): it becomes
    the RuntimeError that it is in a coroutine.
    """
    try:
        return work(*args)
    except StopIteration as error:
        raise RuntimeError(f"{getattr(work, '__name__', 'work')} raised StopIteration") from error


def end(executor: ProcessPoolExecutor) -> None:
    """End a pool and its processes at once: one that hangs would take a core for ever, and keep us from ending."""
    processes = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def prepare(behind: int) -> None:
    """Let the parent go first (``behind``: what `nice` takes), and make this process end when its parent does.

    Ctrl-C in a terminal reaches all processes at once: it is left to the parent, which stops this one in good order.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(behind)
    end_with_parent()


def end_with_parent() -> None:
    """Make this process end when its parent does: one that was killed can tell nobody to stop."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watching the parent", daemon=True).start()


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
