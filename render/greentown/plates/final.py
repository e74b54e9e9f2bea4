"""The score, 1100 x 700: the sheet of every seat in a column, the best first."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.greentown.view import Sheet, View
from render.core.ink import even
from render.core.lettering.fonts import DOSIS, DOSIS_BOLD, KAFFEESATZ
from render.core.lettering.text import Lines, fit, fit_lines, width
from render.core.memory.cache import cached
from render.core.paths import close_path, rectangle, round_rectangle, star
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.greentown.inks import ACTIVE, BAND, CREAM, INK, PAPER, SAND, palette
from render.greentown.paint import Painter
from render.greentown.pieces import cards
from render.greentown.pieces.tokens import chip
from render.greentown.plates import bands, lines

TABLE = 60  # upper edge of the table
MARGIN = 8
WIDEST = 400  # of a column
FIGURES, TOTAL = 36, 40  # pixels of the numbers
LETTERS = 30
ICONS = ("nature", "culture", "sport", "shopping")
SHEET = (*ICONS, "missed", "settled", "from_others")
FACTS = ("tours", "best", "wishes_missed", "erected", "tiles")
LABEL = {
    "nature": "nature", "culture": "culture", "sport": "sport", "shopping": "shopping", "missed": "losses",
    "settled": "settled between two", "from_others": "from others' tours", "total": "total", "tours": "tours led",
    "best": "best tour", "wishes_missed": "wishes missed", "erected": "buildings", "tiles": "laid + developed",
}  # fmt: skip
LETTERING = ("final score", "{name} wins", "shared win", *LABEL.values())


@dataclass(frozen=True, slots=True)
class Look:
    """How the table looks with a number of players: width of the labels, height of the names, from row to row."""

    labels: int
    names: int
    step: int
    stacked: bool = False
    """Whether chips stand above the names."""


LOOKS = {2: Look(330, 64, 43), 3: Look(264, 70, 46), 4: Look(264, 104, 43, stacked=True)}
"""By number of players."""
TALL = Look(264, 134, 41, stacked=True)
"""Of four players one of whom has a name of three lines."""
FACES = ((DOSIS, (LETTERS, LETTERS)), (KAFFEESATZ, (LETTERS, LETTERS)))
"""Of names with more than one line."""
BESIDE = 46  # pixels that a chip takes beside a name
PITCH = 27  # from line to line of a name


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column: whose, its place among them, its name, its numbers, and whether the seat won."""

    seat: int
    name: str
    values: tuple[str, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class Scores:
    """What the table shows: the head, the columns from the best on, and the rows."""

    head: lines.Head
    columns: tuple[Column, ...]
    rows: tuple[str, ...]


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


@cached
def plaque(wide: int, high: int, *, won: bool) -> Raster:
    """The field of one column from its upper left corner; a winner's is lighter, with a thick frame."""
    plate = Surface("column", (-3, -3, wide + 3, high + 3), 1.0, flat=True)
    body = round_rectangle(2.5, 2.5, wide - 2.5, high - 2.5, radius=14)
    plate.pen().shape(body, ACTIVE if won else SAND, edge=even(5 if won else 2, INK), shake=0)
    return plate.raster()


@cached
def laurel() -> Raster:
    """The sign of a winner: an ink disc with a cream star."""
    plate = Surface("laurel", (-18, -18, 18, 18), 1.0)
    plate.pen().disc(0, 0, 15.5, INK)
    plate.pen().shape(star(0, 0.5, 11.5), CREAM, shake=0)
    return plate.raster()


@cached
def label_icon(row: int) -> Raster:
    """The sign of a category, about (0, 0)."""
    plate = Surface("labelicon", (-18, -18, 18, 18), 1.0)
    cards.icon(plate.pen(), row, filled=True, size=1.5)
    return plate.raster()


@cached
def rule(wide: int) -> Raster:
    """A straight ink line from (0, 0)."""
    plate = Surface("rule", (-2, -3, wide + 2, 3), 1.0)
    plate.pen().shape(close_path(rectangle(0, -1.3, wide, 1.3)), INK, shake=0)
    return plate.raster()


def head_of(outcome: Outcome, names: tuple[str, ...], theme: Theme) -> lines.Head:
    """Who won."""
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    score = theme.say("final score")
    if len(winners) == 1:
        return lines.Head(score, theme.say("{name} wins"), names[winners[0]], winners[0])
    return lines.Head(score, theme.say("shared win"))


def scores_of(view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Scores:
    """What the table shows of a result."""
    shown = rows(len(names))
    columns = []
    for seat in sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat)):
        values = tuple(value(view.sheets[seat], row, outcome.totals[seat]) for row in shown)
        columns.append(Column(seat, names[seat], values, outcome.places[seat] == 1))
    return Scores(head_of(outcome, names, theme), tuple(columns), shown)


