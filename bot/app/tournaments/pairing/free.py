"""Pairing whoever is free, without rounds: nobody waits for the slowest. Pure.

The free stand in one line by points for each match played. Two are paired when they have not met and are close (within
half a win a match), or when the one who waits longest has waited as long as the tournament says. As long as others are
still playing whom one could meet, nobody is paired again with the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from bot.app.tournaments.pairing.rivals import DRAW, Pair, Rival, imbalance_of, seat_pair

MOST_TOGETHER = 40
"""Free entrants matched at a time, those who wait longest first."""

_UNBALANCED = 10**6


class Waiting(Struct, frozen=True, kw_only=True):
    """A free entrant: how many matches it has played, and since when it waits."""

    rival: Rival
    played: int
    since: datetime

    @property
    def form(self) -> int:
        """Points a match; half a win before the first."""
        return self.rival.points // self.played if self.played else DRAW


def pair_free(
    waiting: Sequence[Waiting], *, patience: timedelta, now: datetime, others: Collection[int] = ()
) -> tuple[Pair, ...]:
    """Return who plays whom now; ``others`` are those who will be free later.

    Who can meet nobody new any more, neither here nor among the others, stays without a pair.
    """
    pool = sorted(waiting, key=lambda each: (each.since, each.rival.seed, each.rival.number))[:MOST_TOGETHER]
    import networkx as nx  # a tenth of the start, and seldom needed

    graph: nx.Graph[int] = nx.Graph()
    edges = []
    for at, one in enumerate(pool):
        for beside in range(at + 1, len(pool)):
            other = pool[beside]
            if _may_meet(one, other, patience=patience, now=now, others=others):
                edges.append((at, beside, _cost(one, other)))
    most = max((price for *_, price in edges), default=0)
    graph.add_weighted_edges_from((one, other, most - price) for one, other, price in edges)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return tuple(seat_pair(pool[min(both)].rival, pool[max(both)].rival) for both in sorted(map(sorted, found)))


def _may_meet(one: Waiting, other: Waiting, *, patience: timedelta, now: datetime, others: Collection[int]) -> bool:
    first, second = one.rival, other.rival
    if second.number in first.met or second.number in first.unwanted or first.number in second.unwanted:
        return False
    if abs(one.form - other.form) <= DRAW:
        return True
    if now - min(one.since, other.since) >= patience:
        return True
    return not any(_could(each.rival, others) for each in (one, other))


def _could(rival: Rival, others: Collection[int]) -> bool:
    """Whether somebody who is not free yet could be met."""
    return any(number not in rival.met and number != rival.number for number in others)


def _cost(one: Waiting, other: Waiting) -> int:
    gap = abs(one.form - other.form)
    return imbalance_of(one.rival, other.rival) * _UNBALANCED + gap * gap
