"""Copies of an SQLite file, made before it is migrated."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from db.stores import sqlite

KEPT_BACKUPS = 5
"""Copies made before migrations; older ones go."""


def back_up(path: Path, backups: Path, version: str, now: datetime) -> None:
    """Copy a file of some version to a folder, and remove all but the newest copies there."""
    copy_sqlite(path, backups / f"{path.stem}-{version}-{now.astimezone(UTC):%Y%m%dT%H%M%S}.db")
    made = sorted(backups.glob(f"{path.stem}-*-*.db"), key=lambda file: file.stat().st_mtime)
    for old in made[:-KEPT_BACKUPS]:
        old.unlink()


def copy_sqlite(path: Path, target: Path) -> None:
    """Copy an SQLite database that may be in use."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        try:
            source.backup(copy)
        except sqlite3.Error as error:
            raise sqlite.translate(error) from error
