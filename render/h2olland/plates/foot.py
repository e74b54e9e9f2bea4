"""What stands below the players: the co-op's stock, what may be chosen of it or of one's barn, at the end notes."""

from dataclasses import dataclass
from typing import TypeAlias

from games.core.game import Marks
from games.h2olland.view import View
from render.core.lettering.fonts import SPARTAN, Face
from render.core.lettering.text import width
from render.core.picture import Theme
from render.h2olland.inks import CODES, INK, PANEL, PAPER, QUIET, TULIPS
from render.h2olland.paint import FIGURES, LEAST, Painter, fit_text
from render.h2olland.pieces import tokens
from render.h2olland.plates.goods import Held, draw_offered
from render.h2olland.plates.panels import plaque
from render.h2olland.sights import list_offered_items

STOCK, SHORT_STOCK, BARN = "Co-op has", "Co-op", "Your barn"
LETTERING = (STOCK, SHORT_STOCK, BARN)
LINED = 4
"""At a table of so many it is one line."""

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class Stock:
    """All that the co-op still has: crops and pastures, tulips, dikes."""

    title: str
    goods: Held


@dataclass(frozen=True, slots=True)
class Picks:
    """What may be chosen, and how many there are of each."""

    title: str
    goods: Held


@dataclass(frozen=True, slots=True)
class Notes:
    """Two sentences on the end."""

    lines: tuple[str, str]


Foot: TypeAlias = Stock | Picks | Notes


def foot(view: View, marks: Marks, theme: Theme) -> Stock | Picks:
    """What the co-op has, or in its place what the viewer may choose of it or of the own barn."""
    table = view.table
    for place, title in (("barn", BARN), ("coop", STOCK)):
        found = list_offered_items(marks, place)
        if found:
            held = table.coop if place == "coop" or view.seat is None else table.barns[view.seat]
            return Picks(theme.say(title), tuple((kind, held.get(kind, 0)) for kind in found))
    goods = tuple((kind, table.coop.get(kind, 0)) for kind in (*CODES, *TULIPS, "dike"))
    return Stock(theme.say(SHORT_STOCK if table.seats == LINED else STOCK), goods)


def line(painter: Painter, shown: Foot, at: tuple[float, float], room: float) -> None:
    """All in one line, `at` its left end."""
    x, y = at
    painter.ground = PAPER
    match shown:
        case Notes(lines=(first, last)):
            run = painter.set_to_fit(first, at, room * 0.42, LEAST + 2)
            painter.set_to_fit(last, (x + room, y), room - run - 30, LEAST + 2, side="right")
        case Picks(title=title, goods=goods):
            run = painter.set_to_fit(title, at, 180, LEAST) + 20
            draw_offered(painter, goods, (x + run, y + 2), room - run)
        case Stock():
            _stock_line(painter, shown, at, room)


def _stock_line(painter: Painter, shown: Stock, at: tuple[float, float], room: float) -> None:
    """Title, goods with narrow numbers."""
    x, y = at
    x += painter.set_to_fit(shown.title, at, 80, LEAST) + 16
    runs = [width(str(count), FIGURES, 34) for _, count in shown.goods]
    used = sum(tokens.breadth(kind) + 3 + run for (kind, _), run in zip(shown.goods, runs, strict=True))
    gap = (at[0] + room - x - used) / (len(runs) - 1)
    for good, run in zip(shown.goods, runs, strict=True):
        _good(painter, good, (x, y), (FIGURES, 34))
        x += tokens.breadth(good[0]) + 3 + run + gap


def panel(painter: Painter, shown: Foot, box: Box) -> None:
    """In a panel of its own, a wide one or that of the corner where nobody sits."""
    x, y, across, down = box
    corner = across < 2 * down * 2
    painter.ground = PAPER
    painter.put(plaque, (x, y), -1, active=False, size=(across, down))
    painter.ground = PANEL
    match shown:
        case Notes(lines=lines):
            for told, middle in zip(lines, (y + down / 2 - 24, y + down / 2 + 24), strict=True):
                painter.set_to_fit(told, (x + 22, middle), across - 44, LEAST + 2)
        case Picks(title=title):
            painter.set_to_fit(title, (x + 22, y + 28), 300, LEAST + 2)
            rows = (y + down - 92, y + down - 34) if corner else (y + down - 42,)
            _picks(painter, shown, (x + 22, across - 44), rows)
        case Stock():
            (_corner if corner else _wide)(painter, shown, box)


def _picks(painter: Painter, shown: Picks, span: tuple[int, int], rows: tuple[int, ...]) -> None:
    """What may be chosen, in two rows with tulips in the lower one."""
    tulips = tuple(pair for pair in shown.goods if pair[0] in TULIPS)
    others = tuple(pair for pair in shown.goods if pair not in tulips)
    parts = [part for part in ((others, tulips) if len(rows) > 1 else (others + tulips,)) if part]
    for row, middle in zip(parts, rows, strict=False):
        draw_offered(painter, row, (span[0], middle), span[1])


def _wide(painter: Painter, shown: Stock, box: Box) -> None:
    """The title at the left of two rows, produce and dikes above tulips."""
    x, y, across, down = box
    rows = (y + down / 2 - 28, y + down / 2 + 28)
    title = [fit_text(word, 200, LEAST + 2) for word in shown.title.split(" ", 1)]
    for found, middle in zip(title, rows, strict=False):
        painter.set(found, (x + 22, middle))
    left = x + 22 + max(found.wide for found in title) + 26
    upper, lower = (*shown.goods[: len(CODES)], shown.goods[-1]), shown.goods[len(CODES) : -1]
    for row, middle in zip((upper, lower), rows, strict=True):
        _row(painter, row, (left, middle), (x + across - 8 - left) / len(row))


def _corner(painter: Painter, shown: Stock, box: Box) -> None:
    """The title beside the dikes, produce, tulips."""
    x, y, across, down = box
    pitch = (down - 20) / 3
    rows = [y + 10 + pitch * (i + 0.5) for i in range(3)]
    painter.set_to_fit(shown.title, (x + 22, rows[0]), 300, LEAST + 2)
    _row(painter, shown.goods[-1:], (x + across - 112, rows[0]), 0)
    for row, middle in zip((shown.goods[: len(CODES)], shown.goods[len(CODES) : -1]), rows[1:], strict=True):
        _row(painter, row, (x + 22, middle), (across - 36) / len(row))


def _row(painter: Painter, row: Held, at: tuple[float, float], step: float) -> None:
    for i, good in enumerate(row):
        _good(painter, good, (at[0] + step * i, at[1]), (SPARTAN, LEAST))


def _good(painter: Painter, good: tuple[str, int], at: tuple[float, float], look: tuple[Face, int]) -> None:
    """One kind from its left end, with its number; crossed if it is sold out."""
    (kind, count), (x, y) = good, at
    across = tokens.breadth(kind)
    painter.put(tokens.goods, (x + across / 2, y), kind)
    if not count:
        painter.put(tokens.draw_crossing, (x + across / 2, y))
    painter.word(str(count), (x + across + 3, y), look[1], colour=INK if count else QUIET, face=look[0])
