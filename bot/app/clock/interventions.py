"""What is done to a running match from outside its rules, by its host or the staff: more time, and the end."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.changes import outbox, pending
from bot.app.changes.change import Change, announce_in_log, deadlines_told, finish_match, outside
from bot.app.changes.outbox import Kind
from bot.app.match.outcomes import rank_as_it_stands, rank_equally
from bot.app.match.paces import Banked
from bot.app.match.records import Receipt
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from bot.app.runtime.failures import RulesFault
from bot.app.runtime.refusals import refuse
from db.records import Status
from games.core.game import Outcome
from games.core.seats import Seat
from games.core.text import Text

MOST_HOURS = 30 * 24
"""Hours that can be given at a time."""


def extend_time(table: MatchState, seat: Seat, hours: int, text: Text, now: datetime) -> Change:
    """Make the change that gives a seat so many hours, beyond the cap if need be; ``text`` says so to all."""
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("TOO_LONG", "extend_long", most=MOST_HOURS)
    clock = table.clock_of(seat)
    if clock is None or not isinstance(table.pace, Banked):
        raise refuse("NO_BANK", "extend_banked")
    clock = replace(clock, left=clock.left + timedelta(hours=hours) // timedelta(milliseconds=1))
    clocks = tuple(clock if each.seat == seat else each for each in table.clocks)
    rows = pending.retold(table, table.pending, clocks, now)
    change = announce_in_log(table, text, now=now)
    told = (*change.notices, *deadlines_told(table, change.match, rows, by=None, now=now))
    return replace(change, clocks=(clock,), pending=rows, notices=told)


def end_match(table: MatchState, text: Text, note: Text, now: datetime) -> Change:
    """Make the change that ends a match by the score as it stands; where the game's code fails, all are equal.

    ``text`` stands in its log, ``note`` beside its result: it is not a win that anybody played for.
    """
    play = outside(table)
    play.say(text)
    outcome = _score(table, play, note)
    return finish_match(table, play, outcome, now=now, told=(text,))


def _score(table: MatchState, play: TurnRunner, note: Text) -> Outcome:
    """The score as it stands, if the game's code can count it."""
    if table.fault is None:
        with suppress(RulesFault), table.guard():
            return rank_as_it_stands(table, play, note)
    return rank_equally(table, note)


def cancel_match(table: MatchState, now: datetime, told: Text) -> Change:
    """Make the change that calls a match off before its start; ``told`` says so to who did it."""
    record = replace(table.match, status=Status.CANCELLED, finished=now, moved=now)
    receipt = Receipt(match=record.id, ply=0, told=(told,), over=True)
    card = outbox.row(record, Kind.CARD, now=now)
    return Change(match=record, receipt=receipt, invites=(), pending=(), notices=(card,))
