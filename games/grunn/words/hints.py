"""Advice for a beginner's arrangement and first three turns in a tutorial match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.moves import Move
from games.core.rng import NoChance
from games.core.seats import Seat
from games.core.text import Text, lines, say
from games.grunn.components import CARDS, Effect
from games.grunn.moves import Done
from games.grunn.rules.playing import play_move
from games.grunn.state import Phase, State
from games.grunn.view import View
from games.grunn.words.describe import tell_move
from games.grunn.words.names import card_name, kind_name

TURNS = 3
"""For so many turns there are hints."""


def hint_for(view: View, seat: Seat, turn: Sequence[Move]) -> Text | None:
    """Return advice for the seat's next step; ``turn`` is one that is good enough (empty: none is named)."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        return say("grunn.hint.arrange")
    number = state.players[seat].turns
    if number >= TURNS:
        return None
    stage = state.stage
    if not stage.pair:
        steps = tuple(say("grunn.hint.step", what=text) for text in _tell_steps(state, seat, turn))
        return lines(say(f"grunn.hint.turn{number + 1}"), say("grunn.hint.suggestion"), *steps)
    if not stage.laid:
        return say("grunn.hint.lay", tile=kind_name(stage.tile))
    if not stage.used and not stage.built and CARDS[stage.card].effect is not Effect.DUCATS:
        return say("grunn.hint.card", card=card_name(stage.card))
    return say("grunn.hint.done" if stage.built else "grunn.hint.build", ducats=state.players[seat].ducats)


def _tell_steps(state: State, seat: Seat, turn: Sequence[Move]) -> Iterator[Text]:
    """Yield the moves of a turn in words, each as seen just before it."""
    for move in turn:
        if not isinstance(move, Done):
            yield tell_move(View(seat=seat, state=state), move)
            state = play_move(state, seat, move, NoChance()).state
