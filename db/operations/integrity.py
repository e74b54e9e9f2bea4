"""What is looked through when the database is checked: matches page by page, and rows whose other half is missing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import cache

from msgspec import Struct
from sqlalchemy import BigInteger, bindparam, func, or_, select

from db.engine.columns import to_millis
from db.engine.statements import Statement
from db.engine.transaction import Repository
from db.ids import GuildId, MatchId
from db.tables import match, metadata

_GUILD = bindparam("guild", type_=BigInteger)
_page = Statement(
    select(match.c.id)
    .where(
        match.c.id > bindparam("after"),
        or_(_GUILD == 0, match.c.guild == _GUILD),
        match.c.moved >= bindparam("since"),
    )
    .order_by(match.c.id)
    .limit(bindparam("most"))
)
_count = Statement(
    select(func.count())
    .select_from(match)
    .where(or_(_GUILD == 0, match.c.guild == _GUILD), match.c.moved >= bindparam("since"))
)


class Orphans(Struct, frozen=True, order=True):
    """So many rows of a table name something in another one that is not there."""

    table: str
    column: str
    parent: str
    rows: int


@cache
def _references() -> tuple[tuple[str, str, str, Statement], ...]:
    """Each column that names a row of another table, with a statement that counts those that name none."""
    found = []
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            parent, column = key.column, key.parent
            there = select(parent).where(parent == column).correlate(table).exists()
            lost = select(func.count()).select_from(table).where(column.is_not(None), ~there)
            found.append((table.name, column.name, parent.table.name, Statement(lost)))
    return tuple(found)


class IntegrityRepository(Repository):
    """What a check of the whole database asks for."""

    def find_matches(
        self, *, after: MatchId, most: int, guild: GuildId | None = None, since: datetime | None = None
    ) -> tuple[MatchId, ...]:
        """Return the next matches by number: of a server, and changed since a moment, if these are given."""
        rows = self._rows(_page, after=after, most=most, guild=guild or 0, since=_millis(since))
        return tuple(MatchId(row[0]) for row in rows)

    def count_matches(self, *, guild: GuildId | None = None, since: datetime | None = None) -> int:
        """Return how many matches there are, with the same meaning."""
        return self._count(_count, guild=guild or 0, since=_millis(since))

    def find_orphans(self) -> Iterator[Orphans]:
        """Yield what names rows that are not there; the database refuses to write such rows."""
        for table, column, parent, lost in _references():
            rows = self._count(lost)
            if rows:
                yield Orphans(table, column, parent, rows)


def _millis(since: datetime | None) -> int:
    return 0 if since is None else to_millis(since)
