"""The sheet on which an order of winter or of the last trade is written: prices, exchanges, the order, the barn."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Marks
from games.h2olland.view import Ledger, View
from render.core.ink import even
from render.core.lettering.fonts import SPARTAN
from render.core.lettering.text import width
from render.core.memory.cache import cached
from render.core.paths import arc, round_rectangle
from render.core.picture import Theme
from render.core.plates import HIGH
from render.core.surface import Raster, Surface
from render.h2olland.inks import CODES, CREAM, INK, LEAF, PANEL, QUIET, TULIPS
from render.h2olland.paint import FIGURES, LEAST, NAMED, NARROW, Painter, fit_text
from render.h2olland.pieces import tokens
from render.h2olland.pieces.cuts import block
from render.h2olland.plates import head
from render.h2olland.plates.goods import Held, draw_ring
from render.h2olland.plates.head import Head
from render.h2olland.plates.panels import plaque
from render.h2olland.sights import list_offered_items
from render.h2olland.terrain import sheet

PRICES = (14, 69, 556, 624)
ORDER = (582, 69, 504, 372)
BARN = (582, 451, 504, 242)
ROW = 50.5
NAMES_WIDE, NAMES_MOST = 100, 136
"""Room for the names of items, and how much longer ones get; prices stand behind it."""
FEW = 5
"""Trades that have lines of full height; up to `MOST` in all are shown."""
MOST = 7
NAMES: dict[str, str] = {
    **{kind: kind.removeprefix("tulip-") for kind in TULIPS},
    "mill": "mill",
    "farm": "farm",
    "dike": "dike",
    "corn": "corn",
    "bean": "beans",
    "carrot": "carrots",
    "potato": "potatoes",
    "cow": "cow",
}
STATES = {
    "level": "at {level, plural, one {# mill} other {# mills}}",
    "gone": "none left",
    "poor": "can't pay",
    "closed": "not now",
}
HOLD, AFTER, WRITTEN, NOTHING = "Barn", "after line {line}", "Your order", "nothing written yet"
EQUAL, ONE, CROP, LEFT = "3 equal", "one other", "one crop", "{count} left"
KEEP, KEPT, TOO_MANY, ENOUGH, LAST = (
    "kept:",
    "you keep {held, plural, one {# field} other {# fields}}",
    "choose {limit} of {held, plural, one {# field} other {# fields}} to keep",
    "nothing kept",
    "crops and dikes left over go back",
)
LETTERING = (
    HOLD, AFTER, WRITTEN, NOTHING, EQUAL, ONE, CROP, LEFT, KEEP, KEPT, TOO_MANY, ENOUGH, LAST, *STATES.values(),
    *NAMES.values(),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Price:
    """A line of the price list: whether the item can be bought now, and what is left of it or why it cannot."""

    item: str
    name: str
    cost: Held
    state: str
    possible: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """One of the three exchanges: what is paid, in words or as goods; what comes out; what could be given now."""

    words: str
    give: Held
    get: str
    item: str
    given: tuple[str, ...]
    possible: bool


@dataclass(frozen=True, slots=True)
class Trade:
    """A trade of the order."""

    give: Held
    get: str
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """All that the sheet shows, in the reader's language."""

    head: Head
    prices: tuple[Price, ...]
    swaps: tuple[Swap, ...]
    title: str
    nothing: str
    trades: tuple[Trade, ...]
    kept: str
    keep: Held
    hold: str
    after: str
    barn: tuple[tuple[str, int, bool], ...]
    """Kind, number now, whether the order has changed it."""
    offered: tuple[str, ...]
    """What may be chosen to be kept."""


def order(view: View, ledger: Ledger, marks: Marks, names: tuple[str, ...], theme: Theme) -> Order:
    """What is on the sheet of the viewer's order."""
    offered = list_offered_items(marks, "trade")
    kept, keep = _tell_kept(ledger, theme)
    kinds = (*CODES, "dike", "mill", "farm", *TULIPS)
    return Order(
        head=head.head(view, names, theme),
        prices=tuple(
            Price(
                each.item,
                theme.say(NAMES[each.item]),
                tuple(each.price.items()),
                theme.say(STATES.get(each.state, LEFT), level=each.level, count=each.left),
                each.item in offered,
            )
            for each in ledger.offers
        ),
        swaps=_swaps(ledger, offered, theme),
        title=theme.say(WRITTEN),
        nothing=theme.say(NOTHING),
        trades=tuple(Trade(tuple(deal.give.items()), deal.get, theme.say(NAMES[deal.get])) for deal in ledger.deals),
        kept=kept,
        keep=keep,
        hold=theme.say(HOLD),
        after=theme.say(AFTER, line=len(ledger.deals)) if ledger.deals else "",
        barn=tuple(
            (kind, now, now != ledger.before.get(kind, 0)) for kind in kinds for now in (ledger.now.get(kind, 0),)
        ),
        offered=list_offered_items(marks, "barn"),
    )


