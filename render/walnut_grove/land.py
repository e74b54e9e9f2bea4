"""The land of a farm: tiles, lines, fences, squares, pens, figures at work, cells that can be chosen."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.walnut_grove.view import COLUMNS, SIDES, FarmSight, PenSight, SquareSight, TileSight
from render.core.paths import Point
from render.walnut_grove import patterns, slips, tokens
from render.walnut_grove.inks import INK, LANDS, LEG, PAPER, SOFT
from render.walnut_grove.paint import Painter
from render.walnut_grove.patterns import CELL
from render.walnut_grove.plan import CELLS, Grid
from render.walnut_grove.sights import Changed

NORTH, EAST, SOUTH, WEST = range(4)
OUTWARD: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
PRINTED_SPOTS: tuple[Point, ...] = ((52, 118), (108, 118))
SMALLEST = 0.64
DEPTH = 33.0
"""From the outer side to the middle of a square."""


@dataclass(frozen=True, slots=True)
class Land:
    """A farm in its grid."""

    farm: FarmSight
    grid: Grid

    @property
    def tiles(self) -> tuple[TileSight, ...]:
        """All cells with land, the printed row first."""
        return (*self.farm.printed, *self.farm.tiles)

    @property
    def piece(self) -> float:
        """Scale of squares, cubes and figures: on small land larger than the land, so that letters can be read."""
        return max(self.grid.unit, SMALLEST)

    def place(self, tile: TileSight, spot: Point) -> Point:
        """Pixels of a spot in a cell's own units."""
        x, y = self.grid.at(tile.column, tile.row)
        return x + spot[0] * self.grid.unit, y + spot[1] * self.grid.unit


def draw(painter: Painter, land: Land, changed: Changed) -> None:
    """The whole land on the empty sheet; changed cells are outlined and have their number."""
    grid = land.grid
    _free(painter, land)
    painter.ground = INK
    for tile in land.tiles:
        painter.put(patterns.tile, grid.at(tile.column, tile.row), tile.sides, grid.unit)
    _lines(painter, land)
    _fences(painter, land)
    painter.ground = PAPER
    for tile in land.tiles:
        if tile.at in changed:
            painter.put(tokens.changed, grid.at(tile.column, tile.row), CELL, CELL, grid.unit)
    for tile in land.tiles:
        _squares(painter, land, tile)
    for pen in land.farm.pens:
        _pen(painter, land, pen)
    _workers(painter, land)
    for tile in land.tiles:
        if number := changed.get(tile.at):
            x, y = grid.at(tile.column, tile.row)
            painter.put(slips.tag, (x + 8, y + 8), number)


def _free(painter: Painter, land: Land) -> None:
    """Cells on which a tile may be laid, dashed, with their names where there is room."""
    grid = land.grid
    painter.ground = PAPER
    for cell in land.farm.legal:
        column, row = COLUMNS.index(cell[0]), int(cell[1:])
        if grid.shows(column, row):
            x, y = grid.at(column, row)
            painter.put(tokens.legal, (x, y), CELL, CELL, grid.unit, colour=LEG)
            size = 38 if grid.cell > CELLS[2] else 30
            painter.word(cell, (x + grid.cell / 2, y + grid.cell / 2), size, colour=SOFT)


def _lines(painter: Painter, land: Land) -> None:
    """Borders of cells: dotted in one landscape, solid between two, strong round the land."""
    grid, by_cell = land.grid, {(tile.column, tile.row): tile for tile in land.tiles}
    painter.ground = INK
    for (column, row), tile in by_cell.items():
        x, y = grid.at(column, row)
        around = (
            (NORTH, (column, row + 1), (x, y)), (EAST, (column + 1, row), (x + grid.cell, y)),
            (SOUTH, (column, row - 1), (x, y + grid.cell)), (WEST, (column - 1, row), (x, y)),
        )  # fmt: skip
        for side, cell, at in around:
            other = by_cell.get(cell)
            if other is None:
                painter.put(patterns.border, at, "edge", grid.unit, lying=side in (NORTH, SOUTH))
            elif side in (NORTH, EAST) and row + (side == NORTH) > 0 and (row or side == NORTH):
                same = tile.sides[side] == other.sides[(side + 2) % 4]
                painter.put(patterns.border, at, "same" if same else "other", grid.unit, lying=side == NORTH)


