"""Grunn as the platform plays it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from games.core.base import BaseBots, BaseEnding, BaseGame, BaseNotation, BasePanel, BasePlanning
from games.core.capabilities import Brain
from games.core.errors import IllegalMove
from games.core.game import UNMARKED, Ask, Marks, Outcome, Setup, Spec, Step
from games.core.moves import Choice, Combination, Found, Hint, Move
from games.core.orders import Order, Resolution
from games.core.rng import NoChance, Rng
from games.core.search.halving import Effort
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say
from games.core.words import load
from games.grunn import marks
from games.grunn.bots.players import BRAINS, steady_turn
from games.grunn.bots.quick import POLICIES
from games.grunn.bots.search import expect, propose
from games.grunn.choices import offer, tell_left
from games.grunn.combinations import combinations
from games.grunn.components import BOX, CARDS, Effect
from games.grunn.moves import (
    CONSTRUCTIONS,
    USES,
    Arrange,
    Automaton,
    Begin,
    Build,
    Canal,
    Develop,
    Done,
    Exchange,
    Place,
    Refill,
    Relocate,
    Take,
)
from games.grunn.plans import Standing, check_standing, resolve_standing, suggest, tell_standing
from games.grunn.results import result
from games.grunn.rules.cards import is_useful
from games.grunn.rules.checks import check_move
from games.grunn.rules.defaults import default_move
from games.grunn.rules.order import check_turn
from games.grunn.rules.playing import play_move
from games.grunn.rules.table import set_up
from games.grunn.spec import SPEC
from games.grunn.state import Phase, Stage, State
from games.grunn.view import View
from games.grunn.words import notation
from games.grunn.words.captions import caption_of
from games.grunn.words.describe import describe_board, tell_move
from games.grunn.words.hints import tell_suggestion
from games.grunn.words.lessons import lessons
from games.grunn.words.names import refusal

_USES: dict[Effect, tuple[type[Move], ...]] = {
    Effect.DEVELOP: (Develop,),
    Effect.RELOCATE: (Relocate,),
    Effect.EXCHANGE: (Exchange,),
    Effect.DUCATS: (),
}

_TABLE_VERBS: dict[Phase, tuple[str, type[Move]]] = {
    Phase.LOT: ("begin", Begin),
    Phase.REFILL: ("refill", Refill),
    Phase.AUTOMATON: ("automaton", Automaton),
}


class Notation(BaseNotation[View]):
    """How turns are written and read."""

    def word(self, view: View, move: Move) -> str:
        """Write one move as a word of R18.2."""
        seat = view.state.mover if view.seat is None or view.seat < 0 else view.seat
        return notation.write_move(move, view.state, view.state.players[seat])

    def read_word(self, view: View, word: str, verbs: Sequence[type[Move]]) -> Move:
        """Read one word of R18.2; the tile named must be the one of the pair taken."""
        return notation.read_word(word, verbs, view.state, view.seat)

    def write(self, view: View, turn: Sequence[Move]) -> str:
        """Write a turn as a line; a whole turn names its card, used or not (R18.2)."""
        state = view.state
        seat = state.mover if view.seat is None else view.seat
        words, taken = [], None
        for move in turn:
            if isinstance(move, Arrange):
                return " ".join(notation.write_arrangement(move, state.players[seat]))
            words.append(self.word(View(seat=seat, state=state), move))
            if isinstance(move, Take):
                taken = state.pool[move.pair - 1]
            if not isinstance(move, Done):
                state = play_move(state, seat, move, NoChance()).state
        return notation.write_turn(words, turn, taken)

    def read(self, view: View, line: str) -> Sequence[Move]:
        """Read a whole turn, what is left of one, or an arrangement; cross-checks as in R18.2 and R19."""
        state = view.state
        if state.phase is Phase.ARRANGE and view.seat is not None:
            return (notation.read_arrangement(line.replace(",", " ").split(), state.players[view.seat]),)
        check_turn(view)
        read = notation.read_line(line)
        if (read.pair is None) != bool(state.stage.pair):
            raise notation.unreadable(line)
        if read.pair is None:
            notation.check_tile(read.tile, state.stage.pair, state.stage.tile)
            notation.check_filler(read.filler, state.stage.card)
            return read.moves
        take = Take(read.pair)
        if 1 <= read.pair <= len(state.pool):
            notation.check_tile(read.tile, read.pair, state.pool[read.pair - 1].tile)
        check_move(view, take)
        if not any(isinstance(move, Place) for move in read.moves):
            raise refusal("MUST_PLACE", "R6.3")
        notation.check_filler(read.filler, state.pool[read.pair - 1].card)
        return (take, *read.moves)

    def explain(self, view: View, line: Sequence[Move], at: int, refusal: IllegalMove) -> IllegalMove:
        """Say TILE_NOT_LAID and ONE_BUILD where the line as a whole shows that this was meant (R19)."""
        return explain_line(view.state, line, at, refusal)


class Planning(BasePlanning[View]):
    """What stored orders do."""

    def resolve(self, order: Order, filed: View, now: View) -> Resolution:
        """Return the turns that fulfil a standing order (R16.5)."""
        assert isinstance(order, Standing)
        return resolve_standing(order, now)

    def check_order(self, view: View, order: Order) -> Text | None:
        """Read all parts of a standing order (R16.5)."""
        assert isinstance(order, Standing)
        return check_standing(order, view)

    def tell_order(self, view: View, order: Order) -> tuple[Text, ...]:
        """Return what a standing order does, part by part."""
        assert isinstance(order, Standing)
        return tell_standing(order, view)

    def order_choices(self, view: View, order: type[Order], field: str, filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Suggest values for a standing order."""
        return suggest(view, field, filled)


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Return changed cells and new canals."""
        return marks.marks(before, after)

    def sketch(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Marks:
        """Return the cells chosen so far."""
        return marks.sketch(view, verb, filled)

    def caption(self, view: View, plate: str, marks: Marks = UNMARKED) -> Text:
        """Return what a plate shows."""
        return caption_of(view, plate)

    def combinations(self, view: View, ask: Ask) -> Iterable[Combination]:
        """Return arrangements and turns by what they bring at once."""
        return combinations(view, ask.seat)

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Return a good arrangement, and a good turn as each begins."""
        if ask.seat == TABLE:
            return None
        state = view.state
        if state.phase is not Phase.ARRANGE and state.stage.pair:
            return None
        turn = steady_turn(view, ask.seat) if found is None else found.moves
        moves = tuple(move for move in turn if not isinstance(move, Done))
        return Hint(text=tell_suggestion(view, ask.seat, moves, found), moves=moves)

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Return what is new at this decision."""
        return () if ask.seat == TABLE else tuple(lessons(view, ask))

    def warnings(self, before: View, after: View, ask: Ask | None) -> Iterable[Text]:
        """Return that a building could be paid, and that the card is unused."""
        return () if ask is None else tell_left(after, ask.verbs)


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Return the breakdown as it stands (R12.11)."""
        return result(state)

    def close(self, state: State) -> State:
        """Return the position as one that is over."""
        return replace(state, phase=Phase.OVER, stage=Stage())


