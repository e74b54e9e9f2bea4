"""Goods, coins, figures and badges: each has a shape and a letter or number besides its colour."""

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.memory.cache import cached
from render.core.paths import Point, arc, close_path, rectangle, round_rectangle
from render.core.surface import Raster, Surface
from render.walnut_grove.inks import (
    BLACK,
    CREAM,
    CUBES,
    FOREST_L,
    GOLD,
    HOT,
    INK,
    LAKE_L,
    LANDS,
    LETTERS,
    PAPER2,
    PASTURE_D,
    PAWNS,
    RED,
    ROCK_L,
    SEATS,
    WHITE,
)
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, surface

COINS: dict[str, tuple[RGB, str, int]] = {
    "$": (GOLD, "?", 0),
    "tax": (GOLD, "$", 0),
    "C": (FOREST_L, "C", 0),
    "S": (ROCK_L, "S", 1),
    "G": (GOLD, "G", 2),
}
"""Colour, letter and dots (points) of a coin; `tax` is the one on the gates."""


HALF = 23
"""Half the side of a square."""
CHOSEN = 44
"""Size of lettering by which one chooses: its capitals are ten pixels high on a phone."""


LETTER_FROM = 28.0
"""Pixels of a cube or square from which it has a letter: a smaller one could not be read."""


@cached
def cube(good: str, size: float, unit: float = 1.0, *, shadow: bool = False, lettered: bool = True) -> Raster:
    """A good as a cube with its letter, if that can be read; (0, 0) in its middle."""
    front, top, side, letter = CUBES[good]
    s, f, d = size, 0.8 * size, 0.2 * size
    x, y = -s / 2, s / 2
    made = surface("cube", (x - 4, x - 4, y + 8, y + 8), unit)
    pen = made.pen()
    if shadow:
        pen.shape([(x + 5, y - f + 4), (x + s + 4, y - s + 5), (x + s + 4, y + 3), (x + f, y + 5), (x + 5, y + 5)], INK)
    edge = even(2.6, INK)
    lid = [(x, y - f), (x + d, y - s), (x + s, y - s), (x + f, y - f)]
    pen.shape(lid, top, edge=edge, shake=0)
    pen.shape([(x + f, y - f), (x + s, y - s), (x + s, y - d), (x + f, y)], side, edge=edge, shake=0)
    pen.shape(rectangle(x, y - f, x + f, y), front, edge=edge, shake=0)
    if lettered and s * unit >= LETTER_FROM:
        made.text(good.upper(), (x + f / 2, y - f / 2), (BEBAS, max(0.82 * s, LEAST_SIGN / unit), letter))
    return made.raster()


@cached
def any_good(size: float) -> Raster:
    """A cube of a kind of one's choice."""
    s, f, d = size, 0.8 * size, 0.2 * size
    x, y = -s / 2, s / 2
    made = surface("any", (x - 4, x - 4, y + 4, y + 4))
    pen = made.pen()
    edge = even(2.6, INK)
    outline = [(x, y - f), (x + d, y - s), (x + s, y - s), (x + s, y - d), (x + f, y), (x, y)]
    pen.shape(outline, PAPER2, edge=edge, shake=0)
    pen.line([(x + f, y - f), (x + s, y - s)], edge)
    pen.shape(rectangle(x, y - f, x + f, y), CREAM, edge=edge, shake=0)
    made.text("?", (x + f / 2, y - f / 2), (SLAB, 0.76 * s, INK))
    return made.raster()


@cached
def square(good: str, unit: float = 1.0, *, lettered: bool = True) -> Raster:
    """An empty storage square, pale, with the letter of its good, if that can be read; (0, 0) in its middle."""
    _, dark, light = LANDS[good]
    made = surface("square", (-25, -25, 25, 25), unit)
    pen = made.pen()
    pen.shape(rectangle(-HALF, -HALF, HALF, HALF), light, edge=even(2.4, INK), shake=0)
    pen.shape(rectangle(-19.5, -19.5, 19.5, 19.5), light, edge=even(1.8, dark), shake=0)
    if lettered and 2 * HALF * unit >= LETTER_FROM:
        large = 31 * unit >= LEAST_WORD
        made.text(good.upper(), (0, 0), (SLAB, 31, dark) if large else (BEBAS, LEAST_SIGN / unit, dark))
    return made.raster()


@cached
def coin(kind: str, radius: float) -> Raster:
    """A coin: `$` face down, else its letter with a dot for each point it is worth; (0, 0) in its middle."""
    colour, letter, dots = COINS[kind]
    made = surface("coin", (-radius - 3, -radius - 3, radius + 4, radius + 5))
    pen = made.pen()
    pen.disc(1.5, 2.5, radius + 1, INK)
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius - 2.4, colour)
    pen.circle(0, 0, radius * 0.76, even(1.8, INK))
    low = -0.14 * radius if dots else 0.0
    look = (SLAB, radius * 1.5, INK) if letter in "?$" else (BEBAS, radius * 1.6, INK)
    made.text(letter, (0, low), look)
    for dot in range(dots):
        pen.disc((dot - (dots - 1) / 2) * radius * 0.32, 0.62 * radius, radius * 0.12, INK)
    return made.raster()


