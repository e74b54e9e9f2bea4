"""The street as it always is: road, houses with signs and prices, gates, Town Hall and bazaar."""

from functools import lru_cache

from PIL import Image

from games.walnut_grove.view import RING, Kind, Stop
from render.core.fonts import BEBAS, SLAB
from render.core.ink import Pen, even
from render.core.noise import seeded
from render.core.paths import Point, arc, rounded
from render.core.picture import Theme
from render.core.surface import Raster
from render.core.text import width
from render.walnut_grove import houses, tokens
from render.walnut_grove.inks import CREAM, INK, PAPER, PAPER2, PAPER3, ROAD, ROAD_D, SOFT, WHITE, palette
from render.walnut_grove.paint import Painter, plate

SIZE = (1200, 1000)
FREE, SELL, TAKE, TAX, YEAR, NEXT, HALL, BAZAAR = (
    "free", "sell 1–{most}", "take", "tax 1", "year", "next", "Town Hall", "Church bazaar",
)  # fmt: skip
LETTERING = (FREE, SELL, TAKE, TAX, YEAR, NEXT, HALL, BAZAAR)
HIGH_ROW, LOW_ROW = 8, 686
HALL_AT, BAZAAR_AT = (180, 450), (1020, 450)
UPPER = 6
"""Stops above the road."""


def box(pos: int) -> tuple[int, int, int, int]:
    """The box of a stop: left, top, width, height."""
    if pos <= UPPER:
        return 22 + 193 * (pos - 1), HIGH_ROW, 187, houses.HIGH
    return 22 + 233 * (11 - pos), LOW_ROW, 222, houses.HIGH


def standing(pos: int, spaces: int) -> tuple[Point, ...]:
    """Where figures stand before a stop."""
    left, _, wide, _ = box(pos)
    y = 255.0 if pos <= UPPER else 641.0
    middle = left + wide / 2
    return ((middle, y),) if spaces == 1 else ((middle - 41, y), (middle + 41, y))


@lru_cache(maxsize=1)
def _road() -> Raster:
    made = plate("road", (0, 0, 1200, 700))
    pen = made.pen()
    outer, inner = rounded(18, 212, 1182, 684, radius=44), rounded(100, 298, 1100, 598, radius=26)
    pen.shape(outer, ROAD, edge=even(5, INK), shake=0)
    chance = seeded("ruts")
    for _ in range(46):
        x, y = chance.uniform(60, 1080), chance.choice((chance.uniform(226, 284), chance.uniform(612, 670)))
        pen.line([(x, y), (x + chance.uniform(20, 60), y + chance.uniform(-2, 2))], even(2.6, ROAD_D))
    for x in (59, 1141):
        for y in (345, 558):
            _chevrons(pen.moved(x, y, key=f"{x}{y}"), up=x < 600)
    pen.shape([(x + 4, y + 5) for x, y in inner], ROAD_D, shake=0)
    pen.shape(inner, PAPER, edge=even(5, INK), shake=0)
    hills = [*arc(350, 600, (245, 76), (200, 310)), *arc(840, 610, (250, 92), (215, 330))]
    pen.shape([(104, 540), *hills, (1096, 540), (1096, 570), (1072, 594), (128, 594), (104, 570)], PAPER2, shake=0)
    for _ in range(60):
        x, y = chance.uniform(130, 1060), chance.uniform(550, 588)
        for dx in (-4, 0, 4):
            pen.line([(x, y), (x + dx, y - 8)], even(2, PAPER3))
    for x, y in ((270, 326), (900, 330)):
        for row in range(3):
            pen.line([(x + 14 * (row % 2), y + 9 * row), (x + 60, y + 9 * row)], even(5, PAPER2))
    return made.raster()


def _chevrons(pen: Pen, *, up: bool) -> None:
    for y in (-10, 8):
        tip = -10 if up else 10
        pen.line([(-12, y), (0, y + tip), (12, y)], even(4, ROAD_D))


