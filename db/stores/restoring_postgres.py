"""Restoring an archive of pg_dump: in one transaction, with the tables that were there in a schema of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, make_url, text

from db.engine import errors
from db.stores import migrating
from db.stores.backup_files import expect_known
from db.stores.postgres import FAULTS, PostgresStore, open_postgres, translate
from db.stores.postgres_programs import address_of, find_program, inspect_archive, last_line
from db.stores.restoring import Restored, settle_restored
from db.tables import metadata

T = TypeVar("T")

CHUNK = 1 << 20
"""Bytes of a script that are handed on together."""


async def restore_archive(url: str, file: Path, *, now: datetime) -> Restored:
    """Restore an archive; raises BadBackup, InUse while anybody else is connected, or another StoreError."""
    facts = await inspect_archive(file)
    expect_known(file, facts.version)
    find_program("psql")
    store = open_postgres(url)
    try:
        tables = await _over(store, _find_tables)
        numbers = await _over(store, _read_numbers) if tables else None
        await store.engine.dispose()
        schema = f"before_{now.astimezone(UTC):%Y%m%dT%H%M%S}".lower()
        await _replace(url, file, _move(schema, tables) if tables else b"")

        def settle(connection: Connection) -> None:
            migrating.migrate(connection)
            settle_restored(connection, numbers, now=now)

        await _over(store, settle)
    finally:
        await store.close()
    return Restored(facts=facts, kept=f"schema {schema}" if tables else "")


async def _over(store: PostgresStore, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction; raises StoreError."""
    try:
        async with store.engine.begin() as connection:
            return await connection.run_sync(work)
    except FAULTS as error:
        raise translate(error) from error


def _find_tables(connection: Connection) -> list[str]:
    """The tables of ours that are there; raises InUse if another program is connected to the database."""
    others = connection.execute(
        text(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    ).scalar_one()
    if others:
        raise errors.InUse(
            f"{others} other connections use this database. Stop all bots and other programs that use it first."
        )
    ours = {*(table.name for table in metadata.sorted_tables), "alembic_version"}
    there = connection.execute(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).scalars()
    return sorted(ours.intersection(there))


def _read_numbers(connection: Connection) -> dict[str, int]:
    """The newest numbers that were given, by table."""
    rows = connection.execute(
        text("SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'public'")
    )
    return {str(name).removesuffix("_id_seq"): int(number) for name, number in rows}


def _move(schema: str, tables: list[str]) -> bytes:
    """What moves tables out of the way, with their indexes and sequences."""
    moves = "".join(f'ALTER TABLE public."{table}" SET SCHEMA "{schema}";\n' for table in tables)
    return f'CREATE SCHEMA "{schema}";\n{moves}'.encode()


async def _replace(url: str, file: Path, before: bytes) -> None:
    """Run the script of an archive after another one, both in one transaction; raises StoreError if anything fails."""
    address, env = address_of(make_url(url))
    reading = await asyncio.create_subprocess_exec(
        find_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(file),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    writing = await asyncio.create_subprocess_exec(
        find_program("psql"), "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1",
        "--output=/dev/null", f"--dbname={address}",
        env=env,
        stdin=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, complaint = await asyncio.gather(_hand_on(reading, writing, before), _drain(writing))
    if await writing.wait() or await reading.wait():
        raise errors.StoreError(f"The backup could not be restored, so nothing has changed: {last_line(complaint)}")


async def _hand_on(reading: asyncio.subprocess.Process, writing: asyncio.subprocess.Process, before: bytes) -> None:
    """Hand one program what the other one writes."""
    assert reading.stdout is not None
    assert writing.stdin is not None
    try:
        writing.stdin.write(before)
        while chunk := await reading.stdout.read(CHUNK):
            writing.stdin.write(chunk)
            await writing.stdin.drain()
        if await reading.wait():
            writing.stdin.write(b"\nSELECT 1/0;\n")  # the script is torn: nothing of it counts
        writing.stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        reading.kill()  # psql has said why


async def _drain(writing: asyncio.subprocess.Process) -> bytes:
    assert writing.stderr is not None
    return await writing.stderr.read()
