"""The players' plate, 1100 wide: the line of the last turn, a panel for each player, and the next visitor card."""

from dataclasses import dataclass

from PIL import Image

from games.greentown.view import BUILDINGS, MARKERS, Board, Card, PlayerSight
from render.core.ink import Pen, even
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD
from render.core.lettering.text import fit, fit_lines
from render.core.memory.cache import cached
from render.core.paths import Point, close_path, rectangle
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.greentown.inks import ACTIVE, CREAM, FOOT, INK, LEAF, PAPER, QUIET, RED, SAND, palette
from render.greentown.paint import Painter
from render.greentown.pieces.cards import token, visitors, wish
from render.greentown.pieces.tokens import chip
from render.greentown.plates import bands, lines
from render.greentown.plates.supply import Hand, put_card, put_marker, put_stock
from render.greentown.sights import NONE, Offers

MUST, MAY = "must visit", "may visit"
LETTERING = ("no card", "next", "{count} left", "no cards left", MUST, MAY)
GAP = 8
KEY_WIDE = 200
"""Of the explanation of filled and outlined symbols where it stands beside the next card."""
KEY_ROW, KEY_ICON = 46, 44
"""From one of its rows to the next, and the width of its symbol."""


@dataclass(frozen=True, slots=True)
class Look:
    """
    How panels look with a number of players, in pixels from the upper left corner of a panel.

    `size` of a panel, `places` of all panels and `next` of the field with the next card (left, top, width, height)
    below the line of the last turn; `high` is the height of all that.
    """

    size: tuple[int, int]
    places: tuple[tuple[int, int], ...]
    next: tuple[int, int, int, int]
    high: int
    card: tuple[int, int, float]
    markers: tuple[tuple[int, int], ...]
    marker: float
    stock: tuple[tuple[int, int], ...]
    radius: float


TOP = 68  # from the upper edge of a panel to what lies below its bar
LOOKS = {
    2: Look(
        size=(438, 348), places=((6, 0), (452, 0)), next=(898, 0, 202, 356), high=356,
        card=(12, TOP, 1.72), markers=tuple((12 + 105 * i, 281) for i in range(4)), marker=1.58,
        stock=tuple((371, TOP + 34 + 62 * i) for i in range(3)), radius=20,
    ),
    3: Look(
        size=(540, 297), places=((6, 0), (554, 0), (6, 305)), next=(554, 305, 540, 297), high=608,
        card=(14, TOP, 1.58), markers=((332, 76), (434, 76), (332, 164), (434, 164)), marker=1.55,
        stock=tuple((44 + 160 * i, 271) for i in range(3)), radius=18.5,
    ),
    4: Look(
        size=(438, 268), places=((6, 0), (452, 0), (6, 276), (452, 276)), next=(898, 0, 202, 550), high=550,
        card=(12, TOP, 1.26), markers=((262, 72), (348, 72), (262, 144), (348, 144)), marker=1.26,
        stock=tuple((42 + 134 * i, 238) for i in range(3)), radius=20,
    ),
}  # fmt: skip
"""By number of players."""


@dataclass(frozen=True, slots=True)
class Players:
    """What the plate shows: the line, the players with their names and what the turn paid them, the next card."""

    line: lines.Line
    players: tuple[PlayerSight, ...]
    names: tuple[str, ...]
    pays: tuple[int, ...]
    double: bool
    top: Card | None
    deck: int
    offers: Offers = NONE


def players_of(
    board: Board, names: tuple[str, ...], theme: Theme, *, draft: bool = False, offers: Offers = NONE
) -> Players:
    """What the plate shows of a board."""
    change = board.draft if draft else board.last
    pays = change.pays if change is not None and change.pays is not None else (0,) * len(names)
    line = lines.line_of(board, names, theme, draft=draft)
    shown = Offers(markers=offers.markers, kinds=offers.kinds)
    return Players(line, board.players, names, pays, not board.last_turns, board.top, board.deck, shown)


def draw(shown: Players, theme: Theme) -> Image.Image:
    """The plate."""
    look, high = LOOKS[len(shown.players)], lines.line_high(shown.line)
    painter = Painter(base(len(shown.players), high))
    lines.last_line(painter, shown.line)
    for player, (left, top) in zip(shown.players, look.places, strict=True):
        at = (left, top + high)
        if player.to_move:
            painter.ground = PAPER
            painter.put(bands.panel, at, look.size, active=True)
        _head(painter, shown, player, at)
        _body(painter, shown, player, at, theme)
    _next(painter, shown, high, theme)
    return painter.image


