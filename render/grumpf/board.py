"""The whole board: head, six hunting grounds, a card for each clan."""

from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image

from games.grumpf.view import Board, BoardSight
from render.core.picture import Theme
from render.grumpf import foot, head, panel, slab
from render.grumpf.paint import Painter
from render.grumpf.panel import Ground, Scene
from render.grumpf.sights import Changes, key_of
from render.grumpf.stone import SLAB, wall

HIGH = 1236
LETTERING = (*head.LETTERING, *slab.LETTERING, *panel.LETTERING, *foot.LETTERING)


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a board: told apart by its side."""

    sight: BoardSight = field(compare=False)
    side: str


@lru_cache(maxsize=8)
def base(boards: tuple[Printed, ...], high: int, theme: Theme) -> tuple[Image.Image, tuple[Ground, ...]]:
    """What all pictures of the same sides share: the wall with the printed slabs, and each slab cut out."""
    painter = Painter(wall(high))
    for board in boards:
        slab.printed(painter, board.sight, theme)
    grounds: list[Ground] = []
    for board in boards:
        x, y = slab.PLACES[board.sight.code]
        rock = painter.image.crop((x, y, x + SLAB[0], y + SLAB[1]))
        grounds.append(Ground(board.sight.code, board.side, theme, rock))
    return painter.image, tuple(grounds)


def compose(
    table: Board, last: Board | None, changed: Changes, names: tuple[str, ...], theme: Theme, *, high: int = HIGH
) -> Painter:
    """The board on a wall of some height; `last` is the hunt before, if nothing has happened since it ended."""
    image, grounds = base(tuple(Printed(one, one.side) for one in table.boards), high, theme)
    painter = Painter(image)
    head.draw(painter, table, changed, theme)
    endings = {one.code: one for one in last.boards} if last is not None else {}
    for one, ground in zip(table.boards, grounds, strict=True):
        before = endings.get(one.code)
        scene = Scene(
            board=one,
            key=key_of(one, before),
            flags=tuple((spot, text) for spot, text in changed.flags.items() if spot[0] == one.code),
            stake=one.code in changed.others,
            steps=tuple(step for step in changed.steps if step.spot.startswith(one.code)),
            own=table.own.clan if table.own is not None else "",
            open=changed.open,
            judged=table.judged,
            number=last.round if last is not None else 0,
            before=before,
        )
        painter.image.paste(panel.drawn(ground, scene), slab.PLACES[one.code])
    foot.draw(painter, table, changed, names, theme)
    return painter
