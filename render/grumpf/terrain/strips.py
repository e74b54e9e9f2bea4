"""The printed strip on top of each slab: the board's colour, a motif of its own, worn where the press was dry."""

from collections.abc import Callable
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, wave
from render.core.surface import Surface
from render.grumpf.inks import BOARDS, INK, MOTIFS, STONES
from render.grumpf.terrain.stone import SLAB, STRIP, rock

FINE = 3


def _honeycomb(pen: Pen, board: str) -> None:
    chance = seed_random("honey")
    r = 15.0
    across = r * 3**0.5
    for row in range(-1, 4):
        for column in range(-1, SLAB[0] // 26 + 2):
            if chance.random() < 0.2:
                continue
            x, y = across * (column + row % 2 / 2), row * r * 1.5 + 4
            points = [(x + (r - 1.8) * sin(pi * i / 3), y - (r - 1.8) * cos(pi * i / 3)) for i in range(6)]
            pen.shape(points, MOTIFS[board], shake=0)


def _lozenges(pen: Pen, board: str) -> None:
    for i in range(-4, SLAB[0] // 20 + 5):
        x = i * 20.0
        pen.line([(x, -2), (x + 60, STRIP + 2)], even(2.2, MOTIFS[board]))
        pen.line([(x, -2), (x - 60, STRIP + 2)], even(2.2, MOTIFS[board]))


def _waves(pen: Pen, board: str) -> None:
    for row in range(5):
        line = wave((-10, 4 + 13.0 * row), SLAB[0] + 20, swing=4, period=46, phase=row * 2.1)
        pen.line(line, even(3, MOTIFS[board]))


def _feathers(pen: Pen, board: str) -> None:
    for row in range(4):
        for column in range(-1, SLAB[0] // 26 + 2):
            x, y = column * 26.0 + row % 2 * 13, row * 15.0 + 8
            pen.line([(x - 9, y - 6), (x, y), (x + 9, y - 6)], even(2.4, MOTIFS[board]))
            pen.line([(x, y - 8), (x, y)], even(2.4, MOTIFS[board]))


def _hairs(pen: Pen, board: str) -> None:
    chance = seed_random("hair")
    for row in range(5):
        for column in range(SLAB[0] // 9 + 1):
            x, y = column * 9.0 + chance.uniform(-2, 2), row * 13.0 + chance.uniform(-3, 3)
            pen.line([(x, y), (x + 3, y + 8), (x + 1, y + 16)], even(2, MOTIFS[board]))


def _spirals(pen: Pen, board: str) -> None:
    for row in range(3):
        for column in range(-1, SLAB[0] // 36 + 2):
            x, y = column * 36.0 + row % 2 * 18, row * 26.0 + 5
            points: list[Point] = []
            for i in range(25):
                angle, radius = 4.4 * pi * i / 24, 1 + 11 * i / 24
                points.append((x + radius * cos(angle), y + radius * sin(angle)))
            pen.line(points, even(2.2, MOTIFS[board]))


_MOTIFS: dict[str, Callable[[Pen, str], None]] = {
    "B": _honeycomb, "R": _lozenges, "F": _waves, "W": _feathers, "M": _hairs, "S": _spirals,
}  # fmt: skip


@cached
def face(board: str) -> Image.Image:
    """The whole face of a slab: rock under its strip."""
    image = rock(board).copy()
    plate = Surface(f"strip{board}", (0, 0, SLAB[0], STRIP + 6), 1.0, fine=FINE, flat=True)
    chance = seed_random(f"edge{board}")
    edge = [(float(x), STRIP + chance.uniform(-1.1, 1.1)) for x in range(SLAB[0] + 10, -11, -9)]
    shape = [(-5.0, -5.0), (SLAB[0] + 5.0, -5.0), *edge]
    plate.pen().shape(shape, BOARDS[board], shake=0)
    motif = plate.layer()
    _MOTIFS[board](motif.pen(), board)
    motif.clip(plate)
    plate.lay(motif)
    _wear(plate.image, board)
    plate.pen().line(edge, even(2.5, INK))
    strip = plate.raster().image
    image.paste(strip, (0, 0), strip)
    return image


def _wear(image: Image.Image, board: str) -> None:
    """Few specks where the stone shows through."""
    chance = seed_random(f"wear{board}")
    draw = ImageDraw.Draw(image)
    low = STRIP * FINE - 2
    for _ in range(26):
        x = chance.uniform(0, image.width)
        y = chance.choice((chance.uniform(0, 16), chance.uniform(low - 22, low), chance.uniform(0, low)))
        for _ in range(3):
            px, py = x + chance.gauss(0, 9), y + chance.gauss(0, 5)
            rx, ry = chance.uniform(0.8, 3.4), chance.uniform(0.8, 2.4)
            draw.ellipse((px - rx, py - ry, px + rx, py + ry), fill=STONES[board])
