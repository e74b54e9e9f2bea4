"""Landscapes: at full size in the sea with coordinates, and small among the others."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from games.grunn.view import CanalSight, LandSight
from render.core.badge import badge
from render.core.fonts import KAFFEESATZ
from render.core.ink import Stroke
from render.core.paths import rectangle
from render.core.surface import Raster, Surface
from render.grunn.canals import canal, small_canal
from render.grunn.ground import Grid
from render.grunn.inks import CREAM, DEEP2, INK, SEA
from render.grunn.paint import Painter
from render.grunn.sights import Parts, Place, look, places
from render.grunn.signs import clock, small_tile
from render.grunn.tiles import free_cell, ring, tile

CELLS = {4: (144, 18), 5: (114, 14), 6: (94, 12), 7: (80, 10)}  # cell and gap by the number of columns or lines
NAME_SIZES = {144: 58, 114: 48, 94: 40, 80: 36}
STUB = 30  # what is shown of a canal that tiles have left outside the grid
SMALL_GAP = 4
ROOMY = 72  # cells of so many pixels show the whole tile


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a grid stands: upper left corner, cell, gap, columns, lines."""

    left: float
    top: float
    cell: int
    gap: int
    columns: int
    lines: int

    @property
    def pitch(self) -> int:
        """From one cell to the next."""
        return self.cell + self.gap

    def corner(self, place: Place) -> tuple[float, float]:
        """The upper left corner of a cell."""
        column, line = place
        return self.left + column * self.pitch, self.top + line * self.pitch

    @property
    def right(self) -> float:
        """The right edge of the last column."""
        return self.left + self.columns * self.pitch - self.gap

    @property
    def bottom(self) -> float:
        """The lower edge of the last line."""
        return self.top + self.lines * self.pitch - self.gap

    def grid(self) -> Grid:
        """The same as plain numbers, for cached backgrounds."""
        return (self.left, self.top, self.cell, self.gap, self.columns, self.lines)


