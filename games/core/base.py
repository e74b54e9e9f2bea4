"""Defaults of the contract, for games to inherit and override where they have something of their own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.core.capabilities import Brain
from games.core.contract import Game
from games.core.errors import IllegalMove
from games.core.game import UNMARKED, Ask, Marks, Options, Outcome, Spec, TimeBudget
from games.core.input import notation
from games.core.keypad import Key, Keypad
from games.core.moves import Choice, Combination, Found, Hint, Move, fields_of, title_of, verb_of
from games.core.orders import Order, Otherwise, Plan, Resolution
from games.core.rng import Rng
from games.core.running import plans
from games.core.running.play import find_offered_verbs
from games.core.search.beginner import Beginner
from games.core.search.enumerate import can_play, moves_of, refuse_unoffered
from games.core.search.halving import Effort, Searcher
from games.core.seats import AskId, Seat
from games.core.text import Text, phrase, say

S = TypeVar("S")
V = TypeVar("V")
P = TypeVar("P", bound="Capability[Any, Any]")

BEGINNER, EASY, STEADY, STRONG = "beginner", "easy", "steady", "strong"
"""Levels of computer players: who has just learned the game, who plays simple turns, the best that looks one turn
ahead, and who searches."""

CARE = 60
"""In so many of 100 turns a beginner plays as the easy player does."""

LEAST_LOSS = 1.5
"""Points that a turn has cost at least to be told in a review, where a game doesn't say otherwise."""


class Capability(Generic[S, V]):
    """A part of a game beside its rules; knows the game that it is a part of."""

    game: Game[S, V]

    def of(self: P, game: Game[Any, Any]) -> P:
        """Return the part as that of a game: a game that inherits from another has parts of its own."""
        part = copy(self)
        part.game = game
        return part


