"""The ground of the map: the flat polder with its ditches and canal, in a frame; cows; darker copies for shadows."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, dist, pi, sin
from random import Random

from PIL import Image, ImageDraw

from render.core.colour import RGB, mix
from render.core.ink import Pen
from render.core.noise import Wobble, seeded
from render.core.paths import Point, closed, rectangle
from render.core.plate import Plate, Raster
from render.greentown.inks import CANAL, CREAM, DITCH, INK, LANDS, PAPER, SHADES, even, palette

Box = tuple[int, int, int, int]
TILT = -13 * pi / 180
COWS = ((340, 78), (1098, 482), (88, 632), (1086, 104), (140, 862), (302, 862), (1040, 820), (600, 60), (620, 880))
"""Where cows may graze, in pixels from the upper left corner of the map."""

MOST_COWS = 5
FREE = 42  # pixels between a cow and the nearest space


def _turned(x: float, y: float) -> Point:
    return x * cos(TILT) - y * sin(TILT), x * sin(TILT) + y * cos(TILT)


@lru_cache(maxsize=4)
def polder(wide: int, high: int) -> Image.Image:
    """The land in palette mode without its frame, the same for every match."""
    return palette().bring(fields(wide, high))


def fields(wide: int, high: int) -> Image.Image:
    """The same in true colour."""
    plate = Plate("polder", (0, 0, wide, high), 1.0, fine=3, flat=True)
    pen = plate.pen()
    chance = seeded("fields")
    x = -420.0
    while x < wide + 420:
        across = chance.uniform(190, 280)
        _column(pen, chance, (x, x + across, high))
        pen.shape(
            [_turned(x - 3, -500), _turned(x + 3, -500), _turned(x + 3, 1700), _turned(x - 3, 1700)], DITCH, shake=0
        )
        x += across
    _canal(pen, wide)
    return plate.raster().image


def _column(pen: Pen, chance: Random, span: tuple[float, float, int]) -> None:
    """One column of fields between two ditches."""
    left, right, high = span
    y, before = -320.0, -1
    while y < high + 420:
        tall = chance.uniform(22, 40)
        pick = chance.choice([i for i in range(len(LANDS)) if i != before])
        before, land = pick, LANDS[pick]
        corners = [_turned(left, y), _turned(right, y), _turned(right, y + tall), _turned(left, y + tall)]
        if any(-40 < px < 1230 and -60 < py < high + 60 for px, py in corners):
            pen.shape(corners, land, shake=0)
            pen.line([corners[0], corners[1]], even(1.3, mix(INK, land, 0.13)))
            style = chance.random()
            if style < 0.42:
                _furrows(pen, chance, (left, right, y, tall), mix(INK, land, 0.13))
            elif style < 0.72:
                _tufts(pen, chance, (left, right, y, tall), mix(INK, land, 0.24))
        y += tall


def _furrows(pen: Pen, chance: Random, field: tuple[float, float, float, float], colour: RGB) -> None:
    left, right, top, tall = field
    for i in range(1, int(tall / 7)):
        y = top + i * 7
        a, b = left + 8 + chance.uniform(0, 30), right - 8 - chance.uniform(0, 50)
        pen.shape([_turned(a, y - 0.7), _turned(b, y - 0.7), _turned(b, y + 0.7), _turned(a, y + 0.7)], colour, shake=0)


def _tufts(pen: Pen, chance: Random, field: tuple[float, float, float, float], colour: RGB) -> None:
    left, right, top, tall = field
    for row in range(max(1, int(tall / 16))):
        x = left + chance.uniform(8, 20)
        while x < right - 10:
            px, py = _turned(x, top + 13 + row * 15 + chance.uniform(-1.5, 1.5))
            for lean in (-3.6, 0.0, 3.6):
                pen.line([(px, py), (px + lean, py - (4.0 if lean else 5.4))], even(1.3, colour))
            x += chance.uniform(17, 27)


def _canal(pen: Pen, wide: int) -> None:
    """A canal between two banks, with short waves."""
    path = [
        (float(x), 330 - 122 - 0.16 * x + 70 * sin(x / 210 + 0.4) + 18 * sin(x / 71)) for x in range(-40, wide + 60, 10)
    ]
    bank = mix(CREAM, LANDS[2], 0.6)
    dark = mix(INK, LANDS[0], 0.42)
    for width, colour in ((64.0, dark), (58.0, bank), (48.0, dark), (45.0, CANAL)):
        pen.line(path, even(width, colour))
    chance = seeded("waves")
    for x, y in path[2:-2]:
        for _ in range(2):
            if chance.random() < 0.42:
                at = (x + chance.uniform(-6, 6), y + chance.uniform(-17, 17))
                colour = mix(INK, CANAL, 0.3) if chance.random() < 0.5 else mix(CREAM, CANAL, 0.6)
                wave = [(at[0] + i * 3, at[1] - i * 0.8 + (1.6 if i % 2 else -1.6)) for i in range(6)]
                pen.line(wave, even(1.4, colour))


def darkened(image: Image.Image, level: int) -> Image.Image:
    """A palette picture with ink mixed into every colour."""
    return image.point(_darker(level))


@lru_cache(maxsize=4)
def _darker(level: int) -> list[int]:
    colours = palette().colours
    table = [palette().index(mix(INK, colour, SHADES[level])) for colour in colours]
    return table + [0] * (256 - len(table))


@lru_cache(maxsize=4)
def frame(wide: int, high: int) -> Raster:
    """Paper round the map and the wavy ink frame; (0, 0) is the map's upper left corner."""
    plate = Plate("frame", (-16, -10, wide + 16, high + 10), 1.0, fine=3, flat=True)
    ring = _wavy(wide, high)
    pen = plate.pen()
    outside = closed(rectangle(-20, -14, wide + 20, high + 14))
    pen.shape([*outside, *reversed(closed(ring))], PAPER, shake=0)
    pen.line(closed(ring), even(3.4, INK))
    return plate.raster()


