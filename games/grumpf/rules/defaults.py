"""What counts for players who miss a deadline (S4.2)."""

from __future__ import annotations

from games.core.game import Ask
from games.core.moves import Move
from games.grumpf.moves import Choose, Decline, HandIn, Idle, Ready
from games.grumpf.state import Phase
from games.grumpf.view import View


def default_move(view: View, ask: Ask) -> Move:
    """Return the draft if there is one, else holding; no trade; being ready; the mode as it was."""
    state = view.state
    match state.phase:
        case Phase.TRADE:
            return Decline()
        case Phase.READY:
            return Ready()
        case Phase.VOTE:
            return Choose(state.mode)
    return HandIn() if state.clans[ask.seat].plan else Idle()
