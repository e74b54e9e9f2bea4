"""The town's plates: the head, the map, and beside it the hand of the player to move and the supply."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PIL import Image

from games.greentown.view import FRAME, StackSight
from render.core.memory.cache import cached
from render.core.plates import Plate, Plates, plate
from render.greentown.inks import BAND, INK, palette
from render.greentown.paint import Painter
from render.greentown.pieces.signs import find_offered_width
from render.greentown.plates import bands, lines, supply
from render.greentown.plates.supply import Hand
from render.greentown.sights import NONE, Offers
from render.greentown.terrain import folding, town
from render.greentown.terrain.hexagon import LEAST, place
from render.greentown.terrain.land import LAND, Ground, polder
from render.greentown.terrain.town import Box, Town

TAGGED = 82  # pixels of the least hexagons on which the numbers of two turns have room
TOWN, COLUMN = "town", "supply"
MAP: Box = (0, bands.HEAD, supply.LEFT, bands.HEIGHT)
WHOLE: Box = (0, bands.HEAD, bands.WIDTH, bands.HEIGHT)
Maker = Callable[..., Plate]


@dataclass(frozen=True, slots=True)
class Column:
    """What stands right of the map: the hand of the player to move, the supply, and what can be chosen of the hand."""

    hand: Hand
    stacks: tuple[StackSight, ...]
    offers: Offers = NONE


@cached
def land(ground: Ground = Ground.GROWN) -> Image.Image:
    """Land alone, under the place of the head."""
    image = palette().ground((bands.WIDTH, bands.HEIGHT), INK)
    image.paste(polder(*LAND, ground), (0, bands.HEAD))
    return image


@cached
def top() -> Image.Image:
    """The band of the head with nothing on it."""
    painter = Painter(palette().ground((bands.WIDTH, bands.HEAD), BAND))
    painter.put(bands.band, (0, 0), bands.WIDTH, bands.HEAD, BAND)
    return painter.image


def plates(head: lines.Head, shown: Town, column: Column | None = None, *, make: Maker = plate) -> Plates:
    """
    The plates of a town: one, or several that are never sent apart where its tiles would be too small on one.

    `make` says whether they may be left out.
    """
    tiles, spaces = [place(tile.at) for tile in shown.tiles], [place(at) for at in shown.open]
    fold = folding.fold(tiles, spaces, _least(shown), column=column is not None)
    first, *others = (shown.share(part) for part in fold.parts)
    beside = column if fold.beside else None
    found = [make(_name_plate(first), draw, head, first, beside)]
    found += [make(_name_plate(each), below, each) for each in others]
    if others:
        found = [replace(each, dense=True) for each in found]
    if column is not None and not fold.beside:
        found.append(make(COLUMN, supply.alone, column.hand, column.stacks, column.offers))
    return tuple(found)


def _least(shown: Town) -> int:
    """How wide hexagons are at least, so that all lettering on them can be read as Discord shows it."""
    names = (*shown.offers.spaces, *((shown.changes.chosen,) if shown.changes.chosen else ()))
    return max(LEAST, TAGGED if shown.changes.tags else 0, *map(find_offered_width, names))


def _name_plate(shown: Town) -> str:
    """What the plate shows: the town, or some rows of it (`town:G-M`), and of those some columns (`town:G-M:9-14`)."""
    if shown.part is None or shown.part.window is None:
        return TOWN
    (upper, lower), (left, right) = shown.part.window.rows, shown.part.window.halves
    rows = f"{TOWN}:{FRAME.rows[upper]}-{FRAME.rows[lower]}"
    if not shown.part.halved:
        return rows
    return f"{rows}:{left // 2 + FRAME.columns[0]}-{right // 2 + FRAME.columns[0]}"


def draw(head: lines.Head, shown: Town, column: Column | None = None) -> Image.Image:
    """The town; without a column it takes the whole width."""
    painter = Painter(land(shown.ground))
    town.draw(painter, shown, WHOLE if column is None else MAP)
    if column is not None:
        supply.draw(painter, column.hand, column.stacks, column.offers)
    painter.image.paste(top(), (0, 0))
    lines.head(painter, head)
    return painter.image


def below(shown: Town) -> Image.Image:
    """A further part of a town, as high as it needs to be."""
    assert shown.part is not None
    high = shown.part.high
    painter = Painter(polder(*LAND, shown.ground).crop((0, 0, bands.WIDTH, high)))
    town.draw(painter, shown, (0, 0, bands.WIDTH, high))
    return painter.image
