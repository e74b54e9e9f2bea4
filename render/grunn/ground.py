"""The static layers of Grunn's pictures, in palette mode: the sheet with its header, the pale sea, paper flecks."""

from functools import lru_cache
from math import sin

from PIL import Image, ImageDraw

from render.core.colour import RGB, mix
from render.core.fonts import VOLLKORN
from render.core.ink import Pen, Stroke
from render.core.noise import Wobble, seeded
from render.core.paths import Point, arc, closed, rectangle, wave
from render.core.surface import Raster, Surface
from render.grunn.inks import CREAM, DEEP, DEEP2, INK, LAND, PAPER, PAPER2, SEA, SEA2, SUN, palette

WIDTH, HEIGHT = 1080, 1350
HEADER = 82
STRIP_TOP = 1134
SEA_BOX = (0, 404, 738, 1137)  # with the paper beside the shore
MARGIN = 36  # plain sea about the grid for the coordinates


@lru_cache(maxsize=1)
def header() -> Raster:
    """The dark band with the title, the skyline of the coast and the rising sun; 1080 pixels wide."""
    plate = Surface("header", (0, 0, WIDTH, HEADER), 1.0, fine=3)
    pen = plate.pen()
    pen.shape(rectangle(-4, -4, WIDTH + 4, 80), DEEP, shake=0)
    pen.shape([(370, 66), *arc(370, 66, 40, (180, 360))], SUN, shake=0.3)
    land = [(float(x), 71 - 2.6 * sin(x / 71) - 1.6 * sin(x / 29 + 1)) for x in range(-4, WIDTH + 8, 6)]
    pen.shape([*land, (WIDTH + 4, 82), (-4, 82)], LAND, shake=0.3)
    _mill(pen.moved(290, 70))
    for at in (440, 660):
        _poplars(pen.moved(at, 71))
    _church(pen.moved(529, 70))
    pen.shape([(603, 70), (609, 57), (636, 57), (643, 70)], LAND, shake=0.3)
    pen.line([(-4, 80), (WIDTH + 4, 80)], Stroke(3.2, INK, shake=0.5))
    plate.text("GRUNN", (24, 18), (VOLLKORN, 62, CREAM), corner=True)
    return plate.raster()


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
        pen.disc(i * 9 - 4, -high / 2, (4.2, high / 2), LAND)
        pen.line([(i * 9 - 4, 0), (i * 9 - 4, -8)], Stroke(2, LAND))


def _church(pen: Pen) -> None:
    """A village church with a cross."""
    pen.shape([(-8, 2), (-8, -17), (0, -25), (8, -17), (8, 2)], LAND, shake=0.2)
    pen.shape([(6, 2), (6, -9), (40, -9), (46, 2)], LAND, shake=0.2)
    pen.line([(0, -24), (0, -33)], Stroke(2, LAND))
    pen.line([(-3.5, -30), (3.5, -30)], Stroke(2, LAND))


@lru_cache(maxsize=1)
def pool_arrow() -> Raster:
    """The ink arrow in the pool's left margin: pairs slide that way."""
    plate = Surface("slide", (0, 0, 64, 140), 1.0)
    pen = plate.pen()
    head = [(7, 70), (45, 12), (45, 45), (57, 45), (57, 95), (45, 95), (45, 128)]
    pen.line(closed([(float(x), float(y)) for x, y in head]), Stroke(7, CREAM, shake=0.3))
    pen.shape([(float(x), float(y)) for x, y in head], INK, shake=0.5)
    return plate.raster()


@lru_cache(maxsize=8)
def sheet(size: tuple[int, int], strip: int) -> Image.Image:
    """Cream paper with flecks under the header; from `strip` down (0: nowhere) the darker paper of the others."""
    wide, high = size
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    if strip:
        draw.rectangle((0, strip, wide, high), fill=PAPER2)
    chance = seeded("flecks")
    for _ in range(round(high * 0.19)):
        x, y = chance.randrange(wide), chance.randrange(HEADER, high)
        ground = PAPER2 if strip and y > strip else PAPER
        reach = chance.choice((1, 1, 2))
        draw.ellipse((x, y, x + reach, y + reach), fill=mix(INK, ground, chance.choice((0.1, 0.16))))
    top = header()
    image.paste(top.image, (0, 0), top.image)
    if strip:
        edge = horizon(wide)
        image.paste(edge.image, (edge.left, strip + edge.top), edge.image)
    return palette().bring(image)


@lru_cache(maxsize=4)
def horizon(wide: int) -> Raster:
    """The wavy ink line above the others' strip, (0, 0) at its left end."""
    plate = Surface("horizon", (0, -8, wide, 8), 1.0)
    line = [(float(x), 2.2 * sin(x / 93) + 1.2 * sin(x / 37)) for x in range(-6, wide + 12, 8)]
    plate.pen().line(line, Stroke(3.4, INK, shake=0.5))
    return plate.raster()


