"""What speaks against a pair of a Swiss round, and the best pairs among some entrants. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, groupby, zip_longest

from msgspec import Struct

from bot.app.tournaments.pairing.rivals import Pair, Rival, imbalance_of, seat_pair

AGAIN = 10**12
"""Cost of meeting again, for each time they met; only paid when nothing else is left."""

UNWANTED = 10**10
UNBALANCED = 10**8
_GAP = 10**3
"""Cost of a gap of half a win, squared."""

Placed = tuple[int, Rival]
"""An entrant with its place in the line."""

Line = list[Placed]
Both = tuple[Placed, Placed]


class Round(Struct, frozen=True):
    """Pairs by seat in the order of the line, and who sits out (None: nobody)."""

    pairs: tuple[Pair, ...]
    bye: int | None = None


def seat_round(pairs: Iterable[Both], bye: Rival | None) -> Round:
    """Return a round with these pairs, each seated, the highest first."""
    ranked = sorted(pairs, key=lambda both: min(both[0][0], both[1][0]))
    return Round(tuple(seat_pair(one, other) for (_, one), (_, other) in ranked), None if bye is None else bye.number)


def in_line(order: Iterable[Rival]) -> Line:
    """Return entrants (by standing) in one line: of each group of equal points the halves alternate."""
    line: list[Rival] = []
    for _, group in groupby(order, key=lambda each: each.points):
        same = list(group)
        half = (len(same) + 1) // 2
        woven = chain.from_iterable(zip_longest(same[:half], same[half:]))
        line.extend(rival for rival in woven if rival is not None)
    return list(enumerate(line))


def match_best(line: Sequence[Placed], *, again: bool = False, banned: Collection[frozenset[int]] = ()) -> list[Both]:
    """Return the best pairs among some, as many as possible, without those ``banned`` (by numbers).

    ``again``: also those who met already.
    """
    edges = {}
    for at, (place, one) in enumerate(line):
        for beside in range(at + 1, len(line)):
            further, other = line[beside]
            times = one.met.get(other.number, 0)
            if (again or not times) and frozenset((one.number, other.number)) not in banned:
                edges[at, beside] = cost(one, other, apart=further - place) + times * AGAIN
    return [(line[one], line[other]) for one, other in cheapest(len(line), edges)]


def cheapest(count: int, prices: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return as many pairs of 0 … ``count`` - 1 as possible for the lowest price in all, in order."""
    import networkx as nx  # a tenth of the start, and seldom needed

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(count))
    most = max(prices.values(), default=0)
    graph.add_weighted_edges_from((one, other, most - price) for (one, other), price in prices.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair), max(pair)) for pair in found)


def cost(one: Rival, other: Rival, *, apart: int) -> int:
    """Return how much speaks against a pair; ``apart``: how far from each other they stand in the line."""
    gap = (one.points - other.points) // 30
    return against(one, other) + gap * gap * _GAP + (apart - 1) ** 2


def against(one: Rival, other: Rival) -> int:
    """Return what speaks against a pair wherever the two stand: blocked, or off balance in seats."""
    return is_unwanted(one, other) * UNWANTED + imbalance_of(one, other) * UNBALANCED


def is_unwanted(one: Rival, other: Rival) -> bool:
    """Return whether one of two is to be kept from the other."""
    return other.number in one.unwanted or one.number in other.unwanted
