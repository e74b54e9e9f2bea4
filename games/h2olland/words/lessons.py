"""What a guided match teaches: at each decision what matters there for the first time."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.components import COLOURS, CROPS, LETTERS, START_BARN, TULIPS, WEATHER, WORKERS_EACH, Item
from games.h2olland.moves import Face
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.playing import turn_id
from games.h2olland.rules.trading import over_limit
from games.h2olland.state import Phase, Table
from games.h2olland.view import View
from games.h2olland.words.refusals import words

FIRST, SECOND = 1, 2
"""Years of a match."""


def lessons(view: View, ask: Ask) -> tuple[Text, ...]:
    """Return what the seat's decision needs that it has not met yet, most important first."""
    table, seat = view.table, ask.seat
    if Face in ask.verbs:
        return () if table.faced[seat] else (words("lesson.face"),)
    if ask.id != turn_id(table, seat):
        return ()
    if _is_opening(table, seat):
        return (*_who(table, seat), _said("spring"))
    return tuple(map(_said, _names(view, seat)))


def _said(name: str) -> Text:
    return words(f"lesson.{name}")


def _who(table: Table, seat: Seat) -> Iterator[Text]:
    yield words("lesson.you", colour=COLOURS[seat], letter=LETTERS[seat])
    yield words("lesson.goal", years=table.years)


def _is_opening(table: Table, seat: Seat) -> bool:
    """Return whether the seat has done nothing yet."""
    return table.phase is Phase.SPRING and table.year == FIRST and _count_placed(table, seat) == 0


def _count_placed(table: Table, seat: Seat) -> int:
    """Return how many things of its first barn the seat has placed in the first spring."""
    return sum(count - table.has(seat, item) for item, count in START_BARN.items() if item != Item.DIKE)


def _names(view: View, seat: Seat) -> Iterator[str]:
    table = view.table
    match table.phase:
        case Phase.SPRING:
            yield from _spring(table, seat)
        case Phase.DIKES:
            yield from _dikes(table, seat)
        case Phase.DRAIN if not _has_grown(table, seat):
            yield "flip" if table.area else "area"
        case Phase.REWARD if not _has_grown(table, seat):
            yield "reward"
        case Phase.DROUGHT if sum(WEATHER[card].drought for card in table.cards) == 1:
            yield "drought"
        case Phase.WINTER:
            yield from _winter(view, seat)
        case Phase.FINAL_TRADE if not view.basket.trades:
            yield "final"
        case Phase.RACE if not any(field.runner == seat for field in table.fields.values()):
            yield "race"


def _spring(table: Table, seat: Seat) -> Iterator[str]:
    if table.year == FIRST:
        yield from _barn(table, seat)
    elif any(table.has(seat, tulip) for tulip in TULIPS) and table.workers[seat] == WORKERS_EACH:
        yield "tulips"


def _barn(table: Table, seat: Seat) -> Iterator[str]:
    """Yield what the next thing of the first barn means: the pasture, the farm, a crop, in the end to pass."""
    placed = _count_placed(table, seat)
    kinds = (("cow", (Item.COW,)), ("farm", (Item.FARM,)), ("crop", CROPS))
    held = [name for name, items in kinds[max(0, placed - 1) :] if any(table.has(seat, item) for item in items)]
    if placed <= len(kinds):
        yield from held[:1]
    elif placed == len(kinds) + 1:
        yield "pass"


def _dikes(table: Table, seat: Seat) -> Iterator[str]:
    laid = START_BARN[Item.DIKE] - table.has(seat, Item.DIKE)
    if table.year == FIRST and 0 <= laid <= 1:
        yield ("dikes", "dike")[laid]


def _has_grown(table: Table, seat: Seat) -> bool:
    """Return whether the seat holds tulips, or has planted any: it knows how mills earn them."""
    planted = any(field.by == seat and field.item in TULIPS for field in table.fields.values())
    return planted or any(table.has(seat, tulip) for tulip in TULIPS)


def _winter(view: View, seat: Seat) -> Iterator[str]:
    if view.table.year > SECOND:
        return
    if view.table.year == FIRST and not view.basket.trades and view.basket.keep is None:
        yield "winter"
    if view.basket.keep is None and over_limit(apply_basket(view.table, seat, view.basket).barns[seat]):
        yield "keep"
