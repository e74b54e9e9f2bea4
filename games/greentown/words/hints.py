"""Advice for a beginner's turns, and what is left undone in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.core.moves import Found, Hint, Move, tell_better
from games.core.text import Text, lines, say
from games.greentown.components import BUILDINGS
from games.greentown.moves import Done, Double
from games.greentown.rules.building import erect_sites
from games.greentown.rules.checks import USE
from games.greentown.rules.playing import play
from games.greentown.state import Table
from games.greentown.view import View
from games.greentown.words.describe import tell
from games.greentown.words.names import stock_name

EXPLAINED = 3
"""In so many of their first turns beginners are told what to look at, too."""


def hint(view: View, think: Callable[[View], Sequence[Move]], found: Found | None) -> Hint | None:
    """Return advice for a beginner's turn as it begins: one that was found, else by ``think``; at first more."""
    table = view.table
    if table.over or view.seat is None or table.current != view.seat:
        return None
    if table.deciding:
        return Hint(text=say("greentown.hint.double"), moves=(Double(USE),))
    if table.doing is not None:
        return None
    turn = tuple(move for move in (think(view) if found is None else found.moves) if not isinstance(move, Done))
    better = () if found is None else (tell_better(found, "greentown"),)
    told = (*_reasons(table.mover.turns), say("greentown.hint.suggestion"), *_steps(view, turn), *better)
    return Hint(text=lines(*told), moves=turn)


def _reasons(turns: int) -> Iterator[Text]:
    """Yield what to look at after so many turns."""
    if turns < EXPLAINED:
        yield say("greentown.hint.first" if turns == 0 else "greentown.hint.marker")


def _steps(view: View, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield the moves of a turn in words, each as seen just before it."""
    table = view.table
    for move in turn:
        yield say("greentown.hint.step", what=tell(View(seat=view.seat, table=table, sheets=view.sheets), move))
        table = play(table, move).table


def tell_left(table: Table) -> Iterator[Text]:
    """Yield what is left undone if the turn under way is confirmed: a building, and a tour that cannot be led."""
    doing = table.doing
    if doing is None or doing.lapses:
        return
    stock = tuple(stock_name(kind, table.mover.stock[kind]) for kind in BUILDINGS if table.mover.stock[kind])
    if doing.laid and not doing.building and stock and erect_sites(table):
        yield say("greentown.choice.left.undo" if doing.tour else "greentown.choice.left.erect", stock=stock)
    if doing.tours and not doing.tour:
        yield say("greentown.choice.left.tour")
