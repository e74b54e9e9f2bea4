"""Season and year, whose turn it is and for what, the seasons' marks, the weather: in a row, or in a column."""

from dataclasses import dataclass

from games.h2olland.view import Phase, Table, View, weather
from render.core.lettering.text import ELLIPSIS, fit_lines, width
from render.core.picture import Theme
from render.h2olland.inks import CODES, CREAM, INK, LETTERS, PAPER, SEATS
from render.h2olland.paint import LEAST, NARROW, Painter, Setting, break_text, fit_text, sentence, wide
from render.h2olland.pieces import signs, tokens
from render.h2olland.pieces.signs import Weather
from render.h2olland.sights import SEASONS, Season, movers

TITLES: dict[Phase, str] = {
    Phase.SPRING: "Spring",
    Phase.DIKES: "Summer",
    Phase.DRAIN: "Summer",
    Phase.REWARD: "Summer",
    Phase.AUTUMN: "Autumn",
    Phase.DROUGHT: "Autumn",
    Phase.WINTER: "Winter",
    Phase.FINAL_TRADE: "Final trade",
    Phase.PLANTING: "Planting",
    Phase.RACE: "Tulip race",
    Phase.OVER: "The end",
}
TASKS: dict[Phase, str] = {
    Phase.SPRING: "build, plant or pass",
    Phase.DIKES: "lay a dike or pass",
    Phase.DRAIN: "choose an area",
    Phase.REWARD: "take tulips",
    Phase.AUTUMN: "weather and harvest",
    Phase.DROUGHT: "flip a tile or none",
    Phase.WINTER: "trade with the co-op",
    Phase.FINAL_TRADE: "trade one last time",
    Phase.PLANTING: "build, plant or pass",
    Phase.RACE: "send a runner or pass",
    Phase.OVER: "the race is over",
}
TURN_TILE = "flip a tile"
ALL, NOBODY_MOVES, WINS, SHARED = "Everyone", "The table", "{name} wins", "Shared win"
LETTERING = (
    TURN_TILE, ALL, NOBODY_MOVES, WINS, SHARED, *dict.fromkeys(TITLES.values()), *dict.fromkeys(TASKS.values()),
)  # fmt: skip
NAME = "{name}"
LEFT, RIGHT = 208, 1086  # where the turn plate begins and the weather ends
MOST_LEFT = 260  # where it begins beside a long title
HIGH = 56
PITCH = 50
COLUMN = (972, 118)  # left and width of the head as a column


@dataclass(frozen=True, slots=True)
class Head:
    """What a head says, in the reader's language; `seat` -1: nobody's turn."""

    title: str
    year: str
    seat: int
    name: str
    task: str
    """What for; of a result a sentence with the name in it."""
    season: Season
    ends: bool
    """Whether the race takes the place of winter among the marks."""
    weather: Weather | None
    result: bool = False
    """The match is over: seasons and weather count no more."""


def head(view: View, names: tuple[str, ...], theme: Theme, *, winners: tuple[int, ...] = ()) -> Head:
    """What a view's head says; with `winners` the result."""
    table = view.table
    seat, name, task = _turn(table, names, theme)
    if winners:
        alone = len(winners) == 1
        seat = winners[0] if alone else -1
        name = names[winners[0]] if alone else theme.say(SHARED)
        task = theme.say(WINS) if alone else ", ".join(names[winner] for winner in winners)
    season = SEASONS[table.phase]
    return Head(
        title=theme.say(TITLES[table.phase]),
        year=f"{table.year}/{table.years}",
        seat=seat,
        name=name,
        task=task,
        season=season,
        ends=season is Season.RACE,
        weather=_weather(view),
        result=bool(winners),
    )


def _turn(table: Table, names: tuple[str, ...], theme: Theme) -> tuple[int, str, str]:
    """Whose turn it is, as a seat and in words, and for what."""
    now = movers(table)
    seat = now[0] if len(now) == 1 else -1
    turning = table.phase is Phase.DRAIN and table.area
    task = theme.say(TURN_TILE if turning else TASKS[table.phase])
    if seat >= 0:
        return seat, names[seat], task
    return seat, theme.say(ALL if now else TITLES[Phase.OVER] if table.phase is Phase.OVER else NOBODY_MOVES), task


def _weather(view: View) -> Weather | None:
    card = weather(view)
    if card is None:
        return None
    disaster = "flood" if card.flood else "drought" if card.drought else "rot" if card.rot else ""
    more, less = ("".join(CODES[crop] for crop in crops) for crops in (card.plus, card.minus))
    return Weather(disaster, card.flood or card.rot or "", more, less)


def row(painter: Painter, shown: Head) -> None:
    """All in a row of 62 pixels above the board."""
    painter.ground = PAPER
    year = wide(f" {shown.year}", LEAST)
    left = round(max(LEFT, min(MOST_LEFT, 23 + year + width(shown.title, NARROW, LEAST))))
    run = painter.set_to_fit(shown.title, (16, 49), left - 22 - year, LEAST)
    painter.word(shown.year, (16 + run + 10, 49), LEAST)
    if shown.result:
        turn(painter, shown, (left, 6), RIGHT - left)
        return
    start = RIGHT - signs.strip_width(shown.weather)
    painter.put(signs.weather_strip, (start, 6), shown.weather)
    marks = _marks(shown)
    across = start - 12 - len(marks) * PITCH - left
    if ELLIPSIS in _sentence(shown, across).text:
        # The season is named at the left: other seasons' marks give way to the whole name.
        across, marks = across + (len(marks) - 1) * PITCH, (shown.season,)
    for i, each in enumerate(reversed(marks)):
        painter.put(signs.season, (start - 4 - PITCH * (0.5 + i), 34), each.value, present=each is shown.season)
    turn(painter, shown, (left, 6), across)


