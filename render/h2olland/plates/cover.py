"""The cover: mills and farms between fields of crops and tulips behind the dike."""

from PIL import Image

from render.core.plates import HIGH, WIDE
from render.h2olland.inks import CODES, GRASS, PAPER, TULIPS, WATER, palette
from render.h2olland.paint import Painter
from render.h2olland.pieces.buildings import dike, farm, mill
from render.h2olland.pieces.fields import field
from render.h2olland.pieces.signs import skyline, wordmark
from render.h2olland.terrain.lake import land, water

HEAD = 172
UNIT = 2.0
SQUARE = round(80 * UNIT)
TITLE, TITLE_LEFT = 140, 228
LEFT = -20
CORN, _, _, POTATO, COW = CODES
FIELDS = (
    (TULIPS[0], 3, 0, True), (CORN, 5, 0, False), (TULIPS[5], 6, 0, False), (TULIPS[1], 2, 1, True),
    (POTATO, 3, 2, True), (COW, 5, 2, True),
)  # fmt: skip
"""Kind, column and row of its first square, and whether it lies."""
HOUSES = ((mill, 1, 2, 0), (mill, 3, 4, 1), (farm, 1, 2, 2))
"""What is built, whose it is, column and row."""


def draw(title: str) -> Image.Image:
    """The cover; the title is the game's own wordmark."""
    painter = Painter(palette().ground((WIDE, HIGH), PAPER))
    painter.put(skyline, (0, HEAD))
    for column in range(0, 8, 2):
        for row in (0, 2):
            x, y = LEFT + column * SQUARE, HEAD + row * SQUARE
            painter.ground = WATER if not column else GRASS
            if column:
                painter.put(land, (x, y), (), UNIT)
            else:
                painter.put(water, (x, y), "E", UNIT)
    painter.ground = GRASS
    for kind, column, row, lying in FIELDS:
        painter.put(field, (LEFT + column * SQUARE, HEAD + row * SQUARE), kind, UNIT, GRASS, lying=lying)
    for make, seat, column, row in HOUSES:
        painter.put(make, (LEFT + column * SQUARE, HEAD + row * SQUARE), seat, UNIT, GRASS)
    for row in (0, 2):
        painter.put(dike, (LEFT + 2 * SQUARE, HEAD + (row + 1) * SQUARE), UNIT, lying=False)
    painter.ground = PAPER
    painter.put(wordmark, (TITLE_LEFT, HEAD // 2), TITLE)
    return painter.image
