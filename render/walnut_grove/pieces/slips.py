"""Slips of paper and plates of ink on which players and seasons are named."""

from render.core.ink import even
from render.core.lettering.badge import badge
from render.core.lettering.fonts import SLAB
from render.core.memory.cache import cached
from render.core.paths import arc, round_rectangle
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FIELD, FOREST, FOREST_D, FOREST_L, INK, PASTURE_D, SOFT, WHITE
from render.walnut_grove.paint import surface

TAG = 32  # pixels of the numbers on changes


@cached
def dark(wide: float, high: float) -> Raster:
    """An ink plate; (0, 0) at its corner."""
    made = surface("dark", (-2, -2, wide + 2, high + 2))
    made.pen().shape(round_rectangle(0, 0, wide, high, radius=7), INK, shake=0)
    return made.raster()


def tag(number: int) -> Raster:
    """The number on a change; (0, 0) in its middle."""
    return badge(str(number), SLAB, TAG, INK, WHITE)


@cached
def slip(wide: float, high: float, *, first: bool = False) -> Raster:
    """A slip of paper, yellow for the first of all; (0, 0) at its corner."""
    made = surface("slip", (-6, -6, wide + 8, high + 8))
    pen = made.pen()
    form = round_rectangle(0, 0, wide, high, radius=8)
    pen.shape([(x + 3, y + 4) for x, y in form], SOFT, shake=0)
    pen.shape(form, FIELD if first else CREAM, edge=even(4, INK), shake=0)
    return made.raster()


@cached
def sprig(*, left: bool) -> Raster:
    """A walnut twig; (0, 0) in its middle."""
    made = surface("sprig", (-60, -36, 60, 36), 0.8)
    pen = made.pen()
    sign = -1 if left else 1
    pen.line([(-44 * sign, 8), (44 * sign, -8)], even(3.4, FOREST_D))
    for x, y, lean in ((-16, -12, -1), (4, -18, -1), (24, -22, -1), (-2, 14, 1), (18, 10, 1), (38, 2, 1)):
        leaf = [(x * sign, y - lean * 8), ((x + 16) * sign, y - 4), ((x + 24) * sign, y + lean * 6)]
        pen.shape([*leaf, ((x + 8) * sign, y + 6)], PASTURE_D, edge=even(2.4, INK), shake=0)
    for x, y in ((-42, 14), (-26, 20)):
        pen.disc(x * sign, y, 13, INK)
        pen.disc(x * sign, y, 10.4, FOREST_L)
        pen.line(arc(x * sign, y, 5, (30, 210)), even(2, FOREST))
    return made.raster()
