"""The land of a farm: tiles, lines, fences, squares, pens, figures at work, what changed and what can be chosen."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.walnut_grove.view import COLUMNS, SIDES, FarmSight, PenSight, SquareSight, TileSight, WorkedSight
from render.core.fonts import BEBAS, SLAB
from render.core.paths import Point
from render.core.text import width
from render.walnut_grove import patterns, slips, tokens
from render.walnut_grove.inks import INK, LANDS, PAPER, SOFT
from render.walnut_grove.paint import LEAST_WORD, Painter
from render.walnut_grove.patterns import CELL
from render.walnut_grove.plan import Grid, cell_of
from render.walnut_grove.sights import Marked
from render.walnut_grove.tokens import CHOSEN

NORTH, EAST, SOUTH, WEST = range(4)
OUTWARD: tuple[Point, ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
PRINTED_SPOTS: tuple[Point, ...] = ((52, 118), (108, 118))
SMALLEST = 0.56
SQUARE = 50.0
WORKER = 44.0
"""Height of a figure at work, on land of any size."""
DEPTH = 33.0
"""From the outer side to the middle of a square."""
THICK = 116
"""Cells so large have frames of full strength."""


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
        """Scale of squares, cubes and figures: on small land larger than the land, but two fit beside each other."""
        return max(self.grid.unit, min(SMALLEST, self.grid.cell / 112))

    def place(self, tile: TileSight, spot: Point) -> Point:
        """Pixels of a spot in a cell's own units."""
        x, y = self.grid.at(tile.column, tile.row)
        return x + spot[0] * self.grid.unit, y + spot[1] * self.grid.unit


def draw(painter: Painter, land: Land, marked: Marked) -> None:
    """The whole land on the empty sheet; changed cells are outlined and have their number."""
    grid = land.grid
    painter.ground = INK
    for tile in land.tiles:
        painter.put(patterns.tile, grid.at(tile.column, tile.row), tile.sides, grid.unit)
    _lines(painter, land)
    _fences(painter, land)
    painter.ground = PAPER
    share = max(0.45, min(1.0, grid.cell / THICK))
    for part, _ in marked.changed:
        if part[1:].isdecimal():
            x, y = grid.at(*cell_of(part))
            painter.put(tokens.changed, (x + 3, y + 3), grid.cell - 6, grid.cell - 6, share)
    for tile in land.tiles:
        _squares(painter, land, tile)
    for pen in land.farm.pens:
        _pen(painter, land, pen)
    _workers(painter, land)
    for part, number in marked.changed:
        if number and part[1:].isdecimal():
            x, y = grid.at(*cell_of(part))
            painter.put(slips.tag, (x + 8, y + 8), number)


def labels(painter: Painter, land: Land) -> None:
    """Letters of the columns just above the land, numbers of the rows at its left."""
    grid = land.grid
    painter.ground = PAPER
    for column in range(grid.first, grid.first + grid.columns):
        x, _ = grid.at(column, 0)
        painter.word(COLUMNS[column], (x + grid.cell / 2, grid.top - 18), LEAST_WORD, colour=SOFT)
    for row in range(1, grid.rows):
        _, y = grid.at(grid.first, row)
        painter.word(str(row), (grid.left - 10, y + grid.cell / 2), LEAST_WORD, side="right", colour=SOFT)


def offers(painter: Painter, land: Land, marked: Marked) -> None:
    """Cells where a tile can be laid, dashed, with their names; areas with their letters; goods that can be given."""
    grid, by_name = land.grid, {tile.at: tile for tile in land.tiles}
    cells = [part for part, _ in marked.offers if part[1:].isdecimal()]
    face = SLAB if all(width(cell, SLAB, CHOSEN) <= grid.cell - 18 for cell in cells) else BEBAS
    for part, letter in marked.offers:
        cell, _, good = part.partition(".")
        if good and cell in by_name:
            painter.ground = INK
            painter.put(tokens.letter_tag, land.place(by_name[cell], _heart(by_name[cell], good)), letter)
        elif part in cells:
            x, y = grid.at(*cell_of(cell))
            painter.ground = PAPER
            painter.put(tokens.choosable, (x + 4, y + 4), grid.cell - 8, grid.cell - 8)
            painter.word(cell, (x + grid.cell / 2, y + grid.cell / 2), CHOSEN, face=face)
        elif part.startswith("item:"):
            _goods(painter, land, part.partition(":")[2])


def _goods(painter: Painter, land: Land, good: str) -> None:
    """Frames round the cubes of a good."""
    side = SQUARE * land.piece + 6
    for tile in land.tiles:
        for squares in tile.squares:
            for at in spots(tile, squares)[: squares.full] if squares.good == good else ():
                x, y = land.place(tile, at)
                painter.put(tokens.choosable, (x - side / 2, y - side / 2), side, side, 0.6)


def _heart(tile: TileSight, good: str) -> Point:
    """Where the letter of an area stands in one of its regions: off its squares as far as it can."""
    if tile.row == 0:
        return (56, 44)
    bare = all(squares.good != good for squares in tile.squares)
    found = [spot(side, depth=30 if bare else 54) for side in pieces(tile, good)]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


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
                painter.put(tokens.cube, land.place(tile, at), squares.good, SQUARE, land.piece, shadow=True)
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


def _stands(land: Land, worked: WorkedSight) -> Iterator[tuple[bool, TileSight, Point]]:
    """Where a figure could stand in an area, each with whether goods lie there."""
    by_name = {tile.at: tile for tile in land.tiles}
    for region in worked.regions:
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
    for colour, worked in zip(("farmer", *farm.labourers), farm.worked, strict=False):
        _, tile, (x, y) = min(_stands(land, worked), key=lambda stand: stand[0])
        at = land.place(tile, (x, y))
        painter.put(tokens.pawn, at, colour, WORKER, halo=True)
        painter.put(tokens.yielded, (at[0] + 16, at[1] - 16), f"+{worked.harvest}")
