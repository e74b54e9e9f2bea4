"""A store that counts units of work, to say what a request costs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from db.stores.store import Work
from tests.app.scene import Scene

T = TypeVar("T")


class Units:
    """How many units of work read, and how many wrote."""

    def __init__(self) -> None:
        """Begin with none."""
        self.reads = 0
        self.writes = 0

    @property
    def both(self) -> tuple[int, int]:
        """Reads and writes."""
        return self.reads, self.writes


@contextmanager
def counted(scene: Scene) -> Iterator[Units]:
    """Count the units of work of a scene's store meanwhile."""
    units, store = Units(), scene.store
    run, read = store.run, store.read

    async def counting_run(work: Work[T]) -> T:
        units.writes += 1
        return await run(work)

    async def counting_read(work: Work[T], *, short: bool = False, long: bool = False) -> T:
        units.reads += 1
        return await read(work, short=short, long=long)

    store.run, store.read = counting_run, counting_read  # type: ignore[method-assign]
    try:
        yield units
    finally:
        store.run, store.read = run, read  # type: ignore[method-assign]
