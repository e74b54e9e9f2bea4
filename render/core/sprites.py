"""Sprites: drawings brought to the palette on the ground they will lie on, and the canvas they are pasted on."""

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from PIL import Image

from render.core.colour import RGB
from render.core.palette import Palette
from render.core.surface import Raster

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""

WORTH = 3000
"""Pixels of a sprite without gaps for which one more call costs less than to look at the mask of each of them."""


@dataclass(frozen=True, slots=True)
class Part:
    """
    A rectangle of a sprite as Pillow's core has it, without a mask where it has no gaps; `box` from its corner.

    The core has the numbers of colours alone: a palette for each part would take as much memory as its pixels.
    """

    core: Any
    mask: Any
    box: Box

    def __reduce__(self) -> tuple[Callable[..., "Part"], tuple[Any, ...]]:
        """How it is packed: a core can't be by itself."""
        mask = None if self.mask is None else _PLAIN._new(self.mask).tobytes()
        return _unpack_part, (self.core.size, _PLAIN._new(self.core).tobytes(), mask, self.box)


_PLAIN = Image.new("L", (1, 1))


def _numbers(size: tuple[int, int], pixels: bytes) -> Any:  # noqa: ANN401 - a core of Pillow's
    """A core of one byte a pixel, whose memory are these bytes themselves."""
    return Image.frombuffer("L", size, pixels, "raw", "L", 0, 1).im


def _unpack_part(size: tuple[int, int], pixels: bytes, mask: bytes | None, box: Box) -> Part:
    return Part(_numbers(size, pixels), None if mask is None else Image.frombytes("1", size, mask).im, box)


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Sprite:
    """
    A drawing in numbers of a palette's colours; (0, 0) of it lies `left`, `top` pixels from its corner.

    `parts` are what has to be pasted of it: nothing of its empty rim, and what has no gaps apart. `width` and `height`
    are in pixels, shadow and rim included.
    """

    parts: tuple[Part, ...]
    width: int
    height: int
    left: int = 0
    top: int = 0


def cut(image: Image.Image, mask: Image.Image | None, left: int = 0, top: int = 0) -> Sprite:
    """The sprite of a picture in palette mode and its one-bit mask."""
    parts = tuple(_part(image, *each) for each in _cuts(image, mask))
    return Sprite(parts, image.width, image.height, left, top)


def _part(image: Image.Image, mask: Image.Image | None, box: Box) -> Part:
    size = (box[2] - box[0], box[3] - box[1])
    return Part(_numbers(size, image.crop(box).tobytes()), None if mask is None else mask.crop(box).im, box)


def _cuts(image: Image.Image, mask: Image.Image | None) -> list[tuple[Image.Image | None, Box]]:
    """Where a sprite is cut: its core without gaps, if that is large, and the four rims round it, each with a mask."""
    if mask is None:
        return [(None, (0, 0, *image.size))]
    whole = mask.getbbox()
    if whole is None:
        return []
    core = _core(mask, whole)
    if core is None:
        return [(mask, whole)]
    (left, top, right, bottom), (inner_left, inner_top, inner_right, inner_bottom) = whole, core
    rims = (
        (left, top, right, inner_top),
        (left, inner_top, inner_left, inner_bottom),
        (inner_right, inner_top, right, inner_bottom),
        (left, inner_bottom, right, bottom),
    )
    return [(None, core), *((mask, rim) for rim in rims if rim[0] < rim[2] and rim[1] < rim[3])]


def _core(mask: Image.Image, whole: Box) -> Box | None:
    """A large rectangle without gaps: as far from every edge as it must be, then each side moved out."""

    def inset(*far: int) -> Box:
        return (whole[0] + far[0], whole[1] + far[1], whole[2] - far[2], whole[3] - far[3])

    def full(*far: int) -> bool:
        return mask.crop(inset(*far)).getextrema() == (255, 255)

    def is_full_with(side: int, far: int) -> bool:
        return full(*sides[:side], far, *sides[side + 1 :])

    deepest = min(whole[2] - whole[0], whole[3] - whole[1]) // 2
    depth = bisect_left(range(deepest), True, key=lambda far: full(far, far, far, far))
    sides = [depth] * 4
    for side in range(4 if depth < deepest else 0):
        sides[side] = bisect_left(range(depth), True, key=partial(is_full_with, side))
    core = left, top, right, bottom = inset(*sides)
    return core if (right - left) * (bottom - top) > WORTH else None


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
    return cut(palette.bring(image), mask, raster.left, raster.top)


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
        x0, y0 = round(x) + sprite.left, round(y) + sprite.top
        paste = self._core.paste
        for part in sprite.parts:
            left, top, right, bottom = part.box
            box = (x0 + left, y0 + top, x0 + right, y0 + bottom)
            if part.mask is None:
                paste(part.core, box)
            else:
                paste(part.core, box, part.mask)

    def copy_from(self, image: Image.Image, start: tuple[int, int], corner: tuple[int, int], mask: Image.Image) -> None:
        """Copy the part of another picture of this palette that lies under a mask, from `start` there to `corner`."""
        wide, high = mask.size
        part = image.im.crop((*start, start[0] + wide, start[1] + high))
        self._core.paste(part, (*corner, corner[0] + wide, corner[1] + high), mask.im)
