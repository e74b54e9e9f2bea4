"""A position of H₂Olland on the table, for tests: described like a handed case, played in the notation."""

from __future__ import annotations

import pytest

from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.running.play import add_end, fold
from games.core.seats import TABLE, Seat
from games.core.text import Text
from games.core.words import Words
from games.h2olland import GAME
from games.h2olland.board import squares_in
from games.h2olland.components import LETTERS, find_item
from games.h2olland.rules.placing import problem
from games.h2olland.state import State
from games.h2olland.state import Table as Open
from games.h2olland.view import View
from tests.cases.h2olland.position import Position
from tests.cases.h2olland.reader import settled

NAMES = ("Wim", "Olga", "Rik", "Bea")
"""Names of the players in tests; their letters are those of the colours."""

START = {
    "farms": {"white": ["F2"], "orange": ["M6"], "red": ["I13"], "blue": ["B9"]},
    "mills": {"white": ["C6"], "orange": ["I3"], "red": ["L9"], "blue": ["F12"]},
}
"""Farms and mills where four players begin."""


def words(text: Text) -> str:
    """Put a Text into words; a missing sentence or argument is an error."""
    return Words(GAME.words, NAMES, strict=True)(text)


class Table:
    """One position and what is done in it."""

    def __init__(self, **position: object) -> None:
        """Set up a position of section L.2; chance is as it prescribes."""
        self.position = Position(position)
        self.dealer = self.position.dealer()
        self.state: State = self.position.state()
        self.events: list[str] = []

    @property
    def open(self) -> Open:
        """The open table."""
        return self.state.table

    def view(self, letter: str) -> View:
        """Return the view of a player."""
        return GAME.view(self.state, self.seat(letter))

    @staticmethod
    def seat(letter: str) -> Seat:
        """Return the seat of a player letter."""
        return Seat(LETTERS.index(letter))

    def asks(self, letter: str) -> tuple[Ask, ...]:
        """Return what is asked of a player."""
        return tuple(ask for ask in GAME.asks(self.state) if ask.seat == self.seat(letter))

    def play(self, *lines: str) -> Table:
        """Play lines such as ``W co J1K1``, and what the table does after each."""
        for line in lines:
            letter, _, rest = line.partition(" ")
            self.moves(letter, *GAME.notation.read(self.view(letter), rest))
        return self

    def moves(self, letter: str, *moves: Move) -> Table:
        """Play a whole turn of a player."""
        seat = self.seat(letter)
        for move in moves:
            GAME.check(self.view(letter), move)
        verbs = {type(move) for move in moves}
        ask = next(ask for ask in self.asks(letter) if not verbs or verbs & set(ask.verbs))
        turn = add_end(GAME, self.state, seat, ask.id, moves)[0]
        folded = fold(GAME, self.state, seat, ask.id, turn)
        self.events += [words(event.text) for event in folded.events]
        self.state = folded.state
        return self.settle()

    def settle(self) -> Table:
        """Let the table do what is due."""
        self.state = settled(self.state, self.dealer)
        assert all(ask.seat != TABLE for ask in GAME.asks(self.state))
        return self

    def refusal(self, line: str) -> Refusal:
        """Return why a line is refused."""
        letter, _, rest = line.partition(" ")
        with pytest.raises(Refusal) as caught:
            self.moves(letter, *GAME.notation.read(self.view(letter), rest))
        assert words(caught.value.text)
        return caught.value

    def refused(self, line: str) -> str:
        """Return the code of section F with which a line is refused."""
        return self.refusal(line).code.lower()

    def place(self, letter: str, item: str, at: str) -> str:
        """Return ``legal``, or the code why the item cannot be placed there, whoever's turn it is."""
        found = problem(self.open, self.seat(letter), find_item(item) or "", squares_in(at))
        return "legal" if found is None else found.code.lower()

    def barn(self, letter: str) -> dict[str, int]:
        """Return the barn of a player."""
        return self.open.barns[self.seat(letter)]

    @property
    def turn(self) -> str:
        """The letter of the player to move, "" if nobody is."""
        return LETTERS[self.open.turn] if self.open.turn >= 0 else ""
