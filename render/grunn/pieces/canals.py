"""
Canals: on the middle of the gap, one cell and one gap long, so that ends meet.

Each kind of landscape size has sprites for the three passes (ink, cream, water); pasting pass by pass joins all canals
of a landscape into one outline. A canal that scores is deep blue with a solid cream line, one that does not is pale
with dark dashes.
"""

from render.core.colour import RGB
from render.core.ink import Stroke
from render.core.memory.cache import cached
from render.core.surface import HARD, Raster
from render.grunn.inks import CANAL, CANAL_DASH, CANAL_PALE, CREAM, INK
from render.grunn.pieces.surfaces import Surface

WIDTHS = {"ink": 25.0, "cream": 20.0, "water": 14.0}  # pixels at cells of 144
SMALL = {"cream": 8.0, "water": 5.0}


@cached
def canal(layer: str, length: int, scale: float, *, level: bool, scoring: bool) -> Raster:
    """
    One pass of one canal from (0, 0), to the right if `level`, else down, `length` pixels long.

    `layer` is ink, cream or water; `scale` is 1 for cells of 144 pixels.
    """
    room = 16.0
    end = (float(length), 0.0) if level else (0.0, float(length))
    surface = Surface(f"canal{layer}{level:d}{scoring:d}", (-room, -room, end[0] + room, end[1] + room), 1.0)
    pen = surface.pen()
    path = [(0.0, 0.0), end]
    pen.line(path, Stroke(WIDTHS[layer] * scale, _colour(layer, scoring=scoring), shake=0.5 * scale))
    if layer == "water":
        if scoring:
            pen.line(path, Stroke(4.0 * scale, CREAM, shake=0.4))
        else:
            inner = [(6.0, 0.0), (length - 2.0, 0.0)] if level else [(0.0, 6.0), (0.0, length - 2.0)]
            pen.draw_dashes(inner, Stroke(4.6 * scale, CANAL_DASH, shake=0.2), (10 * scale, 13 * scale))
    return surface.raster(HARD)


@cached
def small_canal(layer: str, length: int, *, level: bool) -> Raster:
    """One pass (cream or water) of a canal in a small landscape."""
    end = (float(length), 0.0) if level else (0.0, float(length))
    surface = Surface(f"small{layer}{level:d}", (-6, -6, end[0] + 6, end[1] + 6), 1.0)
    surface.pen().line([(0.0, 0.0), end], Stroke(SMALL[layer], CREAM if layer == "cream" else CANAL, shake=0.3))
    return surface.raster()


@cached
def canal_icon(width: int) -> Raster:
    """A short scoring canal, `width` pixels long, centred on (0, 0)."""
    half = width / 2
    surface = Surface("canalicon", (-half - 2, -14, half + 2, 14), 1.0)
    pen = surface.pen()
    reach = half - 10
    path = [(-reach, 0.0), (reach, 0.0)]
    for stroke in (Stroke(20, INK, shake=0.3), Stroke(14.5, CANAL, shake=0.3), Stroke(4, CREAM, shake=0.2)):
        pen.line(path, stroke)
    return surface.raster()


def _colour(layer: str, *, scoring: bool) -> RGB:
    if layer == "ink":
        return INK
    if layer == "cream":
        return CREAM
    return CANAL if scoring else CANAL_PALE
