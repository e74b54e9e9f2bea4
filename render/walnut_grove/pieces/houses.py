"""The town's eleven houses, its two gates and their buildings."""

from collections.abc import Callable

from games.walnut_grove.view import Kind
from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.paths import arc, rectangle, star
from render.core.surface import Raster
from render.walnut_grove.inks import (
    BLACK,
    CREAM,
    FIELD,
    FOREST,
    FOREST_D,
    FOREST_L,
    GOLD,
    INK,
    LAKE,
    LAKE_D,
    PAPER2,
    PASTURE,
    PASTURE_D,
    RED,
    RED_D,
    ROCK_D,
    WHITE,
)
from render.walnut_grove.paint import surface

HIGH = 168
ROOF = 0.74
"""The roofs, drawn 38 high, at the height of `EAVES`."""
EAVES = 28
TOWN = 0.8
"""Size of gates, Town Hall and bazaar."""
SIGN, WINDOW, PRICE = (32, 64), (66, 121), (123, 165)
"""Upper and lower edge of what a house says."""
LINE = even(4, INK)
KINDS: dict[Kind, tuple[RGB, RGB]] = {
    Kind.FREE: (CREAM, INK),
    Kind.HIRE: (LAKE, LAKE_D),
    Kind.BUILD: (FOREST_L, FOREST),
    Kind.STORE: (RED, RED_D),
    Kind.IMPROVE: (PASTURE, PASTURE_D),
}
"""Frame and sign of a house by what one does there."""


