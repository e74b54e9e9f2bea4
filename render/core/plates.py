"""
Plates: a board goes in one picture or a few, each wide enough to fill the box in which Discord shows it.

Discord's desktop shows a picture at most 550 pixels wide and 350 high, a phone about 360 wide. So a plate is 11:7 or
wider.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, ParamSpec, TypeAlias

from PIL import Image

from render.core.memory.cache import cached_file
from render.core.output.encode import png

P = ParamSpec("P")

WIDE, HIGH = 1100, 700
"""The largest plate in pixels: twice what the desktop shows."""
SCORE = "score"
"""What a plate with the score shows; the platform puts it into words."""
PART = "part"
"""What a picture shows that is a further part of the one before, whose words are enough."""
BYTE_BUDGET = 250_000  # all plates together: a phone on a slow line loads this in a second or two
HALF_COLOURS = 128  # of a picture scaled down: as many as the full one has at most


@dataclass(frozen=True, slots=True)
class Plate:
    """
    One picture that is drawn when it is needed: `make(*of)`, an image in palette mode.

    `shows` is the name by which the game's `caption` puts it into words ("town", "farm:2"). Two plates of equal `make`
    and `of` are the same picture, so `of` holds all that it depends on, and as little else as possible. An `extra`
    plate is left out where Discord takes no second picture. A `dense` one is compressed harder, as one of several
    that share the bytes of a board.
    """

    shows: str
    make: Callable[..., Image.Image]
    of: tuple[Hashable, ...] = ()
    extra: bool = False
    dense: bool = False

    def image(self) -> Image.Image:
        """The picture, drawn anew."""
        return self.make(*self.of)

    def file(self) -> bytes:
        """The same as a PNG file."""
        return png(self.image(), dense=self.dense)


Plates: TypeAlias = tuple[Plate, ...]
"""A board's plates from top to bottom."""


def plate(shows: str, make: Callable[P, Image.Image], *of: P.args, **none: P.kwargs) -> Plate:
    """A plate of the function that draws it and its arguments, all of them hashable and given by position."""
    assert not none, "what a plate depends on is given by position"
    return Plate(shows, make, of)


def extra(shows: str, make: Callable[P, Image.Image], *of: P.args, **none: P.kwargs) -> Plate:
    """As `plate`, for one that may be left out where Discord takes no second picture."""
    assert not none, "what a plate depends on is given by position"
    return Plate(shows, make, of, extra=True)


@dataclass(frozen=True, slots=True)
class Drawing:
    """
    A picture ready to be sent: a PNG file, its size in pixels, and the text for those who cannot see it.

    `shows` and `extra` are those of the plate.
    """

    png: bytes
    width: int
    height: int
    alt: str = ""
    shows: str = field(default="", kw_only=True)
    extra: bool = field(default=False, kw_only=True)


def _encode(make: Callable[..., Image.Image], of: tuple[Any, ...], *, dense: bool) -> tuple[bytes, int, int]:
    image = make(*of)
    return png(image, dense=dense), image.width, image.height


_encode_once = cached_file(_encode)


def encode_plate(plate: Plate) -> Drawing:
    """A plate as a PNG file; one that has not changed since it was last encoded in this process is not drawn again."""
    try:
        hash(plate.of)
    except TypeError:
        make = _encode  # some other project's game, whose views hold what has no hash
    else:
        make = _encode_once
    return Drawing(*make(plate.make, plate.of, dense=plate.dense), shows=plate.shows, extra=plate.extra)


def finish(image: Image.Image, alt: str) -> Drawing:
    """Encode a picture; `alt` is its description in words."""
    return Drawing(png(image), image.width, image.height, alt)


def halve(drawing: Drawing) -> Drawing:
    """The picture at half its width and height, for a place that takes only small files."""
    with Image.open(BytesIO(drawing.png)) as full:
        size = (max(1, full.width // 2), max(1, full.height // 2))
        small = full.convert("RGB").resize(size, Image.Resampling.BOX)
    image = small.quantize(HALF_COLOURS, dither=Image.Dither.NONE)
    return Drawing(png(image), image.width, image.height, drawing.alt, shows=drawing.shows, extra=drawing.extra)
