"""Tiles and buildings small enough for a line of a menu."""

from functools import partial

from render.core.emoji import Pieces
from render.core.ink import Stroke
from render.core.lettering.fonts import VOLLKORN
from render.core.paths import close_path, rectangle
from render.core.surface import Raster
from render.grunn.inks import CANAL, CREAM, INK
from render.grunn.pieces import signs, tokens
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import Tile
from render.grunn.pieces.wild import fill_of

LANDS = ("wadden", "dollard", "bog", "forest", "marsh")
RIDGES = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
HOUSES = ("milk_factory", "turf_hut", "farm", "esdorp", "church")
BOX = (0.0, 0.0, 100.0, 100.0)
CELL = 58
"""Pixels of a tile: its letter and its arrows are bold then."""


def pieces() -> Pieces:
    """Every tile, raw and developed (`bog`, `bog_developed`, `ridge_ne`), every building, and a canal."""
    lands = {land: partial(_tile, Tile(land, developed=False)) for land in LANDS}
    developed = {f"{land}_developed": partial(_tile, Tile(land, developed=True)) for land in LANDS}
    ridges = {f"ridge_{way.lower()}": partial(_tile, Tile("ridge", developed=True, arrows=way)) for way in RIDGES}
    houses = {house: partial(signs.house, house, 128) for house in HOUSES}
    return {
        **lands,
        **developed,
        **ridges,
        **houses,
        "canal": _canal,
    }


def _tile(look: Tile) -> Raster:
    """A flat tile with a large letter and the arrows of a ridge: a print would be lost at a line's height."""
    surface = Surface(f"s{look.kind}{look.arrows}{look.developed:d}", (-2, -2, CELL + 2, CELL + 2), 1.0)
    pen = surface.pen()
    square = rectangle(1, 1, CELL - 1, CELL - 1)
    fill = fill_of(look.kind, developed=look.developed)
    if look.developed:
        pen.shape(square, fill, edge=Stroke(3.2, INK, shake=0.4), shake=0)
    else:
        pen.shape(square, fill, shake=0)
        pen.draw_dashes(close_path(square), Stroke(1.5, tokens.dash_colour(look.kind), shake=0.1), (4, 3))
    for side in look.arrows:
        signs.small_arrow(surface, side, CELL)
    colour = tokens.letter_colour(look.kind, developed=look.developed)
    surface.text(tokens.LETTERS[look.kind], (CELL / 2, CELL / 2), (VOLLKORN, CELL * 0.62, colour))
    return surface.raster()


def _canal() -> Raster:
    surface = Surface("canal", BOX, 1.28)
    for stroke in (Stroke(46, INK, shake=0.4), Stroke(32, CANAL, shake=0.4), Stroke(9, CREAM, shake=0.3)):
        surface.pen().line([(26, 74), (74, 26)], stroke)
    return surface.raster()
