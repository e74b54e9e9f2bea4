"""Playthroughs: whole matches as text, played again from their lines and compared word by word.

A file begins with ``seats``, ``seed`` and ``options``. A line ``> Anna: 1 B@E5 -`` is a turn typed by a player; all
other lines are what is told. ``record`` writes a new file from computer players.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from games.core.game import Setup
from games.core.rng import Rng
from games.core.running.play import Entry, Position, Progress, commit
from games.core.running.table import settle, start
from games.core.seats import TABLE, Seat
from games.grunn import GAME
from games.grunn.options import GrunnOptions
from games.grunn.state import State
from tests.games.grunn.table import NAMES, words

FOLDER = Path(__file__).parent / "playthroughs"
"""Where the playthroughs stand."""


class Transcript:
    """A match in the making and what was told of it."""

    def __init__(self, seats: int, seed: int, options: Mapping[str, object]) -> None:
        """Set the match up."""
        self.seed = seed.to_bytes(32, "big")
        self.lines = [f"seats {seats}", f"seed {seed}", f"options {json.dumps(options)}"]
        setup = Setup(seats=seats, options=GrunnOptions(**options))  # type: ignore[arg-type]
        self.position: Position[State] = self._tell(start(GAME, setup, self.seed))

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.position.state

    def play(self, seat: Seat, line: str) -> None:
        """Play a typed line at the seat's ask, and what follows by itself."""
        self.lines.append(f"> {NAMES[seat]}: {line}")
        ask = next(ask for ask in GAME.asks(self.state) if ask.seat == seat)
        moves = GAME.notation.read(GAME.view(self.state, seat), line)
        self.position = self._tell(commit(GAME, self.position, seat, ask.id, moves))
        self.position = self._tell(settle(GAME, self.position, self.seed))

    def finish(self) -> str:
        """Return the whole text, with the scores at the end."""
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        for seat, rows in enumerate(outcome.scores):
            told = ", ".join(f"{words(row.category)} {row.points}" for row in rows)
            self.lines.append(f"{outcome.places[seat]}. {NAMES[seat]} {outcome.totals[seat]}: {told}")
        self.lines += [words(text) for text in (outcome.tie, outcome.note) if text is not None]
        return "\n".join(self.lines) + "\n"

    def _tell(self, progress: Progress[State]) -> Position[State]:
        for entry in progress.entries:
            self.lines += _told(entry)
        return progress.position


def _told(entry: Entry) -> list[str]:
    told = [words(event.text) for event in entry.events]
    if entry.seat == TABLE:
        return told
    return [f"{NAMES[entry.seat]} {entry.line}", *told] if told else []


def replayed(text: str) -> str:
    """Play the turns of a playthrough again and return the text it gives now."""
    lines = text.splitlines()
    seats, seed = int(lines[0].split()[1]), int(lines[1].split()[1])
    transcript = Transcript(seats, seed, json.loads(lines[2].partition(" ")[2]))
    for line in lines:
        if line.startswith("> "):
            name, _, turn = line[2:].partition(": ")
            transcript.play(Seat(NAMES.index(name)), turn)
    return transcript.finish()


def record(name: str, *, seats: int, seed: int, level: str, **options: object) -> None:
    """Write the playthrough of a match between computer players of one level."""
    transcript = Transcript(seats, seed, options)
    brain = GAME.bots.players()[level]
    while GAME.asks(transcript.state):
        state = transcript.state
        for ask in GAME.asks(state):
            moves = brain.think(GAME.view(state, ask.seat), ask, iter(()), Rng(b"brain"))
            transcript.play(ask.seat, GAME.notation.write(GAME.view(state, ask.seat), moves))
    (FOLDER / f"{name}.txt").write_text(transcript.finish(), encoding="utf-8")
