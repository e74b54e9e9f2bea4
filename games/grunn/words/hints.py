"""A good turn in words, for beginners in practice matches."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.moves import Found, Move, tell_better
from games.core.rng import NoChance
from games.core.seats import Seat
from games.core.text import Text, lines, say
from games.grunn.moves import Arrange
from games.grunn.rules.playing import play_move
from games.grunn.scoring import score_lands, score_player
from games.grunn.state import State, new_tile
from games.grunn.view import View
from games.grunn.words.describe import tell_move


def tell_suggestion(view: View, seat: Seat, turn: Sequence[Move], found: Found | None = None) -> Text:
    """Return a turn without its end in words, each move as seen just before it, and what they come to at once."""
    state = view.state
    steps = [say("grunn.hint.suggestion")]
    better = () if found is None else (tell_better(found),)
    for move in turn:
        steps.append(say("grunn.hint.step", what=tell_move(View(seat=seat, state=state), move)))
        if isinstance(move, Arrange):
            tiles = {cell: new_tile(kind) for cell, kind in zip(move.cells, state.players[seat].dealt, strict=True)}
            points = score_lands(tiles, state.options)
            return lines(*steps, say("grunn.hint.points", points=points), *better)
        state = play_move(state, seat, move, NoChance()).state
    points = _points(state, seat) - _points(view.state, seat)
    return lines(*steps, say("grunn.hint.worth", points=points, ducats=state.players[seat].ducats), *better)


def _points(state: State, seat: Seat) -> int:
    return score_player(state.players[seat], 0, state.options).total
