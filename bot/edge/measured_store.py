"""A store that measures how long units of work take, for the metrics."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from bot.metrics import DATABASE
from db.stores.store import Store, Work

T = TypeVar("T")


class MeasuredStore:
    """Another store; waiting for a connection or for others counts as part of a unit of work."""

    def __init__(self, store: Store) -> None:
        """Measure what that one does."""
        self._store = store
        self._reading, self._writing = DATABASE.labels("read"), DATABASE.labels("write")

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write."""
        with self._writing.time():
            return await self._store.run(work)

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
