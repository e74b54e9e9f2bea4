"""The cover: a farm of all landscapes with its house, workers and harvest, and the walnut tree."""

from PIL import Image

from render.core.cover import title_size
from render.core.lettering.fonts import SLAB
from render.core.plates import HIGH, WIDE
from render.walnut_grove.inks import CREAM, FOREST, LANDS, palette
from render.walnut_grove.paint import Painter
from render.walnut_grove.pieces.things import house
from render.walnut_grove.pieces.tokens import cube, pawn
from render.walnut_grove.terrain.patterns import tile
from render.walnut_grove.terrain.plan import tree

HEAD = 170
UNIT = 1.72
CELL = round(160 * UNIT)
FARM = (
    (("m", "m", "m", "m"), ("g", "g", "g", "m"), ("g", "f", "f", "g"), ("f", "f", "f", "f")),
    (("m", "m", "m", "m"), ("g", "w", "w", "m"), ("f", "s", "s", "w"), ("f", "s", "s", "s")),
)
"""The landscapes of each tile's sides."""


FIGURES = (("g", "yellow", (445, 425)), ("f", "blue", (880, 420)), ("s", "farmer", (880, 668)))
CUBES = (("g", (600, 305)), ("f", (1015, 290)), ("w", (545, 585)), ("s", (1020, 610)))
"""What stands on which landscape, and where."""


def draw(title: str) -> Image.Image:
    """The cover with the game's title."""
    painter = Painter(palette().ground((WIDE, HIGH), FOREST), FOREST)
    for row, cells in enumerate(FARM):
        for column, sides in enumerate(cells):
            painter.put(tile, (column * CELL, HEAD + row * CELL), sides, UNIT)
    painter.ground = LANDS["m"][0]
    painter.put(house, (150, 432), 1.5)
    painter.put(tree, (150, 690), 1.6)
    for good, colour, at in FIGURES:
        painter.ground = LANDS[good][0]
        painter.put(pawn, at, colour, 150.0, halo=True)
    for good, at in CUBES:
        painter.ground = LANDS[good][0]
        painter.put(cube, at, good, 92.0, shadow=True)
    painter.ground = FOREST
    painter.word(title, (WIDE / 2, HEAD / 2), title_size(title, SLAB), colour=CREAM)
    return painter.image
