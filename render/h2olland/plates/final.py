"""The result: tulips by colour and points for every seat, and how the runners fared."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.h2olland.view import POINTS, Table, View, panels
from render.core.lettering.fonts import SPARTAN
from render.core.lettering.text import fit_lines
from render.core.picture import Theme
from render.h2olland.inks import CREAM, INK, LETTERS, PANEL, PAPER, QUIET, SEATS, TULIPS
from render.h2olland.paint import LEAST, NARROW, Painter
from render.h2olland.pieces import tokens
from render.h2olland.plates import head
from render.h2olland.plates.head import Head
from render.h2olland.plates.panels import plaque
from render.h2olland.terrain import sheet

PLAYERS, TOTAL = "{points, plural, one {# point} other {# points}}", "points"
RUNNERS, UNCLAIMED, LAST_TILE, NO_TILE = (
    "runners: {tulips} on tulips, {other} on crops, {unused} left",
    "tulip fields unclaimed: {count}, worth {worth}",
    "last tile flipped by: {name}",
    "no tile was flipped",
)
LETTERING = (PLAYERS, TOTAL, RUNNERS, UNCLAIMED, LAST_TILE, NO_TILE)
TOP, ROW = 124, 104
SIZE = (1072, 97)
FIRST, PITCH = 524, 78  # middle of the first colour's column, and from column to column
RIGHT = 1068


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line of the table."""

    seat: int
    name: str
    place: int
    tulips: tuple[int, ...]
    total: int
    ran: str
    won: bool


@dataclass(frozen=True, slots=True)
class Score:
    """The whole table, in the reader's language."""

    head: Head
    lines: tuple[Line, ...]
    unit: str


def score(view: View, outcome: Outcome, names: tuple[str, ...], theme: Theme) -> Score:
    """What the table says, best first."""
    table = view.table
    winners = find_winners(outcome)
    shown = panels(view)
    order = sorted(range(len(shown)), key=lambda seat: (outcome.places[seat], seat))
    return Score(
        head=head.head(view, names, theme, winners=winners),
        lines=tuple(
            Line(
                seat,
                names[seat],
                outcome.places[seat],
                shown[seat].tulips,
                outcome.totals[seat],
                _runners(table, seat, shown[seat].runners, theme),
                seat in winners,
            )
            for seat in order
        ),
        unit=theme.say(TOTAL),
    )


def notes(table: Table, names: tuple[str, ...], theme: Theme) -> tuple[str, str]:
    """What nobody claimed, and who turned the last tile: below the board as it ended."""
    free = [POINTS[field.item] for field in table.fields.values() if field.item in POINTS and field.runner is None]
    last = table.last_flipper
    told = theme.say(NO_TILE) if last is None else theme.say(LAST_TILE, name=names[last])
    return theme.say(UNCLAIMED, count=len(free), worth=sum(free)), told


def find_winners(outcome: Outcome) -> tuple[int, ...]:
    """The seats in the first place."""
    return tuple(seat for seat, place in enumerate(outcome.places) if place == 1)


def _runners(table: Table, seat: int, unused: int, theme: Theme) -> str:
    ran = [field.item in TULIPS for field in table.fields.values() if field.runner == seat]
    return theme.say(RUNNERS, tulips=sum(ran), other=len(ran) - sum(ran), unused=unused)


def draw(shown: Score) -> Image.Image:
    """The table, 1100 wide."""
    painter = Painter(sheet.paper(TOP + ROW * len(shown.lines), sheet.Title.PLAIN))
    head.row(painter, shown.head)
    painter.ground = PAPER
    for i, kind in enumerate(TULIPS):
        painter.put(tokens.bulb, (FIRST + PITCH * i, 94), kind, size=52)
    painter.set_to_fit(shown.unit, (RIGHT, 96), 130, 36, side="right")
    for row, line in enumerate(shown.lines):
        _line(painter, line, TOP + ROW * row)
    return painter.image


def _line(painter: Painter, line: Line, top: int) -> None:
    """One seat: place, name, fields claimed by colour, points; below how the runners fared."""
    painter.ground = PAPER
    painter.put(plaque, (14, top), line.seat, active=line.won, size=SIZE)
    painter.ground = SEATS[line.seat]
    painter.put(tokens.badge, (80, top + 50), line.seat, 22.0)
    painter.word(f"{line.place}", (34, top + 50), 38, side="middle", colour=LETTERS[line.seat])
    painter.ground = CREAM if line.won else PANEL
    room = FIRST - 50 - 130
    found = fit_lines(line.name, ((SPARTAN, (40, LEAST)), (NARROW, (40, LEAST))), room, most=1)
    painter.word(found.lines[0], (130, top + 32), found.size, face=found.face)
    for i, count in enumerate(line.tulips):
        painter.word(str(count), (FIRST + PITCH * i, top + 33), 42, side="middle", colour=INK if count else QUIET)
    painter.word(str(line.total), (RIGHT, top + 48), 58, side="right")
    painter.word(line.ran, (130, top + 70), LEAST + 2, face=NARROW)
