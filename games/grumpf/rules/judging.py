"""The end of a hunt: conditions, ranking, sharing out (R6 to R9). Pure functions of tracks and data."""

from __future__ import annotations

from collections.abc import Sequence

from games.grumpf.components import BOARDS, COUNTED_LAST, Condition, Kind, Side
from games.grumpf.state import Piece, Ranked, Result


def find_standing(track: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the Grumpfs that count (R1.4)."""
    return tuple(piece for piece in track if piece.standing)


def is_met(condition: Condition, values: Sequence[int]) -> bool:
    """Return whether standing values meet a condition (R6.2)."""
    match condition.type:
        case Kind.SUM_MIN:
            return sum(values) >= condition.value
        case Kind.SUM_BETWEEN:
            return condition.min <= sum(values) <= condition.max
        case Kind.COUNT_MIN:
            return len(values) >= condition.value
    return fits(condition, values)


def fits(condition: Condition, values: Sequence[int]) -> bool:
    """Return whether standing values satisfy a condition, lower limits disregarded (A6.1)."""
    match condition.type:
        case Kind.SUM_MAX:
            return sum(values) <= condition.value
        case Kind.SUM_BETWEEN:
            return sum(values) <= condition.max
        case Kind.SUM_EVEN:
            return sum(values) % 2 == 0
        case Kind.ALL_SAME:
            return len(set(values)) <= 1
        case Kind.ALL_DIFFERENT:
            return len(set(values)) == len(values)
        case Kind.EACH_MAX:
            return all(value <= condition.value for value in values)
        case Kind.NONE | Kind.SUM_MIN | Kind.COUNT_MIN:
            return True


def find_counting_spaces(side: Side, track: Sequence[Piece]) -> tuple[int, ...]:
    """Return the spaces whose Grumpfs count for the ranking, from 1 (R7.2, R7.4)."""
    spaces = tuple(space for space, piece in enumerate(track, 1) if piece.standing)
    return spaces[-COUNTED_LAST:] if side.ranking == "last3" else spaces


def rank(side: Side, track: Sequence[Piece]) -> tuple[Ranked, ...]:
    """Return the clans by Strength; a tie goes to the lower space (R7)."""
    strength: dict[str, int] = {}
    lowest: dict[str, int] = {}
    for space in find_counting_spaces(side, track):
        piece = track[space - 1]
        strength[piece.clan] = strength.get(piece.clan, 0) + piece.value
        lowest.setdefault(piece.clan, space)
    ranked = (Ranked(clan, strength[clan], lowest[clan]) for clan in strength)
    return tuple(sorted(ranked, key=lambda one: (-one.strength, one.space)))


def share(awards: Sequence[int], count: int, ranked: Sequence[str]) -> dict[str, int]:
    """Return what each ranked clan gets of so many Animals (R8)."""
    got = dict.fromkeys(ranked, 0)
    places = tuple(zip(ranked, awards, strict=False))
    left = count
    while left and places:
        for clan, award in places:
            taken = min(award, left)
            got[clan] += taken
            left -= taken
    return got


def judge(board: str, side: Side, track: Sequence[Piece], *, lying: int, stock: int) -> Result:
    """Judge one board; ``stock``: Sorcerer tiles left. Awards without a clan are skipped (R8.3)."""
    values = tuple(piece.value for piece in find_standing(track))
    met = bool(values) and is_met(side.condition, values)
    ranking = rank(side, track)
    got: dict[str, int] = {}
    if met and side.effect == "sorcerer_tile" and stock:
        got = {ranking[0].clan: 1}
    elif met:
        shares = share(BOARDS[board].awards.value, lying, [one.clan for one in ranking])
        got = {clan: count for clan, count in shares.items() if count}
    taken = 0 if side.effect else sum(got.values())
    return Result(board, met, values, ranking, got, lying - taken)
