"""Before the first turn: the tiles dealt to everybody, and one player's own arrangement."""

from msgspec.structs import replace
from PIL import Image

from games.core.seats import Seat
from games.grunn.view import Board, LandSight
from render.core.picture import Theme
from render.grunn import ground, signs
from render.grunn.board import SIZE, base, head, main_land, panel, pool
from render.grunn.inks import PAPER, PAPER2, SEA
from render.grunn.landscape import inlet
from render.grunn.paint import Painter
from render.grunn.sights import look, one_change
from render.grunn.tiles import tile

LETTERING = ("start", "all arrange", "{name} arranges")
TOP = 420
SIZES = (150, 144, 114, 94)  # tiles, by the room there is


def everybody(board: Board, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The pool and each seat's starting tiles in the order dealt; who has arranged is the platform's to tell."""
    painter = Painter(ground.sheet(SIZE, 0))
    painter.put(ground.pool_arrow, (0, 108))
    for i in range(5):
        painter.put(signs.number_disc, (60 + i * 204 + 25, 114), 23, str(i + 1))
    head(painter, theme.say("start"), theme.say("all arrange"))
    pool(painter, board.pairs, theme)
    high = min(230, (ground.HEIGHT - TOP - 12) // len(board.lands))
    size = next(each for each in SIZES if each <= high - 28)
    top = TOP + (ground.HEIGHT - TOP - high * len(board.lands)) // 2
    for i, land in enumerate(board.lands):
        _row(painter, land, (top + i * high, high), size, names[land.seat])
    return painter.image


def _row(painter: Painter, land: LandSight, span: tuple[int, int], size: int, name: str) -> None:
    """One seat: its name, its tiles, numbered as dealt."""
    top, high = span
    middle = top + high // 2
    painter.name(name, (28, middle + 17), 330, (52, 34), most=2)
    painter.ground = SEA
    painter.put(inlet, (372, middle - size // 2 - 10), 692, size + 20)
    for i, each in enumerate(land.dealt):
        x, y = 396 + i * 166, middle - size // 2
        painter.put(tile, (x, y), look(each), size)
        painter.put(signs.number_disc, (x + size - 16, y + 16), 19, str(i + 1))
    painter.ground = PAPER


def own(board: Board, shown: Seat, names: tuple[str, ...], theme: Theme, chosen: tuple[str, ...] = ()) -> Image.Image:
    """One player's arrangement, or the empty cells for it, with the tiles dealt along the foot.

    `chosen` are the cells chosen so far of an arrangement that is not complete, in the order dealt: ringed, each with
    its tile.
    """
    painter = Painter(base(theme))
    head(painter, theme.say("start"), theme.say("{name} arranges"), name=names[shown])
    pool(painter, board.pairs, theme)
    land = board.lands[shown]
    main_land(painter, _sketched(land, chosen), one_change(land.seat, chosen))
    panel(painter, land, board, names[shown], theme)
    painter.ground = PAPER2
    for i, each in enumerate(land.dealt):
        x = 196 + i * 184
        painter.put(tile, (x, 1168), look(each), 150)
        painter.put(signs.number_disc, (x - 14, 1186), 23, str(i + 1))
    return painter.image


def _sketched(land: LandSight, chosen: tuple[str, ...]) -> LandSight:
    """The landscape with the tiles dealt on the cells chosen so far; one that is arranged stays as it is."""
    if land.tiles or not chosen:
        return land
    laid = tuple(replace(each, cell=name) for each, name in zip(land.dealt, chosen, strict=False))
    return replace(land, tiles=laid, free=tuple(name for name in land.usable if name not in chosen))
