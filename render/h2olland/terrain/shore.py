"""What never changes on a board: sand, limits of the safe zones, rivers; and the bridges, drawn over everything."""

from collections.abc import Callable

from PIL import Image

from games.h2olland.view import Board, Square, Table
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, rectangle
from render.core.surface import HARD, Raster, Surface
from render.h2olland.inks import (
    DECK,
    DEEP,
    FOAM,
    INK,
    PLANK,
    RIPPLE,
    SAND,
    SAND_LINE,
    SAND_STROKE,
    WATER,
    palette,
)  # fmt: skip
from render.h2olland.paint import Painter
from render.h2olland.pieces.cuts import taper
from render.h2olland.terrain.window import COLUMNS, Window

RIVERS = {"A1": (1, 1), "N1": (-1, 1), "A14": (1, -1), "N14": (-1, -1)}
"""Corner squares of the square board, and which way they are turned."""

ASIDE = 13.0
"""How far from the middle of its border, towards the edge of the oblong board, a bridge stands."""


@cached
def sand(which: int, unit: float) -> Raster:
    """A square of sand."""
    plate = Surface(f"sand{which}", (0, 0, 80, 80), unit, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(0, 0, 80, 80), SAND, shake=0)
    chance = seed_random(f"sand{which}")
    for _ in range(3):
        taper(pen, (chance.uniform(8, 40), chance.uniform(10, 70)), chance.uniform(16, 28), (2.6, SAND_STROKE))
    for _ in range(5):
        pen.disc(chance.uniform(7, 73), chance.uniform(7, 73), chance.uniform(1.0, 1.8), SAND_LINE)
    pen.shape(rectangle(0, 0, 80, 1.2), SAND_LINE, shake=0)
    pen.shape(rectangle(0, 0, 1.2, 80), SAND_LINE, shake=0)
    return plate.raster()


@cached
def river(turn: Point, unit: float) -> Raster:
    """A river corner, from the upper left corner of its square."""
    plate = Surface("river", (-24, -24, 104, 104), unit, flat=True)
    flip = _flipper(turn)
    pen = plate.pen()
    pen.shape(flip(rectangle(0, 0, 82, 82)), INK, shake=0)
    pen.shape(flip(rectangle(0, 0, 78, 78)), DEEP, shake=0)
    pen.shape(flip(rectangle(0, 0, 73, 73)), FOAM, shake=0)
    pen.shape(flip(rectangle(0, 0, 70, 70)), WATER, shake=0)
    pen.shape(flip(rectangle(0, 0, 65, 65)), RIPPLE, shake=0)
    pen.shape(flip(rectangle(0, 0, 63, 63)), WATER, shake=0)
    return plate.raster(HARD)


def _flipper(turn: Point) -> Callable[[list[Point]], list[Point]]:
    """What turns the form of the upper left river corner into that of another."""
    across, down = turn

    def flip(form: list[Point]) -> list[Point]:
        return [(x if across > 0 else 80 - x, y if down > 0 else 80 - y) for x, y in form]

    return flip


@cached
def corner_deck(turn: Point, unit: float) -> Raster:
    """The bridge over a river corner, from the upper left corner of the corner's square."""
    plate = Surface("cornerdeck", (-24, -24, 104, 104), unit, flat=True)
    pen, flip = plate.pen(), _flipper(turn)
    near, far, low, high = 13.0, 35.0, 73.0, 95.0
    pen.shape(flip([(near, low), (far, high), (high, far), (low, near)]), DECK, shake=0)
    for i in range(1, 9):
        share = 60 * i / 9
        pen.line(flip([(near + share, low - share), (far + share, high - share)]), even(2.4, PLANK))
    for rail in ([(near, low), (low, near)], [(far, high), (high, far)]):
        pen.line(flip(rail), even(6, INK))
    return plate.raster(HARD)


@cached
def deck(unit: float) -> Raster:
    """
    The bridge of the oblong board, across a border; (0, 0) is the middle of the border.

    It is short and stands beside the middle: letters and numerals of what lies on its ends stay free.
    """
    plate = Surface("deck", (-14, -19, 14, 19), unit, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(-10, -16, 10, 16), DECK, shake=0)
    for i in range(1, 6):
        y = -16 + 32 * i / 6
        pen.line([(-10, y), (10, y)], even(2.2, PLANK))
    for x in (-10, 10):
        pen.line([(x, -16), (x, 16)], even(4.4, INK))
    return plate.raster(HARD)


