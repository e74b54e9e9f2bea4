"""A database file as the bot leaves it after its first start: migrations take longer than most tests."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from db.stores.upgrade import upgrade_sqlite


@cache
def migrated() -> bytes:
    """Migrate an empty SQLite file, once for all tests of a process; its bytes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "longtable.db"
        upgrade_sqlite(path, path.parent / "backups", datetime.now(UTC))
        return path.read_bytes()
