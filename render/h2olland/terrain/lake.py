"""The lake and the land won from it: one sprite for each tile, by what lies around it or by its barren part."""

from math import pi, sin

from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, arc, rectangle, walk
from render.core.surface import HARD, Raster, Surface
from render.h2olland.inks import (
    BARREN,
    BEACH,
    CREAM,
    DEEP,
    FOAM,
    FURROW,
    GRASS,
    GRASS_LINE,
    HATCH,
    INK,
    ISLAND,
    RIPPLE,
    STONE,
    WATER,
    WAVE,
)  # fmt: skip
from render.h2olland.pieces.cuts import taper

TILE = 160
AROUND = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
QUARTERS = ((0, 0), (80, 0), (0, 80), (80, 80))
"""Upper left corners of the squares NW, NE, SW, SE of a tile."""

BANDS = ((2.0, DEEP), (7.0, FOAM), (10.0, WATER), (15.0, RIPPLE), (17.0, WATER))
"""From the coast inwards, like the contour lines of an old map."""


def _crest(pen: Pen, start: Point, run: float, look: tuple[float, float, float], colour: tuple[int, int, int]) -> None:
    """A wave of amplitude, period and thickness `look`, thin at both ends."""
    swing, period, thick = look
    middle = [(start[0] + x, start[1] - swing * sin(2 * pi * x / period)) for x, _ in walk([(0, 0), (run, 0)], 3)]
    last = len(middle) - 1
    upper = [(x, y - thick / 2 * _swell(i / last)) for i, (x, y) in enumerate(middle)]
    lower = [(x, y + thick / 2 * _swell(i / last)) for i, (x, y) in enumerate(middle)]
    pen.shape([*upper, *reversed(lower)], colour, shake=0)


def _swell(share: float) -> float:
    return min(1.0, 0.2 + 5.0 * min(share, 1 - share))


@cached
def water(coast: str, unit: float) -> Raster:
    """
    A tile of water from its upper left corner; `coast` names the sides and corners where land begins.

    A corner counts only between two sides of water. The ink of the coast reaches two units on to the land.
    """
    sides = frozenset(coast.split())
    plate = Surface("water", (-3, -3, TILE + 3, TILE + 3), unit, flat=True)
    pen = plate.pen()
    for _, form in _shores(sides, -2.0, 2.0):
        pen.shape(form, INK, shake=0)
    pen.shape(rectangle(0, 0, TILE, TILE), WATER, shake=0)
    _waves(pen)
    for (start, colour), end in zip(BANDS, [*(b[0] for b in BANDS[1:]), 19.0], strict=True):
        for _, form in _shores(sides, start, end):
            pen.shape(form, colour, shake=0)
    for _, form in _shores(sides, -2.0, 2.0):
        pen.shape(form, INK, shake=0)
    return plate.raster(HARD)


def _shores(sides: frozenset[str], near: float, far: float) -> list[tuple[str, list[Point]]]:
    """The band between two distances from the coast: a strip along each side, an angle in each corner."""
    high = TILE - near
    west, east = (near if "W" in sides else 0.0), (high if "E" in sides else float(TILE))
    north, south = (near if "N" in sides else 0.0), (high if "S" in sides else float(TILE))
    strips = {
        "N": rectangle(west, near, east, far),
        "S": rectangle(west, TILE - far, east, high),
        "W": rectangle(near, north, far, south),
        "E": rectangle(TILE - far, north, high, south),
    }
    found = [(side, form) for side, form in strips.items() if side in sides]
    corners = (corner for corner in AROUND[4:] if corner in sides)
    return [*found, *((corner, _angle(corner, near, far)) for corner in corners)]


def _angle(corner: str, near: float, far: float) -> list[Point]:
    """The band round a corner of land that touches the tile only there."""
    near = max(near, 0.0)
    form = [(0.0, far), (far, far), (far, 0.0), (near, 0.0), (near, near), (0.0, near)]
    return [(TILE - x if "E" in corner else x, TILE - y if "S" in corner else y) for x, y in form]


def _waves(pen: Pen) -> None:
    chance = seed_random("waves")
    for row in range(9):
        y = 12 + 17 * row
        x = chance.uniform(-14, 10)
        while x < TILE - 34:
            long = chance.uniform(28, 58)
            if not (row in (3, 4, 5) and x + long > 42 and x < 118):
                start, run = max(2.0, x), min(TILE - 2.0, x + long)
                _crest(pen, (start, y), run - start, (2.2, 46, 2.8), RIPPLE)
            x += long + chance.uniform(14, 40)
    for y in (37, 123):
        _crest(pen, (8, y), 144, (5.5, 53.3, 12), WATER)
        _crest(pen, (8, y), 144, (5.5, 53.3, 5.6), WAVE)


