"""What takes long to read holds up nobody who asks for little."""

from __future__ import annotations

import asyncio
import shutil
import threading
from pathlib import Path

import pytest

from db.stores import sqlite
from db.stores.sqlite import open_sqlite
from db.tx import Tx


@pytest.fixture
def file(sqlite_template: Path, tmp_path: Path) -> Path:
    """A migrated file."""
    return Path(shutil.copy(sqlite_template, tmp_path / "longtable.db"))


async def test_a_long_reading_holds_up_nobody(file: Path) -> None:
    """
    While something is read or computed for one person, others are read for.
    """
    store = await open_sqlite(file)
    go, begun = threading.Event(), threading.Event()

    def long(tx: Tx) -> bool:
        begun.set()
        return go.wait(20)

    reading = asyncio.create_task(store.read(long))
    await asyncio.to_thread(begun.wait, 20)
    async with asyncio.timeout(20):
        others = [await store.read(lambda tx, n=n: n) for n in range(9)]  # type: ignore[misc]
    go.set()

    assert list(range(9)) == others
    assert await reading
    await store.close()


async def test_many_long_readings_hold_up_nobody(file: Path) -> None:
    """
    What may take long waits for others of its kind, however many there are; who asks for little is answered meanwhile.
    """
    store = await open_sqlite(file)
    go = threading.Event()
    reading = [asyncio.create_task(store.read(lambda tx: go.wait(20), long=True)) for _ in range(2 * sqlite.READERS)]
    await asyncio.sleep(0)
    async with asyncio.timeout(20):
        others = [await store.read(lambda tx, n=n: n) for n in range(9)]  # type: ignore[misc]
    done = [each.done() for each in reading]
    go.set()
    await asyncio.gather(*reading)
    await store.close()

    assert list(range(9)) == others
    assert not any(done)
