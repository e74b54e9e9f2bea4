"""
The line of a tour: along the streets and round each site, as on a roundabout.

One raster for each way through a tile, centred on its site. A tour goes round on the shorter side, and straight on it
keeps right.
"""

from collections.abc import Sequence
from itertools import pairwise

from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import Point, arc
from render.core.surface import Raster, Surface
from render.greentown.inks import CREAM, RED
from render.greentown.pieces.hatching import hatch
from render.greentown.terrain.hexagon import APOTHEM, R, angle, towards

LINE = 9.6
CASING = {"site": 13.0, "vacant": 13.0, "hotel": 14.0}
"""Width of the cream under the line: on a square of cream hardly any, round a hotel enough to part it from bricks."""

ROUND = {"site": 42.0, "vacant": 34.0, "hotel": 50.0}
"""Radius of the way round, by what stands there."""


def smooth(points: Sequence[Point]) -> list[Point]:
    """Corners cut once (Chaikin); the ends stay."""
    path = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        path.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
        path.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
    path.append(points[-1])
    return path


def way(come: int, go: int, kind: str) -> list[Point]:
    """The way from the middle of one side to that of another; side 0 is the site itself, where tours begin and end."""
    radius = ROUND[kind]
    if not come or not go:
        return [towards(come or go, 0.0), towards(come or go, APOTHEM)]
    first = angle(come)
    turn = (angle(go) - first) % 360
    # Driving in from a side and keeping right means going round against the clock, as seen from above.
    last = first + (turn - 360 if turn >= 180 else turn)
    bend = arc(0, 0, radius, (first, last), steps=max(6, round(abs(last - first) / 12)))
    entry, exit_ = towards(come, APOTHEM), towards(go, APOTHEM)
    path = [entry, towards(come, radius + 13), *bend[1:-1], towards(go, radius + 13), exit_]
    return smooth(smooth(path))


@cached
def through(come: int, go: int, kind: str, unit: float, *, draft: bool = False) -> Raster:
    """The line through one tile; `kind` is site, vacant or hotel."""
    plate = Surface("tour", (-R - 2, -R - 2, R + 2, R + 2), unit)
    path = way(come, go, kind)
    casing = CASING[kind]
    plate.pen().line(_shorten(path, come, go, APOTHEM - casing / 2), even(casing, CREAM))
    layer = plate.layer()
    layer.pen().line(path, even(LINE, RED))
    plate.lay(hatch(layer) if draft else layer)
    return plate.cut()


def _shorten(path: list[Point], come: int, go: int, near: float) -> list[Point]:
    """The path without the last bits before the sides: the casing must not cross the line of the next tile."""
    kept = [(x, y) for x, y in path if max(_along((x, y), come), _along((x, y), go)) <= near]
    start = [towards(come, near)] if come else []
    end = [towards(go, near)] if go else []
    return [*start, *kept, *end]


def _along(point: Point, side: int) -> float:
    if not side:
        return 0.0
    x, y = towards(side, 1.0)
    return point[0] * x + point[1] * y