def draw(shown: Scores, theme: Theme) -> Image.Image:
    """The table."""
    painter = Painter(base())
    lines.head(painter, shown.head)
    seats = len(shown.columns)
    look = LOOKS[seats]
    wide = min(WIDEST, (bands.WIDTH - look.labels - MARGIN) // seats)
    start = bands.WIDTH - MARGIN - wide * seats
    names = [_break_name(column.name, look, wide - 8) for column in shown.columns]
    look = TALL if any(len(name.lines) > 2 for name in names) else look
    for i, (column, name) in enumerate(zip(shown.columns, names, strict=True)):
        span = (start + wide * i + 4, wide - 8)
        _column(painter, shown.rows, column, look, span)
        _name(painter, name, column.seat, look, span)
    _labels(painter, shown.rows, look, start, theme)
    return painter.image


@cached
def base() -> Image.Image:
    """Paper under the band of the head."""
    painter = Painter(palette().bring(bands.margin(bands.WIDTH, bands.HEIGHT)))
    painter.put(bands.band, (0, 0), bands.WIDTH, bands.HEAD, BAND)
    return painter.image


def _middle(look: Look, row: int) -> float:
    """The middle of a row."""
    return TABLE + look.names + look.step * (row + 0.5)


def _labels(painter: Painter, table: tuple[str, ...], look: Look, right: int, theme: Theme) -> None:
    """The rows' names on the left, the four categories with their signs."""
    painter.ground = PAPER
    for i, row in enumerate(table):
        y, left = _middle(look, i), 16
        if row in ICONS:
            painter.put(label_icon, (left + 14, y), ICONS.index(row))
            left += 40
        face, size = (DOSIS, 36) if row == "total" else (DOSIS_BOLD, 32)
        found = fit(theme.say(LABEL[row]), face, right - left - 6, (size, LETTERS))
        painter.center_capitals(found.text, (left, y), (face, found.size, INK), side="left")


def _column(painter: Painter, table: tuple[str, ...], column: Column, look: Look, span: tuple[int, int]) -> None:
    """The field of one seat with its numbers, from a left side on so wide."""
    left, wide = span
    middle = left + wide // 2
    painter.ground = PAPER
    painter.put(plaque, (left, TABLE), wide, look.names + look.step * len(table) + 6, won=column.won)
    painter.ground = ACTIVE if column.won else SAND
    for i, (row, text) in enumerate(zip(table, column.values, strict=True)):
        y = _middle(look, i)
        if row == "total":
            for at in (y - look.step / 2, y + look.step / 2):
                painter.put(rule, (left + 14, at), wide - 28)
            if column.won:
                painter.put(laurel, (middle - 62, y))
        painter.center_capitals(text, (middle, y), (DOSIS, TOTAL if row == "total" else FIGURES, INK))


def _break_name(name: str, look: Look, wide: int) -> Lines:
    """A name as it stands in a column so wide: one line if it can, else more, the last resort a narrower face."""
    room = wide - 10 - (0 if look.stacked else BESIDE)
    whole = fit_lines(name, ((DOSIS, (36, LETTERS)),), room, most=1)
    return whole if whole.lines == (name,) else fit_lines(name, FACES, room, most=3 if look.stacked else 2)


def _name(painter: Painter, name: Lines, seat: int, look: Look, span: tuple[int, int]) -> None:
    """Chip and name in the head of a column, on the ground of the column."""
    left, wide = span
    beside = 0 if look.stacked else BESIDE
    across = max(width(line, name.face, name.size) for line in name.lines)
    x = left + (wide - across - beside) / 2
    upper = TABLE + (44 if look.stacked else 2)
    chipped = (left + wide / 2, TABLE + 26) if look.stacked else (x + 20, upper + look.names / 2)
    painter.put(chip, chipped, seat, 20)
    middle = (upper + TABLE + look.names) / 2 + (1 if look.stacked else 2)
    for i, line in enumerate(name.lines):
        y = middle + (i - (len(name.lines) - 1) / 2) * PITCH
        if look.stacked:
            painter.word(line, (left + wide / 2, y), name.size, side="middle", face=name.face)
        else:
            painter.word(line, (x + beside, y), name.size, face=name.face)
