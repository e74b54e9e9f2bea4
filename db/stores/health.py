"""What is wrong with an SQLite file: damage, a disk that takes no writes or is full, and a database that is gone."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from db.engine import errors


def expect_sound(path: Path) -> None:
    """Read through the whole file (a second for each some hundred MB); raises Damaged if its pages do not fit."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            sound = is_sound(connection)
    except sqlite3.Error:
        return  # it cannot be opened at all: whoever opens it next finds out why
    if not sound:
        raise errors.Damaged(f"The database file {path} is damaged, or not a database. Restore it from a backup.")


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with a file."""
    try:
        rows = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        return (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return [tuple(row) for row in rows] == [("ok",)]


def is_on_read_only_disk(path: Path) -> bool:
    """Whether the disk under a file is mounted so that nothing can be written."""
    if not hasattr(os, "statvfs"):
        return False
    try:
        return bool(os.statvfs(path if path.exists() else path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False


LEAST_ROOM = 64 * 1024
"""Bytes below which a disk is full: SQLite's shared memory beside the file, its log's first page and a few more."""


def is_on_full_disk(path: Path) -> bool:
    """Whether no room is left on the disk under a file for what SQLite writes beside it."""
    try:
        return shutil.disk_usage(path if path.exists() else path.parent).free < LEAST_ROOM
    except OSError:
        return False


def explain(error: Exception, path: Path) -> Exception:
    """Return the store's error, or a truer one: a disk mounted read-only or full shows as many things in SQLite."""
    if isinstance(error, errors.ReadOnly | errors.Unreachable) and is_on_read_only_disk(path):
        return errors.ReadOnlyDisk()
    if isinstance(error, errors.Unreachable) and is_on_full_disk(path):
        return errors.DiskFull()
    return error
