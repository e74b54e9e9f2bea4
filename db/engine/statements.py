"""Statements of SQLAlchemy Core, compiled once for the bare SQLite driver and handed whole to PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Executable, Insert, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ClauseElement

Plain: TypeAlias = int | str | bytes | None
"""What a column holds: both drivers take and give these without any conversion."""

Row: TypeAlias = Sequence[Any]

_SQLITE = sqlite.dialect(paramstyle="qmark")


class Statement:
    """A statement for both databases; ``sqlite_only`` replaces it on SQLite where the syntax differs."""

    def __init__(self, core: Executable, sqlite_only: Executable | None = None) -> None:
        """Compile for SQLite at once: a mistake shows when the module is loaded."""
        self.core = core
        element = core if sqlite_only is None else sqlite_only
        assert isinstance(element, ClauseElement)
        compiled = element.compile(dialect=_SQLITE)
        self.sql = str(compiled)
        self._names: tuple[str, ...] = tuple(getattr(compiled, "positiontup", None) or ())
        constants = compiled.params
        self._constants = {name: constants[name] for name in self._names if constants[name] is not None}
        self._bound = tuple(dict.fromkeys(name for name in self._names if name not in self._constants))

    def positional(self, params: Mapping[str, Plain]) -> list[Plain]:
        """Return the parameters in the order of the question marks."""
        if self._constants:
            params = {**self._constants, **params}
        return [params[name] for name in self._names]

    def pick(self, params: Mapping[str, Plain]) -> dict[str, Plain]:
        """Return the parameters that the statement binds; Core would take others for further columns."""
        return {name: params[name] for name in self._bound}


def upsert(table: Table, *, update: bool = True) -> Statement:
    """Insert a row of all columns; where its primary key exists, overwrite the rest, or leave it (``update=False``)."""
    keys = [column.name for column in table.primary_key]
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in table.columns}

    def build(insert: Callable[[Table], Any]) -> Executable:
        made = insert(table).values(values)
        if not update:
            return made.on_conflict_do_nothing(index_elements=keys)  # type: ignore[no-any-return]
        rest = {name: made.excluded[name] for name in values if name not in keys}
        return made.on_conflict_do_update(index_elements=keys, set_=rest)  # type: ignore[no-any-return]

    return Statement(build(postgresql.insert), build(sqlite.insert))


def insert_all(table: Table, *, but: Sequence[str] = ()) -> Insert:
    """Insert a row of all columns, each bound by its name, except those named."""
    return table.insert().values({c.name: bindparam(c.name) for c in table.columns if c.name not in but})


class Driver(Protocol):
    """One open transaction of one database."""

    def fetch(self, statement: Statement, params: Mapping[str, Plain]) -> Sequence[Row]:
        """Run a statement and return all rows."""
        ...

    def change(self, statement: Statement, params: Mapping[str, Plain]) -> int:
        """Run a statement and return how many rows it changed."""
        ...
