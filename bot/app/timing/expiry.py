"""Invitations that nobody fills are closed after a while: a due row in the lobby, which goes when the match starts.

After it was due the row stays beside the closed match, without a time: its card says why the match is over. Pure.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.match.state import MatchState
from bot.app.timing import scheduled_starts
from db.records import PendingKind, PendingRecord, Status
from games.core.seats import TABLE

AFTER_START = timedelta(days=1)
"""An invitation whose start is announced stays open for so long after that time."""


def with_expiry(table: MatchState, days: int, now: datetime) -> MatchState:
    """Return a match that is about to be opened with the row that closes it after so many days."""
    due = now + timedelta(days=days)
    row = PendingRecord(match=table.match.id, kind=PendingKind.EXPIRY, seat=TABLE, since=now, due=due)
    return replace(table, pending=(*table.pending, row))


def rows(table: MatchState) -> tuple[PendingRecord, ...]:
    """Return the row, if there is one: it stays while the announced start comes and goes."""
    return tuple(row for row in table.pending if row.kind is PendingKind.EXPIRY)


def expires(table: MatchState) -> datetime | None:
    """Return when an open match is closed if nobody fills it; None: never, or it is not open."""
    due = next((row.due for row in rows(table)), None)
    if due is None or table.match.status is not Status.LOBBY:
        return None
    starts = scheduled_starts.starts(table)
    return due if starts is None else max(due, starts + AFTER_START)


def has_expired(table: MatchState) -> bool:
    """Return whether a match was closed because nobody filled it."""
    return table.match.status is Status.CANCELLED and bool(rows(table))
