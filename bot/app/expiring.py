"""Invitations that nobody fills are closed after a while: a due row in the lobby, which goes when the match starts.

After it was due the row stays beside the closed match, without a time: its card says why the match is over. Pure.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app import announcing, missed_starts, outbox
from bot.app.changes import Change
from bot.app.courier import Kind
from bot.app.members import NOBODY, Gone
from bot.app.records import Receipt
from bot.app.tables import Table
from db.ids import UserId
from db.records import StandingRecord, Status, Wait
from games.core.seats import TABLE
from games.core.text import say

EXPIRES = "~expires"

AFTER_START = timedelta(days=1)
"""An invitation whose start is announced stays open for so long after that time."""


def with_expiry(table: Table, days: int, now: datetime) -> Table:
    """Return a match that is about to be opened with the row that closes it after so many days."""
    due = now + timedelta(days=days)
    row = StandingRecord(
        match=table.match.id,
        ask=EXPIRES,
        seat=TABLE,
        wait=Wait.EXPIRY,
        sealed=False,
        restart=False,
        since=now,
        due=due,
    )
    return replace(table, standing=(*table.standing, row))


def rows(table: Table) -> tuple[StandingRecord, ...]:
    """Return the row, if there is one: it stays while the announced start comes and goes."""
    return tuple(row for row in table.standing if row.wait is Wait.EXPIRY)


def expires(table: Table) -> datetime | None:
    """Return when an open match is closed if nobody fills it; None: never, or it is not open."""
    due = next((row.due for row in rows(table)), None)
    if due is None or table.match.status is not Status.LOBBY:
        return None
    starts = announcing.starts(table)
    return due if starts is None else max(due, starts + AFTER_START)


def has_expired(table: Table) -> bool:
    """Return whether a match was closed because nobody filled it."""
    return table.match.status is Status.CANCELLED and bool(rows(table))


def called(table: Table, now: datetime, *, gone: Gone = NOBODY) -> Change:
    """Make the change of a lobby in which something is due: it is closed, or its announced start is told of.

    ``gone``: who has left its server. Raises Refusal if nothing is due.
    """
    end = expires(table)
    if end is not None and end <= now:
        return _closed(table, now)
    due = [row for row in rows(table) if row.due is not None and row.due <= now]
    if not due:
        return missed_starts.called(table, now, gone=gone)
    later = tuple(replace(row, due=end) if row in due else row for row in table.standing)
    return Change(match=table.match, receipt=Receipt(match=table.match.id, ply=0), standing=later)


def _closed(table: Table, now: datetime) -> Change:
    """Close the match; its card shows it, and its host is told once."""
    record = replace(table.match, status=Status.CANCELLED, finished=now, moved=now)
    days = max(1, round((now - record.created) / timedelta(days=1)))
    text = say("app.expired", match=record.id, title=table.game.spec.title, days=days)
    return Change(
        match=record,
        receipt=Receipt(match=record.id, ply=0, over=True),
        invites=(),
        standing=tuple(replace(row, due=None) for row in rows(table)),
        notices=(
            outbox.row(record, Kind.CARD, now=now),
            outbox.words(record, text, (UserId(record.host),), now=now),
        ),
    )
