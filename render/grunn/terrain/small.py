"""Landscapes beside the one that is thought about: as large as there is room, tiles in full or as letters."""

from dataclasses import replace

from games.grunn.view import steps_between
from render.core.ink import Stroke
from render.core.memory.cache import cached
from render.core.paths import rectangle
from render.core.surface import Raster
from render.grunn.inks import CREAM, DEEP2, SEA
from render.grunn.paint import Painter
from render.grunn.pieces.canals import small_canal
from render.grunn.pieces.signs import small_tile
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import Tile, tile
from render.grunn.sights import Land
from render.grunn.terrain.landscape import Signs, mark
from render.grunn.terrain.layout import Axis, Layout, run

GAP = 4
ROOMY = 80  # cells of so many pixels show the whole tile
FEWEST = 2
"""Columns or lines for which there is room at least."""
EDGE = 12  # of sea round the cells, both sides together
SIGNS = Signs((8.5, 4.4), 13.0, 10, 34, 5, tight=True, low=True)
"""Of small tiles, whose letters take the upper left corner."""
ROOMY_SIGNS = replace(SIGNS, out=7, low=False)
"""Of whole tiles."""


@cached
def inlet(wide: int, high: int) -> Raster:
    """A piece of sea with a thin shore line."""
    surface = Surface("inlet", (-2, -2, wide + 2, high + 2), 1.0, fine=3)
    surface.pen().shape(rectangle(0, 0, wide, high), SEA, edge=Stroke(2.2, DEEP2, shake=0.5), shake=0)
    return surface.raster()


def cell_for(side: int, count: int) -> int:
    """The side of a cell where so many of them fit, but of a full landscape's at least two: others grow together."""
    count = max(count, FEWEST)
    return (side - EDGE - (count - 1) * GAP) // count


def draw(painter: Painter, land: Land, corner: tuple[int, int], size: tuple[int, int]) -> None:
    """
    A landscape in a piece of sea, `size` wide and high: tiles, canals, changes.

    The fewer columns and lines it has, the larger its tiles. Tiles dealt but not yet laid stand in a row.
    """
    painter.put(inlet, corner, *size)
    before, painter.ground = painter.ground, SEA
    centre = (corner[0] + size[0] // 2, corner[1] + size[1] // 2)
    if not land.tiles:
        cell = cell_for(size[0], 4)
        row = _axis((0, len(land.dealt)), centre[0], cell)
        for left, each in zip(row.starts, land.dealt, strict=True):
            _tile(painter, (left, centre[1] - cell // 2), each, cell)
        painter.ground = before
        return
    at = _layout(land, centre, size)
    for name, each in land.tiles:
        _tile(painter, at.box(name)[:2], each, at.cell)
    for layer, painter.ground in {"cream": SEA, "water": CREAM}.items():
        for canal in land.canals:
            start, length = run(canal, at, 0)
            if length:
                painter.put(small_canal, start, layer, length, level=not canal.upright)
    painter.ground = SEA
    mark(painter, land, at, SIGNS if at.cell < ROOMY else ROOMY_SIGNS)
    painter.ground = before


def _tile(painter: Painter, corner: tuple[float, float], look: Tile, cell: int) -> None:
    painter.put(tile if cell >= ROOMY else small_tile, corner, look, cell)


def _layout(land: Land, centre: tuple[int, int], size: tuple[int, int]) -> Layout:
    """The grid of the tiles, centred, as large as has room."""
    places = [steps_between(land.corner, name) for name, _ in land.tiles]
    spans = [(min(held), max(held) - min(held) + 1) for held in zip(*places, strict=True)]
    cell = min(cell_for(side, count) for side, (_, count) in zip(size, spans, strict=True))
    columns, lines = (_axis(span, middle, cell) for span, middle in zip(spans, centre, strict=True))
    return Layout(land.corner, columns, lines, cell)


def _axis(span: tuple[int, int], middle: int, cell: int) -> Axis:
    first, count = span
    start = middle - (count * (cell + GAP) - GAP) // 2
    return Axis(first, tuple(float(start + i * (cell + GAP)) for i in range(count)), (cell,) * count, GAP)