class Bots(BaseBots[State, View]):
    """The computer players."""

    def propose(self, view: View, ask: Ask, most: int, rng: Rng) -> Sequence[tuple[Move, ...]]:
        """Return the arrangements or turns worth most, one turn deep."""
        return propose(view.state, ask.seat, most)

    def policies(self) -> Sequence[Brain[State, View]]:
        """Return two who decide at a glance."""
        return POLICIES

    def expect(self, state: State) -> Sequence[float]:
        """Return what landscapes, ducats and turns to come are worth."""
        return expect(state)


class Grunn(BaseGame[State, View]):
    """The rules of Grunn (see README.md for the rulings)."""

    spec: ClassVar[Spec] = SPEC
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = load("games.grunn")

    notation = Notation()
    planning = Planning()
    panel = Panel()
    bots = Bots(BRAINS, care=20, effort=Effort(turns=1500, candidates=12, depth=3), least_loss=2.0)
    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Deal tiles and lay out the pool (R2)."""
        return set_up(setup, rng)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return who owes a decision (section 16.1)."""
        match state.phase:
            case Phase.ARRANGE:
                return tuple(_ask_to_arrange(Seat(at)) for at, player in enumerate(state.players) if not player.tiles)
            case Phase.TURN:
                return (_turn(state),)
            case Phase.OVER:
                return ()
            case phase:
                name, verb = _TABLE_VERBS[phase]
                text = say(f"grunn.ask.{name}")
                return (Ask(id=AskId(f"{name}:{state.turns_done}"), seat=TABLE, verbs=(verb,), text=text),)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Return the legal values of the next field."""
        return offer(view, verb, filled)

    def check(self, view: View, move: Move) -> None:
        """Refuse what section 19 refuses, in its order."""
        check_move(view, move)

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Play a checked move."""
        return play_move(state, seat, move, rng)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Return the next part of the default turn (R16.6)."""
        return default_move(view, ask.seat)

    def view(self, state: State, seat: Seat | None) -> View:
        """Return the state beside the seat: nothing stored is secret (R16.4)."""
        return View(seat=seat, state=state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once all turns are taken (R13)."""
        return result(state) if state.phase is Phase.OVER else None

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Return the board in words."""
        return describe_board(view, short=short)

    def tell(self, view: View, move: Move) -> Text:
        """Return a move in words with what it brings."""
        return tell_move(view, move)


def _ask_to_arrange(seat: Seat) -> Ask:
    return Ask(
        id=AskId(f"arrange:{seat}"),
        seat=seat,
        verbs=(Arrange,),
        sealed=True,
        text=say("grunn.ask.arrange", seat=seat),
        private=say("grunn.ask.arrange_yours"),
    )


def _turn(state: State) -> Ask:
    stage = state.stage
    verbs: list[type[Move]] = []
    private = "grunn.ask.take"
    if not stage.pair:
        verbs = [Take]
    else:
        verbs += [] if stage.laid else [Place]
        verbs += [] if stage.used or stage.built else _USES[CARDS[stage.card].effect]
        if stage.laid:
            verbs += [] if stage.built else [Build, Canal]
            verbs.append(Done)
        private = _private(state)
    return Ask(
        id=AskId(f"turn:{state.turns_done}"),
        seat=state.mover,
        verbs=tuple(verbs),
        exact=True,
        text=say("grunn.ask.turn", seat=state.mover),
        private=say(private),
    )


def _private(state: State) -> str:
    """Return the sentence for what is left to do once a pair is chosen."""
    stage, player = state.stage, state.players[state.mover]
    card = not stage.used and not stage.built and is_useful(player.tiles, stage.card)
    if not stage.laid:
        return "grunn.ask.place_or_card" if card else "grunn.ask.place"
    if card:
        return "grunn.ask.card_or_build"
    return "grunn.ask.done" if stage.built or player.ducats < BOX.canal.cost else "grunn.ask.build"


def explain_line(state: State, line: Sequence[Move], at: int, refused: IllegalMove) -> IllegalMove:
    """Return the refusal that the line as a whole deserves (R19); ``state`` is the one before the line."""
    move = line[at]
    if refused.code == "NO_TILE" and isinstance(move, USES):
        placed = next((later.cell for later in line[at + 1 :] if isinstance(later, Place)), None)
        aims = {getattr(move, name) for name in ("cell", "source", "first", "second") if hasattr(move, name)}
        if placed in aims and placed is not None and placed not in state.players[state.mover].tiles:
            return refusal("TILE_NOT_LAID", "R7.6", cell=placed)
    twice = isinstance(move, CONSTRUCTIONS) and sum(isinstance(other, CONSTRUCTIONS) for other in line) > 1
    if twice and refused.code not in ("MUST_PLACE", "NO_PAIR"):
        return refusal("ONE_BUILD", "R8.1")
    return refused


GAME = Grunn()
"""The game object."""
