"""The players' tokens (workers, runners, seats) and the other small signs, each with a shape and a letter."""

from math import cos, pi, sin

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.lettering.fonts import SPARTAN
from render.core.memory.cache import cached
from render.core.paths import Point, arc, close_path, rectangle, round_rectangle
from render.core.surface import Raster, Surface
from render.h2olland.inks import (
    CODES,
    CREAM,
    DIKE,
    FILLS,
    INK,
    LETTERS,
    LIGHT_TYPE,
    PALE,
    SAIL,
    SEATS,
    SUN,
    TULIPS,
    shade,
)  # fmt: skip
from render.h2olland.paint import NARROW, legible
from render.h2olland.pieces.cuts import block

MARKS = ("W", "O", "R", "B")
LETTER = 1.47
"""Size of a token's letter as a share of its radius: as large as the shapes take."""
Form = list[Point]
CHIP = 34  # pixels of height of a crop's chip
BULB = 39  # pixels of width of a tulip
NUMERAL = 0.83  # size of its numeral as a share


def outline(seat: int, radius: float) -> Form:
    """The shape of a seat round (0, 0): circle, diamond, square or triangle, all of about one weight."""
    match seat:
        case 0:
            return arc(0, 0, radius, steps=28)[:-1]
        case 1:
            reach = 1.24 * radius
            return [(0, -reach), (reach, 0), (0, reach), (-reach, 0)]
        case 2:
            half = 0.92 * radius
            return rectangle(-half, -half, half, half)
        case _:
            reach = 1.34 * radius
            return [(0, -reach * 0.92), (reach, 0.76 * radius), (-reach, 0.76 * radius)]


def token(plate: Surface, at: Point, radius: float, seat: int, *, halo: bool = True) -> None:
    """A seat's token with its letter, in ink on its colour, with a cream halo."""
    pen = plate.pen(*at, key=f"token{seat}")
    form = outline(seat, radius)
    line = max(2.4, radius * 0.15)
    if halo:
        pen.line(close_path(form), even(line + 6.4, CREAM))
    pen.shape(form, SEATS[seat], edge=even(line, INK), shake=0)
    low = 0.26 * radius if seat == 3 else 0.0
    plate.text(MARKS[seat], (at[0], at[1] + low), (*legible(radius * LETTER, plate.unit), LETTERS[seat]))


@cached
def badge(seat: int, radius: float) -> Raster:
    """A token of its own, (0, 0) in its middle."""
    reach = radius * 1.4 + 6
    plate = Surface("badge", (-reach, -reach, reach, reach), 1.0, flat=True)
    token(plate, (0, 0), radius, seat)
    return plate.raster()


@cached
def pawn(seat: int, radius: float) -> Raster:
    """The bare shape of a seat, before the number of workers left."""
    plate = Surface("pawn", (-22, -22, 22, 22), 1.0, flat=True)
    plate.pen().shape(outline(seat, radius), SEATS[seat], edge=even(3, INK), shake=0)
    return plate.raster()


def bloom(at: Point, size: float) -> Form:
    """The outline of a tulip head `size` wide round a place."""
    x, y, s = at[0], at[1], size / 56
    crown = [(-27, -18), (-14, -12), (0, -29), (14, -12), (27, -18)]
    bowl = [(27 * cos(a * pi / 12), -2 + 30 * sin(a * pi / 12)) for a in range(13)]
    return [(x + px * s, y + py * s) for px, py in [*crown, *bowl]]


def numeral(kind: str) -> str:
    """The number of a tulip on the tulip list, which is what it scores."""
    return str(TULIPS.index(kind) + 1)


@cached
def bulb(kind: str, *, size: int = BULB, pale: RGB | None = None) -> Raster:
    """A tulip with its numeral, for panels; where the level is not reached only pale lines on the ground's colour."""
    plate = Surface(f"bulb{size}", (-size, -size, size, size), 1.0, flat=True)
    pen = plate.pen()
    if pale is not None:
        pen.shape(bloom((0, 0), size), pale, edge=even(size / 18, PALE), shake=0)
        plate.text(numeral(kind), (0, size * 0.05), (SPARTAN, size * NUMERAL, PALE))
        return plate.raster()
    pen.shape(bloom((0, 0), size), FILLS[kind], edge=even(size / 14, INK), shake=0)
    colour = CREAM if kind in LIGHT_TYPE else INK
    plate.text(numeral(kind), (0, size * 0.05), (SPARTAN, size * NUMERAL, colour))
    return plate.raster()


def chip_width(kind: str, high: int = CHIP, *, narrow: bool = False) -> float:
    """How wide the chip of a crop or a pasture is."""
    return high * (1.08 if narrow else 1.47)


@cached
def chip(kind: str, *, high: int = CHIP, narrow: bool = False) -> Raster:
    """A crop or a pasture in a barn: its code on its colour; (0, 0) in the middle."""
    wide = chip_width(kind, high, narrow=narrow)
    plate = Surface("chip", (-wide, -high, wide, high), 1.0, flat=True)
    box = round_rectangle(-wide / 2, -high / 2, wide / 2, high / 2, radius=6)
    block(plate.pen(), box, FILLS[kind], 3)
    colour = CREAM if kind in LIGHT_TYPE else INK
    face = NARROW if narrow else SPARTAN
    plate.text(CODES[kind], (0, 0), (face, high * 32 / CHIP, colour))
    return plate.raster()


