"""Pools of processes that end with the process that made them, however that ends, and work in them that is stopped."""

import ctypes
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

R = TypeVar("R")

QUOTAS = (
    (Path("/sys/fs/cgroup/cpu.max"),),
    (Path("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"), Path("/sys/fs/cgroup/cpu/cpu.cfs_period_us")),
)
"""Where a container finds its quota and period in microseconds; "max" or -1 stands for none."""

MOST_BY_CORES = 4
"""Processes for one kind of work, unless more are set: each holds all games in memory."""


def pool(processes: int, *, behind: int = 10, first: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Return a pool whose processes are started when needed; they stand back ``behind`` this one where cores are few.

    Each does ``first`` before anything else. They are spawned, not forked: a copy of this process would hold the locks
    of its threads (the database's) as they happened to be.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, mp_context=context, initializer=prepare, initargs=(behind, first))


def count_by_cores() -> int:
    """Return how many processes suit the cores that this process may use: half of them, at least one."""
    return min(max(count_cores() // 2, 1), MOST_BY_CORES)


def count_cores() -> int:
    """Return how many cores this process may use: those it is bound to, or fewer where its container has a quota."""
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min([bound, *_read_quotas()]))


def _read_quotas() -> Iterator[int]:
    """Yield how many whole cores the control group of the container allows, in either version of these; often none."""
    for files in QUOTAS:
        with suppress(OSError, ValueError):
            quota, period = " ".join(file.read_text() for file in files).split()
            if int(quota) > 0:
                yield int(quota) // int(period)


def call(work: Callable[..., R], *args: object) -> R:
    """Return ``work(*args)``: what code of a game is run by in a thread or a process.

    A StopIteration cannot be handed to whoever awaits (asyncio refuses it, and they would wait for ever): it becomes
    the RuntimeError that it is in a coroutine.
    """
    try:
        return work(*args)
    except StopIteration as error:
        raise RuntimeError(f"{getattr(work, '__name__', 'work')} raised StopIteration") from error


async def run_in_thread(work: Callable[..., R], *args: object) -> R:
    """Return ``call(work, *args)``, computed in a thread, so that the event loop goes on meanwhile."""
    import asyncio  # the processes that draw do without it

    return await asyncio.to_thread(call, work, *args)


def end(executor: ProcessPoolExecutor) -> None:
    """End a pool and its processes at once: one that hangs would take a core for ever, and keep us from ending."""
    processes = list((executor._processes or {}).values())
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def prepare(behind: int, first: Callable[[], None] | None = None) -> None:
    """Let the parent go first (``behind``: what `nice` takes), and make this process end when its parent does.

    Ctrl-C in a terminal reaches all processes at once: it is left to the parent, which stops this one in good order.
    Then do ``first``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(behind)
    end_with_parent()
    if first is not None:
        first()


Mark: TypeAlias = tuple[int, int]
"""By what work is known that can be stopped: its place in the pool, and its number."""

_wanted: Any = None
"""In a process of a pool: the number of the work whose end is wanted, by place."""
_mark: Mark | None = None
"""In such a process: the mark of the work that is under way."""


class Unwanted(Exception):
    """Work that nobody wants any more: it wasn't begun, or was stopped."""


class Stops:
    """Tells work in a pool's processes that nobody wants it any more: to kill a process would end others' work, too.

    A number for each place in the pool stands in memory that all of its processes see: that of the work whose end is
    still wanted. Work looks at it from time to time (``is_stopped``), as it looks at the clock.
    """

    def __init__(self, places: int) -> None:
        """Let so much work be under way at once."""
        self._wanted: Any = RawArray(ctypes.c_uint64, places)
        self._free = list(range(places))
        self._numbers = count(1)

    @property
    def share(self) -> Callable[[], None]:
        """What a process of the pool does first."""
        return partial(_share, self._wanted)

    @contextmanager
    def begin(self) -> Iterator[tuple[Mark, Callable[[], None]]]:
        """Yield what work is known by, to be given to it (``run_marked``), and what stops it."""
        place, number = self._free.pop(), next(self._numbers)
        self._wanted[place] = number

        def stop() -> None:
            self._wanted[place] = 0

        try:
            yield (place, number), stop
        finally:
            stop()
            self._free.append(place)


def _share(wanted: Any) -> None:  # noqa: ANN401 - an array of ctypes
    global _wanted
    _wanted = wanted


def run_marked(mark: Mark, work: Callable[..., R], *args: object) -> R:
    """Return ``work(*args)``, which finds by the mark whether it is stopped. A process does one thing at a time."""
    global _mark
    _mark = mark
    try:
        return work(*args)
    finally:
        _mark = None


def is_stopped() -> bool:
    """Return whether nobody wants the end of the work that is under way in this process."""
    return _mark is not None and _wanted is not None and _wanted[_mark[0]] != _mark[1]


def end_with_parent() -> None:
    """Make this process end when its parent does: one that was killed can tell nobody to stop."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watching the parent", daemon=True).start()
