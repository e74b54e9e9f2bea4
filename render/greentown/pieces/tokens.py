"""
What stands on sites: wooden buildings by category and seat, trees, hotels, the ring of a vacant site; and the chips.

Rasters centred on (0, 0), sizes in pixels. The shape tells the category; number and pattern tell the owner, and colour
says it again.
"""

from render.core.colour import RGB, mix
from render.core.ink import Pen, even
from render.core.lettering.fonts import DOSIS
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point, arc, close_path, rectangle
from render.core.surface import Raster, Surface
from render.greentown.inks import CREAM, FILLS, INK, LEAF, LEAF_LIGHT, OPEN, SAND, SIDES, TONES, TRUNK
from render.greentown.terrain.scale import HOTEL, HOTEL_HALF, LETTERS, scale

HOUSE, DISC, SQUARE = "C", "S", "M"
FULL_SIZE = 27.0  # radius at which lengths are as they stand here
DEPTH = 6.0
FRAMED = 84  # from this width of hexagons hotels have a frame


def outline(kind: str, r: float) -> list[Point]:
    """The front of a building: house, disc or square about (0, 0)."""
    if kind == DISC:
        return arc(0, 0, r, (0, 352.5))
    if kind == SQUARE:
        half = 0.89 * r
        return rectangle(-half, -half, half, half)
    eaves, wall, foot = 1.12 * r, 0.82 * r, 0.88 * r
    line = -0.18 * r
    return [
        (0, -1.18 * r), (eaves, line), (eaves - 0.1 * r, line + 0.16 * r), (wall, line + 0.1 * r), (wall, foot),
        (-wall, foot), (-wall, line + 0.1 * r), (-eaves + 0.1 * r, line + 0.16 * r), (-eaves, line),
    ]  # fmt: skip


def pattern(pen: Pen, seat: int, reach: float) -> None:
    """Seat 0 plain, 1 stripes, 2 dots, 3 cross-hatch; lengths in pixels at every size."""
    tone = TONES[seat]
    if seat in (1, 3):
        wide, step = (4.2, 12.0) if seat == 1 else (2.6, 12.0)
        count = int(reach * 2 / step) + 2
        for i in range(-count, count + 1):
            x = i * step * 1.0
            pen.line([(x - reach, reach), (x + reach, -reach)], even(wide, tone))
            if seat == 3:
                pen.line([(x - reach, -reach), (x + reach, reach)], even(wide, tone))
    elif seat == 2:
        rows = int(reach / 8) + 2
        for row in range(-rows, rows + 1):
            for column in range(-rows, rows + 1):
                pen.disc(column * 12 + (6 if row % 2 else 0), row * 8, 2.9, tone)


def _front(plate: Surface, shape: list[Point], seat: int, edge: float) -> None:
    """The patterned face of a piece inside its plain rim and ink outline."""
    inner = plate.layer()
    inner.pen().shape(shape, FILLS[seat], shake=0)
    pattern(inner.pen(), seat, max(x for x, _ in shape) * 1.3)
    if seat:
        inner.pen().line(close_path(shape), even(edge + 5.0, FILLS[seat]))
    mask = plate.layer()
    mask.pen().shape(shape, INK, shake=0)
    inner.clip(mask)
    plate.lay(inner)
    plate.pen().line(close_path(shape), even(edge, INK))


def _number(plate: Surface, text: str, at: Point, size: float, ground: RGB) -> None:
    """The owner's number on a plain disc, so that no pattern runs through it."""
    plate.pen().disc(*at, size * 0.42, ground)
    plate.text(text, at, (DOSIS, size, INK))


@cached
def draw_building(kind: str, seat: int, radius: float, *, number: int = 0) -> Raster:
    """A building of a seat: C house, S disc, M square; `number` is the size of its number in pixels, 0 for none."""
    share = radius / FULL_SIZE
    depth, edge = max(3.0, DEPTH * share), max(2.2, 3.2 * share)
    plate = Surface(f"{kind}{seat}", (-radius * 1.3 - 2, -radius * 1.4 - 3, radius * 1.3 + 2, radius * 1.4 + 3), 1.0)
    shape = [(x, y - depth / 2) for x, y in outline(kind, radius)]
    pen = plate.pen()
    steps = [[(x, y + depth * step) for x, y in shape] for step in (0.34, 0.67, 1.0)]
    for low in steps:
        pen.shape(low, INK, edge=even(edge, INK), shake=0)
    for low in steps:
        pen.shape(low, SIDES[seat], shake=0)
    _front(plate, shape, seat, edge)
    if number:
        drop = 0.24 * radius if kind == HOUSE else 0.0
        _number(plate, str(seat + 1), (0, drop - depth / 2), number, FILLS[seat])
    return plate.raster()


