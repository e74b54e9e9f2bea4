"""What tours come to, as numbers: stops, visits and different sites, each in a field of its own, the stops lowest.

The highest bit of each field stays free: set in a bound, it tells whether a sum exceeds the bound anywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from msgspec import Struct

from games.greentown.bots.worth import Earner, Leader, settle_visits
from games.greentown.components import CATEGORIES
from games.greentown.state import Pay, Site
from games.greentown.tours.net import Net

Sum: TypeAlias = int

FIELD = 5
"""Bits of a field: a tour has nine stops at most, and while it is put together one more."""

MOST = (1 << FIELD) - 1
STOPS: Sum = MOST
"""The field of the stops; then come hotels, visits by category, different sites by earner, spaces to be passed."""

HOTELS: Sum = MOST << FIELD
VISITS = 2
"""The number of the first field of visits."""

SITES = VISITS + len(CATEGORIES)
"""The number of the first field of different sites."""


class Count(Struct, frozen=True):
    """How a tour adds up: what each space adds each time, what beside it the first time, and both together (``fresh``).

    ``guard`` has the highest bits of all fields, ``must`` what comes of the spaces that have to be passed, ``earners``
    whose the fields of different sites are.
    """

    again: tuple[Sum, ...]
    first: tuple[Sum, ...]
    fresh: tuple[Sum, ...]
    guard: Sum
    must: Sum
    earners: tuple[Earner, ...] = ()

    def find_bound(self, sums: Iterable[Sum]) -> Sum:
        """Return the least bound of sums, guard set: ``bound - sum & guard == guard`` for all that do not exceed it."""
        bound, sums = self.guard, list(sums)
        for shift in range(0, self.guard.bit_length(), FIELD):
            bound |= max((each >> shift & MOST for each in sums), default=0) << shift
        return bound

    def loose(self, stops: int) -> Sum:
        """Return a bound of all that is met on the way to so many stops; at two ends one is counted too many."""
        return self.guard | (self.guard >> FIELD - 1) * (stops + 1)


def count_of_stops(net: Net, via: Collection[str] = ()) -> Count:
    """Return how stops alone add up, and spaces to be passed."""
    spaces = len(net.spaces)
    return _add_fields(net, ([0] * spaces, [_stop(net, at) for at in range(spaces)]), (), via=via, fields=VISITS)


def count_for(net: Net, leader: Leader, via: Collection[str] = ()) -> Count:
    """Return how all adds up that a leader's tours are worth, and spaces to be passed."""
    earners: dict[Earner, int] = {}
    first, again = [0] * len(net.spaces), []
    for at, tile in enumerate(net.tiles):
        category = net.category[at]
        adds = _stop(net, at)
        if category >= 0:
            adds |= 1 << FIELD * (VISITS + category)
            earner = category, leader.seat if tile.owner is None else tile.owner
            first[at] = 1 << FIELD * (SITES + earners.setdefault(earner, len(earners)))
        again.append(adds)
    return _add_fields(net, (first, again), tuple(earners), via=via, fields=SITES + len(earners))


def _stop(net: Net, at: int) -> Sum:
    return net.stops[at] | (1 << FIELD if net.tiles[at].site is Site.HOTEL else 0)


def _add_fields(
    net: Net, adds: tuple[list[Sum], list[Sum]], earners: tuple[Earner, ...], *, via: Collection[str], fields: int
) -> Count:
    """Add a field for each space to be passed to what spaces add the first time beside what they add each time."""
    first, again = adds
    must = 0
    for space in sorted(set(via)):
        mark = 1 << FIELD * fields
        fields += 1
        must |= mark
        if space in net.number:
            first[net.number[space]] |= mark
    guard = sum(1 << FIELD * field + FIELD - 1 for field in range(fields))
    fresh = tuple(one + other for one, other in zip(first, again, strict=True))
    return Count(tuple(again), tuple(first), fresh, guard, must, earners)


def pay_of(count: Count, total: Sum, leader: Leader) -> Pay:
    """Return what a tour is worth that adds up to a sum."""
    fields = [total >> shift & MOST for shift in range(0, count.guard.bit_length(), FIELD)]
    nature, culture, sport, shopping = fields[VISITS:SITES]
    sites = {earner: number for earner, number in zip(count.earners, fields[SITES:], strict=False) if number}
    return settle_visits((nature, culture, sport, shopping), sites, leader=leader, hotels=fields[1])
