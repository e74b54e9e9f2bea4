"""What runs for puzzles in the processes in which computer players think, in pieces of a few seconds."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from bot.app.workers.stored_logs import Choice, StoredLog, find_choices
from bot.app.workers.thinking import after, codec_of
from games.core.base import EASY, STEADY
from games.core.contract import AnyGame
from games.core.game import Options, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import find_ask
from games.core.running.selfplay import play_steps
from games.core.search.budget import BudgetSpent, within
from games.core.search.puzzles import Gap, find_gap, find_turns, is_open, weigh_answer
from games.core.seats import TABLE, AskId, Seat

SEATS = 2
"""Players of the matches that are played for puzzles: the fewest, so that the turn decides most."""
STREAM = "puzzles"
MOST = 12
"""Positions of one match that are looked at."""
MOST_LOOKED = 200
"""Positions of a finished match of which it is looked whether they are open: in long ones, there are thousands."""


class Spot(Struct, frozen=True, kw_only=True):
    """An open position and the ask that waits in it.

    ``ply`` and ``made``: the line of the log that answered it, and with what; None where computer players play.
    """

    position: bytes
    ask: AskId
    ply: int | None = None
    made: bytes | None = None


def course_of(game: AnyGame, seed: bytes) -> tuple[bytes, list[Spot]]:
    """Return the options of a match that computer players play, and open positions of it by chance.

    The options are the usual ones; if with these something is always hidden, those with which it isn't.
    """
    codec, rng, players = codec_of(game), Rng(seed), game.bots.players()
    brains = {Seat(seat): players[level] for seat, level in enumerate((STEADY, EASY))}
    for options in _list_options(game.spec.options()):
        found = list[Spot]()
        for step in play_steps(game, Setup(SEATS, options), seed, brains=brains):
            state = step.position.state
            asks = [ask for ask in game.asks(state) if ask.seat != TABLE and is_open(game, state, ask, rng)]
            found += [Spot(position=codec.position(step.position), ask=ask.id) for ask in asks]
        if found:
            return codec.encode(options), list(rng.shuffle(STREAM, found))[:MOST]
    return b"", []


def open_of(game: AnyGame, log: StoredLog, seed: bytes, seconds: float) -> list[Spot]:
    """Return open positions of a finished match by chance, those that are found in time."""
    rng, positions, is_over = Rng(seed), dict(log.positions), after(seconds)
    found = list[Spot]()
    for choice in rng.shuffle(STREAM, find_choices(game, log))[:MOST_LOOKED]:
        if len(found) == MOST or is_over():
            break
        spot = _find_spot(game, zlib.decompress(positions[choice.before]), choice, rng)
        found += [] if spot is None else [spot]
    return found


def _find_spot(game: AnyGame, stored: bytes, choice: Choice, rng: Rng) -> Spot | None:
    """The position before a turn, if it is open; one with turns handed in secretly isn't."""
    codec = codec_of(game)
    position = codec.read_position(stored)
    ask = find_ask(game, position.state, choice.ask)
    if ask is None or position.sealed or not is_open(game, position.state, ask, rng):
        return None
    return Spot(position=codec.position(position), ask=ask.id, ply=choice.ply, made=choice.made)


def _list_options(usual: Options) -> Iterator[Options]:
    """Yield the usual options, then with one of those that are words otherwise."""
    yield usual
    hints = get_type_hints(type(usual))
    for name in usual.__struct_fields__:
        if get_origin(hints[name]) is Literal:
            for value in get_args(hints[name]):
                if value != getattr(usual, name):
                    yield replace(usual, **{name: value})


def turns_of(game: AnyGame, position: bytes, ask: AskId, seed: bytes, seconds: float) -> tuple[bytes, ...]:
    """Return the turns of a position, the best first, if few seem to be as good; else ()."""
    codec, found = codec_of(game), tuple[tuple[Move, ...], ...]()
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    with suppress(BudgetSpent), within(after(seconds)):
        found = () if standing is None else find_turns(game, state, standing, Rng(seed))
    return tuple(map(codec.encode, found))


def gap_of(
    game: AnyGame, position: bytes, ask: AskId, turns: tuple[bytes, ...], policy: int, seed: bytes
) -> Gap | None:
    """Return by how much the first turn is better than worse ones, by one player alone; None if it isn't."""
    codec = codec_of(game)
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    assert standing is not None, "turns were found for it"
    return find_gap(game, state, standing, tuple(map(codec.read_moves, turns)), policy, Rng(seed))


def cost_of(
    game: AnyGame, position: bytes, ask: AskId, turns: tuple[bytes, bytes], seed: bytes, seconds: float
) -> tuple[float, bool] | None:
    """Return by how many points the first of two turns is better, and whether that is more than chance.

    None if the time was over before that could be known.
    """
    codec = codec_of(game)
    state = codec.read_position(position).state
    standing = find_ask(game, state, ask)
    assert standing is not None, "the puzzle asks for it"
    best, made = (codec.read_moves(turn) for turn in turns)
    with within(after(seconds)):
        gain = weigh_answer(game, state, standing, (best, made), Rng(seed))
    return None if gain is None else (gain.points, gain.is_sure(0.0))
