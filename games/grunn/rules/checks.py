"""Whether a move is allowed: the refusal of section 19 that comes first."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.moves import Move
from games.grunn.moves import (
    Arrange,
    Automaton,
    Begin,
    Build,
    Canal,
    Develop,
    Done,
    Exchange,
    Place,
    Refill,
    Relocate,
    Take,
)
from games.grunn.rules import arranging, building, cards, laying, table, taking
from games.grunn.rules.order import check_arranging, check_turn
from games.grunn.view import View
from games.grunn.words.names import refusal


def check_move(view: View, move: Move) -> None:
    """Raise the refusal of section 19 that comes first, if the move is against the rules."""
    state = view.state
    if isinstance(move, Arrange):
        arranging.check_arrange(state, check_arranging(view), move)
        return
    if isinstance(move, Begin | Refill | Automaton):
        raise refusal("TABLE_ONLY", "R16.11")
    check_turn(view)
    match move:
        case Take():
            taking.check_take(state, move)
        case Place():
            laying.check_place(state, move)
        case Develop() | Relocate() | Exchange():
            cards.check_use(state, move)
        case Build() | Canal():
            building.check_construction(state, move)
        case Done():
            table.check_done(state)
        case _:
            raise TypeError(f"no move of Grunn: {move!r}")


def is_legal(view: View, move: Move) -> bool:
    """Return whether the rules allow the move."""
    try:
        check_move(view, move)
    except IllegalMove:
        return False
    return True
