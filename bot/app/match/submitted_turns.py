"""Turns handed in secretly that wait for those of the others, in a sentence for their owner. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.game import AnyGame
from games.core.moves import Move
from games.core.running.play import Position
from games.core.seats import AskId, Seat
from games.core.text import Text, raw, say


def submitted(game: AnyGame, position: Position[Any], seat: Seat) -> tuple[tuple[AskId, Text], ...]:
    """Return the asks that a seat has answered secretly, each with the turn."""
    asks = (ask for ask in game.asks(position.state) if ask.seat == seat and ask.id in position.sealed)
    view = game.view(position.state, seat)
    return tuple((ask.id, line_of(game, view, position.sealed[ask.id])) for ask in asks)


def line_of(game: AnyGame, view: object, moves: Sequence[Move]) -> Text:
    """Return a turn in notation; one whose line is empty, such as confirming a draft, in words.

    Words without arguments are the bare label of a button: then there is nothing in the turn.
    """
    line = game.notation.write(view, moves)
    if line or not moves:
        return raw(line)
    told = game.tell(view, moves[-1])
    return told if told.args else say("app.empty_turn")


def sentence_of(line: Text) -> Text:
    """Return the sentence by which its owner knows of a turn that is handed in."""
    return say("app.sealed", line=line)
