"""One landscape at full size with all its player's figures."""

from PIL import Image

from render.core.picture import Theme
from render.grunn.paint import Painter
from render.grunn.plates import board, head, table
from render.grunn.plates.head import Heading
from render.grunn.sights import NOTHING, STOCKS, Land, Player
from render.grunn.terrain import landscape

LETTERING = ("turn {turn}/{turns}",)


def draw(
    heading: Heading, land: Land, player: Player, buildings: tuple[int, ...], final: bool, theme: Theme
) -> Image.Image:
    """One seat's landscape with what changed in it, its figures (`final`: at the end), and its buildings by kind."""
    painter = Painter(board.base(pooled=False))
    head.draw(painter, heading)
    board.name_line(painter, player)
    landscape.draw(painter, land, NOTHING)
    end = table.upright(painter, (player,), theme, 136, final=final)
    kinds = [(STOCKS[i], count) for i, count in enumerate(buildings) if count]
    for i, (kind, count) in enumerate(kinds):
        table.draw_building(painter, kind, count, (690 + 84 * i, end + 26))
    return painter.image
