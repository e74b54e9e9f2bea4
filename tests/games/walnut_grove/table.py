"""A position of Walnut Grove on the table, for tests, in the form of the handed cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.orders import Order
from games.core.running.forced import weave_forced
from games.core.running.plans import Tried, play_order
from games.core.running.play import Cause, Entry, Position, TurnContext, commit, fold
from games.core.running.table import settle
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words
from games.walnut_grove import GAME
from games.walnut_grove.rules.farm import Farm, by_area
from games.walnut_grove.state import Table
from games.walnut_grove.view import View
from tests.cases.walnut_grove.position import named, table_from

NAMES = ("Anouk", "Bram", "Clara", "Daan")
"""Names of the players in tests."""

SEED = bytes(range(32))
"""The chance of the table's draws."""

P1, P2, P3 = Seat(0), Seat(1), Seat(2)

SPRING: dict[str, Any] = {"phase": "farm", "disc": "A3", "drawn": {"P1": ["L12", "L01"]}}
"""A spring in which P1 keeps one of two tiles; summer bonus grain, autumn bonus fish, one fire, white hungry."""


def words(text: Text) -> str:
    """Put a Text into words; a missing sentence or argument is an error."""
    return Words(GAME.words, NAMES, strict=True)(text)


def autumn(farm: Mapping[str, Any] | None = None, *, at: str = "town:1", **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return a position with P1 in town; ``more`` are facts about the town."""
    town = {"figures": {"P1": at}, **more}
    return {"phase": "town", "disc": "A3", "turn": ["P1"], "farms": {"P1": dict(farm or {})}, "town": town}


class Match:
    """One position and what is done in it, through the machinery that matches use."""

    def __init__(self, position: Mapping[str, Any] | None = None, **more: Any) -> None:  # noqa: ANN401
        """Lay out a position; what it does not say is as at the start."""
        self.position: Position[Table] = Position(table_from({**(position or {}), **more}))
        self.entries: list[Entry] = []

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.position.state

    def view(self, seat: Seat | None = P1) -> View:
        """What a seat sees."""
        return GAME.view(self.table, seat)

    def farm(self, seat: Seat = P1) -> Farm:
        """The farm of a seat."""
        return self.table.farms[seat]

    def barn(self, seat: Seat = P1) -> dict[str, int]:
        """What lies in a barn, by name."""
        return named(self.farm(seat).barn)

    def squares(self, seat: Seat = P1) -> dict[str, int]:
        """Goods on squares by area."""
        return by_area(self.farm(seat))

    def asks(self) -> dict[str, Ask]:
        """What the match waits for, by id."""
        return {ask.id: ask for ask in GAME.asks(self.table)}

    def ask(self, seat: Seat = P1) -> Ask:
        """The ask of a seat."""
        return next(ask for ask in GAME.asks(self.table) if ask.seat == seat)

    def moves(self, line: str, seat: Seat = P1) -> tuple[Move, ...]:
        """A line as moves, with what is forced."""
        read = GAME.notation.read(self.view(seat), line)
        return weave_forced(TurnContext(GAME, self.table, seat, self.ask(seat).id), read)

    def play(self, line: str, seat: Seat = P1) -> Match:
        """Play a line, and what the table does at once."""
        return self.make(self.moves(line, seat), seat)

    def make(self, moves: Sequence[Move], seat: Seat = P1, cause: Cause = Cause.PLAYER) -> Match:
        """Play moves, and what the table does at once."""
        made = commit(GAME, self.position, seat, self.ask(seat).id, moves, cause=cause)
        after = settle(GAME, made.position, SEED)
        self.position = after.position
        self.entries += (*made.entries, *after.entries)
        return self

    def draft(self, line: str, seat: Seat = P1) -> Table:
        """The table as the draft of a line shows it."""
        return fold(GAME, self.table, seat, self.ask(seat).id, self.moves(line, seat)).state

    def refused(self, line: str, seat: Seat = P1) -> str:
        """The code of the refusal of a line; its sentence has all its words."""
        with pytest.raises(Refusal) as caught:
            self.play(line, seat)
        assert words(caught.value.text)
        return caught.value.code

    def check(self, move: Move, seat: Seat | None = P1) -> tuple[str, str]:
        """Code and sentence of the refusal of a single move."""
        with pytest.raises(Refusal) as caught:
            GAME.check(self.view(seat), move)
        return caught.value.code, words(caught.value.text)

    def tries(self, order: Order, seat: Seat, filed: View) -> Tried:
        """What an order plays now."""
        return play_order(GAME, self.table, seat, self.ask(seat).id, order, filed)

    def told(self, reader: Seat | None = None) -> list[str]:
        """The events that a reader may read, in words."""
        events = [event for entry in self.entries for event in entry.events]
        return [words(event.text) for event in events if event.audience is None or reader in event.audience]
