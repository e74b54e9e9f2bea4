"""Paper, head, frame and coordinates: what lies round the board."""

from functools import lru_cache

from PIL import Image

from games.h2olland.view import Phase, Table, View, weather
from render.core.colour import RGB
from render.core.fonts import SPARTAN
from render.core.noise import seeded
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.surface import HARD, Raster, Surface
from render.core.text import fit_sentence
from render.h2olland import signs, tokens
from render.h2olland.inks import CODES, CREAM, INK, LETTERS, PAPER, SEATS, SKYLINE, TULIPS, palette
from render.h2olland.paint import Painter, wide
from render.h2olland.sights import SEASONS, Season, movers
from render.h2olland.window import COLUMNS, Window

WIDTH = 1200
LEAST = 26  # pixels of the least lettering
SEASON_MARKS = (822, 876, 930, 984)
TITLES: dict[Phase, str] = {
    Phase.SPRING: "Spring",
    Phase.DIKES: "Summer",
    Phase.DRAIN: "Summer",
    Phase.REWARD: "Summer",
    Phase.AUTUMN: "Autumn",
    Phase.DROUGHT: "Autumn",
    Phase.WINTER: "Winter",
    Phase.FINAL_TRADE: "Last trade",
    Phase.PLANTING: "Last spring",
    Phase.RACE: "Tulip race",
    Phase.OVER: "The end",
}
TASKS: dict[Phase, str] = {
    Phase.SPRING: "build, plant or pass",
    Phase.DIKES: "lay a dike or pass",
    Phase.DRAIN: "choose an area",
    Phase.REWARD: "take tulips",
    Phase.AUTUMN: "weather and harvest",
    Phase.DROUGHT: "turn a tile or none",
    Phase.WINTER: "trade with the co-op",
    Phase.FINAL_TRADE: "trade a last time",
    Phase.PLANTING: "build, plant or pass",
    Phase.RACE: "send a runner or pass",
    Phase.OVER: "the race is run",
}
TURN_TILE = "turn a tile"
TO_MOVE, ALL, NOBODY_MOVES, YEAR, COOP = "{name} to move", "All trade", "The table", "year {year}/{years}", "Co-op"
LETTERING = (
    TO_MOVE, ALL, NOBODY_MOVES, YEAR, COOP, TURN_TILE, *dict.fromkeys(TITLES.values()), *dict.fromkeys(TASKS.values()),
)  # fmt: skip


