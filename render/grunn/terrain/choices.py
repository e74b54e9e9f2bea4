"""What may be chosen now in a landscape: cells and edges are ringed, tiles and edges have a tag with name or letter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.grunn.view import CanalSight, steps_between
from render.core.lettering.badge import RIM, badge, extent
from render.core.lettering.fonts import KAFFEESATZ
from render.grunn.inks import CREAM, GOLD, INK
from render.grunn.paint import Painter
from render.grunn.pieces.cells import offer_bar, offer_ring
from render.grunn.pieces.tiles import Tile
from render.grunn.sights import Offered
from render.grunn.terrain.layout import GAP, Layout, Place, run

TAGS = 50  # size of names and letters, 10 pixels high on a phone
ASIDE = 38  # from the middle of an edge to its letter where the arrow of a ridge points across
CORNERS = ((-22, 16), (22, -18), (-22, -18))  # of a tile's name: upper right, lower left, lower right

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Tag:
    """A name or letter on the picture."""

    text: str
    middle: tuple[float, float]
    size: int = TAGS

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        (x, y), (half, high) = self.middle, extent(self.text, KAFFEESATZ, self.size)
        return (x - half - RIM, y - high - RIM, x + half + RIM, y + high + RIM)

    def hits(self, others: Sequence["Tag"]) -> bool:
        """Whether it lies on another."""
        left, top, right, bottom = self.box
        return any(a < right and left < c and b < bottom and top < d for a, b, c, d in (each.box for each in others))


def draw(painter: Painter, offered: Offered, at: Layout, tiles: Mapping[str, Tile]) -> list[Tag]:
    """Rings round cells, bars on edges; a tile's name where no letter of an edge stands. Return names and letters."""
    places = {at.place(cell): tile for cell, tile in tiles.items()}
    tags: list[Tag] = []
    for name, letter in offered.parts:
        if name[-1].isdigit():
            if at.shows(name):
                left, top, wide, high = at.box(name)
                painter.put(offer_ring, (left, top), (wide, high))
        elif edge := _edge(name, at, places):
            (x, y), length, middle = edge
            level = name[-1] == "s"
            painter.put(offer_bar, (x, y), length, level=level)
            tags.append(Tag(letter, middle))
    for name, letter in offered.parts:
        if name in tiles:
            tags.append(_on_tile(letter or name, at.box(name), tags))
    for each in tags:
        painter.put(badge, each.middle, each.text, KAFFEESATZ, TAGS, INK, CREAM, GOLD)
    return tags


def _edge(
    name: str, at: Layout, places: Mapping[Place, Tile]
) -> tuple[tuple[float, float], int, tuple[float, float]] | None:
    """Where the bar on an edge starts, its length, and the middle of its letter; None: not shown."""
    across, down = steps_between(at.corner, name[:-1])
    upright = name[-1] == "e"
    (x, y), length = run(CanalSight(name, False, across, down, upright), at, 0)
    if not length:
        return None
    near = ((across, down), (across + 1, down) if upright else (across, down + 1))
    arrows = ("E", "W") if upright else ("S", "N")
    crossed = any(place in places and side in places[place].arrows for place, side in zip(near, arrows, strict=True))
    along = length / 2 + (ASIDE if crossed else 0)
    shift = GAP + 6
    if upright:
        return (x, y + shift), length - 2 * shift, (x, y + along)
    return (x + shift, y), length - 2 * shift, (x + along, y)


def _on_tile(text: str, box: tuple[float, float, int, int], others: list[Tag]) -> Tag:
    """The name of a tile in the first of its corners that is free."""
    left, top, wide, high = box
    tags = [Tag(text, (left + x + (wide if x < 0 else 0), top + y + (high if y < 0 else 0))) for x, y in CORNERS]
    return next((each for each in tags if not each.hits(others)), tags[0])
