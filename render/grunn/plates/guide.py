"""Where the discs of the guide lie on the first plate."""

from collections.abc import Iterator

from games.grunn.view import Board, LandSight, TileSight
from render.core.guide import Disc
from render.core.paths import Point
from render.grunn.plates import board, pool
from render.grunn.terrain.landscape import CENTRE
from render.grunn.terrain.layout import Layout, layout, run

CORNER = 20  # pixels from the upper right corner of a cell to the middle of its disc


def discs(sight: Board, land: LandSight) -> tuple[Disc, ...]:
    """The discs, for a landscape in which all these things are."""
    tiles = {tile.cell for tile in land.tiles}
    at = layout(land.columns[0] + land.lines[0], tiles, {*land.free} - tiles, CENTRE)
    return (*_landscape(land, at), *_pool(sight))


def _landscape(land: LandSight, at: Layout) -> Iterator[Disc]:
    def corner(cell: str) -> Point:
        left, top, wide, _ = at.box(cell)
        return (left + wide - CORNER, top + CORNER)

    def first(found: Iterator[TileSight]) -> Point:
        return corner(next(found).cell)

    yield Disc("undeveloped", first(tile for tile in land.tiles if not tile.developed))
    yield Disc("developed", first(tile for tile in land.tiles if tile.developed and tile.site and not tile.built))
    yield Disc("building", first(tile for tile in land.tiles if tile.built and not tile.arrows))
    x, y = _behind(land, at)
    yield Disc("canal", (x + 40, y), (x + 4, y))
    yield Disc("cell", corner(land.free[-1]))


def _behind(land: LandSight, at: Layout) -> Point:
    """The right end of the uppermost canal that lies."""
    (x, y), length = min((run(each, at) for each in land.canals if not each.upright), key=lambda each: each[0][1])
    return (x + length, y)


def _pool(sight: Board) -> Iterator[Disc]:
    """Above the pool, between its first two pairs, and before the price of the last."""
    yield Disc("wealth", (924, 98), (960, 97))
    rows = [pool.TOP + pool.ROW * row + pool.ROW / 2 for row in range(len(sight.pairs))]
    yield Disc("pair", (905, (rows[1] + rows[2]) / 2), (pool.LEFT + pool.TILE + 10, rows[1] + 38))
    yield Disc("found", (848, 98), (pool.LEFT + pool.FOUND[0] + 12, rows[0] - pool.TILE / 2 + pool.FOUND[1] - 8))
    yield Disc("price", (board.RIGHT - 92, rows[-1] + 22), (pool.PRICE - 18, rows[-1] + 22))
