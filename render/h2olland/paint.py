"""H₂Olland's painter: its palette, and League Spartan on the height of its capitals."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.fonts import SPARTAN
from render.core.painter import Side
from render.core.paths import Point
from render.core.sprites import Sprite
from render.core.surface import Raster
from render.core.text import fit, width
from render.h2olland.inks import INK, PAPER, palette

P = ParamSpec("P")


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in H₂Olland's palette."""
    return painter.on(palette(), ground, make, *args, **options)


class Painter(painter.Painter):
    """Letters in League Spartan."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def word(self, text: str, at: Point, size: int, *, side: Side = "left", colour: RGB = INK) -> float:
        """Lettering whose capitals are centred in height on a place; how wide it is."""
        self.capped(text, at, (SPARTAN, size, colour), side=side)
        return wide(text, size)

    def fitted(self, text: str, at: Point, room: int, sizes: tuple[int, int], *, colour: RGB = INK) -> float:
        """Lettering shrunk and then cut to `room` pixels; how wide it came out."""
        found = fit(text, SPARTAN, room, sizes)
        return self.word(found.text, at, found.size, colour=colour)


def wide(text: str, size: int) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, SPARTAN, size)