@cached
def pawn(colour: str, high: float, unit: float = 1.0, *, halo: bool = False) -> Raster:
    """A labourer or the farmer with its letter; (0, 0) in the middle of its foot."""
    body, letter, mark = PAWNS[colour]
    made = surface("pawn", (-0.46 * high, -1.1 * high, 0.46 * high, 0.14 * high), unit)
    pen = made.pen(share=high / 56)
    bell = [*arc(0, -17, (19, 19), (180, 360)), (20, 0), (-20, 0)]
    head = arc(0, -42, 10.5, steps=24)[:-1]
    brim = [*arc(0, -47, (20, 4.5), steps=24)[:-1]]
    if halo:
        for form in (bell, head, brim) if colour == "farmer" else (bell, head):
            pen.shape(form, CREAM, edge=even(10, CREAM), shake=0)
    line = even(3, INK)
    pen.shape(head, body, edge=line, shake=0)
    pen.shape(bell, body, edge=line, shake=0)
    if colour == "farmer":
        pen.shape([(-10, -48), (-8, -59), (8, -59), (10, -48)], BLACK, shake=0)
        pen.shape([(-10.5, -48), (-10, -51), (10, -51), (10.5, -48)], GOLD, shake=0)
        pen.shape(brim, BLACK, shake=0)
    made.text(mark, (0, -15.5 * high / 56), (BEBAS, 40 * high / 56, letter))
    return made.raster()


def outline(seat: int, r: float) -> list[Point]:
    """The shape of a seat round (0, 0): circle, triangle, square, diamond."""
    match seat:
        case 0:
            return arc(0, 0, r, steps=32)[:-1]
        case 1:
            return [(0, -1.15 * r), (1.15 * r, 0.95 * r), (-1.15 * r, 0.95 * r)]
        case 2:
            return rectangle(-0.92 * r, -0.92 * r, 0.92 * r, 0.92 * r)
        case _:
            return [(0, -1.22 * r), (1.22 * r, 0), (0, 1.22 * r), (-1.22 * r, 0)]


def _figure(made: Surface, seat: int, r: float) -> None:
    pen = made.pen()
    pen.shape(outline(seat, r), SEATS[seat], edge=even(max(2.6, r * 0.13), INK), shake=0)
    low = (0.08, 0.36, 0.14, 0.14)[seat] * r
    made.text(str(seat + 1), (0, low), (BEBAS, 1.58 * r, LETTERS[seat]))
    wide = r * (1.2 if seat == 2 else 0.9 if seat == 1 else 1.0)
    top = -r * (0.86 if seat != 3 else 0.84)
    crown = [(-0.62 * wide, top), (-0.5 * wide, top - 0.66 * r), (0, top - 0.54 * r), (0.5 * wide, top - 0.66 * r)]
    pen.shape([*crown, (0.62 * wide, top)], BLACK, shake=0)
    band = [(-0.6 * wide, top - 0.06 * r), (-0.57 * wide, top - 0.24 * r), (0.57 * wide, top - 0.24 * r)]
    pen.shape([*band, (0.6 * wide, top - 0.06 * r)], GOLD, shake=0)
    pen.shape(arc(0, top, (wide, 0.15 * r), steps=24)[:-1], BLACK, shake=0)


@cached
def figure(seat: int, r: float, disc: float = 0.0) -> Raster:
    """A town figure with its hat and number, on a cream disc if it has a radius; (0, 0) in the middle of its body."""
    reach = max(1.7 * r, disc + 4)
    made = surface("figure", (-reach, -reach - 0.1 * r, reach, reach))
    if disc:
        pen = made.pen()
        pen.disc(0, -0.2 * r, disc, INK)
        pen.disc(0, -0.2 * r, disc - 3, CREAM)
    _figure(made, seat, r)
    return made.raster()


def fire(pen: Pen) -> None:
    """A flame of five points with a gold heart, 40 units high round (0, 0)."""
    flame = [
        (-14, 14), (-18, 2), (-13, -8), (-9, -2), (-7, -18), (0, -8), (4, -22), (9, -6), (14, -12), (18, 4), (12, 16),
        (0, 20),
    ]  # fmt: skip
    pen.shape([(x, y) for x, y in flame], HOT, edge=even(3, INK), shake=0)
    pen.shape([(-7, 14), (-5, 2), (0, -4), (6, 4), (6, 14), (0, 17)], GOLD, shake=0)


@cached
def flame(high: float) -> Raster:
    """Fire, so high; (0, 0) in its middle."""
    made = surface("flame", (-high * 0.6, -high * 0.65, high * 0.6, high * 0.6))
    fire(made.pen(share=high / 42))
    return made.raster()


@cached
def tick(share: float = 1.0, *, bold: bool = False) -> Raster:
    """A tick; (0, 0) at the beginning of its short stroke."""
    made = surface("tick", (-6, -26, 30, 14), share)
    form = [(0.0, 0.0), (6.0, 7.0), (18.0, -12.0)]
    if bold:
        made.pen().line(form, even(10, CREAM))
    made.pen().line(form, even(6, PASTURE_D))
    return made.raster()


