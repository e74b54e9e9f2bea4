"""A private PostgreSQL server for the tests, from the binaries of the system."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]

USER = "longtable"
DATABASE = "longtable"


def binaries() -> Path | None:
    """Return the folder with ``initdb`` and ``pg_ctl``, the newest version first; None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[4]), reverse=True)
    on_path = shutil.which("initdb")
    if found:
        return found[0].parent
    return Path(on_path).resolve().parent if on_path else None


def _as_other_user() -> list[str]:
    """PostgreSQL refuses to run as root: a prefix that runs a command as somebody else."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


def _run(command: Sequence[str | Path]) -> None:
    # Not captured: the server would keep the pipes open. The log lies beside the data.
    subprocess.run(
        [*_as_other_user(), *map(str, command)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )


@contextmanager
def server(programs: Path, *, durable: bool = False) -> Iterator[Path]:
    """Run a server on a socket in a folder of its own, and yield that folder; ``durable``: it writes to the disk."""
    folder = Path(tempfile.mkdtemp(prefix="longtable-pg-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        _run([programs / "initdb", "-D", data, "-U", USER, "-A", "trust", "-N", "-E", "UTF8", "--no-locale"])
        settings = f"-k {folder} -c listen_addresses='' -c fsync={'on' if durable else 'off'} -c max_connections=60"
        _run([programs / "pg_ctl", "-D", data, "-l", folder / "log", "-o", settings, "-w", "start"])
        try:
            create(programs, folder, DATABASE)
            yield folder
        finally:
            _run([programs / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def create(programs: Path, folder: Path, database: str) -> str:
    """Make an empty database on the server; its address."""
    _run([programs / "createdb", "-h", folder, "-U", USER, database])
    return url(folder, database)


def restart(folder: Path) -> None:
    """Stop a server at once, breaking all connections off, and start it again."""
    programs = binaries()
    assert programs is not None
    _run([programs / "pg_ctl", "-D", folder / "data", "-m", "fast", "-w", "restart"])


class Statements:
    """The statements that a server has run, by its own log."""

    _LINE = re.compile(r" LOG:  (?:execute [^:]*|statement): (.*)")

    def __init__(self, log: Path) -> None:
        self._log = log
        self._at = log.stat().st_size

    def take(self) -> list[str]:
        """Return those since the last call, in order."""
        with self._log.open() as log:
            log.seek(self._at)
            text = log.read()
            self._at = log.tell()
        # asyncpg asks once a connection what a list of rows is.
        return [each for each in self._LINE.findall(text) if each.strip() and "typeinfo" not in each]


@asynccontextmanager
async def logged(folder: Path) -> AsyncIterator[Statements]:
    """Let a server log all statements meanwhile."""
    connection = await asyncpg.connect(host=str(folder), user=USER, database=DATABASE)
    try:
        await connection.execute(f"ALTER DATABASE {DATABASE} SET log_statement = 'all'")
        yield Statements(folder / "log")
    finally:
        await connection.execute(f"ALTER DATABASE {DATABASE} RESET log_statement")
        await connection.close()


def url(folder: Path, database: str = DATABASE) -> str:
    """Return the address of a database of the server."""
    return f"postgresql+asyncpg://{USER}@/{database}?host={folder}"


def copy_database(folder: Path, name: str) -> None:
    """Copy the database, which nobody has open, to another one on the server."""
    programs = binaries()
    assert programs is not None, "the server runs"
    _run([programs / "createdb", "-h", folder, "-U", USER, "--template", DATABASE, name])
