"""
Plates: RGBA grounds drawn at four times their size and reduced once.

A plate has a box in units of its drawing and a number of pixels per unit; the raster made from it remembers where the
drawing's (0, 0) lies. Rasters are shared by caches and never changed.
"""

from dataclasses import dataclass
from math import ceil, floor

from PIL import Image, ImageChops, ImageFilter

from render.core.colour import RGB
from render.core.fonts import Face
from render.core.ink import Pen
from render.core.paths import Point
from render.core.text import ink_box, stamp

SUPER = 4
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Raster:
    """A finished RGBA drawing; (0, 0) of it lies `left`, `top` pixels from its corner (usually negative)."""

    image: Image.Image
    left: int = 0
    top: int = 0

    def over(self, other: "Raster", x: int = 0, y: int = 0) -> "Raster":
        """This raster laid on another whose (0, 0) is at this one's (-x, -y); the ground grows where needed."""
        left = min(other.left, self.left + x)
        top = min(other.top, self.top + y)
        right = max(other.left + other.image.width, self.left + x + self.image.width)
        bottom = max(other.top + other.image.height, self.top + y + self.image.height)
        ground = Image.new("RGBA", (right - left, bottom - top))
        ground.paste(other.image, (other.left - left, other.top - top))
        ground.alpha_composite(self.image, (self.left + x - left, self.top + y - top))
        return Raster(ground, left, top)

    def faded(self, colour: RGB, share: float) -> "Raster":
        """The same drawing with only `share` of its strength left, the rest being `colour`."""
        veil = Image.new("RGB", self.image.size, colour)
        image = Image.blend(veil, self.image.convert("RGB"), share).convert("RGBA")
        image.putalpha(self.image.getchannel("A"))
        return Raster(image, self.left, self.top)


class Plate:
    """A transparent plate over `box` (left, top, right, bottom in units) with `unit` final pixels to a unit."""

    __slots__ = ("_left", "_size", "_top", "image", "key", "unit")

    def __init__(self, key: str, box: Box, unit: float) -> None:
        self.key = key
        self.unit = unit
        self._left, self._top = floor(box[0] * unit), floor(box[1] * unit)
        self._size = (ceil(box[2] * unit) - self._left, ceil(box[3] * unit) - self._top)
        self.image = Image.new("RGBA", (self._size[0] * SUPER, self._size[1] * SUPER))

    def pen(self, x: float = 0.0, y: float = 0.0, share: float = 1.0, *, key: str = "") -> Pen:
        """A pen whose (0, 0) is at (x, y) units and whose unit is `share` of the plate's."""
        scale = self.unit * SUPER
        origin = (x * scale - self._left * SUPER, y * scale - self._top * SUPER)
        return Pen(self.image, scale * share, origin, f"{self.key}/{key}")

    def layer(self) -> "Plate":
        """An empty plate over the same box."""
        other = object.__new__(Plate)
        other.key, other.unit = self.key, self.unit
        other._left, other._top, other._size = self._left, self._top, self._size
        other.image = Image.new("RGBA", self.image.size)
        return other

    def lay(self, other: "Plate", strength: float = 1.0) -> None:
        """Put another plate of the same box on top."""
        image = other.image
        if strength < 1.0:
            image = image.copy()
            image.putalpha(image.getchannel("A").point([round(i * strength) for i in range(256)]))
        self.image = Image.alpha_composite(self.image, image)

    def under(self, other: "Plate") -> None:
        """Put another plate of the same box below."""
        self.image = Image.alpha_composite(other.image, self.image)

    def clip(self, mask: "Plate") -> None:
        """Keep only what lies where the other plate is drawn."""
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask.image.getchannel("A")))

    def shadow(self, offset: Point, blur: float, colour: RGB, strength: float) -> None:
        """Let the drawing cast a soft shadow: offset and blur in units."""
        scale = self.unit * SUPER
        alpha = ImageChops.offset(self.image.getchannel("A"), round(offset[0] * scale), round(offset[1] * scale))
        alpha = alpha.filter(ImageFilter.GaussianBlur(blur * scale / 2))
        self.under(self._solid(colour, alpha.point([round(i * strength) for i in range(256)])))

    def halo(self, width: float, colour: RGB) -> None:
        """Put a rim of `width` units around the silhouette."""
        radius = width * self.unit * SUPER / 2
        alpha = self.image.getchannel("A").filter(ImageFilter.GaussianBlur(radius * 0.7))
        self.under(self._solid(colour, alpha.point([0 if i < 22 else 255 for i in range(256)])))

    def soft(self, blur: float) -> None:
        """Blur the edge of the drawing, not its colours."""
        alpha = self.image.getchannel("A").filter(ImageFilter.GaussianBlur(blur * self.unit * SUPER))
        self.image.putalpha(alpha)

    def text(self, text: str, place: Point, look: tuple[Face, float, RGB], *, corner: bool = False) -> None:
        """
        Letters, `look` being face, size in units and colour.

        Their ink box is centred on `place`, or starts there with its upper left corner. Centring by the ink itself is
        needed for hanging figures, and for wide letters that must not run over an edge.
        """
        face, size, colour = look
        scale = self.unit * SUPER
        pixels = max(1, round(size * scale))
        left, top, right, bottom = ink_box(text, face, pixels)
        x, y = place[0] * scale - self._left * SUPER, place[1] * scale - self._top * SUPER
        if corner:
            pen = (x - left, y - top)
        else:
            pen = (x - (left + right) / 2, y - (top + bottom) / 2)
        stamp(self.image, text, (round(pen[0]), round(pen[1])), (face, pixels, colour))

    def raster(self) -> Raster:
        """The drawing at its final size."""
        return Raster(self.image.resize(self._size, Image.Resampling.LANCZOS), self._left, self._top)

    def _solid(self, colour: RGB, alpha: Image.Image) -> "Plate":
        other = self.layer()
        other.image = Image.new("RGBA", self.image.size, (*colour, 255))
        other.image.putalpha(alpha)
        return other
