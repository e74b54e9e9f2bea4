"""What a finished match counts as: the written rule of ``docs/ratings.md``. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from db.ids import TournamentId
from db.ratings.records import Ended, Left, PlacingRecord, ResultRecord, RulingRecord, TenureRecord, Unrated
from db.records import MatchRecord, SeatRecord
from games.core.game import Outcome
from games.core.running.play import Cause, Entry
from games.core.text import Text

_ENDS = {
    "app.ended_by_resignation": Ended.RESIGNED,
    "app.resigned_and_last": Ended.RESIGNED,
    "app.ended_by_time": Ended.LATE,
    "app.ended_by_times": Ended.LATE,
    "app.late_and_last": Ended.LATE,
    "app.ended_by_vote": Ended.AGREED,
    "app.ended_by_rule": Ended.ADJUDICATED,
    "app.ended_by_ruling": Ended.ADJUDICATED,
}
"""How a match ended early, by the outcome's note; any other note that begins with ``app.ended_`` is the staff's doing.

Notes of the platform all stand here or do; a game's own are words about a match played to its end.
"""

_LEAVING = {Ended.RESIGNED: Left.RESIGNED, Ended.LATE: Left.LATE}
"""How those whom the note names have left, where the match ended by that."""

_CHOSEN = frozenset({Cause.PLAYER, Cause.COMPUTER, Cause.ORDER, Cause.PLAN})

TenureKey = tuple[int, int]
"""A seat, and which of those who sat there: 0 is the one at the end, 1 … those before."""


class Line(Struct, frozen=True):
    """An entry of the log with its ply and time."""

    ply: int
    at: datetime
    entry: Entry


class Facts(Struct, frozen=True, kw_only=True):
    """All that a result is made of. ``spent``: [asked, answered] in seconds since 1970 by tenure."""

    match: MatchRecord
    seats: tuple[SeatRecord, ...]
    tenures: tuple[TenureRecord, ...]
    outcome: Outcome
    lines: tuple[Line, ...]
    spent: Mapping[TenureKey, Sequence[tuple[int, int]]] = {}
    tournament: TournamentId | None = None
    rated_tournament: bool = True
    ruling: RulingRecord | None = None
    unrated: bool = False
    """Somebody went back past what came to light with nobody else's consent."""


class Turns(Struct, frozen=True):
    """How many turns somebody made, and how many of them were default moves because the player ran out of time."""

    made: int = 0
    late: int = 0


def tenure_at(tenures: Sequence[TenureRecord], seat: int, ply: int) -> TenureKey:
    """Return who sat at a seat when the entry of a ply was made."""
    for row in tenures:
        if row.seat == seat and ply <= row.until:
            return seat, row.number
    return seat, 0


def turns_of(facts: Facts) -> dict[TenureKey, Turns]:
    """Count turns; those made for somebody who has given up, and forced ones, are nobody's."""
    gave_up = {row.seat: row.resigned for row in facts.seats if row.resigned is not None}
    counts: dict[TenureKey, Turns] = {}
    for line in facts.lines:
        entry = line.entry
        if entry.seat < 0 or entry.sealed or not entry.moves or line.ply > gave_up.get(entry.seat, line.ply):
            continue
        late = entry.cause is Cause.FALLBACK
        if late or entry.cause in _CHOSEN:
            tenure = tenure_at(facts.tenures, entry.seat, line.ply)
            before = counts.get(tenure, Turns())
            counts[tenure] = Turns(before.made + 1, before.late + late)
    return counts


def find_end(outcome: Outcome) -> Ended:
    """Return how a match came to its end."""
    note = outcome.note.id if outcome.note is not None else ""
    return _ENDS.get(note, Ended.STAFF if note.startswith("app.ended_") else Ended.PLAYED)


def find_result(facts: Facts) -> tuple[ResultRecord, tuple[PlacingRecord, ...]]:
    """Return a match's result and how each of its players came out."""
    match, outcome = facts.match, facts.outcome
    assert match.started is not None
    assert match.finished is not None
    placings = _placings(facts)
    why = reason_unrated(facts, placings)
    note = outcome.note if len(facts.seats) == 1 else None
    result = ResultRecord(
        match=match.id,
        game=match.game,
        guild=match.guild,
        seats=len(facts.seats),
        started=match.started,
        finished=match.finished,
        ended=find_end(outcome),
        rated=why is Unrated.RATED,
        why=why,
        note=None if note is None else msgspec.json.encode(note),
        tournament=facts.tournament,
        edited=facts.ruling is not None,
    )
    return result, placings


