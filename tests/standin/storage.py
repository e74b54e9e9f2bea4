"""The file in which the world lives: one SQLite table for records, one for files, one for the request log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS record (kind TEXT NOT NULL, id INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS blob (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS request (n INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB NOT NULL);
"""


class Storage:
    """
    Written through at once, in write-ahead mode without fsync: a killed process loses nothing, since the pages are in
    the kernel by then. Only a power cut could, and nobody runs tests for that.
    """

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.executescript(_SCHEMA)

    def put(self, kind: str, key: int, *, data: bytes) -> None:
        """Store or replace one record."""
        self._db.execute("INSERT OR REPLACE INTO record VALUES (?, ?, ?)", (kind, key, data))

    def drop(self, kind: str, key: int) -> None:
        """Remove one record, if it is there."""
        self._db.execute("DELETE FROM record WHERE kind = ? AND id = ?", (kind, key))

    def all(self, kind: str) -> Iterator[bytes]:
        """Every record of a kind, by rising id."""
        for (data,) in self._db.execute("SELECT data FROM record WHERE kind = ? ORDER BY id", (kind,)):
            yield data

    def last_id(self) -> int:
        """The highest id of anything stored, 0 in a new file."""
        (last,) = self._db.execute("SELECT max((SELECT max(id) FROM record), (SELECT max(id) FROM blob))").fetchone()
        (records,) = self._db.execute("SELECT coalesce(max(id), 0) FROM record").fetchone()
        return int(last or records)

    def put_blob(self, key: int, data: bytes) -> None:
        """Store the bytes of a file."""
        self._db.execute("INSERT OR REPLACE INTO blob VALUES (?, ?)", (key, data))

    def blob(self, key: int) -> bytes | None:
        """The bytes of a file, or None."""
        row = self._db.execute("SELECT data FROM blob WHERE id = ?", (key,)).fetchone()
        return bytes(row[0]) if row else None

    def log(self, data: bytes) -> None:
        """Append to the request log."""
        self._db.execute("INSERT INTO request (data) VALUES (?)", (data,))

    def logged(self, *, after: int = 0, limit: int = 1000) -> list[tuple[int, bytes]]:
        """Entries of the request log with a number above ``after``, oldest first."""
        rows = self._db.execute("SELECT n, data FROM request WHERE n > ? ORDER BY n LIMIT ?", (after, limit))
        return [(int(n), bytes(data)) for n, data in rows]

    def close(self) -> None:
        """Close the file; nothing may be stored afterwards."""
        self._db.close()