@cached
def pen_badge(number: int, unit: float = 1.0) -> Raster:
    """The number of a closed pen (0: not shown) with a tick; (0, 0) in the middle of its circle."""
    made = surface("pen", (-23, -23, 44, 30), unit)
    pen = made.pen()
    pen.disc(0, 0, 20, INK)
    pen.disc(0, 0, 17.4, CREAM)
    if number:
        made.text(str(number), (0, 0), (BEBAS, LEAST_SIGN / unit, INK))
    form = [(12.0, 12.0), (18.0, 19.0), (33.0, 0.0)]
    pen.line(form, even(10, CREAM))
    pen.line(form, even(5.6, PASTURE_D))
    return made.raster()


@cached
def draw_yield(text: str) -> Raster:
    """What a worked area brings, white on an ink plate; (0, 0) in the middle of its left edge."""
    wide = 10 + 14 * len(text)
    made = surface("yield", (-3, -19, wide + 3, 19))
    made.pen().shape(round_rectangle(0, -16, wide, 16, radius=6), INK, edge=even(3, CREAM), shake=0)
    made.text(text, (wide / 2, 0), (BEBAS, 33, WHITE))
    return made.raster()


@cached
def choosable(wide: float, high: float, share: float = 1.0) -> Raster:
    """A frame of ink dashes on cream, `share` of 10 wide, round what can be chosen; (0, 0) at its box's corner."""
    made = surface("choosable", (-8, -8, wide + 8, high + 8))
    path = close_path(rectangle(0, 0, wide, high))
    pen = made.pen()
    pen.line(path, even(10 * share, CREAM))
    pen.draw_dashes(path, even(5 * share, INK), (15 * share, 10 * share))
    return made.cut()


@cached
def draw_change_frame(wide: float, high: float, share: float = 1.0) -> Raster:
    """The frame of what changed last: ink, cream, hot dashes, `share` of 17 wide; (0, 0) at the corner of its box."""
    made = surface("changed", (-12, -12, wide + 12, high + 12))
    path = close_path(rectangle(0, 0, wide, high))
    pen = made.pen()
    pen.line(path, even(17 * share, INK))
    pen.line(path, even(13 * share, CREAM))
    pen.draw_dashes(path, even(9 * share, HOT), (19 * share, 12 * share))
    return made.cut()


@cached
def ring(radius: float) -> Raster:
    """The ring of what changed last; (0, 0) in its middle."""
    made = surface("ring", (-radius - 12, -radius - 12, radius + 12, radius + 12))
    path = arc(0, 0, radius, steps=48)
    pen = made.pen()
    pen.line(path, even(13, INK))
    pen.line(path, even(10, CREAM))
    pen.draw_dashes(path, even(7, HOT), (14, 9))
    return made.cut()


@cached
def halo(radius: float) -> Raster:
    """The gold ring round who is awaited; (0, 0) in its middle."""
    made = surface("halo", (-radius - 8, -radius - 8, radius + 8, radius + 8))
    path = arc(0, 0, radius, steps=48)
    pen = made.pen()
    pen.line(path, even(11, INK))
    pen.line(path, even(6, GOLD))
    return made.cut()


@cached
def letter_tag(text: str) -> Raster:
    """A letter that names what can be chosen, cream in an ink disc; (0, 0) in its middle."""
    made = surface("letter", (-26, -26, 26, 26))
    pen = made.pen()
    pen.disc(0, 0, 24.5, CREAM)
    pen.disc(0, 0, 22, INK)
    made.text(text, (0, 0), (BEBAS, CHOSEN if len(text) == 1 else 36, CREAM))
    return made.raster()


@cached
def short(number: int) -> Raster:
    """How many goods are missing, red on cream; (0, 0) in the middle of its left edge."""
    made = surface("short", (-3, -20, 53, 20))
    made.pen().shape(round_rectangle(0, -17, 50, 17, radius=7), CREAM, edge=even(3, RED), shake=0)
    made.text(f"−{number}", (25, 0), (SLAB, 31, RED))
    return made.raster()


@cached
def draw_joining_disc(unit: float = 1.0) -> Raster:
    """The dashed disc under a labourer who joins after the winter; (0, 0) in its middle."""
    made = surface("joining", (-36, -36, 36, 36), unit)
    pen = made.pen()
    pen.disc(0, 0, 32, CREAM)
    pen.draw_dashes(arc(0, 0, 32, steps=40), even(3.4, INK), (10, 8))
    return made.raster()


@cached
def needs_strip(wide: float, high: float) -> Raster:
    """The strip on which winter's needs stand; (0, 0) at its corner."""
    made = surface("needs", (-4, -4, wide + 4, high + 4))
    made.pen().shape(round_rectangle(0, 0, wide, high, radius=8), LAKE_L, edge=even(3.4, INK), shake=0)
    return made.raster()