@lru_cache(maxsize=4)
def spot(radius: float, *, filled: bool = False) -> Raster:
    """A place where a figure may stand, over a line if `filled`; (0, 0) in its middle."""
    made = plate("spot", (-radius - 4, -radius - 4, radius + 4, radius + 4))
    if filled:
        made.pen().disc(0, 0, radius, ROAD)
    made.pen().dashed(arc(0, 0, radius, steps=40), even(3.4, SOFT), (11, 8))
    return made.raster()


@lru_cache(maxsize=16)
def number(pos: int) -> Raster:
    """The number of a stop; (0, 0) in its middle."""
    made = plate("number", (-24, -24, 24, 24))
    pen = made.pen()
    pen.disc(0, 0, 21.5, WHITE)
    pen.disc(0, 0, 19.5, INK)
    made.text(str(pos), (0, 0), (SLAB, 28, WHITE))
    return made.raster()


@lru_cache(maxsize=4)
def background(theme: Theme) -> Image.Image:
    """The street in a language; `theme` is told apart by its language."""
    painter = Painter(palette().ground(SIZE, PAPER))
    painter.put(_road, (0, 0))
    for stop in RING:
        _house(painter, stop, theme)
    painter.ground = PAPER
    painter.put(houses.town_hall, HALL_AT)
    painter.put(houses.bazaar, BAZAAR_AT)
    for x in (59, 1141):
        painter.put(houses.gate, (x, 502))
        painter.put(tokens.coin, (x, 452), "tax", 24.0)
    for x, name in ((HALL_AT[0] + 12, HALL), (BAZAAR_AT[0] - 12, BAZAAR)):
        painter.fitted(theme.say(name).upper(), (x, 486), 166, (36, 28), face=BEBAS)
        word = painter.word(theme.say(TAX), (x - 18, 528), 32, colour=SOFT)
        painter.put(tokens.coin, (x - 18 + word / 2 + 26, 528), "$", 17.0)
    painter.sign(theme.say(YEAR), (358, 350), 36, colour=SOFT)
    return painter.image


def _house(painter: Painter, stop: Stop, theme: Theme) -> None:
    """One house with its sign, its number, its price, and the places before it."""
    left, top, wide, _ = box(stop.pos)
    middle = left + wide / 2
    painter.ground = ROAD
    for place in standing(stop.pos, stop.spaces):
        painter.put(spot, place, 32.0)
    painter.ground = PAPER
    painter.put(houses.front, (left, top), stop.id, stop.kind, float(wide))
    painter.ground = houses.KINDS[stop.kind][1]
    painter.fitted(stop.name, (middle, top + 65), wide - 18, (36, 28), face=BEBAS, colour=WHITE)
    painter.ground = CREAM
    y = top + 178
    if stop.price:
        _price(painter, stop, (middle, y))
    else:
        text = theme.say(SELL, most=len(stop.buys)) if stop.buys else theme.say(FREE)
        painter.sign(text.upper(), (middle, y), 34)
    painter.ground = PAPER2
    if stop.buys:
        for i, good in enumerate(stop.buys):
            painter.put(tokens.cube, (middle + (i - (len(stop.buys) - 1) / 2) * 54, top + 121), good, 44.0)
    elif stop.kind is Kind.FREE:
        word = painter.word(theme.say(TAKE), (middle - 36, top + 121), 32, colour=SOFT)
        painter.word("2", (middle + word / 2 - 12, top + 121), 38)
        painter.put(tokens.any_good, (middle + word / 2 + 30, top + 121), 42.0)
    painter.ground = PAPER
    painter.put(number, (left + 18, top + 26), stop.pos)


def _price(painter: Painter, stop: Stop, at: Point) -> None:
    """A price: numbers and cubes in a row."""
    wide = [width(str(number), SLAB, 34) + 47 for number in stop.price.values()]
    x = at[0] - (sum(wide) + 12 * (len(wide) - 1)) / 2
    for (good, number), room in zip(stop.price.items(), wide, strict=True):
        digits = painter.word(str(number), (x, at[1]), 34, side="left")
        painter.put(tokens.cube, (x + digits + 26, at[1]), good, 37.0)
        x += room + 12
