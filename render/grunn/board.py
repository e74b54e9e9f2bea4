"""The whole table: header, pool, the landscape of the player to move, panel, the others."""

from functools import lru_cache

from PIL import Image

from games.core.seats import Seat
from games.grunn.view import Board, LandSight, PairSight
from render.core.fonts import KAFFEESATZ
from render.core.lettering import lettering
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit, fit_sentence
from render.grunn import ground, signs
from render.grunn.canals import canal_icon
from render.grunn.cards import card
from render.grunn.inks import CREAM, DEEP, GOLD, INK, PAPER, PAPER2, SEA
from render.grunn.landscape import full, layout, small
from render.grunn.paint import Painter, on, text_width
from render.grunn.sights import Changes, look
from render.grunn.tiles import Tile, ring, tile

SIZE = (ground.WIDTH, ground.HEIGHT)
PITCH = 204
POOL_LEFT = 60
GRID_CORNER = (46, 460)
PANEL = (744, 1062)  # left and right
ROWS = ("grass", "bonus so far", "bog", "grain", "ridge", "marsh", "buildings", "canals")
CHIPS = ("wadden", "", "bog", "dollard", "ridge", "marsh")
STOCKS = ("milk_factory", "turf_hut", "farm", "esdorp", "church", "canal")
FLAG = 390  # pixels for the words in the flag of the header
LOW = 3  # a stock of so many or fewer is shown in red
TILES = "{count} {count:tile|tiles}"
LETTERING = (
    "{name} to move", "finished", "round {round}/{rounds}", "free", "pay", "chosen", "next", *ROWS,
    "as it stands", "left in stock", "automaton", TILES,
)  # fmt: skip


@lru_cache(maxsize=8)
def base(theme: Theme) -> Image.Image:
    """What every board of one language shares."""
    painter = Painter(ground.sheet(SIZE, ground.STRIP_TOP))
    painter.put(ground.pool_arrow, (0, 108))
    for i in range(5):
        painter.put(signs.number_disc, (POOL_LEFT + i * PITCH + 25, 114), 23, str(i + 1))
    for y in (496, 853, 930):
        painter.put(rule, (PANEL[0], y), PANEL[1] - PANEL[0] + 2)
    for i, label in enumerate(ROWS):
        top = 503 + 44 * i
        fitted = fit(theme.say(label), KAFFEESATZ, 220, (42, 30))
        painter.text(fitted.text, (794, top + 32), fitted.size)
        row_icon(painter, i, top, 746)
    stands = fit(theme.say("as it stands"), KAFFEESATZ, 250, (44, 30))
    painter.text(stands.text, (746, 902), stands.size)
    stock = fit(theme.say("left in stock"), KAFFEESATZ, 200, (40, 28))
    painter.text(stock.text, (746, 969), stock.size)
    return painter.image


@lru_cache(maxsize=8)
def rule(wide: int) -> Raster:
    """A straight ink rule from (0, 0)."""
    plate = Surface("rule", (-2, -3, wide + 2, 3), 1.0)
    plate.pen().shape(rectangle(0, -1.5, wide, 1.5), INK, shake=0.2)
    return plate.raster()


def row_icon(painter: Painter, row: int, top: int, left: int) -> None:
    """The sign of a category: the same in the panel and in the final table."""
    if row == 1:
        painter.put(signs.bonus_chip, (left, top), 36)
    elif row < len(CHIPS):
        painter.put(signs.chip, (left, top), CHIPS[row], 36)
    elif row == len(CHIPS):
        painter.put(signs.house, (left + 18, top + 18), "church", 40)
    else:
        painter.put(canal_icon, (left + 18, top + 18), 40)


def head(painter: Painter, left: str, right: str, *, name: str = "") -> None:
    """The two texts of the header: right-aligned over the skyline, and in the flag; `{name}` in it is fitted."""
    painter.ground = DEEP
    fitted = fit_sentence(right, name, KAFFEESATZ, FLAG, (46, 32))
    wide = round(text_width(fitted.text, fitted.size))
    light(painter, left, min(706, 1060 - 54 - wide - 14), 57, 46)
    painter.put(ground.pill, (1060, 14), wide + 54, GOLD)
    painter.ground = GOLD
    painter.text(fitted.text, (1060 - 36 - wide, 57), fitted.size)
    painter.ground = PAPER


