"""Who is host of a running match in place of one who doesn't play any more, and how a new host hears of it. Pure."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from db.ids import UserId, is_deleted
from db.records import Status
from games.core.seats import Seat
from games.core.text import Text, say


def successor(table: MatchState) -> Seat | None:
    """Return the first seat of another person who still plays; who is there goes before who is not. None: nobody."""
    absent = {clock.seat for clock in table.clocks if clock.stand_in is not None or clock.vacant}
    others = (row for row in table.seats if row.user not in (None, table.match.host) and not is_deleted(row.user))
    playing = [Seat(row.seat) for row in others if row.resigned is None]
    return min(playing, key=lambda seat: (seat in absent, seat), default=None)


def has_lost_host(table: MatchState) -> bool:
    """Return whether the host sat in the match and has given up every seat."""
    own = table.seats_of(table.match.host)
    return bool(own) and set(own) <= table.resigned


def make_host(table: MatchState, play: TurnRunner, seat: Seat) -> MatchState:
    """Return the match with the player of a seat as its host; its log says so."""
    play.say(say("app.host_passed", seat=seat))
    return replace(table, match=replace(table.match, host=table.users_of((seat,))[0]))


def pass_on_host(table: MatchState, play: TurnRunner) -> tuple[MatchState, UserId | None]:
    """Let the first player who still plays be host in place of one who has given up; also return the new host."""
    seat = successor(table) if has_lost_host(table) else None
    if seat is None:
        return table, None
    after = make_host(table, play, seat)
    return after, UserId(after.match.host)


def sentence(table: MatchState, user: UserId) -> Text:
    """Return the sentence that says who is host now, and what hosts can do."""
    known = "app.new_host_open" if table.match.status is Status.LOBBY else "app.new_host"
    return say(known, name=table.person(user), match=table.match.id)
