"""The street as it always is: road, houses with signs and prices, gates, Town Hall and bazaar."""

from PIL import Image

from games.walnut_grove.view import RING, Kind, Stop
from render.core.ink import Pen, even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import fit, width
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, arc, round_rectangle
from render.core.picture import Theme
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, GOLD, INK, PAPER, PAPER2, PAPER3, ROAD, ROAD_D, SOFT, WHITE, palette
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, Painter, fit_word, surface
from render.walnut_grove.pieces import houses, slips, tokens, wheel

SIZE = (1100, 700)
FREE, SELL, TAKE, TAX, YEAR, NEXT, HALL, BAZAAR = (
    "free", "sell 1–{most}", "take", "tax 1", "year", "next", "Town Hall", "Church bazaar",
)  # fmt: skip
LETTERING = (FREE, SELL, TAKE, TAX, YEAR, NEXT, HALL, BAZAAR, *(stop.name for stop in RING))
HIGH_ROW, LOW_ROW = 3, 529
WIDTHS = (174, 182, 170, 174, 206, 164)
"""Of the houses above the road; the one that sells improvements is the widest."""
GAP, LOW_WIDTH = 4, 214
HALL_AT, BAZAAR_AT = (180, 376), (920, 376)
NAME_Y, TAX_Y, TAX_WIDE = 399, 435, 120
YEAR_AT, NEXT_AT = (338, 263), (762, 263)
INNER, CLEAR = 279, 10
"""From the middle of the disc to where the rows of the start lie, and around a word in between."""
UPPER = 6
"""Stops above the road."""
TOP_Y, LOW_Y, LEFT_X, RIGHT_X = 209.0, 497.0, 48.0, 1052.0
"""The middle of the road."""
GATE_FOOT = 396
PLACE = 28.0
"""Radius of a place where a figure stands."""
APART = 36
"""From the middle of a house to each of two places before it."""


def box(pos: int) -> tuple[int, int, int, int]:
    """The box of a stop: left, top, width, height."""
    if pos <= UPPER:
        left = 5 + sum(WIDTHS[: pos - 1]) + GAP * (pos - 1)
        return left, HIGH_ROW, WIDTHS[pos - 1], houses.HIGH
    return 5 + (LOW_WIDTH + 5) * (len(RING) - pos), LOW_ROW, LOW_WIDTH, houses.HIGH


def find_standing_places(pos: int, spaces: int) -> tuple[Point, ...]:
    """Where figures stand before a stop."""
    left, _, wide, _ = box(pos)
    y = TOP_Y if pos <= UPPER else LOW_Y
    middle = left + wide / 2
    return ((middle, y),) if spaces == 1 else ((middle - APART, y), (middle + APART, y))


@cached
def _road() -> Raster:
    made = surface("road", (0, 160, 1100, 540))
    pen = made.pen()
    outer, inner = round_rectangle(8, 174, 1092, 526, radius=36), round_rectangle(88, 238, 1012, 462, radius=22)
    pen.shape(outer, ROAD, edge=even(5, INK), shake=0)
    chance = seed_random("ruts")
    for _ in range(46):
        x, y = chance.uniform(40, 1000), chance.choice((chance.uniform(186, 228), chance.uniform(474, 514)))
        pen.line([(x, y), (x + chance.uniform(20, 60), y + chance.uniform(-2, 2))], even(2.6, ROAD_D))
    for x in (LEFT_X, RIGHT_X):
        for y in (262, 438):
            _chevrons(pen.shift(x, y, key=f"{x}{y}"), up=x < SIZE[0] / 2)
    pen.shape([(x + 4, y + 5) for x, y in inner], ROAD_D, shake=0)
    pen.shape(inner, PAPER, edge=even(5, INK), shake=0)
    hills = [*arc(330, 462, (230, 60), (200, 310)), *arc(770, 470, (235, 72), (215, 330))]
    pen.shape([(92, 420), *hills, (1008, 420), (1008, 440), (990, 458), (110, 458), (92, 440)], PAPER2, shake=0)
    for _ in range(54):
        x, y = chance.uniform(116, 984), chance.uniform(428, 454)
        for dx in (-4, 0, 4):
            pen.line([(x, y), (x + dx, y - 8)], even(2, PAPER3))
    return made.raster()


