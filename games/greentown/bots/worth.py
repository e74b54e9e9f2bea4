"""What a tour is worth to everyone (R9.6 to R10.5, R12.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from games.core.seats import Seat
from games.greentown.components import Card
from games.greentown.state import Pay, Site, Town
from games.greentown.tours.net import category_at

Visits: TypeAlias = tuple[int, int, int, int]
"""Visits by category."""

Earner: TypeAlias = tuple[int, Seat]
"""Category of a site and whom it pays."""

PAIR = 2


class Leader(Struct, frozen=True):
    """Who leads a tour: seat, visitor card, and how many play."""

    seat: Seat
    card: Card
    seats: int


def value(town: Town, path: Sequence[str], leader: Leader) -> Pay:
    """Return what a path is worth, were it led (R9.6 to R10.5)."""
    counts = [0, 0, 0, 0]
    different: dict[str, Earner] = {}
    hotels = 0
    for space in path[1:]:
        tile = town[space]
        category = category_at(tile)
        if category >= 0:
            counts[category] += 1
            different[space] = category, leader.seat if tile.owner is None else tile.owner
        hotels += tile.site is Site.HOTEL
    sites: dict[Earner, int] = {}
    for earner in different.values():
        sites[earner] = sites.get(earner, 0) + 1
    return settle_visits((counts[0], counts[1], counts[2], counts[3]), sites, leader=leader, hotels=hotels)


def settle_visits(visits: Visits, sites: Mapping[Earner, int], *, leader: Leader, hotels: int) -> Pay:
    """Return what is paid for visits by category and different sites by category and whom they pay."""
    nature, culture, sport, shopping = (
        wish.is_met_by(count) for wish, count in zip(leader.card.wishes, visits, strict=True)
    )
    met = (nature, culture, sport, shopping)
    paid = [0, 0, 0, 0]
    pays = [0] * leader.seats
    for (category, seat), count in sites.items():
        if not met[category]:
            continue
        if seat == leader.seat:
            paid[category] += count
        else:
            pays[seat] += count
    gross, missed = sum(paid), met.count(False)
    net = max(gross - missed, 0)
    pays[leader.seat] = net
    if leader.seats == PAIR:
        least = min(pays)
        pays = [pay - least for pay in pays]
    return Pay(visits, met, (paid[0], paid[1], paid[2], paid[3]), hotels, gross, missed, net, tuple(pays))


def rank(pay: Pay, seat: Seat) -> tuple[int, int, int]:
    """Return the sort key of a result for a player: the best comes first (R12.1)."""
    own = pay.pays[seat]
    others = [received for other, received in enumerate(pay.pays) if other != seat]
    return max(others) - own, -own, sum(others)
