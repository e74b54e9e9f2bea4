"""Walnut Grove's painter: its palette, a slab serif for names and numbers, narrow capitals for signs."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import BEBAS, SLAB, Face
from render.core.lettering.text import Lines, fit, fit_lines, width
from render.core.painter import Side
from render.core.paths import Point
from render.core.sprites import Sprite
from render.core.surface import Box, Raster, Surface
from render.walnut_grove.inks import INK, PAPER, palette

P = ParamSpec("P")
FINE = 3
LEAST_WORD, LEAST_SIGN = 30, 31
"""The least sizes of the two faces: their capitals are then eleven pixels high on a desktop."""


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in Walnut Grove's palette."""
    return painter.on(palette(), ground, make, *args, **options)


def surface(key: str, box: Box, unit: float = 1.0) -> Surface:
    """A surface reduced by the plain mean: flat printing colours stay flat."""
    return Surface(key, box, unit, fine=FINE, flat=True)


def fit_word(text: str, room: int, sizes: tuple[int, int]) -> Lines:
    """A word in one line of `room` pixels: in the slab serif at a size of `sizes`, else in narrow capitals."""
    return fit_lines(text, ((SLAB, sizes), (BEBAS, (sizes[0], LEAST_SIGN))), room, most=1)


class Painter(painter.Painter):
    """Letters in Roboto Slab and Bebas Neue."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def word(
        self, text: str, at: Point, size: int, *, face: Face = SLAB, side: Side = "middle", colour: RGB = INK
    ) -> float:
        """Lettering whose capitals are centred in height on a place; how wide it is."""
        self.center_capitals(text, at, (face, size, colour), side=side)
        return width(text, face, size)

    def sign(self, text: str, at: Point, size: int, *, side: Side = "middle", colour: RGB = INK) -> float:
        """Lettering in narrow capitals; how wide it is."""
        return self.word(text, at, size, face=BEBAS, side=side, colour=colour)

    def draw_fitted(
        self, text: str, at: Point, room: int, sizes: tuple[int, int], *,
        face: Face = SLAB, colour: RGB = INK,
    ) -> float:  # fmt: skip
        """Lettering shrunk and then cut to `room` pixels; how wide it came out."""
        found = fit(text, face, room, sizes)
        return self.word(found.text, at, found.size, face=face, colour=colour)

    def draw_narrowed(
        self, text: str, at: Point, room: int, sizes: tuple[int, int], *, side: Side = "middle", colour: RGB = INK
    ) -> float:
        """Lettering shrunk to `room` pixels, in narrow capitals where it is too wide for that; how wide it came out."""
        found = fit_word(text, room, sizes)
        return self.word(found.lines[0], at, found.size, face=found.face, side=side, colour=colour)

    def name(self, name: str, at: Point, room: int, wanted: int, *, most: int = 1, colour: RGB = INK) -> float:
        """
        A player's name from its left end, as large as fits, in the narrow face before it is cut; how wide it is.

        `most`: two lines around the middle before that, where there is the height for them.
        """
        looks = ((SLAB, (wanted, LEAST_WORD)), (BEBAS, (wanted, LEAST_SIGN)))
        found = fit_lines(name, looks, room, most=most)
        wide = 0.0
        for i, line in enumerate(found.lines):
            y = at[1] + (i - (len(found.lines) - 1) / 2) * found.size * 1.1
            wide = max(wide, self.word(line, (at[0], y), found.size, face=found.face, side="left", colour=colour))
        return wide
