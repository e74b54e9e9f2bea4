"""A watchdog for the rules of games: code that does not come to an end is broken off, whichever thread it runs in.

Rules are pure Python, so an exception can be raised in them from outside (``PyThreadState_SetAsyncExc`` of the C API).
A thread looks at the stacks of all others; where the same call into a game is still there after the limit, it is broken
off with RulesTimeout. A single call of C code that does not return (a regular expression that backtracks for ever)
cannot be broken off.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from types import FrameType

import structlog

LIMIT = 10.0
"""Seconds that one call into the rules may take; the slowest legal ones take a few on a small machine."""

LOOKS = 10
"""How often within the limit the stacks are looked at."""

_log = structlog.get_logger(__name__)


class RulesTimeout(Exception):
    """A call into the rules of a game was broken off, since it did not come to an end."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__("the rules did not come to an end")


class Watchdog:
    """Watches all threads of the process; one is enough. ``packages``: whose code counts as rules."""

    def __init__(self, *, limit: float = LIMIT, packages: tuple[str, ...] = ("games.",)) -> None:
        """Watch nothing yet."""
        self._limit = limit
        self._packages = packages
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._seen: dict[int, tuple[FrameType, int]] = {}

    def start(self) -> None:
        """Begin to watch, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="watching the rules", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._limit / LOOKS):
            self._look()

    def _look(self) -> None:
        """Count in how many looks the same call is on a thread's stack. It is held, so that no other takes its id."""
        own, seen = threading.get_ident(), self._seen
        self._seen = {}
        for thread, newest in sys._current_frames().items():
            call = None if thread == own else self._call(newest)
            if call is None:
                continue
            before, looks = seen.get(thread, (None, 0))
            looks = looks + 1 if before is call else 0
            if looks > LOOKS:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(RulesTimeout))
                _log.error("rules ran too long and were stopped", call=call.f_code.co_qualname)
                continue
            self._seen[thread] = (call, looks)

    def _call(self, frame: FrameType | None) -> FrameType | None:
        """The outermost call into the rules on a stack, if there is one."""
        found = None
        while frame is not None:
            if frame.f_globals.get("__name__", "").startswith(self._packages):
                found = frame
            frame = frame.f_back
        return found
