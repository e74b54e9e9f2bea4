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
LARGEST, SMALLEST = 150, 60  # pixels
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


def layout(places: Iterable[Place], box: Box) -> Layout:
    """The spaces as large as they fit into a box of pixels (left, top, right, bottom), in its middle."""
    found = list(places)
    halves = [2 * column + row % 2 for row, column in found]
    rows = [row for row, _ in found]
    across = (max(halves) - min(halves)) / 2 + 1
    down = (max(rows) - min(rows)) * sqrt(3) / 2 + 2 / sqrt(3)
    left, top, right, bottom = box
    wide = min((right - left) / across, (bottom - top) / down, LARGEST)
    wide = max(SMALLEST, int(wide) // 2 * 2)
    middle = (max(halves) + min(halves)) * wide / 4, (max(rows) + min(rows)) * wide * sqrt(3) / 4
    return Layout(wide, round((left + right) / 2 - middle[0]), round((top + bottom) / 2 - middle[1]))
