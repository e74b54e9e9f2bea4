"""What stands on a farm or lies in town for sale: huts, barns, wagons, the house, improvements."""

from collections.abc import Callable

from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.paths import arc, rectangle
from render.core.surface import Raster
from render.walnut_grove.inks import (
    BLACK,
    CREAM,
    FIELD,
    FOREST,
    FOREST_D,
    FOREST_L,
    GOLD,
    INK,
    LAKE,
    PAPER3,
    PASTURE,
    RAIL,
    RED,
    ROCK,
    ROCK_D,
    ROCK_L,
    WHITE,
)
from render.walnut_grove.paint import surface
from render.walnut_grove.pieces.tokens import fire

LINE = even(3, INK)
THIN = even(2, INK)


def hut(pen: Pen) -> None:
    """Brown logs under a straw roof."""
    pen.shape(rectangle(-26, -4, 26, 24), FOREST_L, edge=LINE, shake=0)
    for y in (3, 10, 17):
        pen.line([(-26, y), (26, y)], THIN)
    pen.shape(rectangle(-7, 6, 7, 24), FOREST_D, shake=0)
    pen.shape([(-33, -3), (-19, -25), (19, -25), (33, -3)], FIELD, edge=LINE, shake=0)
    for x in (-14, 0, 14):
        pen.line([(x, -20), (x * 1.3, -7)], THIN)


def barn(pen: Pen) -> None:
    """A red gambrel front with a white X door."""
    pen.shape([(-28, 26), (-28, -6), (-17, -22), (0, -30), (17, -22), (28, -6), (28, 26)], RED, edge=LINE, shake=0)
    pen.shape(rectangle(-13, 2, 13, 26), WHITE, edge=LINE, shake=0)
    pen.line([(-13, 2), (13, 26)], LINE)
    pen.line([(13, 2), (-13, 26)], LINE)
    pen.shape(rectangle(-7, -18, 7, -8), WHITE, edge=THIN, shake=0)


def campfire(pen: Pen) -> None:
    """Two crossed logs under a flame."""
    for a, b in (((-26, 14), (24, 24)), ((26, 14), (-24, 24))):
        pen.line([a, b], even(11, INK))
        pen.line([a, b], even(6, FOREST_L))
    fire(pen.shift(0, -4, 0.92))


def _tent(pen: Pen) -> None:
    pen.shape([(0, -28), (30, 26), (-30, 26)], CREAM, edge=LINE, shake=0)
    pen.shape([(0, -22), (9, 26), (-12, 26)], FOREST_D, edge=THIN, shake=0)
    pen.line([(0, -34), (0, -26)], LINE)


def _ladder(pen: Pen) -> None:
    for y in range(-22, 27, 11):
        shift = -y * 0.25
        pen.line([(-13 + shift, y), (13 + shift, y)], even(7, INK))
        pen.line([(-13 + shift, y), (13 + shift, y)], even(3, RAIL))
    for x in (-13, 13):
        pen.line([(x + 7.5, -30), (x - 7.5, 30)], even(8, INK))
        pen.line([(x + 7.5, -30), (x - 7.5, 30)], even(4, FIELD))


def _safe(pen: Pen) -> None:
    pen.shape(rectangle(-28, -28, 28, 24), ROCK_D, edge=LINE, shake=0)
    for x in (-22, 14):
        pen.shape(rectangle(x, 24, x + 8, 30), INK, shake=0)
    pen.shape(rectangle(-20, -20, 20, 16), ROCK, edge=THIN, shake=0)
    pen.disc(0, -2, 13, INK)
    pen.disc(0, -2, 10, GOLD)
    pen.line([(-9, -2), (9, -2)], THIN)
    pen.line([(0, -11), (0, 7)], THIN)


def _storehouse(pen: Pen) -> None:
    pen.shape(rectangle(-27, -8, 27, 26), FOREST_L, edge=LINE, shake=0)
    for x in (-27, -9, 9):
        pen.shape(rectangle(x + 3, 0, x + 15, 26), CREAM, edge=THIN, shake=0)
    pen.shape([(-34, -7), (-22, -28), (22, -28), (34, -7)], ROCK_D, edge=LINE, shake=0)


