"""The cover: developed land with its buildings between canals, in the sea under the evening sky."""

from PIL import Image

from render.core.cover import title_size
from render.core.lettering.fonts import VOLLKORN
from render.core.plates import HIGH, WIDE
from render.grunn.inks import CREAM, DEEP, SEA, palette
from render.grunn.paint import Painter
from render.grunn.pieces.canals import canal
from render.grunn.pieces.signs import coin
from render.grunn.pieces.tiles import Tile, tile

BAND = 190
CELL, GAP = 228, 22
LEFT, TOP = 61, 209
ROWS = (
    (
        Tile("wadden", developed=True, built=True, number=4),
        Tile("dollard", developed=True, built=True, number=4),
        Tile("marsh", developed=True, built=True, number=4),
        Tile("forest", developed=True, number=5),
    ),
    (
        Tile("bog", developed=True, built=True, number=4),
        Tile("ridge", True, True, 7, "NE", 3),
        Tile("forest", developed=False, number=4),
        Tile("wadden", developed=False, number=4),
    ),
)


def draw(title: str) -> Image.Image:
    """The cover with the game's title."""
    painter = Painter(palette().ground((WIDE, HIGH), SEA), SEA)
    painter.image.paste(palette().index(DEEP), (0, 0, WIDE, BAND))
    step = CELL + GAP
    for row, tiles in enumerate(ROWS):
        for column, each in enumerate(tiles):
            painter.put(tile, (LEFT + column * step, TOP + row * step), each, CELL)
    for layer in ("ink", "water"):
        at = (LEFT + CELL + GAP // 2, TOP + step)
        painter.put(canal, at, layer, CELL, 1.5, level=False, scoring=True)
    painter.ground = DEEP
    painter.center_capitals(title, (WIDE / 2, BAND / 2), (VOLLKORN, title_size(title, VOLLKORN), CREAM))
    for x, text in ((130, "7"), (WIDE - 130, "12")):
        painter.put(coin, (x, BAND // 2), 58, text)
    return painter.image
