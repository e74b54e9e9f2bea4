"""The pictures of Nim: heaps of pebbles on a cloth, numbered from the left."""

from collections.abc import Sequence
from typing import Final

from nim.view import View
from PIL import Image

from games.core.game import Marks
from render.core.colour import rgb
from render.core.lettering.fonts import VOLLKORN
from render.core.painter import Painter
from render.core.palette import Palette
from render.core.picture import ENGLISH, Picture, Theme
from render.core.plates import HIGH, WIDE, Plates, plate
from render.core.surface import Raster, Surface

CLOTH, INK, PEBBLE, MARK = rgb("#E9DDC4"), rgb("#2A211A"), rgb("#8FA3A0"), rgb("#C8402F")
PALETTE: Final = Palette([CLOTH, INK, PEBBLE, MARK])
FLOOR = 590  # baseline of the lowest pebble
TITLE, NUMBER = (VOLLKORN, 64, INK), (VOLLKORN, 44, INK)


def _pebble(colour: tuple[int, int, int]) -> Raster:
    """A pebble with an ink rim, 120 by 60 pixels, (0, 0) in its middle."""
    surface = Surface(f"pebble/{colour}", (-64, -34, 64, 34), 1.0)
    surface.pen().disc(0, 0, (60, 30), colour)
    surface.pen().disc(0, 0, (52, 23), PEBBLE)
    return surface.raster()


class NimPictures(Picture[View]):
    """The heaps: whose turn it is and who has won stands in the message."""

    lettering: Sequence[str] = ("Nim",)

    def board(self, view: View, marks: Marks, *, names: Sequence[str], theme: Theme = ENGLISH) -> Plates:
        """The heaps with the number of pebbles under each; a heap that shrank has red rims and a star."""
        return (plate("heaps", _draw, view.heaps, marks.spots, theme.say("Nim")),)


def _draw(heaps: Sequence[int], changed: Sequence[str], title: str) -> Image.Image:
    painter = Painter(PALETTE.ground((WIDE, HIGH), CLOTH), PALETTE, CLOTH)
    painter.letters(title, (40, 90), TITLE)
    for at, size in enumerate(heaps, start=1):
        x = WIDE * at / (len(heaps) + 1)
        marked = str(at) in changed
        for pebble in range(size):
            painter.put(_pebble, (x, FLOOR - 30 - 56 * pebble), MARK if marked else INK)
        painter.center_capitals(f"{at}: {size}" + " *" * marked, (x, FLOOR + 60), NUMBER)
    return painter.image


PICTURE: Final[Picture[View]] = NimPictures()