@lru_cache(maxsize=16)
def paper(high: int) -> Image.Image:
    """A sheet with the wordmark, the skyline and the weather card's place, in palette mode."""
    painter = Painter(palette().ground((WIDTH, high), PAPER))
    chance = seeded("fibres")
    for _ in range(high // 13):
        painter.put(_fleck, (chance.randrange(WIDTH), chance.randrange(100, high)), chance.randrange(3))
    painter.put(signs.skyline, (0, 98))
    painter.put(signs.wordmark, (36, 40))
    return painter.image


@lru_cache(maxsize=4)
def _fleck(which: int) -> Raster:
    plate = Surface("fleck", (-6, -3, 6, 3), 1.0)
    plate.pen().shape(rectangle(-2 - which, -0.8, 2 + which, 0.8), SKYLINE, shake=0)
    return plate.raster()


@lru_cache(maxsize=64)
def _band(long: int, colours: tuple[RGB, ...], *, lying: bool) -> Raster:
    """One side of the frame: ink with a line in the colours of the zones along it, or without."""
    box = (-12, -7, long + 12, 7) if lying else (-7, -12, 7, long + 12)
    plate = Surface("band", box, 1.0, fine=2, flat=True)
    pen = plate.pen()
    outer = rectangle(-11, -6.5, long + 11, 6.5) if lying else rectangle(-6.5, -11, 6.5, long + 11)
    pen.shape(outer, INK, shake=0)
    for i, colour in enumerate(colours):
        start, end = -7 + (long + 14) * i / len(colours), -7 + (long + 14) * (i + 1) / len(colours)
        line = rectangle(start, -3, end, 3) if lying else rectangle(-3, start, 3, end)
        pen.shape(line, colour, shake=0)
    return plate.raster(HARD)


@lru_cache(maxsize=4)
def _wedge(side: str) -> Raster:
    """The triangle of ink at the limit of two zones, pointing at the board."""
    plate = Surface("wedge", (-16, -16, 16, 16), 1.0, flat=True)
    form = {
        "N": [(-14.0, -11.0), (14.0, -11.0), (0.0, 11.0)],
        "S": [(-14.0, 11.0), (14.0, 11.0), (0.0, -11.0)],
        "W": [(-11.0, -14.0), (-11.0, 14.0), (11.0, 0.0)],
        "E": [(11.0, -14.0), (11.0, 14.0), (-11.0, 0.0)],
    }[side]
    plate.pen().shape(form, INK, shake=0.3)
    return plate.raster()


@lru_cache(maxsize=24)
def blank(seats: int, corners: tuple[str, ...], window: Window, rows: int, high: int) -> Image.Image:
    """The sheet with frame and coordinates round a window on the board."""
    painter = Painter(paper(high))
    _letters(painter, window)
    _frame(painter, (seats, corners), window, rows)
    return painter.image


def _letters(painter: Painter, window: Window) -> None:
    left, top = window.corner
    for i in range(window.columns):
        letter, x = chr(ord("A") + window.column + i), left + (i + 0.5) * window.size
        painter.word(letter, (x, top - 23), 30, side="middle")
        painter.word(letter, (x, top + window.high + 24), 30, side="middle")
    for i in range(window.rows):
        number, y = str(window.row + i + 1), top + (i + 0.5) * window.size
        for x in (left - 25, left + window.wide + 25):
            painter.word(number, (x, y), 27, side="middle")


def _frame(painter: Painter, seated: tuple[int, tuple[str, ...]], window: Window, rows: int) -> None:
    """Four bands; where the window ends at the board's own edge they show whose zone lies behind."""
    left, top = window.corner
    long, high = window.wide, window.high
    first, last = window.column == 0, window.column + window.columns == COLUMNS
    up, down = window.row == 0, window.row + window.rows == rows
    across = tuple(_zone(seated, "N", side) for side in "WE"), tuple(_zone(seated, "S", side) for side in "WE")
    along = tuple(_zone(seated, side, "W") for side in "NS"), tuple(_zone(seated, side, "E") for side in "NS")
    whole = first and last
    upper = across[0] if whole else across[0][:1] if first else across[0][1:]
    lower = across[1] if whole else across[1][:1] if first else across[1][1:]
    west = along[0] if up and down else along[0][:1] if up else along[0][1:]
    east = along[1] if up and down else along[1][:1] if up else along[1][1:]
    painter.put(_band, (left, top - 5), long, upper if up else (), lying=True)
    painter.put(_band, (left, top + high + 5), long, lower if down else (), lying=True)
    painter.put(_band, (left - 5, top), high, west if first else (), lying=False)
    painter.put(_band, (left + long + 5, top), high, east if last else (), lying=False)
    if whole:
        painter.put(_wedge, (left + long / 2, top - 5), "N")
        painter.put(_wedge, (left + long / 2, top + high + 5), "S")
        if rows == COLUMNS:
            painter.put(_wedge, (left - 5, top + high / 2), "W")
            painter.put(_wedge, (left + long + 5, top + high / 2), "E")


def _zone(seated: tuple[int, tuple[str, ...]], up: str, side: str) -> RGB:
    """The colour of the zone at a corner; ink where nobody sits."""
    seats, corners = seated
    for seat, corner in enumerate(corners[:seats]):
        if corner in (up + side, side):
            return SEATS[seat]
    return INK


def seats(painter: Painter, table: Table, window: Window) -> None:
    """The tokens of the seats at their bridges."""
    left, top = window.corner
    for seat in table.players:
        corner = table.board.corners_named[seat]
        if table.board.rows < COLUMNS:
            if window.column == 0 or corner == "E":
                x = 20 if corner == "W" else WIDTH - 20
                if (corner == "W") == (window.column == 0) or window.columns == COLUMNS:
                    painter.put(tokens.badge, (x, top + 5 * window.size), seat, 16.0)
            continue
        x, y = ((1 if "E" in corner else 0), (1 if "S" in corner else 0))
        square = f"{'N' if x else 'A'}{14 if y else 1}"
        if window.shows(square):
            at = window.at(square)
            aside, down = (57 if x else 23) * window.unit, (57 if y else 23) * window.unit
            painter.put(tokens.badge, (left + at[0] + aside, top + at[1] + down), seat, 26.0 * window.unit**0.5)


def head(painter: Painter, view: View, names: tuple[str, ...], theme: Theme) -> None:
    """Season and year, whose turn it is and for what, the seasons, the co-op, the weather."""
    table = view.table
    title(painter, table, theme)
    _turn(painter, table, names, theme)
    present = SEASONS[table.phase]
    end = present is Season.RACE
    row = (Season.SPRING, Season.SUMMER, Season.AUTUMN, Season.RACE if end else Season.WINTER)
    for x, each in zip(SEASON_MARKS, row, strict=True):
        painter.ground = PAPER
        painter.put(signs.season, (x, 35), each.value, present=each is present)
    _coop(painter, table, theme)
    _weather(painter, view)


def title(painter: Painter, table: Table, theme: Theme) -> None:
    """Season and year under the wordmark."""
    year = theme.say(YEAR, year=table.year, years=table.years)
    told = f"{theme.say(TITLES[table.phase])} · {year}"
    painter.fitted(told, (38, 84), 300, (29, 26))


def _turn(painter: Painter, table: Table, names: tuple[str, ...], theme: Theme) -> None:
    now = movers(table)
    seat = now[0] if len(now) == 1 else -1
    painter.put(signs.turn_plate, (346, 8), seat)
    painter.ground = SEATS[seat] if seat >= 0 else CREAM
    colour = LETTERS[seat] if seat >= 0 else INK
    task = theme.say(TURN_TILE if table.phase is Phase.DRAIN and table.area else TASKS[table.phase])
    x = 446 if seat >= 0 else 374
    room = 762 - x
    if seat >= 0:
        painter.put(tokens.badge, (398, 51), seat, 29.0)
        whole = wide(theme.say(TO_MOVE).replace("{name}", names[seat]), LEAST) <= room
        # The line below says what is asked: then the name may have its line for itself.
        plate_name(painter, theme.say(TO_MOVE) if whole else "{name}", names[seat], (x, 38), room, colour)
    else:
        told = theme.say(ALL if now else TITLES[Phase.OVER] if table.phase is Phase.OVER else NOBODY_MOVES)
        painter.fitted(told, (x, 38), room, (37, 27), colour=colour)
    painter.fitted(task, (x, 72), room, (29, 26), colour=colour)
    painter.ground = PAPER


def plate_name(painter: Painter, pattern: str, name: str, at: tuple[int, int], room: int, colour: RGB) -> None:
    """A sentence with a name that is cut to fit."""
    found = fit_sentence(pattern, name, SPARTAN, room, (37, LEAST))
    painter.word(found.text, at, found.size, colour=colour)


def _coop(painter: Painter, table: Table, theme: Theme) -> None:
    """Dikes left, and kinds that are sold out, crossed out."""
    painter.ground = PAPER
    x = 796 + painter.fitted(theme.say(COOP), (796, 84), 90, (27, 26)) + 12
    painter.put(tokens.dike_sign, (x + 21, 82))
    x += 46 + painter.word(str(table.coop.get("dike", 0)), (x + 46, 83), 29) + 34
    gone = [kind for kind in (*CODES, *TULIPS) if not table.coop.get(kind)]
    room = max(1, int((1046 - x) // 50) + 1)
    shown = gone if len(gone) <= room else gone[: room - 1]
    for kind in shown:
        painter.put(tokens.goods, (x, 82), kind)
        painter.put(tokens.crossing, (x, 82))
        x += 50
    if len(shown) < len(gone):
        painter.word(f"+{len(gone) - len(shown)}", (x - 20, 83), 27)


def _weather(painter: Painter, view: View) -> None:
    """The card of the year, face down until autumn."""
    card = weather(view)
    painter.ground = PAPER
    if card is None:
        painter.put(signs.weather_back, (1052, 8))
        return
    disaster = "flood" if card.flood else "drought" if card.drought else "rot" if card.rot else ""
    more, less = ("".join(CODES[crop] for crop in crops) for crops in (card.plus, card.minus))
    painter.put(signs.weather_face, (1052, 8), disaster, card.flood or card.rot or "", more, less)
