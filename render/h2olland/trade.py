"""The sheet on which an order of winter or of the last trade is written: prices, running barn, exchanges, the order."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from games.h2olland.view import Deal, Ledger, Offer, View
from render.core.fonts import SPARTAN
from render.core.ink import even
from render.core.paths import rounded
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit
from render.h2olland import sheet, tokens
from render.h2olland.cuts import block
from render.h2olland.inks import CODES, CREAM, INK, LEAF, PANEL, QUIET, TULIPS
from render.h2olland.paint import Painter, wide
from render.h2olland.panels import plaque

HIGH = 1256
PRICES = (40, 112, 690, 866)
BARN = (745, 112, 415, 452)
EXCHANGES = (745, 578, 415, 400)
ORDER = (40, 992, 1120, 250)
ROW = 88
SMALL = 38  # height of goods in exchanges and trades
NAMES: dict[str, str] = {
    **{kind: kind.removeprefix("tulip-") + " tulips" for kind in TULIPS},
    "mill": "mill",
    "farm": "farm",
    "dike": "dike",
}
STATES = {
    "open": "can buy",
    "level": "needs {level} {level:mill|mills}",
    "gone": "none left",
    "poor": "too dear",
    "closed": "not now",
}
LIST, HOLD, SWAP, WRITTEN, NOTHING = "Prices", "Your barn", "Exchanges", "Your order", "nothing written yet"
EQUAL, ONE, CROP, LEFT = "3 equal", "one other", "one crop", "{count} left"
KEEP, KEPT, TOO_MANY, ENOUGH, LAST = (
    "kept:",
    "you keep {held} {held:field|fields}",
    "keep {limit} of {held} {held:field|fields}: choose",
    "nothing kept",
    "crops and dikes left over go back",
)
LETTERING = (
    LIST, HOLD, SWAP, WRITTEN, NOTHING, EQUAL, ONE, CROP, LEFT, KEEP, KEPT, TOO_MANY, ENOUGH, LAST, *STATES.values(),
    *NAMES.values(),
)  # fmt: skip


@lru_cache(maxsize=4)
def _strip(across: int) -> Raster:
    """The field under a line of the price list that can be bought."""
    plate = Surface("strip", (-3, -3, across + 3, ROW), 1.0, flat=True)
    block(plate.pen(), rounded(0, 4, across, ROW - 5, radius=11), CREAM, 3.4)
    return plate.raster()


@lru_cache(maxsize=4)
def _tick(*, yes: bool) -> Raster:
    """A tick on green, or a small cross without ground."""
    plate = Surface("tick", (-20, -20, 20, 20), 1.0, flat=True)
    pen = plate.pen()
    if yes:
        block(pen, rounded(-16, -16, 16, 16, radius=8), LEAF, 3, amount=0.3)
        pen.line([(-8, 1), (-2, 7), (8, -7)], even(5, CREAM))
    else:
        for side in (-1, 1):
            pen.line([(-9 * side, -9), (9 * side, 9)], even(4.4, QUIET))
    return plate.raster()


@lru_cache(maxsize=4)
def _arrow(long: int) -> Raster:
    """An arrow to the right, (0, 0) in its middle."""
    plate = Surface("arrow", (-long, -14, long, 14), 1.0, flat=True)
    pen = plate.pen()
    half = long / 2
    pen.line([(-half, 0), (half - 6, 0)], even(5, INK))
    pen.shape([(half - 11, -10), (half + 3, 0), (half - 11, 10)], INK, shake=0)
    return plate.raster()


@lru_cache(maxsize=64)
def large(kind: str, size: int) -> Raster:
    """An item, `size` high, (0, 0) in its middle."""
    if kind in TULIPS:
        return tokens.bulb(kind, str(TULIPS.index(kind) + 1), size=size)
    if kind in CODES:
        return tokens.chip(kind, high=size)
    match kind:
        case "mill":
            return tokens.mill_sign("ink", size)
        case "farm":
            return tokens.farm_sign("ink", size)
    return tokens.dike_sign()


def draw(view: View, ledger: Ledger, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The whole sheet."""
    painter = Painter(_blank())
    sheet.head(painter, view, names, theme)
    painter.ground = PANEL
    for box, title in ((PRICES, LIST), (BARN, HOLD), (EXCHANGES, SWAP), (ORDER, WRITTEN)):
        painter.fitted(theme.say(title), (box[0] + 22, box[1] + 34), 300, (33, 26))
    for i, offer in enumerate(ledger.offers):
        _offer(painter, offer, (PRICES[0] + 14, PRICES[1] + 60 + ROW * i), theme)
    _barn(painter, ledger)
    _exchanges(painter, ledger, theme)
    _order(painter, ledger, theme)
    return painter.image


