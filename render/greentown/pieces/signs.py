"""Signs on the map: open spaces, coordinates, street ends, stops, stars, the pennant, the compass."""

from functools import lru_cache
from math import ceil, cos, pi, sin

from render.core.colour import mix
from render.core.ink import even
from render.core.lettering.fonts import DOSIS
from render.core.lettering.text import fit, width
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, rectangle, round_rectangle, star
from render.core.surface import Raster, Surface
from render.greentown.inks import CAST, CREAM, DASH, DEEP, INK, OPEN, PASTURE, RED, RUST
from render.greentown.pieces.hatching import hatch
from render.greentown.pieces.tiles import streets
from render.greentown.sights import Number
from render.greentown.terrain.hexagon import ALL_SIDES, APOTHEM, WIDE, R, angle, hexagon, towards
from render.greentown.terrain.scale import caps
from render.greentown.terrain.shade import cast

THICK = 8.5  # pixels of the thinnest bar across a dead end
RIM = 2.2  # units of cream around it
SPACE_LETTERS = 30  # pixels of the name of a space where a tile can be laid
OFFERED_LETTERS = (43, 42)  # pixels of the name of what can be chosen, at most and at least


@cached
def open_space(wide: int, bits: int, *, offered: bool = False) -> Raster:
    """
    The dashed hexagon of a space where a tile can be laid; where it can be chosen, bolder on a cream rim.

    Hexagons are `wide` pixels wide; tiles on the sides of `bits` cast their shadow on it.
    """
    plate = Surface("open", (-APOTHEM - 1, -R, APOTHEM + 1, R), wide / WIDE)
    shape = hexagon(R - 7)
    pen = plate.pen()
    if offered:
        pen.shape(hexagon(R - 5), CREAM, edge=even(9, CREAM), shake=0)
    pen.shape(shape, OPEN, shake=0)
    pen.draw_dashes(close_path(shape), even(bold(wide / WIDE), INK) if offered else even(3.4, DASH), (11, 7.5))
    raster = plate.cut()
    dark = cast(wide, bits).over(raster)
    dark.image.putalpha(raster.image.getchannel("A"))
    return dark


def bold(unit: float) -> float:
    """How thick the dashes round what can be chosen are, in units: never under four pixels."""
    return max(6.0, 4.0 / unit)


@cached
def plaque(wide: int, high: int) -> Raster:
    """The cream sign with the name of a tile about its own middle, in pixels."""
    plate = Surface("plaque", (-wide / 2, -high / 2, wide / 2, high / 2), 1.0)
    form = round_rectangle(-wide / 2, -high / 2, wide / 2, high / 2, radius=min(6.0, high / 3))
    plate.pen().shape(form, CREAM, shake=0)
    return plate.cut()


@lru_cache(maxsize=256)
def plaque_width(text: str, size: int) -> int:
    """How wide the sign with a name is, in even pixels."""
    return round((width(text, DOSIS, size) + 7) / 2) * 2


@cached
def turns(numbers: tuple[Number, ...], size: int) -> Raster:
    """
    The tag with the numbers of turns that changed a tile, about its own middle; `size` in pixels.

    On ink stands which one laid or developed the tile, on red which one changed what stands on it.
    """
    cells = [(each, width(str(each.turn), DOSIS, size) + 9) for each in numbers]
    half, high = sum(wide for _, wide in cells) / 2, caps(size) / 2 + 3.5
    plate = Surface("turns", (-half - 3, -high - 3, half + 3, high + 3), 1.0)
    pen = plate.pen()
    pen.line(close_path(round_rectangle(-half, -high, half, high, radius=5)), even(5, CREAM))
    left = -half
    for each, wide in cells:
        pen.shape(rectangle(left, -high, left + wide, high), RED if each.stands else INK, shake=0)
        plate.text(str(each.turn), (left + wide / 2, 0), (DOSIS, size, CREAM))
        left += wide
    return plate.cut()


@cached
def tag(text: str, size: int) -> Raster:
    """The ink tag in a cream rim with the name of what can be chosen, about its own middle; `size` in pixels."""
    half, high = round(width(text, DOSIS, size) / 2) + 5, caps(size) / 2 + 5
    plate = Surface("tag", (-half - 3, -high - 3, half + 3, high + 3), 1.0)
    body = round_rectangle(-half, -high, half, high, radius=7)
    pen = plate.pen()
    pen.line(close_path(body), even(5, CREAM))
    pen.shape(body, INK, shake=0)
    plate.text(text, (0, 0), (DOSIS, size, CREAM))
    return plate.cut()


@lru_cache(maxsize=256)
def find_offered_size(text: str, wide: int) -> int:
    """The size of lettering at which the name of what can be chosen fits into a hexagon of a width in pixels."""
    return fit(text, DOSIS, wide - 3, OFFERED_LETTERS).size


@lru_cache(maxsize=256)
def find_offered_width(text: str) -> int:
    """The width in pixels of the smallest hexagons on which the name of what can be chosen has room."""
    return ceil(width(text, DOSIS, OFFERED_LETTERS[1])) + 3


