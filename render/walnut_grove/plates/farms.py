"""The plates of farms: one alone, two large, or one large above small ones; the own farm with the tiles drawn."""

from dataclasses import dataclass

from PIL import Image

from games.walnut_grove.view import FarmSight
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.walnut_grove.inks import PAPER, PAPER2, palette
from render.walnut_grove.paint import Painter
from render.walnut_grove.plates import heads, small, walnut
from render.walnut_grove.sights import Marked
from render.walnut_grove.terrain import land, lying, plan
from render.walnut_grove.terrain.plan import Box, grid_of

LETTERING = (*heads.LETTERING, *walnut.LETTERING)
WIDE, HIGH, LOW = 1100, 700, 452
"""Size of a plate, and its height with one farm alone."""
MARGIN, GAP = 8, 8
LARGE = 368
"""Height of the large farm above small ones."""
HEAD, HIGH_HEAD, TALL = 46, 54, 380
"""Height of a head, and of that of a farm of at least a height."""
EDGE = 3
"""Of the frame's line, within the box of a farm."""
MOST, MOST_OWN = 116, 132
"""Largest cells."""
LEFT, ABOVE, LOWER = 44, 38, 12
"""Room around the land: for the numbers of rows, the letters of columns, the fence below."""


def draw(*shown: heads.Scene) -> Image.Image:
    """Farms, the first of them the largest: 1100×700, of one farm 1100×452."""
    if len(shown) == 1:
        painter = _sheet(LOW)
        _large(painter, shown[0], Box(MARGIN + 2, MARGIN, WIDE - 2 * MARGIN - 4, LOW - 2 * MARGIN - 4), MOST)
        return painter.image
    painter = _sheet(HIGH)
    wide, high = WIDE - 2 * MARGIN - 4, HIGH - 2 * MARGIN - 4
    if len(shown) == 2:
        each = (high - GAP) // 2
        for i, farm in enumerate(shown):
            _large(painter, farm, Box(MARGIN + 2, MARGIN + (each + GAP) * i, wide, each), MOST)
        return painter.image
    _large(painter, shown[0], Box(MARGIN + 2, MARGIN, wide, LARGE), MOST)
    rest = shown[1:]
    each = (wide - GAP * (len(rest) - 1)) // len(rest)
    for i, farm in enumerate(rest):
        top = MARGIN + LARGE + GAP + 1
        small.draw(painter, farm, Box(MARGIN + 2 + (each + GAP) * i, top, each, HIGH - MARGIN - 4 - top))
    return painter.image


def own(shown: heads.Scene) -> Image.Image:
    """One farm as large as it can be, with the tiles drawn: 1100×700."""
    painter = _sheet(HIGH)
    _large(painter, shown, Box(MARGIN + 2, MARGIN, WIDE - 2 * MARGIN - 4, HIGH - 2 * MARGIN - 4), MOST_OWN)
    return painter.image


def _sheet(high: int) -> Painter:
    return Painter(palette().ground((WIDE, high), PAPER2))


def _large(painter: Painter, shown: heads.Scene, box: Box, most: int) -> None:
    """A farm with its land at the left and its board of walnut at the right, or below where that makes it larger."""
    head = HIGH_HEAD if box.high >= TALL else HEAD
    heads.large(painter, shown, box, head)
    size = (round(box.wide - 2 * EDGE), round(box.high - head - 2 * EDGE))
    below = draw_farm(shown.sight.aside, shown.theme, shown.marked, size, most)
    painter.image.paste(below, (round(box.left + EDGE), round(box.top + head + EDGE)))


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of a large farm lie: land, board, and below wide land a panel beside the board."""

    field: Box
    board: Box
    panel: Box | None = None

    def grid(self, farm: FarmSight, most: int) -> plan.Grid:
        """The land's cells."""
        field = self.field
        room = Box(LEFT, ABOVE, field.wide - LEFT - 10, field.high - ABOVE - LOWER)
        return grid_of(farm, room, most)


def _layout(farm: FarmSight, size: tuple[int, int], most: int) -> Layout:
    """The board beside the land, or below it where the plate is high enough and cells become larger."""
    wide, high = size
    side = Box(wide - walnut.WIDE - 4, 4, walnut.WIDE, high - 10)
    beside = Layout(Box(0, 0, side.left - 5, high), side)
    top = high - walnut.LOW - 6
    panel = Box(walnut.WIDE + 12, top, wide - walnut.WIDE - 16, walnut.LOW)
    below = Layout(Box(0, 0, wide, top - 4), Box(4, top, walnut.WIDE, walnut.LOW), panel)
    if top < walnut.LOW or below.grid(farm, most).cell <= beside.grid(farm, most).cell:
        return beside
    return below


@cached
def draw_farm(farm: FarmSight, theme: Theme, marked: Marked, size: tuple[int, int], most: int) -> Image.Image:
    """A large farm below its head, whoever is to move."""
    painter = Painter(palette().ground(size, PAPER))
    layout = _layout(farm, size, most)
    painter.put(plan.sky, (0, 0), layout.field.wide, layout.field.high)
    grid = layout.grid(farm, most)
    _ornaments(painter, farm, grid, layout.field)
    ground = lying.Land(farm, grid)
    walnut.draw(painter, farm, (layout.board, layout.panel), theme=theme, marked=marked)
    land.labels(painter, ground)
    land.draw(painter, ground, marked)
    return painter.image


def _ornaments(painter: Painter, farm: FarmSight, grid: plan.Grid, field: Box) -> None:
    """Tree and windpump beside the printed row, where there is room for them."""
    first = farm.printed[0].column
    left, y = grid.at(first, 0)
    right, unit = left + grid.cell * plan.PRINTED_COLUMNS, min(grid.unit, 0.7)
    painter.ground = PAPER
    for make, x in ((plan.tree, min(left, grid.left - land.NUMBERS) - 84 * unit), (plan.windpump, right + 74 * unit)):
        if field.left + 80 * unit < x < field.right - 66 * unit:
            painter.put(make, (x, y + grid.cell - 4), unit)
