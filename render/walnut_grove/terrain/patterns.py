"""The land: printed patterns, fixed to the grid so that areas flow on without seams; tiles, lines and fences."""

from collections.abc import Callable, Sequence
from math import hypot, pi, sin

from PIL import Image, ImageDraw

from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, walk
from render.core.surface import Raster
from render.walnut_grove.inks import (
    FOREST_D,
    FOREST_L,
    GOLD,
    INK,
    LANDS,
    RAIL,
    ROCK_D,
    ROCK_L,
    WHITE,
)
from render.walnut_grove.paint import surface

CELL = 160.0
"""Side of a cell in units of its drawing."""
MIDDLE: Point = (CELL / 2, CELL / 2)
CORNERS: tuple[Point, ...] = ((CELL, 0.0), (CELL, CELL), (0.0, CELL), (0.0, 0.0))
"""Outer ends of the half diagonals: between N and E, E and S, S and W, W and N."""


def _field(pen: Pen) -> None:
    dark = LANDS["g"][1]
    for i in range(9):
        y = i * 20
        pen.line([(x, y + 2.2 * sin(2 * pi * x / CELL)) for x in range(-8, 169, 8)], even(3.2, dark))
        for j in range(9):
            x = j * 20 + (i % 2) * 10
            pen.line([(x - 4, y + 7), (x, y + 12), (x + 4, y + 7)], even(2.2, dark))


def _lake(pen: Pen) -> None:
    _, dark, light = LANDS["f"]
    for i in range(8):
        for j in range(-1, 5):
            x, y = j * 40 + (i % 2) * 20, i * 20 + 6
            if (i + j) % 4 == 3:
                continue
            colour = dark if (i * 3 + j) % 4 == 0 else light
            wave = [(x + 2 * k, y + 6 * abs(sin(pi * k / 5))) for k in range(11)]
            pen.line(wave, even(2.4, colour))


def _pasture(pen: Pen) -> None:
    dark = LANDS["m"][1]
    for i in range(6):
        for j in range(-1, 5):
            x, y = j * 40 + (i % 2) * 20 + 10, i * 26.67 + 18
            if (i * 2 + j) % 5 == 0 and 0 <= j < 4:
                for dx, dy in ((-4, 0), (4, 0), (0, -4), (0, 4)):
                    pen.disc(x + dx, y + dy - 6, 3.2, WHITE)
                pen.disc(x, y - 6, 2.8, GOLD)
                continue
            for dx in (-6, 0, 6):
                pen.line([(x, y), (x + dx, y - (14 if dx == 0 else 10))], even(2.6, dark))


def _forest(pen: Pen) -> None:
    for i in range(-1, 7):
        for j in range(-1, 6):
            x, y = j * 32 + (i % 2) * 16 + 8, i * 26.67 + 26
            for half, low, top in ((11, 0, -11), (9, -7, -18), (6, -14, -26)):
                pen.shape([(x - half, y + low), (x, y + top), (x + half, y + low)], FOREST_D, shake=0)
                pen.line([(x - half, y + low), (x - 1, y + top + 1)], even(1.8, FOREST_L))


def _rock(pen: Pen) -> None:
    for i in range(7):
        y = i * 26.67 + 8
        line = [(k * 20 - 20, y + (7 if k % 2 else -7)) for k in range(11)]
        pen.line([(x, py + 5.5) for x, py in line], even(2.6, ROCK_L))
        pen.line(line, even(3.2, ROCK_D))


PATTERNS: dict[str, Callable[[Pen], None]] = {"g": _field, "f": _lake, "m": _pasture, "w": _forest, "s": _rock}


@cached
def _ground(good: str, unit: float) -> Image.Image:
    """The pattern of a landscape over a whole cell, at plate size."""
    made = surface("land", (0, 0, CELL, CELL), unit)
    made.image.paste((*LANDS[good][0], 255), (0, 0, *made.image.size))
    PATTERNS[good](made.pen())
    return made.image


def triangle(side: int) -> list[Point]:
    """The piece of a side (N, E, S, W from 0)."""
    return [CORNERS[side - 1], CORNERS[side], MIDDLE]


