"""
Surfaces: RGBA grounds drawn at four times their size and reduced once.

A surface has a box in units of its drawing and a number of pixels per unit; the raster made from it remembers where the
drawing's (0, 0) lies. Rasters are shared by caches and never changed.
"""

from dataclasses import dataclass
from math import ceil, floor

from PIL import Image, ImageChops, ImageFilter

from render.core.colour import RGB
from render.core.ink import Pen
from render.core.lettering.fonts import Face
from render.core.lettering.text import ink_box, stamp
from render.core.paths import Point

SUPER = 4
SOFT, HARD = 14, 118
Box = tuple[float, float, float, float]
Ellipse = tuple[float, float, float, float]
Shade = tuple[Image.Image, Point, float, RGB, float]  # silhouette, offset, blur, colour, strength


@dataclass(frozen=True, slots=True)
class Raster:
    """
    A finished RGBA drawing; (0, 0) of it lies `left`, `top` pixels from its corner (usually negative).

    `faint` is the alpha (0 to 255) below which a pixel is left to what lies below: low for soft rims and shadows on
    their ground, about half for drawings that cross several grounds.
    """

    image: Image.Image
    left: int = 0
    top: int = 0
    faint: int = SOFT

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

    def fade(self, colour: RGB, share: float) -> "Raster":
        """The same drawing with only `share` of its strength left, the rest being `colour`."""
        veil = Image.new("RGB", self.image.size, colour)
        image = Image.blend(veil, self.image.convert("RGB"), share).convert("RGBA")
        image.putalpha(self.image.getchannel("A"))
        return Raster(image, self.left, self.top)


class Surface:
    """
    A transparent surface over `box` (left, top, right, bottom in units) with `unit` final pixels to a unit.

    `fine` is how many times its size it is drawn: large ones with few fine lines take less than small ones. A `flat`
    surface is reduced by the plain mean, which leaves even tints even; else edges are sharpened a little.
    """

    __slots__ = ("_left", "_shade", "_size", "_top", "fine", "flat", "image", "key", "unit")

    def __init__(self, key: str, box: Box, unit: float, *, fine: int = SUPER, flat: bool = False) -> None:
        self.key = key
        self.fine = fine
        self.flat = flat
        self.unit = unit
        self._left, self._top = floor(box[0] * unit), floor(box[1] * unit)
        self._size = (ceil(box[2] * unit) - self._left, ceil(box[3] * unit) - self._top)
        self.image = Image.new("RGBA", (self._size[0] * self.fine, self._size[1] * self.fine))
        self._shade: Shade | None = None

    def pen(self, x: float = 0.0, y: float = 0.0, share: float = 1.0, *, key: str = "") -> Pen:
        """A pen whose (0, 0) is at (x, y) units and whose unit is `share` of the surface's."""
        scale = self.unit * self.fine
        origin = (x * scale - self._left * self.fine, y * scale - self._top * self.fine)
        return Pen(self.image, scale * share, origin, f"{self.key}/{key}")

    def layer(self) -> "Surface":
        """An empty surface over the same box."""
        other = object.__new__(Surface)
        other.key, other.unit, other.fine, other.flat = self.key, self.unit, self.fine, self.flat
        other._left, other._top, other._size = self._left, self._top, self._size
        other.image = Image.new("RGBA", self.image.size)
        other._shade = None
        return other

    def lay(self, other: "Surface", strength: float = 1.0) -> None:
        """Put another surface of the same box on top."""
        box = other.image.getbbox()
        if box is None:
            return
        image = other.image.crop(box)
        if strength < 1.0:
            image.putalpha(image.getchannel("A").point([round(i * strength) for i in range(256)]))
        self.image.alpha_composite(image, (box[0], box[1]))

    def clip(self, mask: "Surface") -> None:
        """Keep only what lies where the other surface is drawn."""
        self.image.putalpha(ImageChops.multiply(self.image.getchannel("A"), mask.image.getchannel("A")))

    def shadow(self, offset: Point, blur: float, colour: RGB, strength: float) -> None:
        """
        Let what is drawn so far cast a soft shadow once the surface is reduced: offset and blur in units.

        A second shadow takes the place of the first.
        """
        self._shade = (self.image.getchannel("A"), offset, blur, colour, strength)

    def halo(self, width: float, colour: RGB) -> None:
        """Put a rim of `width` units around the silhouette."""
        small = self.image.getchannel("A").reduce(2)
        small = small.filter(ImageFilter.GaussianBlur(width * self.unit * self.fine * 0.17))
        alpha = small.resize(self.image.size, Image.Resampling.BILINEAR).point(
            [0 if i < 22 else 255 for i in range(256)]
        )
        self._under(colour, alpha)

    def patch(self, spot: Ellipse, colour: RGB, blur: float) -> None:
        """Lay a soft patch of plain colour: an ellipse (x, y, half width, half height), blurred, all in units."""
        x, y, rx, ry = spot
        mask = self.layer()
        mask.pen().disc(x, y, (rx, ry), colour)
        small = mask.image.getchannel("A").reduce(self.fine)
        small = small.filter(ImageFilter.GaussianBlur(blur * self.unit))
        self.image.paste((*colour, 255), (0, 0), small.resize(self.image.size, Image.Resampling.BILINEAR))

    def text(self, text: str, place: Point, look: tuple[Face, float, RGB], *, corner: bool = False) -> None:
        """
        Letters, `look` being face, size in units and colour.

        Their ink box is centred on `place`, or starts there with its upper left corner. Centring by the ink itself is
        needed for hanging figures, and for wide letters that must not run over an edge.
        """
        face, size, colour = look
        scale = self.unit * self.fine
        pixels = max(1, round(size * scale))
        left, top, right, bottom = ink_box(text, face, pixels)
        x, y = place[0] * scale - self._left * self.fine, place[1] * scale - self._top * self.fine
        if corner:
            pen = (x - left, y - top)
        else:
            pen = (x - (left + right) / 2, y - (top + bottom) / 2)
        stamp(self.image, text, (round(pen[0]), round(pen[1])), (face, pixels, colour))

    def raster(self, faint: int = SOFT) -> Raster:
        """The drawing at its final size."""
        image = self.image.reduce(self.fine) if self.flat else _reduce(self.image, self._size)
        if self._shade is not None:
            alpha, (dx, dy), blur, colour, strength = self._shade
            small = alpha.reduce(self.fine).filter(ImageFilter.GaussianBlur(blur * self.unit / 2))
            small = ImageChops.offset(small, round(dx * self.unit), round(dy * self.unit))
            shade = Image.new("RGBA", image.size, colour)
            shade.putalpha(small.point([round(i * strength) for i in range(256)]))
            image = Image.alpha_composite(shade, image)
        return Raster(image, self._left, self._top, faint)

    def cut(self) -> Raster:
        """
        The drawing at its final size with a hard rim: every pixel of it is there wholly or not at all.

        For drawings that lie edge to edge, or cross grounds of which none could be mixed into their rim.
        """
        whole = self.raster(HARD)
        whole.image.putalpha(whole.image.getchannel("A").point([0 if i < HARD else 255 for i in range(256)]))
        return whole

    def _under(self, colour: RGB, alpha: Image.Image) -> None:
        ground = Image.new("RGBA", self.image.size, colour)
        ground.putalpha(alpha)
        self.image.paste(Image.alpha_composite(ground, self.image))


def _reduce(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=1.5)
