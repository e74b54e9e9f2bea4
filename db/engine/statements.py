"""Statements of SQLAlchemy Core, compiled once for the bare drivers of both databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from sqlalchemy import ColumnElement, Executable, Insert, Table, UpdateBase, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.visitors import iterate

from db.engine.postgres_text import PostgresText, compile_for_postgres

Plain: TypeAlias = int | str | bytes | None
"""What a column holds: both drivers take and give these without any conversion."""

Row: TypeAlias = Sequence[Any]

_SQLITE = sqlite.dialect(paramstyle="qmark")


class Statement:
    """A statement for both databases; ``sqlite_only`` replaces it on SQLite where the syntax differs.

    ``key``: the parameters that name the one row it writes, in the order of the table's primary key. Of an insert that
    is known, unless the database counts the rows: these are always others than those that are there. ``holds``: it
    only keeps others from changing a row, which is about nothing else that the unit of work has read.
    """

    def __init__(
        self,
        core: Executable,
        sqlite_only: Executable | None = None,
        *,
        key: tuple[str, ...] | None = None,
        holds: bool = False,
    ) -> None:
        """Compile for SQLite at once: a mistake shows when the module is loaded."""
        self.core = core
        self.holds = holds
        self.writes = isinstance(core, UpdateBase)
        target: Table | None = getattr(core, "table", None) if self.writes else None
        self.table = "" if target is None else target.name
        element = core if sqlite_only is None else sqlite_only
        assert isinstance(element, ClauseElement)
        compiled = element.compile(dialect=_SQLITE)
        self.sql = str(compiled)
        self._names: tuple[str, ...] = tuple(getattr(compiled, "positiontup", None) or ())
        constants = compiled.params
        self._constants = {name: constants[name] for name in self._names if constants[name] is not None}
        bound = {name for name in self._names if name not in self._constants}
        own = tuple(target.primary_key.columns.keys()) if target is not None and isinstance(core, Insert) else None
        self.is_new = own is not None and not bound.issuperset(own)
        """Whether it inserts a row that has no key before."""
        self.key = key or (None if self.is_new else own)

    @cached_property
    def tables(self) -> frozenset[str]:
        """The tables that it reads or writes."""
        assert isinstance(self.core, ClauseElement)
        return frozenset(each.name for each in iterate(self.core) if isinstance(each, Table))

    @cached_property
    def postgres(self) -> PostgresText:
        """The statement as PostgreSQL reads it."""
        return compile_for_postgres(self.core)

    def positional(self, params: Mapping[str, Plain]) -> list[Plain]:
        """Return the parameters in the order of the question marks."""
        if self._constants:
            params = {**self._constants, **params}
        return [params[name] for name in self._names]


def upsert(table: Table, *, update: bool = True, **made: ColumnElement[Any]) -> Statement:
    """Insert a row of all columns; where its primary key exists, overwrite the rest, or leave it (``update=False``).

    ``made``: columns whose values the database makes; all others are bound by their names.
    """
    keys = [column.name for column in table.primary_key]
    values: dict[str, Any] = {column.name: bindparam(column.name) for column in table.columns} | made

    def build(insert: Callable[[Table], Any]) -> Executable:
        row = insert(table).values(values)
        if not update:
            return row.on_conflict_do_nothing(index_elements=keys)  # type: ignore[no-any-return]
        rest = {name: row.excluded[name] for name in values if name not in keys}
        return row.on_conflict_do_update(index_elements=keys, set_=rest)  # type: ignore[no-any-return]

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

    def send(
        self, statement: Statement, params: Mapping[str, Plain], expect: Callable[[], Exception] | None = None
    ) -> None:
        """Run a statement that nobody waits for: together with others, before anything else is asked.

        ``expect``: what to raise, then, if it has changed no row.
        """
        ...

    def read_ahead(self, *reads: Callable[[], object]) -> None:
        """Ask what these calls will ask, each with its first statement, all at once: they find it afterwards."""
        ...
