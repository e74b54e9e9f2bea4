"""The first plate: the landscape of one player in the sea, and the pool."""

from PIL import Image

from games.grunn.view import PairSight
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.grunn.paint import Painter
from render.grunn.pieces import signs
from render.grunn.plates import head, pool
from render.grunn.plates.head import Heading
from render.grunn.sights import Land, Offered, Player
from render.grunn.terrain import ground, landscape

SIZE = (ground.WIDTH, ground.HEIGHT)
NAME_LEFT, RIGHT = 668, 1088
RULE = 134
LETTERING = ("{name} to move", "{name} moved", "finished", "round {round}/{rounds}", *pool.LETTERING)


@cached
def base(*, pooled: bool) -> Image.Image:
    """What every first plate shares: header, sea, the rule of the name line; the rail of the pool where wanted."""
    painter = Painter(ground.paper(ground.HEIGHT, 0))
    painter.image.paste(ground.sea(ground.HEADER, ground.HEIGHT - ground.HEADER), (0, ground.HEADER))
    painter.put(ground.header, (0, 0))
    painter.put(ground.rule, (NAME_LEFT, RULE), RIGHT - NAME_LEFT)
    if pooled:
        pool.base(painter)
    return painter.image


def name_line(painter: Painter, player: Player) -> None:
    """Whose landscape it is, the points as they stand, the purse."""
    painter.name(player.name, (NAME_LEFT, 98), 280, 50, most=2)
    painter.put(signs.shield, (988, 94), 25, str(player.total))
    painter.put(signs.coin, (1056, 98), 30, str(player.ducats))


def draw(
    heading: Heading,
    land: Land,
    player: Player,
    pairs: tuple[PairSight, ...],
    offered: Offered,
    theme: Theme,
) -> Image.Image:
    """A player's landscape beside the pool; pairs that the mover can't reach are faint in the mover's own picture."""
    painter = Painter(base(pooled=True))
    head.draw(painter, heading)
    name_line(painter, player)
    landscape.draw(painter, land, offered)
    pool.draw(painter, pairs, offered.pairs, theme, dim=player.mover)
    return painter.image