def _chevrons(pen: Pen, *, up: bool) -> None:
    for y in (-10, 8):
        tip = -10 if up else 10
        pen.line([(-12, y), (0, y + tip), (12, y)], even(4, ROAD_D))


@cached
def spot(radius: float, *, filled: bool = False) -> Raster:
    """A place where a figure may stand, over a line if `filled`; (0, 0) in its middle."""
    made = surface("spot", (-radius - 4, -radius - 4, radius + 4, radius + 4))
    if filled:
        made.pen().disc(0, 0, radius, ROAD)
    made.pen().draw_dashes(arc(0, 0, radius, steps=40), even(3.4, SOFT), (11, 8))
    return made.raster()


@cached
def number(pos: int, *, chosen: bool = False) -> Raster:
    """The number of a stop, on gold where it can be chosen; (0, 0) in its middle."""
    made = surface("number", (-26, -26, 26, 26))
    pen = made.pen()
    pen.disc(0, 0, 23, WHITE)
    pen.disc(0, 0, 21, INK)
    if chosen:
        pen.disc(0, 0, 18, GOLD)
    made.text(str(pos), (0, 0), (SLAB, LEAST_WORD, INK if chosen else WHITE))
    return made.raster()


@cached
def goal(pos: int) -> Raster:
    """The number of a stop that can be chosen, large on gold, where the figure would stand; (0, 0) in its middle."""
    made = surface("goal", (-38, -38, 38, 38))
    pen = made.pen()
    pen.disc(0, 0, 35, CREAM)
    pen.disc(0, 0, 32, INK)
    pen.disc(0, 0, 28, GOLD)
    made.text(str(pos), (0, 0), (SLAB, tokens.CHOSEN, INK))
    return made.raster()


@cached
def background(theme: Theme) -> Image.Image:
    """The street in a language; `theme` is told apart by its language."""
    painter = Painter(palette().ground(SIZE, PAPER))
    painter.put(_road, (0, 0))
    for stop in RING:
        _house(painter, stop, theme)
    painter.ground = PAPER
    painter.put(houses.town_hall, HALL_AT)
    painter.put(houses.bazaar, BAZAAR_AT)
    gates(painter)
    painter.ground = PAPER
    for x, name in ((HALL_AT[0], HALL), (BAZAAR_AT[0], BAZAAR)):
        painter.draw_fitted(theme.say(name).upper(), (x, NAME_Y), 170, (33, LEAST_SIGN), face=BEBAS)
        painter.ground = PAPER2
        word = painter.draw_narrowed(theme.say(TAX), (x - 18, TAX_Y), TAX_WIDE, (LEAST_WORD, LEAST_WORD), colour=SOFT)
        painter.put(tokens.coin, (x - 18 + word / 2 + 28, TAX_Y), "$", 20.0)
        painter.ground = PAPER
    beside(painter, theme, YEAR, wheel.SPRING)
    for x, left in ((YEAR_AT[0], True), (NEXT_AT[0], False)):
        painter.put(slips.sprig, (x + (-28 if left else 28), 437), left=left)
    return painter.image


def beside(painter: Painter, theme: Theme, word: str, season: str) -> None:
    """The word above the year or the next disc, at the height of a season's name, and moved away from it if need be."""
    said = fit(
        theme.say(word).upper(), BEBAS, round(INNER - wheel.name_room(theme, season) - 2 * CLEAR), (34, LEAST_SIGN)
    )
    away = wheel.CENTRE[0] - (YEAR_AT if word == YEAR else NEXT_AT)[0]
    half = width(said.text, BEBAS, said.size) / 2
    out = max(abs(away), wheel.name_room(theme, season) + CLEAR + half)
    x = wheel.CENTRE[0] + (-out if word == YEAR else out)
    painter.sign(said.text, (x, YEAR_AT[1]), said.size, colour=SOFT)


