"""What one player has, 1100 x 624: markers, visitor card, stock, Greenies where they may be known, sites in town."""

from dataclasses import dataclass

from PIL import Image

from games.greentown.view import BUILDINGS, MARKERS, Board, PlayerSight
from render.core.ink import even
from render.core.lettering.fonts import DOSIS_BOLD
from render.core.memory.cache import cached
from render.core.paths import arc, close_path
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.greentown.inks import BAND, GREY_DARK, INK, PAPER, SAND, palette
from render.greentown.paint import Painter
from render.greentown.pieces import cards, tokens
from render.greentown.plates import bands, lines, players
from render.greentown.plates.supply import Hand, put_card

SIZE = (1100, 624)
FIELD = (8, 62, 1084, 552)  # left, top, width, height
LEFT = 30
NAME, MARKERS_TOP, STOCK, SITES = 102, 148, 318, 506
CARD = (600, 148)
CARD_SCALE = 2.5
RADIUS, NUMBER = 25.0, 32
LETTERING = ("still to build", "in the town", "nothing yet")


@dataclass(frozen=True, slots=True)
class Single:
    """What the picture shows: one player with name and last pay, and the sites in town (category and space)."""

    head: lines.Head
    player: PlayerSight
    name: str
    pay: int
    double: bool
    sites: tuple[tuple[str, str], ...]


def single_of(board: Board, seat: int, names: tuple[str, ...], theme: Theme) -> Single:
    """What the picture shows of a board."""
    pays = () if board.last is None or board.last.pays is None else board.last.pays
    sites = tuple((tile.site.value, tile.at) for tile in board.tiles if tile.owner == seat)
    head = lines.head_of(board, names, theme)
    return Single(head, board.players[seat], names[seat], pays[seat] if pays else 0, not board.last_turns, sites)


@cached
def draw_gone(kind: str) -> Raster:
    """The dashed outline of a building that has left the stock."""
    plate = Surface("gone", (-34, -38, 34, 36), 1.0)
    shape = tokens.outline(kind, RADIUS) if kind != tokens.DISC else arc(0, 0, RADIUS)
    plate.pen().draw_dashes(close_path(shape), even(2.4, GREY_DARK), (7, 6))
    return plate.raster()


@cached
def base() -> Image.Image:
    """Paper with the field of the player under the band of the head."""
    painter = Painter(palette().bring(bands.margin(*SIZE)))
    painter.put(bands.band, (0, 0), bands.WIDTH, bands.HEAD, BAND)
    painter.ground = PAPER
    painter.put(bands.panel, FIELD[:2], (FIELD[2], FIELD[3]), active=False)
    return painter.image


def draw(shown: Single, theme: Theme) -> Image.Image:
    """One player's things, large."""
    painter = Painter(base())
    lines.head(painter, shown.head)
    player = shown.player
    painter.ground = SAND
    right = players.numbers(painter, player, ("pay", shown.pay), (FIELD[0] + FIELD[2] - 20, NAME))
    right = players.tokens(painter, player, (right, NAME), double=shown.double, light=False)
    painter.put(tokens.chip, (LEFT + 30, NAME), player.seat, 30.0)
    painter.fit_word(shown.name, (LEFT + 74, NAME + 1), round(right - LEFT - 90), (48, 32))
    for i, kind in enumerate(MARKERS):
        painter.put(cards.marker, (LEFT + i * 138, MARKERS_TOP), kind.value, up=kind in player.up, scale=2.05)
    put_card(painter, CARD, Hand(player, theme.say("no card")), CARD_SCALE)
    painter.center_capitals(theme.say("still to build"), (LEFT, STOCK - 60), (DOSIS_BOLD, 34, INK), side="left")
    for i, category in enumerate(BUILDINGS):
        for j in range(3):
            at = (LEFT + 30 + i * 184 + j * 58, STOCK)
            if j < player.stock[i]:
                painter.put(tokens.draw_building, at, category.value, player.seat, RADIUS, number=NUMBER)
            else:
                painter.put(draw_gone, at, category.value)
    _sites(painter, shown, theme)
    return painter.image


def _sites(painter: Painter, shown: Single, theme: Theme) -> None:
    """The player's buildings with their spaces."""
    painter.center_capitals(theme.say("in the town"), (LEFT, SITES - 66), (DOSIS_BOLD, 34, INK), side="left")
    if not shown.sites:
        painter.center_capitals(theme.say("nothing yet"), (LEFT, SITES), (DOSIS_BOLD, 34, GREY_DARK), side="left")
    for i, (kind, at) in enumerate(shown.sites):
        x = LEFT + 46 + i * 118
        painter.put(tokens.draw_building, (x, SITES), kind, shown.player.seat, RADIUS, number=NUMBER)
        painter.word(at, (x, SITES + 58), 38, side="middle")
