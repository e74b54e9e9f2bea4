"""Migrations: on SQLite at start-up after a copy, on PostgreSQL by command; newer ones are refused."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from db.engine.errors import Damaged, Newer, Outdated, StoreError
from db.records import PendingKind, Status
from db.stores import migrating
from db.stores import upgrade as upgrading
from db.stores.copies import KEPT_BACKUPS, copy_sqlite
from db.stores.postgres import open_postgres
from db.stores.upgrade import (
    open_as_it_is,
    open_store,
    sqlite_path,
    upgrade,
    upgrade_sqlite,
)
from db.stores.versions import STEPS, newest
from db.tables import metadata
from games.core.seats import TABLE
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_NICKNAMES, set_back
from tests.stores import NOW


def differences(connection: Connection) -> list[Any]:
    """What the tables lack against what the program expects."""
    found: list[Any] = compare_metadata(MigrationContext.configure(connection), metadata)
    return found


def test_migrated_tables_are_those_the_program_expects(sqlite_template: Path) -> None:
    """
    Steps and declarations agree on SQLite.
    """
    engine = create_engine(f"sqlite:///{sqlite_template}")
    with engine.connect() as connection:
        found = differences(connection)
    engine.dispose()

    assert [] == found


async def test_migrated_tables_are_those_the_program_expects_on_postgresql(postgres_url: str) -> None:
    """
    Steps and declarations agree on PostgreSQL.
    """
    store = open_postgres(postgres_url)
    async with store.engine.connect() as connection:
        found = await connection.run_sync(differences)
    await store.close()

    assert [] == found


async def _set_version(url: str, version: str) -> None:
    await set_back(url, [f"UPDATE alembic_version SET version_num = '{version}'"])


async def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    """
    It is neither opened nor changed, and the sentence says what to do.
    """
    await _set_version(database, "9999")
    with pytest.raises(Newer, match="newer version of Longtable"):
        await open_store(database, now=NOW)
    with pytest.raises(Newer):
        await upgrade(database, now=NOW)
    await _set_version(database, newest())

    assert (newest(), newest()) == await upgrade(database, now=NOW)


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Pretend that the database's version is not the newest any more."""

    def pretend() -> None:
        for module in (upgrading, migrating):
            monkeypatch.setattr(module, "newest", lambda: "later")

    return pretend


async def test_postgresql_is_upgraded_by_command_only(postgres_url: str, older: Callable[[], None]) -> None:
    """
    An older database is not opened; the sentence names the command.
    """
    older()

    with pytest.raises(Outdated, match="longtable db upgrade"):
        await open_store(postgres_url, now=NOW)


def test_an_older_file_is_copied_before_it_is_migrated(
    sqlite_template: Path, tmp_path: Path, older: Callable[[], None]
) -> None:
    """
    The copy carries version and time; only some copies are kept.
    """
    path = Path(tmp_path / "longtable.db")
    copy_sqlite(sqlite_template, path)
    version = newest()
    older()
    backups = tmp_path / "backups"
    for number in range(KEPT_BACKUPS + 2):
        upgrade_sqlite(path, backups, NOW.replace(second=number))
    copies = sorted(file.name for file in backups.iterdir())

    assert KEPT_BACKUPS == len(copies)
    assert f"longtable-{version}-20260301T120006.db" == copies[-1]


async def test_a_new_file_is_made_where_it_should_be(tmp_path: Path) -> None:
    """
    Folders are made too; a second start finds nothing to do and makes no copy.
    """
    url = f"sqlite+aiosqlite:///{tmp_path}/data/longtable.db"
    first = await upgrade(url, now=NOW)
    second = await upgrade(url, now=NOW, backups=tmp_path / "copies")
    store = await open_store(url, now=NOW)
    await store.close()

    assert (None, newest()) == first
    assert (newest(), newest()) == second
    assert not (tmp_path / "copies").exists()


def test_a_database_in_memory_is_refused() -> None:
    """
    Nothing would survive a restart.
    """
    for url in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"):
        with pytest.raises(StoreError, match="in memory"):
            sqlite_path(url)


