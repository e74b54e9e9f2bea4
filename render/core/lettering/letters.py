"""Lettering as rasters: text that changes from picture to picture, drawn once and cached by whoever bakes it."""

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.fonts import Face
from render.core.lettering.text import ink_box, stamp
from render.core.surface import Raster


def lettering(text: str, face: Face, size: int, colour: RGB) -> Raster:
    """Text on transparent ground; (0, 0) of it is the pen's start on the baseline."""
    left, top, right, bottom = ink_box(text, face, size)
    if right <= left or bottom <= top:
        return Raster(Image.new("RGBA", (1, 1)))
    box = (right - left + 2, bottom - top + 2)
    # The letters are drawn as a mask: on transparent ground their edges would mix with black.
    veil = Image.new("RGB", box)
    stamp(veil, text, (1 - left, 1 - top), (face, size, (255, 255, 255)))
    image = Image.new("RGBA", box, colour)
    image.putalpha(veil.getchannel("R"))
    return Raster(image, left - 1, top - 1)
