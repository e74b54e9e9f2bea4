"""A lock on a database file that ends with the process that holds it, however that ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from db.engine import errors

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        """Lock the first byte, or raise OSError at once."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        """Lock the file, or raise OSError at once."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


USED = b"A Longtable bot keeps its matches in the database beside this file.\n"
"""What the lock file says once a bot has opened the database."""


def expect_there(database: Path) -> None:
    """Raise Lost if the database is missing or empty although a bot has used it before."""
    mark = FileLock.beside(database)
    if (database.exists() and database.stat().st_size) or not mark.exists() or not mark.stat().st_size:
        return
    what = "is empty" if database.exists() else "is missing"
    raise errors.Lost(
        f"The database {database} {what}, although a bot has used it before. Restore it from a backup, "
        f"or remove {mark} to start with a new one."
    )


def _explain(error: OSError, file: Path) -> errors.StoreError:
    """Return why a lock file cannot be made or written."""
    if error.errno == errno.EROFS:
        return errors.ReadOnlyDisk()
    if error.errno == errno.ENOSPC:
        return errors.DiskFull()
    if error.errno in (errno.EACCES, errno.EPERM):
        return errors.ReadOnly()
    return errors.Unreachable(f"The folder of the database can't be used: {error.strerror} ({file}).")


class FileLock:
    """Held from ``hold`` until ``release``. The operating system lets it go when the process dies, also by SIGKILL.

    The lock lies on a file of its own beside the database: closing a second handle of the database file would drop
    SQLite's own locks. The file stays there, since removing it would let two processes lock two files of one name.
    """

    def __init__(self, handle: int, file: Path) -> None:
        """Use ``hold`` instead."""
        self._handle: int | None = handle
        self._file = file

    @classmethod
    def hold(cls, database: Path) -> FileLock:
        """Take the lock of a database file; raises InUse if another process has it, else why it can't be taken."""
        file = cls.beside(database)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise _explain(error, file) from error
        try:
            _lock(handle)
        except OSError as error:
            os.close(handle)
            raise errors.InUse(
                f"Another Longtable bot is already using {database}. Stop it first, or choose another DATA_DIR."
            ) from error
        return cls(handle, file)

    @staticmethod
    def beside(database: Path) -> Path:
        """Return the file that is locked."""
        real = database.resolve()
        return real.with_name(f"{real.name}.lock")

    def mark(self) -> None:
        """Note in the file that the database is in use from now on: if it is gone one day, it was lost."""
        if self._handle is not None and not os.fstat(self._handle).st_size:
            try:
                os.write(self._handle, USED)
            except OSError as error:
                raise _explain(error, self._file) from error

    def release(self) -> None:
        """Let the lock go; a second time does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
