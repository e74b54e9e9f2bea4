"""The nine action cards, 190 x 84 pixels, and the row of prices below them."""

from math import cos, pi, sin

from render.core.colour import rgb
from render.core.ink import Pen, Stroke
from render.core.lettering.fonts import KAFFEESATZ
from render.core.memory.cache import cached
from render.core.paths import close_path, rectangle
from render.core.surface import Raster
from render.grunn.inks import CREAM, INK, SHADE, WADDEN
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tokens import arrow, chip, coin
from render.grunn.pieces.wild import FILLS

WIDTH, HEIGHT = 190, 84
LIGHT_TILE = rgb("#D5C6AA")
DARK_TILE = rgb("#86765F")
MIDDLE = HEIGHT / 2


@cached
def card(kind: str, gain: int) -> Raster:
    """
    A card: `develop_<type>`, `develop_any`, `relocate`, `exchange` or `clover`.

    `gain` is the ducats it pays: the payout of the type, or what the clover gives.
    """
    surface = Surface(f"card{kind}", (-5, -5, WIDTH + 6, HEIGHT + 8), 1.0)
    pen = surface.pen()
    box = rectangle(1.5, 1.5, WIDTH - 1.5, HEIGHT - 1.5)
    pen.shape(box, CREAM, edge=Stroke(3.2, INK, shake=0.6), shake=0.4)
    surface.shadow((2, 4), 4, SHADE, 0.3)
    match kind:
        case "clover":
            _clover(surface.pen(56, MIDDLE, key="clover"))
            coin(surface, (130, MIDDLE), 29, f"+{gain}")
        case "relocate":
            _square(pen, 20, LIGHT_TILE)
            arrow(surface, (76, MIDDLE), (118, MIDDLE), width=4.6)
            pen.draw_dashes(
                close_path(rectangle(125, MIDDLE - 23, 171, MIDDLE + 23)), Stroke(2.8, INK, shake=0.2), (6.5, 4.2)
            )
        case "exchange":
            _square(pen, 20, LIGHT_TILE)
            arrow(surface, (74, MIDDLE), (116, MIDDLE), width=4.6, both=True)
            _square(pen, 124, DARK_TILE)
        case "develop_any":
            _any(surface, pen)
        case _:
            land = kind.removeprefix("develop_")
            chip(surface, (9, MIDDLE - 24, 48), land, developed=False, letter=0.7)
            arrow(surface, (58, MIDDLE), (79, MIDDLE), width=4.6)
            chip(surface, (81, MIDDLE - 27, 54), land)
            coin(surface, (161, MIDDLE), 24, f"+{gain}")
    return surface.raster()


def _square(pen: Pen, left: float, fill: tuple[int, int, int]) -> None:
    """A tile of whatever type."""
    pen.shape(rectangle(left, MIDDLE - 23, left + 46, MIDDLE + 23), fill, edge=Stroke(3.2, INK, shake=0.3))


def _any(surface: Surface, pen: Pen) -> None:
    """Develop any: the five fields in a row, a question mark over them."""
    for i, kind in enumerate(("wadden", "dollard", "bog", "forest", "marsh")):
        left = 13 + i * 34
        pen.shape(rectangle(left, 44, left + 28, 72), FILLS[kind], edge=Stroke(2.8, INK, shake=0.3))
    surface.text("?", (WIDTH / 2, 23), (KAFFEESATZ, 44, INK))
    for side in (-1, 1):
        pen.line([(WIDTH / 2 + side * 78, 38), (WIDTH / 2 + side * 74, 31)], Stroke(2.6, INK))
        pen.line([(WIDTH / 2 + side * 74, 31), (WIDTH / 2 + side * 18, 31)], Stroke(2.6, INK))


def _clover(pen: Pen) -> None:
    """Four heart-shaped leaves on a stem."""
    pen.line([(1, 2), (6, 17), (15, 33)], Stroke(4.6, INK))
    angles = [i * pi / 14 for i in range(28)]
    heart = [(16 * sin(a) ** 3, 17 + 13 * cos(a) - 5 * cos(2 * a) - 2 * cos(3 * a) - cos(4 * a)) for a in angles]
    for turn in (45, 135, 225, 315):
        across, down = cos(turn * pi / 180), sin(turn * pi / 180)
        leaf = [((y * across - x * down) * 0.86, (y * down + x * across) * 0.86) for x, y in heart]
        pen.shape(leaf, WADDEN, edge=Stroke(3.0, INK, shake=0.3))
    for turn in (45, 135, 225, 315):
        across, down = cos(turn * pi / 180), sin(turn * pi / 180)
        pen.line([(across * 4, down * 4), (across * 19, down * 19)], Stroke(2.2, CREAM, tapered=True))
