"""One landscape at full size, 1080 x 1080."""

from functools import lru_cache

from PIL import Image

from games.core.seats import Seat
from games.grunn.view import Board, LandSight
from render.core.picture import Theme
from render.grunn import ground, signs
from render.grunn.board import head
from render.grunn.inks import PAPER, PAPER2, SEA
from render.grunn.landscape import full, layout
from render.grunn.paint import Painter
from render.grunn.sights import Changes

SIZE = (1080, 1080)
STRIP = 976
SEA_BOX = (0, 82, 1080, STRIP + 2)
CORNER, ROOM = (144, 136), 792
LETTERING = ("turn {turn}/{turns}",)


@lru_cache(maxsize=2)
def base() -> Image.Image:
    """Header and foot."""
    return ground.sheet(SIZE, STRIP)


def draw(board: Board, seat: Seat, changed: Changes, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """One seat's landscape with what changed in it, and its facts along the foot."""
    painter = Painter(base())
    land = board.lands[seat]
    title = theme.say("turn {turn}/{turns}", turn=land.turns, turns=board.rounds)
    head(painter, title, "{name}", name=names[seat])
    at = layout(land, CORNER, ROOM, scale=ROOM / 630)
    painter.image.paste(ground.sea(at.grid(), SEA_BOX, False), SEA_BOX[:2])
    painter.ground = PAPER2
    painter.put(ground.horizon, (0, STRIP), SIZE[0])
    painter.ground = SEA
    full(painter, land, at, changed.of(seat))
    _foot(painter, land, names[seat], mine=changed.seat == seat)
    painter.ground = PAPER
    return painter.image


def _foot(painter: Painter, land: LandSight, name: str, *, mine: bool) -> None:
    """Name, points as they stand, ducats, Wadden tiles, and the clock if the last change was here."""
    painter.ground = PAPER2
    painter.name(name, (28, 1049), 440, (56, 34), most=2)
    painter.put(signs.shield, (520, 1025), 32, str(land.rows.total))
    painter.put(signs.coin, (640, 1028), 36, str(land.ducats))
    painter.put(signs.chip, (736, 1000), "wadden", 56)
    painter.text(f"× {land.wadden}", (806, 1046), 52)
    if mine:
        painter.put(signs.clock, (1010, 1028), 26)