@cached
def chip(seat: int, radius: float) -> Raster:
    """The round chip that stands for a player beside the name."""
    plate = Surface(f"chip{seat}", (-radius - 3, -radius - 3, radius + 3, radius + 3), 1.0)
    _front(plate, arc(0, 0, radius - 1.4, (0, 352.5)), seat, 2.6)
    _number(plate, str(seat + 1), (0, 0), max(30.0, radius * 1.5), FILLS[seat])
    return plate.raster()


CROWN = (
    (0.0, -19.0, 15.0), (-14.0, -9.5, 13.5), (14.0, -9.5, 13.5), (-8.0, 0.5, 13.0), (9.0, 1.0, 12.5), (0.0, -7.0, 17.0),
)  # fmt: skip
GLEAMS = ((-5.5, -21.0, 8.0), (10.0, -14.0, 6.5), (-15.5, -9.0, 6.5), (0.0, -3.0, 7.0), (13.0, 1.0, 5.5))


def tree(pen: Pen, *, shadow: bool = True) -> None:
    """A tree of 68 units about the middle of a site, with its flat shadow."""
    if shadow:
        pen.disc(0, 29, (21.5, 6.2), SAND)
    pen.shape([(-5, 4), (5, 4), (5.8, 31), (-5.8, 31)], TRUNK, shake=0)
    pen.line([(-5, 14), (-5.8, 31), (5.8, 31), (5, 14)], even(1.6, mix(INK, TRUNK, 0.5)))
    for x, y, r in CROWN:
        pen.disc(x, y, r, LEAF)
    for x, y, r in GLEAMS:
        pen.line(arc(x, y, r, (190, 290), steps=8), even(2.3, LEAF_LIGHT))


@cached
def tree_piece(unit: float) -> Raster:
    """A tree on its site."""
    plate = Surface("tree", (-30, -40, 30, 38), unit)
    tree(plate.pen(share=0.84))
    return plate.raster()


@cached
def hotel(wide: int, *, lettered: bool = True) -> Raster:
    """A hotel on hexagons `wide` pixels wide: a dark block with an H unless left out, and room for its name below."""
    sizes = scale(wide)
    top, foot = HOTEL
    half = max(HOTEL_HALF, (width("M12", DOSIS, LETTERS) / 2 + 4) / sizes.unit) if sizes.named else HOTEL_HALF
    plate = Surface("hotel", (-half - 3, top - 1, half + 3, foot + 6), sizes.unit)
    pen = plate.pen()
    pen.shape(rectangle(-half - 2.5, foot - 1, half + 2.5, foot + 4), INK, shake=0)
    pen.shape(rectangle(-half, top, half, foot), INK, shake=0)
    if wide >= FRAMED:
        pen.line(close_path(rectangle(-half + 3.5, top + 3.5, half - 3.5, foot - 3.5)), even(2.2, CREAM))
    above = sizes.letter_y / sizes.unit
    if not lettered:
        return plate.cut()
    if sizes.hotel >= LETTERS:
        plate.text("H", (0, above), (DOSIS, sizes.hotel / sizes.unit, CREAM))
    else:
        for x in (-20, 0, 20):  # where an H would be too small to be read: windows
            pen.shape(rectangle(x - 6, above - 7, x + 6, above + 7), CREAM, shake=0)
    return plate.cut()


@cached
def vacant(unit: float) -> Raster:
    """The small ring of a vacant site."""
    plate = Surface("ring", (-16, -16, 16, 16), unit)
    plate.pen().disc(0, 0, 13, INK)
    plate.pen().disc(0, 0, 8.6, OPEN)
    return plate.raster()
