"""Reminders of turns that are asked: a ladder over the time left, or an interval of the player's own. Pure.

Each is a row beside that of its ask, so that it outlives a restart; one that the player has overtaken is never told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import REMINDER, Kind, Payload, call_text
from bot.app.match.state import MatchState
from bot.app.timing.calendars import due
from bot.app.timing.timekeeping import calendar_of, silent, term_of
from db.clocks.records import ClockRecord
from db.records import NoticeRecord, PendingKind, PendingRecord
from games.core.seats import AskId, Seat

LADDER = (0.5, 0.8, 0.95)
"""Shares of the time left at which a player is reminded."""

SHORTEST = timedelta(minutes=10)
"""With less time than this nobody is reminded."""

OFF = -1
"""The interval of who wants no reminders; 0 is the ladder, anything else hours."""

MOST_STEPS = 200

_HOUR = timedelta(hours=1)


class _Prefs(Struct, frozen=True):
    """The part of a person's preferences that says when to remind them."""

    remind: int = 0


_prefs = msgspec.json.Decoder(_Prefs)


def interval_of(table: MatchState, seat: int) -> int:
    """Return the hours between two reminders of the player of a seat; 0: the ladder; OFF: none."""
    user = next((row.user for row in table.seats if row.seat == seat), None)
    person = None if user is None else table.people.get(user)
    return 0 if person is None else _prefs.decode(person.prefs).remind


def steps(table: MatchState, row: PendingRecord, clocks: Sequence[ClockRecord]) -> Iterator[datetime]:
    """Yield when the player is reminded of a turn, in order, all before its deadline.

    Never after the second missed turn until one is made: the others would read them for nothing.
    """
    term = term_of(table, row, clocks)
    hours = interval_of(table, row.seat)
    if term is None or row.due is None or hours == OFF:
        return
    if term.length < SHORTEST or any(clock.seat == row.seat and silent(clock) for clock in clocks):
        return
    if hours:
        own = (term.since + number * hours * _HOUR for number in range(1, MOST_STEPS))
        yield from takewhile(lambda at: row.due is not None and at < row.due, own)
        return
    calendar = calendar_of(table, row.seat)
    yield from (due(term.since, share * term.length, calendar) for share in LADDER)


def reminders(
    table: MatchState, rows: Sequence[PendingRecord], clocks: Sequence[ClockRecord], now: datetime
) -> tuple[PendingRecord, ...]:
    """Return a row for the next reminder after ``now`` of each turn that runs out."""
    found = []
    for row in rows:
        if row.kind is PendingKind.SEAT and not row.sealed and row.due is not None:
            step = next((at for at in steps(table, row, clocks) if at > now), None)
            if step is not None:
                found.append(replace(row, kind=PendingKind.REMINDER, due=step))
    return tuple(found)


def due_reminders(table: MatchState, rows: Sequence[PendingRecord], now: datetime) -> list[PendingRecord]:
    """Return those of the reminders whose time has really come: clocks may have stood still since they were made."""
    asks = {row.ask: row for row in rows if row.kind is PendingKind.SEAT}
    return [
        asks[row.ask]
        for row in table.pending
        if row.kind is PendingKind.REMINDER
        and row.ask in asks
        and row.due is not None
        and row.due <= now
        and any(row.due <= at <= now for at in steps(table, asks[row.ask], table.clocks))
    ]


def reminder_notice(table: MatchState, row: PendingRecord, now: datetime) -> NoticeRecord:
    """Return what reminds the player of a turn; ``renew`` says what becomes of it at its delivery."""
    ask = (Seat(row.seat), AskId(row.ask))
    return outbox.row(table.match, Kind.WORD, now=now, told=Payload(asked=(ask,), text=call_text(REMINDER, ask)))


def is_reminder(told: Payload) -> bool:
    """Return whether a row of the outbox reminds somebody of a turn."""
    return told.text is not None and told.text.id == REMINDER


def renew(table: MatchState, told: Payload, now: datetime) -> Payload | None:
    """Return a reminder as it is true when it is delivered, which may be long after; None once the time is up.

    The time left is told from the state of that moment.
    """
    asked = {ask for _, ask in told.asked}
    row = next((row for row in table.pending if row.kind is PendingKind.SEAT and AskId(row.ask) in asked), None)
    return None if row is None or row.due is None or row.due <= now else told
