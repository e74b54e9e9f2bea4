"""The plate of the score: the clans by place, their names, points and series."""

from dataclasses import dataclass

from PIL import Image

from games.core.game import Outcome
from games.grumpf.view import View, board_of, series_of
from render.core.lettering.fonts import CHERRY
from render.core.lettering.text import fit_sentence
from render.core.memory.cache import cached
from render.core.picture import Theme
from render.core.surface import Raster, Surface
from render.grumpf.inks import BRIGHT, CAVE, CREAM, RESTING, SOOT, TORCH, WAITING
from render.grumpf.paint import Painter, wide
from render.grumpf.pieces import signs
from render.grumpf.pieces.cells import TEXT
from render.grumpf.pieces.grumpfs import grumpf, mark
from render.grumpf.plates import series
from render.grumpf.terrain.blank import blank
from render.grumpf.terrain.stone import cut, wall

TOP, BOTTOM = 84, 10
MOST, PITCH = 700, 150  # height of the plate and of a row, at most
END = 980  # where a row's lettering ends, before the points
FIGURE = 36
TITLE, WINS, SHARED, TOKENS = (
    "Game over",
    "{name} wins",
    "shared victory",
    "{count, plural, one {# Animal} other {# Animals}}",
)
LETTERING = (TITLE, WINS, SHARED, TOKENS)
Sums = tuple[tuple[int, int, int], ...]  # length, number and points of one


@dataclass(frozen=True, slots=True)
class Row:
    """A clan in the result; `sums` are its series."""

    seat: int
    clan: str
    colour: str
    name: str
    place: int
    points: int
    tokens: int
    sums: Sums


def rows_of(view: View, outcome: Outcome, names: tuple[str, ...]) -> tuple[Row, ...]:
    """A row for each clan, best first."""
    rows = (
        Row(
            seat=one.seat,
            clan=one.clan,
            colour=one.name,
            name=names[one.seat],
            place=outcome.places[one.seat],
            points=outcome.totals[one.seat],
            tokens=sum(one.animals.values()),
            sums=tuple(each for each in series.sums(series_of(view, one.seat)) if each[2]),
        )
        for one in board_of(view).cards
    )
    return tuple(sorted(rows, key=lambda row: (row.place, row.seat)))


def draw(rows: tuple[Row, ...], theme: Theme) -> Image.Image:
    """The plate, 1100 wide and up to 700 high."""
    pitch = min(PITCH, (MOST - TOP - BOTTOM) // len(rows))
    painter = Painter(wall(TOP + pitch * len(rows) + BOTTOM))
    winners = [row for row in rows if row.place == 1]
    across = painter.fit_word(theme.say(TITLE), (20, 42), 380, (56, 40), colour=CREAM)
    right = 1086 - 64 * len(winners)
    room = round(right - 20 - across - 40)
    sizes = (46, TEXT)
    if len(winners) > 1:
        painter.fit_word(theme.say(SHARED), (right - 10, 42), room, sizes, side="right", colour=TORCH)
    else:
        told = fit_sentence(theme.say(WINS), winners[0].name, CHERRY, room, sizes)
        painter.word(told.text, (right - 10, 42), told.size, side="right", colour=TORCH)
    for i, row in enumerate(winners):
        painter.put(grumpf, (right + 64 * i, 8), row.clan, "", size=60)
    for i, row in enumerate(rows):
        _row(painter, row, TOP + pitch * i, pitch - 8, theme)
    return painter.image


def _row(painter: Painter, row: Row, top: int, high: int, theme: Theme) -> None:
    """One clan: place, mark, name and how many Animals; below them code, colour and series; the points behind."""
    first = row.place == 1
    painter.ground = CAVE
    painter.put(blank, (8, top), (1084, high), row.place, lit=first)
    painter.ground = WAITING if first else RESTING
    middle = top + high / 2
    upper, lower = top + high * 0.3, top + high * 0.71
    painter.put(signs.medal, (46, middle), row.place)
    painter.put(mark, (112, middle), row.clan, 60)
    painter.put(series.points_plate, (1036, middle), str(row.points), 66)
    tokens = theme.say(TOKENS, count=row.tokens)
    across = painter.fit_word(tokens, (END, upper), 240, (TEXT, TEXT), side="right", colour=SOOT)
    painter.fit_word(row.name, (158, upper), round(END - 158 - across - 24), (42, TEXT))
    start = _series(painter, row.sums, lower)
    colour = f"{row.clan} · {theme.say(row.colour)}"
    text = colour if 158 + wide(colour, TEXT) <= start else row.clan
    painter.word(text, (158, lower), TEXT, colour=SOOT)


def _series(painter: Painter, sums: Sums, y: float) -> float:
    """How many series of each length, and what they are worth: length on a block, `×2`, `=8`; where it begins."""
    x = float(END)
    for length, count, points in reversed(sums):
        for text in (f"={count * points}", f"×{count}" if count > 1 else ""):
            x -= wide(text, FIGURE)
            painter.word(text, (x, y), FIGURE)
            x -= 7
        painter.put(length_sign, (x - 21, y), length)
        x -= 42 + 20
    return x


@cached
def length_sign(length: int) -> Raster:
    """The length of a series on a block of soot; (0, 0) is its middle."""
    plate = Surface("length", (-24, -24, 24, 24), 1.0, flat=True)
    plate.pen().shape(cut((-20, -20, 20, 20), 9, 0.6, "length"), SOOT, shake=0)
    plate.text(str(length), (0, 0), (CHERRY, 36, BRIGHT))
    return plate.raster()
