"""What runs in the processes in which computer players think: functions with bytes in and bytes out."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bot.app.runtime.process_pools import is_stopped
from games.core.contract import AnyGame
from games.core.rng import Rng
from games.core.running.codec import Codec
from games.core.running.play import find_ask
from games.core.running.selfplay import think
from games.core.search.advice import find_advice
from games.core.search.budget import BudgetSpent, within
from games.core.seats import AskId

_codecs: dict[str, Codec[Any, Any]] = {}
"""By the game's key: each task brings its game anew."""


def codec_of(game: AnyGame) -> Codec[Any, Any]:
    """Return the codec of a game, the same each time."""
    return _codecs.setdefault(game.spec.key, Codec(game))


def turn_of(
    game: AnyGame, level: str, position: bytes, ask: AskId, seed: bytes, seconds: float | None = None
) -> bytes | None:
    """Return the encoded turn of a computer player; None if it does not want to act now, or the ask is gone.

    ``seed`` is not the match's: the player sees its view and worlds that fit to it, nothing else. One that searches
    counts what it tries, so it makes the same turn on any machine; after ``seconds`` it takes the best so far. Raises
    Refusal, or whatever the player's code raises, if it finds no turn that can be played.
    """
    codec = codec_of(game)
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    if standing is None:
        return None
    brain, is_over = game.bots.players()[level], None if seconds is None else after(seconds)
    turn = think(game, state, standing, brain, Rng(seed), is_over=is_over)
    return codec.encode(turn) if turn else None


def advice_of(
    game: AnyGame, position: bytes, ask: AskId, seed: bytes, seconds: float
) -> tuple[bytes, int, bytes] | None:
    """Return the turn that a search is sure of: its moves, the points that it is better by, and the usual turn.

    None if it is sure of none, also since nobody wants it any more. As for ``turn_of``, ``seed`` is not the match's.
    Raises BudgetSpent if ``seconds`` were over before it was sure: with more of them it might be.
    """
    codec = codec_of(game)
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    if standing is None:
        return None
    is_late, found = after(seconds), None
    with suppress(BudgetSpent), within(lambda: is_late() or is_stopped()):
        found = find_advice(game, state, standing, Rng(seed))
    if found is None and is_late():
        raise BudgetSpent
    return None if found is None else (codec.encode(found.moves), found.points, codec.encode(found.usual))


def after(seconds: float) -> Callable[[], bool]:
    """Return what says from so many seconds on that the time is over."""
    until = time.monotonic() + seconds
    return lambda: time.monotonic() > until
