"""Tours: checking a path, valuing it, and finding all of them (R9, R10.5, R12.1, section 12).

The search goes depth-first from every hotel over unused stretches and gives up where the nearest hotel is too many
stops away. Each tour is found in the one of its two directions that comes first in reading order.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from games.core.errors import IllegalMove
from games.core.kept import kept
from games.core.proofs import proof
from games.core.seats import Seat
from games.core.text import raw
from games.greentown.components import CATEGORIES, Card
from games.greentown.grid import order
from games.greentown.names import refusal, spaces_text
from games.greentown.state import CATEGORY_OF, Pay, Site, Tile, Town
from games.greentown.town import TOWNS, joined, linked, spaces_with

FAR = 1 << 20
"""More stops than any card asks for: no hotel can be reached."""


Sight: TypeAlias = tuple[int, int]
"""What a tour comes by: the different sites as a bit set over ``Net.spaces``, and the visits by category, packed."""

Result: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...]]
"""What a tour pays to each seat, and which wishes it meets."""

MOST_VISITS = 8
"""Bits for the visits of one category: more than a tour has stops."""

VISITS = (1 << MOST_VISITS) - 1


class Group(Struct, frozen=True):
    """Tours with one result (12): the first of them in reading order, what it pays, and how many there are."""

    path: tuple[str, ...]
    pay: Pay
    size: int


class Net:
    """The town made ready for the search: spaces numbered in reading order, stretches as bits."""

    def __init__(self, town: Town, *, avoid: Collection[str] = ()) -> None:
        """Number the spaces, leaving out those to be avoided."""
        self.town = town
        self.spaces: tuple[str, ...] = tuple(sorted((space for space in town if space not in avoid), key=order))
        number = {space: at for at, space in enumerate(self.spaces)}
        self.tiles: tuple[Tile, ...] = tuple(town[space] for space in self.spaces)
        self.stops: tuple[int, ...] = tuple(int(tile.site is not Site.VACANT) for tile in self.tiles)
        self.hotels: tuple[int, ...] = tuple(at for at, tile in enumerate(self.tiles) if tile.site is Site.HOTEL)
        self.category: tuple[int, ...] = tuple(category_at(tile) for tile in self.tiles)
        self.number = number
        self._away: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._possible: dict[int, bool] = {}
        around = tuple(
            sorted([number[other] for other in linked(town, space) if other in number]) for space in self.spaces
        )
        bits: dict[tuple[int, int], int] = {}
        for at, others in enumerate(around):
            for other in others:
                if at < other:
                    bits[at, other] = 1 << len(bits)
        self.bits = bits
        self.links: tuple[tuple[tuple[int, int, int], ...], ...] = tuple(
            tuple((other, bits[min(at, other), max(at, other)], self.stops[other]) for other in others)
            for at, others in enumerate(around)
        )
        """For each space: neighbour, bit of the stretch, and whether arriving there is a stop."""

    def distances(self, goals: tuple[int, ...]) -> tuple[int, ...]:
        """Return the least number of stops from each space to one of the goals, used stretches not minded (12)."""
        if goals not in self._away:
            self._away[goals] = self._distances(goals)
        return self._away[goals]

    def _distances(self, goals: tuple[int, ...]) -> tuple[int, ...]:
        found = [FAR] * len(self.spaces)
        ahead = deque(goals)
        for goal in goals:
            found[goal] = 0
        while ahead:
            at = ahead.popleft()
            further = found[at] + self.stops[at]
            for other, _, _ in self.links[at]:
                if further < found[other]:
                    found[other] = further
                    if self.stops[at]:
                        ahead.append(other)
                    else:
                        ahead.appendleft(other)
        return tuple(found)

    def tours(self, stops: int) -> Iterator[tuple[int, ...]]:
        """Yield every tour with exactly so many stops, in reading order, each in one direction only."""
        for at, hotel in enumerate(self.hotels):
            for path in search(self, [hotel], stops, ends=self.hotels[at:]):
                if path[-1] != hotel or path <= path[::-1]:
                    yield path

    def has_tour(self, stops: int) -> bool:
        """Return whether there is any tour with exactly so many stops."""
        if stops not in self._possible:
            self._possible[stops] = next(self.tours(stops), None) is not None
        return self._possible[stops]

    def named(self, path: Sequence[int]) -> tuple[str, ...]:
        """Return a path by its spaces."""
        return tuple(self.spaces[at] for at in path)


@kept(TOWNS)
def net_of(town: Town) -> Net:
    """Return the whole town made ready for the search."""
    return Net(town)


def search(net: Net, path: list[int], stops: int, *, ends: tuple[int, ...], used: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the ways to go on from ``path`` with so many stops more to one of ``ends`` (12)."""
    away = net.distances(ends)
    links = net.links
    stack = [iter(links[path[-1]])]
    left = [(stops, used)]
    while stack:
        remaining, taken = left[-1]
        for other, bit, stop in stack[-1]:
            if taken & bit:
                continue
            after = remaining - stop
            if away[other] > after:
                continue
            if not after:
                yield (*path, other)
                continue
            path.append(other)
            stack.append(iter(links[other]))
            left.append((after, taken | bit))
            break
        else:
            stack.pop()
            left.pop()
            path.pop()


