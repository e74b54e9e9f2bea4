"""Statements as PostgreSQL reads them: compiled once, several of them joined into one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import Executable
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql import ClauseElement

if TYPE_CHECKING:
    from db.engine.statements import Plain

_DIALECT = asyncpg.dialect()  # type: ignore[no-untyped-call]
_PLACE = re.compile(r"\$(\d+)(?:::(\w+))?")
_VALUES = re.compile(r" VALUES \((\$\d+::\w+(?:, \$\d+::\w+)*)\)")


class PostgresText(Struct, frozen=True):
    """A statement with numbered parameters; ``names`` are theirs, in order.

    ``rows``: the same for any number of rows, each parameter being the list of their values; empty if it takes none.
    """

    sql: str
    names: tuple[str, ...]
    rows: str

    def pick(self, params: Mapping[str, Plain]) -> tuple[Plain, ...]:
        """Return the values of the parameters in order."""
        return tuple([params[name] for name in self.names])


def compile_for_postgres(core: Executable) -> PostgresText:
    """Compile a statement. Its constants stand in the text: a plan made for all parameters can use partial indexes."""
    assert isinstance(core, ClauseElement)
    compiled = core.compile(dialect=_DIALECT)
    order: Sequence[str] = getattr(compiled, "positiontup", None) or ()
    constants = {name: value for name, value in compiled.params.items() if value is not None}
    names = tuple(name for name in order if name not in constants)

    def place(found: re.Match[str]) -> str:
        name = order[int(found[1]) - 1]
        if name not in constants:
            return f"${names.index(name) + 1}" + (f"::{found[2]}" if found[2] else "")
        value = constants[name]
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        assert isinstance(value, int), f"{name} is a constant of another kind"
        return str(int(value))

    sql = _PLACE.sub(place, str(compiled).replace("\n", " "))
    return PostgresText(sql, names, _for_rows(sql))


def _for_rows(sql: str) -> str:
    """An insert whose values are all parameters, as one for many rows; they are numbered in their order."""
    found = _VALUES.search(sql)
    if found is None:
        return ""
    lists = found[1].replace(",", "[],") + "[]"
    return f"{sql[: found.start()]} SELECT * FROM unnest({lists}){sql[found.end() :]}"  # noqa: S608  # compiled ones


@cache
def join_reads(sqls: tuple[str, ...]) -> str:
    """Return one statement whose only row holds the rows of several, each as a list (None: it has none)."""
    columns = (
        f"(SELECT array_agg(t) FROM ({sql}) AS t)"  # noqa: S608
        for sql in _renumber(sqls)
    )
    return f"SELECT {', '.join(columns)}"


@cache
def join_writes(sqls: tuple[str, ...], counted: tuple[int, ...]) -> str:
    """Return one statement that does several; its only row says how many rows those at ``counted`` have changed.

    PostgreSQL does them in no certain order, and none sees what another has done.
    """
    parts = (
        f"w{at} AS ({sql if ' RETURNING ' in sql else f'{sql} RETURNING 1'})" for at, sql in enumerate(_renumber(sqls))
    )
    counts = ", ".join(f"(SELECT count(*) FROM w{at})" for at in counted) or "1"  # noqa: S608
    return f"WITH {', '.join(parts)} SELECT {counts}"


def _renumber(sqls: tuple[str, ...]) -> list[str]:
    """Give the parameters of statements that stand one after the other numbers of their own."""
    done, before = [], 0
    for sql in sqls:
        numbers = [int(found[1]) for found in _PLACE.finditer(sql)]
        done.append(re.sub(r"\$(\d+)", lambda found, before=before: f"${int(found[1]) + before}", sql))  # type: ignore[misc]
        before += max(numbers, default=0)
    return done
