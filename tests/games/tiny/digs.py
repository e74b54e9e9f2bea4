"""Digs: dig up cards one at a time and secretly keep or bury each; after four digs each the kept cards count.

Cards are 0 to 4, five of each. The top card lies face down, drawn ahead; once a game each player may peek at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import BaseBots, BaseGame, BasePanel
from games.core.errors import IllegalMove
from games.core.game import Ask, Barrier, Event, Options, Outcome, Score, Setup, Spec, Step, Undo
from games.core.game import View as BaseView
from games.core.moves import Choice, Field, Found, Hint, Move, tell_better
from games.core.rng import Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say
from games.core.ties import TieBreak, Ties


class Peek(Move, frozen=True, tag="peek"):
    """Look at the top card."""


class Dig(Move, frozen=True, tag="dig"):
    """Dig up the top card."""


class Leave(Move, frozen=True, tag="leave"):
    """Leave the top card where it is."""

    title: ClassVar[str] = "Leave it"


class Decide(Move, frozen=True, tag="decide"):
    """Keep or bury the card dug up."""

    title: ClassVar[str] = "Keep or bury it"
    secret: ClassVar[bool] = True

    what: Annotated[str, Field("keep or bury")]


class Reveal(Move, frozen=True, tag="reveal"):
    """Turn up the card and lay a new one on top."""

    offered: ClassVar[bool] = False


class DigsOptions(Options, frozen=True):
    """How the game is played."""

    digs: Annotated[Literal[2, 4], Field("Turns of each player")] = 4


class State(Struct, frozen=True):
    """``kept`` and ``peeked`` are by seat; ``hand`` is the card dug up and not decided on."""

    turn: int
    turns: int
    top: int
    dug: bool
    hand: int | None
    knows: bool
    kept: tuple[tuple[int, ...], ...]
    buried: int
    peeked: tuple[bool, ...]
    pile: dict[str, int]


class View(BaseView, frozen=True, kw_only=True):
    """The own cards; of others how many."""

    mine: bool
    dug: bool
    over: bool
    top: int | None
    hand: int | None
    kept: tuple[int, ...]
    counts: tuple[int, ...]
    peeked: tuple[bool, ...]


class Panel(BasePanel[View]):
    """What is shown and pressed around the board."""

    def hint(self, view: View, ask: Ask, found: Found | None = None) -> Hint | None:
        """Advise to dig, or what was found."""
        if found is not None:
            return Hint(text=tell_better(found), moves=found.moves)
        return Hint(text=say("digs.ask"), moves=(Dig(),)) if view.hand is None else None

    def lessons(self, view: View, ask: Ask) -> tuple[Text, ...]:
        """Say how one wins at the first turn."""
        return (say("digs.lesson.goal"),) if ask.id in {f"{turn}a" for turn in range(len(view.peeked))} else ()


class Bots(BaseBots[State, View]):
    """The computer players."""

    def resample(self, state: State, seat: Seat, rng: Rng) -> State:
        """Deal anew what the seat has not seen; what it buried it forgets."""
        mine = seat == state.turn % len(state.kept)
        unseen = [int(card) for card in sorted(state.pile) for _ in range(state.pile[card])]
        others = [other for other in range(len(state.kept)) if other != seat]
        unseen += [card for other in others for card in state.kept[other]]
        knows_top, knows_hand = mine and state.knows, mine or state.hand is None
        unseen += [] if knows_top else [state.top]
        unseen += [] if knows_hand or state.hand is None else [state.hand]
        deck = list(rng.shuffle("resample", sorted(unseen)))
        kept = tuple(own if other == seat else tuple(deck.pop() for _ in own) for other, own in enumerate(state.kept))
        top = state.top if knows_top else deck.pop()
        hand = state.hand if knows_hand else deck.pop()
        pile = {str(card): deck.count(card) for card in range(5)}
        return replace(state, kept=kept, top=top, hand=hand, pile=pile)


class Digs(BaseGame[State, View]):
    """The rules."""

    spec: ClassVar[Spec] = Spec(
        key="digs",
        command="digs",
        title="Digs",
        guided=True,
        seats=(1, 2, 3),
        options=DigsOptions,
        moves=(Peek, Dig, Leave, Decide, Reveal),
    )
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = {
        "digs.ask": "Dig or leave it.",
        "digs.lesson.goal": "Whoever has kept the most wins.",
        "digs.top": "Dig or leave it. The top card is {card}.",
        "digs.decide": "Keep or bury it.",
        "digs.hand": "You dug up {card}. Keep or bury it.",
        "digs.turn": "The table turns up a card.",
        "digs.not_now": "You cannot do that now; look at what is asked.",
        "digs.once": "You have peeked already; you may do so once a game.",
        "digs.what": '"{what}" is neither keep nor bury.',
        "digs.drew": "You dig up {card}.",
        "digs.digs": "{seat} digs up a card.",
        "digs.peeks": "{seat} peeks at the top card.",
        "digs.saw": "The top card is {card}.",
        "digs.left": "{seat} leaves the top card.",
        "digs.kept": "{seat} keeps or buries the card.",
        "digs.board": "Cards kept: {counts}.",
        "digs.mine": "Yours: {cards}.",
        "digs.cards": "cards kept",
        "digs.more": "{seat} before {behind_seat}: fewer cards, {most} against {next}",
    }

    panel = Panel()
    bots = Bots()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Lay the top card."""
        assert isinstance(setup.options, DigsOptions)
        n = setup.seats
        pile = {str(card): 5 for card in range(5)}
        state = State(0, n * setup.options.digs, 0, False, None, False, ((),) * n, 0, (False,) * n, pile)
        return Step(_new_top(state, rng))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask one seat at a time, twice where it dug."""
        if state.turn == state.turns:
            return ()
        seat = Seat(state.turn % len(state.kept))
        if state.dug:
            return (Ask(id=AskId(f"turn{state.turn}"), seat=TABLE, verbs=(Reveal,), text=say("digs.turn")),)
        if state.hand is not None:
            private = say("digs.hand", card=state.hand)
            asked = AskId(f"{state.turn}b")
            return (Ask(id=asked, seat=seat, verbs=(Decide,), exact=True, text=say("digs.decide"), private=private),)
        private = say("digs.top", card=state.top) if state.knows else say("digs.ask")
        verbs = (Dig, Leave) if state.peeked[seat] else (Peek, Dig, Leave)
        return (Ask(id=AskId(f"{state.turn}a"), seat=seat, verbs=verbs, text=say("digs.ask"), private=private),)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer to keep or bury."""
        return (Choice("keep"), Choice("bury")) if verb is Decide and view.hand is not None else ()

    def check(self, view: View, move: Move) -> None:
        """Refuse what is out of turn."""
        if not view.mine or view.dug or view.over or isinstance(move, Decide) == (view.hand is None):
            raise IllegalMove("NOT_NOW", "D1", say("digs.not_now"))
        if isinstance(move, Decide) and move.what not in ("keep", "bury"):
            raise IllegalMove("WHAT", "D2", say("digs.what", what=move.what))
        if isinstance(move, Peek) and view.seat is not None and view.peeked[view.seat]:
            raise IllegalMove("ONCE", "D3", say("digs.once"))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Peek, dig, leave, decide; the table turns up the card."""
        if isinstance(move, Peek):
            events = (Event(say("digs.saw", card=state.top), (seat,)), Event(say("digs.peeks", seat=seat)))
            peeked = (*state.peeked[:seat], True, *state.peeked[seat + 1 :])
            return Step(replace(state, knows=True, peeked=peeked), events, Barrier.SECRET)
        if isinstance(move, Dig):
            return Step(replace(state, dug=True))
        if isinstance(move, Leave):
            return Step(replace(state, turn=state.turn + 1, knows=False), (Event(say("digs.left", seat=seat)),))
        if isinstance(move, Decide):
            assert state.hand is not None
            own = (*state.kept[seat], state.hand) if move.what == "keep" else state.kept[seat]
            kept = (*state.kept[:seat], own, *state.kept[seat + 1 :])
            buried = state.buried + (move.what == "bury")
            after = replace(state, turn=state.turn + 1, hand=None, kept=kept, buried=buried)
            return Step(after, (Event(say("digs.kept", seat=seat)),), undo=Undo.NEVER)
        digger = Seat(state.turn % len(state.kept))
        events = (Event(say("digs.drew", card=state.top), (digger,)), Event(say("digs.digs", seat=digger)))
        dug = replace(state, dug=False, hand=state.top, knows=False)
        return Step(_new_top(dug, rng), events, Barrier.CHANCE)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Leave it, or bury it."""
        return Decide("bury") if view.hand is not None else Leave()

    def view(self, state: State, seat: Seat | None) -> View:
        """Show a seat its own cards and what it peeked at."""
        mine = seat == state.turn % len(state.kept)
        return View(
            seat=seat,
            mine=mine,
            dug=state.dug,
            over=state.turn == state.turns,
            top=state.top if mine and state.knows else None,
            hand=state.hand if mine else None,
            kept=() if seat is None else state.kept[seat],
            counts=() if state.turn < state.turns else tuple(map(len, state.kept)),
            peeked=state.peeked,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Rank by the sum of the kept cards; fewer cards win a tie."""
        if state.turn < state.turns:
            return None
        totals = tuple(map(sum, state.kept))
        ties = Ties((TieBreak(say("digs.more"), tuple(map(len, state.kept)), fewer=True),))
        rows = tuple(
            (Score(say("digs.cards"), total, say("digs.mine", cards=kept)),)
            for total, kept in zip(totals, state.kept, strict=True)
        )
        return Outcome.by_points(totals, rows, ties=ties)

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Tell the own cards."""
        return say("digs.mine", cards=view.kept)


def _new_top(state: State, rng: Rng) -> State:
    card = rng.take("cards", state.pile)
    return replace(state, top=int(card), pile={**state.pile, card: state.pile[card] - 1})


DIGS = Digs()
