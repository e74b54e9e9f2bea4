"""Fields: 160 x 80 units over two squares, labelled in the first square; standing ones are drawn anew."""

from math import cos, sin

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.lettering.fonts import SPARTAN
from render.core.memory.cache import cached
from render.core.paths import Point, arc, round_rectangle
from render.core.surface import HARD, Raster, Surface
from render.h2olland.inks import (
    CODES,
    COW,
    CREAM,
    FILLS,
    FURROW,
    INK,
    LEAF,
    NOSE,
    POD,
    ROOT,
    STRIPES,
    SUN,
    TULIPS,
    shade,
)  # fmt: skip
from render.h2olland.paint import LEAST, NARROW, legible
from render.h2olland.pieces.cuts import FINE, block, groove
from render.h2olland.pieces.tokens import bloom, token

LONG, WIDE = 160, 80
INSET, RADIUS = 3, 13
WORKER = 28.0


@cached
def field(kind: str, unit: float, ground: RGB, *, lying: bool, seat: int | None = None) -> Raster:
    """
    A field from the upper left corner of its first square, on a ground whose shadow it casts.

    `seat` is the worker or runner on its second square; a crop's sign lies there otherwise.
    """
    wide, high = (LONG, WIDE) if lying else (WIDE, LONG)
    plate = Surface(f"field{kind}{lying:d}", (-6, -10, wide + 10, high + 8), unit, fine=FINE, flat=True)
    pen = plate.pen()
    body = round_rectangle(INSET, INSET, wide - INSET, high - INSET, radius=RADIUS)
    pen.shape([(x + 3, y + 4) for x, y in body], shade(ground), shake=0)
    pen.shape(body, FILLS[kind], shake=0)
    if kind == COW:
        _pasture(pen, lying=lying)
    elif kind in TULIPS:
        _stripes(pen, kind, lying=lying)
    else:
        _furrows(pen, kind, lying=lying)
    block(pen, body, None, 6 if kind in TULIPS else 3.8)
    _label(plate, kind)
    second = (120.0, 40.0) if lying else (40.0, 120.0)
    if seat is not None:
        token(plate, second, WORKER, seat)
    elif kind not in TULIPS:
        SIGNS[kind](pen.shift(*second, key="sign"))
    return plate.raster(HARD)


def _row(pen: Pen, place: Point, look: tuple[float, RGB], *, lying: bool, rough: float = 0.4) -> None:
    """A groove along a field; `place` is how far from its long side, and from its ends."""
    at, edge = place
    groove(pen, (edge, at), (LONG - edge, at), look, lying=lying, amount=rough)


def _stripes(pen: Pen, kind: str, *, lying: bool) -> None:
    """Rows of tulips: stripes with rows of dots between."""
    for i in range(5):
        at = 10 + 15 * i
        edge = 10 if i in (0, 4) else 5
        _row(pen, (at, edge), (6.2, STRIPES[kind]), lying=lying)
    for i in range(4):
        height = 17.5 + 15 * i
        for step in range(9):
            x = 12 + 17 * step
            dot = (x, height) if lying else (height, x)
            pen.disc(dot[0], dot[1], 1.9, STRIPES[kind])


def _furrows(pen: Pen, kind: str, *, lying: bool) -> None:
    for i in range(6):
        at = 11 + 11.6 * i
        edge = 10 if i in (0, 5) else 5
        _row(pen, (at, edge), (4.4, STRIPES[kind]), lying=lying, rough=0.5)


def _pasture(pen: Pen, *, lying: bool) -> None:
    """Black blotches cut by the edge, and tufts."""
    wide, high = (LONG, WIDE) if lying else (WIDE, LONG)
    blotches = ((0.02, 0.06, 26, 17), (0.56, 0.02, 16, 11), (0.5, 0.97, 19, 11), (0.97, 0.94, 25, 17))
    for x, y, rx, ry in blotches:
        px, py = (x * wide, y * high) if lying else (y * wide, x * high)
        form = arc(px, py, (rx, ry), steps=14)
        pen.shape([(min(wide - 5, max(5, fx)), min(high - 5, max(5, fy))) for fx, fy in form], INK, shake=0)
    tufts = ((86, 64), (98, 13), (150, 22), (64, 12), (80, 68))
    for x, y in tufts:
        px, py = (x, y) if lying else (WIDE - y, x)
        for dx in (-4, 0, 4):
            pen.line([(px, py), (px + dx, py - 6)], even(1.8, FURROW))


