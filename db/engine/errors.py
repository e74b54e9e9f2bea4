"""What can go wrong with the database: each error carries one sentence for people."""

import sqlite3
from collections import Counter

from sqlalchemy.exc import SQLAlchemyError

raised: Counter[str] = Counter()
"""How often this process has met each kind of ``StoreError``."""


class StoreError(Exception):
    """The database cannot be used now; nothing of the unit of work was kept. ``str()`` is a sentence for people."""

    sentence = "The database can't be used right now; nothing was changed. Try again in a minute."

    def __init__(self, sentence: str = "") -> None:
        """Take another sentence than the usual one of the class."""
        super().__init__(sentence or self.sentence)
        raised[type(self).__name__] += 1


class DiskFull(StoreError):
    """No room is left."""

    sentence = "The disk that holds the database is full; nothing was changed. Free some space, then try again."


class ReadOnly(StoreError):
    """The file or the server takes no writes."""

    sentence = "The database is read-only; nothing was changed. Give the bot the right to write to it."


class ReadOnlyDisk(ReadOnly):
    """The disk is mounted so that nobody can write to it."""

    sentence = "The disk that holds the database is mounted read-only; nothing was changed. Remount it read-write."


class Locked(StoreError):
    """Another program holds the file for longer than the busy time-out."""

    sentence = "Another program has locked the database; nothing was changed. Try again in a minute."


class InUse(StoreError):
    """Another bot runs on the same file."""

    sentence = "Another Longtable bot is already using this database. Stop it first, or choose another DATA_DIR."


class Unreachable(StoreError):
    """The file cannot be opened or the server does not answer."""

    sentence = "The database can't be reached; nothing was changed. Check that it exists and is running."


class Damaged(StoreError):
    """The file is no database, or its pages do not fit together."""

    sentence = "The bot's database is damaged, so nothing is saved anymore. Its operator must restore a backup."


class Lost(StoreError):
    """The file is missing or empty although a bot has used it before."""


class BadBackup(StoreError):
    """A file is no backup that can be restored."""


class NoDriver(StoreError):
    """The package that speaks to the server is not installed."""

    sentence = "PostgreSQL needs the package asyncpg. Install it: run `make setup`, or `pip install '.[postgres]'`."


class Newer(StoreError):
    """A later version of the program has migrated the database."""

    sentence = "The database was made by a newer version of Longtable. Install that version, or restore a backup."


class Outdated(StoreError):
    """The tables are those of an earlier version, and nobody has upgraded them."""

    sentence = "The database is from an older version of Longtable. Make a backup, then run `longtable db upgrade`."


class Conflict(Exception):
    """Another writer was first: read again and decide anew."""


class Repeat(Exception):
    """The request was answered before; ``answer`` is what was stored then."""

    def __init__(self, answer: bytes) -> None:
        """Keep the first answer."""
        super().__init__("answered before")
        self.answer = answer


def is_of_driver(error: Exception) -> bool:
    """Return whether an error inside a unit of work is the database's, which the store puts into its own words."""
    return isinstance(error, sqlite3.Error | SQLAlchemyError) or type(error).__module__.startswith("asyncpg")
