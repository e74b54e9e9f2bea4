"""The header of a plate: how far the match is, and in the flag whose move it is."""

from dataclasses import dataclass

from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.letters import lettering
from render.core.lettering.text import fit_sentence
from render.grunn.inks import CREAM, DEEP, GOLD
from render.grunn.paint import Painter, text_width
from render.grunn.terrain import ground

ROUND_END = 642  # where the round ends, right-aligned
FLAG_END, FLAG_ROOM = 1090, 446
APART = 18  # from the round to the flag
SIZES = (44, 34)  # of the words in the flag


@dataclass(frozen=True, slots=True)
class Heading:
    """The words over the skyline and those in the flag; `{name}` in them is fitted."""

    left: str
    right: str
    name: str = ""


def draw(painter: Painter, heading: Heading) -> None:
    """The words of a header."""
    before, painter.ground = painter.ground, DEEP
    fitted = fit_sentence(heading.right, heading.name, KAFFEESATZ, FLAG_ROOM, SIZES)
    wide = round(text_width(fitted.text, fitted.size))
    start = min(ROUND_END, FLAG_END - wide - 52 - APART) - text_width(heading.left, 42)
    painter.put(lettering, (start, 45), heading.left, KAFFEESATZ, 42, CREAM)
    painter.put(ground.pill, (FLAG_END, 6), wide + 52, GOLD)
    painter.ground = GOLD
    painter.text(fitted.text, (FLAG_END - 34 - wide, 48), fitted.size)
    painter.ground = before
