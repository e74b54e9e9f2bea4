"""Tiles, buildings and cards small enough for a line of a menu."""

from functools import partial

from render.core.emoji import Pieces
from render.core.ink import Stroke
from render.core.lettering.fonts import KAFFEESATZ
from render.core.paths import close_path, rectangle
from render.core.surface import Raster
from render.grunn.inks import CANAL, CREAM, INK
from render.grunn.pieces import signs
from render.grunn.pieces.cards import DARK_TILE, LIGHT_TILE, clover
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import Tile
from render.grunn.pieces.tokens import arrow

LANDS = ("wadden", "dollard", "bog", "forest", "marsh")
RIDGES = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")
HOUSES = ("milk_factory", "turf_hut", "farm", "esdorp", "church")
BOX = (0.0, 0.0, 100.0, 100.0)
CELL = 58
"""Pixels of a tile: its letter and its arrows are bold then."""


def pieces() -> Pieces:
    """Every tile, raw and developed (`bog`, `bog_developed`, `ridge_ne`), every building and every card."""
    lands = {land: partial(_tile, Tile(land, developed=False)) for land in LANDS}
    developed = {f"{land}_developed": partial(_tile, Tile(land, developed=True)) for land in LANDS}
    ridges = {f"ridge_{way.lower()}": partial(_tile, Tile("ridge", developed=True, arrows=way)) for way in RIDGES}
    houses = {house: partial(signs.house, house, 128) for house in HOUSES}
    return {
        **lands,
        **developed,
        **ridges,
        **houses,
        "ridge": partial(_tile, Tile("ridge", developed=True)),
        "canal": _canal,
        "any": _any,
        "relocate": _relocate,
        "exchange": _exchange,
        "clover": _clover,
    }


def _tile(look: Tile) -> Raster:
    return signs.small_tile(look, CELL)


def _card() -> Surface:
    surface = Surface("card", BOX, 1.28)
    surface.pen().shape(rectangle(3, 3, 97, 97), CREAM, edge=Stroke(6, INK, shake=0.4), shake=0.4)
    return surface


def _canal() -> Raster:
    surface = Surface("canal", BOX, 1.28)
    for stroke in (Stroke(46, INK, shake=0.4), Stroke(32, CANAL, shake=0.4), Stroke(9, CREAM, shake=0.3)):
        surface.pen().line([(26, 74), (74, 26)], stroke)
    return surface.raster()


def _any() -> Raster:
    surface = _card()
    surface.text("?", (50, 50), (KAFFEESATZ, 100, INK))
    return surface.raster()


def _clover() -> Raster:
    surface = Surface("clover", BOX, 1.28)
    clover(surface.pen(48, 46, 1.5))
    return surface.raster()


def _relocate() -> Raster:
    surface = _card()
    pen = surface.pen()
    pen.shape(rectangle(12, 33, 44, 65), LIGHT_TILE, edge=Stroke(5, INK, shake=0.3))
    pen.dashed(close_path(rectangle(58, 33, 88, 65)), Stroke(5, INK, shake=0.2), (9, 6))
    arrow(surface, (14, 80), (84, 80), width=7)
    return surface.raster()


def _exchange() -> Raster:
    surface = _card()
    pen = surface.pen()
    pen.shape(rectangle(12, 20, 44, 52), LIGHT_TILE, edge=Stroke(5, INK, shake=0.3))
    pen.shape(rectangle(56, 20, 88, 52), DARK_TILE, edge=Stroke(5, INK, shake=0.3))
    arrow(surface, (14, 75), (86, 75), width=7, both=True)
    return surface.raster()
