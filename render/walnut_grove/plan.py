"""Where things lie in the picture of a farm, and its empty sheet: sky, board, labels, ornaments."""

from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from games.walnut_grove.view import COLUMNS, FarmSight
from render.core.ink import even
from render.core.paths import Point, arc, rectangle, rounded
from render.core.surface import Raster
from render.walnut_grove.inks import (
    CREAM,
    FOREST,
    FOREST_D,
    FOREST_L,
    INK,
    LEG,
    PAPER,
    PAPER2,
    PAPER3,
    PASTURE,
    PASTURE_D,
    RED,
    ROAD,
    ROAD_D,
    SOFT,
    WHITE,
    palette,
)
from render.walnut_grove.paint import Painter, plate
from render.walnut_grove.patterns import CELL

WIDE, HIGH = 1200, 1200
CELLS = (160, 128, 104, 80, 64, 56, 48)
RINGED = 3
"""So many of the sizes leave room for the empty cells around; smaller ones only while tiles are laid."""
ROOM = (1120, 640)
FOOT = 780
"""Where the printed row ends."""
HEAD = 98
PRINTED_COLUMNS = 5


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells shown: first column, number of columns and rows, size of a cell; row 0 is the lowest."""

    first: int
    columns: int
    rows: int
    cell: int
    left_edge: float | None = None
    """Of the land; None: in the middle of the sheet."""
    foot: float = FOOT
    """Where row 0 ends."""

    @property
    def unit(self) -> float:
        """Pixels to a unit of the land's drawings."""
        return self.cell / CELL

    @property
    def left(self) -> float:
        """Left edge of the land."""
        return (WIDE - self.columns * self.cell) / 2 if self.left_edge is None else self.left_edge

    def at(self, column: int, row: int) -> Point:
        """The upper left corner of a cell."""
        return self.left + (column - self.first) * self.cell, self.foot - (row + 1) * self.cell

    def shows(self, column: int, row: int) -> bool:
        """Whether a cell lies in the grid."""
        return 0 <= column - self.first < self.columns and 0 <= row < self.rows


