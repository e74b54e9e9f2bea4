"""Pairing a Swiss round: nobody meets anybody twice if that can be avoided, points close, seats in turn. Pure.

The entrants stand in one line: by points, and within the same points so that the upper half alternates with the lower
(the first is to meet the one in the middle). A small field is matched as a whole. Of a larger one a window of that line
is matched at a time, as well as it can be; pairs with one in its front half are kept if seats stay balanced, the others
go on with those who follow. Where the end of the line does not come out, pairs are taken back until it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bot.app.tournaments.pairing.matching import UNBALANCED, Both, Line, Round, cost, in_line, match_best, seat_round
from bot.app.tournaments.pairing.rivals import Rival, by_standing, imbalance_of
from bot.app.tournaments.pairing.whole import WHOLE, pair_whole

WINDOW = 18
"""Entrants matched together: the work grows with the third power of this, and only once with their number."""

MOST_BYES = 12
"""In a large field so many are tried as the one who sits out."""


def pair_round(rivals: Sequence[Rival], *, ahead: bool = True) -> Round:
    """Pair a round; of an odd number the lowest one sits out who did so least often and is not owed a seat.

    If then somebody met somebody again, or seats were off balance, the next one is tried: the first without whom all
    is well, or as well as can be. ``ahead``: another round is to follow.
    """
    order = by_standing(rivals)
    if len(order) <= WHOLE:
        return pair_whole(order, ahead=ahead)
    if len(order) % 2 == 0:
        return _without(order, None)
    known = {rival.number: rival for rival in rivals}
    best: tuple[tuple[int, int], Round] | None = None
    for bye in (sitters := _sitters(order)):
        made = _without([each for each in order if each is not bye], bye)
        again = sum(other in known[one].met for one, other in made.pairs)
        off = sum(imbalance_of(known[one], known[other]) > 0 for one, other in made.pairs)
        if best is None or (again, off) < best[0]:
            best = ((again, off), made)
        if not again and off <= _count_forced_without(order, sitters[-1]):
            break
    assert best is not None
    return best[1]


def _sitters(order: Sequence[Rival]) -> list[Rival]:
    """Those who are tried as the one who sits out: the lowest, last the lowest whose place serves seats best."""
    places = {rival.number: place for place, rival in enumerate(order)}
    lowest = sorted(order, key=lambda each: (each.byes, abs(each.tilt) > 1, -places[each.number]))
    spare = min(lowest, key=lambda each: (each.byes, _count_forced_without(order, each)))
    return [*lowest[:MOST_BYES], spare]


def _count_forced_without(order: Sequence[Rival], bye: Rival) -> int:
    return count_forced(each for each in order if each is not bye)


def count_forced(rivals: Iterable[Rival]) -> int:
    """Return how many pairs have both sides owed the same seat whoever meets whom."""
    tilts = [rival.tilt for rival in rivals]
    more, less = sum(tilt > 0 for tilt in tilts), sum(tilt < 0 for tilt in tilts)
    return max(0, 2 * max(more, less) - len(tilts)) // 2


def _without(order: Sequence[Rival], bye: Rival | None) -> Round:
    """Pair an even number of entrants who stand in order."""
    line = in_line(order)
    odd = _find_left_over(line)
    gone = {place for both in odd for place, _ in both}
    pairs = mend(_pair([each for each in line if each[0] not in gone]))
    return seat_round([*pairs, *odd], bye)


def _find_left_over(line: Line) -> list[Both]:
    """Pairs of those who are all owed the same seat, where drop-outs left more of them than can be served.

    As few as must be, and those who stand lowest: taken out first, so that the others come out balanced.
    """
    tilts = [rival.tilt for _, rival in line]
    more = 1 if sum(tilt > 0 for tilt in tilts) >= sum(tilt < 0 for tilt in tilts) else -1
    count = count_forced(rival for _, rival in line)
    pool = [each for each in reversed(line) if each[1].tilt == more]
    pairs: list[Both] = []
    while pool and len(pairs) < count:
        low = pool.pop(0)
        high = next((each for each in pool if each[1].number not in low[1].met), None)
        if high is not None:
            pool.remove(high)
            pairs.append((high, low))
    return pairs


def _pair(pool: Line) -> list[Both]:
    kept: list[Both] = []
    width, back = WINDOW, 1
    while pool:
        window = pool[:width]
        last = len(window) == len(pool)
        found = match_best(window)
        if last and len(found) * 2 == len(window):
            return [*kept, *found]
        if last and not kept:
            return match_best(window, again=True)
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
    return [both for both in pairs if not imbalance_of(both[0][1], both[1][1])] or pairs


def mend(pairs: Sequence[Both]) -> list[Both]:
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
            for one, two in _exchange(current[at], other):
                gain = before - _price(one) - _price(two)
                if gain > 0 and (best is None or gain > best[0]):
                    best = (gain, beside, one, two)
        if best is not None:
            _, beside, current[at], current[beside] = best
    return current


def _exchange(one: Both, other: Both) -> Iterator[tuple[Both, Both]]:
    (a, b), (c, d) = one, other
    for first, second in (((a, c), (b, d)), ((a, d), (b, c))):
        if all(two[1].number not in each[1].met for each, two in (first, second)):
            yield first, second


def _bad(both: Both) -> bool:
    return _price(both) >= UNBALANCED


def _price(both: Both) -> int:
    (at, one), (beside, other) = both
    return cost(one, other, apart=max(1, abs(beside - at)))
