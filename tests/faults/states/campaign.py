"""The machine on a real database of either kind: short in the suite, long by command."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from db.stores import sqlite
from db.stores.durability import Durability
from db.stores.postgres import open_postgres
from db.stores.store import Store
from db.stores.upgrade import upgrade
from games.core.registry import games
from tests import postgres
from tests.app.scene import GAMES
from tests.faults.states.machine import Open, Tally, machine, run
from tests.migrated import migrated
from tests.stores import emptied

T = TypeVar("T")
LIFE = 100
"""Steps of one life."""
TELL_EVERY = 500


async def _hop(thread: sqlite._Thread, work: Callable[[sqlite3.Connection], T]) -> T:
    """Work at once, in place of waiting for a thread: on a busy machine that takes a hundred times as long."""
    await asyncio.sleep(0)
    return work(thread._conn)


def on_sqlite(folder: Path) -> Open:
    """Return how each life gets a file: both processes use one store, as a file has but one process."""

    @asynccontextmanager
    async def enter() -> AsyncIterator[tuple[Store, ...]]:
        for old in folder.glob("life.db*"):
            old.unlink()
        path = folder / "life.db"
        path.write_bytes(migrated())
        with patch.object(sqlite._Thread, "hop", _hop):
            store = await sqlite.open_sqlite(path, durability=Durability.NORMAL)
            try:
                yield (store,)
            finally:
                await store.close()

    return enter


@contextmanager
def on_postgres() -> Iterator[Open]:
    """Run a server; each life gets its database emptied, and each process connections of its own."""
    programs = postgres.binaries()
    if programs is None:
        sys.exit("PostgreSQL's server binaries are not installed.")
    with postgres.server(programs) as server:
        url = postgres.url(server)
        asyncio.run(upgrade(url, now=datetime.now(UTC)))
        stores = (open_postgres(url), open_postgres(url))

        @asynccontextmanager
        async def enter() -> AsyncIterator[tuple[Store, ...]]:
            await emptied(url)
            try:
                yield stores
            finally:
                for store in stores:
                    await store.close()

        yield enter


def campaign(enter: Open, *, steps: int, seed: int, name: str) -> list[str]:
    """Do so many steps in lives of a hundred; print what was done, and return the fault with the way to it."""
    tally, began = Tally(), time.monotonic()

    def tell(done: int) -> None:
        if done % TELL_EVERY == 0:
            print(f"{time.monotonic() - began:6.0f} s, {name}: {done} steps", flush=True)

    tally.told = tell
    every = {**GAMES, **games()}
    faults = []
    try:
        run(machine(enter, every, tally), lives=-(-steps // LIFE), steps=LIFE, seed=seed)
    except KeyboardInterrupt:
        faults.append(f"states on {name}: interrupted")
    except Exception as error:
        notes = "\n".join(getattr(error, "__notes__", ()))
        faults.append(f"states on {name}: {error!r}\n{notes}")
    print("\n".join([f"states on {name}, {time.monotonic() - began:.0f} seconds:", *rows(tally)]), flush=True)
    return faults


def rows(tally: Tally) -> list[str]:
    """Return what was done, as the lines of a table."""
    lines = [f"{name:34}{count:8}" for name, count in sorted(tally.done.items())]
    lines.append(f"{'steps':34}{sum(tally.done.values()):8}")
    lines += [f"{name:34}{count:8}" for name, count in sorted(tally.made.items())]
    lines += [f"{'trouble: ' + name:34}{count:8}" for name, count in sorted(tally.troubles.items())]
    lines.append(f"{'requests refused':34}{sum(tally.refused.values()):8}")
    return lines + [f"{'  ' + name:34}{count:8}" for name, count in tally.refused.most_common(15)]
