"""Playthroughs: whole matches as text, played again from their lines and compared word by word.

A file begins with ``seats``, ``seed`` and ``options``. A line ``> Anna: 5>B 4>R`` is a turn typed by a player,
``! warn`` a timer of the table that runs out, ``! default`` what is played when all have missed a deadline,
``! restart`` the bot coming up again; all other lines are what is told. ``record`` writes a new file from computer
players.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.core.rng import Rng
from games.core.running.play import Cause, Entry, TurnContext, commit, fallback_turn
from games.core.running.selfplay import think
from games.core.running.table import restart, timers
from games.core.search.enumerate import find_random_turn
from games.core.seats import TABLE
from games.grumpf import GAME
from tests.games.grumpf.table import NAMES, Match, words

FOLDER = Path(__file__).parent / "playthroughs"
"""Where the playthroughs stand."""


class Transcript:
    """A match in the making and what was told of it."""

    def __init__(self, seats: int, seed: int, options: Mapping[str, Any]) -> None:
        """Set the match up."""
        self.lines = [f"seats {seats}", f"seed {seed}", f"options {json.dumps(options)}"]
        self.match = Match(seats, seed=seed.to_bytes(32, "big"), **options)
        self.told = 0
        self._tell()

    def play(self, name: str, line: str) -> None:
        """Play a typed line, and what follows by itself."""
        self.lines.append(f"> {name}: {line}")
        self.match.play(NAMES.index(name), line)
        self._tell()

    def happen(self, what: str) -> None:
        """Let a timer run out, a deadline pass, or the bot come up again."""
        self.lines.append(f"! {what}")
        if what == "default":
            self._expire()
        elif what == "restart":
            made = restart(GAME, self.match.position, self.match.seed)
            self.match.position = made.position
            self.match.entries += made.entries
        else:
            self.match.timer(what)
        self._tell()

    def _expire(self) -> None:
        position = self.match.position
        for ask in GAME.asks(position.state):
            if ask.waits and ask.seat != TABLE and ask.id not in position.sealed:
                turn = fallback_turn(GAME, position.state, ask)
                made = commit(GAME, position, ask.seat, ask.id, turn, cause=Cause.FALLBACK)
                position = made.position
                self.match.entries += made.entries
        self.match.position = position
        self.match.settle()

    def finish(self) -> str:
        """Return the whole text, with the score sheets at the end."""
        outcome = GAME.outcome(self.match.state)
        assert outcome is not None
        for seat, rows in enumerate(outcome.scores):
            notes = (f" ({words(row.note)})" if row.note is not None else "" for row in rows)
            sheet = ", ".join(
                f"{words(row.category)} {row.points}{note}" for row, note in zip(rows, notes, strict=True)
            )
            self.lines.append(f"{outcome.places[seat]}. {NAMES[seat]} {outcome.totals[seat]}: {sheet}")
        self.lines += [words(outcome.tie)] if outcome.tie is not None else []
        return "\n".join(self.lines) + "\n"

    def _tell(self) -> None:
        for entry in self.match.entries[self.told :]:
            self.lines += _told(entry)
        self.told = len(self.match.entries)


def _told(entry: Entry) -> list[str]:
    if entry.sealed:
        return []
    return [
        words(event.text) if event.audience is None else f"({NAMES[event.audience[0]]} reads: {words(event.text)})"
        for event in entry.events
    ]


def replayed(text: str) -> str:
    """Play the turns of a playthrough again and return the text it gives now."""
    lines = text.splitlines()
    seats, seed = int(lines[0].split()[1]), int(lines[1].split()[1])
    transcript = Transcript(seats, seed, json.loads(lines[2].partition(" ")[2]))
    for line in lines:
        if line.startswith("> "):
            name, _, turn = line[2:].partition(": ")
            transcript.play(name, turn)
        elif line.startswith("! "):
            transcript.happen(line[2:])
    return transcript.finish()


def record(
    name: str, *, seats: int, seed: int, level: str | None, breaks: int = 0, leave: int = 0, **options: object
) -> None:
    """Write the playthrough of a match between players of one level (None: at random).

    ``breaks``: after so many turns the bot restarts once. ``leave``: live, one in so many times a timer runs first.
    """
    transcript = Transcript(seats, seed, options)
    rng = Rng(seed.to_bytes(32, "little"))
    turns = 0
    while GAME.asks(transcript.match.state):
        turns += 1
        if turns == breaks:
            transcript.happen("restart")
        if not _turn(transcript, level, rng, leave):
            clocks = sorted(timers(GAME, transcript.match.state), key=lambda ask: ask.after or 0)
            transcript.happen(clocks[0].id.rstrip("0123456789.") if clocks else "default")
    (FOLDER / f"{name}.txt").write_text(transcript.finish(), encoding="utf-8")


def _turn(transcript: Transcript, level: str | None, rng: Rng, leave: int) -> bool:
    """Let one seat play; False if none wants to, or the clock comes first."""
    match = transcript.match
    if leave and timers(GAME, match.state) and rng.below("record", leave) == 0:
        return False
    for ask in rng.shuffle("record", GAME.asks(match.state)):
        if ask.seat == TABLE or ask.id in match.position.sealed:
            continue
        if level is None:
            turn = find_random_turn(TurnContext(GAME, match.state, ask.seat, ask.id), rng)
        else:
            turn = think(GAME, match.state, ask, GAME.bots.players()[level], rng)
        if turn:
            transcript.play(NAMES[ask.seat], GAME.notation.write(GAME.view(match.state, ask.seat), turn))
            return True
    return False
