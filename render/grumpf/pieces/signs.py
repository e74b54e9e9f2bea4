"""Plates of state, podiums of awards, tents, icons: the small signs of the slabs, the head and the cards."""

from math import pi, sin

from PIL import Image

from render.core.colour import RGB, mix
from render.core.ink import Pen, Stroke, even
from render.core.lettering.fonts import CHERRY, KAFFEESATZ
from render.core.lettering.text import fit_lines
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, star
from render.core.surface import Raster, Surface
from render.grumpf.inks import BOARDS, BRIGHT, CAVE, CREAM, HIDE, INK, MOSS, PALE, RED, ROOF, ROPE, STONE, TORCH
from render.grumpf.paint import wide
from render.grumpf.pieces.cells import TEXT, drumhead, tag
from render.grumpf.pieces.grumpfs import mark
from render.grumpf.pieces.pictograms import mask
from render.grumpf.terrain.stone import cut

PLATE = 38  # height of a plate of state
AWARD = 29.0  # width of an award's block
TENT = (84, 66)


def tick(pen: Pen, at: Point, size: float, colour: RGB) -> None:
    """A tick round a place."""
    x, y = at
    pen.line([(x - size * 0.5, y + size * 0.02), (x - size * 0.14, y + size * 0.36), (x + size * 0.5, y - size * 0.38)],
             even(size * 0.26, colour))  # fmt: skip


def cross(pen: Pen, at: Point, size: float, colour: RGB) -> None:
    """A cross round a place."""
    x, y = at
    for turn in (-1, 1):
        pen.line([(x - size * 0.4, y - size * 0.4 * turn), (x + size * 0.4, y + size * 0.4 * turn)],
                 even(size * 0.26, colour))  # fmt: skip


def plate_width(text: str) -> int:
    """How wide a plate of state is."""
    return round(wide(text, TEXT)) + 50 if text else 48


@cached
def state_plate(text: str, *, met: bool) -> Raster:
    """What a condition looks at, and a tick or a cross; (0, 0) is left, in the middle of its height."""
    across, half = plate_width(text), PLATE / 2
    plate = Surface(f"state{text}", (-3, -half - 3, across + 3, half + 3), 1.0, flat=True)
    outline = cut((1, -half, across - 1, half), 12, 0.8, f"plate{text}")
    pen = plate.pen()
    pen.shape(outline, MOSS if met else PALE, edge=even(3 if met else 4.4, INK if met else RED), shake=0)
    sign = (across - 24.0, 0.0) if text else (across / 2, 0.0)
    if met:
        tick(pen, sign, 22, BRIGHT)
    else:
        cross(pen, sign, 22, RED)
    if text:
        plate.text(text, ((across - 44) / 2 + 5, 0), (CHERRY, TEXT, BRIGHT if met else INK))
    return plate.raster()


@cached
def took_plate(text: str) -> Raster:
    """How many Animals a clan took; (0, 0) is left, in the middle of its height."""
    across = round(wide(text, TEXT)) + 12
    plate = Surface(f"took{text}", (-2, -20, across + 2, 20), 1.0, flat=True)
    plate.pen().shape(cut((0, -16, across, 16), 8, 0.5, "took"), MOSS, edge=even(2.4, INK), shake=0)
    plate.text(text, (across / 2, 0), (CHERRY, TEXT, BRIGHT))
    return plate.raster()


@cached
def podium(awards: tuple[int, ...]) -> Raster:
    """Blocks like a podium, with what each place takes first; (0, 0) is their lower right corner."""
    plate = Surface("podium", (-len(awards) * AWARD - 2, -36, 3, 3), 1.0, flat=True)
    for i, (count, high, dark) in enumerate(zip(awards, (34, 31, 28), (0.84, 0.74, 0.64), strict=False)):
        left = -AWARD * (len(awards) - i)
        outline = cut((left, -high, left + AWARD - 1.5, 0), 4, 0.5, f"podium{i}")
        plate.pen().shape(outline, mix(INK, STONE, dark), shake=0)
        plate.text(str(count), (left + AWARD / 2, -high / 2), (CHERRY, TEXT, BRIGHT))
    return plate.raster()


@cached
def prize_plate(across: int) -> Raster:
    """The stone plate of the Sorcerer's prize; (0, 0) is left, in the middle of its height."""
    plate = Surface("prize", (-3, -PLATE / 2 - 3, across + 3, PLATE / 2 + 3), 1.0, flat=True)
    outline = cut((1, -PLATE / 2, across - 1, PLATE / 2), 12, 0.8, "prize")
    plate.pen().shape(outline, PALE, edge=even(3, INK), shake=0)
    return plate.raster()


