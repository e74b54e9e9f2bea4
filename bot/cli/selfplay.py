"""`longtable selfplay GAME`: play matches without people, and report scores, lengths and speed."""

from __future__ import annotations

import gc
import hashlib
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from bot.config import ConfigError
from games.core.capabilities import Brain
from games.core.contract import AnyGame
from games.core.game import Setup, Step
from games.core.moves import Move
from games.core.registry import game as game_of
from games.core.rng import Rng
from games.core.running.record import replay
from games.core.running.selfplay import Played, play_match
from games.core.search.proofs import watch_proofs
from games.core.seats import TABLE, Seat

T = TypeVar("T")

RANDOM = "random"
TIMED = 20
"""So many matches are played again from their logs, to time proving moves legal apart from finding them."""


class Timed:
    """A game that counts the seconds its `check` and `step` take for the moves of seats, by a clock.

    What proves that anything is legal at all is counted apart, in ``proving``, while it counts.
    """

    def __init__(self, game: AnyGame, clock: Callable[[], float] = time.process_time) -> None:
        self._game = game
        self._clock = clock
        self._within = 0
        self.seconds = 0.0
        self.proving = 0.0
        self.moves = 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - stands in for every other part of the game
        return getattr(self._game, name)

    @contextmanager
    def count(self) -> Iterator[AnyGame]:
        """Watch the proofs for a while; what it gives is the game to be played."""
        with watch_proofs(self._prove):
            yield cast(AnyGame, self)

    def check(self, view: object, move: Move) -> None:
        """Check and count."""
        self._measure(lambda: self._game.check(view, move))

    def step(self, state: object, seat: Seat, move: Move, rng: Rng) -> Step[Any]:
        """Step and count; what the table does is not a player's move."""
        if seat == TABLE:
            return self._game.step(state, seat, move, rng)
        self.moves += 1
        return self._measure(lambda: self._game.step(state, seat, move, rng))

    def _measure(self, run: Callable[[], T]) -> T:
        proved, began = self.proving, self._clock()
        self._within += 1
        try:
            return run()
        finally:
            self._within -= 1
            self.seconds += self._clock() - began - (self.proving - proved)

    def _prove(self, prove: Callable[[], T]) -> T:
        """Run a proof; one within another, or outside of a move, counts nothing more."""
        if self._within != 1:
            return prove()
        self._within += 1
        began = self._clock()
        try:
            return prove()
        finally:
            self._within -= 1
            self.proving += self._clock() - began


@dataclass
class Tally:
    """What was counted over the matches; seconds are CPU time of this process."""

    levels: Sequence[str]
    scores: list[list[int]] = field(default_factory=list)
    wins: list[list[float]] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, played: Played, seconds: float) -> None:
        """Count one match; a shared first place counts in parts."""
        places = played.outcome.places
        self.scores.append(list(played.outcome.totals))
        self.wins.append([1 / places.count(1) if place == 1 else 0.0 for place in places])
        self.turns.append(played.turns)
        self.moves.append(played.moves)
        self.seconds += seconds


def selfplay(key: str, *, matches: int, seats: int | None, players: Sequence[str], seed: int) -> int:
    """Play and report; `players` are levels by seat, repeated in turn. Unknown words raise ConfigError."""
    game = game_named(key)
    count = seats_for(game, seats)
    levels = [players[seat % len(players)] if players else RANDOM for seat in range(count)]
    brains = brains_of(game, levels)
    setup = Setup(count, game.spec.options())
    tally, timed = Tally(levels), Timed(game)
    gc.collect()
    gc.freeze()  # as the running bot does: a round over all that was loaded counts as nobody's move
    for number in range(matches):
        chance = hashlib.sha256(f"{key}:{seed}:{number}".encode()).digest()
        began = time.process_time()
        played = play_match(game, setup, chance, brains=brains)
        tally.add(played, time.process_time() - began)
        if number < TIMED:
            with timed.count() as stand_in:
                replay(stand_in, setup, chance, played.entries)
    print(f"{game.spec.title}: {count_words(matches)} with {seat_words(count)}")
    for line in (*report(tally), speed(timed)):
        print(line)
    return 0


def brains_of(game: AnyGame, levels: Sequence[str]) -> Mapping[Seat, Brain[Any, Any]]:
    """The computer players by seat; a seat of level `random` has none. Raises ConfigError for an unknown level."""
    known = game.bots.players()
    for level in levels:
        if level != RANDOM and level not in known:
            raise ConfigError(f"{game.spec.title} has no player {level!r}; choose from {', '.join((*known, RANDOM))}")
    return {Seat(seat): known[level] for seat, level in enumerate(levels) if level != RANDOM}


def count_words(matches: int) -> str:
    """Return a number of matches in words."""
    return "1 match" if matches == 1 else f"{matches} matches"


def seat_words(count: int) -> str:
    """Return a number of seats in words."""
    return "1 seat" if count == 1 else f"{count} seats"


def report(tally: Tally) -> Iterator[str]:
    """Yield lines with scores and wins by seat, lengths, and matches a second."""
    for seat, level in enumerate(tally.levels):
        scores = sorted(row[seat] for row in tally.scores)
        low, high = scores[len(scores) // 10], scores[(len(scores) * 9) // 10]
        share = statistics.fmean(row[seat] for row in tally.wins)
        yield (
            f"seat {seat} {level}: score {statistics.fmean(scores):.1f} (10 % to 90 %: {low} to {high}, "
            f"best {scores[-1]}), wins {share:.1%}"
        )
    yield f"length: {statistics.fmean(tally.turns):.1f} turns, {statistics.fmean(tally.moves):.1f} moves a match"
    yield f"pace: {len(tally.turns) / tally.seconds:.1f} matches a second of CPU"


def speed(timed: Timed) -> str:
    """Say how long checking and playing one move takes, and apart from it proving that anything is legal at all."""
    moves = max(timed.moves, 1)
    each, proving = timed.seconds / moves * 1e6, timed.proving / moves * 1e6
    return f"check + step: {each:.1f} µs of CPU a move, proving what is legal: {proving:.1f} µs, {timed.moves} moves"


def game_named(key: str) -> AnyGame:
    """The game of that key; raises ConfigError with the keys there are, and why others could not be loaded."""
    try:
        return game_of(key)
    except LookupError as unknown:
        raise ConfigError(str(unknown)) from None


def seats_for(game: AnyGame, wanted: int | None) -> int:
    """The number of seats wanted, else two or the nearest to it; raises ConfigError if the game does not allow it."""
    seats = game.spec.seats
    if wanted is not None and wanted not in seats:
        raise ConfigError(f"{game.spec.title} is played with {', '.join(map(str, seats))} seats, not {wanted}")
    return wanted if wanted is not None else min(seats, key=lambda count: abs(count - 2))