def gates(painter: Painter) -> None:
    """The two gates, which stand over whoever walks through."""
    painter.ground = ROAD
    for x in (LEFT_X, RIGHT_X):
        painter.put(houses.gate, (x, GATE_FOOT))
        painter.put(tokens.coin, (x, GATE_FOOT - 42), "tax", 20.0)


def draw_number(painter: Painter, pos: int, *, chosen: bool = False) -> None:
    """The disc with a stop's number at the upper left of its house."""
    left, top, _, _ = box(pos)
    painter.ground = PAPER
    painter.put(number, (left + 19, top + 23), pos, chosen=chosen)


def _house(painter: Painter, stop: Stop, theme: Theme) -> None:
    """One house with its sign, its number, its price, and the places before it."""
    left, top, wide, _ = box(stop.pos)
    middle = left + wide / 2
    painter.ground = ROAD
    for place in find_standing_places(stop.pos, stop.spaces):
        painter.put(spot, place, PLACE)
    painter.ground = PAPER
    painter.put(houses.front, (left, top), stop.id, stop.kind, float(wide))
    painter.ground = houses.KINDS[stop.kind][1]
    y = top + sum(houses.SIGN) / 2
    name = fit(theme.say(stop.name).upper(), BEBAS, wide - BESIDE - 2, (35, LEAST_SIGN))
    half = width(name.text, BEBAS, name.size) / 2
    painter.sign(name.text, (max(middle + 10, left + BESIDE + half), y), name.size, colour=WHITE)
    painter.ground = CREAM
    y = top + sum(houses.PRICE) / 2
    if stop.price:
        for good, number_, x in prices(stop):
            painter.word(str(number_), (x, y), 34, side="left")
            painter.put(tokens.cube, (x + width(str(number_), SLAB, 34) + 25, y), good, PRICE)
    else:
        text = theme.say(SELL, most=len(stop.buys)) if stop.buys else theme.say(FREE)
        painter.draw_fitted(text.upper(), (middle, y), wide - 12, (34, LEAST_SIGN), face=BEBAS)
    painter.ground = PAPER2
    y = window_y(stop.pos)
    if stop.buys:
        for good, x in list_bought_goods(stop):
            painter.put(tokens.cube, (x, y), good, BOUGHT)
    elif stop.kind is Kind.FREE:
        room, sizes = wide - TAKEN - 14, (LEAST_WORD, LEAST_WORD)
        take = fit_word(theme.say(TAKE), room, sizes)
        word = width(take.lines[0], take.face, take.size)
        x = middle - (word + TAKEN) / 2
        painter.draw_narrowed(theme.say(TAKE), (x, y), room, sizes, side="left", colour=SOFT)
        painter.word("2", (x + word + 17, y), 38)
        painter.put(tokens.any_good, (x + word + 53, y), 42.0)
    draw_number(painter, stop.pos)


BESIDE = 39
"""How far a sign stays from the left edge of its house, for the disc with the number."""
TAKEN = 74
"""Room behind "take": for how many, and a good of any kind."""
PRICE, BOUGHT = 40.0, 46.0
"""Cubes of a price, and of what a store buys."""


def window_y(pos: int) -> float:
    """The middle of a house's window."""
    return box(pos)[1] + sum(houses.WINDOW) / 2


def list_bought_goods(stop: Stop) -> list[tuple[str, float]]:
    """The goods that a store buys, each with the middle of its cube."""
    left, _, wide, _ = box(stop.pos)
    pitch = (wide - 12) / len(stop.buys)
    return [(good, left + 6 + pitch * (i + 0.5)) for i, good in enumerate(stop.buys)]


def prices(stop: Stop) -> list[tuple[str, int, float]]:
    """The goods of a price in a row, each with its number and left edge."""
    left, _, wide, _ = box(stop.pos)
    rooms = [width(str(count), SLAB, 34) + 47 for count in stop.price.values()]
    x = left + (wide - sum(rooms) - 12 * (len(rooms) - 1)) / 2
    found = []
    for (good, count), room in zip(stop.price.items(), rooms, strict=True):
        found.append((good, count, x))
        x += room + 12
    return found
