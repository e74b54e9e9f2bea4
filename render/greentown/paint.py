"""Green Town's painter: its palette, and Dosis in two weights."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, Face
from render.core.lettering.text import fit, width
from render.core.painter import Side
from render.core.paths import Point
from render.core.sprites import Sprite
from render.core.surface import Raster
from render.greentown.inks import CREAM, INK, PAPER, palette

P = ParamSpec("P")


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in Green Town's palette."""
    return painter.on(palette(), ground, make, *args, **options)


class Painter(painter.Painter):
    """Letters in Dosis, on the height of its capitals."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def word(
        self, text: str, at: Point, size: int, *, side: Side = "left", light: bool = False, face: Face = DOSIS
    ) -> None:
        """Lettering whose capitals are centred in height on a place."""
        self.center_capitals(text, at, (face, size, CREAM if light else INK), side=side)

    def fit_word(self, text: str, at: Point, room: int, sizes: tuple[int, int], *, light: bool = False) -> float:
        """Lettering shrunk and then cut to `room` pixels; how wide it came out."""
        found = fit(text, DOSIS, room, sizes)
        self.word(found.text, at, found.size, light=light)
        return width(found.text, DOSIS, found.size)
