"""Farms, mills, dikes, and the frames by which a change or a legal place stands out."""

from math import cos, pi, sin

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, rectangle, round_rectangle
from render.core.surface import HARD, Raster, Surface
from render.h2olland.inks import CREAM, DIKE, IDLE, INK, LEGAL, LETTERS, SAIL, SEATS, shade
from render.h2olland.paint import legible
from render.h2olland.pieces.cuts import FINE, block
from render.h2olland.pieces.tokens import MARKS

LABEL = 41  # units of the letters on pieces: 32 pixels where a square has 63
WHITE = (255, 255, 255)


@cached
def farm(seat: int, unit: float, ground: RGB, *, lettered: bool = True) -> Raster:
    """A house in a seat's colour, from the upper left corner of its square."""
    plate = Surface("farm", (-4, -4, 86, 86), unit, fine=FINE, flat=True)
    pen = plate.pen()
    house = [(12.0, 73.0), (68.0, 73.0), (68.0, 40.0), (40.0, 13.0), (12.0, 40.0)]
    pen.shape([(x + 3, y + 4) for x, y in house], shade(ground), shake=0)
    pen.shape(rectangle(55, 10, 65, 34), INK, shake=0)
    block(pen, house, SEATS[seat], 4.4)
    roof = [(6.0, 45.0), (40.0, 12.0), (74.0, 45.0)]
    pen.line(roof, even(11, INK))
    pen.line([(9.5, 42.0), (40.0, 12.5), (70.5, 42.0)], even(2.6, CREAM))
    if lettered:
        plate.text(MARKS[seat], (40, 55), (*legible(LABEL, unit), LETTERS[seat]))
    return plate.raster(HARD)


@cached
def mill(seat: int, unit: float, ground: RGB, *, used: bool = False, lettered: bool = True) -> Raster:
    """A mill in a seat's colour; one that has pumped this summer has bare grey arms."""
    plate = Surface("mill", (-4, -6, 86, 86), unit, fine=FINE, flat=True)
    pen = plate.pen()
    tower = [(10.0, 77.0), (70.0, 77.0), (58.0, 34.0), (22.0, 34.0)]
    pen.shape([(x + 3, y + 4) for x, y in tower], shade(ground), shake=0)
    block(pen, tower, SEATS[seat], 4.4)
    pen.shape([(24.0, 36.0), (56.0, 36.0), (52.0, 24.0), (40.0, 18.0), (28.0, 24.0)], INK, shake=0)
    for i in range(4):
        _arm(pen.shift(40, 26, key=f"arm{i}"), 39 + 90 * i, used=used)
    pen.disc(40, 26, 7.5, INK)
    pen.disc(40, 26, 3.4, SAIL)
    if lettered:
        plate.text(MARKS[seat], (40, 59.5), (*legible(LABEL, unit), LETTERS[seat]))
    return plate.raster(HARD)


def _arm(pen: Pen, turn: float, *, used: bool) -> None:
    """One arm from the hub at (0, 0): with cloth on one side and two bars, or bare."""
    across, down = cos(turn * pi / 180), sin(turn * pi / 180)

    def at(along: float, aside: float) -> Point:
        return (across * along - down * aside, down * along + across * aside)

    pen.line([at(0, 0), at(35, 0)], even(6 if used else 4.4, INK))
    if used:
        pen.line([at(8, 0), at(34, 0)], even(2.2, IDLE))
        return
    cloth = [at(11, -1), at(35, -1), at(35, 11), at(11, 11)]
    pen.shape(cloth, SAIL, edge=even(2.8, INK), shake=0)
    for along in (19, 27):
        pen.line([at(along, 0), at(along, 11)], even(2.4, INK))


@cached
def dike(unit: float, *, lying: bool) -> Raster:
    """A dike of 152 x 20 round the middle of its border, with ticks from alternate edges."""
    box = (-80, -14, 80, 14) if lying else (-14, -80, 14, 80)
    plate = Surface("dike", box, unit, fine=FINE, flat=True)
    pen = plate.pen()

    def at(along: float, aside: float) -> Point:
        return (along, aside) if lying else (aside, along)

    ax, ay = at(-76, -10)
    bx, by = at(76, 10)
    block(pen, round_rectangle(ax, ay, bx, by, radius=9), DIKE, 4, amount=1.1)
    for i in range(13):
        along, edge = -66 + 11 * i, -1 if i % 2 else 1
        pen.line([at(along, edge * 7), at(along, -edge * 1)], even(3.4, SAIL))
    return plate.raster(HARD)


@cached
def draw_change_frame(wide: int, high: int, unit: float, inset: float, radius: float) -> Raster:
    """The black and white frame behind a piece that is new."""
    plate = Surface("changed", (-14, -14, wide + 14, high + 14), unit, fine=FINE, flat=True)
    box = close_path(round_rectangle(inset, inset, wide - inset, high - inset, radius=radius))
    pen = plate.pen()
    pen.line(box, even(20, INK))
    pen.line(box, even(12, WHITE))
    return plate.raster(HARD)


@cached
def draw_dike_change_frame(unit: float, *, lying: bool) -> Raster:
    """The frame behind a new dike."""
    box = (-92, -26, 92, 26) if lying else (-26, -92, 26, 92)
    plate = Surface("newdike", box, unit, fine=FINE, flat=True)
    ax, ay, bx, by = (-76, -10, 76, 10) if lying else (-10, -76, 10, 76)
    form = close_path(round_rectangle(ax, ay, bx, by, radius=9))
    pen = plate.pen()
    pen.shape(form, WHITE, shake=0)
    pen.line(form, even(22, INK))
    pen.line(form, even(14, WHITE))
    return plate.raster(HARD)


@cached
def legal(wide: int, high: int, unit: float, *, inset: float = 8.0) -> Raster:
    """A place where something can go: brackets in the corners, yellow between two lines of ink."""
    plate = Surface("legal", (0, 0, wide, high), unit, fine=FINE, flat=True)
    reach = 21.0
    near, right, low = inset, wide - inset, high - inset
    corners = (
        [(near, near + reach), (near, near), (near + reach, near)],
        [(right - reach, near), (right, near), (right, near + reach)],
        [(right, low - reach), (right, low), (right - reach, low)],
        [(near + reach, low), (near, low), (near, low - reach)],
    )
    pen = plate.pen()
    for width, colour in ((13.0, INK), (7.0, LEGAL)):
        for corner in corners:
            pen.line(corner, even(width, colour))
    return plate.raster(HARD)


@cached
def legal_dike(unit: float, *, lying: bool) -> Raster:
    """A border that can take a dike: its outline, yellow between two lines of ink."""
    box = (-80, -20, 80, 20) if lying else (-20, -80, 20, 80)
    plate = Surface("legaldike", box, unit, fine=FINE, flat=True)
    ax, ay, bx, by = (-66, -8, 66, 8) if lying else (-8, -66, 8, 66)
    form = close_path(round_rectangle(ax, ay, bx, by, radius=8))
    pen = plate.pen()
    pen.line(form, even(10, INK))
    pen.line(form, even(4.6, LEGAL))
    return plate.raster(HARD)


@cached
def reachable(unit: float) -> Raster:
    """The triangle in the corner of a field that the runner to move can reach."""
    plate = Surface("reach", (0, 0, 48, 48), unit, fine=FINE, flat=True)
    plate.pen().shape([(5.0, 5.0), (38.0, 5.0), (5.0, 38.0)], LEGAL, edge=even(5, INK), shake=0)
    return plate.raster(HARD)
