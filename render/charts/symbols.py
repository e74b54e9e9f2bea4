"""Pieces with their names below each other in three columns, large enough to be read on a phone."""

from collections.abc import Sequence

from PIL import Image

from render.charts.inks import INK, PAPER
from render.core.emoji import draw_emoji
from render.core.lettering.fonts import DOSIS_BOLD
from render.core.lettering.text import fit_lines, plain, stamp
from render.core.plates import WIDE, Plate, Plates, plate
from render.core.registry import picture

COLUMNS = 3
EDGE = 20
ROW = 116
ICON = 100
GAP = 16
LETTERS = (40, 32)
"""Pixels of letters, from the usual size to the least: 13 to 10 on a phone."""
COLOURS = 128
NAME = "symbols"
"""What the plates show; the platform puts it into words."""


def symbol_plates(game: str, groups: Sequence[Sequence[str]], names: Sequence[str]) -> Plates:
    """Return a plate for each group of pieces; `names` are theirs, one after the other."""
    left = list(names)
    return tuple(_plate(game, tuple(group), tuple(left.pop(0) for _ in group)) for group in groups)


def _plate(game: str, pieces: tuple[str, ...], names: tuple[str, ...]) -> Plate:
    return plate(NAME, lay_out, game, pieces, names)


def lay_out(game: str, pieces: tuple[str, ...], names: tuple[str, ...]) -> Image.Image:
    """Draw pieces row by row, each before its name."""
    made = picture(game).emoji()
    wide = (WIDE - 2 * EDGE) // COLUMNS
    image = Image.new("RGB", (WIDE, 2 * EDGE + ROW * -(-len(pieces) // COLUMNS)), PAPER)
    for number, (piece, name) in enumerate(zip(pieces, names, strict=True)):
        x, y = EDGE + number % COLUMNS * wide, EDGE + number // COLUMNS * ROW
        icon = draw_emoji(made[piece]()).resize((ICON, ICON), Image.Resampling.LANCZOS)
        image.paste(icon, (x, y + (ROW - ICON) // 2), icon)
        words = fit_lines(plain(name), ((DOSIS_BOLD, LETTERS),), wide - ICON - 2 * GAP)
        first = y + ROW / 2 + words.size * (0.35 - 0.5 * (len(words.lines) - 1))
        for line, text in enumerate(words.lines):
            stamp(image, text, (x + ICON + GAP, first + line * words.size), (DOSIS_BOLD, words.size, INK))
    return image.quantize(COLOURS, dither=Image.Dither.NONE)
