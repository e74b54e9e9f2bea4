"""Versions of the tables: the one that this program has, and that of a file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

STEPS = Path(__file__).parents[1] / "migrations" / "versions"
"""Where the steps lie, one file each."""


def newest() -> str:
    """Return the version that this program's tables have: with it begins the name of the last step's file."""
    return max(file.name.partition("_")[0] for file in STEPS.glob("[0-9]*_*.py"))


def is_known(version: str) -> bool:
    """Return whether this program has the step that leads to a version."""
    return any(file.name.partition("_")[0] == version for file in STEPS.glob("[0-9]*_*.py"))


def read_version(path: Path) -> str | None:
    """Read a file's version without the machinery of migrations, whose import takes half as long as all the rest.

    None: it has none, or cannot be read; migrating finds out why.
    """
    if not path.exists():
        return None
    try:
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    except sqlite3.Error:
        return None
    return str(rows[0][0]) if len(rows) == 1 else None
