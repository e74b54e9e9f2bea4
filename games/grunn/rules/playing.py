"""What a move does, by the parts of a turn."""

from __future__ import annotations

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
from games.grunn.rules import arranging, building, cards, laying, table, taking
from games.grunn.state import State


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