Grid = tuple[float, float, int, int, int, int]  # left, top, cell, gap, columns, rows


@lru_cache(maxsize=32)
def sea(grid: Grid, box: tuple[int, int, int, int], open_right: bool) -> Image.Image:
    """
    The sea in palette mode, `box` (left, top, right, bottom) being its place in the picture.

    Waves keep to the gaps and margins: none touches the cells or the coordinates. With `open_right` there is a shore
    along the right edge, else the sea fills the whole width.
    """
    left, top, right, bottom = box
    plate = Surface("sea", (left, top, right, bottom), 1.0, fine=2)
    pen = plate.pen()
    shore = _shore(box, open_right=open_right)
    pen.shape(rectangle(left - 9, top - 9, right + 9, bottom + 9), PAPER, shake=0)
    foot = [(shore[-1][0], bottom + 9.0), (left - 9.0, bottom + 9.0), (left - 9.0, shore[0][1])]
    pen.shape([*shore, *foot], SEA, shake=0)
    _waves(pen, grid, (left, top, right - 24 if open_right else right, bottom))
    pen.line(shore, Stroke(3.2, DEEP2, shake=0.4))
    if open_right:
        _flecks(pen, shore, right)
    return palette().bring(plate.raster().image)


def _shore(box: tuple[int, int, int, int], *, open_right: bool) -> list[Point]:
    """The upper shore from left to right, then the right one downwards."""
    left, top, right, bottom = box
    edge = right - 14 if open_right else right + 9
    upper = Wobble("upper shore", 46.0)
    path = [(float(x), top + 7 + 3.4 * upper(x + 20.0)) for x in range(left - 9, edge, 6)]
    if open_right:
        side = Wobble("right shore", 52.0)
        path.append((edge - 2.0, top + 8.0))
        path.extend((edge + 6 * side(float(y)), float(y)) for y in range(top + 14, bottom + 12, 6))
    return path


def _waves(pen: Pen, grid: Grid, box: tuple[int, int, int, int]) -> None:
    """Short strokes in the gaps between the rows and in the margins."""
    gx, gy, cell, gap, columns, rows = grid
    left, top, right, bottom = box
    chance = seeded(f"waves{grid}")
    grid_right, grid_bottom = gx + columns * (cell + gap) - gap, gy + rows * (cell + gap) - gap
    lines = [gy + i * (cell + gap) - gap / 2 for i in range(1, rows)]
    for y in lines:
        for column in range(columns):
            if chance.random() < 0.7:
                x = gx + column * (cell + gap) + chance.uniform(0, cell * 0.6)
                _wave(pen, x, y + chance.uniform(-2, 2), min(38.0, cell * 0.3))
    for y in range(top + 26, bottom - 8, 34):
        for x in range(left + 8, right - 40, 62):
            at = (x + chance.uniform(0, 20), y + chance.uniform(-6, 6))
            free_x = at[0] + 34 < gx - MARGIN + 26 or at[0] > grid_right + MARGIN
            near_x = gx - MARGIN - 8 < at[0] + 34 and at[0] < grid_right + MARGIN
            free_y = at[1] < gy - MARGIN - 6 or at[1] > grid_bottom + MARGIN + 6
            if (free_x and not near_x) or free_y:
                _wave(pen, *at, 30.0)
    for column in range(1, columns):
        middle = gx + column * (cell + gap) - gap / 2
        for y in (gy - 22, grid_bottom + 22):
            if chance.random() < 0.8:
                _wave(pen, middle - 16 + chance.uniform(-8, 8), y + chance.uniform(-8, 8), 30.0)


def _wave(pen: Pen, x: float, y: float, wide: float) -> None:
    pen.line(wave((x, y), wide, swing=1.6, period=wide * 0.95), Stroke(2.0, SEA2, tapered=True))


def _flecks(pen: Pen, shore: list[Point], right: int) -> None:
    """A few paper flecks between the shore and the panel."""
    chance = seeded("beach")
    for x, y in shore[::9]:
        at = x + chance.uniform(8, 18)
        if at < right - 2:
            pen.disc(at, y + chance.uniform(0, 40), 0.8, mix(INK, PAPER, 0.14))


@lru_cache(maxsize=16)
def pill(wide: int, fill: RGB) -> Raster:
    """The flag-shaped plate of the player to move, its point to the right; (0, 0) is the upper right end."""
    plate = Surface("pill", (-wide - 4, -4, 4, 66), 1.0)
    body = [(-wide + 2.0, 1.0), (-22.0, 1.0), (-2.0, 26.0), (-22.0, 52.0), (-wide + 2.0, 52.0)]
    plate.pen().shape(body, fill, edge=Stroke(3.4, INK, shake=0.6), shake=0.4)
    return plate.raster()
