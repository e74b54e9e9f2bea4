"""Signs of the head: the seasons' marks, the weather card, the plate that says whose turn it is."""

from dataclasses import dataclass
from math import cos, pi, sin

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.lettering.fonts import SPARTAN, VOLLKORN
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import arc, round_rectangle
from render.core.surface import Raster, Surface
from render.h2olland.inks import (
    CARROT,
    CODES,
    CORN,
    CREAM,
    FILLS,
    FLECKS,
    FOAM,
    INK,
    LIGHT_TYPE,
    PAPER,
    QUIET,
    RIPPLE,
    SEATS,
    SKYLINE,
    STONE,
    SUN,
    WATER,
    WAVE,
    shade,
)  # fmt: skip
from render.h2olland.paint import NARROW
from render.h2olland.pieces.cuts import block
from render.h2olland.pieces.tokens import bloom, chip_width

CARD = (108, 86)
STRIP_CHIP = 34


@cached
def wordmark(size: int, *, whole: bool = True) -> Raster:
    """The name of the game, or only its first three letters, (0, 0) left on the middle line."""
    plate = Surface("wordmark", (0, -size, 5 * size, size), 1.0, flat=True)
    plate.text("H₂O", (2, -0.4 * size), (VOLLKORN, size, WATER), corner=True)
    if whole:
        start = 2 + width("H₂O", VOLLKORN, size)
        plate.text("lland", (start, -0.417 * size), (VOLLKORN, size, INK), corner=True)
    return plate.raster()


@cached
def skyline() -> Raster:
    """Windmills and poplars behind the head, faint, 1100 wide; (0, 0) is the left end of the ground."""
    plate = Surface("skyline", (0, -70, 1100, 4), 1.0, fine=3, flat=True)
    pen = plate.pen()
    for x, share in ((16, 1.0), (192, 0.8), (790, 0.9), (1086, 1.0)):
        _far_mill(pen.shift(x, 0, share, key=f"mill{x}"), SKYLINE)
    for x in (738, 750, 948, 960, 972):
        pen.shape(arc(x, -19, (6, 18), steps=14)[:-1], SKYLINE, shake=0.4)
    return plate.raster()


def _far_mill(pen: Pen, colour: RGB) -> None:
    pen.shape([(-14, 0), (-7, -38), (7, -38), (14, 0)], colour, shake=0.3)
    for i in range(4):
        turn = (24 + 90 * i) * pi / 180
        across, down = cos(turn), sin(turn)
        pen.line([(0, -40), (34 * across, -40 + 34 * down)], even(2.4, colour))
        sail = [(8, 0), (34, 0), (34, 8), (8, 8)]
        pen.shape([(a * across - b * down, -40 + a * down + b * across) for a, b in sail], colour, shake=0)


