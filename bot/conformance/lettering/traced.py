"""
Where each lettering came to lie on a picture, whatever was done with it on the way.

While `trace` is on, stamping notes text, face and size on the image, and copying, cropping, reducing, pasting and so
on carry the notes along. Caches that were filled before know nothing of it: `forget` them first.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from PIL import Image, ImageChops, ImageFilter

from render.core import sprites
from render.core.colour import RGB
from render.core.lettering import text as core_text
from render.core.lettering.fonts import Face
from render.core.lettering.text import ink_box
from render.core.memory.cache import DRAWN
from render.core.palette import Palette, distance
from render.core.paths import Point
from render.core.sprites import Canvas, Sprite, cut

Box = tuple[float, float, float, float]
NOTES = "_notes"
CORE = 200  # of 255: how much of a pixel is ink, so that nothing else mixes into its colour
FAINT = 24  # of 255: how much of a pixel is ink, so that it belongs to the rim no more
RIM = 3
NO_LIMIT = 2**40
ALIKE = 2600  # distance of colours below which ink that was reduced is still the same


CROP, RESIZE, REDUCE, PASTE = Image.Image.crop, Image.Image.resize, Image.Image.reduce, Image.Image.paste
PUTALPHA, LAY, COMPOSITE = Image.Image.putalpha, Image.Image.alpha_composite, Image.alpha_composite
BRING, PUT, COPY_FROM, STAMP = Palette.bring, Canvas.paste, Canvas.copy_from, core_text.stamp
CARRYING = ("copy", "convert", "getchannel", "point")
QUANTIZE = Image.Image.quantize
CUT = cut


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

    def move(self, x: float, y: float, scale: float = 1.0) -> "Note":
        """The same, scaled and then moved."""
        place = (self.left * scale + x, self.top * scale + y)  # `replace` takes three times as long, a million times
        return Note(self.text, self.face, self.size, *place, self.scale * scale, self.colour, self.pure)


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


_lettered: WeakKeyDictionary[Sprite, tuple[Note, ...]] = WeakKeyDictionary()
"""The letterings of sprites that were cut while tracing."""


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """
    The ink of a lettering on the pixels of a picture, as masks `RIM` pixels larger than its box on every side.

    `rim` are the pixels around the ink that are not next to it, where colours mix.
    """

    solid: Image.Image
    rim: Image.Image


@lru_cache(maxsize=8192)
def _veil(text: str, face: Face, size: int, scale: float, aside: Point) -> Veil:
    """The veil if the ink box begins `aside` from the corner of a pixel."""
    left, top, right, bottom = ink_box(text, face, size)
    grid = tuple(ceil(each * scale + start) for each, start in zip((right - left, bottom - top), aside, strict=True))
    wide, high = (each + 2 * RIM for each in grid)
    over = Image.new("RGB", (ceil(wide / scale) + 1, ceil(high / scale) + 1))
    pen = ((RIM + aside[0]) / scale - left, (RIM + aside[1]) / scale - top)
    STAMP(over, text, (round(pen[0]), round(pen[1])), (face, size, (255, 255, 255)))
    ink = RESIZE(over.getchannel("R"), (wide, high), Image.Resampling.BOX, (0, 0, wide / scale, high / scale))
    peak = max(shade for shade, count in enumerate(ink.histogram()) if count)
    covered = ink.point([255 if i >= FAINT else 0 for i in range(256)])
    far, near = covered.filter(ImageFilter.MaxFilter(2 * RIM + 1)), covered.filter(ImageFilter.MaxFilter(3))
    return Veil(ink.point([255 if i >= min(CORE, peak) else 0 for i in range(256)]), ImageChops.subtract(far, near))


def veil(note: Note) -> tuple[tuple[int, int], Veil]:
    """The veil of a lettering, and the pixel of its upper left corner on the picture."""
    if note.scale == 1.0:
        place, aside = (round(note.left), round(note.top)), (0.0, 0.0)
    else:
        place = (floor(note.left + 0.01), floor(note.top + 0.01))
        aside = (round((note.left - place[0]) * 4) / 4, round((note.top - place[1]) * 4) / 4)
    return (place[0] - RIM, place[1] - RIM), _veil(note.text, note.face, note.size, note.scale, aside)


def behind(image: Image.Image, note: Note) -> tuple[Veil, Image.Image]:
    """The veil of a lettering and the pixels that it covers; beyond the picture they are of the first colour."""
    (left, top), masks = veil(note)
    return masks, CROP(image, (left, top, left + masks.solid.width, top + masks.solid.height))


@lru_cache(maxsize=8192)
def alike(table: bytes, colour: RGB) -> tuple[bool, ...]:
    """Which colours of a palette (its bytes) are ink of that colour."""
    return tuple(distance(each, colour) < ALIKE for each in colours(table))


@lru_cache(maxsize=64)
def colours(table: bytes) -> tuple[RGB, ...]:
    """The colours of a palette, from its bytes."""
    return tuple((table[i], table[i + 1], table[i + 2]) for i in range(0, len(table), 3))


def table_of(image: Image.Image) -> bytes:
    """The bytes of a picture's palette."""
    return bytes(image.getpalette("RGB") or [])


