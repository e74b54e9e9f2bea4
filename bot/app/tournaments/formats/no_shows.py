"""No-shows: matches to which nobody came, and who cannot win a tournament. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from bot.app.tournaments.model import Tournament, is_absent
from bot.app.tournaments.settings import Overrun
from db.clocks.records import ClockRecord
from db.ratings.records import Ended, Left, PlacingRecord, ResultRecord
from db.tournaments.records import EntrantStatus, PairingEnd, PairingRecord, PairingStatus
from games.core.text import Text, say


class Absent(Enum):
    """Whether somebody came to a match."""

    CAME = auto()
    MISSED = auto()
    """Missed turns, and nobody who sat there ever made one."""
    IDLE = auto()
    """Missed none, but nobody made any before the match had taken too long."""


def absences(
    result: ResultRecord, placings: Sequence[PlacingRecord], clocks: Sequence[ClockRecord], *, rule: Overrun
) -> tuple[Absent, ...]:
    """Return by seat whether somebody came; a computer player that sits in makes no turns. A ruling says who did.

    ``rule``: how matches that take too long are decided; by the one that goes against who is waited for, others came.
    """
    final = [row for row in placings if row.tenure == 0]
    stood_in = {clock.seat for clock in clocks if clock.stand_in is not None and clock.kept == 0}
    came = {row.seat for row in placings if row.turns > row.late and not (row.tenure == 0 and row.seat in stood_in)}
    missed = {row.seat for row in placings if row.late or row.left is Left.LATE} | stood_in
    too_long = result.ended is Ended.ADJUDICATED and rule is not Overrun.MOVER
    idle = Absent.IDLE if too_long and not came else Absent.CAME
    if result.edited:
        return (Absent.CAME,) * len(final)
    return tuple(Absent.MISSED if row.seat in missed - came else idle for row in final)


def find_leavings(final: Sequence[PlacingRecord], absent: Sequence[Absent]) -> tuple[Left, ...]:
    """Return how each left: where nobody came, whoever missed turns has lost the seat by time."""
    nobody = Absent.CAME not in absent
    pairs = zip(final, absent, strict=True)
    return tuple(Left.LATE if nobody and gone is Absent.MISSED else row.left for row, gone in pairs)


def nobody_came(absent: Sequence[bool]) -> bool:
    """Return whether nobody came to a match; ``absent`` by seat, () where a ruling says how it ended."""
    return bool(absent) and all(absent)


def find_places(places: Sequence[int], absent: Sequence[bool]) -> tuple[int, ...]:
    """Return the places that count in a tournament: who never came stands behind all who did.

    All last if nobody did.
    """
    if nobody_came(absent):
        return (len(places),) * len(places)
    order = list(zip(absent or (False,) * len(places), places, strict=True))
    return tuple(1 + sum(other < own for other in order) for own in order)


def absent_words(tournament: Tournament, row: PairingRecord, *, tree: bool) -> Text:
    """Return what everybody is told of a match to which nobody came."""
    names = tuple(tournament.by_number[number].name for number in row.entrants)
    text = "app.tournament_nobody_came_tree" if tree else "app.tournament_nobody_came"
    return say(text, tournament=tournament.record.name, match=row.match or 0, names=names)


def find_barred(tournament: Tournament) -> frozenset[int]:
    """Return who cannot win a tournament: who has left it or was taken out, and who lost every match on time."""
    played: set[int] = set()
    came: set[int] = set()
    for row in tournament.pairings:
        if row.status is not PairingStatus.DONE or row.ended == PairingEnd.WALKOVER or row.places is None:
            continue
        late = set(row.late)
        for seat, number in enumerate(row.entrants):
            played.add(number)
            if seat not in late or (row.places[seat] == 1 and not is_absent(row)):
                came.add(number)
    gone = {entrant.number for entrant in tournament.entrants if entrant.status is EntrantStatus.DROPPED}
    return frozenset(gone | (played - came))


def rungless(tournament: Tournament) -> frozenset[int]:
    """Return who has no rung of a ladder: who left it without having finished a match."""
    finished = {
        number
        for row in tournament.pairings
        if row.status is PairingStatus.DONE and row.ended != PairingEnd.WALKOVER and not is_absent(row)
        for number in row.entrants
    }
    gone = {entrant.number for entrant in tournament.entrants if entrant.status is EntrantStatus.DROPPED}
    return frozenset(gone - finished)
