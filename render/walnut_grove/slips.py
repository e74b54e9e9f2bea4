"""Slips of paper and plates of ink on which players and seasons are named."""

from functools import lru_cache

from render.core.badge import badge
from render.core.fonts import SLAB
from render.core.ink import even
from render.core.paths import rounded
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, FIELD, INK, PAPER2, SOFT, WHITE
from render.walnut_grove.paint import plate

HIGH = 94
TAG = 30  # pixels of the numbers on changes


@lru_cache(maxsize=8)
def dark(wide: float, high: float) -> Raster:
    """An ink plate; (0, 0) at its corner."""
    made = plate("dark", (-2, -2, wide + 2, high + 2))
    made.pen().shape(rounded(0, 0, wide, high, radius=7), INK, shake=0)
    return made.raster()


def tag(number: int) -> Raster:
    """The number on a change; (0, 0) in its middle."""
    return badge(str(number), SLAB, TAG, INK, WHITE)


@lru_cache(maxsize=16)
def slot(wide: float, state: str) -> Raster:
    """A player's slip: yellow and strong for the `first`, dull when `done`; (0, 0) at its corner."""
    made = plate("slot", (-6, -6, wide + 8, HIGH + 8))
    pen = made.pen()
    fill = {"first": FIELD, "done": PAPER2}.get(state, CREAM)
    big = 2 if state == "first" else 0
    form = rounded(-big, -big, wide + big, HIGH + big, radius=6)
    pen.shape([(x + 3, y + 4) for x, y in form], SOFT, shake=0)
    pen.shape(form, fill, edge=even(5 if big else 3.4, INK), shake=0)
    return made.raster()
