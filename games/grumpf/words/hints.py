"""Advice for the first two hunts of a practice match."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.game import Ask
from games.core.moves import Move
from games.core.seats import TABLE
from games.core.text import Text, lines, say
from games.grumpf.state import Phase, State
from games.grumpf.view import View
from games.grumpf.words.describe import tell


def is_early(view: View, ask: Ask) -> bool:
    """Return whether a beginner is advised here."""
    return ask.seat != TABLE and view.state.round <= 2


def hint(view: View, ask: Ask, moves: Sequence[Move]) -> Text | None:
    """Return the advised moves in words, and what to think of at this stage; None from the third hunt on."""
    state = view.state
    if not is_early(view, ask):
        return None
    match state.phase:
        case Phase.VOLLEY if not state.clans[ask.seat].hand:
            return say("grumpf.hint.home")
        case Phase.VOLLEY:
            advice = say(f"grumpf.hint.volley{_stage(state)}")
        case Phase.HUNT:
            return say("grumpf.hint.live_home" if state.opened else "grumpf.hint.live")
        case Phase.TRADE:
            advice = say("grumpf.hint.trade")
        case Phase.READY:
            return say("grumpf.hint.ready")
        case _:
            return None
    if not moves:
        return advice
    steps = (say("grumpf.hint.step", what=tell(view, move)) for move in moves)
    return lines(advice, say("grumpf.hint.suggestion"), *steps)


def _stage(state: State) -> int:
    """Return 1 before huts open, 3 for the last volley of a hunt, 2 between."""
    if state.volley == state.volleys[-1]:
        return 3
    return 2 if state.beat + 1 >= state.options.huts_from else 1
