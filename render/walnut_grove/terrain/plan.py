"""Where the cells of a farm lie, and what stands around the land: sky, hills, tree, windpump."""

from dataclasses import dataclass
from math import cos, pi, sin

from games.walnut_grove.view import COLUMNS, FarmSight
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import Point, arc
from render.core.surface import Raster
from render.walnut_grove.inks import (
    CREAM,
    FOREST,
    FOREST_L,
    INK,
    PAPER2,
    PASTURE,
    PASTURE_D,
    RED,
    ROAD_D,
    WHITE,
)
from render.walnut_grove.paint import surface
from render.walnut_grove.terrain.patterns import CELL

SIZES = (132, 116, 104, 92, 84, 80, 76, 72, 68, 64, 60, 56, 52, 48, 44, 40, 36, 32, 28, 24, 20)
"""Sides of a cell in pixels; few of them, so that most tiles are drawn already."""
PRINTED_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a plate in pixels."""

    left: float
    top: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.wide

    @property
    def foot(self) -> float:
        """Its lower edge."""
        return self.top + self.high


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells shown: first column, number of columns and rows, size of a cell; row 0 is the lowest."""

    first: int
    columns: int
    rows: int
    cell: int
    left: float
    """Left edge of the land."""
    foot: float
    """Where row 0 ends."""

    @property
    def unit(self) -> float:
        """Pixels to a unit of the land's drawings."""
        return self.cell / CELL

    @property
    def top(self) -> float:
        """Upper edge of the land."""
        return self.foot - self.rows * self.cell

    def at(self, column: int, row: int) -> Point:
        """The upper left corner of a cell."""
        return self.left + (column - self.first) * self.cell, self.foot - (row + 1) * self.cell


def is_cell(part: str) -> bool:
    """Whether a part of a farm is a cell by its name."""
    return part[1:].isdecimal()


def cell_of(name: str) -> tuple[int, int]:
    """Column and row of a cell by its name."""
    return COLUMNS.index(name[0]), int(name[1:])


def grid_of(farm: FarmSight, box: Box, most: int) -> Grid:
    """The cells that are used or can be, as large as fit a box, in the middle of its foot."""
    cells = [(tile.column, tile.row) for tile in (*farm.printed, *farm.tiles)] + [cell_of(cell) for cell in farm.room]
    low, high = min(column for column, _ in cells), max(column for column, _ in cells)
    columns, rows = high - low + 1, max(row for _, row in cells) + 1
    fitting = (size for size in SIZES if size <= most and columns * size <= box.wide and rows * size <= box.high)
    cell = next(fitting, SIZES[-1])
    return Grid(low, columns, rows, cell, box.left + (box.wide - columns * cell) / 2, box.foot)


@cached
def sky(wide: float, high: float) -> Raster:
    """Sun, clouds and hills behind the land; (0, 0) at its corner."""
    made = surface("sky", (0, 0, wide, high))
    pen = made.pen()
    hills = [*arc(wide * 0.18, high + 30, (wide * 0.3, high * 0.5), (200, 330)),
             *arc(wide * 0.82, high + 20, (wide * 0.3, high * 0.5), (215, 340))]  # fmt: skip
    pen.shape([(0, high), *hills, (wide, high)], PAPER2, shake=0)
    x, y = wide - 82, 72
    pen.disc(x, y, 34, PAPER2)
    for i in range(28):
        turn = 2 * pi * i / 28
        far = 60 if i % 2 else 51
        pen.line(
            [(x + 41 * cos(turn), y + 41 * sin(turn)), (x + far * cos(turn), y + far * sin(turn))], even(3, PAPER2)
        )
    for left, top in ((36, 62), (wide * 0.48, 30)):
        for row, (start, run) in enumerate(((14, 60), (0, 90), (26, 54))):
            pen.line([(left + start, top + 9 * row), (left + start + run, top + 9 * row)], even(5, PAPER2))
    return made.raster()


@cached
def tree(unit: float) -> Raster:
    """A walnut tree, 140 high; (0, 0) in the middle of its foot."""
    made = surface("tree", (-78, -150, 78, 10), unit)
    pen = made.pen()
    pen.disc(0, 0, (56, 8), ROAD_D)
    pen.shape([(-16, 0), (-8, -24), (-10, -60), (10, -60), (8, -24), (16, 0)], FOREST, edge=even(3.4, INK), shake=0)
    crowns = ((-40, -66, 28), (40, -66, 28), (-26, -98, 30), (26, -98, 30), (0, -112, 30), (0, -72, 36))
    for x, y, r in crowns:
        pen.disc(x, y, r + 3, INK)
    for x, y, r in crowns:
        pen.disc(x, y, r, PASTURE_D)
    for x, y in ((-48, -74), (-24, -108), (6, -122), (32, -104), (44, -72), (0, -84), (-20, -68), (20, -64)):
        pen.line(arc(x, y, 9, (190, 340)), even(3, PASTURE))
    for x, y in ((-36, -58), (-10, -98), (22, -84), (46, -56), (-48, -90), (12, -58)):
        pen.disc(x, y, 5.4, INK)
        pen.disc(x, y, 3.6, FOREST_L)
    return made.raster()


@cached
def windpump(unit: float) -> Raster:
    """A windpump, 140 high; (0, 0) in the middle of its foot."""
    made = surface("pump", (-60, -150, 60, 10), unit)
    pen = made.pen()
    pen.disc(0, 0, (50, 8), ROAD_D)
    for x in (-27, 27):
        pen.line([(x, 0), (x * 0.22, -96)], even(5, INK))
    for low, high in ((0.0, 0.34), (0.34, 0.66), (0.66, 0.95)):
        a, b = 27 * (1 - 0.78 * low), 27 * (1 - 0.78 * high)
        pen.line([(-a, -96 * low), (b, -96 * high)], even(3, INK))
        pen.line([(a, -96 * low), (-b, -96 * high)], even(3, INK))
    pen.line([(0, -104), (40, -100)], even(4, INK))
    pen.shape([(34, -108), (54, -116), (54, -86), (34, -94)], RED, edge=even(3, INK), shake=0)
    for turn in range(12):
        blade = arc(0, -104, 37, (turn * 30, turn * 30 + 19))
        pen.shape([(0, -104), *blade], WHITE if turn % 3 else CREAM, edge=even(2.2, INK), shake=0)
    pen.disc(0, -104, 6, INK)
    return made.raster()
