"""The cover: a town around its hotel, with the buildings of all players, in the polder."""

from typing import NamedTuple

from PIL import Image

from render.core.cover import title_size
from render.core.lettering.fonts import DOSIS
from render.core.plates import HIGH, WIDE
from render.greentown.inks import BAND, BRICK, CREAM, INK, OPEN, palette
from render.greentown.paint import Painter
from render.greentown.pieces.tiles import Look, tile
from render.greentown.pieces.tokens import draw_building, hotel, tree_piece
from render.greentown.terrain.hexagon import WIDE as HEXAGON
from render.greentown.terrain.land import polder

HEAD = 180
UNIT = 2.0
ACROSS = HEXAGON * UNIT
DOWN = ACROSS * 0.866
TOP = HEAD + 120
"""The middles of the upper row."""


class Site(NamedTuple):
    """A tile of the town: its row and column, its face, what stands on it and of which player."""

    row: int
    column: float
    look: Look
    holds: tuple[str, int]


TOWN = (
    Site(0, 0.5, Look("flower", "23", vacant=False), ("S", 2)),
    Site(0, 1.5, Look("cow", "35", vacant=False), ("C", 0)),
    Site(0, 2.5, Look("tree", "25", vacant=False), ("tree", 0)),
    Site(0, 3.5, Look("cow", "45", vacant=False), ("M", 3)),
    Site(1, 0, Look("tree", "12", vacant=False), ("C", 1)),
    Site(1, 1, Look("cow", "125", vacant=False), ("M", 0)),
    Site(1, 2, Look("hotel", "123456", vacant=False), ("hotel", 0)),
    Site(1, 3, Look("flower", "25", vacant=False), ("C", 3)),
    Site(1, 4, Look("tree", "56", vacant=False), ("S", 1)),
    Site(2, 0.5, Look("cow", "12", vacant=False), ("tree", 0)),
    Site(2, 1.5, Look("flower", "15", vacant=False), ("S", 0)),
    Site(2, 2.5, Look("cow", "26", vacant=False), ("M", 2)),
    Site(2, 3.5, Look("tree", "56", vacant=False), ("C", 2)),
)


def draw(title: str) -> Image.Image:
    """The cover with the game's title."""
    painter = Painter(palette().ground((WIDE, HIGH), INK))
    painter.image.paste(polder(WIDE, HIGH - HEAD), (0, HEAD))
    places = [(WIDE / 2 + (site.column - 2) * ACROSS, TOP + site.row * DOWN) for site in TOWN]
    for at, site in zip(places, TOWN, strict=True):
        painter.put(tile, at, site.look, UNIT)
    for at, site in zip(places, TOWN, strict=True):
        kind, seat = site.holds
        painter.ground = BRICK if kind == "hotel" else OPEN
        if kind == "hotel":
            painter.put(hotel, at, 128 * round(UNIT), lettered=True)
        elif kind == "tree":
            painter.put(tree_piece, at, UNIT * 1.15)
        else:
            painter.put(draw_building, at, kind, seat, 27.0 * UNIT, number=34 * round(UNIT))
    painter.image.paste(palette().index(BAND), (0, 0, WIDE, HEAD))
    painter.ground = BAND
    painter.center_capitals(title, (WIDE / 2, HEAD / 2), (DOSIS, title_size(title, DOSIS), CREAM))
    return painter.image
