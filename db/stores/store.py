"""The store: units of work over one of two databases."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from db.tx import Tx

T = TypeVar("T")

Work: TypeAlias = Callable[[Tx], T]
"""A plain function over one transaction; what it raises undoes all it wrote."""


class Store(Protocol):
    """A database. Errors of the driver come as ``db.engine.errors.StoreError``."""

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write; returns when it is committed. May run ``work`` more than once."""
        ...

    async def read(self, work: Work[T], *, short: bool = False, long: bool = False) -> T:
        """Run a unit of work that only reads, over one consistent state.

        ``short``: it asks the database once, so PostgreSQL needs no transaction. If it asks more, it is run again.
        ``long``: it may take long, so it goes where it holds up only others of its kind.
        """
        ...

    async def backup(self, target: Path) -> Path:
        """Write a copy of the whole database while it is in use, and return where it lies."""
        ...

    async def trim(self) -> bool:
        """Give some of the room that deleted rows have left back to the disk; return whether there is more."""
        ...

    async def wait_for_damage(self) -> None:
        """Wait until damage is found in the database; from then on nothing is written any more."""
        ...

    async def wait_for_failed_check(self) -> str:
        """Wait until the whole database was to be checked for damage and couldn't be; return why."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let the database go."""
        ...