def share(counts: Sequence[int], table: bytes, colour: RGB) -> float:
    """How much of the ink, counted by colours of the palette, has about this one."""
    same = sum(count for count, found in zip(counts, alike(table, colour), strict=False) if found)
    return same / max(1, sum(counts))


def _sample(image: Image.Image, table: bytes, note: Note) -> Note:
    """The note with the colour that its ink has on a picture just brought to a palette."""
    if note.colour is not None:
        return note
    masks, part = behind(image, note)
    counts = part.histogram(masks.solid)[:256]
    colour = colours(table)[counts.index(max(counts))]
    return replace(note, colour=colour, pure=share(counts, table, colour))


def _shift(held: Iterable[Note], x: float, y: float) -> list[Note]:
    return [note.move(x, y) for note in held]


def _corner(box: Any) -> tuple[float, float]:  # noqa: ANN401  # whatever Pillow takes as a box
    return (box[0], box[1]) if isinstance(box, tuple | list) else (0.0, 0.0)


def _carry(method: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
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
    _hold(made, [note.move(0, 0, size[0] / self.width) for note in notes(self)])
    return made


def _reduce(self: Image.Image, factor: Any, *args: Any, **options: Any) -> Image.Image:  # noqa: ANN401
    made = REDUCE(self, factor, *args, **options)
    if isinstance(factor, int):  # else it is a step of `resize`, which carries the notes itself
        _hold(made, [note.move(0, 0, 1 / factor) for note in notes(self)])
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
    return _hold_sampled(BRING(self, image), image)


def _quantize(self: Image.Image, *args: Any, **options: Any) -> Image.Image:  # noqa: ANN401
    return _hold_sampled(QUANTIZE(self, *args, **options), self)


def _hold_sampled(made: Image.Image, image: Image.Image) -> Image.Image:
    """A picture just brought to a palette, with the letterings of what it was made from and the colours they have."""
    held = notes(image)
    if held:
        table = table_of(made)
        _hold(made, [_sample(made, table, note) for note in held])
    return made


def _cut(image: Image.Image, mask: Image.Image | None, left: int = 0, top: int = 0) -> Sprite:
    sprite = CUT(image, mask, left, top)
    held = notes(image)
    if held:
        _lettered[sprite] = held
    return sprite


def _put(self: Canvas, sprite: Sprite, x: float, y: float) -> None:
    PUT(self, sprite, x, y)
    held = _lettered.get(sprite)
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


def forget(packages: tuple[str, ...]) -> None:
    """Forget all that modules of these packages keep between drawings."""
    for module in _modules(packages):
        for thing in list(vars(module).values()):
            if hasattr(thing, "cache_clear") and _within_packages(getattr(thing, "__module__", ""), packages):
                thing.cache_clear()


def _modules(packages: tuple[str, ...]) -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if _within_packages(name, packages)]


def _within_packages(module: str, packages: tuple[str, ...]) -> bool:
    return module.partition(".")[0] in packages


@contextmanager
def trace(pictures: str) -> Iterator[None]:
    """Note all lettering from now on, beginning with empty caches, and forget all drawings at the end.

    ``pictures`` is the module of what is drawn. Meanwhile no drawing is packed, since it would lose its notes.
    """
    packages = ("render", pictures.partition(".")[0])
    budget = DRAWN.budget
    DRAWN.resize(NO_LIMIT)
    with pytest.MonkeyPatch.context() as patch:
        for name in CARRYING:
            patch.setattr(Image.Image, name, _carry(getattr(Image.Image, name)))
        for name, method in (
            ("crop", _crop), ("resize", _resize), ("reduce", _reduce), ("putalpha", _putalpha), ("paste", _paste),
            ("alpha_composite", _lay),
        ):  # fmt: skip
            patch.setattr(Image.Image, name, method)
        patch.setattr(Image, "alpha_composite", _composite)
        patch.setattr(Palette, "bring", _bring)
        patch.setattr(Image.Image, "quantize", _quantize)
        patch.setattr(sprites, "cut", _cut)
        patch.setattr(Canvas, "paste", _put)
        patch.setattr(Canvas, "copy_from", _copy_from)
        for module in _modules(packages):
            if vars(module).get("stamp") is STAMP and module is not core_text:
                patch.setattr(module, "stamp", _stamp)
        forget(packages)
        yield
    forget(packages)
    DRAWN.resize(budget)
