"""Grumpfs and the marks of their clans: each clan has a shape of its own, furry and scowling, or plain."""

from math import cos, pi, sin, tau

from render.core.colour import RGB
from render.core.ink import Pen, even
from render.core.lettering.fonts import CHERRY
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import Point, close_path
from render.core.surface import Raster, Surface
from render.grumpf.inks import BRIGHT, CLANS, CREAM, DARKS, INK, LIGHT, PALES, SHINES, SOOT

CLAN_SHAPES = {
    "Vi": "diamond", "Or": "circle", "Gr": "triangle", "Ye": "square", "Pi": "hexagon", "Bl": "star", "Ne": "ring",
}  # fmt: skip
SIZE = (72, 80)
"""Of a Grumpf on the board, in pixels."""

UNIT = SIZE[0] / 100
TEETH = 40
"""Points of fur round a Grumpf."""

STEPS = 6  # points of an outline for each tooth
RIM = 4.6  # units of ink round the colour
CENTRES = {"triangle": 64.0, "star": 59.0}
NARROW = ("triangle", "star", "diamond")


def _polygon(corners: int, angle: float) -> float:
    """Radius of a regular polygon at an angle from one of its corners."""
    part = tau / corners
    return cos(pi / corners) / cos(angle % part - pi / corners)


def reach(shape: str, angle: float) -> float:
    """Radius of a clan's shape, the largest about 1, at an angle clockwise from the top."""
    match shape:
        case "triangle":
            return 0.20 + 0.90 * _polygon(3, angle)
        case "square":
            return 0.14 + 1.02 * _polygon(4, angle + pi / 4)
        case "diamond":
            return 0.16 + 0.86 * _polygon(4, angle)
        case "hexagon":
            return 0.05 + 0.94 * _polygon(6, angle)
        case "star":
            part = tau / 5
            tip = abs(angle % part / part - 0.5) * 2
            return 0.62 + 0.44 * float(tip**1.15)
    return 0.9


