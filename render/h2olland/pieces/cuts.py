"""The hand of the lino cutter: edges hewn in short straight cuts, lines of one width, slivers of the gouge."""

from collections.abc import Sequence
from math import hypot, pi, sin

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.noise import seed_random
from render.core.paths import Point, close_path, walk
from render.h2olland.inks import INK

FINE = 2  # how many times its size a piece is drawn: few shades along edges weigh little
REACH = 39.0  # units between two corners of a hewn edge: long cuts compress well, a trembling line does not
SHORT = 9.0  # shorter pieces belong to a curve and move less


def hewn(points: Sequence[Point], key: str, amount: float = 0.7) -> list[Point]:
    """A closed outline with corners every few units, each moved a little: the same for the same key."""
    chance = seed_random(f"hewn{key}")
    path = walk(close_path(points), REACH)[:-1]
    moved: list[Point] = []
    for i, (x, y) in enumerate(path):
        before = path[i - 1]
        reach = amount if hypot(x - before[0], y - before[1]) > SHORT else amount * 0.25
        moved.append((x + chance.uniform(-reach, reach), y + chance.uniform(-reach, reach)))
    return moved


def block(pen: Pen, points: Sequence[Point], fill: RGB | None, width: float, *, amount: float = 0.7) -> None:
    """
    A hewn shape with an edge of ink.

    Outlines of one form are hewn alike, whatever they hold: rows of bytes that repeat weigh little.
    """
    form = hewn(points, str(len(points)), amount)
    pen.shape(form, fill, edge=even(width, INK), shake=0)


def groove(
    pen: Pen, start: Point, end: Point, look: tuple[float, RGB], *, lying: bool = True, amount: float = 0.9
) -> None:
    """A long cut of width and colour `look`: straight pieces a little off the line; standing, x and y change places."""
    chance = seed_random(f"groove{start}")
    path = [(x, y + chance.uniform(-amount, amount)) for x, y in walk([start, end], 38.0)]
    pen.line(path if lying else [(y, x) for x, y in path], even(*look))


def taper(pen: Pen, at: Point, long: float, look: tuple[float, RGB], *, lying: bool = True) -> None:
    """A sliver of thickness and colour `look` that swells to its middle."""
    (x, y), (thick, colour) = at, look
    far = [(i / 7 * long, sin(pi * i / 7) * thick / 2) for i in range(8)]
    form = [(along, aside) for along, aside in far] + [(along, -aside) for along, aside in reversed(far)]
    pen.shape([(x + a, y + b) if lying else (x + b, y + a) for a, b in form], colour, shake=0)
