"""Accelerated first rounds of a Swiss: the upper half is paired as if it had more points. Pure.

The numbers are those of the Baku system (FIDE handbook C.04.5.1): half of the rounds are accelerated, with a win more
in the first half of these and half a win more in the others; both halves are rounded up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.app.tournaments.pairing.rivals import DRAW, WIN, Rival


def count_accelerated(rounds: int) -> int:
    """Return how many of the first rounds of a tournament are accelerated."""
    return (rounds + 1) // 2


def virtual_points(seeds: Mapping[int, int], *, rounds: int, round: int) -> dict[int, int]:
    """Return the points that count for pairing a round beside those won, by entrant; {} once there are none.

    ``seeds`` are those of the entrants of the first round: about the upper half of them, in whole pairs, gets points.
    """
    last = count_accelerated(rounds)
    more = 0 if round > last else WIN if round <= (last + 1) // 2 else DRAW
    upper = sorted(seeds, key=seeds.__getitem__)[: 2 * -(-len(seeds) // 4)]
    return dict.fromkeys(upper, more) if more else {}


def accelerate(rivals: Sequence[Rival], points: Mapping[int, int]) -> list[Rival]:
    """Return entrants as they are paired in an accelerated round."""
    return [replace(each, points=each.points + points.get(each.number, 0)) for each in rivals]
