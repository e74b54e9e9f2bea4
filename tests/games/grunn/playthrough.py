"""Playthroughs: whole matches as text, played again from their lines and compared word by word.

A line ``> Anna: 1 B@E5 -`` is a turn typed by a player; all other lines are what is told. ``record`` writes a new file
from computer players.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import Entry
from games.core.seats import TABLE
from games.grunn import GAME
from games.grunn.options import GrunnOptions
from games.grunn.state import State
from tests.games.grunn.table import NAMES, words
from tests.games.transcript import Transcript, head

FOLDER = Path(__file__).parent / "playthroughs"
"""Where the playthroughs stand."""


def begin(seats: int, seed: int, options: Mapping[str, object]) -> Transcript[State]:
    """Set a match up."""
    setup = Setup(seats=seats, options=GrunnOptions(**options))  # type: ignore[arg-type]
    return Transcript(GAME, setup, seed, NAMES, _told)


def _told(entry: Entry) -> list[str]:
    told = [words(event.text) for event in entry.events]
    if entry.seat == TABLE:
        return told
    return [f"{NAMES[entry.seat]} {entry.line}", *told] if told else []


def record(name: str, *, seats: int, seed: int, level: str, **options: object) -> None:
    """Write the playthrough of a match between computer players of one level."""
    transcript = begin(seats, seed, options)
    brain = GAME.bots.players()[level]
    while GAME.asks(transcript.state):
        state = transcript.state
        for ask in GAME.asks(state):
            moves = brain.think(GAME.view(state, ask.seat), ask, iter(()), Rng(b"brain"))
            transcript.play(ask.seat, GAME.notation.write(GAME.view(state, ask.seat), moves))
    (FOLDER / f"{name}.txt").write_text(transcript.finish(head(seats, seed, options)), encoding="utf-8")
