"""Hands: everybody secretly lays one or two cards; the highest sum scores, three times.

Cards are 1 to 5, nine of each. A hand has four; laid cards are replaced. A second card costs a point.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import BaseBots, BaseGame, BasePanel
from games.core.errors import IllegalMove
from games.core.game import Ask, Barrier, Event, Marks, Options, Outcome, Part, Score, Setup, Spec, Step, Turn
from games.core.game import View as BaseView
from games.core.moves import Choice, Field, Move
from games.core.rng import Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say

ROUNDS = 3
HAND = 4


class Lay(Move, frozen=True, tag="lay"):
    """Lay a card."""

    card: Annotated[int, Field("Value of the card", least=1, most=5)]


class Add(Move, frozen=True, tag="add"):
    """Lay a second card for a point."""

    title: ClassVar[str] = "Lay a second card"

    card: Annotated[int, Field("Value of the card", least=1, most=5)]


class Done(Move, frozen=True, tag="done"):
    """End the turn."""

    offered: ClassVar[bool] = False


class Compare(Move, frozen=True, tag="compare"):
    """Compare what was laid, score it and deal new cards."""

    offered: ClassVar[bool] = False


class HandsOptions(Options, frozen=True):
    """How the game is played."""

    doubles: Annotated[bool, Field("May a second card be laid")] = True


class State(Struct, frozen=True):
    """``hands``, ``laid`` and ``scores`` are by seat; ``pile`` says how many of each card are left."""

    round: int
    hands: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[int, ...], ...]
    done: tuple[bool, ...]
    scores: tuple[int, ...]
    pile: dict[str, int]
    doubles: bool


class View(BaseView, frozen=True, kw_only=True):
    """The own hand and what was laid from it; of others only what they scored."""

    round: int
    hand: tuple[int, ...]
    laid: tuple[int, ...]
    done: bool
    scores: tuple[int, ...]
    doubles: bool


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def marks(self, before: View, after: View) -> Marks:
        """Mark scores that changed."""
        changed = [seat for seat, score in enumerate(after.scores) if before.scores[seat] != score]
        return Marks(tuple(f"score:{seat}" for seat in changed))


class Bots(BaseBots[State, View]):
    """The computer players."""

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """Shuffle the others' cards and the pile together."""
        unseen = [int(card) for card in sorted(state.pile) for _ in range(state.pile[card])]
        for other in _others(state, seat):
            unseen += [*state.hands[other], *state.laid[other]]
        deck = list(rng.shuffle("resample", sorted(unseen)))
        hands, laid = state.hands, state.laid
        for other in _others(state, seat):
            hands = _with(hands, other, tuple(deck.pop() for _ in hands[other]))
            laid = _with(laid, other, tuple(deck.pop() for _ in laid[other]))
        pile = {str(card): deck.count(card) for card in range(1, 6)}
        return replace(state, hands=hands, laid=laid, pile=pile)


