"""The tag with the number of a change, as the words beside the picture count them, or with the name of a choice."""

from collections.abc import Mapping

from games.core.game import Marks
from render.core.colour import RGB
from render.core.ink import even
from render.core.lettering.fonts import Face
from render.core.lettering.text import ink_box, width
from render.core.memory.cache import cached
from render.core.paths import close_path, round_rectangle
from render.core.surface import Raster, Surface

RIM = 3.5  # pixels of ink round the rim
INNER, LINE = 2.5, 1.5  # pixels of a tight badge round its text, and of each line of its rim


def extent(text: str, face: Face, size: int) -> tuple[float, float]:
    """Half the width and height of a tag without its rim."""
    return max(size * 0.42, width(text, face, size) / 2 + size * 0.18), size * 0.48


@cached
def badge(text: str, face: Face, size: int, ink: RGB, paper: RGB, rim: RGB | None = None) -> Raster:
    """
    A dark tag with a pale rim and text, told from its ground by lightness alone; (0, 0) is its middle.

    `size` is that of the text in pixels; the rim has the text's colour unless it has one of its own.
    """
    wide, high = extent(text, face, size)
    surface = Surface("badge", (-wide - 6, -high - 6, wide + 6, high + 6), 1.0)
    body = round_rectangle(-wide, -high, wide, high, radius=size * 0.2)
    pen = surface.pen()
    pen.line(close_path(body), even(2 * RIM, ink))
    pen.line(close_path(body), even(RIM, rim or paper))
    pen.shape(body, ink, shake=0)
    surface.text(text, (0, 0), (face, size, paper))
    return surface.cut()


@cached
def tight(text: str, face: Face, size: int, ink: RGB, paper: RGB) -> Raster:
    """The same no larger than its text takes, for places where every pixel beside it says something."""
    left, top, right, bottom = ink_box(text, face, size)
    wide, high = (right - left) / 2 + INNER, (bottom - top) / 2 + INNER
    reach = 2 * LINE + 2
    surface = Surface("tight", (-wide - reach, -high - reach, wide + reach, high + reach), 1.0)
    body = round_rectangle(-wide, -high, wide, high, radius=size * 0.2)
    pen = surface.pen()
    pen.line(close_path(body), even(4 * LINE, ink))
    pen.line(close_path(body), even(2 * LINE, paper))
    pen.shape(body, ink, shake=0)
    surface.text(text, (0, 0), (face, size, paper))
    return surface.cut()


def numbers_of(marks: Marks) -> Mapping[str, int]:
    """The number of each marked spot that has one."""
    return {spot: number for spot, number in zip(marks.spots, marks.numbers, strict=False) if number}
