"""The pool on the right of the first plate: five pairs on a rail along which they move up."""

from collections.abc import Collection

from games.grunn.view import PairSight
from render.core.ink import Stroke
from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.text import fit
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster
from render.grunn.inks import INK, PAPER
from render.grunn.paint import Painter, text_width
from render.grunn.pieces import signs
from render.grunn.pieces.cards import card
from render.grunn.pieces.cells import draw_ring, offer_ring
from render.grunn.pieces.surfaces import Surface
from render.grunn.pieces.tiles import Tile, tile
from render.grunn.sights import look

LETTERING = ("free", "pay", "chosen")
TOP, ROW = 140, 111
RAIL = 679
TILE = 104
FOUND = (89, 5)  # of the ducats on a tile
LEFT = 716  # of the tiles
CARD = 831
PRICE = 1060
PRICES = (42, 34)
FADED = 0.52  # of its strength is left to what is too dear


@cached
def rail() -> Raster:
    """The rail with its head: pairs move up along it; (0, 0) is the middle of the first place."""
    surface = Surface("rail", (-32, -60, 32, 4 * ROW + 32), 1.0)
    pen = surface.pen()
    pen.line([(0, -20), (0, 4 * ROW)], Stroke(11, INK, shake=0.4))
    pen.shape([(0, -55), (21, -24), (-21, -24)], INK, shake=0.4)
    return surface.raster()


@cached
def pool_tile(each: Tile, ducats: int, *, dear: bool) -> Raster:
    """A tile of the pool with the ducats on it; too dear, it fades towards the paper."""
    raster = tile(each, TILE)
    if dear:
        raster = raster.fade(PAPER, FADED)
    return draw_found_coin(ducats).over(raster, *FOUND) if ducats else raster


def draw_found_coin(ducats: int) -> Raster:
    """The ducats that lie on a pair."""
    return signs.coin(22 if ducats < 10 else 24, str(ducats), shade=True)


@cached
def pool_card(kind: str, gain: int, *, dear: bool) -> Raster:
    """A card of the pool; too dear, it fades towards the paper."""
    raster = card(kind, gain)
    return raster.fade(PAPER, FADED) if dear else raster


def base(painter: Painter) -> None:
    """The rail with the numbers of its places."""
    painter.put(rail, (RAIL, _middle(0)))
    for i in range(5):
        painter.put(signs.number_disc, (RAIL, _middle(i)), 29, str(i + 1))


def _middle(row: int) -> float:
    return TOP + ROW * row + ROW / 2


def draw(painter: Painter, pairs: tuple[PairSight, ...], offered: Collection[int], theme: Theme, *, dim: bool) -> None:
    """The pairs with what lies on them and what they cost; those too dear are faint where `dim`."""
    for i, pair in enumerate(pairs):
        middle = round(_middle(i))
        top = middle - TILE // 2
        dear = dim and not pair.payable
        painter.put(pool_tile, (LEFT, top), look(pair.tile), pair.ducats, dear=dear)
        painter.put(pool_card, (CARD, middle - 42), pair.card, pair.card_ducats or 0, dear=dear)
        if pair.taken:
            painter.put(draw_ring, (LEFT, top), (TILE, TILE), (12.0, 6.0), 0.0)
        elif pair.position in offered:
            painter.put(offer_ring, (LEFT, top), (TILE, TILE))
        if pair.ducats and (pair.taken or pair.position in offered):
            painter.put(draw_found_coin, (LEFT + FOUND[0], top + FOUND[1]), pair.ducats)
        _price(painter, pair, middle, theme, dear=dear)


def _price(painter: Painter, pair: PairSight, middle: int, theme: Theme, *, dear: bool) -> None:
    """What reaching a pair costs, on the right of its card."""
    word = theme.say("chosen" if pair.taken else "pay" if pair.cost else "free")
    largest = 34 if pair.taken else 36 if pair.cost else PRICES[0]
    fitted = fit(word, KAFFEESATZ, 72 if pair.taken else 66, (largest, PRICES[1]))
    start = PRICE - text_width(fitted.text, fitted.size) / 2
    if pair.taken or not pair.cost:
        painter.text(fitted.text, (start, middle + 13), fitted.size)
        return
    painter.text(fitted.text, (start, middle - 7), fitted.size)
    painter.put(signs.coin, (PRICE, middle + 24), 24, str(pair.cost))
    if dear:
        painter.put(signs.stroke_out, (PRICE, middle - 18), 60, 20)
