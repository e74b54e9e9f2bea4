"""What a position is worth to a clan (section 14.1): per board, the chance that it yields times what it would yield."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from games.grumpf.components import BOARDS, SPECIES, Condition, Kind
from games.grumpf.results import result
from games.grumpf.rules.judging import fits, is_met, rank, share
from games.grumpf.state import Clan, Piece, State

WEIGHTS = {"B": 0.9, "R": 1.0, "F": 1.1, "W": 1.3, "M": 1.5}
"""Weight of an Animal by species."""

TILE, TRADE = 1.6, 0.8
"""Weight of a Sorcerer tile, and of the right to trade."""

OTHERS = 0.6
"""How much the average of the others counts against one's own."""

LEAD, MOST_LEAD = 0.02, 5
"""What a point of lead over the next clan is worth, since it survives clubs; up to so many points."""

SPREAD = 3.5
"""How uncertain the strength still to come is."""

MEND = 0.1
"""The chance that a club mends a broken board."""

LOOSE = 0.3
"""What any Animal is worth beside its points, as long as others may join it to a series."""

EACH = 7
"""Grumpfs that a clan places in a hunt, about."""

MEAN = 2.8
"""Strength of a Grumpf, on average."""


class Judge:
    """Weighs boards for one seat; the weights of Animals hang on what the seat has."""

    def __init__(self, state: State, seat: int) -> None:
        """Look at a state from a seat."""
        self.state = state
        self.seat = seat
        self.code = state.clans[seat].code
        self.weights = species_weights(state.clans[seat])

    def board(self, code: str, track: Sequence[Piece], *, left: float) -> float:
        """Return what a board is worth with a track on it; ``left``: the share of the hunt to come."""
        ranking = rank(self.state.side(code), track)
        if not ranking:
            return 0.0
        values = [piece.value for piece in track if piece.standing]
        got = self._yields(code, [one.clan for one in ranking])
        mine = got.pop(self.code, 0.0)
        worth = mine - OTHERS * sum(got.values()) / max(1, self.state.players - 1)
        if ranking[0].clan == self.code:
            second = ranking[1].strength if len(ranking) > 1 else 0
            worth += LEAD * min(MOST_LEAD, ranking[0].strength - second)
        return worth * self.chance(code, track, values, left=left)

    def _yields(self, code: str, ranked: list[str]) -> dict[str, float]:
        side = self.state.side(code)
        if side.effect:
            tile = side.effect == "sorcerer_tile"
            return {ranked[0]: TILE if tile and self.state.stock else 0.0 if tile else TRADE}
        shares = share(BOARDS[code].awards.value, self.state.lying[code], ranked)
        weight = self.weights[code]
        return {clan: count * weight for clan, count in shares.items()}

    def chance(self, code: str, track: Sequence[Piece], values: list[int], *, left: float) -> float:
        """Return the chance that the condition holds in the end."""
        draw = min(0.32, 0.06 + 0.035 * self.state.lying.get(code, 0))
        room = BOARDS[code].spaces.value - len(track)
        coming = min(float(room), self.state.players * EACH * left * draw)
        return probability(self.state.side(code).condition, values, coming)


def species_weights(clan: Clan) -> dict[str, float]:
    """Return what an Animal of each species is worth to a clan: more if it is lacking, less if there are plenty."""
    average = clan.tokens / len(SPECIES)
    return {species: WEIGHTS[species] * _need(clan.animals.get(species, 0), average) for species in SPECIES}


def _need(own: int, average: float) -> float:
    if own < average:
        return 1.25
    if own > average + 2:
        return 0.55
    return 0.8 if own > average + 1 else 1.0


def probability(condition: Condition, values: list[int], coming: float) -> float:
    """Return the chance that a condition holds in the end if so many Grumpfs are still to come."""
    strength = coming * MEAN
    total = sum(values)
    match condition.type:
        case Kind.NONE:
            return 1.0
        case Kind.SUM_MIN:
            return _logistic((strength - (condition.value - total)) / SPREAD)
        case Kind.COUNT_MIN:
            return _logistic(2 * (coming - (condition.value - len(values))) + 1)
        case Kind.SUM_MAX:
            return _below(condition.value - total, strength)
        case Kind.SUM_BETWEEN:
            low = _logistic((strength - (condition.min - total)) / SPREAD + (2 if total >= condition.min else 0))
            return low * _below(condition.max - total, strength)
        case Kind.SUM_EVEN:
            settled = exp(-coming)
            return 0.5 + (0.5 if is_met(condition, values) else -0.5) * settled
        case Kind.ALL_SAME | Kind.ALL_DIFFERENT | Kind.EACH_MAX:
            return exp(-0.12 * coming) if fits(condition, values) else MEND


def _below(room: int, strength: float) -> float:
    """Return the chance to stay below an upper limit; beyond it only clubs help."""
    if room < 0:
        return MEND
    return _logistic((room + 3 - strength) / SPREAD)


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def expect(state: State) -> tuple[float, ...]:
    """Return the points that each seat may expect: those of what it has, and its share of what lies on the boards."""
    totals = result(state).totals
    left = max(0, state.beats - state.beat) / state.beats if state.hunting else 1.0
    later = LOOSE * (state.rounds - state.round + state.hunting) / state.rounds
    return tuple(
        total + later * clan.tokens + _on_boards(state, seat, left)
        for seat, (total, clan) in enumerate(zip(totals, state.clans, strict=True))
    )


def _on_boards(state: State, seat: int, left: float) -> float:
    if not state.hunting:
        return 0.0
    judge = Judge(state, seat)
    return sum(judge.board(code, track, left=left) for code, track in state.tracks.items())
