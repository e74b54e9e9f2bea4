"""What is done to a running match from outside its rules, by its host or the staff: more time, and the end."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app import waits
from bot.app.changes import Change, announced, played
from bot.app.outcomes import ended_as_it_stands
from bot.app.paces import Banked
from bot.app.refusals import refuse
from bot.app.tables import Table
from bot.app.turns import play_of
from games.core.seats import Seat
from games.core.text import Text

MOST_HOURS = 30 * 24
"""Hours that can be given at a time."""


def extended(table: Table, seat: Seat, hours: int, text: Text, now: datetime) -> Change:
    """Make the change that gives a seat so many hours, beyond the cap if need be; ``text`` says so to all."""
    if not 1 <= hours <= MOST_HOURS:
        raise refuse("TOO_LONG", "extend_long", most=MOST_HOURS)
    clock = table.clock_of(seat)
    if clock is None or not isinstance(table.pace, Banked):
        raise refuse("NO_BANK", "extend_banked")
    clock = replace(clock, left=clock.left + timedelta(hours=hours) // timedelta(milliseconds=1))
    clocks = tuple(clock if each.seat == seat else each for each in table.clocks)
    standing = waits.retold(table, table.standing, clocks, now)
    return replace(announced(table, text, now=now), clocks=(clock,), standing=standing)


def ended(table: Table, text: Text, note: Text, now: datetime) -> Change:
    """Make the change that ends a match by the score as it stands.

    ``text`` stands in its log, ``note`` beside its result: it is not a win that anybody played for.
    """
    play = play_of(table, held=True)
    play.say(text)
    return played(table, play, now=now, outcome=ended_as_it_stands(table, play, note), told=(text,))
