"""H₂Olland as the platform sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.base import STEADY, BaseBots, BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.capabilities import Brain
from games.core.game import UNMARKED, Ask, Marks, Outcome, Setup, Spec, Step
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.rng import Rng
from games.core.running.plans import resolve as resolve_plan
from games.core.search.halving import Effort
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import load
from games.h2olland import choices as listing
from games.h2olland import marks, plans, scoring
from games.h2olland.bots.players import PLAYERS, propose
from games.h2olland.combinations import combinations
from games.h2olland.moves import Face
from games.h2olland.rules import playing
from games.h2olland.rules.checks import problem_of
from games.h2olland.rules.defaults import default_move
from games.h2olland.spec import SPEC
from games.h2olland.state import NOBODY, Basket, Phase, State
from games.h2olland.view import View, with_draft
from games.h2olland.words import hints, notation
from games.h2olland.words.captions import caption
from games.h2olland.words.describe import describe
from games.h2olland.words.lessons import lessons
from games.h2olland.words.names import tell
from games.h2olland.words.warnings import warnings


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write one move as one word (E.3)."""
        return notation.word(view.table, move)

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read one word."""
        return notation.read_word(view.table, word, verbs)

    def write(self, view: View, turn: Sequence[Move]) -> str:
        """Write a turn as a line of the log, without the player letter (E.3)."""
        return notation.write(view.table, turn)

    def read(self, view: View, line: str) -> Sequence[Move]:
        """Read a line, with or without the player letter."""
        return notation.read(view.table, line)


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Return what a plan, an early order or preferences play now (D.3, D.4)."""
        match order:
            case plans.SeasonPlan():
                return resolve_plan(self.game, plans.with_usual(order, now.table), filed, now)
            case plans.EarlyOrder():
                return plans.early(order, _seat(now), filed.table, now.table)
            case plans.Preferences():
                return plans.prefer(order, now)
        return super().resolve(order, filed, now)

    def check_order(self, view: View, order: Order) -> Text | None:
        """Read plans and early orders, as if it were the time for them (D.3)."""
        super().check_order(view, order)
        return plans.check_order(order, view)

    def tell_order(self, view: View, order: Order) -> tuple[Text, ...]:
        """Return the steps of a plan, the trades of an early order, or what preferences decide."""
        return plans.tell_order(order, view)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest steps, wishes and trades."""
        return plans.suggestions(view, order, field, dict(filled))

    def not_due(self, plan: Plan, filed: View, now: View) -> Otherwise | None:
        """Say whether the season of the plan is now (P1)."""
        assert isinstance(plan, plans.SeasonPlan), "the only plan of this game"
        return plans.not_due(plan, _seat(now), filed.table, now.table)

    def disturbance(self, plan: Plan, filed: View, now: View) -> Text | None:
        """Say what others have put beside the steps of a guarded plan (P5)."""
        assert isinstance(plan, plans.SeasonPlan), "the only plan of this game"
        return plans.tell_disturbance(plan, _seat(now), filed.table, now.table)

    def pass_turn(self, view: View) -> tuple[Move, ...]:
        """Pass, or leave the drought (P4)."""
        return plans.usual_pass(view.table)


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Return the squares, tiles and borders that changed."""
        return marks.marks(before, after)

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the tile, the trades or the tulips chosen so far."""
        return marks.sketch(view, verb, filled)

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return one plate of the picture in words."""
        return caption(with_draft(view, marks.spots), plate)

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return advice for a beginner."""
        return hints.hint(view, ask, found)

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Return places, dikes, tulips, orders and runs by what they bring at once."""
        return () if Face in ask.verbs else combinations(view, ask)

    def warnings(self, before: View, after: View, ask: Ask | None) -> Iterable[Text]:
        """Return what a pass or an order leaves undone."""
        return warnings(before, after, ask)

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Return what the decision teaches a newcomer."""
        return lessons(view, ask)


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Return the points claimed so far; before the race hints only (section G)."""
        return scoring.score_so_far(state.table)

    def close(self, state: State) -> State:
        """Return the position as one that is over."""
        return replace(state, table=replace(state.table, phase=Phase.OVER, turn=NOBODY, collecting=False))


class Bots(BaseBots[State, View]):
    """The computer players."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return the moves of the highest value; orders of trade are left to the steady player."""
        return propose(view, ask, most)

    def policies_at(self, state: State) -> Sequence[Brain[State, View]]:
        """Return the steady one alone with three players or more.

        A match takes 100 to 200 turns then, and so few can be played to the end that what an easy player does by chance
        hides which turn is better.
        """
        return self.policies() if state.table.seats < 3 else (PLAYERS[STEADY],)


class H2Olland(BaseGame[State, View]):
    """Rules, notation, words and computer players of H₂Olland."""

    spec: ClassVar[Spec] = SPEC
    state_type: ClassVar[type[State]] = State
    view_type: ClassVar[type[View]] = View
    words: ClassVar[Mapping[str, str]] = load("games.h2olland")
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        1: lambda state: {**state, "table": {**state["table"], "rules": 1}}
    }

    notation = Notation()
    planning = Planning()
    panel = Panel()
    bots = Bots(PLAYERS, care=83, effort=Effort(turns=500, candidates=8), least_loss=1.0)
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Set the table up (R1)."""
        return playing.set_up(setup, rng)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return the turn that is waited for, and the facings that may still be set (D.2, D.5)."""
        return playing.asks(state)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the next field."""
        return listing.choices(view.table, view.basket, view.seat, verb, filled)

    def check(self, view: View, move: Move) -> None:
        """Raise IllegalMove with the code of section F if the rules forbid the move."""
        found = problem_of(view.table, view.basket, view.seat, move)
        if found is not None:
            raise found.refusal()

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Play a checked move."""
        return playing.step(state, seat, move, rng)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Return the default of D.6."""
        return default_move(view.table, view.basket, ask.seat)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the open table and the seat's own basket."""
        return View(seat=seat, table=state.table, basket=Basket() if seat is None else state.baskets[seat])

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the race is over (R10)."""
        return scoring.final(state.table)

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Return the board in words."""
        return describe(view, short=short)

    def tell(self, view: View, move: Move) -> Text:
        """Return a move in words."""
        return tell(view.table, view.seat, move)


def _seat(view: View) -> Seat:
    assert view.seat is not None, "an order belongs to a seat"
    return view.seat


GAME = H2Olland()