_NUMBER_OF: dict[Site, int] = {
    site: CATEGORIES.index(CATEGORY_OF[site]) if site in CATEGORY_OF else -1 for site in Site
}


def category_at(tile: Tile) -> int:
    """Return the number of the site's category in ``CATEGORIES``, -1 for a hotel or a vacant site."""
    return _NUMBER_OF[tile.site]


@proof
def has_tour(town: Town, stops: int) -> bool:
    """Return whether a legal tour exists (R4.4)."""
    return net_of(town).has_tour(stops)


def onward(town: Town, path: tuple[str, ...], stops: int) -> tuple[str, ...]:
    """Return the spaces by which a path so far can go on to a legal tour, in reading order; () if it is one."""
    net = net_of(town)
    if not path:
        return tuple(net.spaces[at] for at in net.hotels if _leads_on(net, [at], stops, used=0))
    at = [net.number.get(space, -1) for space in path]
    used = 0
    for here, there in pairwise(at):
        stretch = net.bits.get((min(here, there), max(here, there)), 0)
        if not stretch or used & stretch:
            return ()
        used |= stretch
    left = stops - sum(net.stops[there] for there in at[1:])
    return tuple(
        net.spaces[other]
        for other, bit, stop in net.links[at[-1]]
        if not used & bit
        and ((left == stop and other in net.hotels) or _leads_on(net, [*at, other], left - stop, used=used | bit))
    )


def _leads_on(net: Net, path: list[int], stops: int, *, used: int) -> bool:
    return stops > 0 and next(search(net, path, stops, ends=net.hotels, used=used), None) is not None


def stop_numbers(town: Town, path: Sequence[str]) -> tuple[int, ...]:
    """Return for each space of a path the number of the stop made there, 0 for the start and vacant sites (R9.3)."""
    numbers, count = [0] * len(path[:1]), 0
    for space in path[1:]:
        stop = town[space].site is not Site.VACANT
        count += stop
        numbers.append(count if stop else 0)
    return tuple(numbers)


def stop_list(town: Town, path: Sequence[str]) -> str:
    """Return the path after its start with the stops counted and vacant sites in brackets: ``L12(1) [M13]`` (6)."""
    counted = zip(path[1:], stop_numbers(town, path)[1:], strict=True)
    return " ".join(f"{space}({number})" if number else f"[{space}]" for space, number in counted)


def count_stops(town: Town, path: Sequence[str]) -> int:
    """Return how many stops a path has (R9.3, R9.5)."""
    return max(stop_numbers(town, path), default=0)


def tour_fault(town: Town, path: tuple[str, ...], stops: int) -> IllegalMove | None:
    """Return the objection to a tour (R9.1 to R9.5)."""
    if len(path) < 2:
        return refusal("TOUR_EMPTY", "R9.1")
    bare = next((space for space in path if space not in town), None)
    if bare is not None:
        return refusal("TOUR_NO_TILE", "R9.1", space=bare)
    if town[path[0]].site is not Site.HOTEL:
        return refusal("TOUR_START", "R9.1", hotels=spaces_text(spaces_with(town, Site.HOTEL)))
    steps = list(pairwise(path))
    apart = next((step for step in steps if not joined(town, *step)), None)
    if apart is not None:
        return refusal("TOUR_NO_STREET", "R1.5", here=apart[0], there=apart[1])
    stretches = [frozenset(step) for step in steps]
    twice = next((step for at, step in enumerate(steps) if stretches[at] in stretches[:at]), None)
    if twice is not None:
        return refusal("TOUR_REUSED", "R9.4", here=twice[0], there=twice[1])
    if town[path[-1]].site is not Site.HOTEL:
        return refusal("TOUR_END", "R9.1", space=path[-1])
    made = count_stops(town, path)
    if made == stops:
        return None
    code = "TOUR_TOO_SHORT" if made < stops else "TOUR_TOO_LONG"
    return refusal(code, "R9.2", count=made, wanted=stops, stops=raw(stop_list(town, path)))


class Leader(Struct, frozen=True):
    """Who leads a tour: seat, visitor card, and how many play."""

    seat: Seat
    card: Card
    seats: int


def value(town: Town, path: Sequence[str], leader: Leader) -> Pay:
    """Return what a path is worth, were it led (R9.6 to R10.5)."""
    counts = [0, 0, 0, 0]
    different: dict[str, Tile] = {}
    hotels = 0
    for space in path[1:]:
        tile = town[space]
        category = category_at(tile)
        if category >= 0:
            counts[category] += 1
            different[space] = tile
        hotels += tile.site is Site.HOTEL
    visits = (counts[0], counts[1], counts[2], counts[3])
    return _pay(visits, tuple(different.values()), leader=leader, hotels=hotels)


