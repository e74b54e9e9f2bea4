"""
Where each lettering came to lie on a picture, whatever was done with it on the way.

While `tracing` is on, stamping notes text, face and size on the image, and copying, cropping, reducing, pasting and so
on carry the notes along. Caches that were filled before know nothing of it: `forget` them first.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from render.core import text as core_text
from render.core.colour import RGB
from render.core.fonts import Face
from render.core.palette import Palette, distance
from render.core.paths import Point
from render.core.sprites import Canvas, Sprite
from render.core.text import ink_box

Box = tuple[float, float, float, float]
NOTES = "_notes"
CORE = 200  # of 255: how much of a pixel is ink, so that nothing else mixes into its colour
FAINT = 24  # of 255: how much of a pixel is ink, so that it belongs to the rim no more
RIM = 3
ALIKE = 2600  # distance of colours below which ink that was reduced is still the same


@dataclass(frozen=True, slots=True)
class Note:
    """
    One lettering: stamped at `size`, then scaled by `scale`; the corner of its ink box lies at `left`, `top`.

    `colour` is what its ink had become when it was brought to a palette, and `pure` how much of its ink had.
    """

    text: str
    face: Face
    size: int
    left: float
    top: float
    scale: float = 1.0
    colour: RGB | None = None
    pure: float = 1.0

    @property
    def box(self) -> Box:
        """The box of its ink in pixels of the picture."""
        left, top, right, bottom = ink_box(self.text, self.face, self.size)
        wide, high = (right - left) * self.scale, (bottom - top) * self.scale
        return (self.left, self.top, self.left + wide, self.top + high)

    @property
    def high(self) -> float:
        """The height of capitals and figures in pixels of the picture."""
        _, top, _, bottom = ink_box("H0", self.face, self.size)
        return (bottom - top) * self.scale

    def moved(self, x: float, y: float, scale: float = 1.0) -> "Note":
        """The same, scaled and then moved."""
        return replace(self, left=self.left * scale + x, top=self.top * scale + y, scale=self.scale * scale)


def notes(image: Image.Image) -> tuple[Note, ...]:
    """The letterings of a picture that was drawn while tracing."""
    found: dict[Note, None] = image.__dict__.get(NOTES, {})
    return tuple(found)


def _hold(image: Image.Image, held: Iterable[Note], *, add: bool = False) -> None:
    found = dict.fromkeys(held)
    if found and add and NOTES in image.__dict__:
        image.__dict__[NOTES] |= found
    elif found:
        image.__dict__[NOTES] = found


@lru_cache(maxsize=4096)
def _stamped(text: str, face: Face, size: int) -> Image.Image:
    left, top, right, bottom = ink_box(text, face, size)
    veil = Image.new("RGB", (max(1, right - left), max(1, bottom - top)))
    core_text.stamp(veil, text, (-left, -top), (face, size, (255, 255, 255)))
    return veil.getchannel("R")


@lru_cache(maxsize=8192)
def _ink(text: str, face: Face, size: int, scale: float, aside: Point) -> Image.Image:
    """How much of each pixel is ink, if the ink box begins `aside` from the corner of a pixel."""
    whole = _stamped(text, face, size)
    if scale == 1.0:
        return whole
    wide, high = (ceil(each * scale + start) for each, start in zip(whole.size, aside, strict=True))
    over = Image.new("L", (ceil(wide / scale) + 1, ceil(high / scale) + 1))
    over.paste(whole, (round(aside[0] / scale), round(aside[1] / scale)))
    return over.resize((wide, high), Image.Resampling.BOX, (0, 0, wide / scale, high / scale))


def ink(note: Note) -> tuple[tuple[int, int], Image.Image]:
    """The ink of a lettering on the pixels of its picture, and the pixel of its upper left corner."""
    if note.scale == 1.0:
        return (round(note.left), round(note.top)), _ink(note.text, note.face, note.size, 1.0, (0.0, 0.0))
    x, y = floor(note.left + 0.01), floor(note.top + 0.01)
    aside = (round((note.left - x) * 4) / 4, round((note.top - y) * 4) / 4)
    return (x, y), _ink(note.text, note.face, note.size, note.scale, aside)


class _Same:
    """An image by which something is remembered: equal as long as it is the same object."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __hash__(self) -> int:
        return id(self.image)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.image is self.image


