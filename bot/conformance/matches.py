"""Random matches of a game, played once and looked at by many tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.language.catalogue import ENGLISH
from games.core.moves import Move
from games.core.running.play import Entry, Position, Progress, TurnContext, expect_ask, find_ask, fold
from games.core.running.selfplay import play_steps
from games.core.search.kept import cached_by_identity
from games.core.seats import TABLE, Seat
from games.core.words import Words

T = TypeVar("T")

SEED = bytes(range(32))
SAMPLE = 16
"""Moments looked at closely in one match."""

MOST_MATCHES = 64
"""Matches that are remembered."""

NAMES = ("Ann", "Bert", "Cleo", "Dirk", "Elsa", "Finn")


@dataclass(frozen=True)
class Moment:
    """A turn of a seat: the state before it, the ask it answered, and its entry in the log."""

    state: Any
    ask: Ask
    entry: Entry


@dataclass(frozen=True, repr=False)
class Match:
    """A finished random match."""

    game: AnyGame
    setup: Setup
    steps: tuple[Progress[Any], ...]

    def turn(self, moment: Moment) -> TurnContext[Any]:
        """The turn that was made then, before it was."""
        return TurnContext(self.game, moment.state, moment.ask.seat, moment.ask.id)

    @property
    def words(self) -> Words:
        """Words that do not forgive a missing sentence."""
        return self.words_in(ENGLISH)

    def words_in(self, language: str) -> Words:
        """Return the same in another language."""
        return Words(self.game.words, NAMES, language=language, strict=True)

    @property
    def end(self) -> Position[Any]:
        """The last position."""
        return self.steps[-1].position

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log."""
        return tuple(entry for step in self.steps for entry in step.entries)

    @property
    def states(self) -> list[Any]:
        """States in order, at most SAMPLE of them and always the last."""
        return [step.position.state for step in sample(self.steps)]

    def seats(self) -> tuple[Seat, ...]:
        """The seats of the match."""
        return tuple(map(Seat, range(self.setup.seats)))

    def moments(self) -> list[Moment]:
        """Turns in order, at most SAMPLE of them."""
        return [*self._sampled]

    @cached_property
    def _sampled(self) -> list[Moment]:
        """The same for all tests, so that what is kept for a state is found again."""
        return sample(tuple(self.turns()))

    def turns(self) -> Iterator[Moment]:
        """Yield all turns in order."""
        for before, step in zip(self.steps, self.steps[1:], strict=False):
            state = before.position.state
            for entry in step.entries:
                if entry.seat == TABLE:
                    break
                yield Moment(state, expect_ask(self.game, state, entry.seat, entry.ask), entry)
                if not entry.sealed:
                    state = fold(self.game, state, entry.seat, entry.ask, entry.moves).state

    def halfway(self, moment: Moment) -> Iterator[tuple[Any, Ask, Move]]:
        """Yield each move of a turn with the state and the ask just before it."""
        state = moment.state
        for move in moment.entry.moves:
            standing = find_ask(self.game, state, moment.ask.id)
            assert standing is not None, "the turn is not over"
            yield state, standing, move
            state = fold(self.game, state, moment.ask.seat, moment.ask.id, (move,)).state


def sample(items: Sequence[T]) -> list[T]:
    """Return at most SAMPLE items, spread evenly, the last among them."""
    if len(items) <= SAMPLE:
        return list(items)
    return [items[round(at * (len(items) - 1) / (SAMPLE - 1))] for at in range(SAMPLE)]


@cached_by_identity(MOST_MATCHES)
def play_random(game: AnyGame, seats: int) -> Match:
    """Return the random match of a game with so many seats, played once."""
    setup = Setup(seats, game.spec.options())
    return Match(game, setup, tuple(play_steps(game, setup, SEED)))