@cached
def tile(sides: tuple[str, ...], unit: float) -> Raster:
    """A tile with the landscapes of its sides N, E, S, W, and ink where they differ; (0, 0) at its corner."""
    made = surface("tile", (0, 0, CELL, CELL), unit)
    scale = made.image.width / CELL
    made.image.paste(_ground(sides[0], unit))
    for side in range(1, 4):
        mask = Image.new("L", made.image.size)
        ImageDraw.Draw(mask).polygon([(x * scale, y * scale) for x, y in triangle(side)], fill=255)
        made.image.paste(_ground(sides[side], unit), (0, 0), mask)
    pen = made.pen()
    for corner in range(4):
        if sides[corner] != sides[(corner + 1) % 4]:
            pen.line(_shaky(MIDDLE, CORNERS[corner]), even(3.4, INK))
    return made.raster()


def _shaky(start: Point, end: Point) -> list[Point]:
    chance = seed_random(f"line{start}{end}")
    path = walk([start, end], 14)
    return [start, *((x + chance.uniform(-0.8, 0.8), y + chance.uniform(-0.8, 0.8)) for x, y in path[1:-1]), end]


@cached
def border(kind: str, unit: float, *, lying: bool) -> Raster:
    """The line between two cells: `same` landscape dotted, `other` solid, `edge` of the land; from its first end."""
    end: Point = (CELL, 0.0) if lying else (0.0, CELL)
    made = surface("border", (-4, -4, end[0] + 4, end[1] + 4), unit)
    pen = made.pen()
    match kind:
        case "same":
            pen.draw_dashes([(0.0, 0.0), end], even(1.8, INK), (5, 7))
        case "other":
            pen.line(_shaky((0.0, 0.0), end), even(3.4, INK))
        case _:
            pen.line([(0.0, 0.0), end], even(5, INK))
    return made.raster(90)


def rails(pen: Pen, path: Sequence[Point], key: str) -> None:
    """A split-rail worm fence along a path: short logs in zigzag, each over its neighbour's end."""
    (ax, ay), (bx, by) = path[0], path[-1]
    run = hypot(bx - ax, by - ay)
    count = max(2, round(run / 22))
    ux, uy = (bx - ax) / run, (by - ay) / run
    chance = seed_random(f"fence{key}")
    logs = []
    for i in range(count):
        low, high = (run * i / count - 2.5, run * (i + 1) / count + 2.5)
        off = 5.0 if i % 2 else -5.0
        lean = chance.uniform(-0.8, 0.8)
        start = (ax + ux * low - uy * (off + lean), ay + uy * low + ux * (off + lean))
        stop = (ax + ux * high + uy * (off - lean), ay + uy * high - ux * (off - lean))
        logs.append([start, stop])
    for log in (*logs[::2], *logs[1::2]):
        pen.line(log, even(11.5, INK))
        pen.line(log, even(6, RAIL))


@cached
def fences(corners: tuple[int, ...], unit: float) -> Raster:
    """The fences along half diagonals of a tile; (0, 0) at its corner."""
    made = surface("fences", (-8, -8, CELL + 8, CELL + 8), unit)
    for corner in corners:
        x, y = CORNERS[corner]
        inner = (x + (5 if x == 0 else -5), y + (5 if y == 0 else -5))
        rails(made.pen(), [MIDDLE, inner], str(corner))
    return made.raster(110)


@cached
def upright(unit: float) -> Raster:
    """The fence between two printed landscapes; (0, 0) at its upper end."""
    made = surface("upright", (-14, -8, 14, CELL + 8), unit)
    rails(made.pen(), [(0, 3), (0, CELL - 3)], "upright")
    return made.raster(110)


@cached
def level(unit: float) -> Raster:
    """The fence below a printed landscape; (0, 0) at its left end."""
    made = surface("level", (-8, -14, CELL + 8, 14), unit)
    rails(made.pen(), [(3, 0), (CELL - 3, 0)], "level")
    return made.raster(110)