@lru_cache(maxsize=8192)
def _solid(veil: _Same) -> Image.Image:
    peak = max(shade for shade, count in enumerate(veil.image.histogram()) if count)
    return veil.image.point([0 if i < min(CORE, peak) else 255 for i in range(256)])


@lru_cache(maxsize=8192)
def _rim(veil: _Same) -> Image.Image:
    wide, high = veil.image.size
    whole = Image.new("L", (wide + 2 * RIM, high + 2 * RIM))
    whole.paste(veil.image.point([0] * FAINT + [255] * (256 - FAINT)), (RIM, RIM))
    return ImageChops.subtract(whole.filter(ImageFilter.MaxFilter(2 * RIM + 1)), whole.filter(ImageFilter.MaxFilter(3)))


def solid(veil: Image.Image) -> Image.Image:
    """The pixels that are ink wholly, or as wholly as any."""
    return _solid(_Same(veil))


def rim(veil: Image.Image) -> Image.Image:
    """The pixels within `RIM` of the ink, but not next to it, where colours mix: that much larger on every side."""
    return _rim(_Same(veil))


Counts = list[tuple[int, RGB]]
"""How many pixels have a colour."""


def inked(image: Image.Image, note: Note) -> tuple[Counts, int]:
    """The colours of the ink on a picture in a palette, and how many pixels of it lie outside of the picture."""
    corner, veil = ink(note)
    full = solid(veil)
    part = CROP(image, (*corner, corner[0] + veil.width, corner[1] + veil.height))
    whole = full.histogram()[255]
    left, top, right, bottom = -corner[0], -corner[1], image.width - corner[0], image.height - corner[1]
    if left > 0 or top > 0 or right < veil.width or bottom < veil.height:
        inner = Image.new("L", veil.size)
        inner.paste(255, (max(0, left), max(0, top), min(veil.width, right), min(veil.height, bottom)))
        full = ImageChops.darker(full, inner)
    return counted(image, part.histogram(full)), whole - full.histogram()[255]


def counted(image: Image.Image, counts: list[int]) -> Counts:
    """The colours of a histogram."""
    table = image.getpalette("RGB") or []
    return [
        (count, (table[3 * i], table[3 * i + 1], table[3 * i + 2])) for i, count in enumerate(counts[:256]) if count
    ]


def share(colours: Counts, colour: RGB, outside: int = 0) -> float:
    """How much of the ink has about this colour."""
    whole = outside + sum(count for count, _ in colours)
    return sum(count for count, each in colours if distance(each, colour) < ALIKE) / max(1, whole)


def _sampled(image: Image.Image, note: Note) -> Note:
    """The note with the colour that its ink has on a picture just brought to a palette."""
    if note.colour is not None:
        return note
    colours, outside = inked(image, note)
    if not colours:
        return note
    _, colour = max(colours)
    return replace(note, colour=colour, pure=share(colours, colour, outside))


def _shift(held: Iterable[Note], x: float, y: float) -> list[Note]:
    return [note.moved(x, y) for note in held]


def _corner(box: Any) -> tuple[float, float]:  # noqa: ANN401  # whatever Pillow takes as a box
    return (box[0], box[1]) if isinstance(box, tuple | list) else (0.0, 0.0)