@cached
def base(seats: int, line_high: int) -> Image.Image:
    """What every plate for so many players shares."""
    look = LOOKS[seats]
    painter = Painter(palette().bring(bands.margin(bands.WIDTH, line_high + look.high)))
    for left, top in look.places:
        painter.put(bands.panel, (left, top + line_high), look.size, active=False)
    left, top, wide, high = look.next
    if seats == 3:
        painter.put(field, (left, top + line_high), wide, high)
    else:
        painter.put(column, (left, top + line_high), wide, high)
    return painter.image


@cached
def column(wide: int, high: int) -> Raster:
    """The dark column beside the panels: plain, so that the plate stays light for towns that take several others."""
    plate = Surface("column", (0, 0, wide, high), 1.0, flat=True)
    plate.pen().shape(rectangle(-2, -2, wide + 2, high + 2), FOOT, shake=0)
    return plate.raster()


@cached
def field(wide: int, high: int) -> Raster:
    """The dark field in the place of a panel."""
    plate = bands.band(wide, high, FOOT)
    mask = Surface("field", (0, 0, wide, high), 1.0, flat=True)
    mask.pen().shape(bands.body(wide, high), INK, shake=0)
    image = plate.image.copy()
    image.putalpha(mask.raster().image.getchannel("A"))
    return Raster(image, plate.left, plate.top)


@cached
def disc(text: str, kind: str) -> Raster:
    """A disc with a number: `pay` of the last tour in red, `draft` in ink on cream, `greenies` in leaf green."""
    radius = 21 if len(text) < 3 else 25
    plate = Surface("disc", (-radius - 2, -radius - 2, radius + 2, radius + 2), 1.0)
    pen = plate.pen()
    pen.disc(0, 0, radius, {"pay": RED, "draft": INK, "greenies": INK}[kind])
    if kind == "draft":
        pen.disc(0, 0, radius - 2.4, CREAM)
    elif kind == "greenies":
        pen.disc(0, 0, radius - 1.6, LEAF)
        pen.circle(0, 0, radius - 3.6, even(1.5, CREAM))
    plate.text(text, (0, 0), (DOSIS, 30, INK if kind == "draft" else CREAM))
    return plate.raster()


@cached
def flag(*, light: bool) -> Raster:
    """The flag of a player who has a last turn to come, about (0, 0)."""
    plate = Surface("flag", (-18, -20, 18, 20), 1.0)
    pen: Pen = plate.pen()
    ink, other = (CREAM, INK) if light else (INK, CREAM)
    pen.line([(-11, -16), (-11, 17)], even(4, ink))
    for row in range(3):
        for column in range(3):
            x, y = -10 + column * 8, -16 + row * 7
            pen.shape([(x, y), (x + 8, y), (x + 8, y + 7), (x, y + 7)], ink if (row + column) % 2 else other, shake=0)
    pen.line(close_path([(-10, -16), (14, -16), (14, 5), (-10, 5)]), even(2.4, ink))
    return plate.raster()


def _head(painter: Painter, shown: Players, player: PlayerSight, at: tuple[int, int]) -> None:
    """Chip and name; from the right what the last tour paid, the Greenies where they may be known, tokens."""
    left, top = at
    middle = top + bands.BAR / 2
    painter.ground = INK if player.to_move else SAND
    right: float = left + LOOKS[len(shown.players)].size[0] - 10
    pay = ("draft" if shown.line.draft else "pay", shown.pays[player.seat])
    right = numbers(painter, player, pay, (right, middle))
    end = tokens(painter, player, (right, middle), double=shown.double, light=player.to_move)
    painter.put(chip, (left + 31, middle), player.seat, 20)
    name = shown.names[player.seat]
    room = round(end - left - 66)
    whole = fit_lines(name, ((DOSIS, (38, 30)),), room, most=1)
    found = whole if whole.lines == (name,) else fit_lines(name, ((DOSIS, (30, 30)),), room)
    for i, line in enumerate(found.lines):
        y = middle + (i - (len(found.lines) - 1) / 2) * 27
        painter.word(line, (left + 60, y), found.size, light=player.to_move)


