"""Files of backups: written whole or not at all, looked through before they count, and let go as they grow old."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from db.engine import errors
from db.stores.health import LEAST_ROOM, is_sound
from db.stores.versions import is_known, newest

SQLITE, POSTGRES = b"SQLite format 3\x00", b"PGDMP"
"""With what the files of both kinds begin."""

AUTOMATIC = "longtable-auto-{:%Y%m%dT%H%M%S}.backup"
"""The name of a backup that the bot makes by itself; only such files are ever deleted again."""

_AUTOMATIC = re.compile(r"longtable-auto-(\d{8}T\d{6})\.backup")


class BackupFacts(Struct, frozen=True, kw_only=True):
    """What a backup holds: of which database, in which version, and how many matches."""

    postgres: bool
    version: str
    matches: int


@contextmanager
def write_whole(target: Path) -> Iterator[Path]:
    """Yield the name of a file beside ``target`` to write; it gets that name at the end, on the disk by then.

    If anything goes wrong, nothing is left. Raises StoreError where nothing can be written.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise errors.ReadOnly(f"The backup cannot be written to {target}: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk, where the system knows how."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def expect_room(target: Path, size: int) -> None:
    """Raise DiskFull unless so many bytes, and some more, are free where a backup is to lie."""
    folder = next((each for each in target.parents if each.exists()), Path())
    if shutil.disk_usage(folder).free < size + size // 10 + LEAST_ROOM:
        raise errors.DiskFull(f"There is no room for a backup of {size // 10**6 + 1} MB at {folder}.")


def is_postgres(file: Path) -> bool:
    """Return whether a backup is of PostgreSQL; raises BadBackup for what is neither that nor of SQLite."""
    try:
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE))
    except FileNotFoundError:
        raise errors.BadBackup(f"There is no file {file}.") from None
    except OSError as error:
        raise errors.BadBackup(f"{file} can't be read: {error.strerror}.") from None
    if not head.startswith((SQLITE, POSTGRES)):
        raise errors.BadBackup(f"{file} isn't a backup of Longtable's database.")
    return head.startswith(POSTGRES)


def inspect_sqlite(file: Path) -> BackupFacts:
    """Read through a whole backup of SQLite; raises BadBackup for one that is torn or foreign."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?immutable=1", uri=True)) as connection:
            if not is_sound(connection):
                raise errors.BadBackup(f"The backup {file} is torn or damaged. Use another one.")
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            matches = connection.execute("SELECT count(*) FROM match").fetchone()
            connection.execute("SELECT count(*) FROM entry").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            raise errors.BadBackup(f"{file} is a database, but not Longtable's.") from None
        raise errors.BadBackup(f"The backup {file} can't be read ({error}).") from None
    except sqlite3.DatabaseError:
        raise errors.BadBackup(f"The backup {file} is torn or damaged. Use another one.") from None
    version = str(rows[0][0]) if rows else ""
    return BackupFacts(postgres=False, version=version, matches=int(matches[0]))


def expect_known(file: Path, version: str) -> None:
    """Raise BadBackup if this program doesn't know the version of a backup."""
    if not is_known(version):
        raise errors.BadBackup(
            f"The backup {file} was made by a newer version of Longtable ({version or 'unknown'}, this one knows "
            f"{newest()}). Install that version first."
        )


def list_automatic(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups that the bot has made by itself, the newest first, each with the time it was made."""
    found = []
    for file in folder.glob("longtable-auto-*.backup"):
        name = _AUTOMATIC.fullmatch(file.name)
        if name is not None:
            found.append((datetime.strptime(name[1], "%Y%m%dT%H%M%S").replace(tzinfo=UTC), file))
    return sorted(found, reverse=True)


def select_old(made: Iterable[tuple[datetime, Path]], *, kept: int, weeks: int) -> list[Path]:
    """Return which backups go: all but the newest ``kept`` and, of what is older, the newest of each of ``weeks``."""
    by_age = sorted(made, reverse=True)
    weekly: dict[tuple[int, int], Path] = {}
    for at, file in by_age[kept:]:
        year, week, _ = at.isocalendar()
        weekly.setdefault((year, week), file)
    safe = set(list(weekly.values())[:weeks])
    return [file for _, file in by_age[kept:] if file not in safe]


class BackupPlan(Struct, frozen=True, kw_only=True):
    """Where backups lie, how often one is made, and how many are kept: the newest, and one of each week before."""

    folder: Path
    every: timedelta
    kept: int
    weeks: int

    def find_newest(self) -> datetime | None:
        """Return when the newest backup was made; None if there is none, or the folder can't be read."""
        try:
            made = list_automatic(self.folder)
        except OSError:
            return None
        return made[0][0] if made else None

    def is_late(self, now: datetime) -> bool:
        """Return whether the newest backup is older than two of the plan's times, or there is none."""
        newest = self.find_newest()
        return newest is None or now - newest > 2 * self.every
