"""Entrants whom the organizer keeps apart, like a family or a club: not paired where a format allows that. Pure.

For pairing they are like two who have met more often than anybody else. Groups of a round robin are dealt so that they
stand in different ones. Where they are paired all the same, the organizer is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from bot.app.runtime.refusals import refuse
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import TREES
from db.tournaments.records import EntrantStatus, Format, TournamentStatus
from games.core.text import Text, say

MOST_APART = 100
"""Pairs of one tournament."""


def keep_apart(tournament: Tournament, one: int, other: int, *, back: bool) -> Tournament:
    """Return the tournament with two entrants kept apart, or (``back``) no longer.

    Raises Refusal where that can't be.
    """
    pair = (min(one, other), max(one, other))
    known = tournament.settings.arranged.apart
    for number in pair:
        entrant = tournament.by_number.get(number)
        if entrant is None or entrant.status is EntrantStatus.ABSENT:
            raise refuse("NOT_IN", "tournament_no_entrant", number=number)
    if one == other:
        raise refuse("SAME", "tournament_apart_same")
    names = tuple(tournament.by_number[number].name for number in pair)
    if back == (pair not in known):
        raise refuse("AS_IT_IS", "tournament_not_apart" if back else "tournament_already_apart", names=names)
    if back:
        return _with(tournament, tuple(each for each in known if each != pair))
    if tournament.format in TREES:
        raise refuse("APART", "tournament_never_apart")
    if tournament.format is Format.ROUND_ROBIN and tournament.record.status is TournamentStatus.RUNNING:
        raise refuse("STARTED", "tournament_apart_dealt")
    if len(known) >= MOST_APART:
        raise refuse("NUMBER", "tournament_apart_most", most=MOST_APART)
    return _with(tournament, (*known, pair))


def _with(tournament: Tournament, apart: tuple[tuple[int, int], ...]) -> Tournament:
    settings = tournament.settings
    return tournament.with_settings(replace(settings, arranged=replace(settings.arranged, apart=apart)))


def warn_paired_anyway(before: Tournament, after: Tournament) -> list[Text]:
    """Return what the organizer is told where two were paired who were to be kept apart."""
    known = {row.number for row in before.pairings}
    fresh = [row for row in after.pairings if row.number not in known and row.board == 0]
    apart = set(after.settings.arranged.apart)
    return [
        say("app.tournament_paired_anyway", tournament=after.record.name, names=names, round=row.round)
        for row in fresh
        for pair in combinations(sorted(row.entrants), 2)
        if pair in apart
        for names in [tuple(after.by_number[number].name for number in pair)]
    ]


def separate(groups: Sequence[Sequence[int]], apart: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return groups of a round robin in which as few as can be stand together who are to be kept apart.

    Entrants dealt in the same turn change groups, then any two, as long as that helps.
    """
    dealt = [list(group) for group in groups]
    foes: dict[int, set[int]] = {}
    for one, other in apart:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    for same_turn in (True, False):
        while _exchange(dealt, foes, same_turn=same_turn):
            pass
    return dealt


def _exchange(dealt: list[list[int]], foes: Mapping[int, set[int]], *, same_turn: bool) -> bool:
    """Let two entrants change groups if fewer stand together then who are to be kept apart; whether any did."""
    for at, beside in combinations(range(len(dealt)), 2):
        one, other = dealt[at], dealt[beside]
        for turn, first in enumerate(one):
            for place, second in enumerate(other):
                if same_turn and turn != place:
                    continue
                if first not in foes and second not in foes:
                    continue
                now = len(foes.get(first, set()) & {*one}) + len(foes.get(second, set()) & {*other})
                then = len(foes.get(first, set()) & ({*other} - {second}))
                then += len(foes.get(second, set()) & ({*one} - {first}))
                if then < now:
                    one[turn], other[place] = second, first
                    return True
    return False
