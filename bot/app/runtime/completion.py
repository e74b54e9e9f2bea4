"""Completions: of each person only the newest is worked on, one after the other, and none for long.

Each keystroke asks for one. What is looked up for it is read like anything else; the search of the rules, which may be
long, has a thread of its own and a bound on its time, so that neither reading nor the event loop waits for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from itertools import count
from time import monotonic, thread_time
from typing import TypeVar

from bot.app.runtime.process_pools import call
from games.core.search.budget import within

T = TypeVar("T")

BUDGET = 0.05
"""Seconds of computing for one completion; then what was found so far is offered."""


MOST_STRETCHED = 4
"""How many times as long it may take by the clock, where other processes have the cores."""


class Overtaken(Exception):
    """A newer completion of the same person has come: nobody waits for this one."""


_is_newest: ContextVar[Callable[[], bool] | None] = ContextVar("is_newest", default=None)
"""Whether the completion that is being worked on is still its person's newest; None outside of one."""


class Completions:
    """One per process. Holds one place in the queue for each person who is typing, and nothing afterwards."""

    def __init__(self, *, budget: float = BUDGET) -> None:
        """``budget``: seconds of computing for one completion."""
        self._budget = budget
        self._numbers = count()
        self._newest: dict[int, int] = {}
        self._working: dict[int, asyncio.Lock] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="completion")

    async def newest(self, user: int, work: Callable[[], Awaitable[T]]) -> T:
        """Do the work of a completion when the person's one before is done; raises Overtaken if a newer one came."""
        mine = next(self._numbers)
        self._newest[user] = mine

        def is_newest() -> bool:
            return self._newest.get(user) == mine

        _is_newest.set(is_newest)
        try:
            async with self._working.setdefault(user, asyncio.Lock()):
                if not is_newest():
                    raise Overtaken
                return await work()
        finally:
            if is_newest():
                del self._newest[user]
                self._working.pop(user, None)

    async def compute(self, search: Callable[[], T]) -> T:
        """Run a search of the rules on the thread for it, within its time; raises Overtaken if that is in vain."""
        is_newest = _is_newest.get()

        def run() -> T:
            if is_newest is not None and not is_newest():
                raise Overtaken
            end, latest = thread_time() + self._budget, monotonic() + self._budget * MOST_STRETCHED
            with within(lambda: thread_time() > end or monotonic() > latest):
                return search()

        return await asyncio.get_running_loop().run_in_executor(self._thread, call, run)

    def __len__(self) -> int:
        """Return how many persons have a completion on its way."""
        return len(self._newest)

    def close(self) -> None:
        """Drop what has not begun."""
        self._thread.shutdown(wait=False, cancel_futures=True)
