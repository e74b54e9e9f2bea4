"""Putting a backup in the place of a database, which is kept beside it.

What the restored database doesn't know of is taken into account: messages that it still wants to send may have been
sent, and numbers that it would give next may stand in messages of matches that are gone.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, create_engine, func, make_url, select, text, update
from sqlalchemy.pool import NullPool

from db.engine import errors
from db.engine.columns import to_millis
from db.stores.backup_files import BackupFacts, expect_known, expect_room, inspect_sqlite, is_postgres, sync_folder
from db.stores.copies import copy_sqlite
from db.stores.file_lock import FileLock
from db.stores.upgrade import sqlite_path
from db.tables import metadata, outbox

UNKNOWN = 1000
"""So many numbers are left out where nobody can tell any more which were given since the backup was made."""


class Restored(Struct, frozen=True, kw_only=True):
    """What was restored, and where what was there before is kept: a file or a schema; empty if there was nothing."""

    facts: BackupFacts
    kept: str


async def restore(url: str, file: Path, *, now: datetime) -> Restored:
    """Restore a backup in place of the database of an URL, all or nothing, and upgrade it if it is older.

    Raises BadBackup for a file that isn't a backup of that kind, InUse while a bot runs, or another StoreError.
    """
    postgres = make_url(url).get_backend_name() != "sqlite"
    if is_postgres(file) != postgres:
        kinds = ("SQLite", "PostgreSQL")
        raise errors.BadBackup(
            f"{file} is a backup of {kinds[not postgres]}, but DATABASE_URL names a database of {kinds[postgres]}."
        )
    if not postgres:
        return await asyncio.to_thread(_restore_file, sqlite_path(url).resolve(), file, now)
    from db.stores.restoring_postgres import restore_archive

    return await restore_archive(url, file, now=now)


def _restore_file(path: Path, file: Path, now: datetime) -> Restored:
    facts = inspect_sqlite(file)
    expect_known(file, facts.version)
    lock = FileLock.hold(path)
    part = path.with_name(f".{path.name}.restoring")
    try:
        expect_room(path, file.stat().st_size)
        _prepare(part, file, path, now)
        kept = _swap(path, part, now)
        lock.mark()
    except OSError as error:
        raise errors.ReadOnly(f"The database {path} can't be replaced: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)
        lock.release()
    return Restored(facts=facts, kept=kept)


def _prepare(part: Path, file: Path, path: Path, now: datetime) -> None:
    """Make a file that is upgraded and ready, on the disk."""
    from db.stores import migrating

    part.unlink(missing_ok=True)
    copy_sqlite(file, part)
    migrating.migrate_file(part, before=lambda version: None)
    engine = create_engine(f"sqlite:///{part}", poolclass=NullPool)
    with engine.begin() as connection:
        settle_restored(connection, _read_numbers(path), now=now)
    engine.dispose()
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb") as written:
        os.fsync(written.fileno())


def _swap(path: Path, part: Path, now: datetime) -> str:
    """Put a file in the place of the database; where what was there before is, under another name.

    Whatever happens in between, there is a whole database of that name, or as much of one as there was before.
    """
    beside = [path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm")]
    kept = ""
    if path.exists() and path.stat().st_size:
        with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in one file then
        other = path.with_name(f"{path.stem}-before-{now.astimezone(UTC):%Y%m%dT%H%M%S}{path.suffix}")
        for each in beside:
            if each.exists():
                each.rename(other.with_name(each.name.replace(path.name, other.name, 1)))
        os.link(path, other)
        kept = str(other)
    for each in beside:
        each.unlink(missing_ok=True)
    part.replace(path)
    sync_folder(path.parent)
    return kept


def _read_numbers(path: Path) -> Mapping[str, int] | None:
    """The newest numbers of the database that is replaced, by table; None if it can't be read any more."""
    try:
        if not path.exists() or not path.stat().st_size:
            return None
        with closing(sqlite3.connect(path)) as connection:
            return {str(name): int(number) for name, number in connection.execute("SELECT * FROM sqlite_sequence")}
    except sqlite3.Error:
        return None


def settle_restored(connection: Connection, numbers: Mapping[str, int] | None, *, now: datetime) -> None:
    """Let no number be given a second time, and have what waits to be sent looked for on Discord first.

    ``numbers``: the newest ones that were given, by table; None: nobody knows them.
    """
    for table in metadata.sorted_tables:
        keys = list(table.primary_key)
        if len(keys) != 1 or keys[0].name != "id":
            continue
        given = connection.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one()
        known = None if numbers is None else numbers.get(table.name, 0)
        _give_from(connection, table.name, given + UNKNOWN if known is None else max(given, known))
    sent = outbox.c.state == "waiting"
    connection.execute(
        update(outbox)
        .where(sent | (outbox.c.state == "sending"), outbox.c.not_before <= to_millis(now), outbox.c.doubt.is_(None))
        .values(doubt=func.coalesce(outbox.c.sending, outbox.c.created))
    )


def _give_from(connection: Connection, table: str, number: int) -> None:
    """Let the next number of a table be greater than this one."""
    if connection.dialect.name == "sqlite":
        done = connection.execute(
            text("UPDATE sqlite_sequence SET seq = max(seq, :number) WHERE name = :table"),
            {"number": number, "table": table},
        )
        if not done.rowcount:
            connection.execute(
                text("INSERT INTO sqlite_sequence VALUES (:table, :number)"), {"number": number, "table": table}
            )
    elif number:
        connection.execute(
            text("SELECT setval(pg_get_serial_sequence(:table, 'id'), :number)"),
            {"number": number, "table": f'"{table}"'},
        )
