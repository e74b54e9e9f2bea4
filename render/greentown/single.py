"""What one player has, 1200 x 630: markers, visitor card, stock, Greenies where they may be known, sites in town."""

from functools import lru_cache

from PIL import Image

from games.core.seats import Seat
from games.greentown.view import BUILDINGS, MARKERS, Board, PlayerSight
from render.core.fonts import DOSIS_BOLD
from render.core.ink import even
from render.core.paths import arc, closed
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.greentown import bands, board, cards, lines, pieces, players
from render.greentown.inks import GREY_DARK, INK, PAPER, SAND
from render.greentown.paint import Painter

SIZE = (1200, 630)
FIELD = (16, 84, 1168, 530)  # left, top, width, height
CARD = (684, 172)
CARD_SCALE = 2.5
STOCK_TOP, SITES = 352, 530
RADIUS = 25.0
LETTERING = ("still to build", "in the town", "nothing yet")


@lru_cache(maxsize=16)
def gone(kind: str) -> Raster:
    """The dashed outline of a building that has left the stock."""
    plate = Surface("gone", (-34, -38, 34, 36), 1.0)
    shape = pieces.outline(kind, RADIUS) if kind != pieces.DISC else arc(0, 0, RADIUS)
    plate.pen().dashed(closed(shape), even(2.4, GREY_DARK), (7, 6))
    return plate.raster()


def draw(sight: Board, seat: Seat, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """One player's things, large."""
    painter = Painter(board.sheet(SIZE))
    lines.head(painter, sight, names, theme)
    player = sight.players[seat]
    left, top, wide, high = FIELD
    painter.ground = PAPER
    painter.put(bands.panel, (left, top), active=False, size=(wide, high))
    painter.ground = SAND
    _name(painter, sight, player, names[seat])
    for i, kind in enumerate(MARKERS):
        painter.put(cards.marker, (46 + i * 152, 190), kind.value, up=kind in player.up, scale=2.2)
    if player.card is None:
        painter.put(players.no_card, (CARD[0] + 120, CARD[1] + 60), theme.say("no card"))
    else:
        painter.put(cards.visitors, CARD, player.card, CARD_SCALE)
    painter.capped(theme.say("still to build"), (46, STOCK_TOP - 44), (DOSIS_BOLD, 30, INK), side="left")
    for i, category in enumerate(BUILDINGS):
        for j in range(3):
            at = (76 + i * 206 + j * 65, STOCK_TOP + 22)
            if j < player.stock.get(category.value, 0):
                painter.put(pieces.building, at, category.value, seat, RADIUS)
            else:
                painter.put(gone, at, category.value)
    _sites(painter, sight, seat, theme)
    return painter.image


def _name(painter: Painter, sight: Board, player: PlayerSight, name: str) -> None:
    """Chip, name, and from the right what the last tour paid, the Greenies, the tokens."""
    middle, right = 130, FIELD[0] + FIELD[2] - 24
    pays = () if sight.last is None or sight.last.pays is None else sight.last.pays
    if pays and pays[player.seat]:
        painter.put(players.disc, (right - 28, middle), f"+{pays[player.seat]}", 28, "pay")
        right -= 68
    if player.greenies is not None:
        painter.put(players.disc, (right - 28, middle), str(player.greenies), 28, "greenies")
        right -= 68
    right = round(players.tokens(painter, sight, player, (right, middle), light=False))
    painter.put(pieces.chip, (76, middle), player.seat, 30.0)
    painter.fitted(name, (122, middle + 1), right - 140, (50, 32))


def _sites(painter: Painter, sight: Board, seat: Seat, theme: Theme) -> None:
    """The player's buildings with their coordinates."""
    painter.capped(theme.say("in the town"), (46, SITES - 76), (DOSIS_BOLD, 30, INK), side="left")
    built = [tile for tile in sight.tiles if tile.owner == seat]
    if not built:
        painter.capped(theme.say("nothing yet"), (46, SITES), (DOSIS_BOLD, 30, GREY_DARK), side="left")
    for i, tile in enumerate(built):
        x = 84 + i * 124
        painter.put(pieces.building, (x, SITES), tile.site.value, seat, RADIUS)
        painter.word(tile.at, (x, SITES + 54), 30, side="middle")
