"""The tag with a number on a change: which of several turns made it, as the words beside the picture count them."""

from collections.abc import Mapping
from functools import lru_cache

from games.core.game import Marks
from render.core.colour import RGB
from render.core.fonts import Face
from render.core.ink import even
from render.core.paths import closed, rounded
from render.core.surface import Raster, Surface
from render.core.text import width


@lru_cache(maxsize=256)
def badge(text: str, face: Face, size: int, ink: RGB, paper: RGB) -> Raster:
    """
    A dark tag with a pale rim and number, told from its ground by lightness alone; (0, 0) is its middle.

    `size` is that of the number in pixels.
    """
    high = size * 0.52
    wide = max(high, width(text, face, size) / 2 + size * 0.22)
    surface = Surface("badge", (-wide - 6, -high - 6, wide + 6, high + 6), 1.0)
    body = rounded(-wide, -high, wide, high, radius=size * 0.2)
    pen = surface.pen()
    pen.line(closed(body), even(7, ink))
    pen.line(closed(body), even(3.5, paper))
    pen.shape(body, ink, shake=0)
    surface.text(text, (0, 0), (face, size, paper))
    return surface.cut()


def numbers_of(marks: Marks) -> Mapping[str, int]:
    """The number of each marked spot that has one."""
    return {spot: number for spot, number in zip(marks.spots, marks.numbers, strict=False) if number}
