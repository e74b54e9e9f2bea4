"""A position of Green Town on the table, for tests: P1 is to move unless said otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.running.play import Cause, Entry, Position, commit, fold
from games.core.running.table import settle
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words
from games.greentown import GAME
from games.greentown.options import GreenTownOptions
from games.greentown.state import Player, State, Table
from games.greentown.view import View
from tests.cases.greentown.reader import read_position, write_tile

NAMES = ("Anouk", "Wessel", "Noor", "Femke")
"""Names of the players in tests."""

SEED = bytes(range(32))
"""The chance by which cards are turned up."""

PLAIN = "T ~M12-L12-L13-L14-M15-M14-M13-M12"
"""A five-stop tour of the recommended town: three trees, two hotels."""

BUILT = "B +L15:45 +N15:56"
"""A build of the recommended town: two tiles laid."""

STUCK: dict[str, Any] = {
    "base": None,
    "players": 3,
    "map": {
        "M12": "123456 hotel",
        "M13": "25 vacant",
        "M14": "25 tree",
        "M15": "123456 hotel",
        "L12": "14 tree",
        "N12": "16 tree",
        "L14": "34 tree",
        "N14": "16 tree",
        "N11": "12 tree",
    },
}
"""A town without a tour of five stops."""

EMPTY: dict[str, int] = dict.fromkeys(
    ("2-cow", "2-tree", "2-flower", "3-cow", "3-tree", "3-flower", "4-cow", "4-tree", "5-cow"), 0
)
"""A supply with nothing in it."""


def words(text: Text) -> str:
    """Put a Text into words; a missing sentence or argument is an error."""
    return Words(GAME.words, NAMES, strict=True)(text)


class Match:
    """One position and what is done in it, through the machinery that matches use."""

    def __init__(
        self,
        position: dict[str, Any] | None = None,
        *,
        saved_doubles: bool | None = None,
        open_money: bool = False,
        tour_help: Literal["list", "check", "off"] = "list",
        **more: object,
    ) -> None:
        """Lay out a position in the form of the handed cases; three players if not said."""
        given: dict[str, Any] = {"players": 3, **(position or {}), **more}
        saved = given.get("variant_saved", False) if saved_doubles is None else saved_doubles
        state, _ = read_position(given)
        options = GreenTownOptions(saved_doubles=saved, money="open" if open_money else "secret", tour_help=tour_help)
        self.position: Position[State] = Position(State(replace(state.table, options=options), state.sheets))
        self.entries: tuple[Entry, ...] = ()

    @property
    def state(self) -> State:
        """The state."""
        return self.position.state

    @property
    def table(self) -> Table:
        """The open table."""
        return self.state.table

    @property
    def view(self) -> View:
        """What the seat to move sees."""
        return GAME.view(self.state, self.table.current)

    @property
    def ask(self) -> Ask:
        """The ask that stands."""
        return GAME.asks(self.state)[0]

    @property
    def money(self) -> tuple[int, ...]:
        """Everybody's Greenies."""
        return tuple(sheet.total for sheet in self.state.sheets)

    def player(self, name: str) -> Player:
        """P1, P2, …"""
        return self.table.players[int(name[1:]) - 1]

    def tile(self, space: str) -> str | None:
        """What lies on a space: ``245 tree``."""
        return write_tile(self.table.town.get(space))

    def play(self, *lines: str) -> Match:
        """Commit whole lines, each by whoever is asked, and let the table act; raises Refusal."""
        for line in lines:
            seat = self.table.current
            moves = GAME.notation.read(GAME.view(self.state, seat), line)
            asks = GAME.asks(self.state)
            if not asks:
                GAME.check(GAME.view(self.state, seat), moves[0])
            self.commit(*moves)
        return self

    def commit(self, *moves: Move, cause: Cause = Cause.PLAYER) -> Match:
        """Commit moves of whoever is asked, and let the table act; raises Refusal."""
        made = commit(GAME, self.position, self.ask.seat, self.ask.id, moves, cause=cause)
        after = settle(GAME, made.position, SEED)
        self.position, self.entries = after.position, (*made.entries, *after.entries)
        return self

    def fallback(self) -> Match:
        """Let the deadline pass."""
        moves: list[Move] = []
        state, ask = self.state, self.ask
        while any(standing.id == ask.id for standing in GAME.asks(state)):
            moves.append(GAME.fallback(GAME.view(state, ask.seat), ask))
            state = fold(GAME, state, ask.seat, ask.id, moves[-1:]).state
        return self.commit(*moves, cause=Cause.FALLBACK)

    def draft(self, *moves: Move) -> Match:
        """Play moves of an unfinished turn; raises Refusal."""
        state = fold(GAME, self.state, self.ask.seat, self.ask.id, moves).state
        self.position = Position(state)
        return self

    def told(self) -> list[str]:
        """What the last line led to, in words."""
        return [words(event.text) for entry in self.entries for event in entry.events]

    def refused(self, *lines: str) -> str:
        """Return the code with which the last of the lines is refused; its sentence must be complete."""
        self.play(*lines[:-1])
        return refusal_of(lambda: self.play(lines[-1]))


def refusal_of(action: Callable[[], object]) -> str:
    """Return the code of the Refusal that an action raises; its sentence must have all its arguments."""
    return refusal(action).code


def refusal(action: Callable[[], object]) -> Refusal:
    """Return the Refusal that an action raises; its sentence must have all its arguments."""
    with pytest.raises(Refusal) as caught:
        action()
    assert words(caught.value.text)
    assert caught.value.clause
    return caught.value


def sentence_of(action: Callable[[], object]) -> str:
    """Return the sentence with which an action is refused."""
    return words(refusal(action).text)


def seat(name: str) -> Seat:
    """The seat of P1, P2, …"""
    return Seat(int(name[1:]) - 1)
