"""The result: tulips by colour and points for every seat, how the runners fared, and the board as it ended."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.h2olland.view import POINTS, Panel, Table, View, panels
from render.core.fonts import SPARTAN
from render.core.picture import Theme
from render.core.text import fit, fit_lines
from render.h2olland import sheet, signs, tokens
from render.h2olland.inks import CREAM, INK, LETTERS, PANEL, PAPER, QUIET, SEATS, TULIPS
from render.h2olland.paint import Painter
from render.h2olland.panels import plaque
from render.h2olland.window import COLUMNS, Window

WINS, SHARED, PLAYERS, TOTAL = "{name} wins", "shared win", "{points} {points:point|points}", "points"
RUNNERS, UNCLAIMED, LAST_TILE, NO_TILE = (
    "runners: {tulips} on tulips, {other} on crops, {unused} left",
    "tulip fields unclaimed: {count}, worth {worth}",
    "last tile: {name}",
    "no tile was turned",
)
LETTERING = (WINS, SHARED, PLAYERS, TOTAL, RUNNERS, UNCLAIMED, LAST_TILE, NO_TILE)
TOP, ROW = 164, 122
SIZE = (1120, 112)
FIRST, PITCH = 470, 88  # middle of the first colour's column, and from column to column
SQUARE = 56


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line of the table."""

    panel: Panel
    name: str
    place: int
    total: int
    won: bool


def window(table: Table) -> Window:
    """The whole board, smaller, below the table."""
    left = (sheet.WIDTH - COLUMNS * SQUARE) // 2
    return Window(0, 0, COLUMNS, table.board.rows, SQUARE, (left, foot(table.seats) + 96))


def foot(seats: int) -> int:
    """Where the table ends."""
    return TOP + ROW * seats


def high(table: Table) -> int:
    """The height of the picture."""
    return foot(table.seats) + 96 + table.board.rows * SQUARE + 48


def draw(painter: Painter, view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Image.Image:
    """The head and the table, on a sheet that has the board already."""
    sheet.title(painter, view.table, theme)
    winners = [seat for seat, place in enumerate(outcome.places) if place == 1]
    _winner(painter, winners, outcome, names, theme)
    _columns(painter, theme)
    shown = panels(view)
    order = sorted(range(len(shown)), key=lambda seat: (outcome.places[seat], seat))
    for row, seat in enumerate(order):
        line = Line(shown[seat], names[seat], outcome.places[seat], outcome.totals[seat], seat in winners)
        _line(painter, view.table, line, TOP + ROW * row, theme)
    _notes(painter, view.table, names, theme)
    return painter.image


def _winner(painter: Painter, winners: list[int], outcome: Outcome, names: tuple[str, ...], theme: Theme) -> None:
    """The plate in the winner's colour."""
    alone = len(winners) == 1
    seat = winners[0] if alone else -1
    painter.ground = PAPER
    painter.put(signs.turn_plate, (346, 8), seat, 814)
    painter.ground = SEATS[seat] if alone else CREAM
    colour = LETTERS[seat] if alone else INK
    points = theme.say(PLAYERS, points=outcome.totals[winners[0]])
    if alone:
        painter.put(tokens.badge, (398, 51), seat, 29.0)
        sheet.plate_name(painter, theme.say(WINS), names[seat], (446, 38), 690, colour)
        painter.fitted(points, (446, 72), 600, (29, 26), colour=colour)
        return
    painter.fitted(f"{theme.say(SHARED)}: {points}", (374, 38), 760, (37, 27), colour=colour)
    painter.fitted(", ".join(names[winner] for winner in winners), (374, 72), 760, (29, 26), colour=colour)


def _columns(painter: Painter, theme: Theme) -> None:
    """The heads of the columns."""
    painter.ground = PAPER
    for i, kind in enumerate(TULIPS):
        painter.put(tokens.bulb, (FIRST + PITCH * i, 132), kind, str(i + 1), size=50)
    word = fit(theme.say(TOTAL), SPARTAN, 130, (29, 26))
    painter.word(word.text, (1136, 134), word.size, side="right")


def _line(painter: Painter, table: Table, line: Line, top: int, theme: Theme) -> None:
    """One seat: place, name, fields claimed by colour, points, runners."""
    seat = line.panel.seat
    painter.ground = PAPER
    painter.put(plaque, (40, top), seat, active=line.won, size=SIZE)
    painter.ground = SEATS[seat]
    painter.put(tokens.badge, (103, top + 56), seat, 23.0)
    painter.word(f"{line.place}", (62, top + 56), 36, side="middle", colour=LETTERS[seat])
    painter.ground = CREAM if line.won else PANEL
    found = fit_lines(line.name, ((SPARTAN, (38, 26)),), FIRST - 20 - 160)
    for i, text in enumerate(found.lines):
        painter.word(text, (160, top + (38 if len(found.lines) == 1 else 25 + 30 * i)), found.size)
    for i, count in enumerate(line.panel.tulips):
        painter.word(str(count), (FIRST + PITCH * i, top + 38), 40, side="middle", colour=INK if count else QUIET)
    painter.word(str(line.total), (1136, top + 54), 58, side="right")
    ran = [field.item in TULIPS for field in table.fields.values() if field.runner == seat]
    told = theme.say(RUNNERS, tulips=sum(ran), other=len(ran) - sum(ran), unused=line.panel.runners)
    painter.fitted(told, (160, top + 84), 860, (28, 26))


def _notes(painter: Painter, table: Table, names: tuple[str, ...], theme: Theme) -> None:
    """What nobody claimed, and who turned the last tile."""
    free = [POINTS[field.item] for field in table.fields.values() if field.item in POINTS and field.runner is None]
    painter.ground = PAPER
    y = foot(table.seats) + 22
    end = 48 + painter.fitted(theme.say(UNCLAIMED, count=len(free), worth=sum(free)), (48, y), 620, (29, 26))
    last = table.last_flipper
    told = theme.say(NO_TILE) if last is None else theme.say(LAST_TILE, name=names[last])
    word = fit(told, SPARTAN, round(1152 - end - 40), (29, 26))
    painter.word(word.text, (1152, y), word.size, side="right")
