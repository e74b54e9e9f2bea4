"""The second plate: all players' figures, the landscapes of the others, what is left in stock."""

from dataclasses import dataclass

from PIL import Image

from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.text import ELLIPSIS, fit_lines
from render.core.picture import Theme
from render.grunn.inks import PAPER, PAPER2, SEA
from render.grunn.paint import NARROW, Painter, text_width
from render.grunn.pieces import signs
from render.grunn.pieces.tiles import Tile
from render.grunn.plates import table
from render.grunn.sights import NOTHING, Automaton, Land, Player
from render.grunn.terrain import ground, landscape, small

AUTOMATON = "automaton"
TILES = "{count, plural, one {# tile} other {# tiles}}"
LETTERING = (*table.LETTERING, AUTOMATON, TILES)
STRIP = 636
NAME, TWO_LINES = 48, 84  # pixels that a name above a landscape takes
WORDS = 672  # where the words of the upright table begin
INTO = 10  # pixels between two names beyond those between their columns
BESIDE = 8  # between two landscapes
CLOCK = 42  # beside the name of who moved last


@dataclass(frozen=True, slots=True)
class Supply:
    """What is left in stock, in the order of STOCKS, and the next tile where the option shows it."""

    stocks: tuple[int, ...]
    next_tile: Tile | None = None


def draw(players: tuple[Player, ...], lands: tuple[Land, ...], supply: Supply, theme: Theme) -> Image.Image:
    """Three to six players in turn order from the one shown; the landscapes of all others in a row."""
    painter = Painter(ground.paper(ground.HEIGHT, STRIP))
    columns = table.fit_columns(theme)
    table.table_head(painter, columns, theme)
    end = table.rows(painter, players, columns, table.BAND)
    others = tuple(zip(players[1:], lands, strict=True))
    if len(others) == 2:
        for i, (player, land) in enumerate(others):
            _broad(painter, player, land, (20 + 550 * i, end + 12))
    else:
        pitch = (ground.WIDTH - 16) // len(others)
        wide = pitch - BESIDE
        top = max(NAME if _fits(player, wide) else TWO_LINES for player, _ in others)
        high = STRIP - end - top - 10
        for i, (player, land) in enumerate(others):
            size = (min(wide, high), min(high, wide * 5 // 4))
            _narrow(painter, player, land, (8 + pitch * i, end, wide, top), size)
    _foot(painter, supply, theme, STRIP)
    return painter.image


def _broad(painter: Painter, player: Player, land: Land, corner: tuple[int, int]) -> None:
    """One of two others: the landscape with its facts to the right."""
    x, y = corner
    side = min(350, STRIP - y - 12)
    small.draw(painter, land, corner, (side, side))
    left = x + side + 16
    painter.name(player.name, (left, y + 46), 528 - side - 16, 44, most=3)
    painter.put(signs.shield, (left + 30, y + 126), 28, str(player.total))
    painter.put(signs.coin, (left + 30, y + 206), 29, str(player.ducats))
    if player.clock:
        painter.put(signs.clock, (left + 30, y + 282), 24)


def _fits(player: Player, wide: int) -> bool:
    """Whether a name has room in one line above a landscape."""
    return text_width(player.name, NARROW) <= wide - (CLOCK if player.clock else 4)


def _narrow(
    painter: Painter, player: Player, land: Land, place: tuple[int, int, int, int], size: tuple[int, int]
) -> None:
    """
    One of three to five others: the name above the landscape.

    `place` is left, top, width, and the height of the name; `size` is that of the landscape.
    """
    x, y, wide, high = place
    left = x + (wide - size[0]) // 2
    start, end = (left, left + size[0]) if _fits(player, size[0]) else (x, x + wide)
    room = end - start - (CLOCK if player.clock else 4)
    painter.name(player.name, (start + 2, y - 4 + high / 2), room, 40, most=1 if high == NAME else 2)
    if player.clock:
        painter.put(signs.clock, (end - 18, y + 26), 16)
    small.draw(painter, land, (left, y + high), size)


def _foot(painter: Painter, supply: Supply, theme: Theme, strip: int) -> None:
    """What is left in stock, and the next tile at the right end."""
    painter.ground = PAPER2
    table.stocks(painter, supply.stocks, theme, strip + 33, 128 if supply.next_tile is None else 122)
    if supply.next_tile is not None:
        painter.label(theme.say("next"), (1026, strip + 33), 96, 38, side="right")
        painter.put(signs.small_tile, (1034, strip + 7), supply.next_tile, 52)
    painter.ground = PAPER


def duel(players: tuple[Player, ...], land: Land, supply: Supply, theme: Theme) -> Image.Image:
    """Two players: the other's landscape as large as one's own, and the table upright; the other is the second."""
    painter = Painter(ground.paper(ground.HEIGHT, 0))
    painter.image.paste(ground.sea(0, ground.HEIGHT), (0, 0))
    other = players[1]
    painter.ground = SEA
    painter.name(other.name, (26, 32), 530, 48)
    if other.clock:
        painter.put(signs.clock, (596, 32), 21)
    landscape.draw(painter, land, NOTHING)
    painter.ground = PAPER
    _heads(painter, players)
    painter.put(ground.rule, (668, 71), 420)
    end = table.upright(painter, players, theme, 73)
    painter.put(ground.rule, (668, end - 2), 420, 2.4)
    painter.label(theme.say("left in stock"), (668, end + 24), 200, 38)
    if supply.next_tile is not None:
        painter.label(theme.say("next"), (1018, end + 24), 100, 38, side="right")
        painter.put(signs.small_tile, (1030, end + 2), supply.next_tile, 44)
    for i, count in enumerate(supply.stocks):
        table.stock(painter, i, count, (698 + 146 * (i % 3), end + 73 + 54 * (i // 3)))
    return painter.image


def _heads(painter: Painter, players: tuple[Player, ...]) -> None:
    """The names over the columns; a long first one takes the room over the words, so that it stands whole."""
    room = table.COLUMN - 4
    for player, middle in zip(players, table.column_middles(len(players)), strict=True):
        lines = fit_lines(player.name, ((KAFFEESATZ, (NARROW, NARROW)),), room).lines
        if player is players[0] and any(ELLIPSIS in line for line in lines):
            end = middle + room // 2 - INTO
            painter.name(player.name, (end, 36), end - WORDS, 38, most=2, side="right")
        else:
            painter.name(player.name, (middle, 36), room, 38, most=2, side="middle")


def draw_automaton(painter: Painter, automaton: Automaton, middle: int, theme: Theme) -> None:
    """A row with the automaton's tiles, counted by type."""
    painter.label(theme.say(AUTOMATON), (20, middle), 170, 40)
    for i, (kind, count) in enumerate(automaton):
        x = 210 + i * 120
        painter.put(signs.chip, (x, middle - 29), kind, 58)
        painter.middle(f"×{count}", (x + 88, middle), 46)
    total = theme.say(TILES, count=sum(count for _, count in automaton))
    painter.label(total, (1084, middle), 148, 40, side="right")


def alone(player: Player, automaton: Automaton, supply: Supply, theme: Theme) -> Image.Image:
    """Solo: the player's figures, the automaton's tiles counted by type, the stocks."""
    high = 280
    strip = high - 64
    painter = Painter(ground.paper(high, strip))
    columns = table.fit_columns(theme)
    table.table_head(painter, columns, theme)
    end = table.rows(painter, (player,), columns, table.BAND)
    painter.put(ground.rule, (14, end), 1072, 1.6)
    draw_automaton(painter, automaton, (end + strip) // 2, theme)
    _foot(painter, supply, theme, strip)
    return painter.image