def _turn_points(points: list[Point], side: int) -> list[Point]:
    turn = angle(side) * pi / 180
    return [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in points]


@cached
def dart(side: int, unit: float) -> Raster:
    """The dart of an open street, (0, 0) at the middle of the tile."""
    plate = Surface("dart", (-R - 40, -R - 40, R + 40, R + 40), unit)
    back, tip = APOTHEM - 11, APOTHEM + 20
    shape = _turn_points([(tip, 0), (back, 13.5), (back + 9, 0), (back, -13.5)], side)
    pen = plate.pen()
    pen.line(close_path(shape), even(9.5, CREAM))
    pen.shape(shape, DEEP, edge=even(2.6, INK), shake=0)
    return _trim(plate.cut())


@cached
def bar(side: int, unit: float) -> Raster:
    """The bar across a dead end, (0, 0) at the middle of the tile."""
    plate = Surface("bar", (-R - 6, -R - 6, R + 6, R + 6), unit)
    pen = plate.pen()
    thick = max(11.5, THICK / unit)
    x = APOTHEM - thick / 2 - 1.5
    line = _turn_points([(x, -15.5), (x, 15.5)], side)
    for wide, colour in ((thick + 2 * RIM, CREAM), (thick, INK), (thick * 0.56, RUST)):
        pen.line(line, even(wide, colour))
    return _trim(plate.cut())


def _trim(raster: Raster) -> Raster:
    """The same drawing without the empty margins."""
    box = raster.image.getbbox() or (0, 0, 1, 1)
    return Raster(raster.image.crop(box), raster.left + box[0], raster.top + box[1], raster.faint)


@cached
def stop(number: int, radius: float, size: int, *, draft: bool = False) -> Raster:
    """The disc of a stop on a tour with its number in lettering of a size, 0 for none; in a draft cream and ink."""
    plate = Surface("stop", (-radius - 1, -radius - 1, radius + 1, radius + 1), 1.0)
    pen = plate.pen()
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius - 1.6, CREAM)
    if not draft:
        pen.disc(0, 0, radius - 3.2, RED)
    if number:
        plate.text(str(number), (0, 0), (DOSIS, size, INK if draft else CREAM))
    return plate.cut()


@cached
def fresh(radius: float, *, hollow: bool = False, draft: bool = False) -> Raster:
    """The star of a new building; hollow where a tree had to go. `radius` in pixels."""
    plate = Surface("fresh", (-radius - 7, -radius - 7, radius + 7, radius + 7), 1.0)
    shape = star(0, 0, radius)
    pen = plate.pen()
    pen.line(close_path(shape), even(10, INK))
    pen.shape(shape, CREAM, edge=even(6, CREAM), shake=0)
    layer = plate.layer()
    layer.pen().shape(shape, RED, shake=0)
    plate.lay(hatch(layer, fine=True) if draft else layer)
    if hollow:
        pen.shape(star(0, 0.4, radius * 0.56), CREAM, shake=0)
    return plate.cut()


@cached
def pennant(unit: float, *, draft: bool = False) -> Raster:
    """The pennant at the hotel where a tour begins; (0, 0) is the middle of the hotel's tile."""
    plate = Surface("pennant", (-46, -64, 12, -14), unit)
    pen = plate.pen()
    flag = [(-32.0, -57.0), (2.0, -47.5), (-32.0, -38.0)]
    pole = [(-32.0, -58.0), (-32.0, -26.0)]
    pen.line(pole, even(9, CREAM))
    pen.line(close_path(flag), even(8, CREAM))
    layer = plate.layer()
    layer.pen().shape(flag, RED, shake=0)
    plate.lay(hatch(layer, fine=True) if draft else layer)
    pen.line(close_path(flag), even(2.6, INK))
    pen.line(pole, even(4.2, INK))
    return _trim(plate.cut())


@cached
def compass(radius: int) -> Raster:
    """The roundel with the numbers of the six sides."""
    plate = Surface("compass", (-radius - 3, -radius - 3, radius + 9, radius + 11), 1.0, flat=True)
    pen = plate.pen()
    pen.disc(4, 6, radius, CAST)
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius - 3, CREAM)
    pen.circle(0, 0, radius - 7, even(1.6, mix(INK, CREAM, 0.3)))
    unit = (radius - 38) / R
    roads = pen.shift(0, 0, unit)
    roads.shape(hexagon(R - 2), PASTURE, shake=0)
    tile = Surface("compassroads", (-R, -R, R, R), unit, flat=True)
    streets(tile, "123456", 8, share=0.72, reach=APOTHEM / 0.72 - 3)
    small = tile.pen()
    small.line(close_path(hexagon(R - 2.5)), even(5, INK))
    small.disc(0, 0, 13.5, INK)
    small.disc(0, 0, 9, CREAM)
    for side in ALL_SIDES:
        plate.text(str(side), towards(side, radius - 24), (DOSIS, 31, INK))
    return tile.raster().over(plate.cut())