def grid_of(farm: FarmSight) -> Grid:
    """The used cells plus one ring in the largest cells that fit; a farm larger still drops the ring."""
    cells = [(tile.column, tile.row) for tile in (*farm.printed, *farm.tiles)]
    low, high = min(column for column, _ in cells), max(column for column, _ in cells)
    top = max(row for _, row in cells)
    wanted = 1 if farm.legal else 0
    sizes = [(cell, 1) for cell in CELLS[:RINGED]] + [(cell, wanted) for cell in CELLS[RINGED - 1 :]]
    for cell, ring in sizes:
        first, last = max(0, low - ring), min(len(COLUMNS) - 1, high + ring)
        columns, rows = last - first + 1, top + 1 + ring
        if columns * cell <= ROOM[0] and rows * cell <= ROOM[1]:
            return Grid(first, columns, rows, cell)
    return Grid(low, high - low + 1, top + 1, min(ROOM[0] // (high - low + 1), ROOM[1] // (top + 1)))


@lru_cache(maxsize=16)
def background(grid: Grid, printed: int) -> Image.Image:
    """The empty sheet for a grid whose printed row begins in a column."""
    painter = Painter(palette().ground((WIDE, HIGH), PAPER))
    painter.put(_sky, (0, 0))
    ringed = grid.shows(printed - 1, 0) and grid.shows(printed + PRINTED_COLUMNS, 0)
    if ringed and grid.cell >= CELLS[1]:
        for column, make in ((printed - 1, tree), (printed + PRINTED_COLUMNS, windpump)):
            x, y = grid.at(column, 0)
            painter.put(make, (x + grid.cell / 2, y + grid.cell - 6), grid.unit)
    x, y = grid.at(printed, 0)
    painter.put(_board, (0, 0), x, y, float(grid.cell * PRINTED_COLUMNS))
    painter.put(_head, (0, 0))
    size = 36 if grid.cell > CELLS[3] else 26
    painter.ground = PAPER
    for column in range(grid.first, grid.first + grid.columns):
        x, _ = grid.at(column, 0)
        painter.word(COLUMNS[column], (x + grid.cell / 2, 121), size, colour=SOFT)
    for row in range(1, grid.rows):
        _, y = grid.at(grid.first, row)
        for x in (20, 1180):
            painter.word(str(row), (x, y + grid.cell / 2), size, colour=SOFT)
    return painter.image


@lru_cache(maxsize=1)
def _head() -> Raster:
    made = plate("head", (0, 0, WIDE, 104))
    pen = made.pen()
    pen.shape(rectangle(0, 0, WIDE, 92), INK, shake=0)
    pen.line([(0, HEAD), (WIDE, HEAD)], even(3, INK))
    return made.raster()


@lru_cache(maxsize=1)
def _sky() -> Raster:
    made = plate("sky", (0, 0, WIDE, 800))
    pen = made.pen()
    hills = [*arc(180, 860, (420, 260), (200, 330)), *arc(980, 850, (420, 240), (215, 340))]
    pen.shape([(0, 800), *hills, (1200, 800)], PAPER2, shake=0)
    pen.disc(980, 250, 52, PAPER2)
    for i in range(28):
        turn = 2 * pi * i / 28
        far = 92 if i % 2 else 78
        pen.line(
            [(980 + 62 * cos(turn), 250 + 62 * sin(turn)), (980 + far * cos(turn), 250 + far * sin(turn))],
            even(4, PAPER2),
        )
    for x, y in ((60, 235), (690, 205), (1030, 310)):
        for row, (start, wide) in enumerate(((18, 80), (0, 120), (34, 70))):
            pen.line([(x + start, y + 11 * row), (x + start + wide, y + 11 * row)], even(6, PAPER2))
    for x, y in ((640, 235), (690, 258), (726, 268)):
        pen.line([*arc(x - 7, y, (7, 5), (200, 350)), *arc(x + 7, y, (7, 5), (190, 340))], even(3, LEG))
    return made.raster()


@lru_cache(maxsize=8)
def _board(left: float, top: float, wide: float) -> Raster:
    """The player board: a neck under the printed row, a body with grain lines."""
    made = plate("board", (0, 500, WIDE, HIGH))
    pen = made.pen()
    neck = rectangle(left - 12, top + 4, left + wide + 12, 830)
    body = rounded(18, 796, 1182, 1184, radius=10)
    for form in (neck, body):
        pen.shape([(x + 5, y + 6) for x, y in form], ROAD_D, shake=0)
    for form in (neck, body):
        pen.shape(form, FOREST, edge=even(5, INK), shake=0)
    pen.shape(rectangle(left - 9.5, 780, left + wide + 9.5, 830), FOREST, shake=0)
    for y in range(806, 1180, 15):
        pen.line([(26, y), (1174, y)], even(2, FOREST_D))
    return made.raster()


@lru_cache(maxsize=4)
def tree(unit: float) -> Raster:
    """A walnut tree, 140 high; (0, 0) in the middle of its foot."""
    made = plate("tree", (-78, -150, 78, 10), unit)
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


@lru_cache(maxsize=4)
def windpump(unit: float) -> Raster:
    """A windpump, 140 high; (0, 0) in the middle of its foot."""
    made = plate("pump", (-60, -150, 60, 10), unit)
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


@lru_cache(maxsize=8)
def space(wide: float, high: float, kind: str) -> Raster:
    """A box on the board: `paper`, `pale` or `dull` ground, `site` not built yet, `place` empty; (0, 0) its corner."""
    made = plate("space", (-4, -4, wide + 4, high + 4))
    pen = made.pen()
    form = rounded(0, 0, wide, high, radius=6)
    if kind in ("site", "place"):
        pen.shape(form, FOREST, edge=even(3.4, INK), shake=0)
        if kind == "place":
            pen.dashed([(8, 8), (wide - 8, 8), (wide - 8, high - 8), (8, high - 8), (8, 8)], even(3, FOREST_L), (12, 9))
            return made.raster()
        for x in range(-int(high), int(wide), 16):
            low, far = max(4.0, 4.0 - x), min(high - 4, wide - 4 - x)
            if far > low:
                pen.line([(x + low, high - low), (x + far, high - far)], even(4, FOREST_L))
        return made.raster()
    fill = {"paper": CREAM, "pale": PAPER2, "dull": PAPER3, "road": ROAD}[kind]
    pen.shape(form, fill, edge=even(3.4, INK), shake=0)
    return made.raster()