@cached
def turn_plate(seat: int, wide: int, high: int) -> Raster:
    """The plate of the head in a seat's colour (-1: cream, nobody's turn) with flecks; (0, 0) its upper left."""
    plate = Surface(f"turn{seat}", (-4, -4, wide + 8, high + 9), 1.0, fine=3, flat=True)
    pen = plate.pen()
    body = round_rectangle(3, 3, wide - 3, high - 3, radius=15)
    fill, fleck = (SEATS[seat], FLECKS[seat]) if seat >= 0 else (CREAM, PAPER)
    pen.shape([(x + 4, y + 5) for x, y in body], shade(PAPER), shake=0)
    pen.shape(body, fill, shake=0)
    chance = seed_random("flecks")
    for _ in range(wide * high // 2000):
        x, y = chance.uniform(14, wide - 22), chance.uniform(12, high - 12)
        pen.line([(x, y), (x + chance.uniform(5, 10), y)], even(1.8, fleck))
    block(pen, body, None, 6.4, amount=1.0)
    return plate.raster()


@cached
def season(mark: str, *, present: bool) -> Raster:
    """A season's mark; the present one yellow in a disc of ink."""
    plate = Surface(f"season{mark}", (-30, -30, 30, 30), 1.0, flat=True)
    pen = plate.pen()
    if present:
        pen.shape(arc(0, 0, 27, steps=28)[:-1], INK, shake=0.6)
    colour = SUN if present else QUIET
    SEASON_SIGNS[mark](pen, colour, present)
    return plate.raster()


def _spring(pen: Pen, colour: RGB, solid: bool) -> None:
    leaf = [(-11, 6), (-11, -3), (-4, -10), (13, -12), (12, 3), (5, 10), (-5, 11)]
    pen.shape(leaf, colour if solid else None, edge=even(2.6, colour), shake=0)
    pen.line([(-14, 14), (-6, 5), (5, -4)], even(2.6, INK if solid else colour))
    pen.line([(-14, 14), (-9, 8)], even(2.6, colour))


def _summer(pen: Pen, colour: RGB, solid: bool) -> None:
    pen.shape(arc(0, 0, 9, steps=20)[:-1], colour if solid else None, edge=even(2.6, colour), shake=0)
    for i in range(8):
        turn = i * pi / 4
        pen.line([(13 * cos(turn), 13 * sin(turn)), (19 * cos(turn), 19 * sin(turn))], even(3, colour))


CLOUD = [(-14, 3), (-17, -3), (-12, -9), (-7, -9), (-2, -15), (7, -13), (9, -8), (16, -6), (16, 2), (12, 4)]


def _autumn(pen: Pen, colour: RGB, solid: bool) -> None:
    pen.shape([(float(x), float(y)) for x, y in CLOUD], colour if solid else None, edge=even(2.6, colour), shake=0)
    for x in (-8, 1, 10):
        pen.line([(x, 9), (x - 3, 16)], even(3, colour))


def _winter(pen: Pen, colour: RGB, solid: bool) -> None:
    thick = 3.0 if solid else 2.6
    for i in range(6):
        turn = i * pi / 3 + pi / 6
        across, down = cos(turn), sin(turn)
        pen.line([(0, 0), (17 * across, 17 * down)], even(thick, colour))
        for side in (-0.6, 0.6):
            end = (cos(turn + side) * 6, sin(turn + side) * 6)
            pen.line([(10 * across, 10 * down), (10 * across + end[0], 10 * down + end[1])], even(thick, colour))


def _race(pen: Pen, colour: RGB, solid: bool) -> None:
    pen.line([(0, 4), (0, 18)], even(3, colour))
    pen.line([(0, 17), (8, 8)], even(3, colour))
    pen.shape(bloom((0, -4), 22), colour if solid else None, edge=even(2.6, colour), shake=0)


SEASON_SIGNS = {"spring": _spring, "summer": _summer, "autumn": _autumn, "winter": _winter, "race": _race}


@dataclass(frozen=True, slots=True)
class Weather:
    """
    The weather card of the year: flood, drought, rot or none, of which crop, what the harvest gains and loses.

    `more` and `less` are codes run together, such as `CoCa`.
    """

    disaster: str
    crop: str
    more: str
    less: str

    @property
    def lines(self) -> tuple[str, ...]:
        """What is written of the harvest."""
        return tuple(
            line for line in (f"+{self.more}" if self.more else "", f"−{self.less}" if self.less else "") if line
        )


def strip_width(card: Weather | None) -> int:
    """How wide a weather card in one line is."""
    if card is None:
        return 114
    signs = (50 if card.disaster else 0) + (chip_width(CORN, STRIP_CHIP) + 8 if card.crop else 0)
    return round(24 + signs + sum(width(line, NARROW, 37) for line in card.lines) + 10 * (len(card.lines) - 1))


@cached
def weather_strip(card: Weather | None) -> Raster:
    """The weather card in one line, 56 high, from its upper left corner; None: face down."""
    plate = _card(WATER if card is None else CREAM, (strip_width(card), 56))
    if card is None:
        _back(plate, (strip_width(card), 56), (38, 25), 1.1)
        return plate.raster()
    x = 12.0
    if card.disaster:
        DISASTERS[card.disaster](plate.pen(x + 21, 28, key="sign"))
        x += 50
    if card.crop:
        _code(plate, card.crop, (x + chip_width(CORN, STRIP_CHIP) / 2, 28))
        x += chip_width(CORN, STRIP_CHIP) + 8
    for line in card.lines:
        run = width(line, NARROW, 37)
        plate.text(line, (x + run / 2, 28), (NARROW, 37, INK))
        x += run + 10
    return plate.raster()


@cached
def weather_card(card: Weather | None) -> Raster:
    """The weather card of 108 x 86: above the disaster and its crop, below the harvest; None: face down."""
    plate = _card(WATER if card is None else CREAM, CARD)
    if card is None:
        _back(plate, CARD, (36, 40), 1.35)
        return plate.raster()
    if card.disaster:
        DISASTERS[card.disaster](plate.pen(31.0 if card.crop else 54.0, 25, key="sign"))
    if card.crop:
        _code(plate, card.crop, (75, 25))
    lines = ("".join(card.lines),) if card.disaster else card.lines
    for line, y in zip(lines, (62,) if card.disaster or len(lines) == 1 else (26, 61), strict=True):
        plate.text(line, (54, y), (NARROW, 37, INK))
    return plate.raster()


def _card(fill: RGB, size: tuple[int, int]) -> Surface:
    wide, high = size
    plate = Surface("card", (-4, -4, wide + 8, high + 9), 1.0, flat=True)
    body = round_rectangle(3, 3, wide - 3, high - 3, radius=10)
    pen = plate.pen()
    pen.shape([(x + 3, y + 4) for x, y in body], shade(PAPER), shake=0)
    block(pen, body, fill, 5.4)
    return plate


def _back(plate: Surface, size: tuple[int, int], cloud: tuple[float, float], share: float) -> None:
    """Rain and a question mark."""
    pen = plate.pen()
    chance = seed_random("back")
    for _ in range(12):
        x, y = chance.uniform(8, size[0] - 26), chance.uniform(12, size[1] - 10)
        pen.line([(x, y), (x + 12, y)], even(2, RIPPLE))
    x, y = cloud
    pen.shape([(a * share + x, b * share + y) for a, b in CLOUD], WAVE, edge=even(3, INK), shake=0)
    for aside in (-9, 0, 9):
        pen.line([(x + aside * share, y + 8 * share), (x + (aside - 3) * share, y + 15 * share)], even(3.4, INK))
    plate.text("?", (size[0] - 30, size[1] / 2), (SPARTAN, 46, CREAM))


def _code(plate: Surface, crop: str, at: tuple[float, float]) -> None:
    """A crop's chip."""
    half = chip_width(CORN, STRIP_CHIP) / 2
    pen = plate.pen(key="code")
    box = round_rectangle(at[0] - half, at[1] - STRIP_CHIP / 2, at[0] + half, at[1] + STRIP_CHIP / 2, radius=6)
    pen.shape(box, FILLS[crop], edge=even(2.8, INK), shake=0)
    plate.text(CODES[crop], at, (SPARTAN, 32, CREAM if crop in LIGHT_TYPE else INK))


def _flood(pen: Pen) -> None:
    for y, colour in ((-9, FOAM), (1, RIPPLE), (11, WATER)):
        line = [(x, y + 4 * sin(x / 3.6)) for x in range(-19, 20, 2)]
        pen.line(line, even(8, INK))
        pen.line(line, even(4.4, colour))


def _drought(pen: Pen) -> None:
    pen.shape(arc(0, 0, 10, steps=20)[:-1], SUN, edge=even(3, INK), shake=0)
    for i in range(8):
        turn = i * pi / 4
        pen.line([(14 * cos(turn), 14 * sin(turn)), (20 * cos(turn), 20 * sin(turn))], even(3.6, INK))


def _rot(pen: Pen) -> None:
    """A leaf with holes, hanging."""
    leaf = [(0, -18), (11, -9), (12, 5), (0, 18), (-12, 5), (-11, -9)]
    pen.shape(leaf, FILLS[CARROT], edge=even(3, INK), shake=0)
    pen.line([(0, -15), (0, 20)], even(2.4, INK))
    for x, y, r in ((-5, -4, 3.4), (5, 2, 3.8), (-4, 8, 2.6)):
        pen.disc(x, y, r + 1.4, INK)
        pen.disc(x, y, r, STONE)


DISASTERS = {"flood": _flood, "drought": _drought, "rot": _rot}