def light(painter: Painter, text: str, right: int, baseline: int, size: int) -> None:
    """Cream lettering on the dark header, ending at `right`."""
    painter.put(lettering, (right - text_width(text, size), baseline), text, KAFFEESATZ, size, CREAM)


@lru_cache(maxsize=512)
def pool_tile(each: Tile, ducats: int, *, dear: bool) -> Raster:
    """A tile of the pool with the ducats on it; too dear, it fades towards the paper."""
    raster = tile(each, 150)
    if dear:
        raster = raster.faded(PAPER, 0.45)
    return signs.coin(25, str(ducats), shade=True).over(raster, 127, 24) if ducats else raster


@lru_cache(maxsize=32)
def pool_card(kind: str, gain: int, *, dear: bool) -> Raster:
    """A card of the pool; too dear, it fades towards the paper."""
    raster = card(kind, gain)
    return raster.faded(PAPER, 0.45) if dear else raster


def pool(painter: Painter, pairs: tuple[PairSight, ...], theme: Theme) -> None:
    """The five pairs with cost and ducats."""
    for i, pair in enumerate(pairs):
        x = POOL_LEFT + i * PITCH
        dear = not pair.payable
        painter.put(pool_tile, (x + 44, 94), look(pair.tile), pair.ducats, dear=dear)
        painter.put(pool_card, (x + 6, 250), pair.card, pair.card_ducats or 0, dear=dear)
        if pair.taken:
            painter.put(ring, (x + 44, 94), 150, (13.5, 7.0), 0.0)
        _price(painter, pair, x + 101, theme)


def _price(painter: Painter, pair: PairSight, centre: int, theme: Theme) -> None:
    """What reaching a pair costs, centred under its card."""
    word = theme.say("chosen" if pair.taken else "pay" if pair.cost else "free")
    fitted = fit(word, KAFFEESATZ, 120, (44, 30))
    wide = text_width(fitted.text, fitted.size)
    if pair.taken or not pair.cost:
        painter.text(fitted.text, (centre - wide / 2, 386), fitted.size)
        return
    start = centre - (wide + 52) / 2
    painter.text(fitted.text, (start, 386), fitted.size)
    painter.put(signs.coin, (start + wide + 31, 373), 21, str(pair.cost))
    if not pair.payable:
        painter.put(signs.stroke_out, (centre, 373), round(wide) + 60, 30)


def main_land(painter: Painter, land: LandSight, changed: Changes) -> None:
    """The landscape of one player in the pale sea."""
    at = layout(land, GRID_CORNER)
    left, top, _, _ = ground.SEA_BOX
    painter.image.paste(ground.sea(at.grid(), ground.SEA_BOX, True), (left, top))
    edge = on(PAPER2, ground.horizon, ground.WIDTH)
    painter.paste(edge, 0, ground.STRIP_TOP)
    painter.ground = SEA
    full(painter, land, at, changed.of(land.seat))
    painter.ground = PAPER


