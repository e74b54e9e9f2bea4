"""Deciding a match that takes longer than its tournament allows, by the rule announced, or as staff ruled. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, finish_match, outside
from bot.app.match.outcomes import rank_as_it_stands, rank_drawn, rank_equally, rank_waiting
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from bot.app.runtime.failures import RulesFault
from bot.app.tournaments.settings import Overrun
from games.core.game import Outcome
from games.core.text import Text, say, say_name


class Ruling(Struct, frozen=True):
    """The places of a running match by seat, and the name of who set them."""

    places: tuple[int, ...]
    by: str


def adjudicate(table: MatchState, rule: Overrun, *, now: datetime, ruling: Ruling | None = None) -> Change:
    """Make the change that ends a running match by a rule, or as somebody ruled; raises Refusal.

    As somebody ruled also where the game's code fails, so that no points can be counted.
    """
    play = outside(table)
    why = say("app.ended_by_rule") if ruling is None else say("app.ended_by_ruling", name=say_name(ruling.by))
    try:
        with table.guard():
            table.require_position()
            outcome = outcome_by(table, play, rule, why)
    except RulesFault:
        if ruling is None:
            raise
        outcome = rank_equally(table, why)
    if ruling is not None:
        outcome = replace(outcome, places=ruling.places, tie=None)  # its note names who ruled so
    play.say(why)
    return finish_match(table, play, outcome, now=now)


def stop_by_ruling(table: MatchState, now: datetime) -> Change:
    """Make the change that ends a running match because others are to play it; it does not count. Raises Refusal."""
    table.expect_running()
    why = say("app.ended_overturned")
    play = outside(table)
    play.say(why)
    change = finish_match(table, play, replace(rank_equally(table, why), tie=None), now=now)
    users = [seat.user for seat in table.seats if seat.user is not None]
    return replace(change, notices=(*change.notices, outbox.words(change.match, why, users, now=now)))


def outcome_by(table: MatchState, play: TurnRunner, rule: Overrun, note: Text) -> Outcome:
    """Return how a match stands by a rule; ``note`` says that it ended by one."""
    match rule:
        case Overrun.SCORE:
            return rank_as_it_stands(table, play, note)
        case Overrun.DRAW:
            return rank_drawn(table, play, note)
        case Overrun.MOVER:
            return rank_waiting(table, play, [ask.seat for ask in table.open_asks() if ask.waits], note)
        case _:
            assert_never(rule)