def layout(land: LandSight, corner: tuple[float, float], room: int = 630, *, scale: float = 1.0) -> Layout:
    """The grid of a landscape, centred in a square of `room` pixels from `corner`."""
    columns, lines = len(land.columns), len(land.lines)
    cell, gap = CELLS[min(7, max(4, columns, lines))]
    cell, gap = round(cell * scale), round(gap * scale)
    wide = columns * (cell + gap) - gap
    high = lines * (cell + gap) - gap
    return Layout(corner[0] + (room - wide) // 2, corner[1] + (room - high) // 2, cell, gap, columns, lines)


def full(painter: Painter, land: LandSight, at: Layout, changed: Parts) -> None:
    """A landscape with free cells, coordinates, canals, and signs on what changed; the sea lies there already."""
    _coordinates(painter, land, at)
    where = places(land)
    tiles = {each.cell: each for each in land.tiles}
    # Nothing is laid yet while arranging: then every cell of the block is open.
    free = frozenset(land.free if land.tiles else land.usable)
    size = NAME_SIZES.get(at.cell, min(60, round(at.cell * 0.4)))
    for name in land.usable:
        x, y = at.corner(where[name])
        if name in tiles:
            painter.put(tile, (x, y), look(tiles[name]), at.cell)
        else:
            painter.put(free_cell, (x, y), at.cell, legal=name in free)
            if name in free:
                painter.middle(name, (x + at.cell / 2, y + at.cell / 2), size)
    _canals(painter, land, at)
    share = at.cell / 144
    _changes(painter, land, at, changed, where, Signs((13.5 * share, 7 * share), 20 * share, round(17 * share), 36, 6))


def _coordinates(painter: Painter, land: LandSight, at: Layout) -> None:
    """Letters above and below, numbers left and right (R18.4), farther out where a canal runs along the edge."""
    runs = {(each.upright, each.across if each.upright else each.down) for each in land.canals}
    above, below = (34 if (False, line) in runs else 25 for line in (-1, at.lines - 1))
    left, right = (34 if (True, column) in runs else 24 for column in (-1, at.columns - 1))
    for i, letter in enumerate(land.columns):
        x = at.left + i * at.pitch + at.cell / 2
        painter.middle(letter, (x, at.top - above), 40 if above < 30 else 32)
        painter.middle(letter, (x, at.bottom + below), 40 if below < 30 else 32)
    for i, line in enumerate(land.lines):
        y = at.top + i * at.pitch + at.cell / 2
        painter.middle(line, (at.left - left, y), 40 if left < 30 else 32)
        painter.middle(line, (at.right + right, y), 40 if right < 30 else 32)


def _canals(painter: Painter, land: LandSight, at: Layout) -> None:
    """All canals in three passes, so that they join; in the last the ones that score lie on top."""
    ordered = sorted(land.canals, key=lambda each: each.scores)
    scale = at.cell / 144
    grounds = {"ink": SEA, "cream": INK, "water": CREAM}
    for layer, painter.ground in grounds.items():
        for each in ordered:
            start, length = _run(each, at)
            if length:
                painter.put(canal, start, layer, length, scale, level=not each.upright, scoring=each.scores)
    painter.ground = SEA


def _run(each: CanalSight, at: Layout) -> tuple[tuple[float, float], int]:
    """Where a canal starts and how long it is drawn (0: too far outside to be shown)."""
    half = at.gap / 2
    along, aside = (each.down, each.across) if each.upright else (each.across, each.down)
    count, other = (at.lines, at.columns) if each.upright else (at.columns, at.lines)
    if not (-1 <= along <= count and -1 <= aside <= other - 1):
        return (0.0, 0.0), 0
    first = at.top if each.upright else at.left
    begin, length = first + along * at.pitch - half, at.pitch
    if along == -1:
        begin, length = first - half - STUB, STUB
    elif along == count:
        length = STUB
    side = (at.left if each.upright else at.top) + (aside + 1) * at.pitch - half
    return ((side, begin) if each.upright else (begin, side)), length


@dataclass(frozen=True, slots=True)
class Signs:
    """
    The signs on changes, in pixels.

    Widths of a ring's strokes; radius of the clock on the first ring, and on a canal; height of a number; how far it
    stands out of the corner of its cell.
    """

    ring: tuple[float, float]
    first: float
    canal: int
    number: int
    out: int


SMALL_SIGNS = Signs((8.5, 4.4), 11.0, 9, 28, 4)


def _changes(
    painter: Painter, land: LandSight, at: Layout, changed: Parts, cells: Collection[str], signs: Signs
) -> None:
    """Rings round cells, a clock on the first, clocks on canals; instead of clocks numbers where there are any."""
    numbered = any(changed.values())
    where = places(land)
    corners = {name: at.corner(where[name]) for name in changed if name in cells}
    for i, corner in enumerate(corners.values()):
        painter.put(ring, corner, at.cell, signs.ring, 0.0 if i or numbered else signs.first)
    for each in land.canals:
        (x, y), length = _run(each, at)
        if each.edge in changed and length:
            middle = (x, y + length / 2) if each.upright else (x + length / 2, y)
            if numbered:
                _number(painter, changed[each.edge], middle, signs)
            else:
                painter.put(clock, middle, signs.canal)
    for name, (x, y) in corners.items():
        _number(painter, changed[name], (x - signs.out, y - signs.out), signs)


def _number(painter: Painter, number: int, middle: tuple[float, float], signs: Signs) -> None:
    if number:
        painter.put(badge, middle, str(number), KAFFEESATZ, signs.number, INK, CREAM)


@lru_cache(maxsize=16)
def inlet(wide: int, high: int) -> Raster:
    """A piece of sea with a thin shore line."""
    plate = Surface("inlet", (-2, -2, wide + 2, high + 2), 1.0, fine=3)
    plate.pen().shape(rectangle(0, 0, wide, high), SEA, edge=Stroke(2.2, DEEP2, shake=0.5), shake=0)
    return plate.raster()


def small(painter: Painter, land: LandSight, corner: tuple[int, int], size: int, changed: Parts) -> None:
    """
    A landscape in a square of `size` pixels: types, developed or not, buildings as dots, canals, changes.

    Four columns and lines fit; a smaller frame stands in the middle. Where there is room the tiles are drawn in full.
    Tiles dealt but not yet laid stand in a row.
    """
    painter.put(inlet, corner, size, size)
    before, painter.ground = painter.ground, SEA
    if land.tiles:
        _small_land(painter, land, corner, size, changed)
    else:
        cell = (size - 14 - 3 * SMALL_GAP) // 4
        left = corner[0] + (size - len(land.dealt) * (cell + SMALL_GAP) + SMALL_GAP) // 2
        for i, each in enumerate(land.dealt):
            spot = (left + i * (cell + SMALL_GAP), corner[1] + (size - cell) // 2)
            painter.put(small_tile, spot, look(each), cell)
    painter.ground = before


def _small_land(painter: Painter, land: LandSight, corner: tuple[int, int], size: int, changed: Parts) -> None:
    cell = (size - 14 - 3 * SMALL_GAP) // 4
    pitch = cell + SMALL_GAP
    where = places(land)
    spots = [where[each.cell] for each in land.tiles]
    low_x, low_y = min(x for x, _ in spots), min(y for _, y in spots)
    columns, lines = max(x for x, _ in spots) - low_x + 1, max(y for _, y in spots) - low_y + 1
    left = corner[0] + (size - columns * pitch + SMALL_GAP) // 2 - low_x * pitch
    top = corner[1] + (size - lines * pitch + SMALL_GAP) // 2 - low_y * pitch
    draw = tile if cell >= ROOMY else small_tile
    for each in land.tiles:
        x, y = where[each.cell]
        painter.put(draw, (left + x * pitch, top + y * pitch), look(each), cell)
    at = Layout(left, top, cell, SMALL_GAP, len(land.columns), len(land.lines))
    limits = (low_x, low_y, columns, lines)
    _small_canals(painter, land, at, limits)
    _changes(painter, land, at, changed, {each.cell for each in land.tiles}, SMALL_SIGNS)


def _small_canals(painter: Painter, land: LandSight, at: Layout, frame: tuple[int, int, int, int]) -> None:
    low_x, low_y, columns, lines = frame
    for layer, painter.ground in {"cream": SEA, "water": CREAM}.items():
        for each in land.canals:
            across, down = each.across - low_x, each.down - low_y
            wide = -1 if each.upright else 0
            high = 0 if each.upright else -1
            if wide <= across < columns and high <= down < lines:
                start, _ = _run(each, at)
                painter.put(small_canal, start, layer, at.pitch, level=not each.upright)
    painter.ground = SEA
