"""Renaming tables and columns in a migration, on both databases, with all that is named after them."""

from __future__ import annotations

from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op


def rename_table(old: str, new: str, *, indexes: Mapping[str, str], columns: Mapping[str, str] | None = None) -> None:
    """Give a table another name. ``indexes`` and ``columns`` are those whose names change with it.

    On PostgreSQL its constraints and the sequence of its numbers follow. SQLite keeps the names of constraints, which
    nothing there goes by; references from other tables follow on both.
    """
    op.rename_table(old, new)
    _rename_in_names(new, old, new)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER SEQUENCE IF EXISTS {old}_id_seq RENAME TO {new}_id_seq")
    rename_columns(new, columns or {}, indexes=indexes)


def rename_columns(table: str, columns: Mapping[str, str], *, indexes: Mapping[str, str]) -> None:
    """Give columns of a table other names, and the indexes that are named after them."""
    for old, new in columns.items():
        op.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{old}" TO "{new}"')
        _rename_in_names(table, old, new)
    for old, new in indexes.items():
        _rename_index(old, new)


def _rename_index(old: str, new: str) -> None:
    """Give an index another name; SQLite can only make it anew."""
    bind = op.get_bind()
    if bind.dialect.name == "postgresql":
        op.execute(f"ALTER INDEX {old} RENAME TO {new}")
        return
    statement = sa.text("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = :name")
    made = str(bind.execute(statement, {"name": old}).scalar_one())
    op.execute(f"DROP INDEX {old}")
    op.execute(made.replace(old, new, 1))


def _rename_in_names(table: str, old: str, new: str) -> None:
    """Give constraints of a table that are named after a part of it the new name, on PostgreSQL."""
    bind = op.get_bind()
    if bind.dialect.name != "postgresql":
        return
    statement = sa.text("SELECT conname FROM pg_constraint WHERE conrelid = CAST(:of AS regclass) AND contype <> 'n'")
    for name in bind.execute(statement, {"of": f'"{table}"'}).scalars().all():
        parts = f"{name}_".replace(f"_{old}_", f"_{new}_", 1)[:-1]
        if parts != name:
            op.execute(f'ALTER TABLE "{table}" RENAME CONSTRAINT {name} TO {parts}')