def _outline(shape: str, radius: float, *, fur: float = 0.0, smaller: float = 0.0) -> list[Point]:
    """The shape round (0, 0); `fur` is the height of its teeth, `smaller` is taken off all round."""
    chance = seed_random(f"fur{shape}")
    tall = [fur * chance.uniform(0.3, 1.0) for _ in range(TEETH)]
    found: list[Point] = []
    for i in range(TEETH * STEPS):
        angle = tau * i / (TEETH * STEPS)
        along = i % STEPS / STEPS
        tooth = tall[i // STEPS] * (along / 0.84 if along < 0.84 else 0.0)
        r = radius * reach(shape, angle) + tooth - smaller
        found.append((r * sin(angle), -r * cos(angle)))
    return found


def _body(plate: Surface, shape: str, centre: Point, colours: tuple[RGB, RGB, RGB]) -> None:
    """A furry body in ink, colour, with a light crescent above and a dark one below."""
    base, dark, shine = colours
    radius = 53.0 if shape in ("star", "diamond") else 50.0
    plate.pen(*centre).shape(_outline(shape, radius, fur=4.2), INK, shake=0)
    inner = _outline(shape, radius, fur=3.2, smaller=RIM)
    whole = plate.layer()
    whole.pen(*centre).shape(inner, shine, shake=0)
    lower = plate.layer()
    lower.pen(centre[0] + 3.4, centre[1] + 3.4).shape(inner, dark, shake=0)
    lower.clip(whole)
    middle = plate.layer()
    middle.pen(centre[0] - 5, centre[1] - 5).shape(inner, base, shake=0)
    middle.clip(lower)
    plate.lay(whole)
    plate.lay(lower)
    plate.lay(middle)
    if shape == "ring":
        plate.pen(*centre).line(close_path(_outline(shape, radius, smaller=RIM + 5)), even(4, CREAM))


def _eyes(pen: Pen, centre: Point, apart: float) -> None:
    """Two scowling eyes."""
    x, y = centre[0], centre[1] - 25
    for side in (-1, 1):
        pen.disc(x + side * apart, y, 11.2, INK)
        pen.disc(x + side * apart, y, 8.8, BRIGHT)
        pen.disc(x + side * (apart - 3), y + 2, 4.4, INK)
    for side in (-1, 1):
        pen.line([(x + side * (apart + 11), y - 13), (x + side * (apart - 9), y - 4)], even(6, INK))


def _dizzy(pen: Pen, centre: Point, apart: float) -> None:
    """Two eyes with crosses, and a mouth turned down."""
    x, y = centre[0], centre[1] - 25
    for side in (-1, 1):
        cx = x + side * apart
        pen.disc(cx, y, 12.5, INK)
        pen.disc(cx, y, 10, BRIGHT)
        for turn in (-1, 1):
            pen.line([(cx - 4.6, y - 4.6 * turn), (cx + 4.6, y + 4.6 * turn)], even(3.8, INK))
    mouth = [(x + 9 * cos(a), y + 25 + 7 * sin(a)) for a in (pi + pi * i / 8 for i in range(9))]
    pen.line(mouth, even(4, INK))


def _feet(pen: Pen) -> None:
    for side in (-1, 1):
        pen.disc(50 + side * 19, 104, (13, 7), INK)


@cached
def grumpf(clan: str, value: str, *, size: int = SIZE[0]) -> Raster:
    """A standing Grumpf with its value (or none); (0, 0) is the upper left corner of its 100 x 112 units."""
    shape = CLAN_SHAPES[clan]
    plate = Surface(f"grumpf{clan}", (-8, -4, 108, 114), size / 100, flat=True)
    centre = (50.0, CENTRES.get(shape, 56.0))
    _feet(plate.pen())
    _body(plate, shape, centre, (CLANS[clan], DARKS[clan], SHINES[clan]))
    _eyes(plate.pen(), centre, 11.5 if shape in NARROW else 14.0)
    if value:
        number(plate, value, (50, centre[1] + 16), 61, clan)
    return plate.raster()


def number(plate: Surface, text: str, place: Point, size: float, clan: str) -> None:
    """A number on a clan's colour: ink, or cream with an edge of the dark colour."""
    if clan in LIGHT:
        plate.text(text, place, (CHERRY, size, INK))
        return
    rim = 2.6 / plate.unit * 0.72
    for i in range(12):
        x, y = place[0] + rim * cos(tau * i / 12), place[1] + rim * sin(tau * i / 12)
        plate.text(text, (x, y), (CHERRY, size, DARKS[clan]))
    plate.text(text, place, (CHERRY, size, BRIGHT))


@cached
def draw_fallen(clan: str) -> Raster:
    """A Grumpf that is knocked out; (0, 0) as above."""
    shape = CLAN_SHAPES[clan]
    plate = Surface(f"fallen{clan}", (-8, -4, 108, 114), UNIT, flat=True)
    centre = (50.0, CENTRES.get(shape, 56.0))
    pale = PALES[clan]
    _body(plate, shape, centre, (pale, pale, pale))
    _dizzy(plate.pen(), centre, 11.5 if shape in NARROW else 14.0)
    return plate.raster()


@cached
def mark(clan: str, size: int) -> Raster:
    """A clan's plain shape, `size` pixels wide; (0, 0) is its middle."""
    shape = CLAN_SHAPES[clan]
    plate = Surface(f"mark{clan}", (-56, -56, 56, 56), size / 100, flat=True)
    low = CENTRES.get(shape, 56.0) - 56.0
    radius = 50.0
    plate.pen(0, low).shape(_outline(shape, radius), INK, shake=0)
    plate.pen(0, low).shape(_outline(shape, radius, smaller=7.5), CLANS[clan], shake=0)
    if shape == "ring":
        plate.pen(0, low).line(close_path(_outline(shape, radius, smaller=19)), even(8, CREAM))
    return plate.raster()


@cached
def scowl(clan: str, size: int) -> Raster:
    """A furry face in the clan's colour ("": anybody's), for tokens in hand; (0, 0) is its middle."""
    plate = Surface(f"scowl{clan}", (-54, -54, 54, 54), size / 100, flat=True)
    pen = plate.pen()
    fur = _outline("circle", 49, fur=5)
    pen.shape(fur, INK, shake=0)
    pen.shape([(0.9 * x, 0.9 * y) for x, y in fur], CLANS.get(clan, SOOT), shake=0)
    light = INK if clan in LIGHT else BRIGHT
    for side in (-1, 1):
        pen.line([(side * 30, -23), (side * 8, -12)], even(8, light))
        pen.disc(side * 17, -3, 7.4, light)
    mouth = [(17 * cos(a), 28 + 11 * sin(a)) for a in (pi + pi * i / 8 for i in range(9))]
    pen.line(mouth, even(7.4, light))
    return plate.raster()
