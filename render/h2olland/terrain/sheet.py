"""Paper, frame and coordinates: what lies round the board."""

from enum import Enum

from PIL import Image

from render.core.colour import RGB
from render.core.lettering.fonts import SPARTAN
from render.core.memory.cache import cached
from render.core.noise import seed_random
from render.core.paths import rectangle
from render.core.plates import WIDE
from render.core.surface import HARD, Raster, Surface
from render.h2olland.inks import INK, PAPER, SEATS, SKYLINE, palette
from render.h2olland.paint import FIGURES, LEAST, Painter
from render.h2olland.pieces import signs, tokens
from render.h2olland.terrain import polder
from render.h2olland.terrain.scene import Scene
from render.h2olland.terrain.shore import Zones
from render.h2olland.terrain.window import COLUMNS, Window

LETTERS_AWAY, NUMBERS_AWAY = 23, 33  # pixels from the board to the middle of its letters and numbers
BESIDE = 13
LINE = 5  # pixels from the board to the middle of its frame


class Title(Enum):
    """What stands above a sheet: nothing, the wordmark, or the wordmark before a skyline."""

    NONE = 0
    PLAIN = 1
    FULL = 2


@cached
def paper(high: int, title: Title = Title.FULL) -> Image.Image:
    """A sheet with flecks and its title."""
    painter = Painter(palette().ground((WIDE, high), PAPER))
    chance = seed_random("fibres")
    for _ in range(high // 24):
        painter.put(_fleck, (chance.randrange(WIDE), chance.randrange(high)), chance.randrange(3))
    if title is Title.FULL:
        painter.put(signs.skyline, (0, 62))
    if title is not Title.NONE:
        painter.put(signs.wordmark, (16, 21), 38)
    return painter.image


@cached
def _fleck(which: int) -> Raster:
    plate = Surface("fleck", (-6, -3, 6, 3), 1.0)
    plate.pen().shape(rectangle(-2 - which, -0.8, 2 + which, 0.8), SKYLINE, shake=0)
    return plate.raster()


@cached
def _band(long: int, colours: tuple[RGB, ...], *, lying: bool) -> Raster:
    """One side of the frame: ink with a line in the colours of the zones along it."""
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


@cached
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


@cached
def blank(seats: int, zones: Zones, window: Window, high: int, title: Title) -> Image.Image:
    """The sheet with frame and coordinates round a window on the board."""
    painter = Painter(paper(high, title))
    _letters(painter, window)
    _frame(painter, (seats, zones.board.corners_named), window)
    return painter.image


def lay_out(scene: Scene, seats: int, high: int, title: Title) -> Painter:
    """A sheet with the board in its window, and the tokens of the seats at their bridges."""
    painter = Painter(blank(seats, scene.zones, scene.window, high, title))
    painter.image.paste(polder.draw(scene), scene.window.corner)
    painter.ground = PAPER
    for seat, corner in enumerate(scene.zones.board.corners_named[:seats]):
        _seat(painter, scene.window, seat, corner)
    return painter


def _letters(painter: Painter, window: Window) -> None:
    """Letters along the board's own edges, numbers beside it; small ones where squares are small."""
    left, top = window.corner
    face = SPARTAN if window.size > 60 else FIGURES
    away = LETTERS_AWAY if window.rows == COLUMNS else 25
    for i in range(COLUMNS):
        letter, x = chr(ord("A") + i), left + (i + 0.5) * window.size
        if window.first:
            painter.word(letter, (x, top - away), LEAST, side="middle", face=face)
        elif window.last:
            painter.word(letter, (x, top + window.high + away), LEAST, side="middle", face=face)
    aside = NUMBERS_AWAY if left > 60 else 25
    for row in window.whole_rows:
        y = top + (row - 0.5) * window.size - window.above + _find_shift(window, row)
        for x in (left - aside, left + window.wide + aside):
            narrow = row > 9 and aside < NUMBERS_AWAY
            painter.word(str(row), (x, y), LEAST, side="middle", face=FIGURES if narrow else face)


def _find_shift(window: Window, row: int) -> int:
    """How far the numbers above and below a bridge of the oblong board give way to the seat's token."""
    return {5: -BESIDE, 6: BESIDE}.get(row, 0) if window.rows < COLUMNS else 0


def _frame(painter: Painter, seated: tuple[int, tuple[str, ...]], window: Window) -> None:
    """Bands that show whose zone lies behind: three where the board folds, else four; wedges where zones meet."""
    left, top = window.corner
    across = tuple(_zone(seated, up, side) for up in ("N" if window.first else "S") for side in "WE")
    rows = ("N" if window.first else "") + ("S" if window.last else "")
    for x, side in ((left - LINE, "W"), (left + window.wide + LINE, "E")):
        colours = tuple(_zone(seated, up, side) for up in rows)
        painter.put(_band, (x, top), window.high, colours, lying=False)
    if window.first:
        painter.put(_band, (left, top - LINE), window.wide, across, lying=True)
        painter.put(_wedge, (left + window.wide / 2, top - LINE), "N")
    if window.last:
        lower = tuple(_zone(seated, "S", side) for side in "WE")
        painter.put(_band, (left, top + window.high + LINE), window.wide, lower, lying=True)
        painter.put(_wedge, (left + window.wide / 2, top + window.high + LINE), "S")
    if window.rows == COLUMNS:
        fold = top + window.rows // 2 * window.size - window.above
        painter.put(_wedge, (left - LINE, fold), "W")
        painter.put(_wedge, (left + window.wide + LINE, fold), "E")


def _zone(seated: tuple[int, tuple[str, ...]], up: str, side: str) -> RGB:
    """The colour of the zone at a corner; ink where nobody sits."""
    seats, corners = seated
    for seat, corner in enumerate(corners[:seats]):
        if corner in (up + side, side):
            return SEATS[seat]
    return INK


def _seat(painter: Painter, window: Window, seat: int, corner: str) -> None:
    """A seat's token: in its river corner, on the oblong board in the margin beside its bridge."""
    left, top = window.corner
    if window.rows < COLUMNS:
        x = left - 16 if corner == "W" else left + window.wide + 22
        painter.put(tokens.badge, (x, top + 5 * window.size), seat, 22.0)
        return
    x, y = ((1 if "E" in corner else 0), (1 if "S" in corner else 0))
    square = f"{'N' if x else 'A'}{14 if y else 1}"
    if window.shows(square):
        at = window.at(square)
        aside, down = (57 if x else 23) * window.unit, (57 if y else 23) * window.unit
        painter.put(tokens.badge, (left + at[0] + aside, top + at[1] + down), seat, 28.0 * window.unit)
