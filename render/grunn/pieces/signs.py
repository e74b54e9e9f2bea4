"""Signs that stand by themselves on paper or sea, as rasters centred on (0, 0): coins, shields, icons, small cells."""

from render.core.ink import Stroke
from render.core.lettering.fonts import VOLLKORN
from render.core.memory.cache import cached
from render.core.paths import arc, close_path, rectangle
from render.core.surface import Raster
from render.grunn.inks import CREAM, INK, SHADE
from render.grunn.pieces import tokens
from render.grunn.pieces.houses import HOUSE_ON, HOUSES
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import WIDE_LETTERS, Tile, draw_ground
from render.grunn.pieces.wild import fill_of

INSET, LETTER, BUILDING, BEHIND, SHORT = 0.07, 0.4, 0.56, 0.46, 0.2
"""Of a small tile, in shares of it: the place and size of its letter, its building without and with arrows, these."""
CALM = 0.6
"""How strong the print of a small tile is: the letter takes a large part of it."""


@cached
def coin(radius: int, text: str, *, shade: bool = False) -> Raster:
    """A coin with a number; `shade`: it lies on top of something."""
    surface = Surface("coin", (-radius - 3, -radius - 3, radius + 6, radius + 8), 1.0)
    tokens.coin(surface, (0, 0), radius, text)
    if shade:
        surface.shadow((1.5, 3), 3, SHADE, 0.4)
    return surface.raster()


@cached
def shield(radius: int, text: str) -> Raster:
    """A shield with points."""
    surface = Surface("shield", (-radius - 7, -radius - 7, radius + 7, radius * 1.22 + 8), 1.0)
    tokens.shield(surface, (0, 0), radius, text)
    return surface.raster()


@cached
def chip(kind: str, side: int) -> Raster:
    """A chip; (0, 0) is its upper left corner."""
    surface = Surface("chip", (-3, -3, side + 3, side + 3), 1.0)
    tokens.chip(surface, (0, 0, side), kind, letter=max(0.62, tokens.CAPITALS / side))
    return surface.raster()


@cached
def bonus_chip(side: int) -> Raster:
    """The chip of the grass bonus: W with a star; (0, 0) is the chip's upper left corner."""
    surface = Surface("bonus", (-3, -14, side + 14, side + 3), 1.0)
    tokens.chip(surface, (0, 0, side), "wadden", letter=max(0.62, tokens.CAPITALS / side))
    tokens.bonus_star(surface, (side * 0.94, side * 0.13), side * 0.31)
    return surface.raster()


@cached
def house(kind: str, size: int) -> Raster:
    """A building as an icon of `size` pixels."""
    surface = Surface(f"icon{kind}", (-size * 0.6, -size * 0.7, size * 0.6, size * 0.6), 1.0)
    HOUSES[kind](surface.pen(-size / 2, -size * 0.52, size / 100))
    surface.halo(size * 0.09, CREAM)
    return surface.raster()


@cached
def number_disc(radius: int, text: str) -> Raster:
    """The place in the pool."""
    surface = Surface("disc", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    tokens.number_disc(surface, (0, 0), radius, text)
    return surface.raster()


@cached
def low_disc(radius: int, text: str) -> Raster:
    """The number of a stock that is nearly used up."""
    surface = Surface("low", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    tokens.low_disc(surface, (0, 0), radius, text)
    return surface.raster()


@cached
def clock(radius: int) -> Raster:
    """The clock of the last change."""
    room = radius * 1.6
    surface = Surface("clock", (-room, -room, room, room), 1.0)
    tokens.clock(surface, (0, 0), radius)
    return surface.raster()


@cached
def stroke_out(width: int, height: int) -> Raster:
    """A stroke through something that cannot be had, rising to the right."""
    surface = Surface("out", (-width / 2 - 6, -height / 2 - 6, width / 2 + 6, height / 2 + 6), 1.0)
    tokens.cross_out(surface, (-width / 2, height / 2), (width / 2, -height / 2), 4.6)
    return surface.raster()


@cached
def laurel(size: int) -> Raster:
    """A gold star in a ring: who won."""
    surface = Surface("laurel", (-size, -size, size, size), 1.0)
    pen = surface.pen()
    pen.shape(arc(0, 0, size * 0.9), INK, shake=0.3)
    pen.shape(arc(0, 0, size * 0.76), CREAM, shake=0.3)
    tokens.bonus_star(surface, (0, size * 0.04), size * 0.62)
    return surface.raster()


@cached
def small_tile(look: Tile, size: int) -> Raster:
    """
    A cell of a small landscape; (0, 0) is its upper left corner.

    The print is calmer than that of a large tile; the letter stands in the upper left corner, the building in the lower
    right one; there are no numbers.
    """
    surface = Surface(f"s{look.kind}{look.arrows}{look.developed:d}", (-2, -2, size + 2, size + 2), 1.0)
    fill = fill_of(look.kind, developed=look.developed)
    square = rectangle(1, 1, size - 1, size - 1)
    surface.pen().shape(square, fill, shake=0)
    pattern = surface.layer()
    draw_ground(pattern.pen(0, 0, size / 100, key="ground"), look)
    pattern.clip(surface)
    surface.lay(pattern, CALM)
    letters = max(size * LETTER, tokens.CAPITALS)
    left, upper = (size * (SHORT + 0.02 if side in look.arrows else INSET) for side in "WN")
    half = letters * (0.5 if look.kind in WIDE_LETTERS else 0.38)
    surface.patch((left + half, upper + letters * 0.35, half + 4, letters * 0.42), fill, 1.6)
    pen = surface.pen()
    if look.developed:
        pen.line(close_path(square), Stroke(3.2, INK, shake=0.4))
    else:
        pen.draw_dashes(close_path(square), Stroke(1.5, tokens.dash_colour(look.kind), shake=0.1), (4, 3))
    for side in look.arrows:
        small_arrow(surface, side, size)
    colour = tokens.letter_colour(look.kind, developed=look.developed)
    surface.text(tokens.LETTERS[look.kind], (left, upper), (VOLLKORN, letters, colour), corner=True)
    if look.built:
        _small_building(surface, look, size)
    return surface.raster()


def _small_building(surface: Surface, look: Tile, size: int) -> None:
    """The building in the lower right corner, aside from the arrows of a ridge."""
    layer = surface.layer()
    wide = size * (BEHIND if look.arrows else BUILDING)
    x, y = (size * (0.97 - (SHORT if side in look.arrows else 0)) - wide for side in "ES")
    HOUSES[HOUSE_ON[look.kind]](layer.pen(x, y, wide / 100, key="house"))
    layer.halo(size * 0.05, CREAM)
    surface.lay(layer)


def small_arrow(surface: Surface, side: str, size: int) -> None:
    """A small black triangle with a cream rim on the side that a ridge points at."""
    half, deep, far = size * 0.19, size * SHORT, 1.5
    middle, end = size / 2, size - far
    triangle = {
        "N": [(middle, far), (middle - half, far + deep), (middle + half, far + deep)],
        "S": [(middle, end), (middle - half, end - deep), (middle + half, end - deep)],
        "W": [(far, middle), (far + deep, middle - half), (far + deep, middle + half)],
        "E": [(end, middle), (end - deep, middle - half), (end - deep, middle + half)],
    }[side]
    surface.pen(key=side).shape(triangle, INK, edge=Stroke(1.5, CREAM, shake=0), shake=0)
