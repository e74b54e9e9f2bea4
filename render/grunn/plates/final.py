"""The result: points by category for every player, best first; then the finished landscapes."""

from dataclasses import dataclass, replace

from PIL import Image

from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster
from render.grunn.inks import CREAM, PAPER
from render.grunn.paint import NARROW, Painter, text_width
from render.grunn.pieces import signs
from render.grunn.plates import head, players, table
from render.grunn.plates.head import Heading
from render.grunn.sights import STOCKS, Land, Player, Solo
from render.grunn.terrain import ground, small

LETTERING = ("final score", "{name} wins", "shared win", "{points, plural, one {# point} other {# points}}", "rating")
TALLEST = 100  # of a row of the table


@dataclass(frozen=True, slots=True)
class Finished:
    """One player at the end: figures, landscape, buildings in the order of STOCKS, whether the player won."""

    player: Player
    land: Land
    buildings: tuple[int, ...]
    won: bool


def score(heading: Heading, ranked: tuple[Player, ...], won: tuple[bool, ...], theme: Theme) -> Image.Image:
    """The table of points; the rows of the winners lie on a light field beside a star."""
    top = ground.HEADER + table.BAND
    step = min(TALLEST, (ground.HEIGHT - top - 8) // len(ranked))
    painter = Painter(ground.paper(top + step * len(ranked) + 8, 0))
    table.table_head(painter, table.FINAL, theme, ground.HEADER)
    painter.put(ground.header, (0, 0))
    head.draw(painter, heading)
    painter.ground = PAPER
    for i, (player, winner) in enumerate(zip(ranked, won, strict=True)):
        y = top + 4 + i * step
        if winner:
            painter.put(table.bar, (8, y + 4), 1084, step - 8, CREAM)
            painter.ground = CREAM
            painter.put(signs.laurel, (46, y + step // 2), 30)
        elif i and not won[i - 1]:
            painter.put(ground.rule, (14, y), 1072, 1.6)
        middle = y + step / 2
        painter.name(player.name, (86, middle), 272, 46, most=2)
        for column, value in enumerate(player.values):
            painter.middle(str(value), (table.FINAL.middle(column), middle), 46)
        painter.put(signs.shield, (table.FINAL.middle(8), middle - 4), 30, str(player.total))
        painter.ground = PAPER
    return painter.image


def alone(heading: Heading, player: Player, solo: Solo, theme: Theme) -> Image.Image:
    """Solo: the points by category, the ladder of ratings with those reached, the automaton's tiles."""
    top = ground.HEADER + table.BAND
    steps = 2 if solo.rating else 1
    row = 84
    painter = Painter(ground.paper(top + TALLEST + steps * row + 8, 0))
    painter.image.paste(score(heading, (player,), (False,), theme), (0, 0))
    painter.put(ground.rule, (14, top + TALLEST + 4), 1072, 1.6)
    if solo.rating:
        middle = top + TALLEST + 4 + row // 2
        painter.label(theme.say("rating"), (20, middle), 170, 40)
        for i, least in enumerate(solo.least):
            painter.put(rung, (236 + i * 150, middle), reached=i < solo.rating)
            painter.middle(str(least), (300 + i * 150, middle), 46 if i + 1 == solo.rating else 40)
        painter.put(ground.rule, (14, middle + row // 2), 1072, 1.6)
    players.draw_automaton(painter, solo.automaton, top + TALLEST + (steps - 1) * row + row // 2 + 4, theme)
    return painter.image


@cached
def rung(*, reached: bool) -> Raster:
    """A star of the ladder of ratings; faint where it was not reached."""
    raster = signs.laurel(30)
    return raster if reached else raster.fade(PAPER, 0.28)


@dataclass(frozen=True, slots=True)
class Grid:
    """How the landscapes stand: how many in a row, their side, and whether their buildings stand below them."""

    across: int
    side: int
    below: bool
    head: int = 56
    """Height of the names above them."""

    @property
    def row(self) -> int:
        """The height of a row."""
        return self.head + self.side + (52 if self.below else 4)

    @property
    def pitch(self) -> int:
        """From one to the next in a row."""
        return ground.WIDTH // self.across

    @property
    def wide(self) -> int:
        """Width of a landscape with what stands beside it."""
        return self.side + (0 if self.below else BESIDE)

    def room(self, *, won: bool) -> int:
        """Of a name: to where the next landscape begins, if that leaves its points and the winner's star alone."""
        return (self.pitch + self.wide) // 2 - 70 - (48 if won else 0)


GRIDS = {
    2: Grid(2, 526, below=True),
    3: Grid(3, 346, below=True),
    4: Grid(2, 286, below=False),
    5: Grid(3, 282, below=False),
    6: Grid(3, 282, below=False),
}
BESIDE = 70  # beside a landscape, for the buildings
TALL = 76  # of names in two lines


def _grid(finished: tuple[Finished, ...]) -> tuple[Grid, int]:
    """The grid and its rows; the landscapes are smaller where names need two lines."""
    grid = GRIDS[len(finished)]
    lines = -(-len(finished) // grid.across)
    if all(text_width(each.player.name, NARROW) <= grid.room(won=each.won) for each in finished):
        return grid, lines
    low = replace(grid, head=TALL)
    most = (ground.HEIGHT - 8) // lines - (low.row - low.side)
    return replace(low, side=min(grid.side, most)), lines


def lands(finished: tuple[Finished, ...]) -> Image.Image:
    """The finished landscapes, best first, as large as fits, each with its points and its buildings."""
    grid, lines = _grid(finished)
    painter = Painter(ground.paper(lines * grid.row + 8, 0))
    for i, each in enumerate(finished):
        line, column = divmod(i, grid.across)
        count = min(grid.across, len(finished) - line * grid.across)
        left = (ground.WIDTH - grid.pitch * count) // 2 + column * grid.pitch + (grid.pitch - grid.wide) // 2
        _landscape(painter, each, (left, line * grid.row + 4), grid)
    return painter.image


def _landscape(painter: Painter, each: Finished, corner: tuple[int, int], grid: Grid) -> None:
    x, y = corner
    middle, room = y + grid.head / 2 - 1, grid.room(won=each.won)
    painter.put(signs.shield, (x + 24, middle - 3), 22, str(each.player.total))
    painter.name(each.player.name, (x + 60, middle), room, 42, most=2 if grid.head == TALL else 1)
    if each.won:
        painter.put(signs.laurel, (x + 60 + room + 26, middle - 1), 22)
    top = y + grid.head - 4
    small.draw(painter, each.land, (x, top), (grid.side, grid.side))
    kinds = [(STOCKS[i], count) for i, count in enumerate(each.buildings) if count]
    for i, (kind, count) in enumerate(kinds):
        if grid.below:
            table.draw_building(painter, kind, count, (x + 26 + i * (grid.side - 10) // 5, top + 28 + grid.side), 36)
        else:
            table.draw_building(painter, kind, count, (x + grid.side + 30, top + 32 + 52 * i), 40)
