"""Matches that are stopped until somebody does something about it: no clock runs and nothing is played. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import outbox, pending
from bot.app.changes.change import Calls, Change, announce_in_log, record_turns
from bot.app.changes.outbox import Kind
from bot.app.changes.turns import play_of
from bot.app.match.state import MatchState
from db.clocks.records import FOREVER, ClockStopRecord, StopReason
from db.records import PendingKind, PendingRecord
from games.core.text import Text

_CLOCKED = (PendingKind.SEAT, PendingKind.GRACE, PendingKind.REMINDER, PendingKind.PROPOSAL)
"""What follows from the clocks, and so from what has stopped them."""


def stop_match(table: MatchState, why: StopReason, text: Text, now: datetime) -> Change:
    """Make the change that stops a match that runs; ``text`` says so to all."""
    stop = ClockStopRecord(id=0, match=table.match.id, user=None, why=why, starts=now, ends=FOREVER)
    after = replace(table, clock_stops=(*table.clock_stops, stop))
    rows = pending.retold(after, table.pending, table.clocks, now)
    return replace(announce_in_log(table, text, now=now), clock_stops=(stop,), pending=rows)


def resume_match(table: MatchState, stop: ClockStopRecord, text: Text, now: datetime) -> Change:
    """Make the change that lets a match go on: what was held back is done, who is asked is called again.

    Timers have stood still too. Where something else stops it, or its game's code fails, only the clocks follow.
    """
    over = replace(stop, ends=now)
    clock_stops = tuple(over if each.id == stop.id else each for each in table.clock_stops)
    after = replace(table, clock_stops=clock_stops, pending=tuple(_later(table, stop, now)))
    if after.on_hold or table.fault is not None:
        rows = pending.retold(after, after.pending, table.clocks, now)
        return replace(announce_in_log(table, text, now=now), clock_stops=(over,), pending=rows)
    play = play_of(after)
    play.say(text)
    play.run_on()
    waiting = frozenset(pending.find_awaited_seats(table.pending))
    change = record_turns(
        after, play, now=now, told=(text,), calls=Calls(users=table.users_of(waiting - table.resigned))
    )
    said = any(row.kind == Kind.BOARD for row in change.notices)  # the board tells what happened
    word = () if said else (outbox.words(change.match, text, (), now=now),)
    return replace(change, clock_stops=(over,), notices=(*word, *change.notices))


def _later(table: MatchState, stop: ClockStopRecord, now: datetime) -> Iterator[PendingRecord]:
    """The rows, those without a clock later by what they stood through."""
    for row in table.pending:
        yield row if row.kind in _CLOCKED else replace(row, since=row.since + (now - max(stop.starts, row.since)))
