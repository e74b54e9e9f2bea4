"""
The pen: lines and shapes cut by an unsteady hand.

A pen draws on an RGBA surface several times the final size, which is reduced afterwards (see `surface`), so edges here
need no smoothing. Lengths are in units of the drawing, not in pixels. Every stroke has its own noise, seeded from the
pen's key and the number of the stroke.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, pi, sin

from PIL import Image, ImageDraw

from render.core.colour import RGB
from render.core.noise import Wobble
from render.core.paths import Point, arc, close_path, dashes, walk

STEP = 1.4  # units between the points of a stroke
SHAKE = 0.35  # units that a point may stand off its place
PRESS = 0.16  # share of the width that the pressure changes
BROAD = 5.0  # width from which on the pressure no longer counts for more
SMOOTH = 0.93  # cosine of the turn between two points that still counts as a bend, not a corner
STRIP = 6  # points of a stroke filled at once; longer strips could cross themselves

Spot = tuple[float, float, float, float, float]  # of a stroke on the surface: x, y, normal x, normal y, half width


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a line is drawn: width in units, colour, whether it swells in the middle, how much it shakes and swells."""

    width: float
    colour: RGB
    tapered: bool = False
    shake: float = SHAKE
    press: float = PRESS


def even(width: float, colour: RGB) -> Stroke:
    """A steady line of one width."""
    return Stroke(width, colour, shake=0.0, press=0.0)


class Pen:
    """Draws in units: a unit is `scale` pixels of the surface, and (0, 0) lies at `origin` on it."""

    __slots__ = ("_count", "_draw", "_image", "key", "origin", "scale")

    def __init__(self, image: Image.Image, scale: float, origin: Point, key: str) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)
        self._count = 0
        self.scale = scale
        self.origin = origin
        self.key = key

    def shift(self, x: float, y: float, share: float = 1.0, key: str = "") -> "Pen":
        """A pen on the same surface whose (0, 0) is this pen's (x, y) and whose unit is `share` of this pen's."""
        name = f"{self.key}/{key or self._next()}"
        return Pen(self._image, self.scale * share, self._at((x, y)), name)

    def line(self, points: Sequence[Point], stroke: Stroke) -> None:
        """A stroke along a path, with round ends."""
        if not (stroke.shake or stroke.press or stroke.tapered):
            self._even(points, stroke)
            return
        path = walk(points, STEP)
        noise = self._next()
        aside, press = Wobble(f"{noise}a", 5.0), Wobble(f"{noise}p", 7.0)
        ox, oy, scale = *self.origin, self.scale
        change = stroke.press * min(1.0, BROAD / stroke.width)
        spots: list[Spot] = []
        gone, last = 0.0, len(path) - 1
        for i, (x, y) in enumerate(path):
            ax, ay = path[i - 1] if i else path[0]
            bx, by = path[i + 1] if i < last else path[last]
            run = hypot(bx - ax, by - ay) or 1.0
            gone += hypot(x - ax, y - ay)
            nx, ny = (ay - by) / run, (bx - ax) / run
            push = aside(gone) * stroke.shake
            half = stroke.width / 2 * (1.0 + change * press(gone))
            if stroke.tapered:
                half *= 0.3 + 0.7 * sin(pi * i / max(1, last))
            spots.append((ox + (x + nx * push) * scale, oy + (y + ny * push) * scale, nx, ny, half * scale))
        self._string(spots, stroke.colour)

    def _even(self, points: Sequence[Point], stroke: Stroke) -> None:
        """A line of one width: its straight pieces, and a disc at every joint."""
        places = [self._at(point) for point in points]
        r = stroke.width * self.scale / 2
        for x, y in places:
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=stroke.colour)
        for (ax, ay), (bx, by) in pairwise(places):
            run = hypot(bx - ax, by - ay) or 1.0
            nx, ny = (ay - by) / run * r, (bx - ax) / run * r
            corners = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            self._draw.polygon(corners, fill=stroke.colour)

    def _string(self, spots: Sequence[Spot], colour: RGB) -> None:
        """Strips between the two sides of a stroke, with discs at its ends and sharp corners."""
        last = len(spots) - 1
        cut = 0
        for i, (x, y, nx, ny, r) in enumerate(spots):
            end = i in (0, last)
            bend = not end and nx * spots[i - 1][2] + ny * spots[i - 1][3] < SMOOTH
            if end or bend:
                self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
            if i > cut and (i == last or bend or i - cut >= STRIP):
                self._strip(spots[cut : i + 1], colour)
                cut = i

    def _strip(self, spots: Sequence[Spot], colour: RGB) -> None:
        side = [(x + nx * r, y + ny * r) for x, y, nx, ny, r in spots]
        side.extend((x - nx * r, y - ny * r) for x, y, nx, ny, r in reversed(spots))
        self._draw.polygon(side, fill=colour)

    def shape(
        self,
        points: Sequence[Point],
        fill: RGB | None,
        *,
        edge: Stroke | None = None,
        shake: float = SHAKE,
    ) -> None:
        """A filled outline with unsteady edges, then its edge, if any, along the same outline."""
        ring = close_path(points)
        if fill is not None:
            path = walk(ring, STEP * 1.5) if shake else list(ring)
            noise = self._next()
            across, down = Wobble(f"{noise}x", 5.0), Wobble(f"{noise}y", 5.0)
            moved = [
                self._at((x + across(i * STEP) * shake, y + down(i * STEP) * shake)) for i, (x, y) in enumerate(path)
            ]
            self._draw.polygon(moved, fill=fill)
        if edge is not None:
            self.line(ring, edge)

    def disc(self, x: float, y: float, radius: float | Point, fill: RGB) -> None:
        """A plain disc or ellipse, without shake."""
        rx, ry = (radius, radius) if isinstance(radius, int | float) else radius
        px, py = self._at((x, y))
        self._draw.ellipse(
            (px - rx * self.scale, py - ry * self.scale, px + rx * self.scale, py + ry * self.scale), fill=fill
        )

    def circle(self, x: float, y: float, radius: float | Point, stroke: Stroke) -> None:
        """The line of a circle or ellipse."""
        self.line(arc(x, y, radius), stroke)

    def draw_dashes(self, points: Sequence[Point], stroke: Stroke, rhythm: Point) -> None:
        """A dashed line: `rhythm` is the length drawn and the length left out."""
        for piece in dashes(points, *rhythm):
            self.line(piece, stroke)

    def dots(self, points: Sequence[Point], radius: float, colour: RGB, *, every: float) -> None:
        """Dots at even distances along a path."""
        gap = every
        for (ax, ay), (bx, by) in pairwise(walk(points, every / 8)):
            gap += hypot(bx - ax, by - ay)
            if gap >= every:
                gap -= every
                self.disc(bx, by, radius, colour)

    def _at(self, point: Point) -> Point:
        return (self.origin[0] + point[0] * self.scale, self.origin[1] + point[1] * self.scale)

    def _next(self) -> str:
        self._count += 1
        return f"{self.key}/{self._count}"
