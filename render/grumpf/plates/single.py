"""What one clan has: its Animals in series, points so far, Grumpfs in hand, tiles and Jokers."""

from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image

from games.core.seats import Seat
from games.grumpf.view import CardSight, SeriesSight, View, board_of, series_of
from render.core.picture import Theme
from render.core.surface import Raster
from render.grumpf.inks import CREAM, INK, RESTING, SOOT, TORCH
from render.grumpf.paint import Painter
from render.grumpf.pieces import signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.pieces.grumpfs import mark, scowl
from render.grumpf.pieces.pictograms import pictogram
from render.grumpf.plates import card, series
from render.grumpf.sights import key_of
from render.grumpf.terrain.blank import blank
from render.grumpf.terrain.stone import wall

HIGH = 700
TOP = 104
BLANK = (1084, 580)
COLUMN, STEP = 118, 124  # middle of the first column, pitch
RIGHT = 820  # middle of the icons of what is still held
POINTS, NONE_YET, MORE = "points so far", "no Animals yet", "+{count} more"
LETTERING = (POINTS, NONE_YET, MORE)
ROWS = 5  # that fit at full size


@dataclass(frozen=True, slots=True)
class Sight:
    """A clan as it is drawn; sights with equal keys look the same."""

    card: CardSight = field(compare=False)
    key: tuple[object, ...]
    series: tuple[SeriesSight, ...]
    name: str


def sight_of(view: View, seat: Seat, names: tuple[str, ...]) -> Sight:
    """What one clan has."""
    shown = board_of(view).cards[seat]
    return Sight(shown, key_of(shown), series_of(view, seat), names[seat])


def draw(sight: Sight, theme: Theme) -> Image.Image:
    """The plate, 1100 x 700."""
    shown = sight.card
    painter = Painter(wall(HIGH))
    painter.put(mark, (58, 54), shown.clan, 72)
    across = painter.word(shown.clan, (108, 54), 54, colour=CREAM)
    painter.put(series.points_plate, (1036, 54), str(shown.points), 72)
    taken = painter.fit_word(theme.say(POINTS), (972, 54), 280, (34, TEXT), side="right", colour=CREAM)
    room = round(972 - taken - 24 - 132 - across)
    painter.fit_word(sight.name, (108 + across + 24, 54), room, (46, TEXT), colour=TORCH)
    painter.put(blank, (8, TOP), BLANK, 0, lit=False)
    painter.ground = RESTING
    _counts(painter, shown)
    _rows(painter, sight.series, theme)
    _hand(painter, shown)
    return painter.image


def _counts(painter: Painter, shown: CardSight) -> None:
    """How many of each species, above the columns of the series."""
    for i, (species, count) in enumerate(shown.animals.items()):
        x = COLUMN + STEP * i
        colour = INK if count else card.pale(RESTING)
        painter.put(pictogram, (x - 56, TOP + 20), species, 54, colour)
        painter.number(str(count), (x + 30, TOP + 48), 44, colour=colour)
    painter.put(card.rule, (30, TOP + 86), 670, RESTING)


def _rows(painter: Painter, rows: tuple[SeriesSight, ...], theme: Theme) -> None:
    """The series, longest first; singles that do not fit are counted."""
    if not rows:
        painter.fit_word(theme.say(NONE_YET), (COLUMN - 60, TOP + 146), 600, (40, TEXT), colour=SOOT)
        return
    shown = rows if len(rows) <= 2 * ROWS else rows[: 2 * ROWS - 2]
    more = len(rows) - len(shown)
    step = 96 if len(shown) <= ROWS else 480 // (len(shown) + bool(more))
    size = min(84, step - 8)
    for i, one in enumerate(shown):
        y = TOP + 94 + step * (i + 0.5)
        series.row(painter, one, (COLUMN, y), size, STEP)
        text = f"+{one.points}" if one.points else "0"
        painter.word(text, (COLUMN + 4 * STEP + 84, y), max(TEXT, min(44, size)), colour=INK)
    if more:
        at = (COLUMN - 60, TOP + 94 + step * (len(shown) + 0.5))
        painter.fit_word(theme.say(MORE, count=more), at, 600, (34, TEXT), colour=SOOT)


def _hand(painter: Painter, shown: CardSight) -> None:
    """Grumpfs and clubs left, tiles, Jokers, each with its number, on the right."""
    held: tuple[tuple[Callable[..., Raster], tuple[str | int, ...], int], ...] = (
        (scowl, (shown.clan, 72), shown.tokens), (signs.club_icon, (72,), shown.clubs),
        (signs.spiral_tile, (66,), shown.tiles), (signs.joker, (70,), shown.jokers),
    )  # fmt: skip
    for i, (make, args, count) in enumerate(held):
        y = TOP + 80 + 112 * i
        painter.put(make, (RIGHT, y), *args)
        painter.number(str(count), (RIGHT + 92, y), 64, colour=INK if count or i < 2 else card.pale(RESTING))
    if shown.hut:
        painter.put(signs.roof_icon, (1000, TOP + 54), 110)
