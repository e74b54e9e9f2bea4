"""Putting tables of three to six together so that players meet evenly and sit with about as many points. Pure.

Tables are filled seat by seat: the first player of each in the order of the standings, then one more for each at a
time, by a matching of tables and players in which having met costs most (its square counts), a gap in points less. At
last players change tables as long as that makes it better. All this within a stretch of the standings at a time.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import combinations

from msgspec import Struct

from bot.app.tournaments.pairing.rivals import Rival, around_table, by_standing

STRETCH = 6
"""Tables put together at a time."""

_MET = 10**6
_UNWANTED = 10**11
"""More than all meetings at the tables of a stretch: blocked players sit together only if there is no other way."""

Table = list[Rival]


class Draw(Struct, frozen=True):
    """Tables with their entrants by seat, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def sizes(count: int, size: int, allowed: Set[int]) -> tuple[int, ...]:
    """Return sizes of tables for so many, the largest first: up to ``size``, and such as the game ``allowed`` has.

    As many as possible are seated, then at as few tables as possible, which differ by one at most.
    """
    for seated in range(count, 1, -1):
        for number in range(-(-seated // size), seated // 2 + 1):
            low, more = divmod(seated, number)
            split = (low + 1,) * more + (low,) * (number - more)
            if allowed >= set(split):
                return split
    return ()


def draw(rivals: Sequence[Rival], size: int, *, allowed: Set[int]) -> Draw:
    """Put the tables of a round together; those who sat out least often and stand lowest sit out if it does not fit."""
    order = by_standing(rivals)
    wanted = list(sizes(len(order), size, allowed))
    spare = len(order) - sum(wanted)
    out = sorted(order, key=lambda each: (each.byes, -order.index(each)))[:spare]
    playing = [rival for rival in order if rival not in out]
    tables: list[Table] = []
    while wanted:
        few = wanted[:STRETCH] if len(wanted) >= 2 * STRETCH else wanted
        wanted = wanted[len(few) :]
        stretch, playing = playing[: sum(few)], playing[sum(few) :]
        tables += exchange_players(fill_tables(stretch, few))
    return Draw(tuple(around_table(table) for table in tables), tuple(rival.number for rival in out))


def fill_tables(stretch: Sequence[Rival], few: Sequence[int]) -> list[Table]:
    """Fill tables of these sizes seat by seat."""
    tables: list[Table] = [[rival] for rival in stretch[: len(few)]]
    rest = list(stretch[len(few) :])
    while rest:
        short = [at for at, table in enumerate(tables) if len(table) < few[at]]
        import networkx as nx  # a tenth of the start, and seldom needed

        graph: nx.Graph[int] = nx.Graph()
        prices = {
            (at, len(tables) + who): sum(price(other, rival) for other in tables[at])
            for at in short
            for who, rival in enumerate(rest)
        }
        most = max(prices.values())
        # Whoever stands higher is seated first where nothing else speaks for it.
        graph.add_weighted_edges_from(
            (at, who, (most - cost) * 1000 + len(rest) - (who - len(tables))) for (at, who), cost in prices.items()
        )
        for pair in nx.max_weight_matching(graph, maxcardinality=True):
            at, who = min(pair), max(pair) - len(tables)
            tables[at].append(rest[who])
        seated = {rival.number for table in tables for rival in table}
        rest = [rival for rival in rest if rival.number not in seated]
    return tables


def exchange_players(tables: list[Table]) -> list[Table]:
    """Let players change tables as long as that makes the whole better."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for at in range(len(tables[one])):
                for beside in range(len(tables[other])):
                    better |= _swap(tables[one], at, tables[other], beside)
    return tables


def _swap(one: Table, at: int, other: Table, beside: int) -> bool:
    """Swap two players if the two tables are better for it."""
    first, second = one[at], other[beside]
    gain = 0
    for place, rival in enumerate(one):
        if place != at:
            gain += price(rival, first) - price(rival, second)
    for place, rival in enumerate(other):
        if place != beside:
            gain += price(rival, second) - price(rival, first)
    if gain <= 0:
        return False
    one[at], other[beside] = second, first
    return True


def price(one: Rival, other: Rival) -> int:
    """Return how much speaks against two players at one table: the same both ways, or changing tables never ends."""
    met = one.met.get(other.number, 0)
    unwanted = other.number in one.unwanted or one.number in other.unwanted
    return met * met * _MET + unwanted * _UNWANTED + (abs(one.points - other.points) // 10) ** 2
