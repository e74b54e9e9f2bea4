"""Grunn's painter: its palette, its two faces, its ink."""

from collections.abc import Callable
from typing import ParamSpec

from PIL import Image

from render.core import painter
from render.core.colour import RGB
from render.core.lettering.fonts import KAFFEESATZ, VOLLKORN
from render.core.lettering.text import fit, fit_lines, width
from render.core.painter import Side
from render.core.sprites import Sprite
from render.core.surface import Raster
from render.grunn.inks import INK, PAPER, palette

P = ParamSpec("P")
NARROW, SERIF = 34, 33  # pixels of the least lettering in Kaffeesatz and in Vollkorn


def on(ground: RGB, make: Callable[P, Raster], *args: P.args, **options: P.kwargs) -> Sprite:
    """A drawing as a sprite for a ground, in Grunn's palette."""
    return painter.on(palette(), ground, make, *args, **options)


class Painter(painter.Painter):
    """Letters in Vollkorn or Yanone Kaffeesatz, in ink."""

    __slots__ = ()

    def __init__(self, background: Image.Image, ground: RGB = PAPER) -> None:
        super().__init__(background, palette(), ground)

    def text(self, text: str, at: tuple[float, float], size: int) -> None:
        """Ink lettering from a place on its baseline."""
        self.letters(text, at, (KAFFEESATZ, size, INK))

    def label(self, text: str, at: tuple[float, float], room: int, wanted: int, *, side: Side = "left") -> None:
        """A word, its capitals centred in height on a place, shrunk to `room` pixels and cut at last."""
        fitted = fit(text, KAFFEESATZ, room, (wanted, NARROW))
        self.center_capitals(fitted.text, at, (KAFFEESATZ, fitted.size, INK), side=side)

    def middle(self, text: str, at: tuple[float, float], size: int) -> None:
        """Lettering whose own ink is centred on a place: numbers hang below the line and need this."""
        self.center_ink(text, at, (KAFFEESATZ, size, INK))

    def name(
        self,
        name: str,
        at: tuple[float, float],
        room: int,
        wanted: int,
        *,
        most: int = 1,
        side: Side = "left",
    ) -> None:
        """
        A player's name, centred in height on a place: in Vollkorn from `wanted` pixels down to the least size, else in
        the narrow Kaffeesatz; then in more lines, where `most` allows them; cut to `room` pixels at last.
        """
        found = fit_lines(
            name, ((VOLLKORN, (wanted, SERIF)), (KAFFEESATZ, (max(NARROW, wanted - 8), NARROW))), room, most=1
        )
        if most > 1 and found.lines != (name,):
            found = fit_lines(name, ((VOLLKORN, (SERIF, SERIF)), (KAFFEESATZ, (NARROW, NARROW))), room, most=most)
        top = at[1] - (len(found.lines) - 1) * found.size / 2
        for i, line in enumerate(found.lines):
            self.center_capitals(line, (at[0], top + i * found.size), (found.face, found.size, INK), side=side)


def text_width(text: str, size: int) -> float:
    """How wide a piece of lettering is, in pixels."""
    return width(text, KAFFEESATZ, size)
