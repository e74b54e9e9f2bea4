"""How a match ended when somebody gave up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.app.engine import Play
from bot.app.tables import Table
from db.records import SeatRecord
from games.core.game import Outcome
from games.core.seats import Seat
from games.core.text import Text, say


def ends_by(table: Table, left: Sequence[SeatRecord]) -> bool:
    """Return whether a match ends when only these seats still play: with two seats, or where no people are left."""
    return len(table.seats) <= 2 or len(left) <= 1 or all(row.user is None for row in left)


def ranked(table: Table, play: Play) -> Outcome:
    """Return the outcome of a match that was played to its end; who gave up ranks last."""
    outcome = play.game.outcome(play.position.state)
    assert outcome is not None, f"{play.game.spec.key} asks nothing any more but has no outcome"
    return _last(outcome, _given_up(table))


def ended_early(table: Table, play: Play, *, by: Seat) -> Outcome:
    """Return the outcome when ``by`` gives up and the match ends: by the score as it stands, who gave up last."""
    last = _last(as_it_stands(table, play), (*_given_up(table), by))
    return replace(last, note=say("app.ended_by_resignation", seat=by), tie=None)


def ended_by_time(table: Table, play: Play, seats: Sequence[Seat]) -> Outcome:
    """Return the outcome when seats are lost by time and the match ends: by the score as it stands, they are last.

    Where everybody's time was up at once nobody lost to anybody: the score alone counts.
    """
    before, late = _given_up(table), tuple(seats)
    together = len(seats) > 1 and len(before) + len(seats) >= table.match.seats
    note = say("app.ended_by_times" if together else "app.ended_by_time", seat=late)
    return replace(_last(as_it_stands(table, play), before if together else (*before, *late)), note=note, tie=None)


def ended_as_it_stands(table: Table, play: Play, note: Text) -> Outcome:
    """Return the outcome when a match is ended by word: by the score as it stands, who gave up before last.

    ``note`` says by whose word.
    """
    return replace(_last(as_it_stands(table, play), _given_up(table)), note=note, tie=None)


def unknown(table: Table, note: Text) -> Outcome:
    """Return the outcome when a match is ended by word whose score cannot be counted: all who stayed are equal."""
    return replace(_last(_equal(table), _given_up(table)), tie=say("app.score_unknown"), note=note)


def as_it_stands(table: Table, play: Play) -> Outcome:
    """Return the outcome by the score of the moment, all of it open now; where the game tells none all are equal."""
    state = play.game.close(play.position.state)
    return play.game.outcome(state) or play.game.standing(state) or _equal(table)


def _equal(table: Table) -> Outcome:
    return Outcome(places=(1,) * table.match.seats, totals=(0,) * table.match.seats)


def _given_up(table: Table) -> tuple[Seat, ...]:
    """The seats that gave up, the first to do so first."""
    plies = sorted((seat.resigned, seat.seat) for seat in table.seats if seat.resigned is not None)
    return tuple(Seat(seat) for _, seat in plies)


def _last(outcome: Outcome, given_up: Sequence[Seat]) -> Outcome:
    """Put seats behind all others, the first to give up at the very end; the others close ranks."""
    if not given_up:
        return outcome
    stayed = [place for seat, place in enumerate(outcome.places) if seat not in given_up]
    places = [1 + sum(other < place for other in stayed) for place in outcome.places]
    for behind, seat in enumerate(given_up):
        places[seat] = len(places) - behind
    return replace(outcome, places=tuple(places))
