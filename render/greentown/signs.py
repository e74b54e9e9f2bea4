"""Signs on the map: open spaces, coordinates, street ends, stops, stars, the pennant, the compass."""

from functools import lru_cache
from math import cos, pi, sin

from render.core.colour import mix
from render.core.fonts import DOSIS
from render.core.ink import even
from render.core.paths import Point, closed, rounded, star
from render.core.surface import Raster, Surface
from render.core.text import width
from render.greentown.hatching import hatch
from render.greentown.hexagon import ALL_SIDES, APOTHEM, WIDE, R, angle, hexagon, towards
from render.greentown.inks import CAST, CREAM, DASH, DEEP, INK, OPEN, PASTURE, RED, RUST
from render.greentown.shade import cast
from render.greentown.tiles import streets

ROOMY = 84  # from this width of hexagons on coordinates stand inside sites
LEAST = 26  # pixels of the smallest lettering
THICK = 9.5  # pixels of the thinnest bar across a dead end
RIM = 2.2  # units of cream around it


def lettering_size(units: float, unit: float) -> int:
    """Lettering that grows with the map but never falls under 26 pixels."""
    return max(LEAST, round(units * unit))


@lru_cache(maxsize=256)
def open_space(wide: int, bits: int, *, legal: bool = False) -> Raster:
    """
    The dashed hexagon of a space where a tile can be laid; in a draft that may lay now, bolder on a cream rim.

    Hexagons are `wide` pixels wide; tiles on the sides of `bits` cast their shadow on it.
    """
    plate = Surface("open", (-APOTHEM - 1, -R, APOTHEM + 1, R), wide / WIDE)
    shape = hexagon(R - 7)
    pen = plate.pen()
    if legal:
        pen.shape(hexagon(R - 5), CREAM, edge=even(9, CREAM), shake=0)
    pen.shape(shape, OPEN, shake=0)
    pen.dashed(closed(shape), even(5.2, DEEP) if legal else even(3.4, DASH), (11, 7.5))
    raster = plate.cut()
    dark = cast(wide, bits).over(raster)
    dark.image.putalpha(raster.image.getchannel("A"))
    return dark


@lru_cache(maxsize=512)
def plaque(wide: int, unit: float, *, dark: bool) -> Raster:
    """
    The plate of a coordinate at the foot of a site, (0, 0) at the middle of the tile; `wide` is in pixels.

    It ends where streets begin: bars and darts stay free. Cream like the site, `dark` in the block of a hotel; where
    hexagons are small it is dark everywhere and hangs a little lower.
    """
    plate = Surface("plaque", (-R, 0, R, R + 6), unit)
    roomy = unit * APOTHEM * 2 >= ROOMY
    middle, high = plaque_text(unit) / unit, max(23.0, 21 / unit) if roomy else 25 / unit
    half = wide / 2 / unit
    form = rounded(-half, middle - high / 2, half, middle + high / 2, radius=7.0 if roomy else min(half, high / 2))
    plate.pen().shape(form, DEEP if dark else CREAM, shake=0)
    return plate.cut()


def plaque_text(unit: float) -> float:
    """How far below the middle of a tile the middle of its coordinate stands, in pixels."""
    return 28.5 * unit if unit * APOTHEM * 2 >= ROOMY else R * unit - 14


def plaque_width(text: str, unit: float) -> int:
    """How wide the plate of a coordinate is, in even pixels."""
    return round((width(text, DOSIS, lettering_size(26.5, unit)) + 6) / 2) * 2


def _turned(points: list[Point], side: int) -> list[Point]:
    turn = angle(side) * pi / 180
    return [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points]


@lru_cache(maxsize=512)
def dart(side: int, unit: float) -> Raster:
    """The dart of an open street, (0, 0) at the middle of the tile."""
    plate = Surface("dart", (-R - 40, -R - 40, R + 40, R + 40), unit)
    back, tip = APOTHEM - 13, APOTHEM + 21
    shape = _turned([(tip, 0), (back, 13.5), (back + 9, 0), (back, -13.5)], side)
    pen = plate.pen()
    pen.line(closed(shape), even(9.5, CREAM))
    pen.shape(shape, DEEP, edge=even(2.6, INK), shake=0)
    return _trimmed(plate.cut())


