"""Pairing a Swiss round: nobody meets anybody twice if that can be avoided, points close, seats in turn. Pure.

The entrants stand in one line: by points, and within the same points so that the upper half alternates with the lower
(the first is to meet the one in the middle). A window of that line is matched at a time, as well as it can be; pairs
with one in its front half are kept if seats stay balanced, the others go on with those who follow. Where the end of the
line does not come out, pairs are taken back until it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, zip_longest

from msgspec import Struct

from bot.app.events.pairing.rivals import Pair, Rival, by_standing, seated, unbalanced

WINDOW = 18
"""Entrants matched together: the work grows with the third power of this, and only once with their number."""

MOST_BYES = 12
"""So many are tried as the one who sits out."""

_AGAIN = 10**12
"""Cost of meeting again, for each time they met; only paid when nothing else is left."""
_UNWANTED = 10**10
_UNBALANCED = 10**8
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


def pair_round(rivals: Sequence[Rival]) -> Round:
    """Pair a round; of an odd number the lowest one sits out who did so least often and is not owed a seat.

    If then somebody met somebody again, the next one is tried: the first without whom all are new, or fewest are not.
    """
    order = by_standing(rivals)
    if len(order) % 2 == 0:
        return _without(order, None)
    known = {rival.number: rival for rival in rivals}
    best: tuple[int, Round] | None = None
    places = {rival.number: place for place, rival in enumerate(order)}
    lowest = sorted(order, key=lambda each: (each.byes, abs(each.tilt) > 1, -places[each.number]))
    for bye in lowest[:MOST_BYES]:
        made = _without([each for each in order if each is not bye], bye)
        again = sum(other in known[one].met for one, other in made.pairs)
        if best is None or again < best[0]:
            best = (again, made)
        if not again:
            break
    assert best is not None
    return best[1]


def _without(order: Sequence[Rival], bye: Rival | None) -> Round:
    """Pair an even number of entrants who stand in order."""
    line = list(enumerate(_line(order)))
    odd = _left_over(line)
    gone = {place for both in odd for place, _ in both}
    pairs = mended(_paired([each for each in line if each[0] not in gone]))
    ranked = sorted([*pairs, *odd], key=lambda both: min(both[0][0], both[1][0]))
    return Round(tuple(seated(one, other) for (_, one), (_, other) in ranked), None if bye is None else bye.number)


def _line(order: Iterable[Rival]) -> list[Rival]:
    """The entrants in one line: of each group of equal points the upper half alternating with the lower."""
    line: list[Rival] = []
    for _, group in groupby(order, key=lambda each: each.points):
        same = list(group)
        half = (len(same) + 1) // 2
        woven = chain.from_iterable(zip_longest(same[:half], same[half:]))
        line.extend(rival for rival in woven if rival is not None)
    return line


def _left_over(line: Line) -> list[Both]:
    """Pairs of those who are all owed the same seat, where drop-outs left more of them than can be served.

    As few as must be, and those who stand lowest: taken out first, so that the others come out balanced.
    """
    tilts = [rival.tilt for _, rival in line]
    more = 1 if sum(tilt > 0 for tilt in tilts) >= sum(tilt < 0 for tilt in tilts) else -1
    same = sum(tilt * more > 0 for tilt in tilts)
    count = max(0, (same - (len(tilts) - same)) // 2)
    pool = [each for each in reversed(line) if each[1].tilt == more]
    pairs: list[Both] = []
    while pool and len(pairs) < count:
        low = pool.pop(0)
        high = next((each for each in pool if each[1].number not in low[1].met), None)
        if high is not None:
            pool.remove(high)
            pairs.append((high, low))
    return pairs


def _paired(pool: Line) -> list[Both]:
    kept: list[Both] = []
    width, back = WINDOW, 1
    while pool:
        window = pool[:width]
        last = len(window) == len(pool)
        found = matched(window)
        if last and len(found) * 2 == len(window):
            return [*kept, *found]
        if last and not kept:
            return matched(window, again=True)
        if last:
            # The end does not come out: take pairs back, twice as many each time.
            pool = sorted([*pool, *chain.from_iterable(kept[-back:])], key=lambda place: place[0])
            del kept[-back:]
            width, back = max(width, len(pool)), back * 2
            continue
        sure = _front(found, window)
        if not sure:
            width += WINDOW  # nobody in front has anybody left to meet among these
            continue
        gone = {place for both in sure for place, _ in both}
        kept.extend(sure)
        pool = [each for each in pool if each[0] not in gone]
    return kept


def _front(found: Sequence[Both], window: Line) -> list[Both]:
    """The pairs with one in the front half of the window: if any are balanced, only those."""
    front = {place for place, _ in window[: len(window) // 2]}
    pairs = [both for both in found if both[0][0] in front or both[1][0] in front]
    return [both for both in pairs if not unbalanced(both[0][1], both[1][1])] or pairs


def mended(pairs: Sequence[Both]) -> list[Both]:
    """Return the pairs with those that are unbalanced or unwanted exchanged with others, where that makes it better."""
    current = list(pairs)
    for at in [at for at, both in enumerate(current) if _bad(both)]:
        if not _bad(current[at]):
            continue
        best: tuple[int, int, Both, Both] | None = None
        for beside, other in enumerate(current):
            if beside == at:
                continue
            before = _price(current[at]) + _price(other)
            for one, two in _exchanged(current[at], other):
                gain = before - _price(one) - _price(two)
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, beside, one, two)
        if best is not None:
            _, beside, current[at], current[beside] = best
    return current


def _exchanged(one: Both, other: Both) -> Iterator[tuple[Both, Both]]:
    (a, b), (c, d) = one, other
    for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
        if all(two[1].number not in each[1].met for each, two in (first, second)):
            yield first, second


def _bad(both: Both) -> bool:
    return _price(both) >= _UNBALANCED


def _price(both: Both) -> int:
    (at, one), (beside, other) = both
    return cost(one, other, apart=max(1, abs(beside - at)))


def matched(line: Sequence[Placed], *, again: bool = False) -> list[Both]:
    """Return the best pairs among some, as many as possible; ``again``: also those who met already."""
    import networkx as nx  # a tenth of the start, and seldom needed

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(len(line)))
    edges = []
    for at, (place, one) in enumerate(line):
        for beside in range(at + 1, len(line)):
            further, other = line[beside]
            times = one.met.get(other.number, 0)
            if again or not times:
                edges.append((at, beside, cost(one, other, apart=further - place) + times * _AGAIN))
    most = max((price for *_, price in edges), default=0)
    graph.add_weighted_edges_from((one, other, most - price) for one, other, price in edges)
    found = nx.max_weight_matching(graph, maxcardinality=True)
    return [(line[min(both)], line[max(both)]) for both in sorted(tuple(sorted(pair)) for pair in found)]


def cost(one: Rival, other: Rival, *, apart: int) -> int:
    """Return how much speaks against a pair; ``apart``: how far from each other they stand in the line."""
    unwanted = other.number in one.unwanted or one.number in other.unwanted
    gap = (one.points - other.points) // 30
    return unwanted * _UNWANTED + unbalanced(one, other) * _UNBALANCED + gap * gap * _GAP + (apart - 1) ** 2
