"""Pools of processes that end with the process that made them, however that ends."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

R = TypeVar("R")


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
