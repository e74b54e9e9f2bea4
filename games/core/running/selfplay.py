"""Whole matches without people: computer players, or chance, in every seat.

For tests, statistics of a game's balance, and the first look of a game's author. Pure: the caller takes the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.game import Ask, Barrier, Outcome, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.forced import find_forced_turn, weave_forced
from games.core.running.play import (
    MOST_TURN_MOVES,
    Cause,
    Entry,
    Position,
    Progress,
    TurnContext,
    commit,
    find_ask,
    fold,
)
from games.core.running.table import settle, start, table_step, timers
from games.core.search.budget import within
from games.core.search.enumerate import find_random_turn
from games.core.seats import TABLE, Seat

S = TypeVar("S")
V = TypeVar("V")

MOST_TURNS = 10_000
"""More turns than a match of any game has."""


class Played(Struct, frozen=True, kw_only=True):
    """A finished match: result, number of turns and moves made by seats, last position and the whole log."""

    outcome: Outcome
    turns: int
    moves: int
    position: Position[Any]
    entries: tuple[Entry, ...]


def worlds(game: Game[S, Any], state: S, seat: Seat, rng: Rng) -> Iterator[S]:
    """Yield states that look the same to the seat and differ in what it does not know, without end."""
    while True:
        yield game.bots.resample(state, seat, rng)


def think(
    game: Game[S, V],
    state: S,
    ask: Ask,
    brain: Brain[S, V],
    rng: Rng,
    *,
    is_over: Callable[[], bool] | None = None,
) -> tuple[Move, ...]:
    """Ask a computer player for its moves until the turn is over; () from it means "not now" (open asks).

    ``rng`` must have another seed than the match. After ``is_over`` says so, a player that searches takes the best it
    has found. Raises Refusal if a move of the player cannot be played.
    """
    turn: tuple[Move, ...] = ()
    after, standing = state, ask
    while len(turn) < MOST_TURN_MOVES:
        view = game.view(after, ask.seat)
        with within(is_over):
            thought = brain.think(view, standing, worlds(game, after, ask.seat, rng), rng)
        part = weave_forced(TurnContext(game, after, ask.seat, ask.id), thought)
        folded = fold(game, after, ask.seat, ask.id, part)
        turn = (*turn, *part)
        still = find_ask(game, folded.state, ask.id)
        if still is None or folded.barrier is not Barrier.NONE or not thought or part[-1].instant:
            break
        after, standing = folded.state, still
    return turn


def play_match(
    game: Game[S, V], setup: Setup, seed: bytes, *, brains: Mapping[Seat, Brain[S, V]] | None = None
) -> Played:
    """Play a match to its end; seats without a brain play at random.

    Raises AssertionError if the match gets stuck or ends without an outcome.
    """
    entries: list[Entry] = []
    position: Position[S] | None = None
    for progress in play_steps(game, setup, seed, brains=brains):
        position = progress.position
        entries.extend(progress.entries)
    assert position is not None, "the start is a step"
    outcome = game.outcome(position.state)
    if outcome is None:
        raise AssertionError(f"{game.spec.key}: over, but without an outcome")
    made = [entry for entry in entries if entry.seat != TABLE and not entry.sealed]
    moves = sum(len(entry.moves) for entry in made)
    return Played(outcome=outcome, turns=len(made), moves=moves, position=position, entries=tuple(entries))


def play_steps(
    game: Game[S, V], setup: Setup, seed: bytes, *, brains: Mapping[Seat, Brain[S, V]] | None = None
) -> Iterator[Progress[S]]:
    """Yield what each turn, and each run of the table after it, led to; the players' chance is not the match's."""
    rng = Rng(hashlib.blake2b(seed, digest_size=32, person=b"players").digest())
    players = brains or {}
    progress = start(game, setup, seed)
    yield progress
    for _ in range(MOST_TURNS):
        position = progress.position
        if not game.asks(position.state):
            return
        progress = _one(game, position, seed, players, rng)
        yield progress
        progress = settle(game, progress.position, seed)
        if progress.entries:
            yield progress
    raise AssertionError(f"{game.spec.key}: the match never ends")


def _one(
    game: Game[S, V], position: Position[S], seed: bytes, players: Mapping[Seat, Brain[S, V]], rng: Rng
) -> Progress[S]:
    """Make one turn: of a waited-for seat, now and then of an open one, or else of the timer that is due first."""
    owing = [ask for ask in game.asks(position.state) if ask.seat != TABLE and ask.id not in position.sealed]
    waited = [ask for ask in owing if ask.waits]
    opened = [ask for ask in owing if not ask.waits]
    clocks = sorted(timers(game, position.state), key=lambda ask: ask.after or 0)
    for ask in _order_asks(waited, opened, bool(clocks), rng):
        made = _turn(game, position.state, ask, players.get(ask.seat), rng)
        if made is not None:
            turn, cause = made
            return commit(game, position, ask.seat, ask.id, turn, cause=cause)
        if ask.waits:
            raise AssertionError(f"{game.spec.key}: no turn can be found for {ask.id}")
    if not clocks:
        raise AssertionError(f"{game.spec.key}: stuck, waiting for nobody")
    return table_step(game, position, clocks[0], seed)


def _order_asks(waited: Sequence[Ask], opened: Sequence[Ask], clock: bool, rng: Rng) -> Iterator[Ask]:
    """Yield the asks to try in turn; where a clock runs, it comes first now and then."""
    if clock and not waited and rng.below("players", 8) == 0:
        return
    if waited and (not opened or rng.below("players", 4)):
        yield rng.pick("players", waited)
    yield from rng.shuffle("players", opened)
    if waited:
        yield rng.pick("players", waited)


def _turn(
    game: Game[S, V], state: S, ask: Ask, brain: Brain[S, V] | None, rng: Rng
) -> tuple[tuple[Move, ...], Cause] | None:
    forced = find_forced_turn(game, state, ask)
    if forced is not None:
        return forced, Cause.FORCED
    if brain is None:
        turn = find_random_turn(TurnContext(game, state, ask.seat, ask.id), rng)
    else:
        turn = think(game, state, ask, brain, rng) or None
    return None if turn is None else (turn, Cause.COMPUTER)
