"""Signs that stand by themselves on paper or sea, as rasters centred on (0, 0): coins, shields, icons, small cells."""

from functools import lru_cache

from render.core.ink import Stroke
from render.core.lettering.fonts import VOLLKORN
from render.core.paths import Point, arc, close_path, rectangle
from render.core.surface import Raster
from render.grunn.inks import CREAM, INK, SHADE
from render.grunn.pieces import tokens
from render.grunn.pieces.houses import HOUSES
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import Tile
from render.grunn.pieces.wild import fill_of


@lru_cache(maxsize=512)
def coin(radius: int, text: str, *, shade: bool = False) -> Raster:
    """A coin with a number; `shade`: it lies on top of something."""
    surface = Surface("coin", (-radius - 3, -radius - 3, radius + 6, radius + 8), 1.0)
    tokens.coin(surface, (0, 0), radius, text)
    if shade:
        surface.shadow((1.5, 3), 3, SHADE, 0.4)
    return surface.raster()


@lru_cache(maxsize=512)
def shield(radius: int, text: str) -> Raster:
    """A shield with points."""
    surface = Surface("shield", (-radius - 7, -radius - 7, radius + 7, radius * 1.22 + 8), 1.0)
    tokens.shield(surface, (0, 0), radius, text)
    return surface.raster()


@lru_cache(maxsize=64)
def chip(kind: str, side: int) -> Raster:
    """A chip; (0, 0) is its upper left corner."""
    surface = Surface("chip", (-3, -3, side + 3, side + 3), 1.0)
    tokens.chip(surface, (0, 0, side), kind, letter=max(0.62, tokens.CAPITALS / side))
    return surface.raster()


@lru_cache(maxsize=4)
def bonus_chip(side: int) -> Raster:
    """The chip of the grass bonus: W with a star; (0, 0) is the chip's upper left corner."""
    surface = Surface("bonus", (-3, -14, side + 14, side + 3), 1.0)
    tokens.chip(surface, (0, 0, side), "wadden", letter=max(0.62, tokens.CAPITALS / side))
    tokens.bonus_star(surface, (side * 0.94, side * 0.13), side * 0.31)
    return surface.raster()


@lru_cache(maxsize=32)
def house(kind: str, size: int) -> Raster:
    """A building as an icon of `size` pixels."""
    surface = Surface(f"icon{kind}", (-size * 0.6, -size * 0.7, size * 0.6, size * 0.6), 1.0)
    HOUSES[kind](surface.pen(-size / 2, -size * 0.52, size / 100))
    surface.halo(size * 0.09, CREAM)
    return surface.raster()


@lru_cache(maxsize=64)
def number_disc(radius: int, text: str) -> Raster:
    """The place in the pool."""
    surface = Surface("disc", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    tokens.number_disc(surface, (0, 0), radius, text)
    return surface.raster()


@lru_cache(maxsize=16)
def low_disc(radius: int, text: str) -> Raster:
    """The number of a stock that is nearly used up."""
    surface = Surface("low", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    tokens.low_disc(surface, (0, 0), radius, text)
    return surface.raster()


@lru_cache(maxsize=8)
def clock(radius: int) -> Raster:
    """The clock of the last change."""
    room = radius * 1.6
    surface = Surface("clock", (-room, -room, room, room), 1.0)
    tokens.clock(surface, (0, 0), radius)
    return surface.raster()


@lru_cache(maxsize=8)
def stroke_out(width: int, height: int) -> Raster:
    """A stroke through something that cannot be had, rising to the right."""
    surface = Surface("out", (-width / 2 - 6, -height / 2 - 6, width / 2 + 6, height / 2 + 6), 1.0)
    tokens.cross_out(surface, (-width / 2, height / 2), (width / 2, -height / 2), 4.6)
    return surface.raster()


@lru_cache(maxsize=8)
def laurel(size: int) -> Raster:
    """A gold star in a ring: who won."""
    surface = Surface("laurel", (-size, -size, size, size), 1.0)
    pen = surface.pen()
    pen.shape(arc(0, 0, size * 0.9), INK, shake=0.3)
    pen.shape(arc(0, 0, size * 0.76), CREAM, shake=0.3)
    tokens.bonus_star(surface, (0, size * 0.04), size * 0.62)
    return surface.raster()


@lru_cache(maxsize=512)
def small_tile(look: Tile, size: int, *, numbered: bool = False) -> Raster:
    """
    A cell of a small landscape; (0, 0) is its upper left corner.

    Where corners are `numbered`, the dot of a building stands at the middle of a side.
    """
    surface = Surface(f"s{look.kind}{look.arrows}{look.developed:d}", (-2, -2, size + 2, size + 2), 1.0)
    pen = surface.pen()
    square = rectangle(1, 1, size - 1, size - 1)
    fill = fill_of(look.kind, developed=look.developed)
    if look.developed:
        pen.shape(square, fill, edge=Stroke(3.2, INK, shake=0.4), shake=0)
    else:
        pen.shape(square, fill, shake=0)
        pen.draw_dashes(close_path(square), Stroke(1.5, tokens.dash_colour(look.kind), shake=0.1), (4, 3))
    for side in look.arrows:
        _small_arrow(surface, side, size)
    colour = tokens.letter_colour(look.kind, developed=look.developed)
    place = (size * 0.5, size * 0.5)
    if look.built:
        place = (place[0], size * 0.44) if numbered else (size * 0.44, size * 0.4)
    letters = max(size * (0.6 if look.built else 0.62), tokens.CAPITALS)
    surface.text(tokens.LETTERS[look.kind], place, (VOLLKORN, letters, colour))
    if look.built:
        x, y = _dot(look.arrows, numbered=numbered)
        pen.shape(arc(x * size, y * size, size * 0.15), CREAM, edge=Stroke(size * 0.052, INK, shake=0.1), shake=0)
    return surface.raster()


def _dot(arrows: str, *, numbered: bool) -> Point:
    """Where the dot of a building stands, in shares of a cell: beside the arrows of a ridge."""
    if not numbered:
        return 0.24 if "E" in arrows or "S" in arrows else 0.76, 0.76
    if "S" not in arrows:
        return 0.5, 0.84
    return 0.16 if "E" in arrows else 0.84, 0.5


def _small_arrow(surface: Surface, side: str, size: int) -> None:
    """A small black triangle with a cream rim on the side that a ridge points at."""
    half, deep, far = size * 0.19, size * 0.2, 1.5
    middle, end = size / 2, size - far
    triangle = {
        "N": [(middle, far), (middle - half, far + deep), (middle + half, far + deep)],
        "S": [(middle, end), (middle - half, end - deep), (middle + half, end - deep)],
        "W": [(far, middle), (far + deep, middle - half), (far + deep, middle + half)],
        "E": [(end, middle), (end - deep, middle - half), (end - deep, middle + half)],
    }[side]
    surface.pen(key=side).shape(triangle, INK, edge=Stroke(1.5, CREAM, shake=0), shake=0)
