"""What pairing needs to know of an entrant, and how seats are balanced. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations

from msgspec import Struct

Pair = tuple[int, int]
"""Numbers of two entrants by seat: the first one begins."""

WIN = 60
"""Points of a win, so that shares at tables of 2 to 6 are whole numbers."""

DRAW = WIN // 2

KEPT_APART = 9
"""Who is to be kept apart counts as having met so often more: more often than others meet in one tournament."""


class Rival(Struct, frozen=True, kw_only=True):
    """An entrant as pairing sees it.

    ``seed`` is the place by strength, the strongest first (0: by ``strength``, then by number).
    ``met`` counts matches by opponent, ``seats`` by seat; ``last`` is the seat of the newest match (-1: none yet).
    Who is to be kept apart is among them, too, ``KEPT_APART`` times. ``unwanted`` are opponents to be avoided where
    that is possible: blocked, or kept apart.
    """

    number: int
    points: int = 0
    seed: int = 0
    strength: int = 0
    met: Mapping[int, int] = {}
    seats: tuple[int, ...] = (0, 0)
    last: int = -1
    byes: int = 0
    unwanted: Collection[int] = frozenset()

    @property
    def tilt(self) -> int:
        """How much more often the entrant began than not (two seats)."""
        return self.seats[0] - self.seats[1]


def by_standing(rivals: Sequence[Rival]) -> list[Rival]:
    """Return entrants by points, then seed, strength and number."""
    return sorted(rivals, key=lambda each: (-each.points, each.seed, -each.strength, each.number))


def excess(first: Rival, second: Rival) -> int:
    """Return by how much a seating of two goes beyond a balance within one, squared and added up."""
    begins, follows = abs(first.tilt + 1), abs(second.tilt - 1)
    return max(0, begins - 1) ** 2 + max(0, follows - 1) ** 2


def imbalance_of(one: Rival, other: Rival) -> int:
    """Return by how much two go beyond a balance within one, however they are seated."""
    return min(excess(one, other), excess(other, one))


def seat_pair(one: Rival, other: Rival) -> Pair:
    """Return two entrants by seat: balance first, then turn about, then the one who is stronger follows."""

    def cost(first: Rival, second: Rival) -> tuple[int, ...]:
        swing = (first.tilt + 1) ** 2 + (second.tilt - 1) ** 2
        again = (first.last == 0) + (second.last == 1)
        stronger = (second.seed - first.seed, first.strength - second.strength)
        return excess(first, second), swing, again, *stronger, first.number

    first, second = min(((one, other), (other, one)), key=lambda both: cost(*both))
    return first.number, second.number


def around_table(rivals: Sequence[Rival]) -> tuple[int, ...]:
    """Return the entrants of one table by seat, each where they sat least often so far."""
    size = len(rivals)
    if size == 2:
        return seat_pair(rivals[0], rivals[1])
    costs = [
        [(rival.seats[seat] if seat < len(rival.seats) else 0) ** 2 * 4 + (rival.last == seat) for seat in range(size)]
        for rival in rivals
    ]
    best = min(permutations(range(size)), key=lambda order: sum(costs[who][seat] for seat, who in enumerate(order)))
    return tuple(rivals[who].number for who in best)
