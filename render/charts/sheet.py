"""The paper that charts are drawn on: shapes at twice their size and reduced, then letters.

A picture is 1,100 pixels wide and at most 700 high, so that it fills the box in which Discord shows it; capitals are 22
pixels high at least, which is 11 on the desktop and 7 on a phone.
"""

from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from render.charts.inks import INK, PAPER, QUIET, palette
from render.core.colour import RGB
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD, Face
from render.core.lettering.text import fit, plain, stamp, width
from render.core.palette import LIMIT
from render.core.plates import WIDE

EDGE = 32
TITLE = 46
HEAD, BARE = 66, 8
"""Where what stands below the title begins, and where it does without one."""
WORDS = 36
SMALL = 31
Look: TypeAlias = tuple[Face, int, RGB]
"""How words look: face, size in pixels, colour."""
ASIDE: Look = (DOSIS_BOLD, SMALL, QUIET)
"""What is read second."""
FINE = 2


class Sheet:
    """A picture in the making: shapes go to a ground of twice the size, letters wait until it is reduced."""

    def __init__(self, height: int) -> None:
        """Start with plain paper."""
        self._ground = Image.new("RGB", (WIDE * FINE, height * FINE), PAPER)
        self.draw = ImageDraw.Draw(self._ground)
        self._letters: list[tuple[str, tuple[float, float], Look]] = []

    def area(self, left: float, top: float, right: float, bottom: float, *, fill: RGB, edge: RGB | None = None) -> None:
        """Fill a rectangle, with an edge of three pixels if wanted."""
        box = (left * FINE, top * FINE, right * FINE, bottom * FINE)
        self.draw.rectangle(box, fill=fill, outline=edge, width=3 * FINE if edge else 0)

    def line(self, points: Sequence[tuple[float, float]], *, colour: RGB, wide: float) -> None:
        """Draw a line through points."""
        path = [(x * FINE, y * FINE) for x, y in points]
        self.draw.line(path, fill=colour, width=round(wide * FINE), joint="curve")

    def words(
        self,
        text: str,
        at: tuple[float, float],
        look: Look = (DOSIS_BOLD, WORDS, INK),
        *,
        room: int = WIDE,
        right: bool = False,
    ) -> None:
        """Put words on a baseline, made to fit into ``room``; ``right``: they end there."""
        face, size, colour = look
        fitted = fit(plain(text), face, room, (size, SMALL))
        x = at[0] - (width(fitted.text, face, fitted.size) if right else 0)
        self._letters.append((fitted.text, (x, at[1]), (face, fitted.size, colour)))

    def title(self, words: str) -> int:
        """Put the title at the top, if there is one; return where what follows begins."""
        if not words:
            return BARE
        self.words(words, (EDGE, 50), (DOSIS, TITLE, INK), room=WIDE - 2 * EDGE)
        return HEAD

    def shape(self, points: Sequence[tuple[float, float]], *, fill: RGB) -> None:
        """Fill a polygon."""
        self.draw.polygon([(x * FINE, y * FINE) for x, y in points], fill=fill)

    def finish(self, *, free: bool = False) -> Image.Image:
        """Return the picture in palette mode; ``free``: with colours of its own instead of those of all charts."""
        image = self._ground.reduce(FINE)
        for text, pen, look in self._letters:
            stamp(image, text, pen, look)
        return image.quantize(LIMIT, dither=Image.Dither.NONE) if free else palette().bring(image)
