"""Opening a database: migrations on SQLite at start-up (after a backup), on PostgreSQL by command only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, make_url

from db.engine import errors
from db.stores.copies import back_up
from db.stores.durability import Durability
from db.stores.file_lock import FileLock, expect_there
from db.stores.health import expect_sound, is_large
from db.stores.sqlite import open_sqlite
from db.stores.store import Store
from db.stores.versions import newest, read_version

if TYPE_CHECKING:
    from db.stores.postgres import PostgresStore

T = TypeVar("T")


async def open_store(
    url: str,
    *,
    now: datetime,
    backups: Path | None = None,
    durability: Durability = Durability.FULL,
    make: bool = True,
    alone: bool = False,
) -> Store:
    """Open the database of an SQLAlchemy URL, its tables being of the newest version.

    On SQLite the file and its tables are made, or migrated after a copy to ``backups`` (beside the file by default);
    ``make`` False: a file that is not there raises Unreachable. ``alone``: for the bot itself, of which only one may
    run on a file; a second raises InUse. On PostgreSQL an older database raises Outdated. All errors are StoreErrors.
    """
    if make_url(url).get_backend_name() == "sqlite":
        path = sqlite_path(url) if make else _require_existing(url)
        lock = FileLock.hold(path) if alone else None
        try:
            await asyncio.to_thread(
                _migrate if alone else upgrade_sqlite, path, backups or path.parent / "backups", now
            )
            opened = await open_sqlite(path, durability=durability, lock=lock)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        if lock is not None:
            lock.mark()
            if is_large(path):
                opened.inspect()
        return opened
    from db.stores import migrating

    store = _open_postgres(url)
    try:
        if await _on_postgres(store, migrating.version_of) != newest():
            raise errors.Outdated
    except BaseException:
        await store.close()
        raise
    return store


async def open_as_it_is(url: str) -> Store:
    """Open a database of whatever version, to copy it. Raises Unreachable for a file that is not there."""
    if make_url(url).get_backend_name() != "sqlite":
        return _open_postgres(url)
    return await open_sqlite(_require_existing(url))


async def upgrade(url: str, *, now: datetime, backups: Path | None = None) -> tuple[str | None, str]:
    """Migrate a database by command, and return the version before and after."""
    if make_url(url).get_backend_name() == "sqlite":
        path = sqlite_path(url)
        return await asyncio.to_thread(upgrade_sqlite, path, backups or path.parent / "backups", now)
    from db.stores import migrating

    store = _open_postgres(url)
    try:
        return await _on_postgres(store, migrating.migrate)
    finally:
        await store.close()


def _open_postgres(url: str) -> PostgresStore:
    """Open a database of PostgreSQL; raises NoDriver without the extra `postgres`."""
    try:
        from db.stores.postgres import open_postgres
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise errors.NoDriver from None
    return open_postgres(url)


async def _on_postgres(store: PostgresStore, work: Callable[[Connection], T]) -> T:
    from db.stores import postgres

    try:
        async with store.engine.begin() as connection:
            return await connection.run_sync(work)
    except postgres.FAULTS as error:
        raise postgres.translate(error) from error


def sqlite_path(url: str) -> Path:
    """Return the file of an SQLite URL. Raises StoreError for a database in memory, which nothing would survive."""
    name = make_url(url).database
    if not name or name == ":memory:":
        raise errors.StoreError("The database must be a file, not in memory.")
    return Path(name)


def _require_existing(url: str) -> Path:
    path = sqlite_path(url)
    if not path.exists():
        raise errors.Unreachable(f"There is no database {path}.")
    return path


def upgrade_sqlite(path: Path, backups: Path, now: datetime) -> tuple[str | None, str]:
    """Make or migrate the file, copying it first if there is something to lose; versions before and after.

    Raises InUse if there is something to migrate while a bot runs on the file: its tables must not change under it.
    """
    if read_version(path) == newest():
        return newest(), newest()
    lock = FileLock.hold(path)
    try:
        return _migrate(path, backups, now)
    finally:
        lock.release()


def _migrate(path: Path, backups: Path, now: datetime) -> tuple[str | None, str]:
    """Make or migrate a file that is locked. Raises Lost or Damaged for one that should not be written to."""
    expect_there(path)
    current = read_version(path) == newest()
    if path.exists():
        expect_sound(path, whole=not (current and is_large(path)))
    if current:
        return newest(), newest()
    from db.stores import migrating

    return migrating.migrate_file(path, before=lambda version: back_up(path, backups, version, now))
