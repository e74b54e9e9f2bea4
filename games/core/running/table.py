"""The table's own moves: the start of a match, what runs at once, timers, and what a restart calls for."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from games.core.contract import Game
from games.core.game import Ask, Barrier, Setup
from games.core.rng import Rng
from games.core.running.play import Cause, Entry, Position, Progress, Scene, asks_of, expect_ask, find_ask, with_state
from games.core.seats import TABLE, AskId

S = TypeVar("S")

MOST_TABLE_MOVES = 10_000
"""More automatic steps in a row than any game takes: a game that asks the table for ever is a bug."""


def start(game: Game[S, Any], setup: Setup, seed: bytes) -> Progress[S]:
    """Set the game up and run the table's first moves."""
    rng = Rng(seed)
    first = game.setup(setup, rng)
    opened = Entry(
        seat=TABLE,
        ask=AskId("setup"),
        moves=(),
        line="",
        cause=Cause.TABLE,
        events=first.events,
        barrier=Barrier.CHANCE,
    )
    after = settle(game, Position(first.state, dict(rng.drawn)), seed)
    return Progress(after.position, (opened, *after.entries))


def table_step(game: Game[S, Any], position: Position[S], ask: Ask, seed: bytes) -> Progress[S]:
    """Run one of the table's asks: its first verb, without fields. Draws from the seed's streams.

    Raises STALE if it does not stand any more: a timer may lose against a move.
    """
    standing = expect_ask(game, position.state, TABLE, ask.id)
    rng = Rng(seed, position.drawn)
    move = standing.verbs[0]()
    step = game.step(position.state, TABLE, move, rng)
    entry = Entry(
        seat=TABLE,
        ask=ask.id,
        moves=(move,),
        line="",
        cause=Cause.TABLE,
        events=step.events,
        barrier=step.barrier,
        undo=step.undo,
    )
    after = replace(with_state(game, position, step.state), drawn=dict(rng.drawn))
    return Progress(after, (entry,), (Scene(1, after),) if step.show else ())


def timers(game: Game[S, Any], state: S) -> tuple[Ask, ...]:
    """Return the table's asks that wait for their time: ``after`` seconds from when the id first stood."""
    return tuple(ask for ask in asks_of(game, state, TABLE) if ask.after is not None)


def restart(game: Game[S, Any], position: Position[S], seed: bytes) -> Progress[S]:
    """Run the table's asks that are due when the bot comes up again, and what follows from them at once."""
    entries: list[Entry] = []
    for ask in asks_of(game, position.state, TABLE):
        if ask.at_restart and find_ask(game, position.state, ask.id) is not None:
            made = table_step(game, position, ask, seed)
            position = made.position
            entries.extend(made.entries)
    after = settle(game, position, seed)
    return Progress(after.position, (*entries, *after.entries))


def settle(game: Game[S, Any], position: Position[S], seed: bytes) -> Progress[S]:
    """Run the table's moves that are due at once, until none is."""
    entries: list[Entry] = []
    scenes: list[Scene[S]] = []
    for _ in range(MOST_TABLE_MOVES):
        due = next((ask for ask in asks_of(game, position.state, TABLE) if _at_once(ask)), None)
        if due is None:
            # What the table leaves standing is shown anyway.
            on_the_way = tuple(scene for scene in scenes if scene.entries < len(entries))
            return Progress(position, tuple(entries), on_the_way)
        made = table_step(game, position, due, seed)
        scenes.extend(replace(scene, entries=len(entries) + scene.entries) for scene in made.scenes)
        position = made.position
        entries.extend(made.entries)
    raise AssertionError(f"{game.spec.key}: the table never stops")


def _at_once(ask: Ask) -> bool:
    return ask.after is None and not ask.at_restart