def _fences(painter: Painter, land: Land) -> None:
    grid = land.grid
    for tile in land.farm.tiles:
        if tile.fences:
            painter.put(patterns.fences, grid.at(tile.column, tile.row), tile.fences, grid.unit)
    for tile in land.farm.printed:
        x, y = grid.at(tile.column, tile.row)
        painter.put(patterns.upright, (x, y), grid.unit)
        painter.put(patterns.level, (x, y + grid.cell), grid.unit)
    x, y = grid.at(land.farm.printed[-1].column + 1, 0)
    painter.put(patterns.upright, (x, y), grid.unit)


# --- Squares -------------------------------------------------------------------------------------------------------


def pieces(tile: TileSight, good: str) -> list[int]:
    """The sides of a tile on which a landscape lies."""
    return [side for side in range(len(SIDES)) if tile.sides[side] == good]


def spot(side: int, depth: float = DEPTH, along: float = 0.0) -> Point:
    """A spot in a piece: so far from its outer side, so far along it from the middle."""
    ox, oy = OUTWARD[side]
    reach = CELL / 2 - depth
    return CELL / 2 + ox * reach - oy * along, CELL / 2 + oy * reach + ox * along


def spots(tile: TileSight, squares: SquareSight) -> list[Point]:
    """Where the squares of a region lie."""
    if tile.row == 0:
        return list(PRINTED_SPOTS[: squares.squares])
    sides = pieces(tile, squares.good)
    if squares.squares == 1:
        return [spot(sides[-1])]
    if len(sides) == 1:
        return [spot(sides[0], along=-25), spot(sides[0], along=25)]
    apart = next((side for side in sides if (side + 2) % len(SIDES) in sides), None)
    pair = (sides[0], sides[-1]) if apart is None else (apart, (apart + 2) % len(SIDES))
    return [spot(side) for side in pair]


def _squares(painter: Painter, land: Land, tile: TileSight) -> None:
    for squares in tile.squares:
        for number, at in enumerate(spots(tile, squares)):
            painter.ground = LANDS[squares.good][0]
            if number < squares.full:
                painter.put(tokens.cube, land.place(tile, at), squares.good, 50.0, land.piece, shadow=True)
            else:
                painter.put(tokens.square, land.place(tile, at), squares.good, land.piece)


# --- Pens and figures ----------------------------------------------------------------------------------------------


def _pen(painter: Painter, land: Land, pen: PenSight) -> None:
    """The number of a closed pen: at the printed landscape's upper right, else between the two tiles it joins."""
    by_name = {tile.at: tile for tile in land.tiles}
    printed = next((piece for piece in pen.pieces if piece in by_name and by_name[piece].row == 0), None)
    painter.ground = INK
    if printed is not None:
        painter.put(tokens.pen_badge, land.place(by_name[printed], (126, 30)), pen.number, land.piece)
        return
    piece = pen.pieces[0]
    tile, side = by_name[piece[:-1]], SIDES.index(piece[-1])
    painter.put(tokens.pen_badge, land.place(tile, spot(side, depth=0, along=-56)), pen.number, land.piece)


def _stands(land: Land, area: str) -> Iterator[tuple[bool, TileSight, Point]]:
    """Where a figure could stand in an area, each with whether goods lie there."""
    by_name = {tile.at: tile for tile in land.tiles}
    for region in land.farm.farm.land.of[area].regions:
        cell, _, good = region.partition(".")
        tile = by_name[cell]
        if tile.row == 0:
            yield False, tile, (44, 74)
            continue
        taken = [at for squares in tile.squares if squares.good == good for at in spots(tile, squares)]
        for side in pieces(tile, good):
            x, y = spot(side, depth=30)
            yield any(abs(x - tx) + abs(y - ty) < 40 for tx, ty in taken), tile, (x - 16, y + 24)


def _workers(painter: Painter, land: Land) -> None:
    """Figures on the areas they work, with what they bring."""
    farm = land.farm
    painter.ground = INK
    figures = ("farmer", *farm.farm.labourers)
    for colour, worked in zip(figures, farm.worked, strict=False):
        if worked.area not in farm.farm.land.of:
            continue
        _, tile, (x, y) = min(_stands(land, worked.area), key=lambda stand: stand[0])
        painter.put(tokens.pawn, land.place(tile, (x, y)), colour, 50.0, land.piece, halo=True)
        painter.put(tokens.yielded, land.place(tile, (x + 20, y - 16)), f"+{worked.harvest}", land.piece)
