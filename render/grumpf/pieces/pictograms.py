"""The five species and the Sorcerer, as if painted with a finger: one colour, lines scratched out of it."""

from collections.abc import Callable
from itertools import pairwise
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.paths import Point, curve
from render.core.surface import Raster, Surface

ON, OFF = (255, 255, 255), (0, 0, 0)


def _scratch(pen: Pen, points: list[Point], width: float) -> None:
    pen.line(points, even(width, OFF))


def _bee(pen: Pen) -> None:
    for side in (-1, 1):
        x = 50.0
        upper = [(x + side * 5, 36), (x + side * 20, 12), (x + side * 40, 9), (x + side * 45, 22), (x + side * 30, 36)]
        lower = [(x + side * 6, 42), (x + side * 26, 40), (x + side * 38, 48), (x + side * 32, 60), (x + side * 16, 54)]
        pen.shape(curve(lower), ON, shake=0)
        pen.shape(curve(upper), ON, shake=0)
        _scratch(pen, curve([(x + side * 14, 32), (x + side * 26, 22), (x + side * 38, 17)], ring=False), 3.4)
        _scratch(pen, curve([(x + side * 14, 46), (x + side * 22, 47), (x + side * 30, 51)], ring=False), 3.2)
        pen.line(curve([(x + side * 4, 14), (x + side * 8, 6), (x + side * 15, 2)], ring=False), even(4, ON))
    belly = curve([(50, 44), (66, 53), (67, 70), (58, 86), (50, 98), (42, 86), (33, 70), (34, 53)])
    pen.shape(belly, OFF, edge=even(7, OFF), shake=0)
    pen.disc(50, 34, 15, OFF)
    pen.shape(belly, ON, shake=0)
    for y, half in ((58, 16), (69, 17), (80, 12)):
        _scratch(pen, curve([(50 - half, y - 2), (50, y + 3), (50 + half, y - 2)], ring=False), 4.6)
    pen.disc(50, 34, 11.5, ON)
    pen.disc(50, 18.5, 9.5, ON)


def _lizard(pen: Pen) -> None:
    spine = curve(
        [(79, 13), (70, 23), (58, 33), (48, 47), (38, 60), (25, 68), (16, 79), (24, 92), (39, 92), (47, 84)],
        ring=False,
    )
    last = len(spine) - 1
    girth = ((0, 5.5), (4, 9.5), (9, 7), (18, 10.5), (24, 9.5), (32, 6.5), (44, 4), (last, 1.2))
    for i, (x, y) in enumerate(spine):
        pen.disc(x, y, _between(girth, i), ON)
    legs = (
        ((61, 31), (46, 27), (36, 16)), ((61, 33), (74, 42), (89, 38)),
        ((41, 56), (26, 50), (15, 55)), ((43, 58), (56, 66), (56, 82)),
    )  # fmt: skip
    for leg in legs:
        pen.line(curve(list(leg), ring=False), even(7, ON))
        x, y = leg[2]
        run = hypot(x - leg[1][0], y - leg[1][1])
        ahead = ((x - leg[1][0]) / run, (y - leg[1][1]) / run)
        for turn in (-0.75, 0, 0.75):
            dx = ahead[0] * cos(turn) - ahead[1] * sin(turn)
            dy = ahead[0] * sin(turn) + ahead[1] * cos(turn)
            pen.line([(x, y), (x + dx * 8, y + dy * 8)], even(4, ON))
    for i in range(8, 40, 6):
        pen.disc(*spine[i], 3.0 - i * 0.03, OFF)
    pen.disc(73, 14.5, 2.4, OFF)
    pen.disc(79.5, 21, 2.4, OFF)


def _between(steps: tuple[tuple[int, float], ...], at: int) -> float:
    for (a, low), (b, high) in pairwise(steps):
        if at <= b:
            return low + (high - low) * (at - a) / (b - a)
    return steps[-1][1]


def _fish(pen: Pen) -> None:
    body = curve([(3, 52), (14, 37), (34, 27), (56, 32), (76, 50), (56, 70), (34, 76), (14, 66)])
    pen.shape(curve([(26, 34), (31, 14), (40, 9), (55, 14), (52, 34)]), ON, shake=0)
    pen.shape(curve([(28, 68), (34, 90), (47, 93), (50, 70)]), ON, shake=0)
    pen.shape([(68, 50), (97, 24), (94, 50), (97, 80)], ON, shake=0)
    pen.shape(body, ON, shake=0)
    pen.disc(16, 48, 4, OFF)
    _scratch(pen, curve([(25, 35), (31, 51), (26, 69)], ring=False), 3.8)
    for x, top, bottom in ((38, 36, 68), (49, 38, 67), (60, 43, 62)):
        count = 4 if x < 60 else 3
        step = (bottom - top) / count
        zigzag = [(x + (3.5 if i % 2 else -3.5), top + i * step) for i in range(count + 1)]
        _scratch(pen, zigzag, 3.6)


