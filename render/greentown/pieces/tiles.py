"""
Tiles: face, streets and, where something changed, an outline, as rasters centred on the site.

A street runs from the site to the middle of its side and a pixel further, kerb and paving, so that two tiles side by
side show one road without a seam.
"""

from dataclasses import dataclass

from render.core.colour import RGB
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import Point, close_path
from render.core.surface import Raster, Surface
from render.greentown.inks import CREAM, EDGES, INK, RED
from render.greentown.pieces.faces import face
from render.greentown.pieces.hatching import hatch
from render.greentown.terrain.hexagon import APOTHEM, R, hexagon, towards

KERB, PAVING = 32.0, 25.0
OVER = 0.8  # units that a tile reaches over its hexagon
THICK = 5.0
LAID, DEVELOPED, OFFERED = "laid", "developed", "offered"


@dataclass(frozen=True, slots=True)
class Look:
    """
    What a tile looks like.

    `symbol` is cow, tree, flower or hotel, `streets` the digits of its sides; `vacant` sites have a smaller square.
    `mark` is "", "laid", "developed" or, where it can be chosen, "offered"; in a draft marks are hatched, not red.
    """

    symbol: str
    streets: str
    vacant: bool
    mark: str = ""
    draft: bool = False


@cached
def _ground(symbol: str, unit: float, *, thick: bool) -> Surface:
    """The tile without streets: thickness, face, edge. Copied for every look."""
    plate = Surface(f"tile{symbol}", (-APOTHEM - 5, -R - 5, APOTHEM + 5, R + 9), unit, flat=True)
    pen = plate.pen()
    if thick:
        pen.shape([(x, y + THICK) for x, y in hexagon(R + OVER)], EDGES[symbol], shake=0)
    pen.shape(hexagon(R + OVER), INK, shake=0)
    face(plate, symbol)
    pen.line(close_path(hexagon(R - 1.6)), even(2.6, INK))
    return plate


def streets(
    plate: Surface,
    sides: str,
    square: float,
    *,
    reach: float = APOTHEM + 4,
    share: float = 1.0,
    colours: tuple[RGB, RGB] = (INK, CREAM),
) -> None:
    """
    Lay all kerbs, then all paving, so that the streets run into each other and into the round square of the site.

    `square` is its radius; `share` how many of the plate's units make one of these drawings; `colours` kerb and paving.
    """
    pen = plate.pen(share=share)
    for wide, colour, radius in ((KERB, colours[0], square + 3), (PAVING, colours[1], square)):
        for side in sides:
            pen.shape(band(towards(int(side), 1.0), wide / 2, reach), colour, shake=0)
        pen.disc(0, 0, radius, colour)


def band(way: Point, half: float, reach: float) -> list[Point]:
    """The outline of a straight street from the middle, as wide as twice a half and so long."""
    x, y = way
    return [
        (-y * half, x * half),
        (x * reach - y * half, y * reach + x * half),
        (x * reach + y * half, y * reach - x * half),
        (y * half, -x * half),
    ]


@cached
def tile(look: Look, unit: float) -> Raster:
    """
    A tile of the town at so many pixels to a unit.

    With a mark it has no thickness: it is laid over the plain one when all others lie.
    """
    ground = _ground(look.symbol, unit, thick=not look.mark)
    plate = ground.layer()
    plate.lay(ground)
    if look.mark:
        _outline(plate, look.mark, draft=look.draft)
    roads = plate.layer()
    streets(roads, look.streets, 23 if look.vacant else 38)
    mask = plate.layer()
    mask.pen().shape(hexagon(R + (OVER if not look.mark else 2.6)), INK, shake=0)
    roads.clip(mask)
    plate.lay(roads)
    return plate.cut()


def _outline(plate: Surface, mark: str, *, draft: bool) -> None:
    """One thick line round a tile that was laid, two thin ones round one that was developed, dashes for a choice."""
    if mark == OFFERED:
        thick = max(6.0, 4.0 / plate.unit)
        plate.pen().line(close_path(hexagon(R - 6)), even(thick + 6, CREAM))
        plate.pen().draw_dashes(close_path(hexagon(R - 6)), even(thick, INK), (11, 7.5))
        return
    thin, casing = (6.0, 9.6) if draft else (4.6, 9.0)
    rings = ((R - 5, 15.0, 9.0),) if mark == LAID else ((R - 3, casing, thin), (R - 13.5, casing, thin))
    for radius, under, width in rings:
        ring = close_path(hexagon(radius))
        plate.pen().line(ring, even(under, CREAM))
        layer = plate.layer()
        layer.pen().line(ring, even(width, RED))
        plate.lay(hatch(layer, fine=mark != LAID) if draft else layer)
