"""One unit of work on a connection of asyncpg: few statements, and a transaction only from the first one on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.util import await_only

from db.engine import errors
from db.engine.postgres_text import join_reads, join_writes
from db.engine.statements import Plain, Row, Statement
from db.stores.postgres_pool import BROKEN
from db.stores.store import Work
from db.tx import Tx

T = TypeVar("T")

READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
WRITE = "BEGIN"

Question = tuple[Statement, tuple[Plain, ...]]


class NotShort(Exception):
    """A unit of work that was to ask once asks more than that."""


class _Asked(BaseException):
    """Ends a call that was made only to hear what it asks."""


class PostgresDriver:
    """Runs the statements of one unit of work, inside ``greenlet_spawn``.

    ``begin``: the statement that begins its transaction. Without one, each statement is a transaction of its own, and
    only one may be asked. ``silence``: seconds that a statement may take, if not the usual.
    """

    def __init__(self, connection: asyncpg.Connection, begin: str = "", *, silence: float | None = None) -> None:
        """Ask nothing yet."""
        self._connection = connection
        self._begin = begin
        self._silence = silence
        self._begun = self._asked = False
        self._answers: dict[Question, Sequence[Row]] = {}
        self._hearing: dict[Question, None] | None = None
        self._writes = _Writes()
        self.committing = False
        """Whether the end of the transaction was asked for: nobody knows what became of it until that is answered."""

    def do(self, work: Work[T]) -> T:
        """Do a unit of work, and commit it."""
        try:
            result = work(Tx(self))
            self._flush()
            if self._begun:
                self.committing = True
                if self._wait(self._connection.execute("COMMIT")) != "COMMIT":
                    raise errors.StoreError  # a statement had failed, and the work went on all the same
        except Exception:
            if self._begun and not self._connection.is_closed():
                with suppress(asyncpg.PostgresError, *BROKEN):  # then the server undoes it by itself
                    await_only(self._connection.execute("ROLLBACK"))
            raise
        return result

    def fetch(self, statement: Statement, params: Mapping[str, Plain]) -> Sequence[Row]:
        """Run a statement and return all rows; what was read before and nothing written since isn't asked again."""
        question = (statement, statement.postgres.pick(params))
        if self._hearing is not None:
            self._hearing[question] = None
            raise _Asked
        known = self._answers.get(question)
        if known is not None:
            return known
        self._flush()
        rows: Sequence[Row] = self._ask(statement.postgres.sql, question[1])
        if statement.holds:
            self._forget(statement.table)
        elif statement.writes:
            self._answers.clear()
        else:
            self._answers[question] = rows
        return rows

    def change(self, statement: Statement, params: Mapping[str, Plain]) -> int:
        """Run a statement and return how many rows it changed."""
        self._flush()
        self._answers.clear()
        return self._count(statement.postgres.sql, statement.postgres.pick(params))

    def send(
        self, statement: Statement, params: Mapping[str, Plain], expect: Callable[[], Exception] | None = None
    ) -> None:
        """Run a statement together with others, before anything is asked and at the end of the unit of work."""
        values = statement.postgres.pick(params)
        if not self._writes.take(statement, values, expect):
            self._flush()
            self._writes.take(statement, values, expect)
        self._forget(statement.table)

    def read_ahead(self, *reads: Callable[[], object]) -> None:
        """Hear what these calls ask, and ask all of it in one statement."""
        asked: dict[Question, None] = {}
        self._hearing = asked
        try:
            for read in reads:
                with suppress(_Asked):
                    read()
        finally:
            self._hearing = None
        questions = [question for question in asked if question not in self._answers]
        if len(questions) < 2:
            return
        self._flush()
        sql = join_reads(tuple(statement.postgres.sql for statement, _ in questions))
        (row,) = self._ask(sql, tuple(value for _, values in questions for value in values))
        self._answers.update(zip(questions, (rows or () for rows in row), strict=True))

    def _forget(self, table: str) -> None:
        """Forget what was read of a table that is written now. All else stays as it was read: nobody waited for it."""
        self._answers = {asked: rows for asked, rows in self._answers.items() if table not in asked[0].tables}

    def _flush(self) -> None:
        """Run what was sent."""
        if not self._writes.groups:
            return
        writes, self._writes = self._writes, _Writes()
        expected = writes.expected
        try:
            if len(writes.groups) == 1:
                counts = [self._count(writes.groups[0].sql, writes.values)]
            else:
                sql = join_writes(tuple(group.sql for group in writes.groups), tuple(expected))
                counts = list(self._ask(sql, writes.values)[0])
        except asyncpg.ForeignKeyViolationError as error:
            if expected:  # what it belongs to is gone, so that the expected row is not there either
                raise errors.Conflict from error
            raise
        for count, expect in zip(counts, expected.values(), strict=False):
            if not count:
                raise expect()

    def _count(self, sql: str, values: Sequence[Any]) -> int:
        self._enter()
        status: str = self._wait(self._connection.execute(sql, *values, timeout=self._silence))
        return int(status.rsplit(" ", 1)[-1])

    def _ask(self, sql: str, values: Sequence[Any]) -> Sequence[Row]:
        self._enter()
        rows: Sequence[Row] = self._wait(self._connection.fetch(sql, *values, timeout=self._silence))
        return rows

    def _enter(self) -> None:
        """Begin the transaction before the first statement."""
        if not self._begin:
            if self._asked:
                raise NotShort
            self._asked = True
        elif not self._begun:
            self._begun = True
            self._wait(self._connection.execute(self._begin))

    def _wait(self, answer: Awaitable[T]) -> T:
        """Wait for an answer; a connection over which none comes in time is lost."""
        try:
            return await_only(answer)
        except TimeoutError as error:
            self._connection.terminate()
            raise asyncpg.InterfaceError("no answer came in time") from error


