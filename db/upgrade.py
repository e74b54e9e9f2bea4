"""Opening a database: migrations on SQLite at start-up (after a backup), on PostgreSQL by command only."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from db import errors, postgres_store, sqlite_store
from db.durability import Durability
from db.postgres_store import open_postgres
from db.sqlite_store import open_sqlite
from db.store import Store

T = TypeVar("T")

KEPT_BACKUPS = 5
"""Copies made before migrations; older ones go."""


def _config(connection: Connection | None = None) -> Config:
    """Where the steps lie, and over what they run."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def newest() -> str:
    """Return the version that this program's tables have."""
    head = _script().get_current_head()
    assert head is not None
    return head


def version_of(connection: Connection) -> str | None:
    """Return the database's version; None: no tables yet. Raises Newer for one that this program does not know."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {step.revision for step in _script().walk_revisions()}:
        raise errors.Newer
    return current


def migrate(connection: Connection) -> tuple[str | None, str]:
    """Bring the tables to the newest version, and return the version before and after."""
    before = version_of(connection)
    if before != newest():
        command.upgrade(_config(connection), "head")
    return before, newest()


async def open_store(
    url: str, *, now: datetime, backups: Path | None = None, durability: Durability = Durability.FULL
) -> Store:
    """Open the database of an SQLAlchemy URL, its tables being of the newest version.

    On SQLite the file and its tables are made, or migrated after a copy to ``backups`` (beside the file by default).
    On PostgreSQL an older database raises Outdated. All errors are StoreErrors.
    """
    if make_url(url).get_backend_name() == "sqlite":
        path = sqlite_path(url)
        await asyncio.to_thread(upgrade_sqlite, path, backups or path.parent / "backups", now)
        return await open_sqlite(path, durability=durability)
    store = open_postgres(url)
    try:
        if await _on_postgres(store, version_of) != newest():
            raise errors.Outdated
    except BaseException:
        await store.close()
        raise
    return store


async def open_as_it_is(url: str) -> Store:
    """Open a database of whatever version, to copy it. Raises Unreachable for a file that is not there."""
    if make_url(url).get_backend_name() != "sqlite":
        return open_postgres(url)
    path = sqlite_path(url)
    if not path.exists():
        raise errors.Unreachable(f"There is no database {path}.")
    return await open_sqlite(path)


async def upgrade(url: str, *, now: datetime, backups: Path | None = None) -> tuple[str | None, str]:
    """Migrate a database by command, and return the version before and after."""
    if make_url(url).get_backend_name() == "sqlite":
        path = sqlite_path(url)
        return await asyncio.to_thread(upgrade_sqlite, path, backups or path.parent / "backups", now)
    store = open_postgres(url)
    try:
        return await _on_postgres(store, migrate)
    finally:
        await store.close()


async def _on_postgres(store: postgres_store.PostgresStore, work: Callable[[Connection], T]) -> T:
    try:
        async with store.engine.begin() as connection:
            return await connection.run_sync(work)
    except postgres_store.FAULTS as error:
        raise postgres_store.translate(error) from error


def sqlite_path(url: str) -> Path:
    """Return the file of an SQLite URL. Raises StoreError for a database in memory, which nothing would survive."""
    name = make_url(url).database
    if not name or name == ":memory:":
        raise errors.StoreError("The database must be a file, not in memory.")
    return Path(name)


def upgrade_sqlite(path: Path, backups: Path, now: datetime) -> tuple[str | None, str]:
    """Make or migrate the file, copying it first if there is something to lose; versions before and after."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = _engine(path)
        try:
            with engine.connect() as connection:
                before = version_of(connection)
            if before is not None and before != newest():
                copy_sqlite(path, backups / f"{path.stem}-{before}-{now.astimezone(UTC):%Y%m%dT%H%M%S}.db")
                _keep_newest(backups, path.stem)
            with engine.begin() as connection:
                return migrate(connection)
        finally:
            engine.dispose()
    except DBAPIError as error:
        raise _translated(error) from error
    except OSError as error:
        raise errors.Unreachable(f"The folder of the database cannot be used: {error.strerror} ({path}).") from error


def _translated(error: DBAPIError) -> Exception:
    return sqlite_store.translate(error.orig) if isinstance(error.orig, sqlite3.Error) else error


def _engine(path: Path) -> Engine:
    """An engine that begins transactions by itself, so that a broken migration leaves nothing behind."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": 5})

    @event.listens_for(engine, "connect")
    def _take_over(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def copy_sqlite(path: Path, target: Path) -> None:
    """Copy an SQLite database that may be in use."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source = sqlite3.connect(path)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    except sqlite3.Error as error:
        raise sqlite_store.translate(error) from error
    finally:
        copy.close()
        source.close()


def _keep_newest(backups: Path, stem: str) -> None:
    """Remove all but the newest copies."""
    made = sorted(backups.glob(f"{stem}-*-*.db"), key=lambda file: file.stat().st_mtime)
    for old in made[:-KEPT_BACKUPS]:
        old.unlink()
