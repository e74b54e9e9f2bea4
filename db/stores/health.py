"""What is wrong with an SQLite file: damage, a disk that takes no writes or is full, and a database that is gone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path
from threading import Timer, get_native_id

from db.engine import errors

LOWEST = 19
"""The priority that Linux gives what may wait for everything else."""

LARGE = 200 * 2**20
"""Bytes from which a file isn't read through before the bot serves: that takes a second for some hundred MB."""

SECONDS = 2.0
"""How long a start looks into a large file. What it doesn't come to is read with the rest, in the background."""

VITAL = ("meta", "service", "pending", "reckoning", "draft", "orders", "proposal", "clock_stop", "server", "outbox")
"""Tables without which no match goes on, the most important first."""

_RUNNING = tuple(
    f"SELECT * FROM match INDEXED BY ix_match_alive {rows} WHERE status IN ('lobby', 'running')"  # noqa: S608  # ours
    for rows in (
        "",
        "CROSS JOIN seat AS own ON own.match = match.id",
        "CROSS JOIN clock AS own ON own.match = match.id",
        "CROSS JOIN post AS own ON own.match = match.id",
        "CROSS JOIN snapshot AS own ON own.match = match.id AND own.ply = match.ply",
    )
)


def is_large(path: Path) -> bool:
    """Return whether a file is read through in the background, not before the bot serves."""
    return path.exists() and path.stat().st_size >= LARGE


def expect_sound(path: Path, *, whole: bool) -> None:
    """Read through the whole file, or through what running matches need; raises Damaged if its pages do not fit."""
    try:
        with closing(sqlite3.connect(path, check_same_thread=False)) as connection:
            sound = is_sound(connection) if whole else is_vital_sound(connection)
    except sqlite3.Error:
        return  # it cannot be opened at all: whoever opens it next finds out why
    if not sound:
        raise errors.Damaged(f"The database file {path} is damaged, or not a database. Restore it from a backup.")


def is_vital_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with what running matches need, as far as it comes in ``SECONDS``."""
    timer = Timer(SECONDS, connection.interrupt)
    timer.start()
    try:
        for name in VITAL:
            if not _is_quiet(connection, f"PRAGMA quick_check({name})"):
                return False
        for statement in _RUNNING:
            for _ in connection.execute(statement):
                pass  # whole rows, so that pages are read to which only they lead
    except sqlite3.DatabaseError as error:
        return not _is_damage(error)
    finally:
        timer.cancel()
    return True


def is_sound(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds nothing wrong with a file; raises sqlite3.Error if it can't be read through."""
    try:
        return _is_quiet(connection, "PRAGMA quick_check(1)")
    except sqlite3.DatabaseError as error:
        return _is_unharmed(error)


def is_sound_meanwhile(connection: sqlite3.Connection) -> bool:
    """Do the same as ``is_sound``, on a thread that leaves processor and disk to all others.

    It goes table by table: the log of writes beside the file can't be emptied while one is read.
    """
    if sys.platform == "linux":  # elsewhere it would be the whole process
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), LOWEST)
    try:
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").fetchall()
        return all(_is_quiet(connection, f'PRAGMA quick_check("{name}")') for (name,) in rows)
    except sqlite3.DatabaseError as error:
        return _is_unharmed(error)


def _is_quiet(connection: sqlite3.Connection, check: str) -> bool:
    return [tuple(row) for row in connection.execute(check).fetchall()] == [("ok",)]


def _is_unharmed(error: sqlite3.DatabaseError) -> bool:
    """Return False if an error is one of damage, and raise any other."""
    if not _is_damage(error):
        raise error
    return False


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


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
