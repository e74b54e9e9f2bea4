"""Large tables in which anybody may be named, looked through ahead of a deletion.

Then the unit of work that takes a person out of them reads few rows: those that name them, and those that may since.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import bindparam, func, select

from db.engine.columns import to_millis
from db.engine.statements import Plain, Row, Statement
from db.engine.transaction import BATCH, Repository, in_batch
from db.notifications.schema import PARKED
from db.privacy.renaming import Renaming
from db.privacy.rules import Where
from db.privacy.selecting import WORDINGS, Wording
from db.tables import UNDER_WAY, outbox, seen

PAGE = 1000
"""Rows that are read together."""
LATE_NUMBERS = 1000
"""Notices before the newest one that may not be stored yet: their numbers are given before."""
LATE_ANSWERS = timedelta(minutes=10)
"""By so much clocks of processes may differ, and answers may be stored late."""


class Suspects(Struct, frozen=True):
    """Rows that may name a person, by table: those with a key of ``rows``, and those from ``since`` on."""

    since: Mapping[str, int]
    rows: Mapping[str, frozenset[Plain]]


class _Scan(Struct, frozen=True):
    """How a table is read: by pages, from a moment or number on, and by keys."""

    wording: Wording
    page: Statement
    since: Statement
    these: Statement


def _make(wording: Wording) -> _Scan:
    (name,) = wording.keys
    key, growing = wording.table.c[name], {"outbox": outbox.c.id, "seen": seen.c.at}[wording.table.name]
    columns = select(key, *(wording.table.c[each] for each in wording.columns))
    page = columns.where(key > bindparam("after")).order_by(key).limit(bindparam("most"))
    return _Scan(
        wording,
        Statement(page),
        Statement(columns.where(growing >= bindparam("since"))),
        Statement(columns.where(in_batch(key))),
    )


FIRST: Mapping[str, Plain] = {"outbox": 0, "seen": ""}
"""Comes before all keys, by table."""
SCANS = {wording.table.name: _make(wording) for wording in WORDINGS if wording.where is Where.ALL}

_newest = Statement(select(func.max(outbox.c.id)))
_unfinished = [Statement(select(outbox.c.id).where(state)) for state in (UNDER_WAY, PARKED)]


class ScanRepository(Repository):
    """Looks through such tables."""

    def begin(self, *, now: datetime) -> Suspects:
        """Note from where on rows are read again, and the notices that aren't finished: those are written back."""
        row = self._row(_newest)
        newest = int(row[0] or 0) if row is not None else 0
        unfinished = frozenset(int(row[0]) for each in _unfinished for row in self._rows(each))
        return Suspects(
            {"outbox": newest - LATE_NUMBERS, "seen": to_millis(now - LATE_ANSWERS)}, {"outbox": unfinished}
        )

    def scan(self, renaming: Renaming, table: str, *, after: Plain) -> tuple[frozenset[Plain], Plain]:
        """Return the keys of the next page's rows that may name a person, and its last key; None: it has no rows."""
        rows = self._rows(SCANS[table].page, after=after, most=PAGE)
        found = frozenset(row[0] for row in rows if any(_concerns(renaming, value) for value in row[1:]))
        return found, rows[-1][0] if rows else None

    def find(self, table: str, suspects: Suspects) -> Iterator[Row]:
        """Yield the rows that may name a person, each once."""
        scan, known = SCANS[table], suspects.rows.get(table, frozenset())
        recent = self._rows(scan.since, since=suspects.since[table])
        yield from recent
        yield from self._find_these(scan.these, known - {row[0] for row in recent})

    def _find_these(self, statement: Statement, keys: Iterable[Plain]) -> Iterator[Row]:
        wanted = list(keys)
        for first in range(0, len(wanted), BATCH):
            batch = wanted[first : first + BATCH]
            yield from self._rows(statement, **{f"id{at}": batch[min(at, len(batch) - 1)] for at in range(BATCH)})


def _concerns(renaming: Renaming, value: bytes | str | None) -> bool:
    if isinstance(value, str):
        return any(each in value for each in (str(renaming.user), *renaming.names))
    return value is not None and renaming.concerns(bytes(value))
