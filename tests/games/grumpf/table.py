"""Positions of Grumpf for tests, and what is done in them.

A position is written as in the handed cases: ``tracks={"M": ["Gr5", "Vi2 KO"]}``, ``hands={"Vi": ["15"]}``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import Position, asks_of, commit
from games.core.running.table import settle, start, table_step, timers
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text
from games.core.words import Words
from games.grumpf import GAME
from games.grumpf.options import GrumpfOptions
from games.grumpf.rules.beats import play_beat, play_volley
from games.grumpf.state import Phase, State
from games.grumpf.view import View
from tests.cases.grumpf.position import read_position, write_tracks

NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")
"""Names of the players in tests."""

SEED = bytes(range(32))

ALL = "all"
"""A full hand."""


def words(text: Text) -> str:
    """Put a Text into words; a missing sentence or argument is an error."""
    return Words(GAME.words, NAMES, strict=True)(text)


def code_of(action: Callable[[], object]) -> str:
    """Return the code of the Refusal that an action raises; its sentence must be complete."""
    with pytest.raises(Refusal) as caught:
        action()
    assert words(caught.value.text)
    assert caught.value.clause
    return caught.value.code


def sentence_of(action: Callable[[], object]) -> str:
    """Return the sentence of the Refusal that an action raises."""
    with pytest.raises(Refusal) as caught:
        action()
    return words(caught.value.text)


def position(**parts: Any) -> State:  # noqa: ANN401 (keys of a case's position)
    """Return a position; clans Vi, Gr, Pi with full hands unless it says otherwise."""
    clans = parts.get("clans", ["Vi", "Gr", "Pi"])
    parts.setdefault("hands", dict.fromkeys(clans, ALL))
    return read_position({"clans": clans, **parts})


class Table:
    """A state in the middle of a hunt, played without the platform."""

    def __init__(self, **parts: Any) -> None:  # noqa: ANN401 (keys of a case's position)
        """Lay the position out."""
        self.state = position(**parts)

    def seat(self, clan: str) -> Seat:
        """The seat of a clan."""
        seat = self.state.seat_of(clan)
        assert seat is not None
        return Seat(seat)

    def view(self, clan: str) -> View:
        """What the clan's player sees."""
        return GAME.view(self.state, self.seat(clan))

    @property
    def tracks(self) -> dict[str, list[str]]:
        """The tracks that are not empty."""
        return write_tracks(self.state.tracks)

    def play(self, clan: str, line: str) -> str:
        """Play a line's moves one by one; return what was told. Raises Refusal."""
        told: list[str] = []
        for move in GAME.notation.read(self.view(clan), line):
            told += self.move(clan, move)
        return " ".join(told)

    def move(self, clan: str, move: Move) -> list[str]:
        """Check and play one move; return what was told."""
        GAME.check(self.view(clan), move)
        step = GAME.step(self.state, self.seat(clan), move, Rng(SEED))
        self.state = step.state
        return [words(event.text) for event in step.events]

    def refused(self, clan: str, line: str) -> str:
        """Return the code with which a line is refused."""
        return code_of(lambda: self.play(clan, line))

    def refusal(self, clan: str, line: str) -> str:
        """Return the sentence with which a line is refused."""
        return sentence_of(lambda: self.play(clan, line))

    def plans(self, **plans: str) -> Table:
        """Put plans in place unchecked."""
        clans = tuple(replace(clan, plan=tuple(plans.get(clan.code, "").split())) for clan in self.state.clans)
        self.state = replace(self.state, clans=clans)
        return self

    def beat(self, **plans: str) -> list[str]:
        """Play one beat of plans; return what was done: ``Gr 15:5>B1``."""
        self.plans(**plans)
        played = play_beat(self.state)
        self.state = played.state
        return [f"{did.clan} {did.text}" for did in played.did]

    def volley(self, **plans: str) -> list[str]:
        """Play a volley of plans; return what was done, with the beat: ``1 Gr 15:5>B1``."""
        self.plans(**plans)
        played = play_volley(self.state)
        self.state = played.state
        return [f"{did.beat} {did.clan} {did.text}" for did in played.did]


class Match:
    """A match as the platform runs it."""

    def __init__(
        self,
        seats: int = 3,
        *,
        first: int | None = None,
        seed: bytes = SEED,
        rules: int | None = None,
        **options: Any,  # noqa: ANN401 (the game's options)
    ) -> None:
        """Set it up and run what the table does at once."""
        self.seed = seed
        setup = Setup(seats, GrumpfOptions(**options), None if first is None else Seat(first), rules)
        begun = start(GAME, setup, seed)
        self.position: Position[State] = begun.position
        self.entries = list(begun.entries)
        self.shown: list[State] = []
        """What got a board of its own before the table went on."""

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.position.state

    @property
    def told(self) -> list[str]:
        """Everything told so far to everybody."""
        return [words(event.text) for entry in self.entries for event in entry.events if event.audience is None]

    def asks(self, seat: int = TABLE) -> tuple[Ask, ...]:
        """What is asked of a seat, or of the table."""
        return asks_of(GAME, self.state, Seat(seat))

    def play(self, seat: int, line: str) -> Match:
        """Play a line at the seat's first ask that wants it, then what the table does at once."""
        moves = tuple(GAME.notation.read(GAME.view(self.state, Seat(seat)), line))
        asks = self.asks(seat)
        ask = next((ask for ask in asks if moves and type(moves[0]) in ask.verbs), asks[0] if asks else None)
        return self.commit(seat, AskId("none") if ask is None else ask.id, moves)

    def commit(self, seat: int, ask: AskId, moves: tuple[Move, ...]) -> Match:
        """Commit moves at an ask."""
        made = commit(GAME, self.position, Seat(seat), ask, moves)
        self.position = made.position
        self.entries += made.entries
        return self.settle()

    def settle(self) -> Match:
        """Run what the table does at once."""
        done = settle(GAME, self.position, self.seed)
        self.position = done.position
        self.entries += done.entries
        self.shown += [scene.position.state for scene in done.scenes]
        return self

    def timer(self, name: str) -> Match:
        """Let a timer of the table run whose id begins so."""
        ask = next(ask for ask in timers(GAME, self.state) if ask.id.startswith(name))
        made = table_step(GAME, self.position, ask, self.seed)
        self.position = made.position
        self.entries += made.entries
        return self.settle()

    def begin_live(self) -> Match:
        """Get everybody ready and count down."""
        for seat in range(self.state.players):
            self.play(seat, "ready")
        while self.state.phase is Phase.COUNT:
            self.timer("count")
        return self

    def hold(self) -> Match:
        """Let everybody who owes a plan hold in this volley."""
        for seat in range(self.state.players):
            if self.state.owes(seat):
                self.play(seat, "-")
        return self
