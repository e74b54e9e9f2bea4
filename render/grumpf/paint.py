"""Grumpf's painter: its palette, and Cherry Bomb, centred in height on its capitals."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.ink import even
from render.core.lettering.fonts import CHERRY
from render.core.lettering.text import fit, width
from render.core.memory.cache import cached
from render.core.painter import Side
from render.core.paths import Point
from render.core.sprites import Sprite
from render.core.surface import Raster, Surface
from render.grumpf.inks import CAVE, INK, palette
from render.grumpf.pieces.grumpfs import scowl

P = ParamSpec("P")
SUM, GRUMPF, UNLIKE = "Σ", "⬤", "≠"
SIGNS = {SUM: 0.56, GRUMPF: 0.92, " ": 0.2}
"""What Cherry Bomb lacks, and narrow blanks: how wide each is for one of a size."""

THIN = 1.6  # pixels by which the thin sign is printed twice


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in Grumpf's palette."""
    return painter.on(palette(), ground, make, *args, **options)


class Painter(painter.Painter):
    """Letters in Cherry Bomb; all places are counted from `origin`, a place on the background."""

    __slots__ = ("origin",)

    def __init__(self, background: Image.Image, ground: RGB = CAVE, origin: Point = (0, 0)) -> None:
        super().__init__(background, palette(), ground)
        self.origin = origin

    def paste(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite's (0, 0) at a place."""
        super().paste(sprite, x + self.origin[0], y + self.origin[1])

    def word(self, text: str, at: Point, size: int, *, side: Side = "left", colour: RGB = INK) -> float:
        """Lettering whose capitals are centred in height on a place; how wide it is."""
        self.center_capitals(text, at, (CHERRY, size, colour), side=side)
        return wide(text, size)

    def number(self, text: str, at: Point, size: int, *, colour: RGB = INK) -> None:
        """Digits whose own ink is centred on a place."""
        self.center_ink(text, at, (CHERRY, size, colour))

    def formula(self, text: str, at: Point, size: int, colour: RGB = INK) -> float:
        """A condition, what Cherry Bomb lacks drawn as signs; how wide it is."""
        x, y = at
        for char in text:
            if char == SUM:
                self.put(sum_sign, (x + size * 0.06, y), size, colour)
            elif char == GRUMPF:
                self.put(scowl, (x + size * 0.46, y), "", size)
            else:
                self.word(char, (x, y), size, colour=colour)
            if char == UNLIKE:
                self.word(char, (x + THIN, y), size, colour=colour)
            x += _sign_width(char, size)
        return x - at[0]

    def fit_word(
        self, text: str, at: Point, room: int, sizes: tuple[int, int], *, side: Side = "left", colour: RGB = INK
    ) -> float:
        """Lettering shrunk and then cut to `room` pixels; how wide it came out."""
        found = fit(text, CHERRY, room, sizes)
        return self.word(found.text, at, found.size, side=side, colour=colour)


def wide(text: str, size: int) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, CHERRY, size)


def formula_width(text: str, size: int) -> float:
    """How wide a condition is."""
    return sum(_sign_width(char, size) for char in text)


def _sign_width(char: str, size: int) -> float:
    return size * SIGNS[char] if char in SIGNS else wide(char, size)


@cached
def sum_sign(size: int, colour: RGB) -> Raster:
    """The sign of a sum, which Cherry Bomb lacks; (0, 0) is left, in the middle of its height."""
    high, across = size * 0.33, size * 0.42
    plate = Surface("sum", (-4, -high - 4, across + 6, high + 4), 1.0, flat=True)
    line = [(across, -high + 4), (across, -high), (0, -high), (across * 0.56, 0)]
    line += [(0, high), (across, high), (across, high - 4)]
    plate.pen().line(line, even(size * 0.14, colour))
    return plate.raster()
