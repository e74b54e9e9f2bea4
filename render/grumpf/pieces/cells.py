"""Hollows with a Grumpf in them, whole and opaque, and what is drawn over them."""

from render.core.colour import RGB, mix
from render.core.ink import even
from render.core.lettering.fonts import CHERRY
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point, arc, close_path, rectangle
from render.core.surface import Raster, Surface
from render.grumpf.inks import (
    BRIGHT,
    CREAM,
    GLOW,
    HIDE,
    HOLLOWS,
    INK,
    OCHRE,
    PEG,
    RED,
    ROOF,
    SOOT,
    TORCH,
    WOOD,
    WOOD_LIGHT,
)
from render.grumpf.pieces.grumpfs import draw_fallen, grumpf
from render.grumpf.terrain.stone import HOLLOW, cut, dent

FRESH = ""
"""Instead of a board: the ground of a hollow that has just changed."""

TEXT = 32  # the least size of lettering: 11 pixels as shown
TAG = 44  # lettering of what one chooses from: 10 pixels on a phone


def ground(board: str) -> RGB:
    """The colour that a cell's lettering lies on."""
    return HOLLOWS[board] if board else GLOW


@cached
def fresh_hollow() -> Raster:
    """A hollow that has just changed: torch light, a red edge."""
    wide, high = HOLLOW
    plate = Surface("fresh", (-4, -4, wide + 4, high + 4), 1.0, flat=True)
    outline = cut((2, 2, wide - 2, high - 2), 16, 0.7, "hollow")
    plate.pen().shape(outline, GLOW, shake=0)
    plate.pen().line(close_path(outline), even(5, RED))
    return plate.raster()


def _empty(board: str) -> Raster:
    return dent(HOLLOWS[board], board) if board else fresh_hollow()


@cached
def draw_standing(board: str, clan: str, value: str, *, sheltered: bool) -> Raster:
    """A hollow of a board (or a fresh one) with a standing Grumpf, lower under a roof; (0, 0) is its corner."""
    return grumpf(clan, value).over(_empty(board), 0, 9 if sheltered else 5)


@cached
def draw_knocked_out(board: str, clan: str, clubber: str) -> Raster:
    """A hollow with a Grumpf that is knocked out, under a cross and the club of another clan."""
    whole = draw_fallen(clan).over(_empty(board), 0, 3)
    return _club_on(clubber).over(whole)


@cached
def roof() -> Raster:
    """The roof over a sheltered Grumpf; (0, 0) is the hollow's corner."""
    plate = Surface("roof", (-10, -18, 82, 32), 1.0, flat=True)
    gable = [(1.0, 21.0), (36.0, -4.0), (71.0, 21.0)]
    plate.pen().line(gable, even(14, INK))
    plate.pen().line(gable, even(8, ROOF))
    return plate.cut()


@cached
def _club_on(clubber: str) -> Raster:
    """The cross over the body, the club at the feet with its owner's code."""
    plate = Surface("out", (-8, 20, 84, 104), 1.0, flat=True)
    pen = plate.pen()
    for stroke in (even(11, CREAM), even(6, INK)):
        for start, end in (((9, 36), (63, 82)), ((63, 36), (9, 82))):
            pen.line([start, end], stroke)
    club_shape(plate, (-3, 42), 80)
    plate.text(clubber, (49, 62), (CHERRY, TEXT, BRIGHT))
    return plate.raster()


def club_shape(plate: Surface, at: Point, wide: float) -> None:
    """A wooden club of 70 x 34 units scaled to a width, its head on the right."""
    pen = plate.pen(*at, wide / 70)
    head = [(24, 7), (36, 2), (54, 1), (65, 5), (69, 14), (68, 25), (60, 32), (44, 33), (30, 30), (10, 23)]
    shape = [*head, (2, 21), (0, 15), (2, 11), (10, 10)]
    pen.shape(shape, INK, edge=even(5, INK), shake=0)
    pen.shape(shape, WOOD, shake=0)
    pen.line([(32, 6), (48, 4), (60, 6)], even(2.6, WOOD_LIGHT))
    pen.line([(7, 13), (20, 10.5)], even(2.4, WOOD_LIGHT))


