"""Advice for a beginner's arrangement and first three turns in a tutorial match."""

from __future__ import annotations

from games.core.seats import Seat
from games.core.text import Text, say
from games.grunn.components import CARDS, Effect
from games.grunn.state import Phase
from games.grunn.view import View
from games.grunn.words.names import card_name, kind_name

TURNS = 3
"""For so many turns there are hints."""


def hint_for(view: View, seat: Seat, suggestion: str) -> Text | None:
    """Return advice for the seat's next step; ``suggestion`` is a sound turn in notation ("" for none)."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        return say("grunn.hint.arrange")
    turn = state.players[seat].turns
    if turn >= TURNS:
        return None
    stage = state.stage
    if not stage.pair:
        return say(f"grunn.hint.turn{turn + 1}", line=suggestion)
    if not stage.laid:
        return say("grunn.hint.lay", tile=kind_name(stage.tile))
    if not stage.used and not stage.built and CARDS[stage.card].effect is not Effect.DUCATS:
        return say("grunn.hint.card", card=card_name(stage.card))
    return say("grunn.hint.done" if stage.built else "grunn.hint.build", ducats=state.players[seat].ducats)
