"""What the co-op holds: in one line, or in a panel of its own."""

from dataclasses import dataclass

from games.core.game import Marks
from games.h2olland.view import Table
from render.core.fonts import SPARTAN, Face
from render.core.picture import Theme
from render.core.text import width
from render.h2olland import tokens
from render.h2olland.goods import Held, ring
from render.h2olland.inks import CODES, INK, PANEL, PAPER, QUIET, TULIPS
from render.h2olland.paint import FIGURES, LEAST, Painter, setting
from render.h2olland.panels import plaque
from render.h2olland.sights import stored

STOCK, SHORT_STOCK = "Co-op has", "Co-op"
LETTERING = (STOCK, SHORT_STOCK)


@dataclass(frozen=True, slots=True)
class Coop:
    """What the co-op still has, fields and dikes in one order, and what of it is offered."""

    title: str
    goods: Held
    offered: tuple[str, ...] = ()


def stock(table: Table, marks: Marks, theme: Theme, *, brief: bool = False) -> Coop:
    """What the co-op has."""
    goods = tuple((kind, table.coop.get(kind, 0)) for kind in (*CODES, *TULIPS, "dike"))
    return Coop(theme.say(SHORT_STOCK if brief else STOCK), goods, stored(marks, "coop"))


def line(painter: Painter, shown: Coop, at: tuple[float, float], room: float) -> None:
    """All in one line, `at` its left end: title, goods with narrow numbers."""
    x, y = at
    painter.ground = PAPER
    x += painter.set(setting(shown.title, 80, LEAST), at) + 16
    runs = [width(str(count), FIGURES, 34) for _, count in shown.goods]
    used = sum(tokens.breadth(kind) + 3 + run for (kind, _), run in zip(shown.goods, runs, strict=True))
    gap = (at[0] + room - x - used) / (len(runs) - 1)
    for good, run in zip(shown.goods, runs, strict=True):
        _good(painter, shown, good, (x, y), (FIGURES, 34))
        x += tokens.breadth(good[0]) + 3 + run + gap


def panel(painter: Painter, shown: Coop, box: tuple[int, int, int, int]) -> None:
    """In a wide panel (left, top, width, height): the title at the left of two rows, produce and dikes above tulips."""
    x, y, across, down = box
    _ground(painter, box)
    rows = (y + down / 2 - 28, y + down / 2 + 28)
    title = [setting(word, 200, LEAST + 2) for word in shown.title.split(" ", 1)]
    for found, middle in zip(title, rows, strict=False):
        painter.set(found, (x + 22, middle))
    left = x + 22 + max(found.wide for found in title) + 26
    upper, lower = (*shown.goods[: len(CODES)], shown.goods[-1]), shown.goods[len(CODES) : -1]
    for row, middle in zip((upper, lower), rows, strict=True):
        _row(painter, shown, row, (left, middle), (x + across - 8 - left) / len(row))


def corner(painter: Painter, shown: Coop, box: tuple[int, int, int, int]) -> None:
    """In the panel of a corner where nobody sits: the title beside the dikes, produce, tulips."""
    x, y, across, down = box
    _ground(painter, box)
    pitch = (down - 20) / 3
    rows = [y + 10 + pitch * (i + 0.5) for i in range(3)]
    painter.fitted(shown.title, (x + 22, rows[0]), 300, LEAST + 2)
    _row(painter, shown, shown.goods[-1:], (x + across - 112, rows[0]), 0)
    for row, middle in zip((shown.goods[: len(CODES)], shown.goods[len(CODES) : -1]), rows[1:], strict=True):
        _row(painter, shown, row, (x + 22, middle), (across - 36) / len(row))


def _ground(painter: Painter, box: tuple[int, int, int, int]) -> None:
    painter.ground = PAPER
    painter.put(plaque, box[:2], -1, active=False, size=box[2:])
    painter.ground = PANEL


def _row(painter: Painter, shown: Coop, row: Held, at: tuple[float, float], step: float) -> None:
    for i, good in enumerate(row):
        _good(painter, shown, good, (at[0] + step * i, at[1]), (SPARTAN, LEAST))


def _good(
    painter: Painter, shown: Coop, good: tuple[str, int], at: tuple[float, float], look: tuple[Face, int]
) -> None:
    """One kind from its left end, with its number; crossed if it is sold out, ringed if it is offered."""
    (kind, count), (x, y) = good, at
    across = tokens.breadth(kind)
    run = 3 + width(str(count), *look)
    if kind in shown.offered:
        painter.put(ring, (x + (across + run) / 2, y), round(across + run))
    painter.put(tokens.goods, (x + across / 2, y), kind)
    if not count:
        painter.put(tokens.crossing, (x + across / 2, y))
    painter.word(str(count), (x + across + 3, y), look[1], colour=INK if count else QUIET, face=look[0])
