"""Fixtures: real databases. Each test that takes ``store`` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import text

from db.stores.postgres import PostgresStore, open_postgres
from db.stores.store import Store
from db.stores.upgrade import open_store, upgrade
from db.tables import metadata
from tests import postgres
from tests.migrated import migrated

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file, copied for each test."""
    path = tmp_path_factory.mktemp("template") / "longtable.db"
    path.write_bytes(migrated())
    return path


@pytest.fixture(scope="session")
def postgres_folder() -> Iterator[Path]:
    """A running server; skips only where no binaries of PostgreSQL exist."""
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("PostgreSQL's server binaries are not installed")
    with postgres.server(programs) as folder:
        yield folder


@pytest.fixture(scope="session")
def postgres_url(postgres_folder: Path) -> str:
    """A migrated database on the server."""
    url = postgres.url(postgres_folder)
    asyncio.run(upgrade(url, now=NOW))
    return url


EMPTY = """
DO $$
DECLARE name text;
BEGIN
    SET LOCAL session_replication_role = replica;  -- rows in any order: what refers to them goes too
    FOREACH name IN ARRAY ARRAY[{tables}] LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false)
        FROM pg_sequences WHERE last_value IS NOT NULL;
END $$
"""
"""Some milliseconds, where TRUNCATE makes new files for every table and index."""


async def emptied(url: str) -> None:
    """Remove all rows and begin numbers anew."""
    store = compiled_once(url)
    tables = ", ".join(f"'{table.name}'" for table in metadata.sorted_tables)
    try:
        async with store.engine.begin() as connection:
            await connection.execute(text(EMPTY.format(tables=tables)))
    finally:
        await store.close()


@cache
def compiled_once(url: str) -> PostgresStore:
    """
    A store for test after test: closed at the end of each, it connects anew in the next one's loop.

    Its engine keeps the statements that it has compiled for PostgreSQL, which takes longer than running them.
    """
    return open_postgres(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty, migrated database of each kind."""
    if request.param == "postgres":
        url: str = request.getfixturevalue("postgres_url")
        asyncio.run(emptied(url))
        return url
    path = tmp_path / "longtable.db"
    shutil.copy(request.getfixturevalue("sqlite_template"), path)
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """An open store of each kind."""
    sqlite = database.startswith("sqlite")
    opened = await open_store(database, now=NOW) if sqlite else compiled_once(database)
    yield opened
    await opened.close()
