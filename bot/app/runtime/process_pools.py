"""Pools of processes that end with the process that made them, however that ends."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

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


def end_with_parent() -> None:
    """Make this process end when its parent does: one that was killed can tell nobody to stop."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, name="watching the parent", daemon=True).start()
