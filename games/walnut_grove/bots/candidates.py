"""Whole orders and what they are worth to a computer player: one order ahead (section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.bots.worth import best_winter, worth
from games.walnut_grove.components import COINS, GOODS, HELP_GOODS, RING, STOPS
from games.walnut_grove.moves import (
    HELP,
    Done,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
    Repay,
    Sell,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.rules.errand import PASS, Ran, errands_at, run
from games.walnut_grove.rules.farm import Farm, pay_back, store_coins, stores
from games.walnut_grove.rules.land import Laid, rate_placements
from games.walnut_grove.rules.playing import base_of, store_sale
from games.walnut_grove.rules.summer import harvest, lay
from games.walnut_grove.rules.town import gates_between, position
from games.walnut_grove.state import Errand, Instructions, Summer, Table

CANDIDATES = 10
"""Ways to lay a tile that are looked at closely: those with most matching sides."""
USUAL_COIN = COINS[1]
"""What a coin not yet drawn is taken for."""
STEP = 0.03
"""What a stop walked costs: the gates come nearer."""

Way: TypeAlias = tuple[Farm, tuple[Move, ...]]
"""A farm with tiles laid, and the moves that lay them."""


class Ordered(Struct, frozen=True):
    """A whole town order and what the farm is worth after the winter."""

    value: float
    moves: tuple[Move, ...]


def _winter(table: Table, farm: Farm) -> tuple[float, Instructions]:
    return best_winter(farm, table.the_disc, table.year, forced=table.options.winter_coins_forced)


# --- The farm ------------------------------------------------------------------------------------------------------


def best_farm(table: Table, seat: Seat) -> tuple[Move, ...]:
    """Return the farm order that promises most."""
    farm, moves = farm_ways(table, seat)[0]
    return (*moves, Work(best_areas(table, farm)), Done())


def farm_ways(table: Table, seat: Seat) -> Sequence[Way]:
    """Return ways to lay the tiles, the one that promises most first."""
    ways: list[Way] = [(base_of(table, seat), ())]
    for _ in range(table.the_disc.keep):
        ways = _lay_once_more(ways, table.drawn[seat], table.year)
    return ways


def _lay_once_more(ways: Sequence[Way], drawn: Sequence[str], year: int) -> list[Way]:
    """Return the best ways to lay one more tile, best first."""
    found: list[Way] = []
    for farm, moves in ways[:CANDIDATES]:
        here = {laid.tile for laid in farm.tiles}
        tiles = tuple(tile for tile in drawn if tile not in here)
        by_match = sorted(rate_placements(farm.board, farm.tiles, tiles), key=lambda rated: -rated[0])
        found += [_lay(farm, moves, laid) for _, laid in by_match[: 2 * CANDIDATES]]
    return sorted(found, key=lambda way: -worth(way[0], year))


def _lay(farm: Farm, moves: tuple[Move, ...], laid: Laid) -> Way:
    return lay(farm, laid), (*moves, Lay(laid.tile, laid.at, laid.turn))


def best_areas(table: Table, farm: Farm) -> tuple[str, ...]:
    """Return areas for all figures, one after the other the one that helps most."""
    named: tuple[str, ...] = ()
    for _ in range(farm.figures):
        left = [area.name for area in farm.land.areas if area.name not in named]
        named = max(((*named, name) for name in left), key=lambda names: _harvest_worth(table, farm, names))
    return named


def _harvest_worth(table: Table, farm: Farm, names: tuple[str, ...]) -> float:
    after, _ = harvest(farm, Summer(areas=names), table.the_disc, whole=False)
    return _winter(table, after)[0]


# --- The town ------------------------------------------------------------------------------------------------------


def town_orders(table: Table, seat: Seat) -> Iterator[Ordered]:
    """Yield every town order worth looking at; passing always can be."""
    base, place = base_of(table, seat), table.desks[seat].place or table.places[seat]
    for errand in _errands(table, seat, base, place):
        try:
            ran = run(table, seat, base, place, errand)
        except IllegalMove:
            continue
        yield from _value(table, place, errand, ran)


def _errands(table: Table, seat: Seat, farm: Farm, place: str) -> Iterator[Errand]:
    yield Errand(to=PASS)
    for stop in RING:
        gates = len(gates_between(place, stop.id))
        taxes = ((), (HELP,) * gates) if gates and farm.coins else ((),)
        for errand in errands_at(table, farm, stop):
            yield from (replace(errand, tax=tax) for tax in taxes)


def _value(table: Table, place: str, errand: Errand, ran: Ran) -> Iterator[Ordered]:
    walked = (position(ran.place) - position(place)) % len(RING) if errand.to in STOPS else 0
    farm, _ = store_coins(ran.farm, (USUAL_COIN,) * ran.draws)
    value, wanted = _winter(table, farm)
    yield Ordered(value - STEP * walked, _moves(errand, wanted))
    if ran.lost and ran.farm.barn.get(COINS[0]):
        yield from _drop_copper(table, place, errand)
    three = _spare_three(ran.farm)
    if ran.farm.open and not ran.draws and three:
        value, wanted = _winter(table, pay_back(ran.farm, three))
        yield Ordered(value - STEP * walked, _moves(replace(errand, repay_after=three), wanted))


def _drop_copper(table: Table, place: str, errand: Errand) -> Iterator[Ordered]:
    """Yield the order again, with a copper coin dropped to make room."""
    if not errand.drop:
        seat = table.current
        assert seat is not None, "somebody is in town"
        again = replace(errand, drop=COINS[:1])
        try:
            ran = run(table, seat, base_of(table, seat), place, again)
        except IllegalMove:
            return
        value, wanted = _winter(table, ran.farm)
        yield Ordered(value, _moves(again, wanted))


def _spare_three(farm: Farm) -> tuple[str, ...]:
    """Return three goods to give for help: of those there are most, coins last; () if there are not three."""
    there = stores(farm)
    order = sorted((good for good in GOODS if there.get(good)), key=lambda good: -there[good])
    items = [item for item in (*order, *COINS) for _ in range(there.get(item, 0))]
    return tuple(items[:HELP_GOODS]) if len(items) >= HELP_GOODS else ()


def _moves(errand: Errand, wanted: Instructions) -> tuple[Move, ...]:
    moves: list[Move] = [Pass() if errand.to == PASS else Go(errand.to)]
    if errand.take:
        moves.append(Take(errand.take))
    if errand.sell:
        moves.append(Sell(errand.sell))
    if errand.tax:
        moves.append(Tax(errand.tax))
    if errand.drop:
        moves.append(Drop(errand.drop))
    if errand.repay_after:
        moves.append(Repay(errand.repay_after))
    if wanted != Instructions():
        moves.append(WinterCoins(wanted.coins))
    return (*moves, Done())


# --- Drawn coins ---------------------------------------------------------------------------------------------------


def best_coins(table: Table, seat: Seat) -> tuple[Move, ...]:
    """Return what to give up for drawn coins, and how winter may spend them."""
    return max(coin_orders(table, seat), key=lambda order: order.value).moves


def coin_orders(table: Table, seat: Seat) -> Iterator[Ordered]:
    """Yield what may be given up for drawn coins, each with the best instructions for the winter."""
    desk, base = table.desks[seat], base_of(table, seat)
    assert desk.sale is not None, "coins follow a sale"
    things = [item for item, number in base.barn.items() for _ in range(number)]
    for number in range(min(len(desk.sale.drawn), len(things)) + 1):
        for given in sorted(set(combinations(sorted(things), number))):
            value, wanted = _winter(table, store_sale(base, replace(desk.sale, give_up=given)))
            moves: tuple[Move, ...] = (GiveUp(given),) if given else ()
            if wanted != desk.winter:
                moves = (*moves, *_instruct(desk.winter, wanted.coins))
            yield Ordered(value, (*moves, Done()))


def _instruct(given: Instructions, coins: tuple[str, ...]) -> Iterator[Move]:
    """Yield what lets winter spend these coins and do nothing else, whatever a player before has told it to do."""
    yield WinterCoins(coins)
    if given.save:
        yield WinterSave(())
    if given.repay:
        yield WinterRepay(())
    if given.sources:
        yield WinterSources(())