@cached
def seam(unit: float, *, lying: bool) -> Raster:
    """The dashed line between two tiles of water, from its left or upper end."""
    box = (0, -3, TILE, 3) if lying else (-3, 0, 3, TILE)
    plate = Surface("seam", box, unit, flat=True)
    pen = plate.pen()
    for i in range(10):
        start, end = 4 + 16 * i, 12 + 16 * i
        line = rectangle(start, -1.4, end, 1.4) if lying else rectangle(-1.4, start, 1.4, end)
        pen.shape(line, FOAM, shake=0)
    return plate.raster(HARD)


@cached
def land(barren: tuple[int, ...], unit: float) -> Raster:
    """A tile of land, `barren` being the places (NW, NE, SW, SE from 0) of its barren squares."""
    plate = Surface("land", (0, 0, TILE, TILE), unit, flat=True)
    pen = plate.pen()
    pen.shape(rectangle(0, 0, TILE, TILE), GRASS, shake=0)
    for place, (x, y) in enumerate(QUARTERS):
        if place in barren:
            _draw_hatching(plate, x, y)
        else:
            _grass(pen.shift(x, y, key=f"grass{place}"), lying=place in (1, 2))
    for x, y in ((0, 80), (80, 0)):
        line = rectangle(x, 79, TILE, 81) if y else rectangle(79, 0, 81, TILE)
        pen.shape(line, GRASS_LINE, shake=0)
    edge = rectangle(0, 0, TILE, TILE)
    pen.line([*edge, edge[0]], even(3, GRASS_LINE))
    return plate.raster()


def _grass(pen: Pen, *, lying: bool) -> None:
    """Furrows every ten units, the squares alternating between lying and standing ones."""
    chance = seed_random(f"furrow{lying:d}")
    for i in range(7):
        at = 10 + 10 * i
        start, end = chance.uniform(4, 14), chance.uniform(56, 76)
        taper(pen, (start, at) if lying else (at, start), end - start, (3.0, FURROW), lying=lying)


def _draw_hatching(plate: Surface, x: float, y: float) -> None:
    layer = plate.layer()
    pen = layer.pen(x, y, key="hatch")
    for i in range(18):
        at = -72 + 9 * i
        pen.line([(at, 0), (at + 80, 80)], even(2.8, HATCH))
    mask = plate.layer()
    mask.pen(x, y, key="mask").shape(rectangle(0, 0, 80, 80), BARREN, shake=0)
    layer.clip(mask)
    plate.lay(mask)
    plate.lay(layer)


@cached
def stones(unit: float) -> Raster:
    """Three stones on a barren square where nothing stands."""
    plate = Surface("stones", (0, 0, 80, 80), unit, flat=True)
    pen = plate.pen()
    for x, y, rx, ry in ((26, 50, 16, 12), (53, 56, 12, 10), (47, 27, 14, 11)):
        pen.shape(arc(x, y, (rx, ry), steps=18)[:-1], STONE, edge=even(3.2, INK), shake=0)
        pen.line([(x - rx * 0.4, y - ry * 0.45), (x + rx * 0.1, y - ry * 0.6)], even(2.2, CREAM))
    return plate.raster()


@cached
def beach(wide: int, high: int, unit: float) -> Raster:
    """The border of the island: a sandy line with green dashes."""
    plate = Surface("beach", (-6, -6, wide + 6, high + 6), unit, flat=True, fine=2)
    pen = plate.pen()
    form = rectangle(0, 0, wide, high)
    ring = [*form, form[0]]
    pen.line(ring, even(10, BEACH))
    for i in range(16):
        at = 5 + wide / 16 * i
        for y in (0, high):
            pen.line([(at, y), (at + 12, y)], even(5, ISLAND))
        for x in (0, wide):
            pen.line([(x, at), (x, at + 12)], even(5, ISLAND))
    return plate.raster(HARD)


@cached
def draw_dotted_line(wide: int, high: int, unit: float) -> Raster:
    """The dotted line round a tile of an area that is ready or being drained."""
    plate = Surface("dotted", (0, 0, wide, high), unit, flat=True)
    pen = plate.pen()
    inset, step = 11.0, (wide - 22) / 9
    for i in range(10):
        at = inset + step * i
        for x, y in ((at, inset), (at, high - inset), (inset, at), (wide - inset, at)):
            pen.disc(x, y, 6.2, INK)
            pen.disc(x, y, 4.2, CREAM)
    return plate.raster(HARD)
