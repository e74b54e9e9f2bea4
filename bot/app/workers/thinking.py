"""What runs in the processes in which computer players think: one function, bytes in and bytes out."""

from __future__ import annotations

import time
from typing import Any

from games.core.contract import AnyGame
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.play import find_ask
from games.core.running.selfplay import think
from games.core.seats import AskId

_codecs: dict[str, Codec[Any, Any]] = {}
"""By the game's key: each task brings its game anew."""


def turn_of(
    game: AnyGame, level: str, position: bytes, ask: AskId, seed: bytes, seconds: float | None = None
) -> bytes | None:
    """Return the encoded turn of a computer player; None if it does not want to act now, or the ask is gone.

    ``seed`` is not the match's: the player sees its view and worlds that fit to it, nothing else. One that searches
    counts what it tries, so it makes the same turn on any machine; after ``seconds`` it takes the best so far. Raises
    Refusal, or whatever the player's code raises, if it finds no turn that can be played.
    """
    codec = _codecs.setdefault(game.spec.key, Codec(game))
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    if standing is None:
        return None
    until = None if seconds is None else time.monotonic() + seconds
    is_over = None if until is None else lambda: time.monotonic() > until
    turn = think(game, state, standing, game.bots.players()[level], Rng(seed), is_over=is_over)
    return codec.encode(turn) if turn else None
