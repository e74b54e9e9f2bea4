"""Cards, markers and stacks: what lies beside the map, as rasters."""

from games.greentown.view import Card, Kind
from render.core.ink import Pen, even
from render.core.lettering.fonts import DOSIS
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, rectangle, round_rectangle
from render.core.surface import HARD, Raster, Surface
from render.greentown.inks import (
    CARD,
    CREAM,
    DEEP,
    EDGES,
    FACE_DOWN,
    FOOT,
    GHOST,
    GHOST_TEXT,
    GREY,
    GREY_DARK,
    INK,
    OPEN,
)
from render.greentown.pieces.faces import face
from render.greentown.pieces.tiles import streets
from render.greentown.pieces.tokens import outline
from render.greentown.terrain.hexagon import APOTHEM, R, hexagon

CARD_SIZE = (188, 112)
STACK = 38  # radius of the tiles in a stack
STEP = 20.5  # from icon to icon
MARKER = (62, 37)
DIGITS, FINE_SIZE = 29, 108
NAMES = {"B": "B", "T": "T", "BT": "BT", "BOT": "B/T", "?B": "?B", "?T": "?T"}
"""How markers are lettered."""

FIR: tuple[Point, ...] = (
    (0, -10), (5.6, -2.3), (2.8, -2.3), (7.6, 5.2), (1.9, 5.2), (1.9, 9.5),
    (-1.9, 9.5), (-1.9, 5.2), (-7.6, 5.2), (-2.8, -2.3), (-5.6, -2.3),
)  # fmt: skip


def icon(pen: Pen, row: int, *, filled: bool, size: float = 1.0) -> None:
    """A wish: tree, house, disc, square; filled for visits that must be, outlined for those that may be."""
    shape = list(FIR) if row == 0 else outline("CSM"[row - 1], 8.4)
    shape = [(x * size, y * size) for x, y in shape]
    pen.shape(shape, INK if filled else CARD, edge=even(2.2 * size, INK), shake=0)


@cached
def wish(*, filled: bool) -> Raster:
    """A tree as cards show it on a piece of card, from the middle of its left edge, as explained beside the cards."""
    plate = Surface("wish", (-2, -22, 46, 22), 1.0, flat=True)
    body = round_rectangle(0, -20, 44, 20, radius=7)
    plate.pen().shape(body, CARD, edge=even(2.4, INK), shake=0)
    icon(plate.pen().shift(22, 0), 0, filled=filled, size=1.6)
    return plate.raster()


@cached
def visitors(card: Card, scale: float = 1.0, *, dark: bool = False) -> Raster:
    """A visitor card from its upper left corner: stops on the left, one row for each wish; `dark`: on a dark band."""
    wide, high = CARD_SIZE
    row_high = high / 4.3
    plate = Surface("card", (-3, -3, wide + 8, high + 8), scale, flat=True)
    pen = plate.pen()
    body = round_rectangle(1.5, 1.5, wide - 1.5, high - 1.5, radius=7)
    pen.shape([(x + 4, y + 4) for x, y in body], GREY_DARK if not dark else GHOST, shake=0)
    pen.shape(body, CARD, shake=0)
    band = plate.layer()
    band.pen().shape(rectangle(0, 0, 46, high), DEEP, shake=0)
    mask = plate.layer()
    mask.pen().shape(body, INK, shake=0)
    band.clip(mask)
    plate.lay(band)
    pen.line(close_path(body), even(3.0, INK))
    plate.text(str(card.stops), (24, high / 2), (DOSIS, 60, CREAM))
    for row, wish in enumerate(card.wishes):
        y = high / 2 + (row - 1.5) * row_high
        for i in range(wish.most):
            icon(pen.shift(59 + i * STEP, y), row, filled=i < wish.least)
        words = f"{wish.least}–{wish.most}" if wish.least != wish.most else str(wish.most)
        _right(plate, words, (wide - 8, y))
    return plate.raster()


def _right(plate: Surface, words: str, at: Point) -> None:
    """Digits that end at a place, centred in height."""
    half = width(words, DOSIS, FINE_SIZE) * DIGITS / FINE_SIZE / 2
    plate.text(words, (at[0] - half, at[1]), (DOSIS, DIGITS, INK))


