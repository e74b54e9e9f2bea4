"""Giving a match up: who can, what it means, and what comes of it."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, finish_match, record_turns
from bot.app.changes.turns import play_of
from bot.app.match import hosts
from bot.app.match.outcomes import ends_by, rank_resigned
from bot.app.match.records import MatchView
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from db.ids import UserId
from games.core.seats import Seat
from games.core.text import say


class Resignation(Struct, frozen=True, kw_only=True):
    """The match as the player sees it, the seat that would be given up, and whether the match ends with that."""

    match_view: MatchView
    seat: Seat
    ends: bool


def giver(table: MatchState, user: UserId) -> Seat:
    """Return the seat that a user can give up; raises Refusal if there is none."""
    table.require_position()
    seat = table.seat_for(user)
    if seat in table.resigned:
        raise refuse("RESIGNED", "has_resigned", match=table.match.id)
    return seat


def resign_seat(table: MatchState, seat: Seat, now: datetime, *, of_tournament: bool = False) -> Change:
    """Make the change by which a seat gives up: with three or more seats it plays on by default moves.

    A host who gives up hands over to the first player who still plays; not in a match ``of_event``, which its organizer
    leads.
    """
    ply = table.match.ply + 1
    seats = tuple(replace(row, resigned=ply) if row.seat == seat else row for row in table.seats)
    left = [row for row in seats if row.resigned is None]
    play = play_of(table)
    play.say(say("app.resigned", seat=seat))
    told = (say("app.resigned_done", match=table.match.id),)
    new: UserId | None = None
    if ends_by(table, left):
        outcome = rank_resigned(table, play, by=seat)
        change = finish_match(table, play, outcome, now=now, by=seat, told=told)
    else:
        after = replace(table, seats=seats)
        play.resigned = after.resigned
        play.orders = [filed for filed in play.orders if filed.seat != seat]
        play.run_on()
        if not of_tournament and not play.over:
            after, new = hosts.pass_on_host(after, play)
        change = record_turns(after, play, now=now, by=seat, told=told)
    word = () if new is None else (outbox.words(change.match, hosts.sentence(table, new), (new,), now=now),)
    rows = change.seats or seats  # at the end, those for whom a computer player sat in are marked too
    return replace(
        change,
        seats=tuple(replace(row, resigned=ply) if row.seat == seat else row for row in rows),
        dropped_orders=tuple(row.id for row in table.orders if row.seat == seat),
        notices=(*change.notices, *word),
    )
