"""Paths as lists of points: arcs, rounded squares, waves, and the walk along a path at even steps."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin

Point = tuple[float, float]


def walk(points: Sequence[Point], step: float) -> list[Point]:
    """The same path with a point at least every `step`; corners stay where they are."""
    path: list[Point] = [points[0]]
    for (ax, ay), (bx, by) in pairwise(points):
        parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
        path.extend((ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(1, parts + 1))
    return path


def close_path(points: Sequence[Point]) -> list[Point]:
    """The path led back to its first point."""
    return [*points, points[0]]


def length(points: Sequence[Point]) -> float:
    """How long a path is."""
    return sum(dist(a, b) for a, b in pairwise(points))


def rectangle(left: float, top: float, right: float, bottom: float) -> list[Point]:
    """The four corners, clockwise from the upper left."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def arc(x: float, y: float, radius: float | Point, turn: Point = (0.0, 360.0), *, steps: int = 0) -> list[Point]:
    """Points of a circle or ellipse between two angles in degrees, clockwise on the screen from the right."""
    rx, ry = (radius, radius) if isinstance(radius, int | float) else radius
    first, last = turn
    count = steps or max(8, round(abs(last - first) / 7.5))
    angles = ((first + (last - first) * i / count) * pi / 180 for i in range(count + 1))
    return [(x + rx * cos(a), y + ry * sin(a)) for a in angles]


def round_rectangle(left: float, top: float, right: float, bottom: float, *, radius: float) -> list[Point]:
    """A rectangle with round corners, clockwise from the upper edge."""
    return [
        *arc(left + radius, top + radius, radius, (180, 270)),
        *arc(right - radius, top + radius, radius, (270, 360)),
        *arc(right - radius, bottom - radius, radius, (0, 90)),
        *arc(left + radius, bottom - radius, radius, (90, 180)),
    ]


def wave(start: Point, width: float, *, swing: float, period: float, phase: float = 0.0) -> list[Point]:
    """A sine wave to the right of a point."""
    x, y = start
    count = max(4, round(width / period * 12))
    return [
        (x + width * i / count, y + swing * sin(2 * pi * (width * i / count / period) + phase))
        for i in range(count + 1)
    ]


def star(x: float, y: float, radius: float, *, points: int = 5, inner: float = 0.45) -> list[Point]:
    """A star standing on two of its points."""
    count = points * 2
    radii = (radius if i % 2 == 0 else radius * inner for i in range(count))
    return [(x + r * sin(2 * pi * i / count), y - r * cos(2 * pi * i / count)) for i, r in enumerate(radii)]


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The drawn pieces of a dashed path, each as a path of its own."""
    path = walk(points, min(on, off) / 4)
    piece: list[Point] = [path[0]]
    drawing, left = True, on
    for before, after in pairwise(path):
        left -= dist(before, after)
        if drawing:
            piece.append(after)
        if left <= 0:
            if drawing:
                yield piece
            drawing = not drawing
            left, piece = (on if drawing else off), [after]
    if drawing and len(piece) > 1:
        yield piece


def curve(points: Sequence[Point], *, ring: bool = True, parts: int = 6) -> list[Point]:
    """A smooth line (Catmull and Rom) through the points, led back to the first one if it is a ring."""
    count = len(points)
    found: list[Point] = []
    for i in range(count if ring else count - 1):
        before, start, end, after = (_of(points, i + step, ring=ring) for step in (-1, 0, 1, 2))
        found.extend(_between((before, start, end, after), part / parts) for part in range(parts))
    return found if ring else [*found, points[-1]]


def _of(points: Sequence[Point], i: int, *, ring: bool) -> Point:
    return points[i % len(points)] if ring else points[min(max(i, 0), len(points) - 1)]


def _between(four: tuple[Point, Point, Point, Point], t: float) -> Point:
    a, b, c, d = four
    x, y = (
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * (q - r) + s - p) * t**3)
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return (x, y)