def test_a_damaged_file_is_not_copied_as_if_it_were_sound(tmp_path: Path) -> None:
    """
    The copy fails with its own sentence.
    """
    path = tmp_path / "x.db"
    path.write_bytes(b"no database at all, but long enough to be read as one" * 100)

    with pytest.raises(Damaged):
        copy_sqlite(path, tmp_path / "copy.db")


def test_a_step_that_breaks_leaves_the_tables_as_they_were(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, older: Callable[[], None]
) -> None:
    """
    Migrations run in a transaction on SQLite too.
    """
    path = tmp_path / "longtable.db"
    copy_sqlite(sqlite_template, path)
    older()

    def broken(config: Any, to: str) -> None:  # noqa: ANN401 - Alembic's
        connection = config.attributes["connection"]
        connection.execute(text("DROP TABLE seat"))
        connection.execute(text("DROP TABLE nothing_of_that_name"))

    monkeypatch.setattr(command, "upgrade", broken)
    with pytest.raises(Exception, match="nothing_of_that_name"):
        upgrade_sqlite(path, tmp_path / "backups", NOW)
    file = sqlite3.connect(path)
    tables = {row[0] for row in file.execute("SELECT name FROM sqlite_master")}
    file.close()

    assert "seat" in tables


async def test_postgresql_is_copied_by_its_own_program(postgres_url: str, tmp_path: Path) -> None:
    """
    Opened as it is, whatever its version.
    """
    store = await open_as_it_is(postgres_url)
    target = await store.backup(tmp_path / "copy.dump")
    await store.close()

    assert b"PGDMP" == target.read_bytes()[:5]


def test_the_newest_version_is_what_the_last_steps_file_begins_with() -> None:
    """
    So that a start with nothing to migrate needs no look at the steps themselves.
    """
    steps = ScriptDirectory(str(STEPS.parent))

    assert newest() == steps.get_current_head()


def test_a_start_with_nothing_to_migrate_leaves_alembic_alone(sqlite_template: Path, tmp_path: Path) -> None:
    """
    Its import takes time, as does that of PostgreSQL's driver and of what pairs tournaments.
    """
    path = tmp_path / "longtable.db"
    shutil.copy(sqlite_template, path)
    code = (
        "import sys, asyncio, bot.cli.run; from datetime import UTC, datetime\n"
        "from db.stores.upgrade import open_store\n"
        "async def start():\n"
        f"    await (await open_store('sqlite+aiosqlite:///{path.as_posix()}', now=datetime.now(UTC))).close()\n"
        "asyncio.run(start())\n"
        "print(sorted({'alembic', 'asyncpg', 'networkx', 'sqlalchemy.ext.asyncio'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert "[]" == told.stdout.strip()


BEFORE_CAPS = "0008"
"""The version of a database that knows no caps yet."""


async def test_open_matches_of_before_are_closed_some_time(database: str) -> None:
    """
    Upgraded with matches in it: those that are open get their row and two weeks, those that run are as they were.
    """
    store = await open_store(database, now=NOW)
    lobby = await new_match(store, status=Status.LOBBY)
    running = await new_match(store, status=Status.RUNNING)
    await store.close()
    await set_back(database, (*SINCE_NICKNAMES, "DROP TABLE nickname", "DROP INDEX ix_match_host"))
    await _set_version(database, BEFORE_CAPS)
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    rows = await store.read(lambda tx: (tx.pending.of_match(lobby.id), tx.pending.of_match(running.id)))
    kept = await store.read(lambda tx: tx.matches.get(running.id))
    await store.close()
    ((row,), none) = rows

    assert ("", PendingKind.EXPIRY, TABLE, lobby.created) == (row.ask, row.kind, row.seat, row.since)
    assert row.due is not None
    assert timedelta(days=13.9) < row.due - datetime.now(UTC) < timedelta(days=14.1)
    assert () == none
    assert running == kept