def _label(plate: Surface, kind: str) -> None:
    """In the first square: tulip head with numeral, or card with code."""
    pen = plate.pen(key="label")
    if kind in TULIPS:
        pen.shape(bloom((40, 41), 57), CREAM, edge=even(3.4, INK), shake=0)
        plate.text(str(TULIPS.index(kind) + 1), (40, 43), (*legible(47, plate.unit), INK))
        return
    block(pen, round_rectangle(9, 14, 71, 66, radius=9), CREAM, 3.4, amount=0.3)
    face, size = (SPARTAN, 41) if plate.unit * 41 >= LEAST else (NARROW, LEAST / plate.unit)
    plate.text(CODES[kind], (40, 41 if kind != POTATO else 40), (face, size, INK))


POTATO = "potato"


def _corn(pen: Pen) -> None:
    for side in (-1, 1):
        leaf = [(0, 27), (side * 11, 20), (side * 21, -4), (side * 13, 2), (side * 8, 12)]
        pen.shape(leaf, LEAF, edge=even(2.4, INK), shake=0)
    pen.shape(arc(0, -1, (12, 25), steps=20)[:-1], SUN, edge=even(3, INK), shake=0)
    for row in range(-2, 3):
        for column in (-1, 0, 1):
            pen.disc(column * 6, row * 8 - 1, 1.7, STRIPES["corn"])


def _bean(pen: Pen) -> None:
    for y in (-13, 14):
        pod = [(-29, y + 7), (-14, y - 6), (0, y - 12), (14, y - 6), (29, y + 7), (14, y + 8), (-14, y + 8)]
        pen.shape(pod, POD, edge=even(3, INK), shake=0)
        for x in (-13, 0, 13):
            pen.disc(x, y - (2 if x == 0 else 0), 3.6, STRIPES["bean"])


def _carrot(pen: Pen) -> None:
    for x, y in ((-13, -26), (-1, -31), (12, -27)):
        pen.shape([(-4, -14), (x - 4, y + 2), (x + 3, y), (4, -14)], LEAF, edge=even(2.4, INK), shake=0)
    pen.shape([(-14, -13), (-6, -17), (6, -17), (14, -13), (3, 28), (-1, 29)], ROOT, edge=even(3.2, INK), shake=0)
    for x, y, run in ((-9, -3, 9), (1, 6, 7), (-5, 13, 6)):
        pen.line([(x, y), (x + run, y + 2)], even(2.4, STRIPES["tulip-orange"]))


def _tubers(pen: Pen) -> None:
    for x, y, tilt in ((-10, 9, -0.15), (10, -9, -0.5)):
        across, down = cos(tilt), sin(tilt)
        oval = arc(0, 0, (19, 14), steps=24)[:-1]
        ring = [(x + a * across - b * down, y + a * down + b * across) for a, b in oval]
        pen.shape(ring, (228, 199, 142), edge=even(3, INK), shake=0)
        for dx, dy in ((-7, -4), (4, -3), (-3, 5), (8, 3)):
            pen.line([(x + dx, y + dy), (x + dx + 4, y + dy + 1)], even(2.2, STRIPES["carrot"]))


def _cow(pen: Pen) -> None:
    for side in (-1, 1):
        pen.shape([(side * 12, -19), (side * 15, -33), (side * 20, -18)], CREAM, edge=even(2.4, INK), shake=0)
        pen.shape([(side * 12, -18), (side * 35, -22), (side * 31, -8), (side * 14, -7)], INK, shake=0)
    face = [(-17, -20), (17, -20), (17, 2), (12, 14), (-12, 14), (-17, 2)]
    pen.shape(face, CREAM, edge=even(3, INK), shake=0)
    pen.shape([(-17, -20), (-5, -20), (-4, -4), (-9, 4), (-17, 4)], INK, shake=0)
    pen.disc(-9, -6, 3.2, CREAM)
    pen.disc(9, -6, 3.2, INK)
    pen.shape(arc(0, 15, (18, 12), steps=18)[:-1], NOSE, edge=even(3, INK), shake=0)
    for side in (-1, 1):
        pen.disc(side * 7, 15, 3, INK)


SIGNS = {"corn": _corn, "bean": _bean, "carrot": _carrot, "potato": _tubers, COW: _cow}
