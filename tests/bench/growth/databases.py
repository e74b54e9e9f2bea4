"""A filled database of each kind, kept in a folder: it's made once, and copied for no measurement."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from time import perf_counter

from sqlalchemy import Connection, create_engine, event

from db.stores.durability import Durability
from db.stores.postgres import open_postgres
from db.stores.sqlite import open_sqlite
from db.stores.upgrade import upgrade, upgrade_sqlite
from tests import postgres
from tests.bench.growth.filling import Filling
from tests.bench.growth.playing import Plays
from tests.stores import NOW


def play(folder: Path, matches: int) -> Path:
    """Return a file with so many real matches; it's played if it isn't there."""
    path = folder / f"played-{matches}.db"
    if not path.exists():
        unfinished = path.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        asyncio.run(_play(unfinished, matches))
        unfinished.rename(path)
    upgrade_sqlite(path, folder / "backups", NOW)
    return path


async def _play(path: Path, matches: int) -> None:
    upgrade_sqlite(path, path.parent / "backups", NOW)
    store = await open_sqlite(path, durability=Durability.NORMAL)
    await Plays(store).play(matches)
    await store.close()


def grown(folder: Path, played: Path, matches: int, *, on_server: bool) -> AbstractContextManager[str]:
    """Yield the address of a filled database."""
    return server(played, matches) if on_server else sqlite(folder, played, matches)


@contextmanager
def sqlite(folder: Path, played: Path, matches: int) -> Iterator[str]:
    """Yield the address of a filled file."""
    path = folder / f"grown-{matches}.db"
    if not path.exists():
        unfinished = path.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        upgrade_sqlite(unfinished, folder / "backups", NOW)
        engine = create_engine(f"sqlite:///{unfinished}")
        event.listen(engine, "connect", _hurry)
        with engine.connect() as connection:
            _fill(connection, played, matches)
        engine.dispose()
        unfinished.rename(path)
    yield f"sqlite+aiosqlite:///{path}"


def _hurry(connection: object, _record: object) -> None:
    """Nothing is lost if this fails halfway: it's made again."""
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000", "temp_store = FILE"):
        connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]


@contextmanager
def server(played: Path, matches: int) -> Iterator[str]:
    """Yield the address of a filled database on a private PostgreSQL server, which goes afterwards."""
    programs = postgres.binaries()
    if programs is None:
        raise SystemExit("PostgreSQL's server binaries are not installed")
    with postgres.server(programs) as at:
        url = postgres.url(at)
        asyncio.run(upgrade(url, now=NOW))
        asyncio.run(_fill_server(url, played, matches))
        yield url


async def _fill_server(url: str, played: Path, matches: int) -> None:
    store = open_postgres(url)
    async with store.engine.connect() as connection:
        await connection.run_sync(_fill, played, matches)
    async with store.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.exec_driver_sql("VACUUM ANALYZE")
    await store.close()


def _fill(connection: Connection, played: Path, matches: int) -> None:
    began = perf_counter()
    for what in Filling(connection, matches).fill(played):
        print(f"{perf_counter() - began:6.0f} s  {what}", flush=True)