def _pay(visits: tuple[int, int, int, int], sites: Sequence[Tile], *, leader: Leader, hotels: int) -> Pay:
    nature, culture, sport, shopping = (wish.met(count) for wish, count in zip(leader.card.wishes, visits, strict=True))
    met = (nature, culture, sport, shopping)
    paid = [0, 0, 0, 0]
    pays = [0] * leader.seats
    for tile in sites:
        category = category_at(tile)
        if not met[category]:
            continue
        if tile.owner is None or tile.owner == leader.seat:
            paid[category] += 1
        else:
            pays[tile.owner] += 1
    gross, missed = sum(paid), met.count(False)
    net = max(gross - missed, 0)
    pays[leader.seat] = net
    if leader.seats == 2:
        least = min(pays)
        pays = [pay - least for pay in pays]
    return Pay(visits, met, (paid[0], paid[1], paid[2], paid[3]), hotels, gross, missed, net, tuple(pays))


def groups(town: Town, leader: Leader, *, via: Collection[str] = (), avoid: Collection[str] = ()) -> tuple[Group, ...]:
    """Return all tours grouped by result: payments to everyone and wishes met (12).

    Ordered by own pay minus the greatest pay of an opponent, then own pay, then the less to others, then reading order.
    """
    net = Net(town, avoid=avoid) if avoid else net_of(town)
    sizes: dict[Result, int] = {}
    shown: dict[Result, tuple[tuple[int, ...], Pay]] = {}
    for sight, seen in _Sights(net, leader.card.stops, via).found.items():
        pay = _pay_on(net, sight, leader)
        result = (pay.pays, pay.met)
        sizes[result] = sizes.get(result, 0) + seen.ways // 2
        shown.setdefault(result, (seen.path, pay))
    made = [Group(net.named(path), pay, sizes[result]) for result, (path, pay) in shown.items()]
    return tuple(sorted(made, key=lambda group: rank(group.pay, leader.seat)))


def _pay_on(net: Net, sight: Sight, leader: Leader) -> Pay:
    """Return what tours with a sight are worth."""
    different, packed = sight
    nature, culture, sport, shopping = (packed >> MOST_VISITS * category & VISITS for category in range(4))
    sites = [tile for at, tile in enumerate(net.tiles) if different >> at & 1 and net.category[at] >= 0]
    hotels = leader.card.stops - nature - culture - sport - shopping
    return _pay((nature, culture, sport, shopping), sites, leader=leader, hotels=hotels)


class _Seen:
    """Tours with one sight: the first in reading order, and how many there are in both directions."""

    __slots__ = ("path", "ways")

    def __init__(self, path: tuple[int, ...]) -> None:
        self.path = path
        self.ways = 0


class _Sights:
    """All tours with exactly so many stops by what they come by, in reading order of the first of each.

    It finds what ``Net.tours`` does, but what is the same for many paths is not worked out for each of them.
    """

    def __init__(self, net: Net, stops: int, via: Collection[str]) -> None:
        must = {net.number.get(space, -1) for space in via}
        self._links, self._path = net.links, [0]
        self._marks = tuple(1 << at if net.category[at] >= 0 or at in must else 0 for at in range(len(net.tiles)))
        self._visits = tuple(1 << MOST_VISITS * category if category >= 0 else 0 for category in net.category)
        self._wanted = -1 if -1 in must else sum(1 << at for at in must)
        self.found: dict[Sight, _Seen] = {}
        for at, hotel in enumerate(net.hotels if self._wanted >= 0 else ()):
            self._path = [hotel]
            self._away = net.distances(net.hotels[at:])
            self._walk(hotel, stops, 0, self._marks[hotel], 0)

    def _walk(self, here: int, left: int, used: int, seen: int, visits: int) -> None:
        """Go on from a space with so many stops left; stretches used, spaces seen, visits by category so far."""
        away, marks, path = self._away, self._marks, self._path
        for other, bit, stop in self._links[here]:
            after = left - stop
            if used & bit or away[other] > after:
                continue
            path.append(other)
            if after:
                self._walk(other, after, used | bit, seen | marks[other], visits + self._visits[other])
            else:
                self._arrived(seen | marks[other], visits)
            path.pop()

    def _arrived(self, seen: int, visits: int) -> None:
        """Count a tour; back where it began it is found in both directions, else in one."""
        if seen & self._wanted != self._wanted:
            return
        known = self.found.get((seen, visits))
        if known is None:
            known = self.found[seen, visits] = _Seen(tuple(self._path))
        known.ways += 1 if self._path[0] == self._path[-1] else 2


def rank(pay: Pay, seat: Seat) -> tuple[int, int, int]:
    """Return the sort key of a result for a player: the best comes first (R12.1)."""
    own = pay.pays[seat]
    others = [received for other, received in enumerate(pay.pays) if other != seat]
    return max(others) - own, -own, sum(others)


def best(town: Town, leader: Leader) -> Group | None:
    """Return the default tour (R12.1): of equal ones the path that comes first in reading order; None if none."""
    found = groups(town, leader)
    if not found:
        return None
    top = rank(found[0].pay, leader.seat)
    equal = (group for group in found if rank(group.pay, leader.seat) == top)
    return min(equal, key=lambda group: [order(space) for space in group.path])