def _flat(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape(rectangle(2, 26, w - 2, 38), colour, edge=LINE, shake=0)
    pen.line([(w * 0.6, 26), (w * 0.6, 2)], LINE)
    pen.shape(
        [(w * 0.6, 2), (w * 0.6 + 34, 4), (w * 0.6 + 28, 10), (w * 0.6 + 34, 18), (w * 0.6, 16)],
        RED,
        edge=even(2.4, INK),
        shake=0,
    )


def _poles(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape([(4, 38), (w / 2, 14), (w - 4, 38)], colour, edge=LINE, shake=0)
    pen.line([(w / 2 - 14, 2), (w / 2 + 14, 28)], even(5, INK))
    pen.line([(w / 2 + 14, 2), (w / 2 - 14, 28)], even(5, INK))


def _chimney(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape(rectangle(w - 58, 0, w - 36, 24), RED, edge=LINE, shake=0)
    pen.shape([(2, 38), (26, 16), (w - 26, 16), (w - 2, 38)], ROCK_D, edge=LINE, shake=0)


def _steps(pen: Pen, w: float, colour: RGB) -> None:
    form = [(2, 38), (2, 24), (34, 24), (34, 14), (66, 14), (66, 5), (w - 66, 5), (w - 66, 14), (w - 34, 14)]
    pen.shape([*form, (w - 34, 24), (w - 2, 24), (w - 2, 38)], colour, edge=LINE, shake=0)


def _gable(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape([(4, 38), (38, 28), (w / 2, 5), (w - 38, 28), (w - 4, 38)], colour, edge=LINE, shake=0)
    pen.disc(w / 2, 22, 6.5, INK)
    pen.disc(w / 2, 22, 4, CREAM)


def _eaves(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape([(-3, 38), (28, 12), (w - 28, 12), (w + 3, 38)], FOREST_D, edge=LINE, shake=0)


def _steeple(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape([(4, 38), (30, 20), (w - 64, 20), (w - 60, 38)], ROCK_D, edge=LINE, shake=0)
    pen.shape(rectangle(w - 66, 10, w - 28, 38), CREAM, edge=LINE, shake=0)
    pen.shape([(w - 72, 11), (w - 47, -30), (w - 22, 11)], ROCK_D, edge=LINE, shake=0)
    pen.line([(w - 47, -52), (w - 47, -30)], LINE)
    pen.line([(w - 56, -44), (w - 38, -44)], LINE)
    pen.disc(w - 47, 22, 6, INK)


def _arch(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape(
        [
            (4, 38),
            (4, 28),
            (42, 26),
            *arc(w / 2, 26, (w / 2 - 48, 20), (180, 360)),
            (w - 42, 26),
            (w - 4, 28),
            (w - 4, 38),
        ],
        colour,
        edge=LINE,
        shake=0,
    )
    pen.shape(star(w / 2, 23, 10), WHITE, shake=0)


def _mill(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape([(-3, 38), (40, 14), (w - 70, 14), (w - 40, 38)], FOREST_D, edge=LINE, shake=0)
    for turn in range(8):
        blade = arc(w - 46, 22, 25, (turn * 45, turn * 45 + 24))
        pen.shape([(w - 46, 22), *blade], CREAM if turn % 2 else FIELD, edge=even(2.2, INK), shake=0)
    pen.disc(w - 46, 22, 5, INK)


def _round(pen: Pen, w: float, colour: RGB) -> None:
    pen.shape(
        [(2, 38), (2, 30), *arc(w / 2, 32, (w / 2 - 10, 26), (180, 360)), (w - 2, 30), (w - 2, 38)],
        colour,
        edge=LINE,
        shake=0,
    )
    pen.disc(w / 2, 22, 6, INK)
    pen.disc(w / 2, 22, 3.6, CREAM)


ROOFS: dict[str, Callable[[Pen, float, RGB], None]] = {
    "post": _flat, "lodge": _poles, "carpenter": _chimney, "store_n": _steps, "soebuck": _gable, "hotel": _eaves,
    "church": _steeple, "saloon": _arch, "store_s": _steps, "mill": _mill, "svenson": _round,
}  # fmt: skip


@cached
def front(stop: str, kind: Kind, width: float) -> Raster:
    """A house without lettering; (0, 0) at the upper left of its box, which the church's steeple leaves."""
    frame, sign = KINDS[kind]
    made = surface(stop, (-8, -58, width + 8, HIGH + 8))
    pen = made.pen()
    ROOFS[stop](pen.shift(0, 0, ROOF, key="roof"), width / ROOF, frame)
    pen.shape(rectangle(4, EAVES + 4, width + 4, HIGH + 4), INK, shake=0)
    pen.shape(rectangle(0, EAVES, width, HIGH), frame, edge=LINE, shake=0)
    for y in range(EAVES + 14, HIGH, 14):
        pen.line([(2, y), (width - 2, y)], even(1.6, sign))
    edge = even(3, INK)
    for inset, (top, low), fill in ((4, SIGN, sign), (6, WINDOW, PAPER2), (6, PRICE, CREAM)):
        pen.shape(rectangle(inset, top, width - inset, low), fill, edge=edge, shake=0)
    return made.raster()


@cached
def gate() -> Raster:
    """A gate over the road: posts and a red roof; (0, 0) in the middle of its foot."""
    made = surface("gate", (-64, -124, 64, 4), TOWN)
    pen = made.pen()
    for x in (-42, 42):
        pen.shape(rectangle(x - 7, -76, x + 7, 0), FOREST, edge=even(3, INK), shake=0)
    pen.shape([(-58, -76), (-34, -112), (34, -112), (58, -76)], RED, edge=LINE, shake=0)
    return made.raster()


@cached
def town_hall() -> Raster:
    """The Town Hall, 104 wide; (0, 0) in the middle of its foot."""
    made = surface("hall", (-72, -150, 72, 8), TOWN)
    pen = made.pen()
    pen.disc(2, 2, (68, 5), PAPER2)
    pen.shape(rectangle(-24, -100, 24, -60), WHITE, edge=even(3, INK), shake=0)
    pen.shape([(-30, -100), (0, -124), (30, -100)], LAKE, edge=even(3, INK), shake=0)
    pen.line([(0, -146), (0, -122)], even(3, INK))
    pen.shape([(0, -146), (26, -143), (20, -137), (26, -131), (0, -132)], RED, edge=even(2.4, INK), shake=0)
    pen.shape(rectangle(-58, -48, 58, 0), WHITE, edge=even(3, INK), shake=0)
    pen.shape([(-66, -48), (-54, -66), (54, -66), (66, -48)], LAKE, edge=even(3, INK), shake=0)
    pen.disc(0, -82, 13, INK)
    pen.disc(0, -82, 10, CREAM)
    pen.line([(0, -90), (0, -82), (5, -82)], even(2.4, INK))
    for x in (-42, -22, 22, 42):
        pen.shape(rectangle(x - 6, -38, x + 6, -12), LAKE, edge=even(2.4, INK), shake=0)
    pen.shape(rectangle(-10, -34, 10, 0), FOREST, edge=even(3, INK), shake=0)
    return made.raster()


@cached
def bazaar() -> Raster:
    """The church bazaar's stall, 104 wide; (0, 0) in the middle of its foot."""
    made = surface("bazaar", (-72, -150, 72, 8), TOWN)
    pen = made.pen()
    pen.disc(2, 2, (66, 5), PAPER2)
    pen.shape(rectangle(-48, -62, 48, 0), CREAM, edge=even(3, INK), shake=0)
    pen.shape(rectangle(-48, -30, 48, 0), FOREST_L, edge=even(3, INK), shake=0)
    for i, colour in enumerate((RED, PASTURE_D, GOLD, RED, LAKE, GOLD, PASTURE_D)):
        pen.disc(-36 + i * 12, -36, 7, INK)
        pen.disc(-36 + i * 12, -36, 5, colour)
    for i in range(6):
        x0, x1, t0, t1 = -60 + 20 * i, -40 + 20 * i, -42 + 14 * i, -28 + 14 * i
        colour = RED if i % 2 else WHITE
        cloth = [(t0, -108), (t1, -108), (x1, -64), *arc((x0 + x1) / 2, -64, 10, (0, 180))]
        pen.shape(cloth, colour, edge=even(2.6, INK), shake=0)
    pen.line([(0, -144), (0, -109)], even(3, BLACK))
    pen.line([(-10, -134), (10, -134)], even(3, BLACK))
    return made.raster()
