"""The pictures of Nim: heaps of pebbles on a cloth, numbered from the left."""

from collections.abc import Sequence
from typing import Final

from nim.view import View
from PIL import Image

from games.core.game import Marks
from render.core.colour import rgb
from render.core.fonts import VOLLKORN
from render.core.painter import Painter, drawable
from render.core.palette import Palette
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import HIGH, WIDE, Plates, plate
from render.core.surface import Raster, Surface

CLOTH, INK, PEBBLE, MARK = rgb("#E9DDC4"), rgb("#2A211A"), rgb("#8FA3A0"), rgb("#C8402F")
PALETTE: Final = Palette([CLOTH, INK, PEBBLE, MARK])
FLOOR = 590  # baseline of the lowest pebble
TITLE, NAME, NUMBER = (VOLLKORN, 64, INK), (VOLLKORN, 48, INK), (VOLLKORN, 44, INK)


def _pebble(colour: tuple[int, int, int]) -> Raster:
    """A pebble with an ink rim, 120 by 60 pixels, (0, 0) in its middle."""
    surface = Surface(f"pebble/{colour}", (-64, -34, 64, 34), 1.0)
    surface.pen().disc(0, 0, (60, 30), colour)
    surface.pen().disc(0, 0, (52, 23), PEBBLE)
    return surface.raster()


class NimPictures(Picture[View]):
    """Every picture of Nim is the same board."""

    lettering: Sequence[str] = ("Nim", "{name} to move", "{name} wins", "player {number}")

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The heaps with the number of pebbles under each; a heap that shrank has red rims and a star."""
        shown = drawable(names, theme.say("player {number}"))
        line = theme.say("{name} wins" if view.over else "{name} to move", name=shown[view.player])
        return (plate("heaps", _draw, view, marks, theme.say("Nim"), line),)


def _draw(view: View, marks: Marks, title: str, line: str) -> Image.Image:
    painter = Painter(PALETTE.ground((WIDE, HIGH), CLOTH), PALETTE, CLOTH)
    painter.letters(title, (40, 90), TITLE)
    painter.letters(line, (WIDE - 40, 90), NAME, side="right")
    for at, size in enumerate(view.heaps, start=1):
        x = WIDE * at / (len(view.heaps) + 1)
        changed = str(at) in marks.spots
        colour = MARK if changed else INK
        for pebble in range(size):
            painter.put(_pebble, (x, FLOOR - 30 - 56 * pebble), colour)
        painter.inked(f"{at}: {size}" + " *" * changed, (x, FLOOR + 60), NUMBER)
    return painter.image


PICTURE: Final[Picture[View]] = NimPictures()
