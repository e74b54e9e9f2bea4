"""Sprites: drawings brought to the palette on the ground they will lie on, and the canvas they are pasted on."""

from dataclasses import dataclass

from PIL import Image

from render.core.colour import RGB
from render.core.palette import Palette
from render.core.plate import Raster


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
    """A picture in the making: a copy of a background on which sprites are pasted."""

    __slots__ = ("image",)

    def __init__(self, background: Image.Image) -> None:
        self.image = background.copy()

    def paste(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite's (0, 0) at a place in pixels."""
        corner = (round(x) + sprite.left, round(y) + sprite.top)
        self.image.paste(sprite.image, corner, sprite.mask)
