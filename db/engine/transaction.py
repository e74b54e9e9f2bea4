"""What all repositories share: running statements and reading records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, bindparam, select

from db.engine.columns import Shape
from db.engine.statements import Driver, Plain, Row, Statement
from db.ids import MatchId, UserId

R = TypeVar("R", bound=Struct)

BATCH = 50
"""How many matches one statement asks for; a shorter list is filled up with 0, which is no match."""


class Repository:
    """What can be done with one aggregate in an open transaction, which all repositories of a ``Tx`` share."""

    def __init__(self, driver: Driver) -> None:
        """Work over the driver's transaction."""
        self._driver = driver

    def _rows(self, statement: Statement, **params: Plain) -> list[Row]:
        """All rows."""
        return list(self._driver.fetch(statement, params))

    def _row(self, statement: Statement, **params: Plain) -> Row | None:
        """The first row, or None."""
        rows = self._driver.fetch(statement, params)
        return rows[0] if rows else None

    def _count(self, statement: Statement, **params: Plain) -> int:
        """The number in the only row."""
        row = self._row(statement, **params)
        assert row is not None, "a count has a row"
        return int(row[0])

    def _records(self, shape: Shape[R], statement: Statement, **params: Plain) -> tuple[R, ...]:
        """All rows as records."""
        return tuple(map(shape.read, self._driver.fetch(statement, params)))

    def _record(self, shape: Shape[R], statement: Statement, **params: Plain) -> R | None:
        """The first row as a record, or None."""
        row = self._row(statement, **params)
        return None if row is None else shape.read(row)

    def _change(self, statement: Statement, **params: Plain) -> int:
        """Change rows; returns how many."""
        return self._driver.change(statement, params)

    def _put(self, shape: Shape[R], statement: Statement, record: R) -> int:
        """Write a record; returns how many rows were changed."""
        return self._driver.change(statement, shape.params(record))

    def _send(self, statement: Statement, **params: Plain) -> None:
        """Change rows, without waiting for it."""
        self._driver.send(statement, params)

    def _send_or(self, missed: Callable[[], Exception], statement: Statement, **params: Plain) -> None:
        """Do the same; there and then, or later, ``missed`` is raised if there were no rows to change."""
        self._driver.send(statement, params, missed)

    def _send_record(self, shape: Shape[R], statement: Statement, record: R) -> None:
        """Write a record, without waiting for it."""
        self._driver.send(statement, shape.params(record))

    def _of_all(
        self, shape: Shape[R], statement: Statement, numbers: Iterable[MatchId | UserId], **more: Plain
    ) -> tuple[R, ...]:
        """Records of many matches or people, asked for in batches by a statement made with ``in_batch``."""
        wanted = list(numbers)
        found: list[R] = []
        for first in range(0, len(wanted), BATCH):
            ids = wanted[first : first + BATCH]
            params: dict[str, Plain] = {f"id{at}": ids[at] if at < len(ids) else 0 for at in range(BATCH)}
            params |= more
            found.extend(map(shape.read, self._driver.fetch(statement, params)))
        return tuple(found)


def in_batch(column: ColumnElement[int]) -> ColumnElement[bool]:
    """Whether the column is one of a batch of ids."""
    return column.in_([bindparam(f"id{at}") for at in range(BATCH)])


def select_all(shape: Shape[R]) -> Select[tuple[object, ...]]:
    """Select the columns of a record."""
    return select(*shape.columns)
