"""What things are worth to a computer player (section K)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.seats import Seat
from games.h2olland.board import Tile, border_of
from games.h2olland.components import MAX_AREA, POINTS, PRODUCE, TULIPS, Item, kind_of
from games.h2olland.rules.autumn import floods
from games.h2olland.rules.defaults import is_contested
from games.h2olland.rules.draining import free_mills
from games.h2olland.rules.draining import match as matched
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import around, buildings_near
from games.h2olland.rules.racing import beside, in_reach
from games.h2olland.state import Building, Phase, Planted, Table


def harvests(table: Table) -> int:
    """Return how many harvests may still come, this year's included until it is in."""
    if table.phase in (Phase.FINAL_TRADE, Phase.PLANTING, Phase.RACE):
        return 0
    return table.years - table.year + (table.phase is not Phase.WINTER)


def place_worth(table: Table, seat: Seat, item: str, at: At) -> float:
    """Return what it is worth to place the item there."""
    left = harvests(table)
    match kind_of(item):
        case "tulip":
            return _tulip(table, seat, item, at)
        case Item.MILL:
            water = sum(tile not in table.land for tile in table.board.pumps[at[0]])
            return 5 + 2 * water + 0.7 * _room(table, at) + (at[0] in table.barren)
        case Item.FARM:
            return 2.0 + _room(table, at)
        case Item.COW:
            return 2 * left - 1 - 0.4 * left * _others(table, seat, at)
    return 1.2 * left - 1 - 0.4 * left * _others(table, seat, at) - 0.4 * floods(table, (at[0], at[1]))


def _tulip(table: Table, seat: Seat, item: str, at: At) -> float:
    owners = {building.seat for building in buildings_near(table, at, Item.MILL)}
    return 2 + 0.7 * POINTS[item] + 1.5 * (seat in owners) - 1.5 * len(owners - {seat})


def _room(table: Table, at: At) -> int:
    return sum(square in table.free and square not in table.barren for square in around(table, at))


def _others(table: Table, seat: Seat, at: At) -> int:
    return len({building.seat for building in buildings_near(table, at)} - {seat})


def item_worth(table: Table, item: str) -> float:
    """Return what an item in the barn is worth, wherever it will be placed: for what to keep."""
    left = harvests(table)
    if item in TULIPS:
        return 2 + 0.7 * POINTS[item]
    return 2.0 * left - 1 if item == Item.COW else 1.2 * left - 1


def area_worth(table: Table, seat: Seat, tiles: Iterable[Tile], dikes: int = 0) -> float:
    """Return what it is worth to have the tiles drained: own mills are rewarded, rivals' too, dikes are spent."""
    area = tuple(tiles)
    owners = [table.buildings[mill].seat for mill in free_mills(table, area)]
    own = owners.count(seat)
    return 4 * own + len(area) - 1.5 * (len(owners) - own) - dikes


def closings(table: Table, seat: Seat, dikes: int) -> Iterator[tuple[tuple[Tile, ...], tuple[str, ...]]]:
    """Yield sets of tiles that so many dikes can close and the mills can drain, with the borders still open."""
    pumped = {
        tile
        for square, building in table.buildings.items()
        if building == Building(Item.MILL, seat)
        for tile in table.board.pumps[square]
        if tile not in table.land
    }
    seen: set[frozenset[Tile]] = set()
    todo = [frozenset((tile,)) for tile in sorted(pumped)]
    while todo:
        tiles = todo.pop()
        if tiles in seen:
            continue
        seen.add(tiles)
        rim = {
            other
            for tile in tiles
            for other in table.board.neighbours[tile]
            if other not in tiles and other not in table.land
        }
        edge = tuple(sorted(_open_borders(table, tiles)))
        if len(edge) <= dikes and _drainable(table, tiles):
            yield tuple(sorted(tiles)), edge
        if len(tiles) < MAX_AREA:
            todo += [tiles | {other} for other in sorted(rim)]


def _open_borders(table: Table, tiles: frozenset[Tile]) -> Iterator[str]:
    for tile in tiles:
        for other in table.board.neighbours[tile]:
            border = border_of(tile, other)
            if other not in tiles and other not in table.land and border not in table.dikes:
                yield border


def _drainable(table: Table, tiles: frozenset[Tile]) -> bool:
    mills = free_mills(table, tiles)
    if len(mills) < len(tiles):
        return False
    wishes = {tile: [mill for mill in mills if tile in table.board.pumps[mill]] for tile in tiles}
    return len(matched(wishes)) == len(tiles)


def tile_worth(table: Table, seat: Seat, tile: Tile) -> float:
    """Return what turning a tile in a drought is worth: own buildings and harvested fields around it."""
    squares = table.board.tiles[tile]
    near = {square for each in squares for square in table.board.edges[each]} - set(squares)
    things = {table.on[square] for square in near if square in table.on}
    own = 0
    for thing in things:
        if isinstance(thing, Planted):
            own += thing.item in PRODUCE and seat in table.find_touching_seats(thing)
        else:
            own += thing.seat == seat
    return own


def run_worth(table: Table, seat: Seat, field: Planted) -> float:
    """Return what a runner on the field is worth: its points, and half the best field it brings into reach."""
    points = POINTS.get(field.item, 0)
    fresh = [other for other in beside(table, field) if other.runner is None and not in_reach(table, seat, other)]
    step = max((POINTS.get(other.item, 0) for other in fresh), default=0) / 2
    step = step if table.runners[seat] > 1 else 0
    return 2 * points + 1.5 * bool(points and is_contested(table, seat, field)) + step
