"""Grunn's painter: its palette, its two faces, its ink."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.fonts import KAFFEESATZ, VOLLKORN, Face
from render.core.plate import Raster
from render.core.sprites import Sprite
from render.core.text import fit, width
from render.grunn.inks import CREAM, INK, PAPER, palette

P = ParamSpec("P")


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in Grunn's palette."""
    return painter.on(palette(), ground, make, *args, **options)


class Painter(painter.Painter):
    """Letters in Vollkorn or Yanone Kaffeesatz, in ink."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def text(self, text: str, at: tuple[float, float], size: int, *, serif: bool = False, right: bool = False) -> None:
        """Ink lettering from a place on its baseline, or ending there."""
        self.letters(text, at, (VOLLKORN if serif else KAFFEESATZ, size, INK), side="right" if right else "left")

    def middle(
        self, text: str, at: tuple[float, float], size: int, *, light: bool = False, serif: bool = False
    ) -> None:
        """Lettering whose own ink is centred on a place: numbers hang below the line and need this."""
        self.inked(text, at, (VOLLKORN if serif else KAFFEESATZ, size, CREAM if light else INK))

    def name(self, name: str, at: tuple[float, float], room: int, sizes: tuple[int, int]) -> None:
        """A player's name in Vollkorn, shrunk and then cut to `room` pixels."""
        fitted = fit(name, VOLLKORN, room, sizes)
        self.text(fitted.text, at, fitted.size, serif=True)


def text_width(text: str, size: int, face: Face = KAFFEESATZ) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, face, size)
