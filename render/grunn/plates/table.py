"""The table of all players' figures: lying, one row a player; or upright beside a landscape, one column a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from render.core.colour import RGB
from render.core.ink import Stroke
from render.core.lettering.fonts import KAFFEESATZ
from render.core.lettering.letters import lettering
from render.core.lettering.text import fit
from render.core.memory.cache import cached
from render.core.paths import rectangle
from render.core.picture import Theme
from render.core.surface import Raster
from render.grunn.inks import CREAM, DEEP, GOLD, INK, PAPER
from render.grunn.paint import NARROW, Painter, text_width
from render.grunn.pieces import signs
from render.grunn.pieces.canals import canal_icon
from render.grunn.pieces.surfaces import Surface
from render.grunn.sights import STOCKS, Player
from render.grunn.terrain import ground

HEADS = ("grass", "bonus", "bog", "grain", "ridge", "marsh", "built", "canals")
ROWS = ("grass", "bonus so far", "bog", "grain", "ridge", "marsh", "buildings", "canals")
FINAL_ROWS = ("grass", "bonus", *ROWS[2:])
CHIPS = ("wadden", "", "bog", "dollard", "ridge", "marsh")
ICON = 40
BAND = 79  # of the dark head
NAME_APART = 48  # how much less room names have than there is before the first figure
STEPS = {1: 54, 2: 54, 3: 54, 4: 50, 5: 46, 6: 44}  # rows by the number of players
APART = 4
OVER = 4  # by which a word of the head may be wider than its column
LOW = 3  # a stock of so many or fewer is shown in red
LETTERING = (*HEADS, *ROWS, "ducats", "tiles", "so far", "total", "as it stands", "left in stock", "next")


def icon(painter: Painter, row: int, middle: tuple[float, float]) -> None:
    """The sign of a category, the same everywhere."""
    x, y = middle
    if row == 1:
        painter.put(signs.bonus_chip, (x - ICON / 2, y - ICON / 2), ICON)
    elif row < len(CHIPS):
        painter.put(signs.chip, (x - ICON / 2, y - ICON / 2), CHIPS[row], ICON)
    elif row == len(CHIPS):
        painter.put(signs.house, (x, y + 1), "church", 40)
    else:
        painter.put(canal_icon, (x, y), 44)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the figures stand: the middle of the first, and from one to the next; whether the score is final."""

    first: int
    pitch: int
    final: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The words in the head."""
        return (*HEADS, "total") if self.final else ("ducats", "tiles", *HEADS, "so far")

    def middle(self, number: int) -> int:
        """The middle of a column; the last of a match that goes on stands somewhat apart."""
        return self.first + self.pitch * number + (APART if number == len(self.labels) - 1 and not self.final else 0)


PLAYING, MOST = Columns(398, 64), 78
FINAL = Columns(398, 80, final=True)


def fit_columns(theme: Theme) -> Columns:
    """The columns of a match that goes on, wider where a word of their head is; names have less room then."""
    longest = max(text_width(theme.say(english), NARROW) for english in PLAYING.labels)
    pitch = max(PLAYING.pitch, min(MOST, ceil(longest) - OVER))
    return Columns(PLAYING.first - (len(PLAYING.labels) - 1) * (pitch - PLAYING.pitch), pitch)


@cached
def band() -> Raster:
    """The dark ground of the head of the table."""
    surface = Surface("band", (0, -4, ground.WIDTH, BAND + 4), 1.0, fine=2)
    pen = surface.pen()
    pen.shape(rectangle(-4, -8, ground.WIDTH + 4, BAND), DEEP, shake=0)
    pen.line([(-4, BAND), (ground.WIDTH + 4, BAND)], Stroke(3.2, INK, shake=0.5))
    return surface.raster()


def table_head(painter: Painter, columns: Columns, theme: Theme, top: int = 0) -> None:
    """The dark head of a table, `top` being its upper edge."""
    painter.put(band, (0, top))
    painter.ground = DEEP
    for i, english in enumerate(columns.labels):
        x, row = columns.middle(i), i if columns.final else i - 2
        fitted = fit(theme.say(english), KAFFEESATZ, columns.pitch + OVER, (NARROW, NARROW))
        wide = text_width(fitted.text, fitted.size)
        painter.put(lettering, (x - wide / 2, top + 72), fitted.text, KAFFEESATZ, fitted.size, CREAM)
        middle = (float(x), top + 25.0)
        if i == len(columns.labels) - 1:
            painter.put(signs.shield, (x, top + 22), 16, "")
        elif row == -2:
            painter.put(signs.coin, middle, 18, "")
        elif row == -1:
            painter.put(signs.chip, (x - ICON / 2, top + 5), "wadden", ICON)
        else:
            icon(painter, row, middle)
    painter.ground = PAPER


@cached
def bar(wide: int, high: int, fill: RGB) -> Raster:
    """The light field behind the row of who is to move, or of a winner."""
    surface = Surface("bar", (-3, -3, wide + 3, high + 3), 1.0, fine=3)
    surface.pen().shape(rectangle(0, 0, wide, high), fill, edge=Stroke(3.2, INK, shake=0.5), shake=0)
    return surface.raster()


def rows(painter: Painter, players: Sequence[Player], columns: Columns, top: int) -> int:
    """The rows of a match that goes on, in turn order; returns where they end."""
    step = STEPS[len(players)]
    size = 40 if len(players) == 6 else 42
    for i, player in enumerate(players):
        y = top + i * step
        middle = y + step / 2
        if player.mover and len(players) > 1:
            painter.put(bar, (8, y + 3), 1084, step - 6, GOLD)
            painter.ground = GOLD
        elif i and not players[i - 1].mover:
            painter.put(ground.rule, (14, y), 1072, 1.6)
        painter.name(player.name, (20, middle), columns.first - NAME_APART, 42)
        if player.clock:
            painter.put(signs.clock, (1084, middle), 12)
        for column, value in enumerate((player.ducats, player.wadden, *player.values)):
            painter.middle(str(value), (columns.middle(column), middle), size)
        painter.put(signs.shield, (columns.middle(10), middle - 2), 17, str(player.total))
        painter.ground = PAPER
    return top + step * len(players)


def stocks(painter: Painter, left: tuple[int, ...], theme: Theme, middle: int, pitch: int = 128) -> None:
    """What is left in stock, in a row on the darker paper."""
    painter.label(theme.say("left in stock"), (20, middle), 170, 38)
    for i, count in enumerate(left):
        stock(painter, i, count, (228 + pitch * i, middle))


def stock(painter: Painter, number: int, left: int, at: tuple[int, int]) -> None:
    """One stock: its sign and how many are left, red where they are few, struck out where there is none."""
    x, y = at
    kind = STOCKS[number]
    if kind == "canal":
        painter.put(canal_icon, (x, y), 56)
    else:
        painter.put(signs.house, (x, y), kind, 52)
    if left == 0:
        painter.put(signs.stroke_out, (x, y), 42, 46)
    if left <= LOW:
        painter.put(signs.low_disc, (x + 56, y), 23, str(left))
    else:
        painter.middle(str(left), (x + 56, y + 1), 44)


COLUMN = 120  # of the table beside a landscape


def column_middles(count: int) -> list[int]:
    """The middles of the columns of so many players beside a landscape."""
    return [1031 - COLUMN * (count - 1 - i) for i in range(count)]


def upright(painter: Painter, players: Sequence[Player], theme: Theme, top: int, *, final: bool = False) -> int:
    """The table beside a landscape: a row a figure, a column a player; returns where it ends."""
    step = 40
    words = ("ducats", "tiles", *(FINAL_ROWS if final else ROWS))
    middles = column_middles(len(players))
    room = middles[0] - COLUMN // 2 - 720
    for i, english in enumerate(words):
        middle = top + 20 + step * i + (6 if i > 1 else 0)
        if english == "ducats":
            painter.put(signs.coin, (688, middle), 18, "")
        elif english == "tiles":
            painter.put(signs.chip, (668, middle - ICON // 2 + 1), "wadden", ICON - 2)
        else:
            icon(painter, i - 2, (688, middle))
        painter.label(theme.say(english), (720, middle), room, 38)
        for x, player in zip(middles, players, strict=True):
            value = (player.ducats, player.wadden, *player.values)[i]
            painter.middle(f"×{value}" if i == 1 else str(value), (x, middle), 42)
    painter.put(ground.rule, (668, top + 2 * step + 3), 420, 2.4)
    end = top + len(words) * step + 8
    painter.put(ground.rule, (668, end), 420, 2.4)
    painter.label(theme.say("total" if final else "as it stands"), (668, end + 31), room + 52, 40)
    for x, player in zip(middles, players, strict=True):
        painter.put(signs.shield, (x, end + 28), 22, str(player.total))
    return end + 60


def draw_building(painter: Painter, kind: str, count: int, at: tuple[int, int], size: int = 44) -> None:
    """How many buildings of one kind stand in a landscape."""
    painter.put(signs.house, at, kind, size)
    painter.middle(str(count), (at[0] + size * 0.92, at[1] + 2), 38)
