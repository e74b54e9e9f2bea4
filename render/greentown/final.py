"""The result, 1200 x 1420: the score sheet of every seat, the best first, above the finished town."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from games.core.game import Outcome
from games.greentown.view import Board, Sheet, View
from render.core.fonts import DOSIS, DOSIS_BOLD
from render.core.ink import even
from render.core.paths import closed, rectangle, rounded, star
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.core.text import fit, fit_lines, width
from render.greentown import bands, board, cards, lines, town
from render.greentown.inks import ACTIVE, CREAM, INK, PAPER, SAND
from render.greentown.paint import Painter
from render.greentown.pieces import chip
from render.greentown.sights import NOTHING

LABELS = 318  # width of the column of labels
NAMES = 116  # middle of the names
FIRST, STEP = 170, 37  # middle of the first row, and from row to row
LOWEST = 1404  # foot of the map
ICONS = ("nature", "culture", "sport", "shopping")
SHEET = (*ICONS, "missed", "settled", "from_others")
FACTS = ("tours", "best", "wishes_missed", "erected", "tiles")
LABEL = {
    "nature": "trees", "culture": "culture", "sport": "sport", "shopping": "shopping", "missed": "losses",
    "settled": "settled between two", "from_others": "from others' tours", "total": "total", "tours": "tours led",
    "best": "best tour", "wishes_missed": "wishes missed", "erected": "buildings", "tiles": "laid + developed",
}  # fmt: skip
LETTERING = ("final score", "{name} wins", "shared win", *LABEL.values())


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column: whose, its middle, its width, and whether the seat won."""

    seat: int
    middle: int
    wide: int
    won: bool


def rows(seats: int) -> tuple[str, ...]:
    """The rows of the table; only two players settle (R10.5)."""
    return (*(row for row in SHEET if row != "settled" or seats == 2), "total", *FACTS)


def value(sheet: Sheet | None, row: str, total: int) -> str:
    """What stands in one row of a column."""
    if row == "total":
        return str(total)
    if sheet is None:
        return "–"
    if row == "tiles":
        return f"{sheet.laid} + {sheet.developed}"
    number = int(getattr(sheet, row))
    return str(number) if number >= 0 else f"−{-number}"


@lru_cache(maxsize=8)
def plaque(wide: int, high: int, *, won: bool) -> Raster:
    """The field of one column from its upper left corner; a winner's is lighter, with a thick frame."""
    plate = Surface("column", (-3, -3, wide + 3, high + 3), 1.0, flat=True)
    body = rounded(2.5, 2.5, wide - 2.5, high - 2.5, radius=14)
    plate.pen().shape(body, ACTIVE if won else SAND, edge=even(5 if won else 2, INK), shake=0)
    return plate.raster()


@lru_cache(maxsize=2)
def laurel() -> Raster:
    """The sign of a winner: an ink disc with a cream star."""
    plate = Surface("laurel", (-18, -18, 18, 18), 1.0)
    plate.pen().disc(0, 0, 15.5, INK)
    plate.pen().shape(star(0, 0.5, 11.5), CREAM, shake=0)
    return plate.raster()


@lru_cache(maxsize=4)
def label_icon(row: int) -> Raster:
    """The sign of a category, about (0, 0)."""
    plate = Surface("labelicon", (-18, -18, 18, 18), 1.0)
    cards.icon(plate.pen(), row, filled=True, size=1.5)
    return plate.raster()


@lru_cache(maxsize=8)
def rule(wide: int) -> Raster:
    """A straight ink line from (0, 0)."""
    plate = Surface("rule", (-2, -3, wide + 2, 3), 1.0)
    plate.pen().shape(closed(rectangle(0, -1.3, wide, 1.3)), INK, shake=0)
    return plate.raster()


def draw(view: View, sight: Board, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The table above the town."""
    table = rows(len(names))
    box = (16, FIRST + STEP * len(table) + 6, 1184, LOWEST)
    painter = Painter(board.sheet(board.SIZE, box))
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    score = theme.say("final score")
    if len(winners) == 1:
        left = lines.plate(painter, theme.say("{name} wins"), score, name=names[winners[0]], seat=winners[0])
    else:
        left = lines.plate(painter, theme.say("shared win"), score)
    lines.second(painter, score, left)
    seats = len(names)
    wide = min(250, (bands.WIDTH - LABELS - 30) // seats)
    start = LABELS + (bands.WIDTH - LABELS - 20 - wide * seats) // 2
    order = sorted(range(seats), key=lambda seat: (outcome.places[seat], seat))
    for i, seat in enumerate(order):
        column = Column(seat, start + wide * i + wide // 2, wide, outcome.places[seat] == 1)
        _column(painter, column, table, [value(view.sheets[seat], row, outcome.totals[seat]) for row in table])
        _name(painter, column, names[seat])
    _labels(painter, table, theme)
    town.draw(painter, sight, NOTHING, box, finished=True)
    return painter.image


def _labels(painter: Painter, table: tuple[str, ...], theme: Theme) -> None:
    """The rows' names on the left, the four categories with their signs."""
    painter.ground = PAPER
    for i, row in enumerate(table):
        y = FIRST + STEP * i
        left = 30
        if row in ICONS:
            painter.put(label_icon, (left + 14, y), ICONS.index(row))
            left += 40
        face, size = (DOSIS, 34) if row == "total" else (DOSIS_BOLD, 30)
        found = fit(theme.say(LABEL[row]), face, LABELS - left - 6, (size, 26))
        painter.capped(found.text, (left, y), (face, found.size, INK), side="left")


def _column(painter: Painter, column: Column, table: tuple[str, ...], values: list[str]) -> None:
    """The field of one seat with its numbers."""
    high = FIRST + STEP * len(table) - 92
    wide = column.wide - 10
    left = column.middle - wide // 2
    painter.ground = PAPER
    painter.put(plaque, (left, 82), wide, high, won=column.won)
    painter.ground = ACTIVE if column.won else SAND
    for i, (row, text) in enumerate(zip(table, values, strict=True)):
        y = FIRST + STEP * i
        if row == "total":
            painter.put(rule, (left + 14, y - STEP / 2), wide - 28)
            painter.put(rule, (left + 14, y + STEP / 2), wide - 28)
            if column.won:
                painter.put(laurel, (column.middle - 62, y))
        painter.capped(text, (column.middle, y), (DOSIS, 38 if row == "total" else 30, INK))


def _name(painter: Painter, column: Column, name: str) -> None:
    """Chip and name in the middle of the column's head."""
    found = fit_lines(name, ((DOSIS, (34, 26)),), column.wide - 78)
    x = column.middle - (max(width(line, DOSIS, found.size) for line in found.lines) + 48) / 2
    painter.put(chip, (x + 20, NAMES), column.seat, 20)
    top = NAMES + 1 - (len(found.lines) - 1) * found.size / 2
    for i, line in enumerate(found.lines):
        painter.word(line, (x + 48, top + i * found.size), found.size)
