"""Walnut Grove as the platform sees it: the contract's functions, each a line or two."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core import words
from games.core.base import BaseBots, BaseClock, BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.capabilities import Brain
from games.core.errors import IllegalMove
from games.core.game import UNMARKED, Ask, Marks, Options, Outcome, Setup, Spec, Step, TimeBudget
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Resolution
from games.core.rng import Rng
from games.core.search.halving import Effort
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text
from games.walnut_grove import choices, marks, plans, scoring
from games.walnut_grove.bots import resampling
from games.walnut_grove.bots.players import BRAINS, steady_turn
from games.walnut_grove.bots.proposing import expect, propose
from games.walnut_grove.bots.quick import POLICIES
from games.walnut_grove.combinations import combinations
from games.walnut_grove.components import CHURCH_ROW
from games.walnut_grove.moves import Pass, Start
from games.walnut_grove.options import WalnutGroveOptions
from games.walnut_grove.rules import asks, checks, defaults
from games.walnut_grove.rules.playing import play
from games.walnut_grove.rules.setting_up import set_up
from games.walnut_grove.rules.table_moves import table_move
from games.walnut_grove.spec import SPEC
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View, view_of
from games.walnut_grove.words import captions, describe, forecasts, hints, lessons, lines, notation


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Return one move as one word."""
        return notation.write_word(move)

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read one word, or what was typed for one option."""
        return notation.read_word(word, verbs)

    def write(self, view: View, turn: Sequence[Move]) -> str:
        """Write a turn as a line (5.3)."""
        return lines.write(view, turn)

    def read(self, view: View, line: str) -> Sequence[Move]:
        """Read a line of an order, or of the log (5.3)."""
        return lines.read(view, line)

    def explain(self, view: View, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Return the refusal that comes first in the order of R6.17 when the line is seen as a whole."""
        return checks.explain(view, line, at, refusal)


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Return what a town plan plays now (D6)."""
        assert isinstance(order, plans.TownPlan), "the only order of this game"
        return plans.resolve(order, filed, now)

    def check_order(self, view: View, order: Order) -> Text | None:
        """Read the alternatives of a town plan (D6)."""
        assert isinstance(order, plans.TownPlan), "the only order of this game"
        return plans.check_plan(order, view)

    def tell_order(self, view: View, order: Order) -> tuple[Text, ...]:
        """Return the alternatives of a town plan in words."""
        assert isinstance(order, plans.TownPlan), "the only order of this game"
        return plans.tell_order(order, view)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest town orders."""
        return plans.suggestions(view, field)

    def pass_turn(self, view: View) -> tuple[Move, ...]:
        """Pass in town."""
        return (Pass(),)


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Return what changed on farms and in town."""
        return marks.marks(before.table, after.table)

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the spots chosen so far of an unfinished move."""
        return marks.sketch(view.seat, verb, filled)

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return what a plate of the pictures shows, in words."""
        return captions.caption(view, plate)

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Return tiles with their places, a harvest, or errands in town."""
        return combinations(view, ask)

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return advice for a beginner."""
        if view.seat != ask.seat or hints.has_begun(view.table, ask.seat):
            return None
        if found is not None:
            turn: Sequence[Move] = found.moves
        else:
            turn = (Start(CHURCH_ROW),) if Start in ask.verbs else steady_turn(view, ask.seat)
        text = hints.hint(view, ask, turn, found)
        return None if text is None else Hint(text=text, moves=tuple(turn) if hints.has_steps(turn) else ())

    def warnings(self, before: View, after: View, ask: Ask | None) -> Iterable[Text]:
        """Return what is lost by the order as it stands, and what winter will lack."""
        return forecasts.warnings(after)

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Return what a guided first match teaches at this decision."""
        return lessons.lessons(view, ask)

    def show_submitted(self, view: View, seats: Collection[Seat]) -> View:
        """Show whose farm order is in (D4)."""
        summers = view.table.summers
        done = tuple(replace(summer, done=True) if seat in seats else summer for seat, summer in enumerate(summers))
        return replace(view, table=replace(view.table, summers=done))


class Clock(BaseClock):
    """How much time a turn gets."""

    def time_budget(self, options: Options, ask: AskId) -> TimeBudget:
        """Give farm and town orders the host's own deadlines (D12); the coins of a sale belong to the town order."""
        assert isinstance(options, WalnutGroveOptions)
        kind = ask.partition(":")[0]
        hours = {"farm": options.farm_hours, "town": options.town_hours, "coins": options.town_hours}
        return TimeBudget(hours=hours.get(kind, 0))


class Bots(BaseBots[Table, View]):
    """The computer players."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return whole orders that promise most, one or two orders ahead."""
        return propose(view.table, ask, most)

    def expect(self, state: Table) -> Sequence[float]:
        """Return what farms and orders to come are worth."""
        return expect(state)

    def policies(self) -> Sequence[Brain[Table, View]]:
        """Return two who decide at a glance."""
        return POLICIES

    def resample(self, state: Table, seat: Seat, rng: Rng) -> Table:
        """Return other coins, tiles and instructions that the seat cannot tell from the true ones."""
        return resampling.resample(state, seat, rng)


class Ending(BaseEnding[Table]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: Table) -> Outcome | None:
        """Return the points as the farms lie, without coins as long as their values are hidden."""
        return scoring.outcome_of(state, coins=state.over or state.options.coins == "open")

    def close(self, state: Table) -> Table:
        """Return the position as one that is over."""
        return replace(state, phase=Phase.OVER, order=(), acted=0)


class WalnutGrove(BaseGame[Table, View]):
    """Walnut Grove by Paul Laane and Touko Tahkokallio, for one to four."""

    spec: ClassVar[Spec] = SPEC
    state_type: ClassVar[type[Table]] = Table
    view_type: ClassVar[type[View]] = View
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: lambda state: {**state, "rules": 1}}
    words: ClassVar[Mapping[str, str]] = words.load("games.walnut_grove")

    notation = Notation()
    planning = Planning()
    panel = Panel()
    clock = Clock()
    bots = Bots(BRAINS, care=90, effort=Effort(turns=800, candidates=10, depth=3))
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[Table]:
        """Deal boards, fill the town and choose who begins (R2)."""
        return set_up(setup, rng)

    def asks(self, state: Table) -> tuple[Ask, ...]:
        """Return the orders that are owed, and the instructions that may be changed (4.1)."""
        return asks.asks(state)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the next field."""
        return choices.choices(view, verb, filled)

    def check(self, view: View, move: Move) -> None:
        """Raise the first refusal of section 6."""
        checks.check(view, move)

    def step(self, state: Table, seat: Seat, move: Move, rng: Rng) -> Step[Table]:
        """Play a checked move; only the table draws."""
        return table_move(state, move, rng) if seat == TABLE else play(state, seat, move)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Return the next move of the default order (D8, D9)."""
        return defaults.default_move(view.table, ask.seat)

    def view(self, state: Table, seat: Seat | None) -> View:
        """Return what the seat may see (4.3)."""
        return view_of(state, seat)

    def outcome(self, state: Table) -> Outcome | None:
        """Return the result after the eighth winter (R8)."""
        return scoring.outcome_of(state) if state.over else None

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Return town and farms in words."""
        return describe.describe(view, short=short)

    def tell(self, view: View, move: Move) -> Text:
        """Return a move in words."""
        return describe.tell(view, move)


GAME = WalnutGrove()
