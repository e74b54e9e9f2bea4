"""Grunn's painter: its palette, its two faces, its ink."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.fonts import KAFFEESATZ, VOLLKORN, Face
from render.core.painter import Side
from render.core.sprites import Sprite
from render.core.surface import Raster
from render.core.text import fit_lines, width
from render.grunn.inks import CREAM, INK, PAPER, palette

P = ParamSpec("P")
NARROW = 30  # pixels of the least lettering in Kaffeesatz


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

    def name(
        self,
        name: str,
        at: tuple[float, float],
        room: int,
        sizes: tuple[int, int],
        *,
        most: int = 1,
        side: Side = "left",
    ) -> None:
        """
        A player's name in Vollkorn, shrunk, else in the narrow Kaffeesatz, and cut to `room` pixels at last.

        In two lines, where `most` allows them, the second stands on the baseline of `at`.
        """
        found = fit_lines(name, ((VOLLKORN, sizes), (KAFFEESATZ, (max(sizes[1], NARROW), NARROW))), room, most=most)
        for i, line in enumerate(reversed(found.lines)):
            self.letters(line, (at[0], at[1] - i * found.size), (found.face, found.size, INK), side=side)


def text_width(text: str, size: int, face: Face = KAFFEESATZ) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, face, size)
