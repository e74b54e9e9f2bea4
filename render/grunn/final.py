"""The result: points by category for every seat, the winners, and the finished landscapes."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.grunn.view import Board, LandSight
from render.core.fonts import KAFFEESATZ, VOLLKORN
from render.core.ink import Stroke
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.plate import Plate, Raster
from render.core.text import fit
from render.grunn import ground, signs
from render.grunn.board import ROWS, SIZE, STOCKS, head, row_icon, rule
from render.grunn.inks import CREAM, INK, PAPER
from render.grunn.landscape import small
from render.grunn.paint import Painter, text_width

LETTERING = ("final score", "{name} wins", "shared win", "{points} points", "total", "bonus", "ducats")
LABELS = 300  # width of the column of labels
HEAD, FIRST, STEP = 178, 214, 47  # baseline of the names; first row's top; row height
LANDS = 712  # where the landscapes begin


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
    wide = min(200, (ground.WIDTH - LABELS - 24) // len(order))
    start = LABELS + (ground.WIDTH - LABELS - 24 - wide * len(order)) // 2
    columns = [
        Column(land, start + wide * i + wide // 2, wide, land.seat in winners and len(order) > 1)
        for i, land in enumerate(order)
    ]
    _labels(painter, theme)
    for column in columns:
        _points(painter, column, outcome.totals[column.land.seat], names[column.land.seat])
    _landscapes(painter, order, names)
    return painter.image


def _header(painter: Painter, outcome: Outcome, winners: list[int], names: tuple[str, ...], theme: Theme) -> None:
    if len(names) == 1:
        head(painter, theme.say("final score"), theme.say("{points} points").format(points=outcome.totals[0]))
    elif len(winners) == 1:
        head(painter, theme.say("final score"), theme.say("{name} wins"), name=names[winners[0]])
    else:
        head(painter, theme.say("final score"), theme.say("shared win"))


def _labels(painter: Painter, theme: Theme) -> None:
    """The categories, down the left side."""
    for i, english in enumerate(ROWS):
        top = FIRST + STEP * i
        row_icon(painter, i, top, 26)
        label = "bonus" if i == 1 else english
        fitted = fit(theme.say(label), KAFFEESATZ, LABELS - 90, (42, 30))
        painter.text(fitted.text, (78, top + 33), fitted.size)
    total = fit(theme.say("total"), KAFFEESATZ, LABELS - 60, (46, 32))
    painter.text(total.text, (28, FIRST + STEP * 8 + 50), total.size)
    painter.put(rule, (26, FIRST + STEP * 8 + 2), ground.WIDTH - 52)


def plaque(wide: int, high: int) -> Raster:
    """The light field behind a winner's column."""
    plate = Plate("plaque", (-3, -3, wide + 3, high + 3), 1.0, fine=3)
    plate.pen().shape(rectangle(0, 0, wide, high), CREAM, edge=Stroke(3.4, INK, shake=0.5), shake=0)
    return plate.raster()


def _points(painter: Painter, column: Column, total: int, name: str) -> None:
    """One seat's column; a winner's lies on a light field under a star."""
    x, wide, rows = column.middle, column.wide, column.land.rows
    if column.won:
        painter.put(plaque, (x - wide // 2 + 4, 128), wide - 8, 540)
        painter.put(signs.laurel, (x, 122), 30)
        painter.ground = CREAM
    fitted = fit(name, VOLLKORN, wide - 22, (36, 24))
    painter.text(
        fitted.text, (x - text_width(fitted.text, fitted.size, VOLLKORN) / 2, HEAD + 16), fitted.size, serif=True
    )
    values = (rows.grass, rows.bonus, rows.bog, rows.grain, rows.ridge, rows.marsh, rows.buildings, rows.canals)
    for i, value in enumerate(values):
        painter.middle(str(value), (x, FIRST + STEP * i + 19), 44)
    if column.won:
        painter.put(rule, (x - wide // 2 + 6, FIRST + STEP * 8 + 2), wide - 12)
    painter.put(signs.shield, (x, FIRST + STEP * 8 + 37), 29, str(total))
    painter.ground = PAPER


def _landscapes(painter: Painter, order: list[LandSight], names: tuple[str, ...]) -> None:
    """The finished landscapes, largest that fit, each with its buildings counted."""
    across = len(order) if len(order) <= 3 else (len(order) + 1) // 2
    down = (len(order) + across - 1) // across
    room = (ground.HEIGHT - LANDS - 6) // down
    size = min(room - 62, (ground.WIDTH - 40) // across - 24, 480)
    pitch = (ground.WIDTH - 40) // across
    for i, land in enumerate(order):
        count = min(across, len(order) - (i // across) * across)
        left = (ground.WIDTH - pitch * count) // 2 + (i % across) * pitch + (pitch - size) // 2
        top = LANDS + (i // across) * room + 36
        fitted = fit(names[land.seat], VOLLKORN, size, (30, 24))
        painter.text(fitted.text, (left, top - 8), fitted.size, serif=True)
        small(painter, land, (left, top), size, ())
        _buildings(painter, land, (left, top + size + 14), size)


def _buildings(painter: Painter, land: LandSight, at: tuple[int, int], wide: int) -> None:
    """How many of each building (R12.11)."""
    step = wide // 5
    for i, kind in enumerate(STOCKS[:5]):
        count = land.buildings.get(kind, 0)
        if count:
            x = at[0] + i * step + 18
            painter.put(signs.house, (x, at[1]), kind, 30)
            painter.middle(f"{count}", (x + 26, at[1] + 1), 28)
