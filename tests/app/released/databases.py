"""A database of a released version, on SQLite as that left it, and on PostgreSQL with the same rows."""

from __future__ import annotations

import lzma
import sqlite3
from pathlib import Path

from alembic import command
from sqlalchemy import Connection, text

from db.stores import migrating
from db.stores.postgres import open_postgres

FOLDER = Path(__file__).parent
VERSIONS = {"0.2.0": "0010"}
"""The last migration of each release that has a file here."""

_NUMBERS = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND column_default LIKE 'nextval%'
"""


def write_sqlite(release: str, path: Path) -> str:
    """Write the file; its address."""
    path.write_bytes(lzma.decompress((FOLDER / f"{release}.db.xz").read_bytes()))
    return f"sqlite+aiosqlite:///{path}"


async def fill_postgres(release: str, path: Path, url: str) -> None:
    """Give an empty database the tables of the release and the rows of its file, which is written to ``path``."""
    write_sqlite(release, path)
    store = open_postgres(url)
    try:
        async with store.engine.begin() as connection:
            await connection.run_sync(lambda opened: _fill(opened, VERSIONS[release], path))
    finally:
        await store.close()


def _fill(connection: Connection, version: str, path: Path) -> None:
    command.upgrade(migrating._config(connection), version)
    connection.execute(text("SET LOCAL session_replication_role = replica"))  # rows in any order
    file = sqlite3.connect(path)
    file.row_factory = sqlite3.Row
    names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for name in names:
        rows = [dict(row) for row in file.execute(f'SELECT * FROM "{name}"')]
        if rows and name not in {"alembic_version", "sqlite_sequence"}:
            columns, values = ", ".join(f'"{each}"' for each in rows[0]), ", ".join(f":{each}" for each in rows[0])
            connection.execute(text(f'INSERT INTO "{name}" ({columns}) VALUES ({values})'), rows)
    for name, column in connection.execute(text(_NUMBERS)).all():
        connection.execute(
            text(f"SELECT setval(pg_get_serial_sequence('\"{name}\"', '{column}'), max({column})) FROM \"{name}\"")
        )
    file.close()
