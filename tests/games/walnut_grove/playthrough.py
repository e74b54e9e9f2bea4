"""Playthroughs: whole matches as text, played again from their lines and compared word by word.

A file begins with ``seats``, ``seed`` and ``options``. A line ``> Anouk: lodge+white`` is an order typed by a player;
all other lines are what is told, private events with their readers. ``record`` writes a new file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import Entry, Position, Progress, commit, fallback_turn
from games.core.running.selfplay import think
from games.core.running.table import settle, start
from games.core.seats import Seat
from games.walnut_grove import GAME
from games.walnut_grove.state import Table, WalnutGroveOptions
from tests.games.walnut_grove.table import NAMES, words

FOLDER = Path(__file__).parent / "playthroughs"
"""Where the playthroughs stand."""


class Transcript:
    """A match in the making and what was told of it."""

    def __init__(self, seats: int, seed: int, options: Mapping[str, object]) -> None:
        """Set the match up."""
        self.seed = seed.to_bytes(32, "big")
        self.lines = [f"seats {seats}", f"seed {seed}", f"options {json.dumps(options)}"]
        setup = Setup(seats=seats, options=WalnutGroveOptions(**options))  # type: ignore[arg-type]
        self.position: Position[Table] = self._tell(start(GAME, setup, self.seed))

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.position.state

    def owing(self) -> Ask | None:
        """The first ask that is waited for and has no sealed order yet."""
        asks = GAME.asks(self.table)
        return next((ask for ask in asks if ask.waits and ask.id not in self.position.sealed), None)

    def play(self, seat: Seat, line: str) -> None:
        """Play a typed line at the seat's ask, and what follows by itself."""
        self.lines.append(f"> {NAMES[seat]}: {line}")
        ask = next(ask for ask in GAME.asks(self.table) if ask.seat == seat)
        moves = GAME.notation.read(GAME.view(self.table, seat), line) if line else ()
        self.position = self._tell(commit(GAME, self.position, seat, ask.id, moves))
        self.position = self._tell(settle(GAME, self.position, self.seed))

    def finish(self) -> str:
        """Return the whole text, with the scores at the end."""
        outcome = GAME.outcome(self.table)
        assert outcome is not None
        for seat, rows in enumerate(outcome.scores):
            told = ", ".join(f"{words(row.category)} {row.points}" for row in rows)
            self.lines.append(f"{outcome.places[seat]}. {NAMES[seat]} {outcome.totals[seat]}: {told}")
        self.lines += [words(text) for text in (outcome.tie, outcome.note) if text is not None]
        return "\n".join(self.lines) + "\n"

    def _tell(self, progress: Progress[Table]) -> Position[Table]:
        for entry in progress.entries:
            self.lines += _told(entry)
        return progress.position


def _told(entry: Entry) -> list[str]:
    told = []
    for event in entry.events:
        readers = "" if event.audience is None else f"({', '.join(NAMES[seat] for seat in event.audience)}) "
        told.append(readers + words(event.text))
    return told


def replayed(text: str) -> str:
    """Play the orders of a playthrough again and return the text it gives now."""
    lines = text.splitlines()
    seats, seed = int(lines[0].split()[1]), int(lines[1].split()[1])
    transcript = Transcript(seats, seed, json.loads(lines[2].partition(" ")[2]))
    for line in lines:
        if line.startswith("> "):
            name, _, turn = line[2:].partition(":")
            transcript.play(Seat(NAMES.index(name)), turn.strip())
    return transcript.finish()


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
    transcript = Transcript(seats, seed, options)
    while (ask := transcript.owing()) is not None:
        moves = player(transcript.table, ask)
        transcript.play(ask.seat, GAME.notation.write(GAME.view(transcript.table, ask.seat), moves))
    text = transcript.finish()
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    return text
