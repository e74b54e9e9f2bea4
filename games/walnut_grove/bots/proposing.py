"""What a search tries in Walnut Grove, and what it may expect where it stops (section 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import nlargest
from itertools import combinations

from games.core.game import Ask
from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.bots.candidates import Way, best_areas, coin_orders, farm_ways, town_orders
from games.walnut_grove.bots.quick import best_errand, promise
from games.walnut_grove.bots.worth import best_winter, worth
from games.walnut_grove.components import ROWS
from games.walnut_grove.moves import Done, Go, Start, Work
from games.walnut_grove.rules.farm import Farm
from games.walnut_grove.rules.summer import harvest, yield_of
from games.walnut_grove.scoring import score
from games.walnut_grove.state import Phase, Summer, Table

WAYS = 5
"""So many ways to lay the tiles are proposed at most,"""
EACH = 4
"""each with at most so many choices of areas, and so many orders at each building in town."""
AREAS = 7
"""Choices are made among so many areas with the best harvest."""

LATER = (16.0, 12.0, 7.0, 3.5, 0.0, -2.0, -4.0, -3.5, 0.0)
"""Points that come on top of what a farm is worth after so many years: measured over matches."""
FARM, TOWN = 4.8, 1.8
"""Points that a farm order and a town order to come bring, while nobody knows which."""


def propose(table: Table, ask: Ask, most: int) -> Sequence[tuple[Move, ...]]:
    """Return whole orders worth a try, best first; () once an order is begun, and for changed instructions."""
    seat = ask.seat
    if table.phase is Phase.START:
        return [(Start(row),) for row in ROWS][:most]
    if table.desks[seat].stage or not ask.waits:
        return ()
    match table.phase:
        case Phase.FARM if not table.summers[seat].laid:
            return _farm_orders(table, seat)[:most]
        case Phase.TOWN:
            return _town_orders(table, seat)[:most]
        case Phase.COINS:
            return [order.moves for order in nlargest(most, coin_orders(table, seat), key=lambda order: order.value)]
    return ()


def _farm_orders(table: Table, seat: Seat) -> Sequence[tuple[Move, ...]]:
    """Return the farm order that promises most for the winter, then those that promise most with an errand in town."""
    ways = farm_ways(table, seat)
    first = (*ways[0][1], Work(best_areas(table, ways[0][0])), Done())
    found: dict[tuple[Move, ...], float] = {}
    for way in ways[:WAYS]:
        rated = nlargest(EACH, _rate_areas(table, seat, way))
        found |= {(*way[1], Work(areas), Done()): value for value, areas in rated}
    found.pop(first, None)
    return [first, *sorted(found, key=lambda moves: -found[moves])]


def _rate_areas(table: Table, seat: Seat, way: Way) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield choices of areas, and what land and stores are worth with them."""
    farm, disc = way[0], table.the_disc
    land = worth(farm, table.year)
    areas = nlargest(max(AREAS, farm.figures), farm.land.areas, key=lambda area: yield_of(area, disc))
    for chosen in combinations([area.name for area in areas], farm.figures):
        after, _ = harvest(farm, Summer(areas=chosen), disc)
        yield land + promise(table, seat, after), chosen


def _town_orders(table: Table, seat: Seat) -> Sequence[tuple[Move, ...]]:
    at: Counter[str] = Counter()
    kept = []
    for order in sorted(town_orders(table, seat), key=lambda order: -order.value):
        to = next((move.to for move in order.moves if isinstance(move, Go)), "")
        at[to] += 1
        if at[to] <= EACH and order.moves not in kept:
            kept.append(order.moves)
    return kept


def expect(table: Table) -> tuple[float, ...]:
    """Return the points that each seat may expect: what its farm is worth, and what orders to come bring."""
    return tuple(_expect(table, seat, farm) for seat, farm in zip(table.players, table.farms, strict=True))


def _expect(table: Table, seat: Seat, farm: Farm) -> float:
    if table.over:
        return float(score(farm).total)
    if table.phase in (Phase.START, Phase.YEAR):
        return worth(farm, table.year) + LATER[table.year - 1]
    value, _ = best_winter(farm, table.the_disc, table.year, forced=table.options.winter_coins_forced)
    in_farm = table.phase is Phase.FARM
    sold = table.current == seat and table.desks[seat].sale is not None
    value += LATER[table.year]
    if in_farm:
        return value + TOWN + FARM * (not table.summers[seat].done)
    return value + (best_errand(table, seat, farm) if seat in table.order[table.acted :] and not sold else 0.0)