class Hands(BaseGame[State, View]):
    """The rules."""

    spec: ClassVar[Spec] = Spec(
        key="hands",
        command="hands",
        title="Hands",
        seats=(2, 3, 4),
        options=HandsOptions,
        moves=(Lay, Add, Done, Compare),
        turns=(
            Turn(
                "lay",
                "Lay one card or two",
                (Part("card", (Lay,), "The card"), Part("second", (Add,), "A second card", optional=True)),
                end=Done,
            ),
        ),
    )
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = {
        "hands.ask": "Lay one or two cards.",
        "hands.hand": "You hold {cards}.",
        "hands.lack": "You hold no {card}; you hold {cards}.",
        "hands.one": "Lay one card first.",
        "hands.two": "You have laid all you may; confirm.",
        "hands.seat": "Only players lay cards.",
        "hands.scored": "{seat} laid {cards} and scores {points, plural, one {# point} other {# points}}.",
        "hands.dealt": "You are dealt {cards}.",
        "hands.secretly": "{seat} is dealt {n, plural, one {# card} other {# cards}}.",
        "hands.board": "Round {round}. Scores: {scores}.",
        "hands.points": "points",
    }

    panel = Panel()
    bots = Bots()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Deal hands."""
        assert isinstance(setup.options, HandsOptions)
        n = setup.seats
        pile = {str(card): 9 for card in range(1, 6)}
        empty: tuple[tuple[int, ...], ...] = ((),) * n
        state = State(1, empty, empty, (False,) * n, (0,) * n, pile, setup.options.doubles)
        return _dealt(state, rng)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask all at once, or the table."""
        if state.round > ROUNDS:
            return ()
        if all(state.done):
            return (Ask(id=AskId(f"compare{state.round}"), seat=TABLE, verbs=(Compare,), text=say("hands.ask")),)
        return tuple(
            Ask(
                id=AskId(f"r{state.round}s{seat}"),
                seat=Seat(seat),
                verbs=(Add, Done) if state.laid[seat] else (Lay,),
                sealed=True,
                exact=True,
                text=say("hands.ask"),
                private=say("hands.hand", cards=state.hands[seat]),
            )
            for seat, done in enumerate(state.done)
            if not done
        )

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer each card once."""
        may = (verb is Lay and not view.laid) or (verb is Add and len(view.laid) == 1 and view.doubles)
        return (Choice(card) for card in sorted(set(view.hand))) if may and not view.done else ()

    def check(self, view: View, move: Move) -> None:
        """Refuse cards not held and more than two."""
        if view.seat is None:
            raise IllegalMove("NOT_A_PLAYER", "H0", say("hands.seat"))
        if isinstance(move, Done | Add) and not view.laid:
            raise IllegalMove("ONE_FIRST", "H1", say("hands.one"))
        if isinstance(move, Lay | Add):
            if view.done or len(view.laid) >= (1 if isinstance(move, Lay) or not view.doubles else 2):
                raise IllegalMove("TOO_MANY", "H2", say("hands.two"))
            if move.card not in view.hand:
                raise IllegalMove("NOT_HELD", "H3", say("hands.lack", card=move.card, cards=view.hand))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Lay, end, or compare and deal."""
        if isinstance(move, Lay | Add):
            hand = list(state.hands[seat])
            hand.remove(move.card)
            laid = (*state.laid[seat], move.card)
            hands = _with(state.hands, seat, tuple(hand))
            return Step(replace(state, hands=hands, laid=_with(state.laid, seat, laid)))
        if isinstance(move, Done):
            return Step(replace(state, done=_with(state.done, seat, True)))
        sums = [sum(laid) for laid in state.laid]
        gains = [(2 if total == max(sums) else 0) - len(laid) + 1 for total, laid in zip(sums, state.laid, strict=True)]
        scores = tuple(score + gain for score, gain in zip(state.scores, gains, strict=True))
        events = tuple(
            Event(say("hands.scored", seat=seat, cards=laid, points=gain))
            for seat, (laid, gain) in enumerate(zip(state.laid, gains, strict=True))
        )
        n = len(scores)
        scored = replace(state, round=state.round + 1, laid=((),) * n, done=(False,) * n, scores=scores)
        dealt = _dealt(scored, rng)
        return Step(dealt.state, (*events, *dealt.events), Barrier.CHANCE)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Lay the lowest card."""
        return Done() if view.laid else Lay(min(view.hand))

    def view(self, state: State, seat: Seat | None) -> View:
        """Hide the others' cards."""
        return View(
            seat=seat,
            round=state.round,
            hand=() if seat is None else state.hands[seat],
            laid=() if seat is None else state.laid[seat],
            done=seat is not None and state.done[seat],
            scores=state.scores,
            doubles=state.doubles,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Rank by points."""
        if state.round <= ROUNDS:
            return None
        scores = state.scores
        return Outcome.by_points(scores, tuple((Score(say("hands.points"), score),) for score in scores))

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Tell round and scores."""
        return say("hands.board", round=view.round, scores=view.scores)


def _with(items: Sequence[Any], at: int, item: object) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


def _others(state: State, seat: Seat) -> list[int]:
    return [other for other in range(len(state.hands)) if other != seat]


def _dealt(state: State, rng: Rng) -> Step[State]:
    pile = dict(state.pile)
    hands = list(state.hands)
    events: list[Event] = []
    for seat, hand in enumerate(hands):
        new = []
        for _ in range(HAND - len(hand)):
            card = rng.take("cards", pile)
            pile[card] -= 1
            new.append(int(card))
        hands[seat] = (*hand, *new)
        events.append(Event(say("hands.dealt", cards=tuple(new)), (Seat(seat),)))
        events.append(Event(say("hands.secretly", seat=seat, n=len(new))))
    return Step(replace(state, hands=tuple(hands), pile=pile), tuple(events))


HANDS = Hands()
