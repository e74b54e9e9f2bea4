"""Work over what strangers hand in: in a process of its own that has a limit of time and of memory."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import TypeVar, cast

from bot.app.runtime.process_pools import prepare

R = TypeVar("R")

MOST_SECONDS = 60.0
"""The longest match is recomputed in a part of it, also on a busy machine."""

MOST_MEMORY = 512 * 1024 * 1024
"""Bytes of address space; the interpreter with all games takes an eighth of it."""

BEHIND = 10
"""How far such a process stands back behind the bot (`nice`)."""

POLL = 0.1
"""Seconds between two looks whether the answer is there, or nobody waits for it any more."""


class Exceeded(Exception):
    """The work took more time or memory than it may, or its process died of it; nothing came of it."""


async def run_confined(
    work: Callable[..., R], *args: object, seconds: float = MOST_SECONDS, memory: int = MOST_MEMORY
) -> R:
    """Return what ``work(*args)`` returns, or raise what it raises, worked out in a process made for it.

    Raises Exceeded after ``seconds``, or where it needs more than ``memory`` bytes (where the platform can limit that);
    then, and if the caller is cancelled, the process is killed. Function, arguments and answer travel by pickle.
    """
    stopped = threading.Event()
    waiting = asyncio.get_running_loop().run_in_executor(None, _run, stopped, seconds, memory, work, args)
    try:
        done, answer = await asyncio.shield(waiting)
    except asyncio.CancelledError:
        stopped.set()
        raise
    if not done:
        raise answer if isinstance(answer, Exception) else Exceeded
    return cast(R, answer)


def _run(
    stopped: threading.Event, seconds: float, memory: int, work: Callable[..., object], args: tuple[object, ...]
) -> tuple[bool, object]:
    """Let a process work; whether it is done, and what it answered (None: it took too much)."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, memory, work, args), daemon=True)
    process.start()
    sender.close()
    try:
        until = time.monotonic() + seconds
        while not receiver.poll(POLL):
            if stopped.is_set() or time.monotonic() > until:
                return False, None
        with suppress(EOFError, OSError):
            return cast(tuple[bool, object], receiver.recv())
        return False, None
    finally:
        process.kill()
        process.join()
        process.close()
        receiver.close()


def _work(sender: Connection, memory: int, work: Callable[..., object], args: tuple[object, ...]) -> None:
    """What the process does."""
    prepare(BEHIND)
    _limit(memory)
    answer: tuple[bool, object]
    try:
        answer = True, work(*args)
    except MemoryError:
        answer = False, None
    except Exception as error:
        answer = False, error
    with suppress(MemoryError):
        sender.send(answer)


def _limit(memory: int) -> None:
    """Let this process have so many bytes of address space; not all platforms can."""
    with suppress(ImportError, AttributeError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
