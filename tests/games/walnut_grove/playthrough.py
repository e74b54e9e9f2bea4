"""Playthroughs: whole matches as text, played again from their lines and compared word by word.

A line ``> Anouk: lodge+white`` is an order typed by a player; all other lines are what is told, private events with
their readers. ``record`` writes a new file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import Entry, fallback_turn
from games.core.running.selfplay import think
from games.walnut_grove import GAME
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.state import Table
from tests.games.transcript import Transcript, head
from tests.games.walnut_grove.table import NAMES, words

FOLDER = Path(__file__).parent / "playthroughs"
"""Where the playthroughs stand."""


def begin(seats: int, seed: int, options: Mapping[str, object]) -> Transcript[Table]:
    """Set a match up."""
    setup = Setup(seats=seats, options=WalnutGroveOptions(**options))  # type: ignore[arg-type]
    return Transcript(GAME, setup, seed, NAMES, _told)


def _told(entry: Entry) -> list[str]:
    told = []
    for event in entry.events:
        readers = "" if event.audience is None else f"({', '.join(NAMES[seat] for seat in event.audience)}) "
        told.append(readers + words(event.text))
    return told


def by_level(level: str) -> Callable[[Table, Ask], tuple[Move, ...]]:
    """Return how a computer player of a level orders."""
    return lambda table, ask: think(GAME, table, ask, GAME.bots.players()[level], Rng(b"brain"))


def by_default(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Order as absent players do."""
    return fallback_turn(GAME, table, ask)


def record(
    name: str, player: Callable[[Table, Ask], tuple[Move, ...]], *, seats: int, seed: int, **options: object
) -> str:
    """Write the playthrough of a match in which all order by ``player``; return its text."""
    transcript = begin(seats, seed, options)
    while (ask := _owing(transcript)) is not None:
        moves = player(transcript.state, ask)
        transcript.play(ask.seat, GAME.notation.write(GAME.view(transcript.state, ask.seat), moves))
    text = transcript.finish(head(seats, seed, options))
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return text


def _owing(transcript: Transcript[Table]) -> Ask | None:
    """The first ask that is waited for and has no sealed order yet."""
    asks = GAME.asks(transcript.state)
    return next((ask for ask in asks if ask.waits and ask.id not in transcript.position.sealed), None)
