"""Developed land: the full prints. Units: 1/100 of the tile."""

from itertools import product
from math import exp

from render.core.colour import mix, rgb
from render.core.ink import Pen, Stroke
from render.core.noise import seed_random
from render.core.paths import arc, rectangle, wave
from render.grunn.inks import CREAM, DOLLARD, INK, MARSH, WADDEN
from render.grunn.pieces.wild import ridge

EAR = rgb("#8E5F0E")
PEAT = (rgb("#7A4F1F"), rgb("#6B431C"), rgb("#59381A"))
JOINT = rgb("#3B2514")
TURF_EDGE = rgb("#A8773A")
BARK = rgb("#7A4E22")
WOOD = rgb("#F0D6A2")
CUT = rgb("#9A6A34")
GRASS = rgb("#5E8F38")
STUMPS = ((52, 19, 0.95), (81, 33, 0.95), (18, 53, 0.95), (50, 53, 0.95))
LOGS = ((25, 73.5), (46, 73.5), (14, 89), (35, 89), (56, 89))


def grass(pen: Pen) -> None:
    """Mown bands with tufts."""
    light, dark = mix(CREAM, WADDEN, 0.3), mix(INK, WADDEN, 0.38)
    for i in range(4):
        if i % 2:
            pen.shape(rectangle(-2, i * 25, 102, i * 25 + 25), mix(INK, WADDEN, 0.14), shake=0.8)
    for row in range(6):
        for column in range(6):
            x, y = 9 + column * 18 + (row % 2) * 9, 15 + row * 16.5
            colour = light if (row + column) % 2 else dark
            for lean in (-3.2, 0, 3.2):
                pen.line([(x, y), (x + lean, y - 6 + abs(lean) * 0.5)], Stroke(1.7, colour, shake=0.15))


def cow(pen: Pen) -> None:
    """A spotted cow of about 28 units, its body centred on (0, 0), looking left."""
    line = Stroke(2.0, INK)
    for x in (-10, -5, 7, 11):
        pen.line([(x, 5), (x, 14)], Stroke(2.8, INK))
    pen.line([(13, -4), (17, 0), (16.5, 7)], Stroke(1.8, INK))
    pen.shape([(-13, -7), (0, -8), (13, -7), (14.5, 0), (13, 7), (0, 7.5), (-12, 7)], CREAM, edge=line)
    pen.shape([(-5, -7.6), (3, -7.8), (4, -2), (-1, 1), (-6, -2)], INK)
    pen.shape([(7, -1), (13, -3), (13.5, 4), (8, 5.5)], INK)
    pen.shape([(-22, -6), (-15, -10), (-10, -8), (-12, -1), (-19, 1), (-23, -1)], CREAM, edge=line)
    pen.shape([(-16, -9.5), (-11, -8), (-12, -3), (-15, -5)], INK)
    pen.disc(-18.5, -4.5, 0.9, INK)
    pen.line([(-15, -10), (-16.5, -13)], Stroke(1.8, INK))


def grain(pen: Pen) -> None:
    """Three rows of ears, each on a darker furrow."""
    for row in range(3):
        base = 31 + row * 33
        pen.shape(rectangle(-2, base - 2, 102, base + 4), mix(EAR, DOLLARD, 0.42), shake=1.0)
        for column in range(8):
            x = 7 + column * 13 + (row % 2) * 5
            _ear(pen, x, base)


def _ear(pen: Pen, x: int, base: int) -> None:
    """A stalk with four pairs of grains."""
    pen.line([(x, base), (x + 0.6, base - 25)], Stroke(1.5, EAR))
    for pair, side in product(range(4), (-1, 1)):
        y = base - 11 - pair * 4.2
        pen.line([(x + side * 0.8, y), (x + side * 4, y - 3.6)], Stroke(2.6, EAR, shake=0.15))
    pen.line([(x + 0.6, base - 24), (x + 0.6, base - 28)], Stroke(2.2, EAR, tapered=True))


def peat(pen: Pen) -> None:
    """Staggered rows of cut turf."""
    chance = seed_random(pen.key)
    pen.shape(rectangle(-2, -2, 102, 102), JOINT, shake=0)
    for row in range(8):
        x = -chance.uniform(2, 14)
        y = 1.4 + row * 12.4
        while x < 100:
            wide = chance.uniform(15, 20)
            pen.shape(rectangle(x + 0.9, y, x + wide - 0.9, y + 11), chance.choice(PEAT), shake=0.5)
            pen.line([(x + 2.2, y + 1.4), (x + wide - 3, y + 1.4)], Stroke(1.1, TURF_EDGE, tapered=True))
            x += wide


def wood(pen: Pen) -> None:
    """Four stumps, a pile of five logs, a little grass between."""
    chance = seed_random(pen.key)
    for _ in range(11):
        x, y = chance.uniform(40, 95), chance.uniform(8, 66)
        pen.line([(x, y), (x - 1.5, y - 6)], Stroke(1.4, GRASS, tapered=True))
    for x, y, size in STUMPS:
        stump(pen.shift(x, y, size))
    for x, y in LOGS:
        pen.shape(arc(x, y, 9.6), WOOD, edge=Stroke(2.4, BARK))
        pen.circle(x, y, 5.8, Stroke(0.9, CUT))
        pen.circle(x + 0.4, y, 2.4, Stroke(1.0, CUT))


def stump(pen: Pen) -> None:
    """A tree stump whose cut is centred on (0, 0)."""
    foot = [(-10, 0), (-10.5, 11), (-13, 17), (-5, 14.5), (0, 18), (5, 14.5), (12, 17), (10.5, 11), (10, 0)]
    pen.shape(foot, BARK, edge=Stroke(2.0, JOINT))
    for x in (-5, 1, 6):
        pen.line([(x, 6), (x - 0.5, 12)], Stroke(1.3, JOINT, tapered=True))
    pen.shape(arc(0, 0, (10.6, 4.8)), WOOD, edge=Stroke(2.0, JOINT))
    pen.circle(0, 0, (5.6, 2.3), Stroke(1.1, CUT))


def wierde(pen: Pen) -> None:
    """A low dwelling mound with hachures, water before it."""
    shade = mix(MARSH, INK, 0.62)
    slope = [(float(x), 74 - 27 * exp(-(((x - 52) / 36) ** 2))) for x in range(-4, 106, 3)]
    pen.shape([*slope, (106, 108), (-4, 108)], mix(MARSH, INK, 0.88), shake=0)
    pen.line(slope, Stroke(2.0, shade))
    for x, y in slope[1:-1:2]:
        lean = (x - 52) * 0.16
        pen.line([(x, y + 2), (x + lean, y + 9)], Stroke(1.4, shade, tapered=True))
    shore = wave((-4, 73), 112, swing=2.0, period=29)
    pen.shape([*shore, (108, 108), (-4, 108)], mix(rgb("#7F66C4"), MARSH, 0.85), shake=0)
    pen.line(shore, Stroke(2.2, rgb("#5A45A0")))
    for row in range(3):
        for i in range(4):
            x = -6 + i * 30 + (row % 2) * 14
            pen.line(wave((x, 82 + row * 7.5), 22, swing=1.7, period=15), Stroke(1.8, rgb("#5A45A0"), tapered=True))


def ground(kind: str, pen: Pen) -> None:
    """The developed ground of a landscape."""
    match kind:
        case "wadden":
            grass(pen)
        case "dollard":
            grain(pen)
        case "bog":
            peat(pen)
        case "forest":
            wood(pen)
        case "marsh":
            wierde(pen)
        case _:
            ridge(pen)