def _bird(pen: Pen) -> None:
    pen.shape(curve([(1, 76), (22, 66), (40, 60), (46, 68), (30, 76), (14, 84)]), ON, shake=0)
    _scratch(pen, [(4, 82), (30, 70)], 3)
    far = [(54, 56), (50, 36), (36, 16), (24, 6), (40, 12), (58, 28), (66, 48)]
    pen.shape(curve(far), ON, shake=0)
    body = curve([(30, 70), (44, 57), (62, 47), (76, 40), (86, 40), (88, 48), (78, 60), (60, 74), (40, 79)])
    pen.shape(body, ON, shake=0)
    pen.shape([(86, 39), (99, 45), (87, 49)], ON, shake=0)
    wing = [(44, 60), (46, 38), (58, 20), (76, 6), (93, 1), (84, 18), (76, 34), (66, 52), (56, 62)]
    pen.shape(curve(wing), OFF, edge=even(6, OFF), shake=0)
    pen.shape(curve(wing), ON, shake=0)
    for start, end in (((54, 50), (84, 12)), ((58, 54), (82, 24)), ((51, 46), (72, 14))):
        middle = ((start[0] + end[0]) / 2 + 3, (start[1] + end[1]) / 2 + 3)
        _scratch(pen, curve([start, middle, end], ring=False), 3.2)
    pen.disc(84, 43.5, 2.2, OFF)
    _scratch(pen, curve([(38, 72), (50, 70), (62, 64)], ring=False), 3.2)


def _mammoth(pen: Pen) -> None:
    back = [(14, 30), (18, 17), (28, 11), (38, 17), (52, 14), (70, 18), (84, 28), (92, 44), (93, 62)]
    outline = [*curve(back, ring=False), (94, 92), (79, 92), (78, 76), (72, 72), (72, 92), (57, 92), (56, 78), (48, 77)]
    outline += [(47, 92), (33, 92), (31, 74), (26, 66), (20, 60)]
    pen.shape(outline, ON, shake=0)
    trunk = curve([(18, 30), (12, 44), (9, 58), (10, 72), (15, 82), (24, 84)], ring=False)
    for i, (x, y) in enumerate(trunk):
        pen.disc(x, y, 8.5 - i * 0.16, ON)
    tusk = curve([(24, 54), (22, 68), (30, 77), (40, 72), (42, 62)], ring=False)
    pen.line(tusk, even(9.5, OFF))
    pen.line(tusk, even(4.6, ON))
    pen.disc(23, 33, 3, OFF)
    _scratch(pen, curve([(40, 24), (46, 34), (44, 48), (36, 52)], ring=False), 3.6)
    for x, top in ((56, 56), (64, 50), (72, 54), (80, 50), (87, 58)):
        _scratch(pen, [(x, top), (x - 2, top + 15)], 3.4)
    for x, top in ((56, 28), (67, 30), (77, 34)):
        _scratch(pen, [(x, top), (x - 1.5, top + 11)], 3.2)


def _sorcerer(pen: Pen) -> None:
    for side in (-1, 1):
        beam = curve(
            [(50 + side * 10, 34), (50 + side * 20, 24), (50 + side * 36, 17), (50 + side * 47, 18)], ring=False
        )
        pen.line(beam, even(5.6, ON))
        for at, tip in (((19, 25), (15, 5)), ((30, 20), (29, 4)), ((41, 18), (46, 6))):
            pen.line([(50 + side * at[0], at[1]), (50 + side * tip[0], tip[1])], even(5, ON))
        ear = [
            (50 + side * 18, 37),
            (50 + side * 32, 31),
            (50 + side * 41, 33),
            (50 + side * 36, 43),
            (50 + side * 22, 48),
        ]
        pen.shape(curve(ear), ON, shake=0)
    face = [(30, 32), (50, 29), (70, 32), (74, 48), (66, 68), (58, 88), (50, 99), (42, 88), (34, 68), (26, 48)]
    pen.shape(curve(face), ON, shake=0)
    for side in (-1, 1):
        x = 50 + side * 11.5
        pen.circle(x, 49, 7.4, even(3.6, OFF))
        pen.disc(x, 49, 2.6, OFF)
        _scratch(pen, [(50 + side * 8, 66), (50 + side * 17, 61)], 3.2)
        _scratch(pen, [(50 + side * 7, 74), (50 + side * 14, 71)], 3.2)
    _scratch(pen, [(50, 46), (50, 68)], 4)
    _scratch(pen, curve([(41, 84), (45, 80), (50, 79), (55, 80), (59, 84)], ring=False), 4)


def _spiral(pen: Pen) -> None:
    points: list[Point] = []
    for i in range(61):
        angle, radius = 5.2 * pi * i / 60, 5 + 33 * i / 60
        points.append((50 + radius * cos(angle), 50 + radius * sin(angle)))
    pen.line(points, even(8.5, ON))


_DRAW: dict[str, Callable[[Pen], None]] = {
    "B": _bee, "R": _lizard, "F": _fish, "W": _bird, "M": _mammoth, "S": _sorcerer, "spiral": _spiral,
}  # fmt: skip


@cached
def mask(what: str, size: int) -> Image.Image:
    """A drawing of 100 units on a side as the strength of its pigment, `size` pixels wide."""
    plate = Surface(f"pictogram{what}", (0, 0, 100, 100), size / 100, flat=True)
    _DRAW[what](plate.pen())
    image = plate.raster().image
    return ImageChops.multiply(image.getchannel("A"), image.getchannel("R"))


@cached
def pictogram(what: str, size: int, colour: RGB) -> Raster:
    """An animal (its board's letter) or the Sorcerer's `spiral` in one colour; (0, 0) is its upper left corner."""
    strength = mask(what, size)
    image = Image.new("RGBA", strength.size, colour)
    image.putalpha(strength)
    return Raster(image)