def _paddock(pen: Pen) -> None:
    pen.shape(rectangle(-28, 4, 28, 24), PASTURE, shake=0)
    for y in (-12, 8):
        pen.line([(-32, y), (32, y)], even(9, INK))
        pen.line([(-32, y), (32, y)], even(4.4, RAIL))
    for x in (-22, 0, 22):
        pen.line([(x, -26), (x, 26)], even(11, INK))
        pen.line([(x, -26), (x, 26)], even(6, FOREST_L))


def _horses(pen: Pen) -> None:
    head = [(-22, 28), (-14, -4), (-4, -22), (2, -32), (7, -22), (24, -2), (26, 10), (16, 14), (6, 8), (12, 28)]
    pen.shape([(x, y) for x, y in head], FOREST, edge=LINE, shake=0)
    pen.line([(-20, 22), (-12, -4), (-2, -20)], even(6, BLACK))
    pen.disc(7, -8, 2.8, WHITE)


def _well(pen: Pen) -> None:
    pen.shape(rectangle(-24, 6, 24, 28), ROCK_L, edge=LINE, shake=0)
    pen.line([(-24, 17), (24, 17)], THIN)
    for x in (-12, 8):
        pen.line([(x, 6), (x, 17)], THIN)
    for x in (-19, 19):
        pen.line([(x, -14), (x, 6)], even(5, INK))
    pen.shape([(-30, -12), (0, -32), (30, -12)], RED, edge=LINE, shake=0)
    pen.line([(0, -12), (0, -4)], THIN)
    pen.shape([(-7, -5), (7, -5), (5, 6), (-5, 6)], LAKE, edge=THIN, shake=0)


THINGS: dict[str, Callable[[Pen], None]] = {
    "hut": hut, "barn": barn, "campfire": campfire, "tent": _tent, "ladder": _ladder, "safe": _safe,
    "storehouse": _storehouse, "paddock": _paddock, "horses": _horses, "well": _well,
}  # fmt: skip


@cached
def thing(kind: str, share: float = 1.0) -> Raster:
    """A thing of about 60 units; (0, 0) in its middle."""
    made = surface(kind, (-38, -38, 38, 36), share)
    THINGS[kind](made.pen())
    return made.raster()


@cached
def wagon(share: float = 1.0) -> Raster:
    """A covered wagon; (0, 0) in the middle of its foot."""
    made = surface("wagon", (-54, -86, 54, 6), share)
    pen = made.pen()
    pen.shape(rectangle(-40, -36, 40, -18), FOREST_L, edge=LINE, shake=0)
    hood = [(-44, -36), (-46, -62), (-38, -78), (-12, -72), (12, -72), (38, -78), (46, -62), (44, -36)]
    pen.shape([(x, y) for x, y in hood], CREAM, edge=LINE, shake=0)
    for x in (-22, 0, 22):
        pen.line([(x * 0.95, -73), (x, -36)], even(2, PAPER3))
    for x in (-25, 25):
        pen.disc(x, -12, 14.5, INK)
        pen.disc(x, -12, 10.5, FOREST_L)
        for dx, dy in ((0, 11), (11, 0), (8, 8), (8, -8)):
            pen.line([(x - dx, -12 - dy), (x + dx, -12 + dy)], even(2, INK))
        pen.disc(x, -12, 3.6, INK)
    return made.raster()


@cached
def house(share: float = 1.0) -> Raster:
    """The farmer's house, 120 wide; (0, 0) in the middle of its foot."""
    made = surface("house", (-66, -164, 66, 4), share)
    pen = made.pen()
    pen.shape(rectangle(22, -154, 40, -116), RED, edge=LINE, shake=0)
    pen.shape(rectangle(-50, -82, 50, 0), CREAM, edge=LINE, shake=0)
    for y in range(-70, -6, 12):
        pen.line([(-50, y), (50, y)], even(2, PAPER3))
    pen.shape(rectangle(-42, -64, -22, -38), LAKE, edge=LINE, shake=0)
    pen.shape([*arc(0, -24, (16, 20), (180, 360)), (16, 0), (-16, 0)], FOREST, edge=LINE, shake=0)
    pen.shape([(-62, -80), (-40, -126), (40, -126), (62, -80)], ROCK_D, edge=LINE, shake=0)
    for x in (-30, -10, 10, 30):
        pen.line([(x * 0.9, -121), (x * 1.3, -86)], even(2, INK))
    return made.raster()