@lru_cache(maxsize=2)
def _blank() -> Image.Image:
    """Paper with four panels."""
    painter = Painter(sheet.paper(HIGH))
    for x, y, across, down in (PRICES, BARN, EXCHANGES, ORDER):
        painter.put(plaque, (x, y), -1, active=False, size=(across, down))
    return painter.image


def _offer(painter: Painter, offer: Offer, at: tuple[int, int], theme: Theme) -> None:
    """A line of the price list: item, price, and whether it can be bought."""
    x, y = at
    middle = y + ROW // 2
    across = PRICES[2] - 28
    buying = offer.state == "open"
    if buying:
        painter.put(_strip, (x, y), across)
    painter.ground = CREAM if buying else PANEL
    painter.put(large, (x + 42, middle), offer.item, 50)
    ink = INK if buying else QUIET
    painter.fitted(theme.say(NAMES[offer.item]), (x + 84, middle), 196, (32, 26), colour=ink)
    price(painter, offer.price, (x + 288, middle))
    end = x + across - 14
    state = theme.say(STATES[offer.state], level=offer.level)
    found = fit(state, SPARTAN, 152, (28, 26))
    if offer.state in ("open", "poor"):
        painter.put(_tick, (end - 18, middle - 13), yes=buying)
        painter.word(found.text, (end - 46, middle - 13), found.size, side="right", colour=ink)
        left = fit(theme.say(LEFT, count=offer.left), SPARTAN, 150, (27, 26))
        painter.word(left.text, (end, middle + 22), left.size, side="right", colour=QUIET if not buying else INK)
    else:
        painter.word(found.text, (end, middle), found.size, side="right", colour=ink)
    painter.ground = PANEL


def price(painter: Painter, goods: dict[str, int], at: tuple[float, float], size: int = 42) -> float:
    """What something costs, as goods in a row from their left end; how wide they are."""
    x, y = at
    for kind in (kind for kind, count in goods.items() for _ in range(count)):
        half = breadth(kind, size) / 2
        painter.put(large, (x + half, y), kind, size)
        x += 2 * half + 7
    return x - at[0]


def breadth(kind: str, size: int) -> float:
    """How wide an item is."""
    return tokens.chip_width(kind, size) if kind in CODES else 46.0 if kind == "dike" else float(size)


def _barn(painter: Painter, ledger: Ledger) -> None:
    """What the barn holds now, and beside it what the order has changed."""
    x, y = BARN[0] + 16, BARN[1] + 86
    for i, kind in enumerate((*CODES, "dike", "mill", *TULIPS, "farm")):
        column, row = (0, i) if i < 7 else (1, i - 7)
        place = (x + 36 + 196 * column, y + 52 * row)
        now, before = ledger.now.get(kind, 0), ledger.before.get(kind, 0)
        painter.put(large, place, kind, 42)
        ink = INK if now else QUIET
        run = painter.word(str(now), (place[0] + 44, place[1]), 36, colour=ink)
        if now != before:
            sign = "+" if now > before else "−"
            painter.put(_change, (place[0] + 44 + run + 10, place[1]), f"{sign}{abs(now - before)}")


@lru_cache(maxsize=64)
def _change(text: str) -> Raster:
    """How much more or less than before: a black and white frame, as for all that is new."""
    across = wide(text, 27) + 18
    plate = Surface("change", (-4, -24, across + 4, 24), 1.0, flat=True)
    pen = plate.pen()
    box = rounded(0, -17, across, 17, radius=9)
    pen.shape(box, (255, 255, 255), edge=even(4, INK), shake=0)
    plate.text(text, (across / 2, 0), (SPARTAN, 27, INK))
    return plate.raster()


