"""The staff log of a server: who did what to whom and why, and a file of all of it for the owner."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import AuditEntry, Place
from bot.app.ratings.exports import File, Form, table
from bot.app.runtime.refusals import WORDS, refuse
from db.audit.records import AuditRecord
from db.ids import MatchId, UserId
from db.tx import Tx
from games.core.language.catalogue import ENGLISH
from games.core.text import Text
from games.core.words import Words

MOST_ENTRIES = 25
"""Entries in one list."""
MOST_EXPORTED = 100_000
"""Entries in one file."""


class LogRow(Struct, frozen=True, kw_only=True):
    """One entry, as it is exported; the time is ISO 8601 in UTC, ids are words, since spreadsheets round numbers."""

    at: str
    by: str
    by_id: str
    what: str
    why: str
    match: int | None
    person_id: str


class StaffLog:
    """What staff did on a server."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def find(
        self, place: Place, *, user: UserId | None = None, match: MatchId | None = None
    ) -> tuple[AuditEntry, ...]:
        """Return what staff has done here, the newest first.

        ``user``: only what they did and what was done to them; ``match``: only what was done with it.
        """
        guild = place.guild
        if guild is None:
            return ()

        def work(tx: Tx) -> tuple[AuditRecord, ...]:
            if user is not None:
                found = tx.audit.of_person(guild, user, most=MOST_EXPORTED if match else MOST_ENTRIES)
                return tuple(row for row in found if match in (None, row.match))[:MOST_ENTRIES]
            if match is not None:
                return tx.audit.of_match(guild, match, most=MOST_ENTRIES)
            return tx.audit.in_guild(guild, most=MOST_ENTRIES)

        return tuple(map(_entry, await self._uow.store.read(work)))

    async def export(self, place: Place, *, form: Form, language: str = ENGLISH) -> File:
        """Return the whole log as a file, the newest entry first; raises Refusal outside servers."""
        guild = place.guild
        if guild is None:
            raise refuse("NO_SERVER", "staff_of_server")
        found = await self._uow.store.read(lambda tx: tx.audit.in_guild(guild, most=MOST_EXPORTED), long=True)
        words = Words(WORDS, language=language)
        rows = [_row(record, words) for record in found]
        if form is Form.CSV:
            return File("staff-log.csv", _table(rows))
        return File("staff-log.json", msgspec.json.format(msgspec.json.encode(rows), indent=2))


def _entry(row: AuditRecord) -> AuditEntry:
    return AuditEntry(row.match, row.name, msgspec.json.decode(row.what, type=Text), row.at, row.why)


def _row(record: AuditRecord, words: Words) -> LogRow:
    return LogRow(
        at=record.at.isoformat(),
        by=record.name,
        by_id=str(record.user),
        what=words(msgspec.json.decode(record.what, type=Text)),
        why=record.why,
        match=record.match,
        person_id="" if record.subject is None else str(record.subject),
    )


def _table(rows: Iterable[LogRow]) -> bytes:
    """Return rows as CSV, names of columns first."""
    names = LogRow.__struct_fields__
    return table([names, *([getattr(row, name) for name in names] for row in rows)])