def numbers(painter: Painter, player: PlayerSight, pay: tuple[str, int], at: Point) -> float:
    """
    From a right end to the left: what a turn paid (its kind and how much), and the Greenies where they may be known.

    Returns where the room to their left ends.
    """
    right, middle = at
    found = [("greenies", str(player.greenies))] if player.greenies is not None else []
    found += [(pay[0], f"+{pay[1]}")] if pay[1] else []
    for kind, text in reversed(found):
        half = 21 if len(text) < 3 else 25
        painter.put(disc, (right - half, middle), text, kind)
        right -= 2 * half + 5
    return right


def tokens(painter: Painter, player: PlayerSight, at: Point, *, double: bool, light: bool) -> float:
    """
    From a right end to the left: flag of a last turn to come, double turn marker, saved double turns.

    Returns where the room to their left ends.
    """
    right, middle = at
    if player.last_turn_left:
        painter.put(flag, (right - 18, middle), light=light)
        right -= 40
    if player.marker and double:
        painter.put(token, (right - 51, middle - 18), "×2")
        right -= 57
    if player.saved:
        painter.put(token, (right - 75, middle - 18), f"+{player.saved}×2", wide=74)
        right -= 80
    return right


def _body(painter: Painter, shown: Players, player: PlayerSight, at: tuple[int, int], theme: Theme) -> None:
    """Markers, visitor card, stock of buildings."""
    look = LOOKS[len(shown.players)]
    left, top = at
    offers = shown.offers if player.to_move else NONE
    painter.ground = ACTIVE if player.to_move else SAND
    for kind, (x, y) in zip(MARKERS, look.markers, strict=True):
        up = kind in player.up
        put_marker(painter, (left + x, top + y), kind.value, up=up, scale=look.marker, offers=offers)
    x, y, scale = look.card
    put_card(painter, (left + x, top + y), Hand(player, theme.say("no card")), scale)
    for i, (x, y) in zip(range(len(BUILDINGS)), look.stock, strict=True):
        put_stock(painter, (left + x, top + y), player, i, offers, (look.radius, 34))


def _next(painter: Painter, shown: Players, below: int, theme: Theme) -> None:
    """The next visitor card, and how many are left with it."""
    left, top, wide, high = LOOKS[len(shown.players)].next
    top += below
    painter.ground = FOOT
    beside = len(shown.players) == 3
    foot = top + high / 2 + KEY_ROW if beside else top + high - 10
    _key(painter, (left + wide - KEY_WIDE if beside else left, foot), (KEY_WIDE if beside else wide) - 8, theme)
    wide -= KEY_WIDE - 20 if beside else 0
    middle = left + wide / 2
    count = theme.say("{count} left", count=shown.deck) if shown.deck else theme.say("no cards left")
    if not shown.deck:
        lines = fit_lines(count, ((DOSIS_BOLD, (34, 30)),), wide - 16).lines
        for i, line in enumerate(lines):
            _quiet(painter, line, (middle, top + high / 2 + 38 * (i - (len(lines) - 1) / 2)), wide)
        return
    scale = 1.62 if beside else 1.02
    card_high = 112 * scale
    upper = top + 56 if beside else top + 62
    title = fit(theme.say("next"), DOSIS, wide - 16, (36, 30))
    painter.center_capitals(title.text, (middle, top + 30), (DOSIS, title.size, CREAM))
    if shown.top is not None:
        painter.put(visitors, (middle - 188 * scale / 2, upper), shown.top, scale, dark=True)
    _quiet(painter, count, (middle, upper + card_high + 28), wide)


def _key(painter: Painter, at: Point, wide: int, theme: Theme) -> None:
    """What filled and outlined symbols on cards mean, in two rows that end above a place."""
    left, foot = at
    for i, (word, filled) in enumerate(((MUST, True), (MAY, False))):
        y = foot - KEY_ROW * (1.5 - i)
        painter.put(wish, (left + 8, y), filled=filled)
        room = wide - KEY_ICON - 20
        found = fit(theme.say(word), DOSIS_BOLD, room, (34, 30))
        painter.center_capitals(found.text, (left + KEY_ICON + 18, y), (DOSIS_BOLD, found.size, QUIET), side="left")


def _quiet(painter: Painter, words: str, at: Point, wide: int) -> None:
    """Words of second rank on the dark field."""
    found = fit(words, DOSIS_BOLD, wide - 16, (34, 30))
    painter.center_capitals(found.text, at, (DOSIS_BOLD, found.size, QUIET))
