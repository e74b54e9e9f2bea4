"""The result: points by category for every seat, who won, and all farms as they ended."""

from PIL import Image

from games.core.game import Outcome
from games.walnut_grove.view import FarmSight, View, farms_of, score
from render.core.fonts import BEBAS
from render.core.picture import Theme
from render.core.text import width
from render.walnut_grove import glance, tokens
from render.walnut_grove.inks import CREAM, FIELD, GOLD, INK, PAPER, RAIL, RED, SOFT, palette
from render.walnut_grove.paint import Painter
from render.walnut_grove.slips import dark, slot

WINS, SHARED, ALONE, ENDED = "{name} wins", "shared win", "{name}: {points} {points:point|points}", "after eight years"
COLUMNS = ("pens", "figures", "buildings", "coins", "bought", "help", "points")
LETTERING = (WINS, SHARED, ALONE, ENDED, *COLUMNS)
TOP, ROW, FIRST, PITCH = 172, 112, 508, 105


def foot(seats: int) -> int:
    """Where the table ends."""
    return TOP + ROW * seats


def draw(view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The table above the farms."""
    farms = farms_of(view)
    low = foot(len(farms)) + 16
    painter = Painter(palette().ground((1200, low + glance.high(farms)), PAPER))
    _title(painter, outcome, names, ended=view.table.over, theme=theme)
    for i, word in enumerate(COLUMNS):
        painter.ground = PAPER
        painter.fitted(theme.say(word).upper(), (FIRST + PITCH * i, 140), PITCH - 8, (34, 26), face=BEBAS, colour=SOFT)
    order = sorted(range(len(farms)), key=lambda seat: (outcome.places[seat], seat))
    for row, seat in enumerate(order):
        _row(painter, farms[seat], (names[seat], outcome.places[seat]), TOP + ROW * row)
    glance.draw(painter, farms, low, names)
    return painter.image


def _title(painter: Painter, outcome: Outcome, names: tuple[str, ...], *, ended: bool, theme: Theme) -> None:
    """Who won; of who plays alone the points, since the goals decide; how long it took unless it was broken off."""
    painter.put(dark, (0, 0), 1200, 96)
    painter.ground = INK
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    said = theme.say(
        ALONE if len(names) == 1 else WINS if len(winners) == 1 else SHARED,
        name=names[winners[0]],
        points=outcome.totals[winners[0]],
    )
    start = 30
    for seat in winners:
        painter.put(tokens.figure, (start + 36, 58), seat, 25.0, 43.0)
        start += 100
    aside = theme.say(ENDED).upper() if ended else ""
    painter.sign(aside, (1176, 48), 36, side="right", colour=RAIL)
    room = 1176 - width(aside, BEBAS, 36) - start - 30
    painter.fitted(said, (start, 48), round(room), (50, 30), side="left", colour=GOLD)


def _row(painter: Painter, farm: FarmSight, who: tuple[str, int], top: int) -> None:
    """One seat: place, figure, name, points by category."""
    name, place = who
    sheet = score(farm.farm)
    painter.ground = PAPER
    painter.put(slot, (22, top), 1156, "first" if place == 1 else "")
    painter.ground = FIELD if place == 1 else CREAM
    painter.word(str(place), (58, top + 48), 46)
    painter.put(tokens.figure, (118, top + 58), int(farm.seat), 25.0)
    painter.name(name, (166, top + 48), FIRST - 28 - 166, (40, 26))
    bought = sum(points for _, points in sheet.improvements)
    points = (sheet.pens, sheet.figures, sheet.buildings, sheet.coins, bought, sheet.help, sheet.total)
    for i, number in enumerate(points):
        text = str(number).replace("-", "−")
        if i == len(points) - 1:
            painter.word(text, (1166, top + 48), 50, side="right")
            continue
        colour = RED if number < 0 and place != 1 else INK
        painter.word(text, (FIRST + PITCH * i, top + 48), 40, colour=colour)
