"""Other secrets that look the same to a seat (4.3): coins face down, tiles drawn by others, what is in the bags."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.rng import Rng
from games.core.seats import Seat
from games.walnut_grove.components import COINS, GOODS
from games.walnut_grove.rules.farm import Counts, coins_in
from games.walnut_grove.state import Desk, Phase, Table, put
from games.walnut_grove.view import hide_given
from games.walnut_grove.words.log_notation import public
from games.walnut_grove.words.names import tally


def resample(table: Table, seat: Seat, rng: Rng) -> Table:
    """Return a table with other secrets and the same view for the seat, and for spectators."""
    return _forgotten(_desks(_tiles(_coins(table, seat, rng), seat, rng), seat), seat)


def _forgotten(table: Table, seat: Seat) -> Table:
    """Turn face down the coins that others have given."""
    if table.over or table.options.coins == "open":
        return table
    return hide_given(table, seat)


def _coins(table: Table, seat: Seat, rng: Rng) -> Table:
    """Deal the coins that lie face down, or in the bag, anew."""
    if table.over or table.options.coins == "open":
        return table
    others = [other for other in table.players if other != seat]
    held = [coin for other in others for coin in coins_in(table.farms[other].barn)]
    pool = list(rng.shuffle("coins", sorted([*held, *coins_in(table.coin_bag)])))
    farms = table.farms
    for other in others:
        farm = farms[other]
        dealt, pool = pool[: farm.coins], pool[farm.coins :]
        goods: Counts = {item: number for item, number in farm.barn.items() if item in GOODS}
        farms = put(farms, other, replace(farm, barn={**goods, **tally(dealt)}))
    return replace(table, farms=farms, coin_bag={coin: pool.count(coin) for coin in COINS if coin in pool})


def _tiles(table: Table, seat: Seat, rng: Rng) -> Table:
    """Deal the tiles in others' hands, but for those laid already, anew."""
    laid = {tile.tile for farm in table.farms for tile in farm.tiles}
    hidden = [tile for other in table.players if other != seat for tile in table.drawn[other] if tile not in laid]
    if not hidden:
        return table
    pool = list(rng.shuffle("tiles", sorted([*hidden, *table.tile_bag])))
    drawn = table.drawn
    for other in table.players:
        if other != seat:
            drawn = put(drawn, other, tuple(tile if tile in laid else pool.pop() for tile in drawn[other]))
    return replace(table, drawn=drawn, tile_bag=tuple(sorted(pool)))


def _desks(table: Table, seat: Seat) -> Table:
    """Forget what others are writing; a sale under way keeps its number of coins, which everybody knows."""
    desks = table.desks
    for other in table.players:
        if other == seat:
            continue
        desk, fresh = desks[other], Desk(changes=desks[other].changes)
        if desk.sale is not None and table.phase in (Phase.DRAW, Phase.COINS):
            farm = table.farms[other]
            sale = replace(desk.sale, drawn=(), give_up=(), repay_after=(), repay_now=(), line=public(desk.sale.line))
            fresh = replace(fresh, base=farm, sale=sale)
        desks = put(desks, other, fresh)
    return replace(table, desks=desks)
