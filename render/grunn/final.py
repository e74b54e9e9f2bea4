"""The result: points by category for every seat, the winners, and the finished landscapes."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.grunn.view import Board, LandSight
from render.core.fonts import KAFFEESATZ
from render.core.ink import Stroke
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit
from render.grunn import ground, signs
from render.grunn.board import ROWS, SIZE, STOCKS, head, row_icon, rule
from render.grunn.inks import CREAM, INK, PAPER
from render.grunn.landscape import small
from render.grunn.paint import Painter

LETTERING = ("final score", "{name} wins", "shared win", "{points} {points:point|points}", "total", "bonus", "ducats")
LABELS = 216  # width of the column of labels
FIRST = 214  # top of the first row
SIDE = 74  # beside a landscape, for the buildings


@dataclass(frozen=True, slots=True)
class Table:
    """Heights of the table: tighter where the landscapes need two rows."""

    step: int
    across: int
    down: int

    @property
    def foot(self) -> int:
        """Where the row of totals begins."""
        return FIRST + self.step * 8

    @property
    def lands(self) -> int:
        """Where the landscapes begin."""
        return self.foot + 104


def table_for(seats: int) -> Table:
    """Up to three seats side by side, more in two rows."""
    return Table(54, seats, 1) if seats <= 3 else Table(45, (seats + 1) // 2, 2)


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column: its middle, its width, and whether the seat won."""

    land: LandSight
    middle: int
    wide: int
    won: bool


def draw(board: Board, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The table of points, best seat first, above the landscapes."""
    painter = Painter(ground.sheet(SIZE, 0))
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    _header(painter, outcome, winners, names, theme)
    order = sorted(board.lands, key=lambda land: (outcome.places[land.seat], land.seat))
    table = table_for(len(order))
    wide = min(230, (ground.WIDTH - LABELS - 24) // len(order))
    start = LABELS + (ground.WIDTH - LABELS - 24 - wide * len(order)) // 2
    columns = [
        Column(land, start + wide * i + wide // 2, wide, land.seat in winners and len(order) > 1)
        for i, land in enumerate(order)
    ]
    _labels(painter, table, theme)
    for column in columns:
        _points(painter, table, column, (outcome.totals[column.land.seat], names[column.land.seat]))
    _landscapes(painter, table, order, names)
    return painter.image


def _header(painter: Painter, outcome: Outcome, winners: list[int], names: tuple[str, ...], theme: Theme) -> None:
    if len(names) == 1:
        head(painter, theme.say("final score"), theme.say("{points} {points:point|points}", points=outcome.totals[0]))
    elif len(winners) == 1:
        head(painter, theme.say("final score"), theme.say("{name} wins"), name=names[winners[0]])
    else:
        head(painter, theme.say("final score"), theme.say("shared win"))


def _labels(painter: Painter, table: Table, theme: Theme) -> None:
    """The categories, down the left side."""
    for i, english in enumerate(ROWS):
        top = FIRST + table.step * i
        row_icon(painter, i, top, 26)
        label = "bonus" if i == 1 else english
        fitted = fit(theme.say(label), KAFFEESATZ, LABELS - 90, (42, 30))
        painter.text(fitted.text, (78, top + 33), fitted.size)
    total = fit(theme.say("total"), KAFFEESATZ, LABELS - 60, (46, 32))
    painter.text(total.text, (28, table.foot + 50), total.size)
    painter.put(rule, (26, table.foot + 2), ground.WIDTH - 52)


def plaque(wide: int, high: int) -> Raster:
    """The light field behind a winner's column."""
    plate = Surface("plaque", (-3, -3, wide + 3, high + 3), 1.0, fine=3)
    plate.pen().shape(rectangle(0, 0, wide, high), CREAM, edge=Stroke(3.4, INK, shake=0.5), shake=0)
    return plate.raster()


def _points(painter: Painter, table: Table, column: Column, facts: tuple[int, str]) -> None:
    """One seat's column, `facts` being its total and name; a winner's lies on a light field under a star."""
    total, name = facts
    x, wide, rows = column.middle, column.wide, column.land.rows
    if column.won:
        painter.put(plaque, (x - wide // 2 + 4, 120), wide - 8, table.foot - 120 + 84)
        painter.put(signs.laurel, (x, 116), 30)
        painter.ground = CREAM
    painter.name(name, (x, FIRST - 18), wide - 12, (40, 26), most=2, side="middle")
    values = (rows.grass, rows.bonus, rows.bog, rows.grain, rows.ridge, rows.marsh, rows.buildings, rows.canals)
    for i, value in enumerate(values):
        painter.middle(str(value), (x, FIRST + table.step * i + 19), 44)
    if column.won:
        painter.put(rule, (x - wide // 2 + 6, table.foot + 2), wide - 12)
    painter.put(signs.shield, (x, table.foot + 38), 30, str(total))
    painter.ground = PAPER


def _landscapes(painter: Painter, table: Table, order: list[LandSight], names: tuple[str, ...]) -> None:
    """The finished landscapes, as large as fits, each with its buildings beside it."""
    room = (ground.HEIGHT - table.lands - 8) // table.down
    pitch = (ground.WIDTH - 24) // table.across
    size = min(room - 44, pitch - SIDE - 14, 520)
    for i, land in enumerate(order):
        row, column = divmod(i, table.across)
        count = min(table.across, len(order) - row * table.across)
        left = (ground.WIDTH - pitch * count) // 2 + column * pitch + (pitch - size - SIDE) // 2
        top = table.lands + row * room + 34 + (room - 44 - size) // 2
        painter.name(names[land.seat], (left, top - 9), size + SIDE, (32, 26))
        small(painter, land, (left, top), size, {})
        _buildings(painter, land, (left + size + 30, top + 24), min(54, size // 5))


def _buildings(painter: Painter, land: LandSight, at: tuple[int, int], step: int) -> None:
    """How many of each building (R12.11)."""
    kinds = [(kind, land.buildings.get(kind, 0)) for kind in STOCKS[:5]]
    for i, (kind, count) in enumerate((kind, count) for kind, count in kinds if count):
        y = at[1] + i * step
        painter.put(signs.house, (at[0], y), kind, 38)
        painter.middle(str(count), (at[0] + 36, y + 2), 34)