def _marks(shown: Head) -> tuple[Season, ...]:
    return (Season.SPRING, Season.SUMMER, Season.AUTUMN, Season.RACE if shown.ends else Season.WINTER)


def turn(painter: Painter, shown: Head, at: tuple[int, int], across: int) -> None:
    """Whose turn it is and for what, in one line."""
    x, y = at
    painter.ground = PAPER
    painter.put(signs.turn_plate, at, shown.seat, across, HIGH)
    painter.ground, colour = CREAM, INK
    if shown.seat >= 0:
        painter.ground, colour = SEATS[shown.seat], LETTERS[shown.seat]
        painter.put(tokens.badge, (x + 38, y + 29), shown.seat, 22.0)
    painter.set(_sentence(shown, across), (x + _before(shown), y + 29), colour=colour)


def _before(shown: Head) -> int:
    """Where the words of a turn plate begin: behind the token."""
    return 78 if shown.seat >= 0 else 20


def _sentence(shown: Head, across: int) -> Setting:
    """Whose turn it is and for what, as it fits on a turn plate."""
    room = across - 16 - _before(shown)
    if NAME in shown.task:
        return sentence(shown.task, shown.name, room, 36)
    found = sentence(f"{NAME}: {shown.task}", shown.name, room, 36)
    if shown.result and ELLIPSIS in found.text:
        return fit_text(shown.name, room, 36)  # who has won stands in the table, too
    return found


def tall(painter: Painter, shown: Head, at: tuple[int, int], size: tuple[int, int]) -> None:
    """The same in two lines, for a film."""
    x, y = at
    across, high = size
    painter.ground = PAPER
    painter.put(signs.turn_plate, at, shown.seat, across, high)
    left = x + 20
    painter.ground, colour = CREAM, INK
    if shown.seat >= 0:
        painter.ground, colour = SEATS[shown.seat], LETTERS[shown.seat]
        painter.put(tokens.badge, (x + 46, y + high / 2), shown.seat, 26.0)
        left = x + 90
    for text, down in ((shown.name, -17), (shown.task, 18)):
        painter.set_to_fit(text, (left, y + high / 2 + down), x + across - 14 - left, 36, colour=colour)


def column(painter: Painter, shown: Head) -> None:
    """All in a column at the right of the oblong board."""
    left, across = COLUMN
    middle = left + across / 2
    painter.ground = PAPER
    painter.word(shown.year, (middle, 82), 40, side="middle")
    for i, each in enumerate(_marks(shown)):
        at = (middle - 28 + 56 * (i % 2), 134 + 56 * (i // 2))
        painter.put(signs.season, at, each.value, present=each is shown.season)
    title: tuple[Setting, ...] = (fit_text(shown.title, across - 4, 34),)
    if ELLIPSIS in title[0].text:
        lines = fit_lines(shown.title, ((NARROW, (LEAST, LEAST)),), across + 14).lines
        title = tuple(map(_narrow, lines))
    for i, found in enumerate(title):
        painter.set(found, (middle, 242 + 26 * (i - (len(title) - 1) / 2)), side="middle")
    painter.put(signs.weather_card, (middle - 54, 272), shown.weather)
    _upright(painter, shown, (left, 376), (across, 312))


def _upright(painter: Painter, shown: Head, at: tuple[int, int], size: tuple[int, int]) -> None:
    """The turn plate as a column: token, name, task; a long name takes some of the token's room."""
    x, y = at
    across, high = size
    room = across - 14
    name = fit_text(shown.name, room, 36)
    lines = (name,) if name.text == shown.name else tuple(map(_narrow, break_text(shown.name, room, 4)))
    task = tuple(map(_narrow, break_text(shown.task.replace(NAME, "").strip(), room, 3)))
    if shown.result and any(ELLIPSIS in line.text for line in task):
        task = ()
    painter.put(signs.turn_plate, at, shown.seat, across, high)
    painter.ground, colour = CREAM, INK
    top = y + 24
    if shown.seat >= 0:
        radius = 34.0 if len(lines) < 4 else 23.0
        painter.ground, colour = SEATS[shown.seat], LETTERS[shown.seat]
        painter.put(tokens.badge, (x + across / 2, y + 12 + 1.3 * radius), shown.seat, radius)
        top = round(y + 12 + 2.7 * radius)
    pitch = min(37.0, (y + high - 28 - top) / (len(lines) + len(task)))
    for i, found in enumerate((*lines, *task)):
        down = top + 12 + pitch * i + (8 if i >= len(lines) else 0)
        painter.set(found, (x + across / 2, down), side="middle", colour=colour)


def _narrow(line: str) -> Setting:
    return Setting(line, NARROW, LEAST)
