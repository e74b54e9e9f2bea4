"""Captions of films: a strip below each board that tells the turn which led to it."""

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.text import fit_lines, plain
from render.core.memory.cache import cached
from render.core.surface import Surface

STRIP = 92
"""Pixels of its height: two lines."""
LINE, MARGIN = 40, 20
SIZES = (42, 32)
INK, CREAM = (28, 26, 24), (255, 248, 231)


def add_caption(image: Image.Image, words: str) -> Image.Image:
    """The picture in true colour with the strip below it."""
    whole = Image.new("RGB", (image.width, image.height + STRIP), INK)
    whole.paste(image.convert("RGB"))
    whole.paste(_strip(words, image.width, CREAM), (0, image.height))
    return whole


@cached
def _strip(words: str, wide: int, colour: RGB) -> Image.Image:
    """The strip, with up to two lines of words; what is too long is cut."""
    strip = Image.new("RGBA", (wide, STRIP), INK)
    found = fit_lines(plain(words), ((KAFFEESATZ, SIZES),), wide - 2 * MARGIN)
    surface = Surface("caption", (0, 0, wide, STRIP), 1.0, fine=2)
    top = STRIP / 2 - (len(found.lines) - 1) * LINE / 2
    for at, line in enumerate(found.lines):
        surface.text(line, (wide / 2, top + at * LINE), (found.face, found.size, colour))
    strip.alpha_composite(surface.raster().image)
    return strip.convert("RGB")