@cached
def spiral_tile(size: int) -> Raster:
    """A Sorcerer tile; (0, 0) is its middle."""
    half = size / 2
    plate = Surface(f"tile{size}", (-half - 2, -half - 2, half + 2, half + 2), 1.0, flat=True)
    plate.pen().shape(cut((-half, -half, half, half), size / 5, 0.5, "tile"), BOARDS["S"], shake=0)
    raster = plate.raster()
    paint = mask("spiral", size)
    light = Image.new("RGBA", paint.size, CREAM)
    light.putalpha(paint)
    return Raster(light).over(raster, -size // 2, -size // 2)


@cached
def swap(size: int) -> Raster:
    """Two arrows: the Forced Trade; (0, 0) is their middle."""
    plate = Surface(f"swap{size}", (-26, -20, 26, 20), 1.0, flat=True)
    pen = plate.pen(share=size / 44)
    for way in (-1, 1):
        y = 9.0 * way
        pen.line([(-20 * way, y), (8 * way, y)], even(6, INK))
        pen.shape([(22 * way, y), (6 * way, y - 10), (6 * way, y + 10)], INK, shake=0)
    return plate.raster()


@cached
def joker(size: int) -> Raster:
    """A Joker: a ragged red sun; (0, 0) is its middle."""
    plate = Surface("joker", (-22, -22, 22, 22), size / 40, flat=True)
    plate.pen().shape(star(0, 0, 20, points=9, inner=0.52), RED, edge=even(2, INK), shake=0)
    plate.pen().disc(0, 0, 4.4, PALE)
    return plate.raster()


@cached
def club_icon(size: int) -> Raster:
    """A club for counts; (0, 0) is its middle."""
    plate = Surface("clubicon", (-22, -22, 22, 22), size / 40, flat=True)
    pen = plate.pen()
    pen.line([(-15, 15), (-4, 4)], even(6.5, INK))
    for i in range(9):
        t = i / 8
        pen.disc(-2 + 12 * t, 2 - 12 * t, 5.4 + 3.4 * sin(pi * (0.25 + 0.6 * t)), INK)
    for x, y in ((5, -4), (9, -11), (12, -4)):
        pen.disc(x, y, 1.7, CREAM)
    return plate.raster()


@cached
def roof_icon(across: int) -> Raster:
    """The roof on a sheltered clan's card; (0, 0) is the middle of its ridge."""
    half, high = across / 2, across * 0.34
    plate = Surface("rooficon", (-half - 10, -10, half + 10, high + 12), 1.0, flat=True)
    line = [(-half, high), (0.0, 0.0), (half, high)]
    plate.pen().line(line, even(13, INK))
    plate.pen().line(line, even(8, ROOF))
    return plate.raster()


def _tent_shape() -> list[Point]:
    left = [(37 - 35 * t**0.84, 9 + 55 * t) for t in (i / 8 for i in range(9))]
    right = [(TENT[0] - x, y) for x, y in reversed(left)]
    return [*left, *right]


def _poles(pen: Pen, stroke: Stroke) -> None:
    pen.line([(45, 16), (34, 2)], stroke)
    pen.line([(39, 16), (50, 2)], stroke)


@cached
def tent(clan: str, text: str, *, offered: str = "") -> Raster:
    """
    A hut, 84 x 66: with the mark of who is in, or chalked and free; (0, 0) is its upper left corner.

    `offered`: the tag by which the free one may be chosen.
    """
    plate = Surface(f"tent{clan}", (-6, -4, TENT[0] + 6, TENT[1] + 4), 1.0, flat=True)
    pen = plate.pen()
    shape = _tent_shape()
    if not clan:
        _poles(pen, even(4, ROPE))
        pen.shape(shape, CAVE, shake=0)
        pen.draw_dashes(close_path(shape), even(5 if offered else 3, TORCH if offered else CREAM), (9, 7))
        if offered:
            return tag(offered).over(plate.raster(), 42, 40)
        pen.shape(cut((7, 36, 77, 62), 8, 0.0, "free"), CAVE, shake=0)
        found = fit_lines(text, ((CHERRY, (TEXT, TEXT)), (KAFFEESATZ, (34, 34))), TENT[0] - 6, most=1)
        plate.text(found.lines[0], (42, 50), (found.face, found.size, CREAM))
        return plate.raster()
    _poles(pen, even(5, INK))
    _poles(pen, even(2.4, ROPE))
    pen.shape(shape, HIDE, edge=even(4.5, INK), shake=0)
    plate.text(clan, (42, 50), (CHERRY, TEXT, INK))
    return mark(clan, 32).over(plate.raster(), 42, 22)


@cached
def badge(met: str, size: int) -> Raster:
    """A square on a card: `in` (a tick: nothing is owed), `owed` (a question mark); (0, 0) is its upper left corner."""
    plate = Surface(f"badge{met}", (-3, -3, size + 3, size + 3), 1.0, flat=True)
    outline = cut((1, 1, size - 1, size - 1), size / 4, 0.5, "badge")
    if met == "in":
        plate.pen().shape(outline, MOSS, edge=even(3, INK), shake=0)
        tick(plate.pen(), (size / 2, size / 2), size * 0.5, BRIGHT)
    else:
        plate.pen().shape(outline, PALE, edge=even(4.4, RED), shake=0)
        plate.text("?", (size / 2, size / 2), (CHERRY, size * 0.74, RED))
    return plate.raster()


@cached
def knot() -> Raster:
    """A beat that is over: a knot in the rope; (0, 0) is its middle."""
    plate = Surface("knot", (-12, -12, 12, 12), 1.0, flat=True)
    plate.pen().disc(0, 0, 9.5, ROPE)
    return plate.raster()


@cached
def medal(place: int) -> Raster:
    """The place at the end on a disc, the first one lit by a torch; (0, 0) is its middle."""
    return drumhead(str(place), pale=place > 1)
