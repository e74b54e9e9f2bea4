"""The ground of the map: the flat polder with its ditches and canal; cows; darker copies for shadows."""

from collections.abc import Iterable
from enum import Enum
from math import cos, dist, pi, sin
from random import Random

from PIL import Image

from render.core.colour import mix
from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point
from render.core.surface import Raster, Surface
from render.greentown.inks import (
    CANAL,
    COUNTRY,
    DITCH,
    FURROW,
    INK,
    LANDS,
    PAPER,
    SHADES,
    TUFT,
    WATER_DARK,
    WATER_LIGHT,
    country,
    palette,
)

Box = tuple[int, int, int, int]
TILT = -13 * pi / 180
LAND = (1100, 646)  # pixels of the largest map
COWS = ((340, 78), (600, 60), (88, 632), (1060, 104), (796, 612), (1050, 482), (420, 636), (810, 60), (60, 130))
"""Where cows may graze, in pixels from the upper left corner of the map."""

MOST_COWS = 5
FREE = 42  # pixels between a cow and the nearest space


def _tilt(x: float, y: float) -> Point:
    return x * cos(TILT) - y * sin(TILT), x * sin(TILT) + y * cos(TILT)


class Ground(Enum):
    """What land looks like: the more plates a board has, the fewer bytes it may take."""

    GROWN = 0
    PLAIN = 1
    """Larger fields, and nothing grows on them."""
    BARE = 2


@cached
def polder(wide: int, high: int, ground: Ground = Ground.GROWN) -> Image.Image:
    """The land in palette mode, the same for every match."""
    if ground is Ground.BARE:
        return palette().ground((wide, high), LANDS[0])
    few = country().bring(fields(wide, high, plain=ground is Ground.PLAIN))
    land = few.point([palette().index(colour) for colour in country().colours] + [0] * (256 - len(COUNTRY)))
    land.putpalette(palette().ground((1, 1), INK).getpalette("RGB") or [], "RGB")
    return land


def fields(wide: int, high: int, *, plain: bool = False) -> Image.Image:
    """The same in true colour."""
    plate = Surface("polder", (0, 0, wide, high), 1.0, fine=3, flat=True)
    pen = plate.pen()
    chance = seed_random("fields")
    x = -420.0
    while x < wide + 420:
        across = chance.uniform(190, 280)
        _column(pen, chance, (x, x + across, high), plain=plain)
        pen.shape([_tilt(x - 3, -500), _tilt(x + 3, -500), _tilt(x + 3, 1700), _tilt(x - 3, 1700)], DITCH, shake=0)
        x += across
    if not plain:
        _canal(pen, wide)
    return plate.raster().image


def _column(pen: Pen, chance: Random, span: tuple[float, float, int], *, plain: bool) -> None:
    """One column of fields between two ditches; plain ones are larger."""
    left, right, high = span
    y, before = -320.0, -1
    while y < high + 420:
        tall = chance.uniform(22, 40) * (3 if plain else 1)
        pick = chance.choice([i for i in range(len(LANDS)) if i != before])
        before, land = pick, LANDS[pick]
        corners = [_tilt(left, y), _tilt(right, y), _tilt(right, y + tall), _tilt(left, y + tall)]
        if any(-40 < px < 1230 and -60 < py < high + 60 for px, py in corners):
            pen.shape(corners, land, shake=0)
            if not plain:
                pen.line([corners[0], corners[1]], even(1.4, FURROW))
            style = 1.0 if plain else chance.random()
            if style < 0.36:
                _furrows(pen, chance, (left, right, y, tall))
            elif style < 0.62:
                _tufts(pen, chance, (left, right, y, tall))
        y += tall


def _furrows(pen: Pen, chance: Random, field: tuple[float, float, float, float]) -> None:
    left, right, top, tall = field
    for i in range(1, int(tall / 7)):
        y = top + i * 7
        a, b = left + 8 + chance.uniform(0, 30), right - 8 - chance.uniform(0, 50)
        pen.shape([_tilt(a, y - 0.7), _tilt(b, y - 0.7), _tilt(b, y + 0.7), _tilt(a, y + 0.7)], FURROW, shake=0)


