"""How a match ended when somebody gave up, and why its places are as they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from db.records import SeatRecord
from games.core.game import Outcome
from games.core.seats import Seat
from games.core.text import Text, lines, say
from games.core.ties import tell_ties

Group = tuple[Seat, ...]
"""Seats that gave up at the same moment."""


def ends_by(table: MatchState, left: Sequence[SeatRecord]) -> bool:
    """Return whether a match ends when only these seats still play: with two seats, or where no people are left."""
    return len(table.seats) <= 2 or len(left) <= 1 or all(row.user is None for row in left)


def rank_finished(table: MatchState, play: TurnRunner) -> Outcome:
    """Return the outcome of a match that was played to its end; who gave up ranks last."""
    outcome = play.game.outcome(play.position.state)
    assert outcome is not None, f"{play.game.spec.key} asks nothing any more but has no outcome"
    return _last(outcome, _group_resigned(table))


def rank_resigned(table: MatchState, play: TurnRunner, *, by: Seat) -> Outcome:
    """Return the outcome when ``by`` gives up and the match ends: by the score as it stands, who gave up last.

    If nobody had before, the sentence on how it ended also says who is last.
    """
    outcome, before = as_it_stands(table, play), _group_resigned(table)
    if before or len(outcome.places) == 1:
        return replace(_last(outcome, (*before, (by,))), note=say("app.ended_by_resignation", seat=by))
    return replace(_behind(outcome, ((by,),), ()), note=say("app.resigned_and_last", seat=by))


def rank_timed_out(table: MatchState, play: TurnRunner, seats: Sequence[Seat]) -> Outcome:
    """Return the outcome when seats are lost by time and the match ends: by the score as it stands, they are last.

    If everybody runs out of time at once, nobody has lost to anybody: only the score counts.
    """
    before, late = _group_resigned(table), tuple(seats)
    outcome = as_it_stands(table, play)
    if len(late) > 1 and sum(map(len, before)) + len(late) >= table.match.seats:
        return replace(_last(outcome, before), note=say("app.ended_by_times", seat=late))
    if before or len(outcome.places) == 1:
        return replace(_last(outcome, (*before, late)), note=say("app.ended_by_time", seat=late))
    return replace(_behind(outcome, (late,), ()), note=say("app.late_and_last", seat=late, count=len(late)))


def rank_as_it_stands(table: MatchState, play: TurnRunner, note: Text) -> Outcome:
    """Return the outcome when a match is ended by word: by the score as it stands, who gave up before last.

    ``note`` says by whose word.
    """
    return replace(_last(as_it_stands(table, play), _group_resigned(table)), note=note)


def rank_drawn(table: MatchState, play: TurnRunner, note: Text) -> Outcome:
    """Return the outcome when a match ends as a draw, whatever the score; who gave up before is last."""
    standing = as_it_stands(table, play)
    equal = replace(standing, places=(1,) * table.match.seats, tie=say("app.places_drawn"), ties=None)
    return replace(_last(equal, _group_resigned(table)), note=note)


def rank_waiting(table: MatchState, play: TurnRunner, waited: Collection[Seat], note: Text) -> Outcome:
    """Return the outcome when those for whom a match waits rank behind the others; who gave up before is last."""
    left = _group_resigned(table)
    gone = {seat for group in left for seat in group}
    late = tuple(Seat(seat) for seat in sorted(set(waited) - gone))
    if not late or len(late) + len(gone) >= table.match.seats:
        return rank_as_it_stands(table, play, note)
    told = (say("app.places_waiting", seat=late, count=len(late)), *_tell_left(left))
    return replace(_behind(as_it_stands(table, play), (*left, late), told), note=note)


def rank_equally(table: MatchState, note: Text) -> Outcome:
    """Return the outcome when a match is ended by word whose score cannot be counted: all who stayed are equal."""
    equal = replace(_equal(table), tie=say("app.score_unknown"), ties=None)
    return replace(_last(equal, _group_resigned(table)), note=note)


def as_it_stands(table: MatchState, play: TurnRunner) -> Outcome:
    """Return the outcome by the score of the moment, all of it open now; where the game tells none all are equal."""
    state = play.game.ending.close(play.position.state)
    return play.game.outcome(state) or play.game.ending.current_score(state) or _equal(table)


def _equal(table: MatchState) -> Outcome:
    return Outcome.by_points((0,) * table.match.seats)


def _group_resigned(table: MatchState) -> tuple[Group, ...]:
    """The seats that gave up, the first to do so first; those who did at the same moment together."""
    plies = sorted((seat.resigned, seat.seat) for seat in table.seats if seat.resigned is not None)
    return tuple(tuple(Seat(seat) for _, seat in group) for _, group in groupby(plies, key=lambda each: each[0]))


def _last(outcome: Outcome, left: Sequence[Group]) -> Outcome:
    """Put seats behind all others, the first to give up at the very end; the others close ranks."""
    return _behind(outcome, left, _tell_left(left)) if len(outcome.places) > 1 else outcome


def _behind(outcome: Outcome, behind: Sequence[Group], told: Sequence[Text]) -> Outcome:
    """Put groups of seats behind all others, the first group at the very end; in a group the order stays.

    ``told`` says why. Equal points are told of those who are parted or equal by points alone.
    """
    if not behind:
        return outcome
    seats = range(len(outcome.places))
    stayed = tuple(Seat(seat) for seat in seats if not any(seat in group for group in behind))
    places = [0] * len(seats)
    before = 0
    for group in (stayed, *reversed(behind)):
        for seat in group:
            places[seat] = before + 1 + sum(outcome.places[other] < outcome.places[seat] for other in group)
        before += len(group)
    ties: Sequence[Text | None] = (outcome.tie,)
    if outcome.ties is not None:
        ties = [tell_ties(places, outcome.totals, outcome.ties, among=group) for group in (stayed, *reversed(behind))]
    parts = [*(text for text in ties if text is not None), *told]
    return replace(outcome, places=tuple(places), tie=lines(*parts) if parts else None)


def _tell_left(left: Sequence[Group]) -> tuple[Text, ...]:
    """Say who ranks last for having given up."""
    seats = tuple(sorted(seat for group in left for seat in group))
    sentence = "app.places_dropped" if len(left) < 2 else "app.places_dropped_in_order"
    return (say(sentence, seat=seats, count=len(seats)),) if left else ()


def with_mark(table: MatchState, outcome: Outcome) -> Outcome:
    """Return the outcome, marked if it is a solo match in which turns were taken back past what had come to light."""
    return replace(outcome, mark=say("app.with_undo")) if table.with_undo else outcome
