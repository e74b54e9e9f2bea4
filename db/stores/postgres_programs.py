"""PostgreSQL's own programs, which write and read backups: pg_dump, pg_restore and psql."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

from sqlalchemy import URL

from db.engine import errors
from db.stores.backup_files import BackupFacts

_LIBPQ = {"ssl": "sslmode"}
"""What asyncpg calls otherwise than PostgreSQL's programs do."""


def find_program(name: str) -> str:
    """Return where a program is; raises StoreError if it isn't installed."""
    program = shutil.which(name)
    if program is None:
        raise errors.StoreError(
            f"A backup of PostgreSQL needs its program {name}, which isn't installed here. Install PostgreSQL's client "
            "programs (on Debian: postgresql-client), or make backups where the server runs."
        )
    return program


def address_of(url: URL) -> tuple[str, dict[str, str]]:
    """Return a database's address for the programs, without the password, and an environment that has it."""
    query = {_LIBPQ.get(name, name): value for name, value in url.query.items()}
    plain = url.set(drivername="postgresql", password=None, query=query)
    return plain.render_as_string(), {**os.environ, "PGPASSWORD": url.password or ""}


async def run_program(*command: str, env: dict[str, str] | None = None) -> bytes:
    """Run a program and return what it wrote; raises StoreError with its last words if it failed."""
    process = await asyncio.create_subprocess_exec(
        *command, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    try:
        written, complaint = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        raise errors.StoreError(f"{Path(command[0]).name} failed: {last_line(complaint)}")
    return written


def last_line(complaint: bytes) -> str:
    """Return the last thing a program said."""
    return " ".join(complaint.decode(errors="replace").strip().splitlines()[-1:])


async def dump(url: URL, target: Path) -> None:
    """Write an archive for pg_restore; raises StoreError."""
    program = find_program("pg_dump")
    address, env = address_of(url)
    await run_program(program, "--format=custom", f"--file={target}", address, env=env)


async def inspect_archive(file: Path) -> BackupFacts:
    """Read through a whole archive; raises BadBackup for one that is torn or foreign."""
    program = find_program("pg_restore")
    torn = errors.BadBackup(f"The backup {file} is torn or damaged. Use another one.")
    try:
        tables = (await run_program(program, "--list", str(file))).decode()
        await run_program(program, f"--file={os.devnull}", str(file))
        version = await _read_table(program, file, "alembic_version")
        matches = await _read_table(program, file, "match")
    except errors.StoreError:
        raise torn from None
    if not all(f" TABLE public {name} " in tables for name in ("alembic_version", "match", "entry")):
        raise errors.BadBackup(f"{file} is a database, but not Longtable's.")
    known = version[0].decode() if version else ""
    return BackupFacts(postgres=True, version=known, matches=len(matches))


async def _read_table(program: str, file: Path, table: str) -> list[bytes]:
    """The rows of a table in an archive, a line each."""
    script = await run_program(program, "--data-only", f"--table={table}", "--file=-", str(file))
    _, _, rows = script.partition(b" FROM stdin;\n")
    return rows.partition(b"\n\\.\n")[0].splitlines() if not rows.startswith(b"\\.") else []