@lru_cache(maxsize=512)
def bar(side: int, unit: float) -> Raster:
    """The bar across a dead end, (0, 0) at the middle of the tile."""
    plate = Surface("bar", (-R - 6, -R - 6, R + 6, R + 6), unit)
    pen = plate.pen()
    thick = max(11.5, THICK / unit)
    x = APOTHEM - thick / 2 - 1.5
    line = _turned([(x, -15.5), (x, 15.5)], side)
    for wide, colour in ((thick + 2 * RIM, CREAM), (thick, INK), (thick - 5, RUST)):
        pen.line(line, even(wide, colour))
    return _trimmed(plate.cut())


def _trimmed(raster: Raster) -> Raster:
    """The same drawing without the empty margins."""
    box = raster.image.getbbox() or (0, 0, 1, 1)
    return Raster(raster.image.crop(box), raster.left + box[0], raster.top + box[1], raster.faint)


@lru_cache(maxsize=256)
def stop(number: int, radius: float, *, draft: bool = False, lettered: bool = True) -> Raster:
    """The disc of a stop on a tour; in a draft cream with an ink number."""
    plate = Surface("stop", (-radius - 1, -radius - 1, radius + 1, radius + 1), 1.0)
    pen = plate.pen()
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius - 1.8, CREAM)
    if not draft:
        pen.disc(0, 0, radius - 4, RED)
    if lettered:
        plate.text(str(number), (0, 0), (DOSIS, max(LEAST, round(radius * 1.46)), INK if draft else CREAM))
    return plate.cut()


@lru_cache(maxsize=64)
def fresh(radius: float, *, hollow: bool = False, draft: bool = False) -> Raster:
    """The star of a new building; hollow where a tree had to go. `radius` in pixels."""
    plate = Surface("fresh", (-radius - 7, -radius - 7, radius + 7, radius + 7), 1.0)
    shape = star(0, 0, radius)
    pen = plate.pen()
    pen.line(closed(shape), even(10, INK))
    pen.shape(shape, CREAM, edge=even(6, CREAM), shake=0)
    layer = plate.layer()
    layer.pen().shape(shape, RED, shake=0)
    plate.lay(hatch(layer, fine=True) if draft else layer)
    if hollow:
        pen.shape(star(0, 0.4, radius * 0.56), CREAM, shake=0)
    return plate.cut()


@lru_cache(maxsize=64)
def pennant(unit: float, *, draft: bool = False) -> Raster:
    """The pennant at the hotel where a tour begins; (0, 0) is the middle of the hotel's tile."""
    plate = Surface("pennant", (-46, -64, 12, -14), unit)
    pen = plate.pen()
    flag = [(-32.0, -57.0), (2.0, -47.5), (-32.0, -38.0)]
    pole = [(-32.0, -58.0), (-32.0, -26.0)]
    pen.line(pole, even(9, CREAM))
    pen.line(closed(flag), even(8, CREAM))
    layer = plate.layer()
    layer.pen().shape(flag, RED, shake=0)
    plate.lay(hatch(layer, fine=True) if draft else layer)
    pen.line(closed(flag), even(2.6, INK))
    pen.line(pole, even(4.2, INK))
    return _trimmed(plate.cut())


@lru_cache(maxsize=8)
def compass(radius: int) -> Raster:
    """The roundel with the numbers of the six sides."""
    plate = Surface("compass", (-radius - 3, -radius - 3, radius + 9, radius + 11), 1.0, flat=True)
    pen = plate.pen()
    pen.disc(4, 6, radius, CAST)
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius - 3, CREAM)
    pen.circle(0, 0, radius - 7, even(1.6, mix(INK, CREAM, 0.3)))
    unit = (radius - 38) / R
    roads = pen.moved(0, 0, unit)
    roads.shape(hexagon(R - 2), PASTURE, shake=0)
    tile = Surface("compassroads", (-R, -R, R, R), unit, flat=True)
    streets(tile, "123456", 8, share=0.72, reach=APOTHEM / 0.72 - 3)
    small = tile.pen()
    small.line(closed(hexagon(R - 2.5)), even(5, INK))
    small.disc(0, 0, 13.5, INK)
    small.disc(0, 0, 9, CREAM)
    for side in ALL_SIDES:
        plate.text(str(side), towards(side, radius - 24), (DOSIS, 29, INK))
    return tile.raster().over(plate.cut())
