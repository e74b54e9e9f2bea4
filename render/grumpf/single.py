"""What one clan has: its Animals in series, points so far, Grumpfs in hand, tiles and Jokers."""

from PIL import Image

from games.core.seats import Seat
from games.grumpf.view import CardSight, View, board_of, series_of
from render.core.picture import Theme
from render.grumpf import foot, series, signs
from render.grumpf.grumpfs import mark, scowl
from render.grumpf.inks import CREAM, INK, RESTING, SOOT, TORCH
from render.grumpf.paint import Painter
from render.grumpf.pictograms import pictogram
from render.grumpf.stone import wall

HIGH = 720
TOP = 112
BLANK = (1060, 590)
COLUMN, STEP = 118, 122  # middle of the first column, pitch
NONE_YET, MORE = "no Animals yet", "+{count} more"
LETTERING = ("points so far", NONE_YET, MORE)
ROWS = 5  # that fit at full size


def draw(view: View, seat: Seat, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The picture, 1080 x 720."""
    card = board_of(view).cards[seat]
    painter = Painter(wall(HIGH))
    painter.put(mark, (62, 58), card.clan, 72)
    across = painter.word(card.clan, (112, 58), 54, colour=CREAM)
    painter.fitted(names[seat], (112 + across + 24, 58), 560 - round(across), (46, 28), colour=TORCH)
    text = theme.say("points so far")
    painter.fitted(text, (936, 58), 270, (34, 26), side="right", colour=CREAM)
    painter.put(series.points_plate, (1004, 58), str(card.points), 72)
    painter.put(foot.blank, (10, TOP), BLANK[0], "single", lit=False, high=BLANK[1])
    painter.ground = RESTING
    _counts(painter, card)
    _rows(painter, view, seat, theme)
    _hand(painter, card)
    return painter.image


def _counts(painter: Painter, card: CardSight) -> None:
    """How many of each species, above the columns of the series."""
    for i, (species, count) in enumerate(card.animals.items()):
        x = COLUMN + STEP * i
        colour = INK if count else foot.pale(RESTING)
        painter.put(pictogram, (x - 56, TOP + 24), species, 54, colour)
        painter.number(str(count), (x + 30, TOP + 52), 44, colour=colour)
    painter.put(foot.rule, (30, TOP + 92), 660, RESTING)


def _rows(painter: Painter, view: View, seat: Seat, theme: Theme) -> None:
    """The series, longest first; singles that do not fit are counted."""
    rows = series_of(view, seat)
    if not rows:
        painter.fitted(theme.say(NONE_YET), (COLUMN - 60, TOP + 150), 600, (40, 28), colour=SOOT)
        return
    shown = rows if len(rows) <= 2 * ROWS else rows[: 2 * ROWS - 2]
    more = len(rows) - len(shown)
    step = 96 if len(shown) <= ROWS else 480 // (len(shown) + bool(more))
    size = min(84, step - 8)
    for i, one in enumerate(shown):
        y = TOP + 104 + step * (i + 0.5)
        series.row(painter, one, (COLUMN, y), size, STEP)
        painter.word(f"+{one.points}" if one.points else "0", (COLUMN + 4 * STEP + 84, y), min(44, size), colour=INK)
    if more:
        text = theme.say(MORE, count=more)
        painter.fitted(text, (COLUMN - 60, TOP + 104 + step * (len(shown) + 0.5)), 600, (34, 26), colour=SOOT)


def _hand(painter: Painter, card: CardSight) -> None:
    """Grumpfs and clubs left, tiles, Jokers, each with its number, on the right."""
    lines = [(scowl, (card.clan, 72), card.tokens), (signs.club_icon, (72,), card.clubs)]
    y = TOP + 74
    for make, args, count in lines:
        painter.put(make, (800, y), *args)
        painter.number(str(count), (890, y), 64)
        y += 112
    painter.put(signs.spiral_tile, (800, y), 66)
    painter.number(str(card.tiles), (890, y), 64, colour=INK if card.tiles else foot.pale(RESTING))
    painter.put(signs.joker, (800, y + 112), 70)
    painter.number(str(card.jokers), (890, y + 112), 64, colour=INK if card.jokers else foot.pale(RESTING))
    if card.hut:
        painter.put(signs.roof_icon, (980, TOP + 50), 110)
