"""The rules of Grunn by the parts of a turn; ``check_move`` and ``play_move`` lead to a move's part."""

from __future__ import annotations

from games.core.errors import IllegalMove
from games.core.game import Step
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
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
from games.grunn.names import refusal
from games.grunn.rules import arranging, building, cards, laying, table, taking
from games.grunn.rules.order import check_arranging, check_turn
from games.grunn.state import State
from games.grunn.view import View

USES = (Develop, Relocate, Exchange)
"""The uses of a card."""

CONSTRUCTIONS = (Build, Canal)
"""The constructions."""


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


def play_move(state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
    """Play a checked move."""
    match move:
        case Arrange():
            return arranging.play_arrange(state, seat, move)
        case Take():
            return taking.play_take(state, move)
        case Place():
            return laying.play_place(state, move)
        case Develop() | Relocate() | Exchange():
            return cards.play_use(state, move)
        case Build() | Canal():
            return building.play_construction(state, move)
        case Done():
            return table.play_done(state)
        case Begin():
            return table.play_begin(state, rng)
        case Refill():
            return table.play_refill(state, rng)
        case Automaton():
            return table.play_automaton(state, rng)
        case _:
            raise TypeError(f"no move of Grunn: {move!r}")
