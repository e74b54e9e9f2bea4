"""What is due in a match that has not begun: it is closed, or its announced start is told of. Pure."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.lobby import missed_starts
from bot.app.match.records import Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.members import NOBODY, LeftServer
from bot.app.timing import expiry
from db.ids import UserId
from db.records import Status
from games.core.text import say


def act_on_due(table: MatchState, now: datetime, *, gone: LeftServer = NOBODY) -> Change:
    """Make the change of a lobby in which something is due: it is closed, or its announced start is told of.

    ``gone``: who has left its server. Raises Refusal if nothing is due.
    """
    end = expiry.expires(table)
    if end is not None and end <= now:
        return _close(table, now)
    due = [row for row in expiry.rows(table) if row.due is not None and row.due <= now]
    if not due:
        return missed_starts.call_missing(table, now, gone=gone)
    later = tuple(replace(row, due=end) if row in due else row for row in table.pending)
    return Change(match=table.match, receipt=Receipt(match=table.match.id, ply=0), pending=later)


def _close(table: MatchState, now: datetime) -> Change:
    """Close the match; its card shows it, and its host is told once."""
    record = replace(table.match, status=Status.CANCELLED, finished=now, moved=now)
    days = max(1, round((now - record.created) / timedelta(days=1)))
    text = say("app.expired", match=record.id, title=table.game.spec.title, days=days)
    return Change(
        match=record,
        receipt=Receipt(match=record.id, ply=0, over=True),
        invites=(),
        pending=tuple(replace(row, due=None) for row in expiry.rows(table)),
        notices=(
            outbox.row(record, Kind.CARD, now=now),
            outbox.words(record, text, (UserId(record.host),), now=now),
        ),
    )
