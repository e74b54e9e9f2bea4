"""What is drawn on cells and edges beside tiles: empty cells, rings round what changed or may be chosen."""

from render.core.colour import RGB
from render.core.ink import Stroke, even
from render.core.memory.cache import cached
from render.core.paths import close_path, round_rectangle
from render.core.surface import HARD, Raster
from render.grunn.inks import CREAM, FREE, GOLD, INK
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tokens import clock

FAINT_DOTS: RGB = (104, 128, 126)
CORNER = 9.0  # radius of the corners of a cell
Size = tuple[int, int]


@cached
def free_cell(size: Size, *, legal: bool) -> Raster:
    """An empty cell: light with a dotted edge where the tile may be laid, dots only where it may not."""
    wide, high = size
    surface = Surface("free", (0, 0, wide, high), 1.0)
    pen = surface.pen()
    if legal:
        pen.shape(round_rectangle(1.3, 1.3, wide - 1.3, high - 1.3, radius=CORNER), FREE, shake=0)
    edge = close_path(round_rectangle(5.5, 5.5, wide - 5.5, high - 5.5, radius=CORNER - 1))
    pen.dots(edge, 1.6, INK if legal else FAINT_DOTS, every=6.5)
    return surface.raster()


@cached
def draw_ring(size: Size, widths: tuple[float, float], clock_radius: float) -> Raster:
    """
    The outline of a cell that was changed last: a cream line between two ink ones.

    `widths` (the whole, the cream line) and the radius of the clock on its corner (0: none) are in pixels.
    """
    return _outline(size, widths, CREAM, clock_radius)


@cached
def offer_ring(size: Size) -> Raster:
    """The outline of what may be chosen now: a gold line between two ink ones."""
    return _outline(size, (11.0, 5.5), GOLD, 0.0)


def _outline(size: Size, widths: tuple[float, float], colour: RGB, clock_radius: float) -> Raster:
    wide, high = size
    whole, light = widths
    room = max(whole, clock_radius * 1.2) + 3
    surface = Surface("ring", (-room, -room, wide + room, high + room), 1.0)
    pen = surface.pen()
    path = close_path(round_rectangle(-1, -1, wide + 1, high + 1, radius=min(CORNER, min(size) * 0.12)))
    pen.line(path, Stroke(whole, INK, shake=0.2))
    pen.line(path, Stroke(light, colour, shake=0.2))
    if clock_radius:
        clock(surface, (1, 1), clock_radius)
    return surface.raster(HARD)


@cached
def offer_bar(length: int, *, level: bool) -> Raster:
    """An edge on which a canal may be dug now, `length` pixels long to the right or down from (0, 0)."""
    end = (float(length), 0.0) if level else (0.0, float(length))
    surface = Surface(f"bar{level:d}", (-9, -9, end[0] + 9, end[1] + 9), 1.0)
    pen = surface.pen()
    pen.line([(0.0, 0.0), end], even(11.0, INK))
    pen.line([(0.0, 0.0), end], even(5.5, GOLD))
    return surface.raster(HARD)