def _exchanges(painter: Painter, ledger: Ledger, theme: Theme) -> None:
    """The three exchanges, each with the goods that could be given now."""
    x, y, across, _ = EXCHANGES
    three = [kind for kind in CODES if any(deal.give == {kind: 3} for deal in ledger.exchanges)]
    whole = any(deal.get == "cow" for deal in ledger.exchanges)
    cow = any(list(deal.give) == ["cow"] for deal in ledger.exchanges)
    top = y + 96
    run = painter.word(theme.say(EQUAL), (x + 22, top), 30)
    painter.put(_arrow, (x + 22 + run + 34, top), 40)
    painter.fitted(theme.say(ONE), (x + 22 + run + 66, top), 150, (30, 26))
    painter.put(_tick, (x + across - 32, top), yes=bool(three))
    price(painter, dict.fromkeys(three, 1), (x + 22, top + 52))
    top = y + 220
    run = price(painter, dict.fromkeys(tuple(CODES)[:4], 1), (x + 22, top), 36)
    painter.put(_arrow, (x + 22 + run + 14, top), 28)
    painter.put(large, (x + 22 + run + 36 + breadth("cow", 36) / 2, top), "cow", 36)
    painter.put(_tick, (x + across - 32, top), yes=whole)
    top = y + 310
    painter.put(large, (x + 22 + breadth("cow", 42) / 2, top), "cow", 42)
    painter.put(_arrow, (x + 118, top), 40)
    painter.fitted(theme.say(CROP), (x + 154, top), 190, (30, 26))
    painter.put(_tick, (x + across - 32, top), yes=cow)


def _order(painter: Painter, ledger: Ledger, theme: Theme) -> None:
    """The trades in their order, and what is kept."""
    x, y, across, down = ORDER
    if not ledger.deals:
        painter.fitted(theme.say(NOTHING), (x + 300, y + 35), 500, (29, 26), colour=QUIET)
    lines = _lines(ledger.deals, across - 44)
    shown = lines[-3:]
    gone = sum(len(line) for line in lines[:-3])
    if gone:
        painter.word(f"… {gone}", (x + across - 22, y + 34), 29, side="right")
    for row, line in enumerate(shown):
        left = float(x + 22)
        for deal in line:
            left += _deal(painter, deal, (left, y + 80 + 48 * row)) + 26
    _kept(painter, ledger, (x + 22, y + down - 34), theme)


def _width(deal: Deal) -> float:
    paid = sum((breadth(kind, SMALL) + 7) * count for kind, count in deal.give.items())
    return paid + 38 + breadth(deal.get, SMALL)


def _lines(deals: Sequence[Deal], room: float) -> list[list[Deal]]:
    """The trades broken into lines."""
    lines: list[list[Deal]] = [[]]
    used = 0.0
    for deal in deals:
        if lines[-1] and used + _width(deal) > room:
            lines.append([])
            used = 0.0
        lines[-1].append(deal)
        used += _width(deal) + 26
    return lines


def _deal(painter: Painter, deal: Deal, at: tuple[float, float]) -> float:
    """One trade; how wide it is."""
    run = price(painter, deal.give, at, SMALL)
    painter.put(_arrow, (at[0] + run + 14, at[1]), 30)
    painter.put(large, (at[0] + run + 38 + breadth(deal.get, SMALL) / 2, at[1]), deal.get, SMALL)
    return _width(deal)


def _kept(painter: Painter, ledger: Ledger, at: tuple[int, int], theme: Theme) -> None:
    """Which fields are kept, or how many are too many."""
    x, y = at
    if ledger.limit is None:
        painter.fitted(theme.say(LAST), (x, y), 1000, (30, 26))
    elif ledger.keep is not None:
        if not ledger.keep:
            painter.fitted(theme.say(ENOUGH), (x, y), 1000, (30, 26))
            return
        run = painter.fitted(theme.say(KEEP), (x, y), 300, (30, 26))
        price(painter, {kind: ledger.keep.count(kind) for kind in dict.fromkeys(ledger.keep)}, (x + run + 18, y), 40)
    elif ledger.held > ledger.limit:
        painter.fitted(theme.say(TOO_MANY, limit=ledger.limit, held=ledger.held), (x, y), 1000, (31, 26))
    else:
        painter.fitted(theme.say(KEPT, held=ledger.held), (x, y), 1000, (30, 26))
