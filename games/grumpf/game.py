"""Grumpf as a game of the platform: the contract's functions, each a line or two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core import words
from games.core.base import BaseBots, BaseClock, BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.errors import IllegalMove, Unreadable
from games.core.game import UNMARKED, Ask, Marks, Options, Outcome, Setup, Spec, Step, TimeBudget
from games.core.keypad import Key, Keypad
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Resolution
from games.core.rng import Rng
from games.core.search.halving import Effort
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say
from games.grumpf import choices, keys, marks, plans
from games.grumpf.bots.players import BRAINS, advise, propose
from games.grumpf.bots.resampling import resample
from games.grumpf.bots.worth import expect
from games.grumpf.combinations import combinations
from games.grumpf.moves import Ready
from games.grumpf.moves import Step as PlanStep
from games.grumpf.results import result
from games.grumpf.rules import asks
from games.grumpf.rules.checks import fault
from games.grumpf.rules.defaults import default_move
from games.grumpf.rules.flow import set_up
from games.grumpf.rules.hunting import hunt_fault
from games.grumpf.rules.planning import beats_left, too_long
from games.grumpf.rules.playing import play
from games.grumpf.spec import SPEC
from games.grumpf.state import Phase, State
from games.grumpf.view import View, view_of
from games.grumpf.words import captions, describe, hints, lessons, notation
from games.grumpf.words.steps import tell_step


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write a move as a word (M3.1)."""
        return notation.write(move)

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read a word as a move of one of the verbs."""
        return notation.read_word(view, word, verbs)

    def read(self, view: View, line: str) -> Sequence[Move]:
        """Read a line; where nobody can act at all, that is said before what is unreadable (section 8)."""
        try:
            return notation.read_line(view, line)
        except Unreadable:
            seat, state = view.seat, view.state
            stopped = state.phase not in (Phase.TRADE, Phase.READY, Phase.VOTE)
            if stopped and seat is not None and 0 <= seat < state.players:
                wrong = hunt_fault(state, seat)
                if wrong is not None:
                    raise wrong from None
            raise

    def explain(self, view: View, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Say that a plan is too long before what is wrong with its steps (section 8)."""
        steps = sum(isinstance(move, PlanStep) for move in line)
        if isinstance(line[at], PlanStep) and refusal.code in _BY_STEP and steps > beats_left(view.state):
            return too_long(view.state)
        return refusal


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Return what a draft or a wish list plays now."""
        return plans.resolve(order, now)

    def check_order(self, view: View, order: Order) -> Text | None:
        """Check a draft as a plan is checked when it is handed in (A2.4); read a wish list."""
        return plans.check_order(order, view)

    def tell_order(self, view: View, order: Order) -> tuple[Text, ...]:
        """Return steps and exchanges in words."""
        return plans.tell_order(view, order)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest steps and exchanges."""
        return plans.suggestions(view, order, field)


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Return what changed."""
        return marks.marks(before, after)

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the spaces that an unfinished move is about."""
        return marks.sketch(view, verb, filled)

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return what a plate of the pictures shows."""
        return captions.caption(view, plate)

    def keypad(self, view: View, ask: Ask, verb: str, filled: Mapping[str, Any], focus: str) -> Keypad | None:
        """Return the control panel of a live hunt (L5.3), or the plan builder (M5)."""
        return keys.keypad(view, ask, verb, filled, focus)

    def openings(self, view: View, ask: Ask) -> tuple[Key, ...]:
        """Return that one is ready for a live hunt, at one press (L1.1)."""
        return (keys.READY,) if Ready in ask.verbs else ()

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Return placements for the coming beats by what they bring as things stand."""
        return combinations(view, ask.seat)

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return advice for a beginner: a plan, a live action, or the best trade."""
        if found is None:
            moves, worth = ((), None) if ask.seat == TABLE else advise(view, ask)
        else:
            moves, worth = found.moves, None
        text = hints.hint(view, ask, moves, worth, found)
        return None if text is None else Hint(text=text, moves=moves)

    def warnings(self, before: View, after: View, ask: Ask | None) -> Iterable[Text]:
        """Return that beats without a step are held."""
        if ask is None or after.state.phase is not Phase.VOLLEY:
            return ()
        clan = after.state.clans[ask.seat]
        return keys.tell_held(after.state, clan, clan.plan)

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Return what somebody who has never played must know for this decision."""
        return lessons.lessons(view, ask)

    def stale_reason(self, view: View, ask: AskId) -> Text | None:
        """Return that a hunt is over, for a press that came too late (L4.1)."""
        if not ask.startswith("hunt"):
            return None
        return say(f"grumpf.refusal.hunt_{view.state.ended if view.state.ended in ('huts', 'time') else 'past'}")

    def show_submitted(self, view: View, seats: Collection[Seat]) -> View:
        """Tick the clans whose plan is in: public, and nothing more of it (S2.2)."""
        return replace(view, owes=tuple(owes and seat not in seats for seat, owes in enumerate(view.owes)))


class Clock(BaseClock):
    """How much time a turn gets."""

    def time_budget(self, options: Options, ask: AskId) -> TimeBudget:
        """Give the Forced Trade half of the time of a volley (S4.1)."""
        return TimeBudget(share=0.5 if ask.startswith("trade") else 1)


class Bots(BaseBots[State, View]):
    """The computer players."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return plans for the coming volley."""
        return propose(view, ask, most, rng)

    def expect(self, state: State) -> Sequence[float]:
        """Return the points of what is collected, and what the boards promise."""
        return expect(state)

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """Return the state with other plans, drafts and faces of the others."""
        return resample(state, seat, rng)


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Return the score of what is collected so far (section 9)."""
        return result(state)

    def close(self, state: State) -> State:
        """Return the position as one that is over."""
        return replace(state, phase=Phase.OVER)


class Grumpf(BaseGame[State, View]):
    """Grumpf by P. Compain, for two to six, live or by turns."""

    spec: ClassVar[Spec] = SPEC
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View]] = View
    words: ClassVar[Mapping[str, str]] = words.load("games.grumpf")
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: lambda state: {**state, "rules": 1}}

    notation = Notation()
    planning = Planning()
    panel = Panel()
    clock = Clock()
    bots = Bots(BRAINS, care=22, effort=Effort(turns=150, candidates=12, depth=2), least_loss=1.0)
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Lay out boards, tiles and Jokers (R2)."""
        return set_up(setup, rng)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return what is due (S1)."""
        return asks.asks(state)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the next field."""
        return choices.choices(view, verb, filled)

    def check(self, view: View, move: Move) -> None:
        """Raise the first refusal in the order of section 8."""
        wrong = fault(view, move)
        if wrong is not None:
            raise wrong

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Play a checked move; only the table draws."""
        return play(state, seat, move, rng)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Return what counts at the deadline (S4.2)."""
        return default_move(view, ask)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return what the seat may see (S2)."""
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result after the fourth hunt (R12)."""
        return result(state) if state.phase is Phase.OVER else None

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Return the board in words."""
        return describe.describe(view, short=short)

    def tell(self, view: View, move: Move) -> Text:
        """Return a move in words."""
        return describe.tell(view, move)

    def tell_at_length(self, view: View, move: Move) -> Text:
        """Return a move in words, all choices of a step too."""
        return tell_step(move.text, worded=None) if isinstance(move, PlanStep) else self.tell(view, move)


_BY_STEP = ("NO_GRUMPF_LEFT", "FACE_USED_UP", "ALREADY_PLACED", "TOKEN_TWICE")
"""Refusals that come after TOO_LONG."""

GAME = Grumpf()
