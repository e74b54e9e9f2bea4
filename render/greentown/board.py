"""The town's plate, 1100 x 700: the head, the map, and beside it the hand of the player to move and the supply."""

from functools import lru_cache

from PIL import Image

from games.greentown.view import StackSight
from render.greentown import bands, lines, supply, town
from render.greentown.inks import BAND, INK, palette
from render.greentown.land import LAND, polder
from render.greentown.paint import Painter
from render.greentown.town import Box, Town

MAP: Box = (0, bands.HEAD, supply.LEFT, bands.HEIGHT)
WHOLE: Box = (0, bands.HEAD, bands.WIDTH, bands.HEIGHT)


@lru_cache(maxsize=1)
def land() -> Image.Image:
    """Bare land under the place of the head."""
    image = palette().ground((bands.WIDTH, bands.HEIGHT), INK)
    image.paste(polder(*LAND), (0, bands.HEAD))
    return image


@lru_cache(maxsize=1)
def top() -> Image.Image:
    """The band of the head with nothing on it."""
    painter = Painter(palette().ground((bands.WIDTH, bands.HEAD), BAND))
    painter.put(bands.band, (0, 0), bands.WIDTH, bands.HEAD, BAND)
    return painter.image


def draw(
    head: lines.Head, shown: Town, hand: supply.Hand | None = None, stacks: tuple[StackSight, ...] = ()
) -> Image.Image:
    """The town; without a hand it takes the whole width."""
    painter = Painter(land())
    town.draw(painter, shown, WHOLE if hand is None else MAP)
    if hand is not None:
        supply.draw(painter, hand, stacks, shown.offers)
    painter.image.paste(top(), (0, 0))
    lines.head(painter, head)
    return painter.image
