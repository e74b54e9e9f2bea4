"""The static layers of Grunn's pictures, in palette mode: paper with flecks, the header, the sea with its shore."""

from math import sin

from PIL import Image, ImageDraw

from render.core.colour import RGB, mix
from render.core.ink import Pen, Stroke
from render.core.lettering.fonts import VOLLKORN
from render.core.memory.cache import cached
from render.core.noise import Wobble, seed_random
from render.core.paths import arc, rectangle, wave
from render.core.surface import HARD, Raster
from render.grunn.inks import CREAM, DEEP, DEEP2, INK, LAND, PAPER, PAPER2, SEA, SEA2, SUN, palette
from render.grunn.pieces.surfaces import Surface

WIDTH, HEIGHT = 1100, 700
HEADER = 62
SEA_RIGHT = 642
SKYLINE = 0.8  # its size against the units it is drawn in


@cached
def header() -> Raster:
    """The dark band with the title, the skyline of the coast and the rising sun."""
    surface = Surface("header", (0, 0, WIDTH, HEADER + 2), 1.0, fine=3)
    pen = surface.pen()
    pen.shape(rectangle(-4, -4, WIDTH + 4, HEADER), DEEP, shake=0)
    pen.shape([(305, 52), *arc(340, 52, 33, (180, 360))], SUN, shake=0.3)
    land = [(float(x), 54 - 2.4 * sin(x / 71) - 1.4 * sin(x / 29 + 1)) for x in range(-4, WIDTH + 8, 6)]
    pen.shape([*land, (WIDTH + 4, HEADER + 2), (-4, HEADER + 2)], LAND, shake=0.3)
    _mill(pen.shift(262, 54, SKYLINE))
    for at in (409, 727):
        _poplars(pen.shift(at, 55, SKYLINE))
    _church(pen.shift(463, 55, SKYLINE))
    pen.shape([(655, 55), (661, 44), (682, 44), (688, 55)], LAND, shake=0.3)
    pen.line([(-4, HEADER), (WIDTH + 4, HEADER)], Stroke(3.2, INK, shake=0.5))
    surface.text("GRUNN", (20, 13), (VOLLKORN, 53, CREAM), corner=True)
    return surface.raster()


def _mill(pen: Pen) -> None:
    """A windmill standing on (0, 0)."""
    pen.shape([(-11, 2), (-7, -26), (7, -26), (11, 2)], LAND, shake=0.2)
    pen.shape([(-8, -26), (0, -35), (8, -26)], LAND, shake=0.2)
    for turn in (38, 128, 218, 308):
        (x, y) = arc(0, -29, 31, (turn, turn + 1), steps=1)[0]
        pen.line([(0, -29), (x, y)], Stroke(2.6, LAND))
        (sx, sy) = arc(0, -29, 12, (turn + 14, turn + 15), steps=1)[0]
        (ex, ey) = arc(0, -29, 31, (turn + 10, turn + 11), steps=1)[0]
        pen.shape([(sx, sy), (ex, ey), (x, y), (x * 0.36, -29 + (y + 29) * 0.36)], LAND, shake=0.2)


def _poplars(pen: Pen) -> None:
    """Five tall trees side by side."""
    for i, high in enumerate((22, 28, 31, 27, 21)):
        pen.disc(i * 9 - 18, -high / 2, (4.2, high / 2), LAND)
        pen.line([(i * 9 - 18, 0), (i * 9 - 18, -8)], Stroke(2, LAND))


def _church(pen: Pen) -> None:
    """A village church with a cross."""
    pen.shape([(-8, 2), (-8, -17), (0, -25), (8, -17), (8, 2)], LAND, shake=0.2)
    pen.shape([(6, 2), (6, -9), (40, -9), (46, 2)], LAND, shake=0.2)
    pen.line([(0, -24), (0, -33)], Stroke(2, LAND))
    pen.line([(-3.5, -30), (3.5, -30)], Stroke(2, LAND))


@cached
def paper(high: int, strip: int) -> Image.Image:
    """Cream paper with flecks; from `strip` down (0: nowhere) the darker paper under a wavy line."""
    image = Image.new("RGB", (WIDTH, high), PAPER)
    draw = ImageDraw.Draw(image)
    if strip:
        draw.rectangle((0, strip, WIDTH, high), fill=PAPER2)
    chance = seed_random("flecks")
    for _ in range(round(high * 0.19)):
        x, y = chance.randrange(WIDTH), chance.randrange(high)
        ground = PAPER2 if strip and y > strip else PAPER
        reach = chance.choice((1, 1, 2))
        draw.ellipse((x, y, x + reach, y + reach), fill=mix(INK, ground, chance.choice((0.1, 0.16))))
    if strip:
        edge = horizon(WIDTH)
        image.paste(edge.image, (edge.left, strip + edge.top), edge.image)
    return palette().bring(image)


@cached
def horizon(wide: int) -> Raster:
    """The wavy ink line above a strip of darker paper, (0, 0) at its left end."""
    surface = Surface("horizon", (0, -8, wide, 8), 1.0)
    line = [(float(x), 2.2 * sin(x / 93) + 1.2 * sin(x / 37)) for x in range(-6, wide + 12, 8)]
    surface.pen().line(line, Stroke(3.4, INK, shake=0.5))
    return surface.raster()


@cached
def sea(top: int, high: int) -> Image.Image:
    """The pale sea on the left with its shore on the right, and a strip of paper behind that; from `top` on."""
    wide = SEA_RIGHT + 14
    surface = Surface("sea", (0, top, wide, top + high), 1.0, fine=2)
    pen = surface.pen()
    side = Wobble("right shore", 52.0)
    shore = [(SEA_RIGHT + 4.5 * side(float(y)), float(y)) for y in range(top - 12, top + high + 14, 6)]
    pen.shape(rectangle(-9, top - 9, wide + 9, top + high + 9), PAPER, shake=0)
    pen.shape([*shore, (-9.0, top + high + 9.0), (-9.0, top - 9.0)], SEA, shake=0)
    pen.line(shore, Stroke(3.2, DEEP2, shake=0.4))
    return palette().bring(surface.raster().image)


@cached
def wavelet(shape: int) -> Raster:
    """A short stroke of water, one of four; (0, 0) is its left end."""
    wide = 30.0 + 3 * shape
    surface = Surface(f"wave{shape}", (-3, -6, wide + 3, 6), 1.0)
    surface.pen().line(wave((0, 0), wide, swing=1.6, period=wide * 0.95), Stroke(2.0, SEA2, tapered=True))
    return surface.raster(HARD // 2)


@cached
def pill(wide: int, fill: RGB) -> Raster:
    """The flag behind whose move it is, its point to the right; (0, 0) is the upper right end."""
    surface = Surface("pill", (-wide - 4, -4, 4, 58), 1.0)
    body = [(-wide + 2.0, 1.0), (-20.0, 1.0), (-2.0, 26.0), (-20.0, 51.0), (-wide + 2.0, 51.0)]
    surface.pen().shape(body, fill, edge=Stroke(3.4, INK, shake=0.6), shake=0.4)
    return surface.raster()


@cached
def rule(wide: int, weight: float = 3.0) -> Raster:
    """A straight ink rule from (0, 0)."""
    surface = Surface("rule", (-2, -4, wide + 2, 4), 1.0)
    surface.pen().shape(rectangle(0, -weight / 2, wide, weight / 2), INK, shake=0.2)
    return surface.raster()
