"""Turns handed in secretly that wait for those of the others, in a sentence for their owner. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.moves import Move
from games.core.running.play import Position, fold
from games.core.seats import AskId, Seat
from games.core.text import Text, raw, say

EMPTY = "app.empty_turn"
"""What stands for a turn in which there is nothing."""


def list_submitted(game: AnyGame, position: Position[Any], seat: Seat) -> tuple[tuple[AskId, Text], ...]:
    """Return the asks that a seat has answered secretly, each with the turn in words."""
    asks = (ask for ask in game.asks(position.state) if ask.seat == seat and ask.id in position.sealed)
    return tuple((ask.id, in_words(game, position.state, seat, ask.id, position.sealed[ask.id])) for ask in asks)


def in_words(game: AnyGame, state: object, seat: Seat, ask: AskId, moves: Sequence[Move]) -> Text:
    """Return a turn in words, with its notation behind them; without words where it doesn't fit a state any more."""
    line = line_of(game, game.view(state, seat), moves)
    if line.id != "core.raw" or not moves:
        return line
    told = []
    try:
        for move in moves:
            told.append(game.tell(game.view(state, seat), move))
            state = fold(game, state, seat, ask, (move,)).state
    except Refusal:
        return line
    if len(told) > 1 and not told[-1].args:  # the label of what ends it
        told = told[:-1]
    return say("app.turn_written", moves=tuple(told), line=line)


def line_of(game: AnyGame, view: object, moves: Sequence[Move]) -> Text:
    """Return a turn in notation; one whose line is empty, such as confirming a draft, in words.

    Words without arguments are the bare label of a button: then there is nothing in the turn.
    """
    line = game.notation.write(view, moves)
    if line or not moves:
        return raw(line)
    told = game.tell(view, moves[-1])
    return told if told.args else say(EMPTY)


def sentence_of(line: Text) -> Text:
    """Return the sentence by which its owner knows of a turn that is handed in."""
    return say("app.sealed", line=line)