def _tufts(pen: Pen, chance: Random, field: tuple[float, float, float, float]) -> None:
    left, right, top, tall = field
    for row in range(max(1, int(tall / 16))):
        x = left + chance.uniform(8, 20)
        while x < right - 10:
            px, py = _tilt(x, top + 13 + row * 15 + chance.uniform(-1.5, 1.5))
            for lean in (-3.6, 0.0, 3.6):
                pen.line([(px, py), (px + lean, py - (4.0 if lean else 5.4))], even(1.4, TUFT))
            x += chance.uniform(17, 27)


def _canal(pen: Pen, wide: int) -> None:
    """A canal between two banks, with short waves."""
    path = [
        (float(x), 330 - 122 - 0.16 * x + 70 * sin(x / 210 + 0.4) + 18 * sin(x / 71)) for x in range(-40, wide + 60, 10)
    ]
    for width, colour in ((64.0, WATER_DARK), (58.0, PAPER), (48.0, WATER_DARK), (45.0, CANAL)):
        pen.line(path, even(width, colour))
    chance = seed_random("waves")
    for x, y in path[2:-2]:
        if chance.random() < 0.3:
            at = (x + chance.uniform(-6, 6), y + chance.uniform(-16, 16))
            colour = WATER_DARK if chance.random() < 0.3 else WATER_LIGHT
            lean = -0.16 + 70 / 210 * cos(x / 210 + 0.4)
            wave = [(at[0] + i * 1.5, at[1] + i * 1.5 * lean + 1.7 * sin(i * 1.1)) for i in range(12)]
            pen.line(wave, even(1.5, colour))


@cached
def draw_shaded_land(wide: int, high: int, level: int, ground: Ground = Ground.GROWN) -> Image.Image:
    """The same land in the shadow of the town, from its rim (level 0) inwards."""
    colours = [mix(INK, colour, SHADES[level]) for colour in palette().colours]
    row = Image.new("RGB", (len(colours), 1))
    row.putdata(colours)
    table = palette().bring(row).tobytes()
    return polder(wide, high, ground).point([*table, *[0] * (256 - len(table))])


COW = (
    (-29, -30), (12, -30), (20, -37), (23, -40), (26, -38.5), (32, -34), (35, -28), (33, -25), (23, -23.5), (20, -17),
    (19, -1), (12, -1), (11, -12), (-18, -12), (-20, -1), (-27, -1), (-28, -11), (-30, -7), (-34, -7), (-34, -22),
    (-32, -27),
)  # fmt: skip
PATCHES = (
    ((-21, -29), (-5, -29), (-3, -20), (-11, -15), (-20, -18), (-23, -23)),
    ((6, -29.5), (14, -29.5), (16, -24), (10, -19), (5, -23)),
    ((20.5, -36), (26, -34), (27, -30), (22.5, -28)),
)


@cached
def cow(kind: int) -> Raster:
    """A grazing cow, tonal, 70 x 40; (0, 0) between its feet. Odd ones look left."""
    plate = Surface("cow", (-40, -44, 40, 6), 1.0, flat=True)
    pen = plate.pen(share=0.86)
    flip = -1 if kind % 2 else 1
    edge, hide = mix(INK, LANDS[1], 0.36), PAPER

    def at(points: Iterable[Point]) -> list[Point]:
        return [(x * flip, y) for x, y in points]

    pen.line(at([(-37, 0), (28, 0)]), even(1.8, edge))
    pen.shape(at(COW), hide, edge=even(2, edge), shake=0)
    for patch in PATCHES:
        pen.shape(at(patch), edge, shake=0)
    return plate.raster()


def meadow(corner: Point, cells: Iterable[Point], reach: float, room: Point) -> Iterable[tuple[int, float, float]]:
    """Which cows graze where (kind, x, y): only where no space of the town comes near."""
    taken = list(cells)
    found = 0
    for kind, (x, y) in enumerate(COWS):
        at = (corner[0] + x, corner[1] + y)
        middle = (at[0], at[1] - 17)
        if found < MOST_COWS and y < room[1] - 20 and all(dist(middle, cell) > reach + FREE for cell in taken):
            found += 1
            yield kind % 2, *at
