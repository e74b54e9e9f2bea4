"""The way of the figure that walked last, along the road."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from games.core.seats import Seat
from games.walnut_grove.view import RING, StopSight, Walk
from render.core.ink import even
from render.core.memory.cache import cached
from render.core.paths import Point
from render.core.surface import Raster
from render.walnut_grove.inks import CREAM, HOT, INK, ROAD
from render.walnut_grove.paint import Painter, surface
from render.walnut_grove.pieces import tokens
from render.walnut_grove.terrain import street
from render.walnut_grove.terrain.street import LEFT_X, LOW_Y, RIGHT_X, TOP_Y

AROUND: tuple[Point, ...] = ((LEFT_X, TOP_Y), (RIGHT_X, TOP_Y), (RIGHT_X, LOW_Y), (LEFT_X, LOW_Y))
"""Corners of the road, clockwise from the upper left."""
WIDE, HIGH = RIGHT_X - LEFT_X, LOW_Y - TOP_Y
FROM_ROW: dict[str, Point] = {"town": (LEFT_X, 350.0), "church": (RIGHT_X, 350.0)}
"""Where the way from a start row begins: at its gate."""


def draw(painter: Painter, walk: Walk, stops: Sequence[StopSight], spots: Mapping[Seat, Point]) -> None:
    """Where the figure came from, and its way, under the gates."""
    start, end = _start(walk.start), spots.get(walk.seat)
    if start is None or end is None:
        return
    painter.ground = ROAD
    path = route(start, end)
    (ax, ay), (bx, by) = path[-2], path[-1]
    far = max(abs(bx - ax), abs(by - ay))
    if far > 60:
        path[-1] = (bx - (bx - ax) / far * 53, by - (by - ay) / far * 53)
        (ax, ay), (bx, by) = path[:2]
        off = max(abs(bx - ax), abs(by - ay)) or 1.0
        path[0] = (ax + (bx - ax) / off * 34, ay + (by - ay) / off * 34)
        painter.put(_way, (0, 0), tuple(path))
        _interrupt(painter, stops, path)
    if start[1] in (TOP_Y, LOW_Y):
        painter.put(tokens.ring, start, 30.0)
    street.gates(painter)


def _along(x: float, y: float) -> float:
    """How far a place on the road is from its upper left corner, clockwise."""
    if y <= TOP_Y:
        return x - LEFT_X
    if y >= LOW_Y:
        return WIDE + HIGH + (RIGHT_X - x)
    return WIDE + (y - TOP_Y) if x > street.SIZE[0] / 2 else 2 * WIDE + HIGH + (LOW_Y - y)


def route(start: Point, end: Point) -> list[Point]:
    """The way along the road, clockwise, from one place to another; from a place to itself all round."""
    round_trip = 2 * (WIDE + HIGH)
    corners = [(0.0, AROUND[0]), (WIDE, AROUND[1]), (WIDE + HIGH, AROUND[2]), (2 * WIDE + HIGH, AROUND[3])]
    low, far = _along(*start), _along(*end)
    if far <= low:
        far += round_trip
    between = [(at + lap, point) for lap in (0.0, round_trip) for at, point in corners if low < at + lap < far]
    return [start, *(point for _, point in sorted(between)), end]


@cached
def _way(points: tuple[Point, ...]) -> Raster:
    made = surface("way", (0, 160, 1100, 540))
    pen = made.pen()
    path = list(points)
    pen.line(path, even(13, INK))
    pen.line(path, even(10, CREAM))
    pen.draw_dashes(path, even(6, HOT), (15, 9))
    (ax, ay), (bx, by) = path[-2], path[-1]
    far = max(abs(bx - ax), abs(by - ay)) or 1.0
    ux, uy = (bx - ax) / far, (by - ay) / far
    tip = (bx + ux * 4, by + uy * 4)
    head = [(tip[0] - ux * 18 - uy * 15, tip[1] - uy * 18 + ux * 15), tip]
    head.append((tip[0] - ux * 18 + uy * 15, tip[1] - uy * 18 - ux * 15))
    for thick, colour in ((13, INK), (8, HOT)):
        pen.line(head, even(thick, colour))
    return made.cut()


def _start(place: str) -> Point | None:
    """A place on the road before a stop, or at the gate of a start row."""
    for stop in RING:
        if stop.id == place:
            spots = street.find_standing_places(stop.pos, stop.spaces)
            return spots[0] if stop.pos > street.UPPER else spots[-1]
    return FROM_ROW.get(place.partition(":")[0])


def _interrupt(painter: Painter, stops: Sequence[StopSight], path: list[Point]) -> None:
    """Empty places on the way lie over its line."""
    for stop in stops:
        for x, y in street.find_standing_places(stop.pos, RING[stop.pos - 1].spaces):
            for (ax, ay), (bx, by) in pairwise(path):
                if ay == y == by and min(ax, bx) + 36 < x < max(ax, bx) - 36:
                    painter.put(street.spot, (x, y), street.PLACE, filled=True)