@cached
def stream(unit: float) -> Raster:
    """The river beside a bridge of the oblong board: a short blue line along the border; (0, 0) in its middle."""
    plate = Surface("stream", (-44, -7, 44, 7), unit, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(-40, -5.5, 40, 5.5), INK, shake=0.3)
    pen.shape(rectangle(-40, -3.5, 40, 3.5), WATER, shake=0)
    taper(pen, (-36, 0), 24, (2.4, FOAM))
    taper(pen, (13, 0), 24, (2.4, FOAM))
    return plate.raster(HARD)


@cached
def limit(unit: float, *, lying: bool) -> Raster:
    """The limit of a safe zone along one side of a square, from its left or upper end."""
    box = (0, -3, 80, 3) if lying else (-3, 0, 3, 80)
    plate = Surface("limit", box, unit, flat=True)
    pen = plate.pen()
    for i in range(5):
        start, end = 4 + 16 * i, 12 + 16 * i
        line = rectangle(start, -3, end, 3) if lying else rectangle(-3, start, 3, end)
        pen.shape(line, INK, shake=0)
    return plate.raster(HARD)


class Zones:
    """A board with one of the two kinds of safe zones (section H); equal ones are equal, so that grounds are kept."""

    __slots__ = ("_key", "board", "zone")

    def __init__(self, table: Table) -> None:
        self.board: Board = table.board
        self.zone = table.board.zones[table.zones]
        self._key = (table.board.name, table.zones)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same board with the same zones."""
        return isinstance(other, Zones) and self._key == other._key

    def __hash__(self) -> int:
        """By names."""
        return hash(self._key)

    def apart(self, one: Square, other: Square) -> bool:
        """Whether two squares of the shore lie in different zones, one of them in a zone."""
        return self.zone.get(one) != self.zone.get(other)


@cached
def ground(zones: Zones, window: Window) -> Image.Image:
    """The board without its tiles, in palette mode and the window's size."""
    board = zones.board
    painter = Painter(palette().ground((window.wide, window.high), SAND), SAND)
    shore = [square for square in board.squares if square not in board.tile_of]
    for square in shore:
        if window.shows(square):
            painter.put(sand, window.at(square), (ord(square[0]) + int(square[1:])) % 2, window.unit)
    _limits(painter, zones, shore, window)
    if board.rows == COLUMNS:
        for corner, turn in RIVERS.items():
            painter.put(river, window.at(corner), turn, window.unit)
    return painter.image


def bridges(painter: Painter, board: Board, window: Window) -> None:
    """All bridges, on top of fields, frames and outlines: who looks for a way must see them (R2.5)."""
    painter.ground = SAND
    for pair in board.bridges:
        if not any(map(window.shows, pair)):
            continue
        if board.rows == COLUMNS:
            corner = river_corner(pair)
            painter.put(corner_deck, window.at(corner), RIVERS[corner], window.unit)
            continue
        # Halfway between the middles of both squares, in whichever order they are named.
        (x, y), (other_x, other_y) = (window.at(square) for square in pair)
        across, down = (x + other_x + window.size) / 2, (y + other_y + window.size) / 2
        outward = -ASIDE if pair[0][0] == "A" else ASIDE
        painter.put(stream, (across, down), window.unit)
        painter.put(deck, (across + outward * window.unit, down), window.unit)


def river_corner(pair: tuple[Square, Square]) -> str:
    """The corner of the square board that a bridge crosses: in the column of one end and the row of the other."""
    return next(corner for corner in RIVERS if all(corner[0] == end[0] or corner[1:] == end[1:] for end in pair))


def _limits(painter: Painter, zones: Zones, shore: list[Square], window: Window) -> None:
    """Dashes between squares of the shore in different safe zones (R2.7)."""
    known = set(shore)
    for square in shore:
        column, row = square[0], int(square[1:])
        right, below = Square(f"{chr(ord(column) + 1)}{row}"), Square(f"{column}{row + 1}")
        x, y = window.at(square)
        if right in known and zones.apart(square, right):
            painter.put(limit, (x + window.size, y), window.unit, lying=False)
        if below in known and zones.apart(square, below):
            painter.put(limit, (x, y + window.size), window.unit, lying=True)