class _Group:
    """Rows that one statement writes, or one that a statement must find."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.rows: list[tuple[Plain, ...]] = []
        self.keys: set[tuple[Plain, ...]] = set()
        self.expect: Callable[[], Exception] | None = None

    @property
    def sql(self) -> str:
        """The statement as it takes ``values``."""
        text = self.statement.postgres
        return text.sql if self.expect is not None or not text.rows else text.rows

    @property
    def values(self) -> Sequence[Any]:
        """The parameters: one list a column where it takes many rows."""
        alone = self.sql is self.statement.postgres.sql
        return self.rows[0] if alone else [list(column) for column in zip(*self.rows, strict=True)]


class _Writes:
    """What was sent and not run yet: writes of which no two are of one row, since they are done in any order."""

    def __init__(self) -> None:
        self.groups: list[_Group] = []

    def take(self, statement: Statement, values: tuple[Plain, ...], expect: Callable[[], Exception] | None) -> bool:
        """Take one more write, unless it may be of a row that another one writes."""
        names = statement.postgres.names
        key = tuple(values[names.index(name)] for name in statement.key) if statement.key else None
        for group in self.groups:
            if group.statement.table != statement.table or statement.is_new or group.statement.is_new:
                continue
            if key is None or group.statement.key is None or key in group.keys:
                return False
        own = (group for group in self.groups if group.statement is statement and group.expect is None)
        found = next(own, None) if statement.postgres.rows and expect is None else None
        if found is None:
            found = _Group(statement)
            self.groups.append(found)
        found.rows.append(values)
        found.expect = expect
        if key is not None:
            found.keys.add(key)
        return True

    @property
    def values(self) -> list[Any]:
        """The parameters of all, one after the other."""
        return [value for group in self.groups for value in group.values]

    @property
    def expected(self) -> dict[int, Callable[[], Exception]]:
        """Which of them must change a row, and what to raise otherwise."""
        return {at: group.expect for at, group in enumerate(self.groups) if group.expect is not None}
