"""Sprites: drawings brought to the palette on the ground they will lie on, and the canvas they are pasted on."""

from dataclasses import dataclass

from PIL import Image

from render.core.colour import RGB
from render.core.palette import Palette
from render.core.surface import Raster


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture in palette mode with a one-bit mask; (0, 0) of it lies `left`, `top` pixels from its corner."""

    image: Image.Image
    mask: Image.Image | None
    left: int = 0
    top: int = 0

    @property
    def width(self) -> int:
        """Width in pixels, shadow and rim included."""
        return self.image.width

    @property
    def height(self) -> int:
        """Height in pixels, shadow and rim included."""
        return self.image.height


def bake(raster: Raster, ground: RGB, palette: Palette) -> Sprite:
    """
    The drawing as it looks on a ground of one colour, in palette mode.

    Soft rims and shadows are mixed with the ground here, once; pasting is then a copy of bytes.
    """
    image = Image.new("RGBA", raster.image.size, (*ground, 255))
    image.alpha_composite(raster.image)
    alpha = raster.image.getchannel("A")
    mask = None
    if any(alpha.histogram()[:255]):
        mask = alpha.point([0 if i < raster.faint else 255 for i in range(256)]).convert("1")
    return Sprite(palette.bring(image), mask, raster.left, raster.top)


class Canvas:
    """
    A picture in the making: a copy of a background on which sprites are pasted.

    Pasting goes to Pillow's core: the checks of `Image.paste`, which a canvas and its sprites always pass, would take
    twice the time of the copying itself, and a picture has hundreds of sprites.
    """

    __slots__ = ("_core", "image")

    def __init__(self, background: Image.Image) -> None:
        self.image = background.copy()
        self._core = self.image.im

    def paste(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite's (0, 0) at a place in pixels."""
        left, top = round(x) + sprite.left, round(y) + sprite.top
        wide, high = sprite.image.size
        box = (left, top, left + wide, top + high)
        if sprite.mask is None:
            self._core.paste(sprite.image.im, box)
        else:
            self._core.paste(sprite.image.im, box, sprite.mask.im)

    def copy_from(self, image: Image.Image, start: tuple[int, int], corner: tuple[int, int], mask: Image.Image) -> None:
        """Copy the part of another picture of this palette that lies under a mask, from `start` there to `corner`."""
        wide, high = mask.size
        part = image.im.crop((*start, start[0] + wide, start[1] + high))
        self._core.paste(part, (*corner, corner[0] + wide, corner[1] + high), mask.im)