def _placings(facts: Facts) -> tuple[PlacingRecord, ...]:
    turns = turns_of(facts)
    ruled = facts.ruling is not None and bool(facts.ruling.places)
    places = facts.ruling.places if facts.ruling is not None and ruled else facts.outcome.places
    left = [
        Left.STAYED if ruled else _find_leaving(facts, row, turns.get((row.seat, 0), Turns())) for row in facts.seats
    ]
    ranks = ranks_of(places, left)
    rows = []
    for row, gone, rank in zip(facts.seats, left, ranks, strict=True):
        guarded = any(before.seat == row.seat for before in facts.tenures)
        now = _place(facts, turns, (row.seat, 0), row, place=places[row.seat], left=gone)
        rows.append(msgspec.structs.replace(now, rank=rank, guarded=guarded))
    for before in facts.tenures:
        tenure = (before.seat, before.number)
        last = len(facts.seats)
        rows.append(_place(facts, turns, tenure, before, place=last, left=before.why))
    return tuple(rows)


def _place(
    facts: Facts,
    turns: Mapping[TenureKey, Turns],
    tenure: TenureKey,
    sat: SeatRecord | TenureRecord,
    *,
    place: int,
    left: Left,
) -> PlacingRecord:
    seat = tenure[0]
    counted = turns.get(tenure, Turns())
    scores = facts.outcome.scores[seat] if seat < len(facts.outcome.scores) else ()
    return PlacingRecord(
        match=facts.match.id,
        seat=seat,
        tenure=tenure[1],
        user=sat.user,
        level=sat.level,
        place=place,
        rank=place,
        total=facts.outcome.totals[seat],
        turns=counted.made,
        late=counted.late,
        left=left,
        guarded=False,
        scores=msgspec.json.encode(scores),
        spent=msgspec.json.encode(list(facts.spent.get(tenure, ()))),
    )


def _find_leaving(facts: Facts, row: SeatRecord, turns: Turns) -> Left:
    """Whether who sits there at the end was there to the end."""
    note = facts.outcome.note
    if note is not None and len(facts.seats) > 1 and row.seat in _find_named(note):
        # First of all, as a seat that is lost by time is marked as resigned, too.
        left = _LEAVING.get(find_end(facts.outcome))
        if left is not None:
            return left
    if row.resigned is not None:
        return Left.RESIGNED
    return Left.LATE if turns.late * 2 > turns.made else Left.STAYED


def _find_named(note: Text) -> tuple[object, ...]:
    """The seats that a note of how a match ended names."""
    seats = note.args.get("seat", ())
    return seats if isinstance(seats, tuple) else (seats,)


def ranks_of(places: Sequence[int], left: Sequence[Left]) -> tuple[int, ...]:
    """Return the ranks that ratings go by: who was not there to the end stands behind all who were."""
    order = [(gone is not Left.STAYED, place) for place, gone in zip(places, left, strict=True)]
    return tuple(1 + sum(other < own for other in order) for own in order)


def reason_unrated(facts: Facts, placings: Sequence[PlacingRecord]) -> Unrated:
    """Return why a match is not rated, or that it is."""
    final = [row for row in placings if row.tenure == 0]
    people = [row.user for row in final if row.user is not None]
    if facts.ruling is not None and not facts.ruling.places:
        return Unrated.VOID
    if facts.match.practice:
        return Unrated.PRACTICE
    if facts.unrated:
        return Unrated.REVEALED
    if len(final) < 2:
        return Unrated.SOLO
    if not facts.rated_tournament:
        return Unrated.TOURNAMENT
    if not people:
        return Unrated.COMPUTERS
    if any(seat.guest is not None for seat in facts.seats):
        return Unrated.GUESTS
    if len(set(people)) < len(people):
        return Unrated.DOUBLE
    if find_end(facts.outcome) is Ended.STAFF:
        return Unrated.STAFF
    # Nobody gains by somebody who never came.
    came = all(any(row.turns > row.late for row in placings if row.seat == seat.seat) for seat in final)
    return Unrated.RATED if came else Unrated.ABSENT
