"""Season: sow plots of a row one at a time, or pass; when all have passed, each plot scores. Two seasons.

A plot scores 1, and 1 more for each neighbour of its owner. Plots stay sown; each player has five seeds a season.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.errors import IllegalMove, Unreadable
from games.core.game import Ask, Event, Marks, Outcome, Score, Setup, Spec, Step
from games.core.game import View as BaseView
from games.core.moves import Choice, Field, Move
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.rng import Rng
from games.core.running import plans
from games.core.seats import AskId, Seat
from games.core.text import Text, say

PLOTS = 12
SEASONS = 2
SEEDS = 5


class Sow(Move, frozen=True, tag="sow"):
    """Sow a plot."""

    plot: Annotated[int, Field("Number of the plot", least=1, most=PLOTS)]


class Pass(Move, frozen=True, tag="pass"):
    """Pass for the rest of the season."""

    title: ClassVar[str] = "Pass"


class Favourite(Order, frozen=True, kw_only=True, tag="favourite"):
    """Sow a plot as soon as you are asked."""

    title: ClassVar[str] = "Sow as soon as asked"

    plot: Annotated[int, Field("Number of the plot", least=1, most=PLOTS)]


class Retire(Order, frozen=True, kw_only=True, tag="retire"):
    """Pass when my time has run out."""

    title: ClassVar[str] = "Pass when time is up"
    expired: ClassVar[bool] = True


class State(Struct, frozen=True):
    """``owner`` maps a plot to its seat; ``passed`` and ``seeds`` are by seat."""

    season: int
    turns: int
    seat: int
    owner: dict[int, int]
    passed: tuple[bool, ...]
    seeds: tuple[int, ...]


class View(BaseView, frozen=True, kw_only=True):
    """Everything: nothing is secret."""

    state: State


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write the number of the plot, or a dash."""
        return str(move.plot) if isinstance(move, Sow) else "--"

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read a number or a dash."""
        if word == "--":
            return Pass()
        if not word.isdecimal():
            raise Unreadable("BAD_NOTATION", "S5", say("season.letters", word=word))
        return Sow(int(word))


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Play a favourite, retire, or a plan."""
        if isinstance(order, Favourite):
            return Resolution(tries=((Sow(order.plot),),), otherwise=Otherwise.DROP)
        if isinstance(order, Retire):
            return Resolution(tries=((Pass(),),))
        return super().resolve(order, filed, now)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest free plots."""
        if field not in ("plot", "steps"):
            return ()
        free = [plot for plot in range(1, PLOTS + 1) if plot not in view.state.owner]
        return (Choice(plot if field == "plot" else str(plot)) for plot in free)

    def not_due(self, plan: Plan, filed: View, now: View) -> Otherwise | None:
        """Take "1" and "2" as the season of a plan; none means now."""
        if not plan.season or int(plan.season) == now.state.season:
            return None
        return Otherwise.KEEP if int(plan.season) > now.state.season else Otherwise.DROP

    def disturbance(self, plan: Plan, filed: View, now: View) -> Text | None:
        """Say who sowed on or beside a planned plot."""
        planned = {int(word) for step in plan.steps for word in plans.alternatives(step) if word.isdecimal()}
        for plot, seat in now.state.owner.items():
            new = plot not in filed.state.owner and seat != now.seat
            if new and planned & {plot - 1, plot, plot + 1}:
                return say("season.beside", seat=seat, plot=plot)
        return None


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Mark the plots sown."""
        new = [plot for plot in after.state.owner if plot not in before.state.owner]
        last = Seat(after.state.owner[new[-1]]) if new else None
        return Marks(tuple(map(str, new)), last)


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Count plots and neighbours."""
        owner = state.owner
        points = {plot: 1 + sum(owner.get(plot + way) == seat for way in (-1, 1)) for plot, seat in owner.items()}
        totals = tuple(
            sum(points[plot] for plot, owned in owner.items() if owned == seat) for seat in range(len(state.passed))
        )
        return Outcome.by_points(totals, tuple((Score(say("season.plots"), total),) for total in totals))


class Season(BaseGame[State, View]):
    """The rules."""

    spec: ClassVar[Spec] = Spec(
        key="season",
        command="season",
        title="Season",
        seats=(2, 3, 4),
        moves=(Sow, Pass),
        orders=(Plan, Favourite, Retire),
        state_number=3,
    )
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = {
        "season.ask": "Sow a plot or pass.",
        "season.turn": "It is not your turn.",
        "season.range": "There is no plot {plot}; plots are 1 to {most}.",
        "season.taken": "Plot {plot} is sown by {seat}.",
        "season.seeds": "You have no seeds left; pass.",
        "season.sown": "{seat} sows plot {plot}.",
        "season.passed": "{seat} passes.",
        "season.beside": "{seat} sowed plot {plot} beside what you planned.",
        "season.board": "Season {season}. Sown: {plots}.",
        "season.plot": "{plot} by {seat}",
        "season.letters": '"{word}" is no plot; write its number or a dash.',
        "season.plots": "plots",
        "season.tell_sow": "sow plot {plot}",
        "season.tell_pass": "pass",
    }
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
        1: lambda old: {**old, "turns": old["season"] * 100},
        2: lambda old: {**old, "seeds": [SEEDS] * len(old["passed"])},
    }

    notation = Notation()
    planning = Planning()
    panel = Panel()
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Begin with the seat the host named."""
        first = setup.first if setup.first is not None else rng.below("first", setup.seats)
        return Step(State(1, 0, first, {}, (False,) * setup.seats, (SEEDS,) * setup.seats))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask the seat whose turn it is."""
        if state.season > SEASONS:
            return ()
        verbs = (Sow, Pass) if state.seeds[state.seat] else (Pass,)
        asked = AskId(f"t{state.turns}")
        return (Ask(id=asked, seat=Seat(state.seat), verbs=verbs, exact=True, text=say("season.ask")),)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer the free plots."""
        state = view.state
        if view.seat != state.seat or not state.seeds[state.seat]:
            return ()
        return (Choice(plot) for plot in range(1, PLOTS + 1) if plot not in state.owner)

    def check(self, view: View, move: Move) -> None:
        """Refuse plots sown or unknown."""
        state = view.state
        if view.seat != state.seat or state.season > SEASONS:
            raise IllegalMove("NOT_YOUR_TURN", "S1", say("season.turn"))
        if isinstance(move, Sow):
            if not 1 <= move.plot <= PLOTS:
                raise IllegalMove("RANGE", "S2", say("season.range", plot=move.plot, most=PLOTS))
            if move.plot in state.owner:
                raise IllegalMove("TAKEN", "S3", say("season.taken", plot=move.plot, seat=state.owner[move.plot]))
            if not state.seeds[state.seat]:
                raise IllegalMove("SEEDS", "S4", say("season.seeds"))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Sow or pass."""
        if isinstance(move, Sow):
            seeds = tuple(left - (other == seat) for other, left in enumerate(state.seeds))
            sown = replace(state, owner={**state.owner, move.plot: seat}, seeds=seeds)
            return Step(_next(sown), (Event(say("season.sown", seat=seat, plot=move.plot)),))
        passed = (*state.passed[:seat], True, *state.passed[seat + 1 :])
        return Step(_next(replace(state, passed=passed)), (Event(say("season.passed", seat=seat)),))

    def fallback(self, view: View, ask: Ask) -> Move:
        """Pass."""
        return Pass()

    def view(self, state: State, seat: Seat | None) -> View:
        """Show everything."""
        return View(seat=seat, state=state)

    def outcome(self, state: State) -> Outcome | None:
        """Rank by points."""
        return self.ending.current_score(state) if state.season > SEASONS else None

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Tell who sowed what."""
        plots = tuple(say("season.plot", plot=plot, seat=seat) for plot, seat in sorted(view.state.owner.items()))
        return say("season.board", season=view.state.season, plots=plots)

    def tell(self, view: View, move: Move) -> Text:
        """Tell the move in words."""
        return say("season.tell_sow", plot=move.plot) if isinstance(move, Sow) else say("season.tell_pass")


def _next(state: State) -> State:
    """Go on to the next seat that has not passed, or to the next season."""
    turns = state.turns + 1
    n = len(state.passed)
    if all(state.passed) or len(state.owner) == PLOTS:
        begun = replace(state, season=state.season + 1, passed=(False,) * n, seeds=(SEEDS,) * n)
        if len(state.owner) == PLOTS:
            begun = replace(begun, season=SEASONS + 1)
        return replace(begun, turns=turns, seat=(state.seat + 1) % n)
    seat = next(seat for step in range(1, n + 1) if not state.passed[seat := (state.seat + step) % n])
    return replace(state, turns=turns, seat=seat)


SEASON = Season()
