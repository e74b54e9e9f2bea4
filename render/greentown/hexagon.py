"""
Pointy-top hexagons: corners, sides, and where the spaces of a town lie on the picture.

Sides are numbered 1 (NE) to 6 (NW) clockwise. Drawings of tiles are made in units of which a hexagon is 127 wide; a
map whose hexagons are `wide` pixels wide has `wide` / 127 pixels to a unit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

from games.greentown.view import FRAME
from render.core.paths import Point

WIDE = 127.0  # units
R = WIDE / sqrt(3)
APOTHEM = WIDE / 2
ALL_SIDES = (1, 2, 3, 4, 5, 6)
LARGEST, SMALLEST = 128, 44  # pixels
NAME = (36.0, 20.0)  # pixels to each side of the middle that the name of an open space takes
Box = tuple[int, int, int, int]
Place = tuple[int, int]  # row and column, counted from 0 at A1


def angle(side: int) -> float:
    """The direction of a side from the middle, in degrees clockwise from the right."""
    return (side - 2) * 60.0


def towards(side: int, far: float) -> Point:
    """The point so far from the middle in the direction of a side."""
    turn = angle(side) * pi / 180
    return far * cos(turn), far * sin(turn)


@lru_cache(maxsize=64)
def hexagon(radius: float) -> list[Point]:
    """The six corners, the uppermost first, clockwise."""
    return [(radius * sin(i * pi / 3), -radius * cos(i * pi / 3)) for i in range(6)]


def place(at: str) -> Place:
    """Row and column of a space, counted from 0 at A1."""
    return FRAME.rows.index(at[0]), int(at[1:]) - FRAME.columns[0]


def name(at: Place) -> str:
    """The space in a row and column, on the frame or off it."""
    return f"{FRAME.rows[at[0]]}{at[1] + FRAME.columns[0]}"


def neighbour(at: Place, side: int) -> Place:
    """Row and column of the space on a side, on the frame or off it."""
    row, column = at
    shifted = row % 2
    match side:
        case 1:
            return row - 1, column + shifted
        case 2:
            return row, column + 1
        case 3:
            return row + 1, column + shifted
        case 4:
            return row + 1, column + shifted - 1
        case 5:
            return row, column - 1
        case _:
            return row - 1, column + shifted - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """A town on the picture: hexagons `wide` pixels wide (even), the middle of A1 at (`left`, `top`)."""

    wide: int
    left: int
    top: int

    @property
    def unit(self) -> float:
        """Pixels to a unit."""
        return self.wide / WIDE

    def at(self, place: Place) -> Place:
        """The middle of a space in pixels."""
        row, column = place
        x = self.left + self.wide * column + self.wide // 2 * (row % 2)
        return x, self.top + round(row * self.wide * sqrt(3) / 2)


def layout(tiles: Iterable[Place], spaces: Iterable[Place], box: Box) -> Layout:
    """
    The town as large as it fits into a box of pixels (left, top, right, bottom), in its middle.

    Tiles lie whole inside it, of a space where one can be laid only the name.
    """
    extents = (_Extent.of(tiles), _Extent.of(spaces))
    left, top, right, bottom = box
    for wide in range(LARGEST, SMALLEST - 1, -2):
        x, y = _reach(extents, wide)
        if (x[1] - x[0] <= right - left and y[1] - y[0] <= bottom - top) or wide == SMALLEST:
            break
    return Layout(wide, round((left + right - x[0] - x[1]) / 2), round((top + bottom - y[0] - y[1]) / 2))


@dataclass(frozen=True, slots=True)
class _Extent:
    """The first and last half column and row of some places."""

    halves: tuple[int, int]
    rows: tuple[int, int]

    @classmethod
    def of(cls, places: Iterable[Place]) -> "_Extent | None":
        """The extent of the places; None without any."""
        found = list(places)
        if not found:
            return None
        halves = [2 * column + row % 2 for row, column in found]
        rows = [row for row, _ in found]
        return cls((min(halves), max(halves)), (min(rows), max(rows)))


def _reach(extents: tuple[_Extent | None, ...], wide: int) -> tuple[Point, Point]:
    """From where to where a town would reach, across and down, if the middle of A1 were at (0, 0)."""
    ends: list[tuple[Point, Point]] = []
    for extent, (x, y) in zip(extents, ((wide / 2, wide / sqrt(3)), NAME), strict=True):
        if extent is not None:
            (first, last), (upper, lower) = extent.halves, extent.rows
            down = wide * sqrt(3) / 2
            ends.append(((first * wide / 2 - x, last * wide / 2 + x), (upper * down - y, lower * down + y)))
    across, downwards = zip(*ends, strict=True)
    return _union(across), _union(downwards)


def _union(spans: Iterable[Point]) -> Point:
    starts, stops = zip(*spans, strict=True)
    return min(starts), max(stops)
