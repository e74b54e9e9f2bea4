"""The right column of the town's plate: what the player to move has in hand, and the supply of tiles."""

from dataclasses import dataclass

from PIL import Image

from games.greentown.view import BUILDINGS, MARKERS, PlayerSight, StackSight
from render.core.ink import even
from render.core.lettering.fonts import DOSIS_BOLD
from render.core.lettering.text import fit
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, round_rectangle
from render.core.surface import Raster, Surface
from render.greentown.inks import ACTIVE, FOOT, GREY_DARK, INK, READY, palette
from render.greentown.paint import Painter
from render.greentown.pieces.cards import CARD_SIZE, MARKER, count_disc, marker, ring, stack, visitors
from render.greentown.pieces.signs import OFFERED_LETTERS, tag
from render.greentown.pieces.tokens import draw_building
from render.greentown.plates import bands
from render.greentown.sights import Offers

LEFT = 872
HAND = (877, 60, 219, 324)  # left, top, width, height
ROW_HIGH, STACK_STEP = 98, 72
ROWS_AT = ((912, 391), (912, 494), (912, 597))
"""Middle of the first stack and upper edge of each row."""

ALONE = 220  # pixels of height of a plate with the hand and the supply alone
HAND_ALONE = (6, 6, 424, 208)
ROWS_ALONE = ((476, 61), (692, 61), (908, 61))
ROWS = ((2,), (3,), (4, 5))
"""The numbers of streets whose stacks stand in one row."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What the player to move has, and the words for a card that is missing."""

    player: PlayerSight
    no_card: str


@cached
def column() -> Image.Image:
    """The column without anything in it."""
    wide, high = bands.WIDTH - LEFT, bands.HEIGHT - bands.HEAD
    painter = Painter(palette().ground((wide, high), FOOT))
    painter.put(bands.band, (0, 0), wide, high, FOOT)
    painter.put(bands.edge, (3, 0), high)
    painter.ground = FOOT
    left, top, across, down = HAND
    painter.put(bands.panel, (left - LEFT, top - bands.HEAD), (across, down), active=True, bar=0)
    return painter.image


def draw(painter: Painter, hand: Hand, stacks: tuple[StackSight, ...], offers: Offers) -> None:
    """The column with the hand and the supply."""
    painter.image.paste(column(), (LEFT, bands.HEAD))
    left, top, _, _ = HAND
    _hand(painter, hand, offers, (left, top), (left + 8, top + 140), top + 292)
    _stacks(painter, stacks, ROWS_AT)


@cached
def field() -> Image.Image:
    """The plate without anything in it."""
    painter = Painter(palette().ground((bands.WIDTH, ALONE), FOOT))
    painter.put(bands.band, (0, 0), bands.WIDTH, ALONE, FOOT)
    painter.ground = FOOT
    left, top, across, down = HAND_ALONE
    painter.put(bands.panel, (left, top), (across, down), active=True, bar=0)
    return painter.image


def alone(hand: Hand, stacks: tuple[StackSight, ...], offers: Offers) -> Image.Image:
    """The hand and the supply on a plate of their own, below a town that takes the whole width."""
    painter = Painter(field())
    left, top, _, _ = HAND_ALONE
    _hand(painter, hand, offers, (left, top), (left + 216, top + 47), top + 174)
    _stacks(painter, stacks, ROWS_ALONE)
    return painter.image


def _hand(
    painter: Painter, hand: Hand, offers: Offers, corner: tuple[int, int], card: tuple[int, int], stock: int
) -> None:
    """Four markers, the visitor card, and the buildings that are left, from the corners of the hand and of the card."""
    left, top = corner
    painter.ground = ACTIVE
    for i, kind in enumerate(MARKERS):
        at = (left + 8 + i % 2 * 105, top + 9 + i // 2 * 64)
        put_marker(painter, at, kind.value, up=kind in hand.player.up, scale=1.58, offers=offers)
    put_card(painter, card, hand, 1.07)
    for i in range(len(BUILDINGS)):
        put_stock(painter, (left + 25 + i * 67, stock), hand.player, i, offers)


def put_marker(painter: Painter, at: Point, kind: str, *, up: bool, scale: float, offers: Offers) -> None:
    """A marker from its upper left corner, ringed if it can be announced."""
    if kind in offers.markers:
        painter.put(marker, at, kind, up=up, scale=scale, letters=max(29.0, OFFERED_LETTERS[0] / scale))
        painter.put(ring, at, round(MARKER[0] * scale), round(MARKER[1] * scale))
    else:
        painter.put(marker, at, kind, up=up, scale=scale)


def put_card(painter: Painter, at: Point, hand: Hand, scale: float) -> None:
    """The visitor card from its upper left corner, or its empty place."""
    if hand.player.card is None:
        painter.put(no_card, at, hand.no_card, scale)
    else:
        painter.put(visitors, at, hand.player.card, scale)


def put_stock(
    painter: Painter, at: Point, player: PlayerSight, i: int, offers: Offers, sizes: tuple[float, int] = (15.5, 30)
) -> None:
    """
    The buildings that are left of the i-th category: one about a place, and how many.

    `sizes`: radius of the building, pixels of the lettering.
    """
    radius, size = sizes
    kind = BUILDINGS[i].value
    painter.put(draw_building, at, kind, player.seat, radius)
    painter.word(f"×{player.stock[i]}", (at[0] + radius * 1.12 + 3, at[1]), size)
    if kind in offers.kinds:
        painter.put(tag, (at[0] - 2, at[1]), kind, OFFERED_LETTERS[0])


@cached
def no_card(words: str, scale: float) -> Raster:
    """The place of a visitor card when there is none."""
    wide, high = CARD_SIZE
    plate = Surface("nocard", (0, 0, wide, high), scale)
    plate.pen().draw_dashes(
        close_path(round_rectangle(4, 4, wide - 4, high - 4, radius=7)), even(2.6, GREY_DARK), (11, 8)
    )
    found = fit(words, DOSIS_BOLD, wide - 24, (33, 30))
    plate.text(found.text, (wide / 2, high / 2), (DOSIS_BOLD, found.size, INK))
    return plate.raster()


def _stacks(painter: Painter, stacks: tuple[StackSight, ...], rows: tuple[tuple[int, int], ...]) -> None:
    """The nine stacks, those from which tiles are laid now on a lighter field in a frame."""
    for (start, top), numbers in zip(rows, ROWS, strict=True):
        found = [each for each in stacks if each.kind.number in numbers]
        now = [i for i, each in enumerate(found) if each.to_lay]
        painter.ground = FOOT
        if now:
            first, last = now[0], now[-1]
            left = start + first * STACK_STEP - 36
            painter.put(bands.ready, (left, top), (last - first) * STACK_STEP + 74, ROW_HIGH)
        for i, each in enumerate(found):
            x, y = start + i * STACK_STEP, top + 45
            painter.ground = READY if each.to_lay else FOOT
            painter.put(stack, (x, y), each.kind, each.count)
            painter.put(count_disc, (x + 20, y + 27), each.count)