def _swaps(ledger: Ledger, offered: tuple[str, ...], theme: Theme) -> tuple[Swap, ...]:
    three = tuple(kind for kind in CODES if any(deal.give == {kind: 3} for deal in ledger.exchanges))
    crops = tuple((kind, 1) for kind in tuple(CODES)[:4])
    return (
        Swap(theme.say(EQUAL), (), theme.say(ONE), "", three, "three" in offered),
        Swap("", crops, "", "cow", (), "set" in offered),
        Swap("", (("cow", 1),), theme.say(CROP), "", (), "cow" in offered),
    )


def _tell_kept(ledger: Ledger, theme: Theme) -> tuple[str, Held]:
    """Which fields are kept, or how many are too many."""
    if ledger.limit is None:
        return theme.say(LAST), ()
    if ledger.keep is not None:
        goods = tuple((kind, ledger.keep.count(kind)) for kind in dict.fromkeys(ledger.keep))
        return theme.say(KEEP if goods else ENOUGH), goods
    if ledger.held > ledger.limit:
        return theme.say(TOO_MANY, limit=ledger.limit, held=ledger.held), ()
    return theme.say(KEPT, held=ledger.held), ()


@cached
def _strip(across: int, down: int) -> Raster:
    """The field under a line that can be chosen."""
    plate = Surface("strip", (-3, -3, across + 3, down + 3), 1.0, flat=True)
    block(plate.pen(), round_rectangle(0, 3, across, down - 3, radius=11), CREAM, 3.4)
    return plate.raster()


@cached
def _tick() -> Raster:
    """A tick on green."""
    plate = Surface("tick", (-20, -20, 20, 20), 1.0, flat=True)
    pen = plate.pen()
    block(pen, round_rectangle(-17, -17, 17, 17, radius=8), LEAF, 3, amount=0.3)
    pen.line([(-8, 1), (-2, 7), (8, -7)], even(5, CREAM))
    return plate.raster()


@cached
def _arrow(long: int) -> Raster:
    """An arrow to the right, (0, 0) in its middle."""
    plate = Surface("arrow", (-long, -14, long, 14), 1.0, flat=True)
    pen = plate.pen()
    half = long / 2
    pen.line([(-half, 0), (half - 6, 0)], even(5, INK))
    pen.shape([(half - 11, -10), (half + 3, 0), (half - 11, 10)], INK, shake=0)
    return plate.raster()


@cached
def _place(number: int) -> Raster:
    """The number of a trade, cream on an ink disc."""
    plate = Surface("place", (-24, -24, 24, 24), 1.0, flat=True)
    plate.pen().shape(arc(0, 0, 19, steps=28)[:-1], INK, shake=0)
    face = (SPARTAN, 32) if number < 10 else (FIGURES, 34)
    plate.text(str(number), (0, 0), (*face, CREAM))
    return plate.raster()


def large(kind: str, high: int) -> Raster:
    """An item of the price list, `high` pixels high."""
    if kind in TULIPS:
        return tokens.bulb(kind, size=max(high, tokens.BULB))
    if kind in CODES:
        return tokens.chip(kind, high=high)
    match kind:
        case "mill":
            return tokens.mill_sign("ink", round(high * 0.9))
        case "farm":
            return tokens.farm_sign("ink", round(high * 0.9))
    return tokens.dike_sign()


def breadth(kind: str, high: int) -> float:
    """How wide an item is."""
    return tokens.chip_width(kind, high) if kind in CODES else 44.0 if kind == "dike" else float(high)


def draw(shown: Order) -> Image.Image:
    """The whole sheet, 1100 x 700."""
    painter = Painter(_blank())
    head.row(painter, shown.head)
    longest = max(width(price.name, NARROW, NAMED) for price in shown.prices)
    start = PRICES[0] + 86 + max(NAMES_WIDE, min(NAMES_MOST, longest))
    for i, price in enumerate(shown.prices):
        _price(painter, price, PRICES[1] + 9 + ROW * i, start)
    for i, swap in enumerate(shown.swaps):
        _swap(painter, swap, PRICES[1] + 9 + ROW * (len(shown.prices) + i))
    _order(painter, shown)
    _barn(painter, shown)
    return painter.image


@cached
def _blank() -> Image.Image:
    """Paper with three panels."""
    painter = Painter(sheet.paper(HIGH))
    for x, y, across, down in (PRICES, ORDER, BARN):
        painter.put(plaque, (x, y), -1, active=(x, y) == ORDER[:2], size=(across, down))
    return painter.image


def _line(painter: Painter, top: float, *, possible: bool) -> float:
    """The ground of a line in the left panel, with a tick if it can be chosen; where its middle is."""
    x, _, across, _ = PRICES
    painter.ground = PANEL
    if possible:
        painter.put(_strip, (x + 10, top), across - 20, round(ROW))
        painter.ground = CREAM
        painter.put(_tick, (x + across - 32, top + ROW / 2))
    return top + ROW / 2