class BaseNotation(Capability[Any, V]):
    """The core's notation: ``verb:field,field``, and blanks between the moves of a turn."""

    def word(self, view: V, move: Move) -> str:
        """Write the move as ``verb:field,field``."""
        return notation.word(move)

    def read_word(self, view: V, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read ``verb:field,field``; the verb may be left out where only one fits."""
        return notation.read_word(word, verbs)

    def write(self, view: V, turn: Sequence[Move]) -> str:
        """Write the moves as words, leaving out the silent end of a turn."""
        ends = tuple(form.end for form in self.game.spec.turns if form.end is not None)
        return " ".join(self.word(view, move) for move in turn if not (move.aid or isinstance(move, ends)))

    def read(self, view: V, line: str) -> Sequence[Move]:
        """Read words; the silent end of a turn is added by the core."""
        offered = tuple(verb for verb in self.game.spec.moves if verb.offered)
        return tuple(self.read_word(view, word, offered) for word in line.split())

    def explain(self, view: V, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Leave the refusal as it is."""
        return refusal


class BasePlanning(Capability[Any, V]):
    """Plans as every game has them; other orders have no use here."""

    def resolve(self, order: Order, filed: V, now: V) -> Resolution:
        """Play plans; have no use for other orders."""
        if isinstance(order, Plan):
            return plans.resolve(self.game, order, filed, now)
        return Resolution(otherwise=Otherwise.DROP)

    def check_order(self, view: V, order: Order) -> Text | None:
        """Read the steps of a plan."""
        if isinstance(order, Plan):
            plans.check_plan(self.game, view, order)
        return None

    def tell_order(self, view: V, order: Order) -> tuple[Text, ...]:
        """Tell nothing."""
        return ()

    def order_choices(self, view: V, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest nothing."""
        return ()

    def not_due(self, plan: Plan, filed: V, now: V) -> Otherwise | None:
        """Play plans whenever the seat is asked."""
        return None

    def disturbance(self, plan: Plan, filed: V, now: V) -> Text | None:
        """Let nothing disturb a plan."""
        return None

    def pass_turn(self, view: V) -> tuple[Move, ...]:
        """Pass by the move called ``pass``, if there is one without fields."""
        return tuple(verb() for verb in self.game.spec.moves if verb_of(verb) == "pass" and not fields_of(verb))


class BasePanel(Capability[Any, V]):
    """Lists of choices under a board on which nothing is marked."""

    def marks(self, before: V, after: V) -> Marks:
        """Mark nothing."""
        return Marks()

    def sketch(self, view: V, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Mark nothing of an unfinished move."""
        return Marks()

    def caption(self, view: V, plate: str, marks: Marks = UNMARKED) -> Text:
        """Say of every plate the board in words."""
        return self.game.describe(view, short=True)

    def openings(self, view: V, ask: Ask) -> tuple[Key, ...]:
        """Have no keys under the board."""
        return ()

    def keypad(self, view: V, ask: Ask, verb: str, filled: Mapping[str, Any], focus: str) -> Keypad | None:
        """Have no layout of its own."""
        return None

    def combinations(self, view: V, ask: Ask) -> Iterable[Combination]:
        """Offer none."""
        return ()

    def hint(self, view: V, ask: Ask, found: Found | None = None) -> Hint | None:
        """Give no advice."""
        return None

    def lessons(self, view: V, ask: Ask) -> tuple[Text, ...]:
        """Teach nothing."""
        return ()

    def warnings(self, before: V, after: V, ask: Ask | None) -> Iterable[Text]:
        """Name what may still be chosen."""
        if ask is None:
            return ()
        verbs = (
            verb for verb in find_offered_verbs(self.game, ask) if not verb.aid and can_play(self.game, after, verb)
        )
        left = tuple(say("core.quoted", words=phrase(title_of(verb))) for verb in verbs)
        return (say("core.still_possible", what=left),) if left else ()

    def stale_reason(self, view: V, ask: AskId) -> Text | None:
        """Say nothing of a turn that is asked no more."""
        return None

    def show_submitted(self, view: V, seats: Collection[Seat]) -> V:
        """Show nothing."""
        return view


class BaseClock(Capability[Any, Any]):
    """The same time for every turn."""

    def time_budget(self, options: Options, ask: AskId) -> TimeBudget:
        """Give every turn what the clock gives."""
        return TimeBudget()


class BaseBots(Capability[S, V]):
    """Computer players by level, and no secrets but future chance.

    Where there is an ``easy`` one, there is also a ``beginner``, who plays as it does in ``care`` of 100 turns. With an
    ``effort`` there is a ``strong`` one, which searches; the game then proposes turns (``propose``). ``least_loss``:
    from how many points on a review lists what a turn has cost, from 1 to 2 by how far apart matches end.
    """

    def __init__(
        self,
        players: Mapping[str, Brain[S, V]] | None = None,
        *,
        care: int = CARE,
        effort: Effort | None = None,
        least_loss: float = LEAST_LOSS,
    ) -> None:
        self._players, self._care, self._effort, self.least_loss = players or {}, care, effort, least_loss

    def players(self) -> Mapping[str, Brain[S, V]]:
        """Return the beginner, those that were given, and the one that searches."""
        found: dict[str, Brain[S, V]] = {}
        if EASY in self._players:
            found[BEGINNER] = Beginner(self.game, self._players[EASY], self._care)
        found |= self._players
        if self._effort is not None:
            found[STRONG] = Searcher(self.game, self._effort, found[STEADY])
        return found

    def propose(self, view: V, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Propose nothing."""
        return ()

    def policies(self) -> Sequence[Brain[S, V]]:
        """Return those that were given."""
        return tuple(self._players.values())

    def policies_at(self, state: S) -> Sequence[Brain[S, V]]:
        """Return all of them."""
        return self.policies()

    def expect(self, state: S) -> Sequence[float]:
        """Return the score as it stands; raises AssertionError where the game keeps that hidden."""
        outcome = self.game.ending.current_score(state)
        assert outcome is not None, f"{self.game.spec.key} searches to the end, or says what to expect before"
        return outcome.totals

    def resample(self, state: S, seat: Seat, rng: Rng) -> S:
        """Return the state itself: a game whose only secret is future chance stores none."""
        return state


class BaseEnding(Capability[S, Any]):
    """Scores that are hidden until the end."""

    def current_score(self, state: S) -> Outcome | None:
        """Keep the score hidden."""
        return None

    def close(self, state: S) -> S:
        """Leave the state as it is: it tells neither secrets nor whose turn it is."""
        return state


class BaseGame(ABC, Generic[S, V]):
    """What most games want as it is: no orders, no secrets, the core's notation, no computer players.

    A game names the parts that it brings: ``notation = Notation()``.
    """

    spec: ClassVar[Spec]
    lifts: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
    words: ClassVar[Mapping[str, str]] = {}

    notation: BaseNotation[V] = BaseNotation()
    planning: BasePlanning[V] = BasePlanning()
    panel: BasePanel[V] = BasePanel()
    clock: BaseClock = BaseClock()
    bots: BaseBots[S, V] = BaseBots()
    ending: BaseEnding[S] = BaseEnding()

    def __init__(self) -> None:
        game = cast("Game[S, V]", self)  # what a game lacks of the contract, its type checker says
        self.notation = self.notation.of(game)
        self.planning = self.planning.of(game)
        self.panel = self.panel.of(game)
        self.clock = self.clock.of(game)
        self.bots = self.bots.of(game)
        self.ending = self.ending.of(game)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the parts of the class: computer players stay in their process, with what they remember."""
        return {name: value for name, value in vars(self).items() if not self._is_of_class(name, value)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        BaseGame.__init__(self)
        vars(self).update(state)

    def _is_of_class(self, name: str, value: object) -> bool:
        given = getattr(type(self), name, None)
        if not isinstance(value, Capability) or type(value) is not type(given):
            return False
        return {**vars(value), "game": None} == {**vars(given), "game": None}

    @abstractmethod
    def choices(self, view: V, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of a move's next field, which every game has to find for itself."""

    def check(self, view: V, move: Move) -> None:
        """Refuse values that aren't among the choices; a verb without fields can be played whenever it is asked for."""
        refuse_unoffered(cast("Game[Any, V]", self), view, move)

    @abstractmethod
    def describe(self, view: V, *, short: bool = False) -> Text:
        """Return the board in words, which every game has to find for itself."""

    def fallback(self, view: V, ask: Ask) -> Move:
        """Make the first move that is offered; raises AssertionError if none is."""
        game = cast("Game[S, V]", self)
        verbs = (verb for verb in ask.verbs if not verb.aid)
        for move in (move for verb in verbs for move in moves_of(game, view, verb, 1)):
            return move
        raise AssertionError(f"{self.spec.key}: nothing is offered for {ask.id}, so it needs a fallback of its own")

    def tell(self, view: V, move: Move) -> Text:
        """Name the title and the fields."""
        return notation.tell(move)

    def tell_at_length(self, view: V, move: Move) -> Text:
        """Say no more than on a label."""
        return self.tell(view, move)