def goods(kind: str, *, narrow: bool = False, high: int = CHIP) -> Raster:
    """Anything that a barn can hold, as it is drawn in panels, crops `high` pixels high and all else in proportion."""
    if kind in TULIPS:
        return bulb(kind, size=round(high * BULB / CHIP))
    match kind:
        case "mill":
            return mill_sign("barn", round(high * 0.88))
        case "farm":
            return farm_sign("barn", round(high * 0.88))
        case "dike":
            return dike_sign()
    return chip(kind, high=high, narrow=narrow)


def breadth(kind: str, *, narrow: bool = False, high: int = CHIP) -> float:
    """How wide the drawing of `goods` is."""
    if kind in CODES:
        return chip_width(kind, high, narrow=narrow)
    return 43.0 if kind == "dike" else {"mill": 1.0, "farm": 0.88}.get(kind, BULB / CHIP) * high


PIPS: dict[str, tuple[RGB, RGB]] = {"ink": (INK, INK), "barn": (SUN, INK), "stock": (CREAM, PALE)}
"""Fill and edge of a building on the board, in the barn, in stock."""


@cached
def mill_sign(state: str, size: int = 22) -> Raster:
    """A little mill; in stock only its pale outline."""
    plate = Surface("pipmill", (-size, -size, size, size), 1.0, flat=True)
    pen = plate.pen(share=size / 22)
    fill, edge = PIPS[state]
    hollow = state != "ink"
    for turn in (45, 135, 225, 315):
        across, down = cos(turn * pi / 180), sin(turn * pi / 180)
        pen.line([(0, -3), (across * 11.5, -3 + down * 11.5)], even(2.2 if hollow else 3.6, edge))
    body = [(-3.6, -3.5), (3.6, -3.5), (7, 12), (-7, 12)]
    pen.shape(body, None if state == "stock" else fill, edge=even(1.9, edge), shake=0)
    return plate.raster()


@cached
def farm_sign(state: str, size: int = 22) -> Raster:
    """A little house; in stock only its pale outline."""
    plate = Surface("pipfarm", (-size, -size, size, size), 1.0, flat=True)
    pen = plate.pen(share=size / 22)
    fill, edge = PIPS[state]
    house = [(-8.5, 11), (-8.5, -1), (0, -10.5), (8.5, -1), (8.5, 11)]
    pen.shape(house, None if state == "stock" else fill, edge=even(2.2, edge), shake=0)
    return plate.raster()


@cached
def dike_sign(unit: float = 1.0) -> Raster:
    """A piece of dike, 42 x 20 units."""
    plate = Surface("dikesign", (-24, -14, 24, 14), unit, flat=True)
    pen = plate.pen()
    block(pen, round_rectangle(-20, -9, 20, 9, radius=8), DIKE, 3)
    for i in range(4):
        x = -12 + 8 * i
        pen.line([(x, -6 if i % 2 else 1), (x, -1 if i % 2 else 6)], even(3, SAIL))
    return plate.raster()


@cached
def clog() -> Raster:
    """The start player's clog, 54 wide."""
    plate = Surface("clog", (-30, -18, 30, 18), 1.0, flat=True)
    pen = plate.pen()
    shoe = [(-26, -10), (-15, -11), (-9, -3), (4, -4), (19, -13), (27, -11), (25, 0), (14, 9), (-22, 10), (-26, 4)]
    pen.shape(shoe, SUN, edge=even(3.4, INK), shake=0)
    pen.line([(-22, -5), (-15, -6), (-10, 1)], even(2.4, INK))
    return plate.raster()


@cached
def draw_crossing() -> Raster:
    """The stroke through a kind that is sold out."""
    plate = Surface("crossing", (-28, -24, 28, 24), 1.0, flat=True)
    pen = plate.pen()
    pen.line([(-23, 17), (23, -17)], even(5.6, CREAM))
    pen.line([(-23, 17), (23, -17)], even(3, INK))
    return plate.raster()


@cached
def letter_sign(letter: str) -> Raster:
    """The letter of an area that is ready, on a cream disc."""
    plate = Surface("lettersign", (-36, -36, 36, 36), 1.0, flat=True)
    plate.pen().shape(arc(0, 0, 28, steps=28)[:-1], CREAM, edge=even(4, INK), shake=0)
    plate.text(letter, (0, 0), (SPARTAN, 46, INK))
    return plate.raster()


@cached
def turn_sign(ground: RGB, share: float = 1.0) -> Raster:
    """The bent arrow on a tile whose facing may still be set, at a share of its size."""
    plate = Surface("turnsign", (-30, -30, 34, 34), share, flat=True)
    pen = plate.pen()
    _drop(pen, arc(0, 0, 25, steps=28)[:-1], shade(ground))
    pen.shape(arc(0, 0, 25, steps=28)[:-1], CREAM, edge=even(3.6, INK), shake=0)
    pen.line(arc(0, 0, 13, (-60, 200)), even(4.4, INK))
    tip = (13 * cos(-pi / 3), 13 * sin(-pi / 3))
    pen.shape([(tip[0] - 11, tip[1] - 2), (tip[0] + 4, tip[1] - 9), (tip[0] + 5, tip[1] + 8)], INK, shake=0)
    return plate.raster()


def _drop(pen: Pen, form: Form, colour: RGB) -> None:
    pen.shape([(x + 3, y + 4) for x, y in form], colour, shake=0)
