"""A match as text: the turns that players type, and what is told of them.

A text begins with ``seats``, ``seed`` and ``options``; a line ``> Anna: 1 B@E5 -`` is a turn typed by a player.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from games.core.contract import Game
from games.core.game import Setup
from games.core.running.play import Entry, Position, Progress, commit
from games.core.running.table import settle, start
from games.core.seats import Seat
from games.core.words import Words

S = TypeVar("S")


class Transcript(Generic[S]):
    """A match in the making and what was told of it; ``tell`` gives the lines of an entry."""

    def __init__(
        self, game: Game[S, Any], setup: Setup, seed: int, names: Sequence[str], tell: Callable[[Entry], list[str]]
    ) -> None:
        """Set the match up."""
        self.game, self.names, self.seed = game, names, seed.to_bytes(32, "big")
        self._tell, self._words = tell, Words(game.words, names, strict=True)
        self.lines: list[str] = []
        self.position: Position[S] = self._follow(start(game, setup, self.seed))

    @property
    def state(self) -> S:
        """The state as it stands."""
        return self.position.state

    def play(self, seat: Seat, line: str) -> None:
        """Play a typed line at the seat's ask, and what follows by itself."""
        self.lines.append(f"> {self.names[seat]}: {line}")
        ask = next(ask for ask in self.game.asks(self.state) if ask.seat == seat)
        moves = self.game.notation.read(self.game.view(self.state, seat), line) if line else ()
        self.position = self._follow(commit(self.game, self.position, seat, ask.id, moves))
        self.position = self._follow(settle(self.game, self.position, self.seed))

    def finish(self, head: str) -> str:
        """Return the whole text, with the scores at the end."""
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        lines = [*head.splitlines(), *self.lines]
        for seat, rows in enumerate(outcome.scores):
            told = ", ".join(f"{self._words(row.category)} {row.points}" for row in rows)
            lines.append(f"{outcome.places[seat]}. {self.names[seat]} {outcome.totals[seat]}: {told}")
        lines += [self._words(text) for text in (outcome.tie, outcome.note) if text is not None]
        return "\n".join(lines) + "\n"

    def _follow(self, progress: Progress[S]) -> Position[S]:
        for entry in progress.entries:
            self.lines += self._tell(entry)
        return progress.position


def head(seats: int, seed: int, options: Mapping[str, object]) -> str:
    """Return the first lines of a text."""
    return f"seats {seats}\nseed {seed}\noptions {json.dumps(options)}"


def replayed(text: str, begin: Callable[[int, int, Mapping[str, object]], Transcript[S]]) -> str:
    """Play the turns of a text again and return the text it gives now."""
    lines = text.splitlines()
    seats, seed = int(lines[0].split()[1]), int(lines[1].split()[1])
    options = json.loads(lines[2].partition(" ")[2])
    transcript = begin(seats, seed, options)
    for line in lines:
        if line.startswith("> "):
            name, _, turn = line[2:].partition(":")
            transcript.play(Seat(transcript.names.index(name)), turn.strip())
    return transcript.finish(head(seats, seed, options))
