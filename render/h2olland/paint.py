"""H₂Olland's painter: its palette, and lettering on the height of its capitals."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import BEBAS, KAFFEESATZ, SPARTAN, Face
from render.core.lettering.text import ELLIPSIS, fit, fit_lines, width
from render.core.painter import Side
from render.core.paths import Point
from render.core.sprites import Sprite
from render.core.surface import Raster
from render.h2olland.inks import INK, PAPER, palette

P = ParamSpec("P")

NARROW = KAFFEESATZ
"""Takes words that would be too wide in League Spartan."""
FIGURES = BEBAS
"""Takes numbers and names of squares, since its figures are as high as its capitals."""
LEAST = 32
"""Pixels of the least lettering of a plate: capitals of 22, which are 11 on a desktop."""
NAMED = 44
"""Pixels of the names of choices, in either narrow face: capitals of 31, which are 10 on a phone."""


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in H₂Olland's palette."""
    return painter.on(palette(), ground, make, *args, **options)


def legible(wanted: float, unit: float) -> tuple[Face, float]:
    """Face and units of letters on a piece: where these would be too low to be read, narrow ones of the least size."""
    return (SPARTAN, wanted) if wanted * unit > LEAST - 1 else (FIGURES, LEAST / unit)


HALF_FULL = 0.55
"""How much of a line is filled at least before a word is broken for it."""
PART = 3
"""Letters on either side of a broken word."""


class Setting(NamedTuple):
    """Lettering that fits: what is left of the text, face and size."""

    text: str
    face: Face
    size: int

    @property
    def wide(self) -> float:
        """How wide it is."""
        return width(*self)


@lru_cache(maxsize=1024)
def fit_text(text: str, room: int, wanted: int, least: int = LEAST) -> Setting:
    """A text within `room` pixels: shrunk first, then in the narrow face, then cut."""
    for face in (SPARTAN, NARROW):
        found = fit(text, face, room, (wanted, least))
        if found.text == text:
            return Setting(text, face, found.size)
    return Setting(found.text, NARROW, least)


@lru_cache(maxsize=256)
def sentence(pattern: str, name: str, room: int, wanted: int, least: int = LEAST) -> Setting:
    """A sentence with a name in it (`{name}`): if it is too long even in the narrow face, the name is cut."""
    whole = fit_text(pattern.replace("{name}", name), room, wanted, least)
    if ELLIPSIS not in whole.text or ELLIPSIS in name:
        return whole
    rest = width(pattern.replace("{name}", ""), NARROW, least)
    cut = fit(name, NARROW, max(1, round(room - rest)), (least, least)).text
    return Setting(pattern.replace("{name}", cut), NARROW, least)


@lru_cache(maxsize=256)
def break_text(text: str, room: int, most: int, size: int = LEAST) -> tuple[str, ...]:
    """A text in up to `most` narrow lines of at most `room` pixels: between words, or in a word that is too long."""
    lines: list[str] = []
    rest = text
    while rest:
        if len(lines) == most - 1:
            lines.append(fit(rest, NARROW, room, (size, size)).text)
            break
        line, rest = _first_line(rest, room, size)
        lines.append(line)
    return tuple(lines)


def two_lines(name: str, room: int) -> tuple[Setting, ...]:
    """A name in two narrow lines of at most `room` pixels: broken at a blank or hyphen if that leaves it whole."""
    lines = fit_lines(name, ((NARROW, (LEAST, LEAST)),), room).lines
    if any(ELLIPSIS in line for line in lines):
        lines = break_text(name, room, 2)
    return tuple(Setting(line, NARROW, LEAST) for line in lines)


def _first_line(text: str, room: int, size: int) -> tuple[str, str]:
    """What fits in one line, and the rest; a word is broken where the line would else stay half empty."""
    if width(text, NARROW, size) <= room:
        return text, ""
    ends = [i + (text[i] == "-") for i, char in enumerate(text) if char in " -" and i]
    fitting = [end for end in ends if width(text[:end], NARROW, size) <= room]
    if fitting and width(text[: fitting[-1]], NARROW, size) > room * HALF_FULL:
        return text[: fitting[-1]], text[fitting[-1] :].lstrip()
    cuts = (i for i in range(len(text) - PART, PART - 1, -1) if text[i - PART : i + PART].isalpha())
    cut = next((i for i in cuts if width(text[:i] + "-", NARROW, size) <= room), 0)
    if cut:
        return text[:cut] + "-", text[cut:]
    end = fitting[-1] if fitting else max(1, len(fit(text, NARROW, room, (size, size)).text) - 1)
    return text[:end], text[end:].lstrip()


class Painter(painter.Painter):
    """Letters in League Spartan, or in the narrow face where that is too wide."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def word(
        self, text: str, at: Point, size: int, *, side: Side = "left", colour: RGB = INK, face: Face = SPARTAN
    ) -> float:
        """Lettering whose capitals are centred in height on a place; how wide it is."""
        self.center_capitals(text, at, (face, size, colour), side=side)
        return width(text, face, size)

    def set(self, found: Setting, at: Point, *, side: Side = "left", colour: RGB = INK) -> float:
        """Lettering that was made to fit; how wide it is."""
        return self.word(found.text, at, found.size, side=side, colour=colour, face=found.face)

    def set_to_fit(
        self, text: str, at: Point, room: float, wanted: int, *, side: Side = "left", colour: RGB = INK
    ) -> float:
        """Lettering within `room` pixels; how wide it came out."""
        return self.set(fit_text(text, int(room), wanted), at, side=side, colour=colour)


def wide(text: str, size: int) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, SPARTAN, size)
