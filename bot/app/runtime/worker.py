"""The loops that work beside the services, with one policy for what nobody foresaw.

It is counted by item (a match, a channel, a person …); the item is put off with growing pauses and then tried only
every hour; the log names it once, `/staff stuck` names the match; the loop and all other items go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from time import monotonic
from typing import Protocol

import structlog

from bot.app.runtime.failures import Failures, Loop
from bot.app.runtime.signals import wait
from db.engine.errors import StoreError
from db.ids import MatchId

LONGEST_REST = 30.0
"""Seconds until a round that failed as a whole is tried again, at most; pauses double from a fifth of a second."""

LONGEST_WAIT = 5.0
"""The same where the database could not be used: it may be back at any moment."""

_log = structlog.get_logger(__name__)


class Watched(Protocol):
    """Where workers are known and their failures counted: the unit of work."""

    failures: Failures
    workers: dict[str, Loop]


class Worker(Loop):
    """One loop."""

    def __init__(self, watched: Watched, name: str) -> None:
        """Begin at rest; ``repeat`` starts it."""
        super().__init__(name)
        self._watched = watched
        self._bad = 0

    async def repeat(self, work: Callable[[], Awaitable[float]], *, event: asyncio.Event | None = None) -> None:
        """Work until cancelled, round after round; ``work`` returns the seconds until the next one.

        ``event``: set when something has changed, so that the next round begins at once.
        """
        woken = event or asyncio.Event()
        self.finished = monotonic()
        self._watched.workers[self.name] = self
        try:
            while True:
                pause = await self._round(work)
                if self.trouble:
                    await asyncio.sleep(pause)
                else:
                    await wait(woken, pause)
        finally:
            self._watched.workers.pop(self.name, None)

    async def _round(self, work: Callable[[], Awaitable[float]]) -> float:
        """Do a round; returns the seconds until the next one."""
        try:
            pause = await work()
        except StoreError as error:
            if str(error) != self.trouble:
                _log.warning("a worker can't use the database", worker=self.name, why=str(error))
            self.trouble, longest = str(error), LONGEST_WAIT
        except Exception as error:
            self._watched.failures.note(self.name, None, error)
            self.trouble, longest = type(error).__name__, LONGEST_REST
        else:
            if self.trouble:
                _log.info("a worker has recovered", worker=self.name)
                self._watched.failures.clear(self.name, None)
            self.trouble, self._bad, self.finished, self.pause = "", 0, monotonic(), pause
            return pause
        self._bad += 1
        return min(0.1 * 2.0 ** min(self._bad, 10), longest)

    async def attempt(
        self, item: Hashable, work: Callable[[], Awaitable[object]], *, match: MatchId | None = None
    ) -> bool:
        """Do the work of one item; False if it failed in a way nobody foresaw, and is put off. Raises StoreError."""
        try:
            await work()
        except StoreError:
            raise
        except Exception as error:
            self._watched.failures.note(self.name, item, error, match=match)
            return False
        self._watched.failures.clear(self.name, item)
        return True

    def may(self, item: Hashable) -> bool:
        """Return whether an item may be tried now."""
        return not self._watched.failures.is_put_off(self.name, item)

    @property
    def failing(self) -> int:
        """How many items fail: those that are looked up beside the ones that can be done."""
        return self._watched.failures.count(self.name)
