"""The tiles that the chosen space can have, each with its letter in the menu and the streets that come from outside."""

from dataclasses import dataclass
from math import ceil

from PIL import Image

from games.greentown.view import NEIGHBOURS, Board, Site
from render.core.memory.cache import cached
from render.core.surface import Raster, Surface
from render.greentown.inks import CREAM, INK, OPEN, PASTURE, palette
from render.greentown.paint import Painter
from render.greentown.pieces.signs import OFFERED_LETTERS, bar, tag
from render.greentown.pieces.tiles import KERB, PAVING, Look, band, tile
from render.greentown.pieces.tokens import draw_building, tree_piece, vacant
from render.greentown.plates import bands
from render.greentown.sights import Candidate
from render.greentown.terrain.hexagon import APOTHEM, R, towards
from render.greentown.terrain.scale import LETTERS, PIECE

SHOWS = "choices"
MOST = 6
"""In a row."""
CELL = (180, 196)  # pixels from tile to tile, across and down
OUTSIDE = 20.0  # units of the streets that come from outside


@dataclass(frozen=True, slots=True)
class Candidates:
    """
    What the plate shows: tiles, what stands on their site and whose it is, and what neighbours have on each side.

    `ends` are sides at which a neighbour's street ends, `blank` those at which a neighbour has none.
    """

    tiles: tuple[Candidate, ...]
    site: Site
    owner: int | None
    ends: tuple[int, ...]
    blank: tuple[int, ...]


def candidates_of(board: Board, at: str, tiles: tuple[Candidate, ...]) -> Candidates:
    """What can be chosen for a space."""
    found = {each.at: each for each in board.tiles}
    around = [(side, found[other]) for side, other in enumerate(NEIGHBOURS[at], 1) if other in found]
    ends = tuple(side for side, each in around if (side + 2) % 6 + 1 in each.sides)
    blank = tuple(side for side, _ in around if side not in ends)
    own = found.get(at)
    site, owner = (Site.VACANT, None) if own is None else (own.site, own.owner)
    return Candidates(tiles, site, owner, ends, blank)


@cached
def streets_outside(ends: tuple[int, ...]) -> Raster:
    """The last bit of the streets that come from neighbours, about the middle of the tile."""
    plate = Surface("outside", (-R - OUTSIDE, -R - OUTSIDE, R + OUTSIDE, R + OUTSIDE), 1.0)
    pen = plate.pen()
    for side in ends:
        (across, up), (x, y) = towards(side, 1.0), towards(side, APOTHEM)
        for wide, colour in ((KERB, INK), (PAVING, CREAM)):
            street = band((across, up), wide / 2, OUTSIDE)
            pen.shape([(x + dx, y + dy) for dx, dy in street], colour, shake=0)
    return plate.cut()


def draw(shown: Candidates) -> Image.Image:
    """The plate, as many rows as it needs."""
    count = len(shown.tiles)
    rows = ceil(count / MOST)
    columns = ceil(count / rows)
    wide, high = CELL
    painter = Painter(palette().ground((bands.WIDTH, rows * high), OPEN))
    left = (bands.WIDTH - columns * wide) / 2
    for number, each in enumerate(shown.tiles):
        row, column = divmod(number, columns)
        _candidate(painter, shown, each, (round(left + wide * (column + 0.5)) + 10, round(high * (row + 0.5))))
    return painter.image


def _candidate(painter: Painter, shown: Candidates, each: Candidate, middle: tuple[int, int]) -> None:
    """One tile with its letter, what stands on it, and bars across its dead ends."""
    painter.ground = OPEN
    painter.put(tile, middle, Look(each.symbol, each.streets, shown.site is Site.VACANT), 1.0)
    painter.put(streets_outside, middle, shown.ends)
    painter.ground = PASTURE
    for side in shown.blank:
        if str(side) in each.streets:
            painter.put(bar, middle, side, 1.0)
    painter.ground = CREAM
    if shown.owner is not None:
        painter.put(draw_building, middle, shown.site.value, shown.owner, PIECE, number=LETTERS)
    elif shown.site is Site.TREE:
        painter.put(tree_piece, middle, 1.0)
    else:
        painter.put(vacant, middle, 1.0)
    painter.ground = OPEN
    painter.put(tag, (middle[0] - 66, middle[1] - 66), each.letter, OFFERED_LETTERS[0])
