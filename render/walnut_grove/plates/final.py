"""The score sheet: points by category for every player, the best first."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.core.seats import Seat
from games.walnut_grove.view import View, score
from render.core.lettering.fonts import BEBAS, SLAB
from render.core.lettering.text import fit, width
from render.core.picture import Theme
from render.walnut_grove.inks import CREAM, FIELD, GOLD, INK, PAPER, RAIL, RED, SOFT, palette
from render.walnut_grove.paint import LEAST_SIGN, LEAST_WORD, Painter
from render.walnut_grove.pieces import tokens
from render.walnut_grove.pieces.slips import dark, slip

WINS, SHARED, ALONE, ENDED = (
    "{name} wins",
    "shared win",
    "{name}: {points, plural, one {# point} other {# points}}",
    "after eight years",
)
COLUMNS = ("pens", "figures", "buildings", "coins", "bought", "help", "points")
GOODS = "goods"
"""The column of the tie-break, before the points, where players are tied."""
LETTERING = (WINS, SHARED, ALONE, ENDED, GOODS, *COLUMNS)
WIDE, BAR = 1100, 64
HEADS, TOP, ROW, HIGH = 97, 122, 104, 92
"""Middle of the headings; top of the first row, from one to the next, height of one."""
FIRST, PITCH = 436, 96
TIED = 428, 79
"""The same where one column more is needed."""
NAME_AT, POINTS_AT = 148, 1076


@dataclass(frozen=True, slots=True)
class Row:
    """What a player's row says: the categories in the order of `COLUMNS`, the last the sum."""

    seat: Seat
    name: str
    place: int
    points: tuple[int, ...]
    goods: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn of a result: the rows, the best first."""

    rows: tuple[Row, ...]
    ended: bool
    """All eight years were played."""
    total: int
    """Of the first player."""
    theme: Theme

    @property
    def tied(self) -> bool:
        """Whether players have the same points, so that goods decide."""
        return len({row.points[-1] for row in self.rows}) < len(self.rows)

    @property
    def columns(self) -> tuple[int, int]:
        """The middle of the first column, and from one to the next."""
        return TIED if self.tied else (FIRST, PITCH)


def sheet(view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Sheet:
    """The score sheet of a result."""
    rows = []
    for seat in rank_seats(outcome):
        counted = score(view.table.farms[seat])
        bought = sum(points for _, points in counted.improvements)
        summed = (counted.pens, counted.figures, counted.buildings, counted.coins, bought, counted.help)
        rows.append(Row(seat, names[seat], outcome.places[seat], (*summed, counted.total), counted.goods))
    return Sheet(tuple(rows), view.table.over, outcome.totals[rows[0].seat], theme)


def rank_seats(outcome: Outcome) -> tuple[Seat, ...]:
    """The seats by place."""
    return tuple(map(Seat, sorted(range(len(outcome.places)), key=lambda seat: (outcome.places[seat], seat))))


def draw(shown: Sheet) -> Image.Image:
    """The sheet, 1100 wide, 104 for each player below its heads."""
    painter = Painter(palette().ground((WIDE, TOP + ROW * len(shown.rows) + 12), PAPER))
    _title(painter, shown)
    painter.ground = PAPER
    _heads(painter, shown)
    for i, row in enumerate(shown.rows):
        _row(painter, row, TOP + ROW * i, shown)
    return painter.image


def _heads(painter: Painter, shown: Sheet) -> None:
    """The headings of the columns; where one is wider than its column, every other stands higher."""
    columns = (*COLUMNS[:-1], *((GOODS,) if shown.tied else ()), COLUMNS[-1])
    said = [shown.theme.say(word).upper() for word in columns]
    start, pitch = shown.columns
    broad = any(width(word, BEBAS, LEAST_SIGN) > pitch + 2 for word in said[:-1])
    for i, word in enumerate(said[:-1]):
        at = (start + pitch * i, HEADS + ((-16, 8)[i % 2] if broad else 0))
        room = 2 * pitch - 20 if broad else pitch + 2
        painter.draw_fitted(word, at, room, (LEAST_SIGN, LEAST_SIGN), face=BEBAS, colour=SOFT)
    last = fit(said[-1], BEBAS, WIDE - start - pitch * (len(said) - 1) + pitch // 2 - 36, (34, LEAST_SIGN))
    painter.sign(last.text, (POINTS_AT, HEADS), last.size, side="right", colour=SOFT)


def _title(painter: Painter, shown: Sheet) -> None:
    """Who won; of who plays alone the points, since the goals decide; how long it took unless it was broken off."""
    painter.put(dark, (0, 0), WIDE, BAR)
    painter.ground = INK
    winners = [row for row in shown.rows if row.place == 1]
    pattern = ALONE if len(shown.rows) == 1 else WINS if len(winners) == 1 else SHARED
    said = shown.theme.say(pattern, name=winners[0].name, points=shown.total)
    start = 14
    for row in winners:
        painter.put(tokens.figure, (start + 34, 40), int(row.seat), 20.0, 31.0)
        start += 76
    aside = shown.theme.say(ENDED).upper() if shown.ended else ""
    room = WIDE - start - 24
    for size in (36, LEAST_SIGN):
        if room - width(aside, BEBAS, size) - 24 >= width(said, SLAB, LEAST_WORD):
            room -= round(painter.sign(aside, (WIDE - 18, 34), size, side="right", colour=RAIL)) + 24
            break
    painter.name(said, (start + 6, 34), room, 46, colour=GOLD)


def _row(painter: Painter, row: Row, top: int, shown: Sheet) -> None:
    """One player: place, figure, name, points by category, and the goods of a tie in parentheses."""
    first = row.place == 1
    painter.ground = PAPER
    painter.put(slip, (10, top), WIDE - 22, HIGH, first=first)
    painter.ground = FIELD if first else CREAM
    y = top + HIGH / 2
    painter.word(str(row.place), (41, y), 46)
    painter.put(tokens.figure, (102, y + 12), int(row.seat), 23.0)
    start, pitch = shown.columns
    painter.name(row.name, (NAME_AT, y), start - 34 - NAME_AT, 42, most=2)
    *parts, total = (str(number).replace("-", "−") for number in row.points)
    for i, text in enumerate(parts):
        colour = RED if row.points[i] < 0 and not first else INK
        painter.word(text, (start + pitch * i, y), 42, colour=colour)
    if shown.tied:
        painter.word(f"({row.goods})", (start + pitch * len(parts), y), 36, colour=SOFT)
    painter.word(total, (POINTS_AT, y), 56, side="right")
