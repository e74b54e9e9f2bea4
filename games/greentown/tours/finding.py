"""Finding the best tours, grouped by result: payments to everyone and wishes met (R12.1, section 12).

All tours are walked in reading order. Where there are too many, the results are worked out first without walking, and
the walk looks for the first path of each of the best, turning back where none of those that are missing can come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from operator import length_hint
from typing import TypeAlias

from msgspec import Struct

from games.greentown.bots.worth import Leader, rank
from games.greentown.state import Pay, Town
from games.greentown.tours.net import Net, Vast, net_of
from games.greentown.tours.sums import STOPS, Count, Sum, count_for, pay_of
from games.greentown.tours.sweep import Stand, from_start, sweep_of

WALKED = 6000
"""So many spaces are walked through before the results are worked out in another way."""

IDLE = 800
"""So many steps are walked without finding what is missing before it is worked out where to turn back."""

Result: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]
"""What a tour pays to each seat, and which wishes it meets."""

Order: TypeAlias = Callable[[Pay], tuple[float, ...]]
"""Sort key of results: the best comes first."""


class Group(Struct, frozen=True):
    """Tours with one result (12): the first of them in reading order, and what it pays."""

    path: tuple[str, ...]
    pay: Pay


def groups(
    town: Town,
    leader: Leader,
    most: int,
    *,
    via: Collection[str] = (),
    avoid: Collection[str] = (),
    by: Order | None = None,
) -> tuple[Group, ...]:
    """Return the best tours grouped by result, ``most`` groups (12), of those that pass some spaces and avoid others.

    Ordered by own pay minus the greatest pay of an opponent, then own pay, then the less to others, then reading order;
    or ``by`` another key.
    """
    net = Net(town, avoid=avoid) if avoid else net_of(town)
    finder = _Finder(net, leader, via, by or (lambda pay: rank(pay, leader.seat)))
    ranked = sorted(finder.find(most).items(), key=lambda item: (finder.key(item[1][1]), item[1][0]))
    return tuple(Group(net.name_spaces(path), pay) for _, (path, pay) in ranked[:most])


def best(town: Town, leader: Leader, *, by: Order | None = None) -> Group | None:
    """Return the default tour (R12.1): of equal ones the path that comes first in reading order; None if none."""
    return next(iter(groups(town, leader, 1, by=by)), None)


Shown: TypeAlias = dict[Result, tuple[tuple[int, ...], Pay]]
"""Of each result the first path and what it pays."""


class _Finder:
    """Looks for tours in a net, for a leader."""

    def __init__(self, net: Net, leader: Leader, via: Collection[str], by: Order) -> None:
        self.net = net
        self.key = by
        self._leader = leader
        self._stops = leader.card.stops
        self._count = count_for(net, leader, via)
        self._pays: dict[Sum, Pay] = {}

    def pay(self, total: Sum) -> Pay:
        """Return what tours are worth that add up to a sum."""
        known = self._pays.get(total)
        if known is None:
            known = self._pays[total] = pay_of(self._count, total, self._leader)
        return known

    def result(self, total: Sum) -> Result:
        """Return the result of tours that add up to a sum."""
        pay = self.pay(total)
        return pay.pays, pay.met

    def find(self, most: int) -> Shown:
        """Return the first path of every result, or at least of the best ``most`` and those that equal the last."""
        walk = _Walk(self.net, self._count, self._stops)
        whole = walk.all()
        shown: Shown = {}
        for total, path in walk.firsts.items():
            if total & self._count.must == self._count.must:
                shown.setdefault(self.result(total), (path, self.pay(total)))
        if not whole:
            self._find_more(shown, self.results(most), walk.path)
        return shown

    def results(self, most: int) -> set[Sum]:
        """Return the sums of the best results, so many and those that are equal to the last of them."""
        count, stops = self._count, self._stops
        sums = sweep_of(self.net).sums(count, count.loose(stops), from_start(self.net))
        sums = {total for total in sums if total & STOPS == stops and total & count.must == count.must}
        keys = sorted({self.result(total): self.key(self.pay(total)) for total in sums}.values())
        return {total for total in sums if self.key(self.pay(total)) <= keys[:most][-1]}

    def _find_more(self, shown: Shown, sums: set[Sum], path: list[int]) -> None:
        """Add the first paths of the results of some sums, all of which there are, from where a walk has come to."""
        missing: dict[Result, set[Sum]] = {}
        for total in sums:
            missing.setdefault(self.result(total), set()).add(total)
        wanted = {total for total in sums if self.result(total) not in shown}
        for found, total in _Search(self.net, self._count, self._stops).firsts(wanted, path):
            result = self.result(total)
            shown[result] = found, self.pay(total)
            wanted -= missing[result]


class _Walk:
    """Walks through all tours with exactly so many stops; of each sum the first in reading order is kept."""

    def __init__(self, net: Net, count: Count, stops: int) -> None:
        self.firsts: dict[Sum, tuple[int, ...]] = {}
        self.path: list[int] = []
        """Where the walk has come to: the ways on from its last space are still to be walked."""
        self._net, self._count, self._stops = net, count, stops
        self._links, self._again, self._fresh = net.links, count.again, count.fresh
        self._left = WALKED

    def all(self) -> bool:
        """Walk; return whether it came to an end before there were too many ways."""
        try:
            for at, hotel in enumerate(self._net.hotels):
                self.path = [hotel]
                self._away = self._net.distances(self._net.hotels[at:])
                self._go_on(hotel, self._stops, 0, 1 << hotel, self._count.first[hotel])
        except Vast:
            return False
        return True

    def _go_on(self, here: int, left: int, used: int, seen: int, total: Sum) -> None:
        """Go on from a space with so many stops left; stretches used, spaces seen, and the sum so far."""
        self._left -= 1
        if self._left < 0:
            raise Vast
        away, path = self._away, self.path
        for other, bit, stop in self._links[here]:
            after = left - stop
            if used & bit or away[other] > after:
                continue
            added = total + (self._again[other] if seen >> other & 1 else self._fresh[other])
            if after:
                path.append(other)
                self._go_on(other, after, used | bit, seen | 1 << other, added)
                path.pop()
            elif added not in self.firsts:
                self.firsts[added] = (*path, other)


class _Frame(Struct, gc=False):
    """A space on the way of a search: stops left, stretches used, spaces seen, the sum so far, and where it goes on."""

    here: int
    left: int
    used: int
    seen: int
    total: Sum
    ways: Iterator[tuple[int, int, int]]
    hopes: list[Sum]
    """The wanted sums that may come still."""
    proven: bool = False
    """Whether all hopes come true by going on from here, in ways walked already or still to be walked."""


class _Search:
    """Walks in reading order for tours with certain sums, turning back where none of them can come."""

    def __init__(self, net: Net, count: Count, stops: int) -> None:
        self._net, self._count, self._stops = net, count, stops

    def firsts(self, wanted: set[Sum], path: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Sum]]:
        """Yield the first path with a wanted sum, going on where a walk has come to.

        Whoever takes it removes from ``wanted`` what is wanted no more.
        """
        hotels = self._net.hotels
        for at in range(hotels.index(path[0]), len(hotels)):
            frames = self._frames(path if hotels[at] == path[0] else hotels[at : at + 1], wanted)
            yield from self._from(frames, hotels[at:], wanted)

    def _frames(self, path: Sequence[int], wanted: set[Sum]) -> list[_Frame]:
        """Return the spaces of a path, from each of which the ways before and on the path are walked already."""
        start, links = path[0], self._net.links
        frames = [_Frame(start, self._stops, 0, 1 << start, self._count.first[start], iter(links[start]), list(wanted))]
        for space in path[1:]:
            frame = frames[-1]
            way = next(way for way in frame.ways if way[0] == space)
            adds = self._count.again[space] if frame.seen >> space & 1 else self._count.fresh[space]
            frames.append(self._further(frame, way, adds, self._hopes(frame, adds, wanted)))
        return frames

    def _further(self, frame: _Frame, way: tuple[int, int, int], adds: Sum, hopes: list[Sum]) -> _Frame:
        """Return the space to which a way goes on."""
        at, bit, stop = way
        total, ways = frame.total + adds, iter(self._net.links[at])
        return _Frame(at, frame.left - stop, frame.used | bit, frame.seen | 1 << at, total, ways, hopes)

    def _from(
        self, frames: list[_Frame], ends: tuple[int, ...], wanted: set[Sum]
    ) -> Iterator[tuple[tuple[int, ...], Sum]]:
        away, again, fresh = self._net.distances(ends), self._count.again, self._count.fresh
        idle = 0
        while frames and wanted:
            frame = frames[-1]
            for way in frame.ways:
                other, bit, stop = way
                if frame.used & bit or away[other] > frame.left - stop:
                    continue
                idle += 1
                adds = again[other] if frame.seen >> other & 1 else fresh[other]
                if frame.left > stop:
                    hopes = self._hopes(frame, adds, wanted) if adds else frame.hopes
                    if hopes:
                        frames.append(self._further(frame, way, adds, hopes))
                        break
                elif frame.total + adds in wanted:
                    yield (*(each.here for each in frames), other), frame.total + adds
                    idle = 0
                    _give_up(frames, wanted)
                    break
            else:
                frames.pop()
            if idle > IDLE:
                idle = 0
                self._turn_back(frames, ends, wanted)

    def _hopes(self, frame: _Frame, adds: Sum, wanted: set[Sum]) -> list[Sum]:
        """Return the sums that may come still after a visit."""
        total, guard = frame.total + adds, self._count.guard
        return [hope for hope in frame.hopes if ((hope | guard) - total) & guard == guard and hope in wanted]

    def _turn_back(self, frames: list[_Frame], ends: tuple[int, ...], wanted: set[Sum]) -> None:
        """Go back to the last space from which something wanted can come, found in jumps that grow."""
        sure = max((at for at, frame in enumerate(frames) if frame.proven), default=-1)
        began, beyond = sure, len(frames)
        while beyond - sure > 1:
            if sure >= 0 and self._is_last_way(frames[sure], ends):
                sure += 1
                frames[sure].hopes, frames[sure].proven = frames[sure - 1].hopes, True
                continue
            at = min(sure + max(1, (sure - began) // 2), (sure + beyond) // 2)
            hopes = set(frames[sure].hopes) if sure >= 0 else wanted
            if self._prove(frames[at], ends, hopes & wanted):
                sure = at
            else:
                beyond = at
        del frames[beyond:]

    def _is_last_way(self, frame: _Frame, ends: tuple[int, ...]) -> bool:
        """Return whether there is no way on after the one that is walked: what can come comes by it."""
        away = self._net.distances(ends)
        ways = self._net.links[frame.here]
        further = ways[len(ways) - length_hint(frame.ways) :]
        return all(frame.used & bit or away[other] > frame.left - stop for other, bit, stop in further)

    def _prove(self, frame: _Frame, ends: tuple[int, ...], wanted: set[Sum]) -> bool:
        """Find out which of the wanted sums come by going on from a space; return whether any does."""
        hopes = wanted.intersection(frame.hopes)
        if hopes:
            stand = Stand(frame.here, frame.used, frame.seen, frame.total, ends)
            hopes &= sweep_of(self._net).sums(self._count, self._count.find_bound(hopes), stand)
        frame.hopes, frame.proven = list(hopes), True
        return bool(hopes)


def _give_up(frames: list[_Frame], wanted: set[Sum]) -> None:
    """Go back from where nothing is known to come any more, after something was found."""
    for at, frame in enumerate(frames):
        if frame.proven:
            frame.hopes = [hope for hope in frame.hopes if hope in wanted]
            if not frame.hopes:
                del frames[at:]
                return