@cached
def space_tab(number: int) -> Raster:
    """The soot block with the number of a space, in the lower left of a hollow; (0, 0) is its middle."""
    plate = Surface("space", (-15, -17, 15, 17), 1.0, flat=True)
    plate.pen().shape(cut((-13, -14.5, 13, 14.5), 9, 0.4, "space"), SOOT, shake=0)
    plate.text(str(number), (0, 0), (CHERRY, TEXT, BRIGHT))
    return plate.raster()


@cached
def flag(text: str) -> Raster:
    """The red flag with the beat (or the order) of a change; (0, 0) is its middle."""
    half = 16 if len(text) < 2 else 24
    plate = Surface("flag", (-half - 4, -21, half + 4, 21), 1.0, flat=True)
    outline = cut((-half, -16.5, half, 16.5), 7, 0.5, "flag")
    plate.pen().line(close_path(outline), even(4.6, CREAM))
    plate.pen().shape(outline, RED, shake=0)
    plate.text(text, (0, 0), (CHERRY, TEXT, BRIGHT))
    return plate.cut()


@cached
def draw_counted_bar() -> Raster:
    """The ochre bar under a hollow that counts where only the last three do; (0, 0) is its middle."""
    plate = Surface("counted", (-36, -7, 36, 7), 1.0, flat=True)
    plate.pen().shape(rectangle(-33, -4, 33, 4), OCHRE, edge=even(2.4, INK), shake=0)
    return plate.raster()


@cached
def open_hollow() -> Raster:
    """The dashed frame of a hollow that would be filled next; (0, 0) is its corner."""
    wide, high = HOLLOW
    plate = Surface("open", (-4, -4, wide + 4, high + 4), 1.0, flat=True)
    outline = cut((2, 2, wide - 2, high - 2), 16, 0.7, "hollow")
    plate.pen().line(close_path(outline), even(7, INK))
    plate.pen().draw_dashes(close_path(outline), even(4.4, TORCH), (13, 9))
    return plate.cut()


@cached
def tag(text: str) -> Raster:
    """The ink tag with the letter or number by which a place is chosen; (0, 0) is its middle."""
    half = max(24.0, width(text, CHERRY, TAG) / 2 + 9)
    plate = Surface("tag", (-half - 3, -25, half + 3, 25), 1.0, flat=True)
    plate.pen().shape(cut((-half, -22.5, half, 22.5), 10, 0.5, "tag"), INK, shake=0)
    inner = cut((-half + 3.5, -19, half - 3.5, 19), 7, 0.5, "taginner")
    plate.pen().line(close_path(inner), even(2, TORCH))
    plate.text(text, (0, 0), (CHERRY, TAG, TORCH))
    return plate.cut()


@cached
def draw_planned(board: str, clan: str, value: str) -> Raster:
    """A hollow with a Grumpf that only a plan places: as it would stand, hatched, in a dashed frame."""
    whole = grumpf(clan, value).over(dent(HOLLOWS[board], board), 0, 5)
    veil = whole.fade(HOLLOWS[board], 0.66)
    return open_hollow().over(veil)


@cached
def aim() -> Raster:
    """The frame round a Grumpf that a plan would club, with the club; (0, 0) is the hollow's corner."""
    plate = Surface("aim", (-6, -6, 82, 124), 1.0, flat=True)
    club_shape(plate, (4, 74), 62)
    return open_hollow().over(plate.raster())


@cached
def drumhead(text: str, *, pale: bool = False) -> Raster:
    """A drum with a beat's number, pegged all round; (0, 0) is its middle."""
    plate = Surface("drum", (-25, -25, 25, 25), 1.0, flat=True)
    pen = plate.pen()
    for x, y in arc(0, 0, 19.5, steps=10)[:-1]:
        pen.disc(x, y, 4.8, INK)
        pen.disc(x, y, 3, PEG)
    pen.disc(0, 0, 19.4, INK)
    pen.disc(0, 0, 17, mix(TORCH, HIDE, 0.3) if pale else TORCH)
    plate.text(text, (0, 0.5), (CHERRY, TEXT, INK))
    return plate.raster()
