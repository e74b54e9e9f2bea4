"""Advice for the first two hunts of a tutorial match."""

from __future__ import annotations

from games.core.game import Ask
from games.core.seats import TABLE
from games.core.text import Text, say
from games.grumpf.components import SPECIES
from games.grumpf.rules.judging import rank
from games.grumpf.state import Phase, State
from games.grumpf.view import View
from games.grumpf.words.names import board_name


def hint(view: View, ask: Ask) -> Text | None:
    """Return advice for the first two hunts of a tutorial match."""
    state = view.state
    if ask.seat == TABLE or state.round > 2:
        return None
    match state.phase:
        case Phase.VOLLEY:
            clan = state.clans[ask.seat]
            if not clan.hand:
                return say("grumpf.hint.home")
            last = state.volley == state.volleys[-1]
            stage = 3 if last else 2 if state.beat + 1 >= state.options.huts_from else 1
            return say(f"grumpf.hint.volley{stage}", board=_leading(state))
        case Phase.HUNT:
            return say("grumpf.hint.live_home" if state.opened else "grumpf.hint.live")
        case Phase.TRADE:
            return say("grumpf.hint.trade")
        case Phase.READY:
            return say("grumpf.hint.ready")
    return None


def _leading(state: State) -> Text:
    """Return the board with most Animals that nobody leads yet, or with most of all where those have none."""
    open_boards = [code for code in SPECIES if state.lying.get(code) and not rank(state.side(code), state.tracks[code])]
    best = max(open_boards or SPECIES, key=lambda code: state.lying.get(code, 0))
    return board_name(best)