def _wavy(wide: int, high: int) -> list[Point]:
    """The frame with long soft waves."""
    ring: list[Point] = []
    inset = 2.5
    sides = (
        ((inset, inset), (wide - inset, inset)), ((wide - inset, inset), (wide - inset, high - inset)),
        ((wide - inset, high - inset), (inset, high - inset)), ((inset, high - inset), (inset, inset)),
    )  # fmt: skip
    for i, (a, b) in enumerate(sides):
        wobble = Wobble(f"frame{i}", 64.0)
        long = dist(a, b)
        nx, ny = (a[1] - b[1]) / long, (b[0] - a[0]) / long
        for step in range(int(long / 8)):
            share = step * 8 / long
            push = 2.2 * wobble(step * 8.0) * min(1.0, step / 3, (long / 8 - step) / 3)
            ring.append((a[0] + (b[0] - a[0]) * share + nx * push, a[1] + (b[1] - a[1]) * share + ny * push))
    return ring


@lru_cache(maxsize=4)
def cow(kind: int) -> Raster:
    """A grazing cow, tonal, 58 x 34; (0, 0) between its feet. Odd ones look left."""
    plate = Plate("cow", (-36, -40, 36, 6), 1.0, flat=True)
    pen = plate.pen(share=1.0)
    flip = -1 if kind % 2 else 1
    edge = mix(INK, LANDS[1], 0.36)
    hide = mix(CREAM, LANDS[2], 0.6)

    def at(points: Iterable[Point]) -> list[Point]:
        return [(x * flip, y) for x, y in points]

    pen.line(at([(-32, 1), (34, 1)]), even(1.6, edge))
    for x in (-20, -12, 9, 17):
        pen.shape(at(rectangle(x, -14, x + 5, 1)), hide, edge=even(1.5, edge), shake=0)
    body = [(-24, -29), (-10, -30.5), (14, -30.5), (24, -29), (25, -13), (18, -11), (-18, -11), (-25, -14)]
    pen.shape(at(body), hide, edge=even(1.7, edge), shake=0)
    head = [(20, -31), (27, -35), (34, -31), (34, -24), (29, -22), (22, -24)]
    pen.shape(at(head), hide, edge=even(1.7, edge), shake=0)
    pen.line(at([(27, -35), (29, -38)]), even(1.7, edge))
    pen.line(at([(-24, -28), (-29, -22), (-28, -15)]), even(1.7, edge))
    pen.shape(at([(-14, -30), (-3, -30), (-4, -21), (-10, -19), (-15, -23)]), edge, shake=0)
    pen.shape(at([(6, -29), (15, -30), (17, -20), (10, -17), (5, -22)]), edge, shake=0)
    pen.shape(at([(-25, -24), (-20, -26), (-19, -18), (-24, -17)]), edge, shake=0)
    pen.disc(30 * flip, -29, 1.2, INK)
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


def flecks(image: Image.Image, box: Box, ground: RGB, key: str) -> None:
    """A few dry specks on a plain field of an RGB picture."""
    draw = ImageDraw.Draw(image)
    chance = seeded(key)
    left, top, right, bottom = box
    for _ in range((right - left) * (bottom - top) // 5200):
        x, y = chance.randrange(left, right), chance.randrange(top, bottom)
        r = chance.choice((0, 1, 1))
        draw.ellipse((x, y, x + r, y + r), fill=mix(CREAM, ground, 0.16))