def _carrying(method: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    """A method whose result holds the letterings where they were."""

    def carry(self: Image.Image, *args: Any, **options: Any) -> Image.Image:  # noqa: ANN401
        made = method(self, *args, **options)
        _hold(made, notes(self))
        return made

    return carry


def _crop(self: Image.Image, box: tuple[float, float, float, float] | None = None) -> Image.Image:
    made = CROP(self, box)
    x, y = _corner(box)
    _hold(made, _shift(notes(self), -x, -y))
    return made


def _resize(self: Image.Image, size: tuple[int, int], *args: Any, **options: Any) -> Image.Image:  # noqa: ANN401
    made = RESIZE(self, size, *args, **options)
    _hold(made, [note.moved(0, 0, size[0] / self.width) for note in notes(self)])
    return made


def _reduce(self: Image.Image, factor: Any, *args: Any, **options: Any) -> Image.Image:  # noqa: ANN401
    made = REDUCE(self, factor, *args, **options)
    if isinstance(factor, int):  # else it is a step of `resize`, which carries the notes itself
        _hold(made, [note.moved(0, 0, 1 / factor) for note in notes(self)])
    return made


def _putalpha(self: Image.Image, alpha: Any) -> None:  # noqa: ANN401  # an image or a number
    PUTALPHA(self, alpha)
    if isinstance(alpha, Image.Image):
        _hold(self, notes(alpha), add=True)


def _paste(self: Image.Image, im: Any, box: Any = None, mask: Image.Image | None = None) -> None:  # noqa: ANN401
    PASTE(self, im, box, mask)
    if isinstance(im, Image.Image):
        _hold(self, _shift(notes(im), *_corner(box)), add=True)


def _lay(self: Image.Image, im: Image.Image, dest: Any = (0, 0), source: Any = (0, 0)) -> None:  # noqa: ANN401
    LAY(self, im, dest, source)
    _hold(self, _shift(notes(im), dest[0] - source[0], dest[1] - source[1]), add=True)


def _composite(im1: Image.Image, im2: Image.Image) -> Image.Image:
    made = COMPOSITE(im1, im2)
    _hold(made, [*notes(im1), *notes(im2)])
    return made


def _bring(self: Palette, image: Image.Image) -> Image.Image:
    made = BRING(self, image)
    _hold(made, [_sampled(made, note) for note in notes(image)])
    return made


def _put(self: Canvas, sprite: Sprite, x: float, y: float) -> None:
    PUT(self, sprite, x, y)
    held = notes(sprite.image)
    if held:
        _hold(self.image, _shift(held, round(x) + sprite.left, round(y) + sprite.top), add=True)


def _copy_from(
    self: Canvas, image: Image.Image, start: tuple[int, int], corner: tuple[int, int], mask: Image.Image
) -> None:
    COPY_FROM(self, image, start, corner, mask)
    held = _shift(notes(image), corner[0] - start[0], corner[1] - start[1])
    _hold(self.image, [note for note in held if _within(note, corner, mask)], add=True)


def _within(note: Note, corner: tuple[int, int], mask: Image.Image) -> bool:
    left, top, right, bottom = note.box
    x, y = round((left + right) / 2) - corner[0], round((top + bottom) / 2) - corner[1]
    return 0 <= x < mask.width and 0 <= y < mask.height and bool(mask.getpixel((x, y)))


def _stamp(image: Image.Image, text: str, pen: Point, look: tuple[Face, int, RGB]) -> None:
    STAMP(image, text, pen, look)
    face, size, _ = look
    left, top, right, bottom = ink_box(text, face, size)
    if text.strip() and right > left and bottom > top:
        _hold(image, [Note(text, face, size, pen[0] + left, pen[1] + top)], add=True)


CROP, RESIZE, REDUCE, PASTE = Image.Image.crop, Image.Image.resize, Image.Image.reduce, Image.Image.paste
PUTALPHA, LAY, COMPOSITE = Image.Image.putalpha, Image.Image.alpha_composite, Image.alpha_composite
BRING, PUT, COPY_FROM, STAMP = Palette.bring, Canvas.paste, Canvas.copy_from, core_text.stamp
CARRYING = ("copy", "convert", "quantize", "getchannel", "point")


def forget() -> None:
    """Forget all that pictures keep between drawings."""
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for thing in list(vars(module).values()):
                if hasattr(thing, "cache_clear") and getattr(thing, "__module__", "").startswith("render."):
                    thing.cache_clear()


@contextmanager
def tracing() -> Iterator[None]:
    """Note all lettering from now on, beginning with empty caches, and forget all drawings at the end."""
    with pytest.MonkeyPatch.context() as patch:
        for name in CARRYING:
            patch.setattr(Image.Image, name, _carrying(getattr(Image.Image, name)))
        for name, method in (
            ("crop", _crop), ("resize", _resize), ("reduce", _reduce), ("putalpha", _putalpha), ("paste", _paste),
            ("alpha_composite", _lay),
        ):  # fmt: skip
            patch.setattr(Image.Image, name, method)
        patch.setattr(Image, "alpha_composite", _composite)
        patch.setattr(Palette, "bring", _bring)
        patch.setattr(Canvas, "paste", _put)
        patch.setattr(Canvas, "copy_from", _copy_from)
        for name, module in list(sys.modules.items()):
            if name.startswith("render.") and vars(module).get("stamp") is STAMP and module is not core_text:
                patch.setattr(module, "stamp", _stamp)
        forget()
        yield
    forget()
