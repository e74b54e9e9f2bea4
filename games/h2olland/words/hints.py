"""Advice for beginners: what the season is about, and a suggestion."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.game import Ask
from games.core.moves import Found, Hint, Move, tell_better
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text, lines
from games.h2olland.bots.players import Greedy
from games.h2olland.combinations import tell_worth
from games.h2olland.components import Item
from games.h2olland.moves import Dike, Face, Flip, Keep, Trade
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.draining import mills_gained
from games.h2olland.state import Phase, State, Table
from games.h2olland.view import View
from games.h2olland.words.names import tell
from games.h2olland.words.refusals import words


def hint(view: View, ask: Ask, found: Found | None) -> Hint | None:
    """Return what to think of now, and the move that was found, or one that is good enough."""
    if Face in ask.verbs:
        return Hint(text=words("hint.face"))
    if view.seat is None or view.seat != ask.seat:
        return None
    turn = Greedy().think(view, ask, _no_worlds(), Rng(b"hint")) if found is None else found.moves
    told = [move for move in turn if len(turn) == 1 or isinstance(move, (Trade, Keep))]
    named = (words("hint.move", what=_tell_advised(view, view.seat, move)) for move in told)
    better = () if found is None or not told else (tell_better(found),)
    return Hint(text=lines(*_advice(view.table, ask), *named, *better), moves=tuple(turn) if told else ())


def _tell_advised(view: View, seat: Seat, move: Move) -> Text:
    """Return a move in words; of a dike and of purchases also what they bring."""
    told, note = tell(view.table, seat, move), None
    match move:
        case Dike(at):
            gain = mills_gained(view.table, seat, at)
            note = words("choice.worth.tulips", count=gain) if gain > 0 else None
        case Trade(trades):
            note = tell_worth(apply_basket(view.table, seat, view.basket), seat, trades)
    return told if note is None else words("move.with", what=told, note=note)


def _advice(table: Table, ask: Ask) -> Iterator[Text]:
    """Yield what the season is about; in spring it is about mills, for those who have one to build."""
    if table.phase is not Phase.SPRING or table.has(ask.seat, Item.MILL):
        yield words("hint.flip" if Flip in ask.verbs else f"hint.{table.phase}")


def _no_worlds() -> Iterator[State]:
    yield from ()