@cached
def marker(kind: str, *, up: bool, scale: float = 1.0, letters: float = 29.0) -> Raster:
    """An action marker from its upper left corner; face down it is grey and crossed, its letter still legible."""
    wide, high = MARKER
    plate = Surface("marker", (-2, -2, wide + 2, high + 2), scale, flat=True)
    pen = plate.pen()
    body = round_rectangle(1.5, 1.5, wide - 1.5, high - 1.5, radius=7)
    edge = INK if up else GREY_DARK
    pen.shape(body, CARD if up else GREY, shake=0)
    if not up:
        for a, b in (((4, 4), (wide - 4, high - 4)), ((4, high - 4), (wide - 4, 4))):
            pen.line([a, b], even(2.2, GREY_DARK))
        pen.disc(wide / 2, high / 2, (19 if len(NAMES[kind]) > 1 else 11, 12), GREY)
    pen.line(close_path(body), even(2.8, edge))
    plate.text(NAMES[kind], (wide / 2, high / 2), (DOSIS, letters, INK if up else FACE_DOWN))
    return plate.raster()


@cached
def token(words: str, *, wide: int = 50, high: int = 36) -> Raster:
    """A small cream token from its upper left corner: the double turn marker, a saved double turn."""
    plate = Surface("token", (-2, -2, wide + 2, high + 2), 1.0, flat=True)
    pen = plate.pen()
    pen.shape(round_rectangle(1.5, 1.5, wide - 1.5, high - 1.5, radius=7), CARD, edge=even(2.6, INK), shake=0)
    plate.text(words, (wide / 2, high / 2), (DOSIS, 30, INK))
    return plate.raster()


@cached
def ring(wide: int, high: int) -> Raster:
    """The bold dashes round a marker that can be chosen, `wide` x `high` pixels, from its upper left corner."""
    plate = Surface("ring", (-4, -4, wide + 4, high + 4), 1.0, flat=True)
    body = close_path(round_rectangle(2, 2, wide - 2, high - 2, radius=11))
    pen = plate.pen()
    pen.line(body, even(9, CREAM))
    pen.draw_dashes(body, even(6.5, INK), (12, 8))
    return plate.raster()


@cached
def stack(kind: Kind, count: int) -> Raster:
    """A stack of the supply about (0, 0), one edge below the other for each tile; an empty one is a dashed ghost."""
    plate = Surface(f"stack{kind.id}", (-STACK - 4, -STACK - 4, STACK + 4, STACK + 16), 1.0)
    unit = STACK / R
    pen = plate.pen(share=unit)
    if not count:
        ring = hexagon(R - 1)
        streets(plate, kind.streets, 18, share=unit, colours=(GHOST, GHOST), reach=APOTHEM - 4)
        pen.draw_dashes([*ring, ring[0]], even(4.2, GHOST_TEXT), (17, 10))
        return plate.raster(HARD)
    symbol = kind.symbol.value
    for i in range(count, 0, -1):
        pen.shape([(x, y + 4.1 * i) for x, y in hexagon(R - 1)], EDGES[symbol], edge=even(2.2, INK), shake=0)
    tile = Surface(f"stacktile{kind.id}", (-R, -R, R, R), unit)
    face(tile, symbol, grain=1.45)
    streets(tile, kind.streets, 18, reach=APOTHEM - 1)
    tile.pen().disc(0, 0, 9.5, INK)
    tile.pen().disc(0, 0, 5.5, OPEN)
    tile.pen().line(close_path(hexagon(R - 2)), even(4, INK))
    return tile.raster().over(plate.raster(HARD))


@cached
def count_disc(count: int) -> Raster:
    """How many tiles a stack has."""
    plate = Surface("count", (-22, -22, 22, 22), 1.0)
    pen = plate.pen()
    pen.disc(0, 0, 19.5, INK if count else GHOST_TEXT)
    pen.disc(0, 0, 17, CREAM if count else FOOT)
    plate.text(str(count), (0, 0), (DOSIS, 30, INK if count else GHOST_TEXT))
    return plate.raster(HARD)
