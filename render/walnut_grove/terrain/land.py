"""The land of a farm: tiles, lines, fences, the names of its cells, which changed and which can be chosen."""

from games.walnut_grove.view import COLUMNS
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import width
from render.walnut_grove.inks import INK, PAPER, SOFT
from render.walnut_grove.paint import LEAST_WORD, Painter
from render.walnut_grove.pieces import tokens
from render.walnut_grove.pieces.tokens import CHOSEN
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain import lying, patterns
from render.walnut_grove.terrain.lying import Land
from render.walnut_grove.terrain.plan import cell_of, is_cell

NORTH, EAST, SOUTH, WEST = range(4)
THICK = 116
"""Cells so large have frames of full strength."""


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
        if is_cell(part):
            x, y = grid.at(*cell_of(part))
            painter.put(tokens.draw_change_frame, (x + 3, y + 3), grid.cell - 6, grid.cell - 6, share)
    lying.draw(painter, land, marked)
    _cells(painter, land, marked)


def _cells(painter: Painter, land: Land, marked: Marked) -> None:
    """Cells where a tile can be laid, dashed, with their names."""
    grid = land.grid
    cells = [part for part, _ in marked.offers if is_cell(part)]
    face = SLAB if all(width(cell, SLAB, CHOSEN) <= grid.cell - 18 for cell in cells) else BEBAS
    painter.ground = PAPER
    for cell in cells:
        x, y = grid.at(*cell_of(cell))
        painter.put(tokens.choosable, (x + 4, y + 4), grid.cell - 8, grid.cell - 8)
        painter.word(cell, (x + grid.cell / 2, y + grid.cell / 2), CHOSEN, face=face)


NUMBERS = 42
"""Room for the numbers of rows at the left of the land."""


def labels(painter: Painter, land: Land) -> None:
    """Letters of the columns just above the land, numbers of the rows at its left."""
    grid = land.grid
    painter.ground = PAPER
    for column in range(grid.first, grid.first + grid.columns):
        x, _ = grid.at(column, 0)
        painter.word(COLUMNS[column], (x + grid.cell / 2, grid.top - 18), LEAST_WORD, colour=SOFT)
    for row in range(grid.rows):
        _, y = grid.at(grid.first, row)
        painter.word(str(row), (grid.left - 10, y + grid.cell / 2), LEAST_WORD, side="right", colour=SOFT)


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
