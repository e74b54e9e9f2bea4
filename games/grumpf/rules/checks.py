"""Why a move is refused: one list of reasons for completion, panels and commands (section 8)."""

from __future__ import annotations

from games.core.errors import IllegalMove, not_a_player
from games.core.moves import Move
from games.grumpf.moves import (
    Choose,
    Club,
    Decline,
    Final,
    Flip,
    Go,
    HandIn,
    Hut,
    Idle,
    Place,
    Ready,
    Step,
    TakeOver,
    Trade,
)
from games.grumpf.rules.planning import final_fault, hand_in_fault, plan_fault, step_fault
from games.grumpf.rules.racing import action_fault, flip_fault, ready_fault
from games.grumpf.rules.trading import right_fault, trade_fault
from games.grumpf.state import Phase, State
from games.grumpf.view import View
from games.grumpf.words.names import refusal


def fault(view: View, move: Move) -> IllegalMove | None:
    """Return why the seat that looks cannot make the move; None if it can."""
    seat = view.seat
    if seat is None or not 0 <= seat < view.state.players:
        return not_a_player("S1")
    return seat_fault(view.state, seat, move)


def seat_fault(state: State, seat: int, move: Move) -> IllegalMove | None:
    """Return why a seat cannot make the move, in the order of section 8."""
    match move:
        case Step():
            return step_fault(state, seat, move.text)
        case Final():
            return final_fault(state, seat)
        case HandIn():
            return hand_in_fault(state, seat)
        case TakeOver() | Idle():
            return plan_fault(state, seat)
        case Place() | Club() | Hut():
            return action_fault(state, seat, move)
        case Flip():
            return flip_fault(state, seat, move)
        case Ready() | Go():
            return ready_fault(state, seat, go=isinstance(move, Go))
        case Trade():
            return trade_fault(state, seat, move)
        case Decline():
            return right_fault(state, seat)
        case Choose():
            return vote_fault(state, seat)
    return refusal("TABLE_ONLY", "S1")


def vote_fault(state: State, seat: int) -> IllegalMove | None:
    """Return why no mode can be chosen now (section 10)."""
    if state.phase is not Phase.VOTE or state.clans[seat].vote:
        return refusal("NO_VOTE", "S1")
    return None
