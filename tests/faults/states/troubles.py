"""What can go wrong with a process of the bot: it dies at any instant, and its database fails, before or after."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec import Struct

from db.engine.errors import Unreachable
from db.stores.store import Store, Work
from db.tx import Tx

T = TypeVar("T")


class Killed(BaseException):
    """The process has died: no handler of the bot may do anything about it."""


class _Undone(Exception):
    """A process died within a unit of work."""


class What(Enum):
    """What goes wrong."""

    KILL = auto()
    """The process dies at a call of the database: before it, within it, or after it."""
    STEP = auto()
    """The process dies where something waits for whatever it is."""
    CANCEL = auto()
    """What was asked for is given up there; the process lives on."""
    DATABASE = auto()
    """The database can't be used, or nobody hears that it was."""
    RACE = auto()
    """Somebody else does something between reading and writing."""


class Trouble(Struct, frozen=True, kw_only=True):
    """It goes wrong at the call, or step, of this number; ``late``: after it had effect."""

    what: What
    at: int
    late: int = 0


class Plan:
    """What is to go wrong once with what a process is asked to do now, and whether it still lives."""

    def __init__(self) -> None:
        self.dead = False
        self.trouble: Trouble | None = None
        self.meddle: Callable[[], Awaitable[None]] | None = None
        """What somebody else does meanwhile."""
        self._calls = 0

    def arm(self, trouble: Trouble | None) -> None:
        """Let something go wrong from now on; it does so once."""
        self.trouble, self._calls = trouble, 0

    def expect_alive(self) -> None:
        """Raise Killed where the process is dead."""
        if self.dead:
            raise Killed

    def die(self) -> Killed:
        """End the process; to be raised."""
        self.dead, self.trouble = True, None
        return Killed()

    def next(self, *kinds: What) -> Trouble | None:
        """Return what goes wrong with the call that is made now."""
        self.expect_alive()
        trouble = self.trouble
        if trouble is None or trouble.what not in kinds:
            return None
        self._calls += 1
        if self._calls <= trouble.at:
            return None
        self.trouble = None
        return trouble


class FlakyStore:
    """The database as one process sees it."""

    def __init__(self, store: Store, plan: Plan) -> None:
        self._store = store
        self._plan = plan

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work, if nothing is to go wrong."""
        trouble = self._plan.next(What.KILL, What.DATABASE, What.RACE)
        if trouble is None:
            return self._alive(await self._store.run(work))
        if trouble.what is What.RACE:
            meddle, self._plan.meddle = self._plan.meddle, None
            if meddle is not None:
                await meddle()
            return self._alive(await self._store.run(work))
        late = trouble.late % 3
        if late == 1:
            await self._undone(work)
        if late == 2:
            await self._store.run(work)
        raise self._plan.die() if trouble.what is What.KILL else Unreachable()

    async def read(self, work: Work[T], *, short: bool = False, long: bool = False) -> T:
        """Read, if nothing is to go wrong."""
        trouble = self._plan.next(What.KILL, What.DATABASE)
        if trouble is None:
            return self._alive(await self._store.read(work, short=short, long=long))
        raise self._plan.die() if trouble.what is What.KILL else Unreachable()

    async def backup(self, target: Path) -> Path:
        """Copy the database."""
        return await self._store.backup(target)

    async def trim(self) -> bool:
        """Give room back."""
        self._plan.expect_alive()
        return await self._store.trim()

    async def wait_for_damage(self) -> None:
        """Wait for ever: it is sound."""
        await self._store.wait_for_damage()

    async def wait_for_failed_check(self) -> str:
        """Wait for ever: nothing is checked."""
        return await self._store.wait_for_failed_check()

    async def close(self) -> None:
        """Leave the database open for others."""

    def _alive(self, result: T) -> T:
        self._plan.expect_alive()
        return result

    async def _undone(self, work: Work[Any]) -> None:
        """Do a unit of work of which nothing is left."""

        def undone(tx: Tx) -> None:
            work(tx)
            raise _Undone

        try:
            await self._store.run(undone)
        except _Undone:
            return


class Stepwise(Generic[T]):
    """Await something in which the process dies, or which is given up, where it waits for the so-manieth time."""

    def __init__(self, work: Awaitable[T], plan: Plan) -> None:
        self._work = work
        self._plan = plan

    def __await__(self) -> Generator[Any, Any, T]:
        """Go on from step to step."""
        steps = self._work.__await__()
        go, happened = partial(next, steps), False
        while True:
            try:
                waits = go()
            except StopIteration as end:
                result: T = end.value
                return result
            go = partial(next, steps)
            # What has been given up may still have to hand its connection back: it is left to do so.
            trouble = None if happened else self._plan.next(What.STEP, What.CANCEL)
            if trouble is None:
                yield waits
                continue
            happened = True
            if isinstance(waits, asyncio.Future):
                waits.cancel()  # as a task does that waits for it
                waits.add_done_callback(_look_at)
                waits._asyncio_future_blocking = False
            error = self._plan.die() if trouble.what is What.STEP else asyncio.CancelledError()
            go = partial(steps.throw, error)


def _look_at(given_up: asyncio.Future[Any]) -> None:
    """Look what came of something for which nobody waits: else asyncio complains."""
    if not given_up.cancelled():
        given_up.exception()
