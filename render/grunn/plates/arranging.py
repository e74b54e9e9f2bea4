"""Before the first turn: the tiles dealt to everybody beside the pool, and one player's own arrangement."""

from PIL import Image

from games.grunn.view import PairSight
from render.core.picture import Theme
from render.grunn.inks import PAPER, SEA
from render.grunn.paint import Painter
from render.grunn.pieces import signs
from render.grunn.pieces.cells import draw_ring
from render.grunn.pieces.tiles import NUMBERED, Tile, tile
from render.grunn.plates import board, head, pool
from render.grunn.plates.head import Heading
from render.grunn.sights import Land, Offered, Player
from render.grunn.terrain import ground, landscape
from render.grunn.terrain.layout import CELL

NAMES = {
    "wadden": "Wadden", "dollard": "Dollard", "bog": "bog", "forest": "forest", "marsh": "marsh", "ridge": "sand ridge",
}  # fmt: skip
LETTERING = ("start", "all arrange", "pool", "{name} arranges", *NAMES.values())
TILE = pool.TILE
PITCH = 111
END = 636  # of the last tile and the gap behind it

Dealt = tuple[str, tuple[Tile, ...]]
"""A player's name and starting tiles in the order dealt."""


def everybody(heading: Heading, dealt: tuple[Dealt, ...], pairs: tuple[PairSight, ...], theme: Theme) -> Image.Image:
    """Each player's starting tiles in the order dealt, and the pool; who has arranged is the platform's to tell."""
    painter = Painter(board.base(pooled=True))
    head.draw(painter, heading)
    painter.label(theme.say("pool"), (board.NAME_LEFT, 100), 400, 46)
    room = ground.HEIGHT - ground.HEADER - 8
    high = min(room // len(dealt), 260)
    top = ground.HEADER + 4 + (room - high * len(dealt)) // 2
    painter.ground = SEA
    for i, each in enumerate(dealt):
        _row(painter, each, top + i * high, high)
    painter.ground = PAPER
    pool.draw(painter, pairs, (), theme, dim=False)
    return painter.image


def _row(painter: Painter, dealt: Dealt, top: int, high: int) -> None:
    """One player's tiles beside the name; with few players larger, below it."""
    name, tiles = dealt
    if high > CELL + 70:
        middle = top + high // 2 + 26
        painter.name(name, (48, middle - CELL // 2 - 36), 560, 50)
        for at, each in enumerate(tiles):
            painter.put(tile, (48 + at * (CELL + 10), middle - CELL // 2), each, CELL)
        return
    size = min(TILE, max(NUMBERED, high - 6))
    left = END - PITCH * len(tiles)
    middle = top + high // 2
    painter.name(name, (18, middle), left - 30, 46, most=2)
    for at, each in enumerate(tiles):
        painter.put(tile, (left + at * PITCH, middle - size // 2), each, size)


def own(
    heading: Heading, land: Land, player: Player, dealt: tuple[Tile, ...], offered: Offered, theme: Theme
) -> Image.Image:
    """
    One player's arrangement, or the empty cells for it, beside the tiles dealt, numbered.

    While it is being chosen, `land.parts` are the cells chosen so far, in the order dealt; the tile after them is
    ringed.
    """
    painter = Painter(board.base(pooled=False))
    head.draw(painter, heading)
    board.name_line(painter, player)
    landscape.draw(painter, land, offered)
    chosen = [name for name, advised in land.parts if not advised]
    high = min(139, 556 // len(dealt))
    for i, each in enumerate(dealt):
        middle = pool.TOP + i * high + high // 2 + 4
        top = middle - 62
        painter.put(signs.number_disc, (692, middle), 25, str(i + 1))
        painter.put(tile, (734, top), each, 124)
        if offered.parts and i == len(chosen):
            painter.put(draw_ring, (734, top), (124, 124), (12.0, 6.0), 0.0)
        words = theme.say(NAMES[each.kind])
        if i < len(chosen):
            painter.label(words, (880, middle - 24), 208, 44)
            painter.label(chosen[i], (880, middle + 26), 208, 50)
        else:
            painter.label(words, (880, middle), 208, 44)
    return painter.image
