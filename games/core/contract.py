"""The contract between a game and the platform.

A game is an object with pure, total, deterministic functions over frozen states. It never sees a clock, a Discord id,
a database or global randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from games.core.capabilities import Bots, Clock, Ending, Notation, Panel, Planning
from games.core.game import Ask, Outcome, Setup, Spec, Step
from games.core.moves import Choice, Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.core.text import Text

S = TypeVar("S")
V = TypeVar("V")


class Game(Protocol[S, V]):
    """A game's rules. ``S`` is its state, ``V`` its view, both frozen msgspec structs."""

    spec: ClassVar[Spec]
    state_type: ClassVar[type[Any]]
    """The class S, for the codec."""
    view_type: ClassVar[type[Any]]
    """The class V, for the codec."""
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]]
    """From a state number to the function that lifts a stored state of that number by one."""
    words: ClassVar[Mapping[str, str]]
    """English sentences by Text id (``games.core.words`` says how they are written)."""

    @property
    def notation(self) -> Notation[V]:
        """How turns are written and read."""
        ...

    @property
    def planning(self) -> Planning[V]:
        """What stored orders do."""
        ...

    @property
    def panel(self) -> Panel[V]:
        """What is shown and pressed around the board."""
        ...

    @property
    def clock(self) -> Clock:
        """How much time a turn gets."""
        ...

    @property
    def bots(self) -> Bots[S, V]:
        """The computer players."""
        ...

    @property
    def ending(self) -> Ending[S]:
        """How a match stands that ends before its rules do."""
        ...

    def setup(self, setup: Setup, rng: Rng) -> Step[S]:
        """Return the first state."""
        ...

    def asks(self, state: S) -> tuple[Ask, ...]:
        """Return what the match waits for, in the order in which it is resolved; () means over."""
        ...

    def choices(self, view: V, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the first unfilled field of ``verb``; of a tuple field, of its next element.

        ``filled`` holds the fields so far; an unfinished tuple field is in it as the tuple so far, a finished one with
        STOP at its end unless it has as many elements as its Field allows (``games.core.moves.next_field`` says which
        field is meant). A tuple that may end here offers ``Choice(STOP)``. A verb that cannot be played now has no
        choices; a field with a default and no choices keeps the default. Verbs without fields are not asked about:
        ``check`` decides.
        """
        ...

    def check(self, view: V, move: Move) -> None:
        """Raise IllegalMove if the rules forbid the move; sees only what the seat sees."""
        ...

    def step(self, state: S, seat: Seat, move: Move, rng: Rng) -> Step[S]:
        """Play a checked move. Only the table's moves may draw from ``rng``."""
        ...

    def fallback(self, view: V, ask: Ask) -> Move:
        """Return the move made at the deadline; asked again until the ask is gone."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """Return what the seat may see (None: a spectator)."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return the result, or None while the match goes on."""
        ...

    def describe(self, view: V, *, short: bool = False) -> Text:
        """Return the board in words: one can play by it; ``short``: at most 1,024 characters."""
        ...

    def tell(self, view: V, move: Move) -> Text:
        """Return the move in words, as seen before it is made: labels, completion, log."""
        ...

    def tell_at_length(self, view: V, move: Move) -> Text:
        """Return the move in words where there is more room than on a label."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
