"""Green Town as a game of the platform: the contract's functions, each a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core import words
from games.core.base import BaseBots, BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.capabilities import Brain
from games.core.errors import IllegalMove, Unreadable
from games.core.game import UNMARKED, Ask, Event, Marks, Outcome, Setup, Spec, Step
from games.core.keypad import Key
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Resolution
from games.core.rng import Rng
from games.core.search.halving import Effort
from games.core.seats import Seat
from games.core.text import Text
from games.greentown import choices, marks, plans
from games.greentown.bots.players import BRAINS, QUICK, propose, steady_turn
from games.greentown.combinations import combinations
from games.greentown.moves import Announce, Reveal, Tour
from games.greentown.rules import asks
from games.greentown.rules.checks import fault, moment_fault
from games.greentown.rules.dealing import reveal, set_up
from games.greentown.rules.defaults import default_move
from games.greentown.rules.explaining import explain
from games.greentown.rules.playing import play
from games.greentown.scoring import book_turn, outcome_of
from games.greentown.spec import SPEC
from games.greentown.state import Sheet, State
from games.greentown.view import View, view_of
from games.greentown.words import captions, describe, hints, lessons, notation


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Return one move as one word (5.2)."""
        return notation.write_word(move)

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read one word as a move of one of the verbs."""
        return notation.read_word(view.table, word, verbs)

    def read(self, view: View, line: str) -> Sequence[Move]:
        """Read a line (5.2); where no turn can be played at all, that is said before what is unreadable (6)."""
        try:
            return notation.read_line(view.table, line, plans.LINE)
        except Unreadable:
            blocked = moment_fault(view)
            if blocked is not None:
                raise blocked from None
            raise

    def explain(self, view: View, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Return the refusal that comes first in the order of section 6 when the line is seen as a whole."""
        return explain(view, line, at, refusal)


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Return what a plan plays now (4.4)."""
        return plans.resolve(order, filed, now)

    def check_order(self, view: View, order: Order) -> Text | None:
        """Read the turns of a plan, and try them (4.4)."""
        return plans.check_order(order, view)

    def tell_order(self, view: View, order: Order) -> tuple[Text, ...]:
        """Return the turns of a plan move by move, and when it is played (4.4)."""
        return plans.tell_order(order, view)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest tours for a plan."""
        return plans.suggestions(view, field)


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Return what changed in the town."""
        return marks.marks(before.table, after.table)

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the spots chosen so far of an unfinished move."""
        return marks.sketch(view.table, verb, filled)

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return what one plate of the picture shows, in words."""
        return captions.caption(view, plate, marks)

    def openings(self, view: View, ask: Ask) -> tuple[Key, ...]:
        """Return the markers that can be announced (5.3)."""
        return choices.openings(view.table) if Announce in ask.verbs else ()

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Return tours by what they pay, builds by the streets that they join."""
        return combinations(view.table) if ask.seat == view.table.current else ()

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return advice for a beginner's first turns, with a turn that follows it."""
        return hints.hint(view, steady_turn, found)

    def warnings(self, before: View, after: View, ask: Ask | None) -> Iterable[Text]:
        """Return that a building could be erected, or a tour be led that is lost."""
        return () if ask is None else hints.tell_left(after.table)

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Return what a newcomer must know for a decision."""
        return lessons.lessons(view, ask)


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Return the score as it stands, if Greenies are open (R12.4)."""
        over = state.table.over
        secret = state.table.options.money == "secret" and not over
        return None if secret else outcome_of(state.table.players, state.sheets, over=over)

    def close(self, state: State) -> State:
        """Return the position as one that is over."""
        return replace(state, table=replace(state.table, over=True))


class Bots(BaseBots[State, View]):
    """The computer players."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return the best of many random builds, each with its best tour."""
        return propose(view, most, rng)

    def policies(self) -> Sequence[Brain[State, View]]:
        """Return those who try one or two builds."""
        return QUICK

    def expect(self, state: State) -> Sequence[float]:
        """Return the Greenies booked so far."""
        return tuple(sheet.total for sheet in state.sheets)

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return the state without the Greenies of others, where they are secret (4.3): they start from none."""
        if state.table.over or state.table.options.money == "open":
            return state
        return replace(state, sheets=tuple(own if at == seat else Sheet() for at, own in enumerate(state.sheets)))


class GreenTown(BaseGame[State, View]):
    """Green Town by Günter Cornett and Michael Uhlemann, for two to four."""

    spec: ClassVar[Spec] = SPEC
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View]] = View
    words: ClassVar[Mapping[str, str]] = words.load("games.greentown")

    notation = Notation()
    planning = Planning()
    panel = Panel()
    bots = Bots(BRAINS, care=77, effort=Effort(turns=200, candidates=12, depth=3))
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Lay out the map, deal the fives and open the deck (R2)."""
        return set_up(setup, rng)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return the one turn, decision or card that is due (4.1)."""
        return asks.asks(state.table)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the next field."""
        return choices.choices(view, verb, filled)

    def check(self, view: View, move: Move) -> None:
        """Raise the first refusal of section 6."""
        wrong = fault(view, move)
        if wrong is not None:
            raise wrong

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Play a checked move; only the table draws."""
        if isinstance(move, Reveal):
            return reveal(state, rng)
        played = play(state.table, move)
        sheets = state.sheets if played.turn is None else book_turn(state.sheets, played.turn)
        return Step(State(played.table, sheets), tuple(map(Event, played.told)))

    def fallback(self, view: View, ask: Ask) -> Move:
        """Return the next move of the default turn (R12.1)."""
        return default_move(view.table)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the open table and the Greenies that the seat may know (4.3)."""
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the end (R11.5)."""
        return outcome_of(state.table.players, state.sheets, over=True) if state.table.over else None

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Return the board in words."""
        return describe.describe(view, short=short)

    def tell(self, view: View, move: Move) -> Text:
        """Return a move in words; a tour with what it pays, unless help is off."""
        return describe.tell(view, move)

    def tell_at_length(self, view: View, move: Move) -> Text:
        """Return a move in words, a tour with all of its path."""
        return describe.tell_tour(view.table, move.path) if isinstance(move, Tour) else self.tell(view, move)


GAME = GreenTown()
