"""The store that services use: it measures how long units of work take, and writes nothing without a lease."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from bot.app.clock.leases import Leases
from bot.metrics import DATABASE
from db.stores.store import Store, Work

T = TypeVar("T")


class MeasuredStore:
    """Another store; waiting for a connection or for others counts as part of a unit of work.

    Writes are secured by the leases of this process.
    """

    def __init__(self, store: Store) -> None:
        """Measure what that one does."""
        self._store = store
        self.leases: Leases | None = None
        """Nothing is written once they have lapsed; None where no other process uses the database."""
        self._reading, self._writing = DATABASE.labels("read"), DATABASE.labels("write")

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write."""
        with self._writing.time():
            return await self._store.run(work if self.leases is None else await self.leases.secure(work))

    async def read(self, work: Work[T], *, short: bool = False, long: bool = False) -> T:
        """Run a unit of work that only reads."""
        with self._reading.time():
            return await self._store.read(work, short=short, long=long)

    async def backup(self, target: Path) -> Path:
        """Write a copy of the whole database."""
        return await self._store.backup(target)

    async def trim(self) -> bool:
        """Give a bit of the room back that is free in the database."""
        return await self._store.trim()

    async def wait_for_damage(self) -> None:
        """Wait until damage is found in the database."""
        await self._store.wait_for_damage()

    async def wait_for_failed_check(self) -> str:
        """Wait until the whole database was to be checked for damage and couldn't be; return why."""
        return await self._store.wait_for_failed_check()

    async def close(self) -> None:
        """Finish what is under way and let the database go."""
        await self._store.close()
