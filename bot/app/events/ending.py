"""Deciding a match that takes longer than its event allows, by the rule announced, or as staff ruled. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from msgspec.structs import replace

from bot.app.changes import Change, played
from bot.app.engine import Play
from bot.app.events.settings import Overrun
from bot.app.outcomes import as_it_stands
from bot.app.tables import Table
from bot.app.turns import play_of
from games.core.game import Outcome
from games.core.seats import Seat
from games.core.text import say


def adjudicated(table: Table, rule: Overrun, *, now: datetime, places: tuple[int, ...] | None = None) -> Change:
    """Make the change that ends a running match by a rule, or with the places that staff ruled; raises Refusal."""
    table.running()
    play = play_of(table, held=True)
    outcome = outcome_by(table, play, rule)
    if places is not None:
        outcome = replace(outcome, places=places)
    outcome = replace(outcome, note=say("app.ended_by_rule"), tie=None)
    play.say(say("app.ended_by_rule"))
    return played(table, play, now=now, outcome=outcome)


def outcome_by(table: Table, play: Play, rule: Overrun) -> Outcome:
    """Return how a match stands by a rule."""
    seats = table.match.seats
    standing = as_it_stands(table, play)
    match rule:
        case Overrun.SCORE:
            return standing
        case Overrun.DRAW:
            return replace(standing, places=(1,) * seats)
        case Overrun.MOVER:
            late = {ask.seat for ask in table.open_asks() if ask.waits}
            order = [(Seat(seat) in late, place) for seat, place in enumerate(standing.places)]
            return replace(standing, places=tuple(1 + sum(other < own for other in order) for own in order))
        case _:
            assert_never(rule)