def panel(painter: Painter, land: LandSight, board: Board, name: str, theme: Theme) -> None:
    """Name, purse, points by category as they stand, what is left in stock."""
    painter.name(name, (744, 478), 240, (58, 34), most=2)
    painter.put(signs.coin, (1029, 457), 33, str(land.ducats))
    values = (
        land.rows.grass, land.rows.bonus, land.rows.bog, land.rows.grain,
        land.rows.ridge, land.rows.marsh, land.rows.buildings, land.rows.canals,
    )  # fmt: skip
    for i, value in enumerate(values):
        number(painter, str(value), PANEL[1], 521 + 44 * i, 42)
    painter.put(signs.shield, (1035, 887), 26, str(land.rows.total))
    for i, kind in enumerate(STOCKS):
        _stock(painter, kind, board.stocks.get(kind, 0), (770 + 108 * (i % 3), 1014 + 77 * (i // 3)))
    if board.next_tile is not None:
        painter.text(theme.say("next"), (1008, 969), 36, right=True)
        painter.put(signs.small_tile, (1016, 936), look(board.next_tile), 44)


def number(painter: Painter, text: str, right: int, middle: int, size: int) -> None:
    """A number whose own ink ends at `right`, centred in height by its own box."""
    wide = text_width(text, size)
    painter.middle(text, (right - wide / 2, middle), size)


def _stock(painter: Painter, kind: str, left: int, at: tuple[int, int]) -> None:
    x, y = at
    if kind == "canal":
        painter.put(canal_icon, (x, y), 50)
    else:
        painter.put(signs.house, (x, y), kind, 50)
    if left == 0:
        painter.put(signs.stroke_out, (x, y), 40, 44)
    if left <= LOW:
        painter.put(signs.low_disc, (x + 50, y), 22, str(left))
    else:
        painter.middle(str(left), (x + 51, y + 1), 42)


def others(painter: Painter, lands: tuple[LandSight, ...], names: tuple[str, ...], changed: Changes) -> None:
    """The small landscapes along the foot, in the order in which they will play."""
    painter.ground = PAPER2
    if len(lands) <= 3:
        pitch = 1056 // max(len(lands), 1)
        for i, land in enumerate(lands):
            _block(painter, land, (12 + pitch * i, pitch), names[land.seat], changed)
    else:
        pitch = 264 if len(lands) == 4 else 212
        for i, land in enumerate(lands):
            _narrow(painter, land, (8 + pitch * i, pitch), names[land.seat], changed)
    painter.ground = PAPER


def _block(painter: Painter, land: LandSight, span: tuple[int, int], name: str, changed: Changes) -> None:
    """One of up to three others: the landscape with its facts to the right."""
    x, pitch = span
    small(painter, land, (x, 1145), 198, changed.of(land.seat))
    painter.ground = PAPER2
    painter.name(name, (x + 207, 1190), pitch - 214, (40, 30), most=2)
    painter.put(signs.shield, (x + 233, 1226), 24, str(land.rows.total))
    painter.put(signs.coin, (x + 294, 1223), 22, str(land.ducats))
    painter.put(signs.chip, (x + 209, 1278), "wadden", 43)
    painter.text(f"× {land.wadden}", (x + 262, 1313), 40)
    if changed.seat == land.seat:
        painter.put(signs.clock, (x + 332, 1300), 17)


def _narrow(painter: Painter, land: LandSight, span: tuple[int, int], name: str, changed: Changes) -> None:
    """One of four or five others: name above, landscape, its facts in a column beside it."""
    x, pitch = span
    mine = changed.seat == land.seat
    painter.name(name, (x, 1174), pitch - (52 if mine else 14), (34, 26))
    if mine:
        painter.put(signs.clock, (x + pitch - 32, 1161), 15)
    small(painter, land, (x, 1184), 156, changed.of(land.seat))
    painter.ground = PAPER2
    middle = x + 156 + (pitch - 162) // 2
    painter.put(signs.shield, (middle, 1208), 20, str(land.rows.total))
    painter.put(signs.coin, (middle, 1259), 20, str(land.ducats))
    painter.put(signs.chip, (middle - 17, 1285), "wadden", 34)
    painter.middle(f"×{land.wadden}", (middle, 1332), 30)


def automaton(painter: Painter, board: Board, theme: Theme) -> None:
    """Solo: the automaton's tiles, counted by type."""
    painter.ground = PAPER2
    counts = board.automaton or {}
    painter.text(theme.say("automaton"), (24, 1196), 40, serif=True)
    total = sum(counts.values())
    painter.text(theme.say(TILES, count=total), (1056, 1196), 40, right=True)
    for i, (kind, count) in enumerate(counts.items()):
        x = 26 + i * 176
        painter.put(signs.chip, (x, 1236), kind.value, 62)
        painter.text(f"× {count}", (x + 76, 1284), 50)
    painter.ground = PAPER


def draw(board: Board, shown: Seat, changed: Changes, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The table with one seat's landscape in the middle."""
    painter = Painter(base(theme))
    title = theme.say("round {round}/{rounds}", round=board.round, rounds=board.rounds)
    if board.mover is None:
        head(painter, title, theme.say("finished" if board.winners else "start"))
    else:
        head(painter, title, theme.say("{name} to move"), name=names[board.mover])
    pool(painter, board.pairs, theme)
    land = board.lands[shown]
    main_land(painter, land, changed)
    panel(painter, land, board, names[shown], theme)
    if board.automaton is not None:
        automaton(painter, board, theme)
    else:
        after = (*board.lands[shown + 1 :], *board.lands[:shown])
        others(painter, after, names, changed)
    return painter.image