def _price(painter: Painter, price: Price, top: float, start: float) -> None:
    """Item, name, price from `start` on, and whether it can be bought."""
    x, _, across, _ = PRICES
    y = _line(painter, top, possible=price.possible)
    painter.put(large, (x + 42, y), price.item, 40)
    ink = INK if price.possible else QUIET
    painter.word(fit_text(price.name, NAMES_MOST, NAMED, NAMED).text, (x + 76, y), NAMED, face=NARROW, colour=ink)
    cost = start + draw_payment(painter, price.cost, (start, y), 38)
    end = x + across - (58 if price.possible else 22)
    painter.set_to_fit(price.state, (end, y), end - max(cost + 5, x + 362), 34, side="right", colour=ink)


def _swap(painter: Painter, swap: Swap, top: float) -> None:
    """What is given, an arrow, what comes out."""
    x = PRICES[0] + 24.0
    y = _line(painter, top, possible=swap.possible)
    ink = INK if swap.possible else QUIET
    if swap.words:
        x += painter.word(swap.words, (x, y), NAMED, face=NARROW, colour=ink)
    x += draw_payment(painter, swap.give, (x, y), 38)
    painter.put(_arrow, (x + 28, y), 34)
    x += 54
    if swap.item:
        painter.put(large, (x + breadth(swap.item, 38) / 2, y), swap.item, 38)
    else:
        x += painter.word(swap.get, (x, y), NAMED, face=NARROW, colour=ink) + 16
    for i, kind in enumerate(swap.given):
        half = tokens.chip_width(kind, 38, narrow=True) / 2
        painter.put(tokens.chip, (x + half + (2 * half + 4) * i, y), kind, high=38, narrow=True)


def draw_payment(painter: Painter, goods: Held, at: tuple[float, float], high: int) -> float:
    """What something costs, as goods in a row from their left end; how wide they are."""
    x, y = at
    for kind in (kind for kind, count in goods for _ in range(count)):
        half = breadth(kind, high) / 2
        painter.put(large, (x + half, y), kind, high)
        x += 2 * half + 5
    return x - at[0]


def _order(painter: Painter, shown: Order) -> None:
    """The trades in their order, one numbered line each, and what is kept."""
    x, y, across, down = ORDER
    painter.ground = CREAM
    run = painter.set_to_fit(shown.title, (x + 24, y + 34), 240, 36)
    if not shown.trades:
        painter.set_to_fit(shown.nothing, (x + 24, y + 84), across - 48, LEAST, colour=QUIET)
    many = len(shown.trades) > FEW
    high, pitch = (36, 38.5) if many else (40, 48.0)
    first = max(0, len(shown.trades) - MOST)
    if first:
        painter.word(f"… {first}", (x + across - 24, y + 34), LEAST, side="right", colour=QUIET)
    for i, trade in enumerate(shown.trades[first:]):
        line = y + (74 if many else 84) + pitch * i
        painter.put(_place, (x + 42, line), first + i + 1)
        left = x + 76 + draw_payment(painter, trade.give, (x + 76, line), high)
        painter.put(_arrow, (left + 16, line), 30)
        painter.put(large, (left + 40 + breadth(trade.get, high) / 2, line), trade.get, high)
        room = x + across - 24 - (left + 40 + breadth(trade.get, high) + 14)
        word = fit_text(trade.name, 300, LEAST)
        if word.wide <= room:
            painter.set(word, (x + across - 24, line), side="right", colour=QUIET)
    run = painter.set_to_fit(shown.kept, (x + 24, y + down - 32), across - 48, LEAST)
    draw_payment(painter, shown.keep, (x + 24 + run + 14, y + down - 32), 36)


def _barn(painter: Painter, shown: Order) -> None:
    """What the barn holds after the order; counts that it has changed in a frame."""
    x, y, across, _ = BARN
    painter.ground = PANEL
    run = painter.set_to_fit(shown.hold, (x + 24, y + 34), 200, 36)
    painter.set_to_fit(shown.after, (x + 24 + run + 16, y + 35), across - 64 - run, LEAST, colour=QUIET)
    rows = (shown.barn[:4], shown.barn[4:8], shown.barn[8:])
    for row, line in enumerate(rows):
        pitch = (across - 40) / len(line)
        for i, (kind, now, changed) in enumerate(line):
            half = breadth(kind, 37) / 2
            middle = (x + 22 + half + pitch * i, y + 86 + 57 * row)
            run = 5 + width(str(now), FIGURES, NAMED)
            if kind in shown.offered:
                painter.put(draw_ring, (middle[0] + run / 2, middle[1]), round(2 * half + run), 44)
            painter.put(large, middle, kind, 37)
            after = (middle[0] + half + 5, middle[1])
            if changed:
                painter.put(_change, after, str(now))
            else:
                painter.word(str(now), after, NAMED, colour=INK if now else QUIET, face=FIGURES)


@cached
def _change(text: str) -> Raster:
    """A number that the order has changed: in a black and white frame, as all that is new."""
    across = width(text, FIGURES, NAMED) + 10
    plate = Surface("change", (-4, -24, across + 4, 24), 1.0, flat=True)
    pen = plate.pen()
    box = round_rectangle(0, -20, across, 20, radius=9)
    pen.shape(box, (255, 255, 255), edge=even(4, INK), shake=0)
    plate.text(text, (across / 2, 0), (FIGURES, NAMED, INK))
    return plate.raster()
