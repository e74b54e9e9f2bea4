"""The plate of the six hunting grounds: head, beats, huts, and everything that stands on the grounds."""

from collections.abc import Iterable

from PIL import Image

from games.grumpf.view import FREE, Board
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.grumpf.paint import Painter
from render.grumpf.plates import head, panel
from render.grumpf.plates.head import Head
from render.grumpf.plates.panel import Ground, Scene
from render.grumpf.plates.ranking import Last
from render.grumpf.sights import Changes, key_of
from render.grumpf.terrain import slab
from render.grumpf.terrain.stone import SLAB, wall

HIGH = 700
LETTERING = (*head.LETTERING, *panel.LETTERING)


@cached
def base() -> tuple[Image.Image, dict[str, Ground]]:
    """What all pictures share: the wall with the printed slabs, and each slab cut out."""
    painter = Painter(wall(HIGH))
    for code in slab.PLACES:
        slab.print_slab(painter, code)
    grounds = {
        code: Ground(code, painter.image.crop((x, y, x + SLAB[0], y + SLAB[1]))) for code, (x, y) in slab.PLACES.items()
    }
    return painter.image, grounds


def scenes(table: Board, last: Board | None, changed: Changes) -> tuple[Scene, ...]:
    """What stands on each ground; `last` is the hunt before, if nothing has happened since it ended."""
    endings = {one.code: Last(last.round, one) for one in last.boards} if last is not None else {}
    return tuple(
        Scene(
            board=one,
            key=key_of(one, endings[one.code].board if endings else None),
            flags=tuple((spot, text) for spot, text in changed.flags.items() if spot[0] == one.code),
            stake=one.code in changed.others,
            aims=_of(one.code, changed.aims),
            steps=tuple(step for step in changed.steps if step.spot.startswith(one.code)),
            own=table.own.clan if table.own is not None and changed.steps else "",
            offers=_of(one.code, changed.offers),
            judged=table.judged,
            last=endings.get(one.code),
        )
        for one in table.boards
    )


def _of(code: str, spots: Iterable[str]) -> tuple[str, ...]:
    """Those of the spots that are on a board."""
    return tuple(sorted(spot for spot in spots if spot.removeprefix(FREE)[0] == code))


def draw(top: Head, grounds: tuple[Scene, ...], theme: Theme) -> Image.Image:
    """The plate, 1100 x 700."""
    image, rocks = base()
    painter = Painter(image)
    head.draw(painter, top, theme)
    for scene in grounds:
        code = scene.board.code
        painter.image.paste(panel.draw_panel(rocks[code], scene, theme), slab.PLACES[code])
    return painter.image
