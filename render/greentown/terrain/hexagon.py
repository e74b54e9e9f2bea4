"""
Pointy-top hexagons: corners, sides, and where the spaces of a town lie on the picture.

Sides are numbered 1 (NE) to 6 (NW) clockwise. Drawings of tiles are made in units of which a hexagon is 127 wide; a
map whose hexagons are `wide` pixels wide has `wide` / 127 pixels to a unit.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
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
LEAST = 70  # pixels of hexagons on which names, and numbers of owners, can be read as Discord shows them
NAME = (36.0, 20.0)  # pixels to each side of the middle that the name of an open space takes
Box = tuple[int, int, int, int]
Place = tuple[int, int]  # row and column, counted from 0 at A1
Span = tuple[int, int]  # first and last


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


@dataclass(frozen=True, slots=True)
class Extent:
    """From which to which half column and row tiles reach, and spaces where one can be laid; None without any."""

    tiles: tuple[Span, Span] | None
    spaces: tuple[Span, Span] | None

    @classmethod
    def of(cls, tiles: Iterable[Place], spaces: Iterable[Place]) -> "Extent":
        """The extent of these; tiles lie whole inside it, of a space only the name."""
        return cls(_spans(tiles), _spans(spaces))

    def across(self, wide: int) -> Point:
        """From where to where it reaches from left to right, if the middle of A1 were at (0, 0)."""
        sides = ((self.tiles, wide / 2), (self.spaces, NAME[0]))
        return _union((each[0], aside, wide / 2) for each, aside in sides if each is not None)

    def down(self, wide: int) -> Point:
        """The same downwards."""
        sides = ((self.tiles, wide / sqrt(3)), (self.spaces, NAME[1]))
        return _union((each[1], aside, wide * sqrt(3) / 2) for each, aside in sides if each is not None)


def half_column(at: Place) -> int:
    """How many halves of a column a space lies from A1."""
    return 2 * at[1] + at[0] % 2


def _spans(places: Iterable[Place]) -> tuple[Span, Span] | None:
    found = list(places)
    if not found:
        return None
    halves, rows = [half_column(each) for each in found], [row for row, _ in found]
    return (min(halves), max(halves)), (min(rows), max(rows))


def _union(reaches: Iterable[tuple[Span, float, float]]) -> Point:
    """From the first to the last of some spans, each so many pixels longer on both sides, by the pixels of a step."""
    starts, stops = zip(
        *((first * step - aside, last * step + aside) for (first, last), aside, step in reaches), strict=True
    )
    return min(starts), max(stops)


@dataclass(frozen=True, slots=True)
class Fit:
    """What is to fit into a box of pixels (left, top, right, bottom): by width one extent, by height another."""

    across: Extent
    down: Extent
    box: Box

    def fits(self, wide: int) -> bool:
        """Whether it does with hexagons of a width."""
        left, top, right, bottom = self.box
        x, y = self.across.across(wide), self.down.down(wide)
        return x[1] - x[0] <= right - left and y[1] - y[0] <= bottom - top

    def layout(self, wide: int) -> Layout:
        """In the middle of the box."""
        left, top, right, bottom = self.box
        x, y = self.across.across(wide), self.down.down(wide)
        return Layout(wide, round((left + right - x[0] - x[1]) / 2), round((top + bottom - y[0] - y[1]) / 2))


def widest(fits: Sequence[Fit]) -> int:
    """The width of the largest hexagons with which all fit."""
    sizes = range(LARGEST, SMALLEST - 1, -2)
    at = bisect_left(sizes, 1, key=lambda wide: all(each.fits(wide) for each in fits))
    return sizes[min(at, len(sizes) - 1)]


def layout(tiles: Iterable[Place], spaces: Iterable[Place], box: Box) -> Layout:
    """The town as large as it fits into a box of pixels (left, top, right, bottom), in its middle."""
    extent = Extent.of(tiles, spaces)
    fit = Fit(extent, extent, box)
    return fit.layout(widest((fit,)))
