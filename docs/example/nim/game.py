"""The rules of Nim (public domain).

R1 The heaps hold 3, 5 and 7 objects (option ``big``: 3, 5, 7 and 9).
R2 In turn, a player takes as many objects as wanted, at least one, from one heap.
R3 Who takes the last object wins; with the option ``misere`` that player loses.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Struct

from games.core.base import BaseBots, BaseGame, BaseNotation, BasePanel
from games.core.errors import Unreadable
from games.core.game import Ask, Event, Marks, Options, Outcome, Part, Setup, Spec, Step, Topic, Turn
from games.core.moves import Choice, Field, Move
from games.core.rng import Rng
from games.core.seats import AskId, Seat
from games.core.text import Text, say
from games.core.words import load
from nim.bot import Perfect
from nim.moves import Take
from nim.view import View


class NimOptions(Options, frozen=True):
    """The rule options, shown as a form in the lobby."""

    big: Annotated[bool, Field("Play with four heaps instead of three (R1)")] = False
    misere: Annotated[bool, Field("Who takes the last object loses (R3)")] = False


class State(Struct, frozen=True):
    """``heaps`` from the left, ``turns`` made so far, and whether the last object loses."""

    heaps: tuple[int, ...]
    turns: int
    misere: bool

    @property
    def over(self) -> bool:
        """Whether all heaps are empty."""
        return not any(self.heaps)

    @property
    def player(self) -> Seat:
        """Who is to move (R2), or who has won (R3)."""
        return Seat((self.turns - (self.over and not self.misere)) % 2)


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write ``heap-count``."""
        assert isinstance(move, Take), "the only move"
        return f"{move.heap}-{move.count}"

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read ``heap-count``."""
        heap, dash, count = word.partition("-")
        if not (dash and heap.isdecimal() and count.isdecimal() and len(word) < 9):
            raise Unreadable("BAD_NOTATION", "R2", say("nim.bad_notation", word=word))
        return Take(int(heap), int(count))


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Outline the heaps that shrank."""
        pairs = enumerate(zip(before.heaps, after.heaps, strict=True), start=1)
        return Marks(tuple(str(at) for at, (old, new) in pairs if old != new))


class Nim(BaseGame[State, View]):
    """Nim for two."""

    spec: ClassVar[Spec] = Spec(
        key="nim",
        command="nim",
        title="Nim",
        seats=(2,),
        options=NimOptions,
        moves=(Take,),
        turns=(Turn("turn", "Take objects from one heap", (Part("take", (Take,), "Heap and number, such as 2-3"),)),),
        minutes=5,
        credits="Public domain",
        topics=(
            Topic(
                "turn", "Your turn", "Take **one or more** objects from **one** heap. The last object wins.", (Take,)
            ),
        ),
    )
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View]] = View
    words: ClassVar[Mapping[str, str]] = load("nim")

    notation = Notation()
    panel = Panel()
    bots = BaseBots({"easy": Perfect(), "steady": Perfect()})

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Lay out the heaps (R1)."""
        options = setup.options
        assert isinstance(options, NimOptions), "the platform hands over the game's own options"
        heaps = (3, 5, 7, 9) if options.big else (3, 5, 7)
        return Step(State(heaps, 0, options.misere), (Event(say("nim.start", heaps=heaps)),))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask the player whose turn it is (R2)."""
        if state.over:
            return ()
        text = say("nim.ask", seat=state.player)
        return (Ask(id=AskId(f"turn:{state.turns}"), seat=state.player, verbs=(Take,), exact=True, text=text),)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer the heaps that hold something, then every number of objects in the heap."""
        if "heap" not in filled:
            return (Choice(at) for at, size in enumerate(view.heaps, start=1) if size)
        return (Choice(count) for count in range(1, view.heaps[filled["heap"] - 1] + 1))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Take the objects (R2)."""
        assert isinstance(move, Take), "checked"
        heaps = tuple(size - move.count * (at == move.heap) for at, size in enumerate(state.heaps, start=1))
        event = Event(say("nim.taken", seat=seat, count=move.count, heap=move.heap))
        return Step(State(heaps, state.turns + 1, state.misere), (event,))

    def view(self, state: State, seat: Seat | None) -> View:
        """Show everything to everybody."""
        return View(seat=seat, heaps=state.heaps)

    def outcome(self, state: State) -> Outcome | None:
        """Rank by R3."""
        if not state.over:
            return None
        return Outcome(places=tuple(1 if seat == state.player else 2 for seat in range(2)), totals=(0, 0))

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Say how much lies in each heap."""
        return say("nim.board", heaps=view.heaps)

    def tell(self, view: View, move: Move) -> Text:
        """Name heap and number."""
        assert isinstance(move, Take), "the only move"
        return say("nim.take", count=move.count, heap=move.heap)


GAME = Nim()
