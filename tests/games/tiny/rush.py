"""Rush: grab stones while the clock runs; whoever presses first has them. Two rushes, ready before each.

Stones are worth their number. A rush ends when all stones are taken, all have gone home, or after 30 seconds. If the
bot goes down during a rush, it is played again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.base import BaseEnding, BaseGame
from games.core.errors import IllegalMove
from games.core.game import Ask, Barrier, Event, Outcome, Score, Setup, Spec, Step, Undo, Window
from games.core.game import View as BaseView
from games.core.moves import Choice, Field, Move
from games.core.rng import Rng
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say

RUSHES = 2
SECONDS = 30.0


class Ready(Move, frozen=True, tag="ready"):
    """Say that you are ready."""


class Grab(Move, frozen=True, tag="grab"):
    """Grab a stone."""

    instant: ClassVar[bool] = True

    stone: Annotated[int, Field("Number of the stone", least=1, most=9)]


class Home(Move, frozen=True, tag="home"):
    """Go home."""

    instant: ClassVar[bool] = True


class Begin(Move, frozen=True, tag="begin"):
    """Lay out stones."""

    offered: ClassVar[bool] = False


class Stop(Move, frozen=True, tag="stop"):
    """End the rush."""

    offered: ClassVar[bool] = False


class Again(Move, frozen=True, tag="again"):
    """Play the rush again."""

    offered: ClassVar[bool] = False


class State(Struct, frozen=True):
    """``ready``, ``home``, ``won`` and ``scores`` are by seat; ``tries`` counts rushes begun, for the ids."""

    rush: int
    tries: int
    running: bool
    ready: tuple[bool, ...]
    home: tuple[bool, ...]
    stones: tuple[int, ...]
    won: tuple[int, ...]
    scores: tuple[int, ...]


class View(BaseView, frozen=True, kw_only=True):
    """Everything: nothing is secret."""

    state: State


class Ending(BaseEnding[State]):
    """How a match stands that ends before its rules do."""

    def current_score(self, state: State) -> Outcome | None:
        """Show the score so far."""
        return self.game.outcome(replace(state, rush=RUSHES + 1))


class Rush(BaseGame[State, View]):
    """The rules."""

    spec: ClassVar[Spec] = Spec(
        key="rush",
        command="rush",
        title="Rush",
        seats=(2, 3),
        moves=(Ready, Grab, Home, Begin, Stop, Again),
    )
    state_type: ClassVar[type[Any]] = State
    view_type: ClassVar[type[Any]] = View
    words: ClassVar[Mapping[str, str]] = {
        "rush.ready": "Are you ready?",
        "rush.grab": "Grab stones or go home.",
        "rush.clock": "The clock runs.",
        "rush.stone": "Stone {stone} is not there; there are {stones}.",
        "rush.home": "You are at home until the next rush.",
        "rush.calm": "No rush is going on.",
        "rush.already": "You are ready already.",
        "rush.got": "{seat} grabs stone {stone}.",
        "rush.worth": "{stone, plural, one {# point} other {# points}}",
        "rush.left": "{seat} goes home.",
        "rush.begun": "Stones {stones} are out.",
        "rush.ended": "The rush is over.",
        "rush.board": "Stones {stones}; won {won}; scores {scores}.",
        "rush.stones": "stones",
    }

    ending = Ending()

    def setup(self, setup: Setup, rng: Rng) -> Step[State]:
        """Wait for everybody to be ready."""
        n = setup.seats
        return Step(State(1, 0, False, (False,) * n, (False,) * n, (), (0,) * n, (0,) * n))

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Wait for all, then for nobody but the clock."""
        if state.rush > RUSHES:
            return ()
        if not state.running:
            if all(state.ready):
                asked = AskId(f"begin{state.tries}")
                return (Ask(id=asked, seat=TABLE, verbs=(Begin,), text=say("rush.clock")),)
            return tuple(
                Ask(id=AskId(f"ready{state.tries}.{seat}"), seat=Seat(seat), verbs=(Ready,), text=say("rush.ready"))
                for seat, ready in enumerate(state.ready)
                if not ready
            )
        over = not state.stones or all(state.home)
        clock = None if over else SECONDS
        stop = Ask(id=AskId(f"stop{state.tries}"), seat=TABLE, verbs=(Stop,), after=clock, text=say("rush.clock"))
        again = Ask(id=AskId(f"again{state.tries}"), seat=TABLE, verbs=(Again,), at_restart=True, text=stop.text)
        opened = tuple(
            Ask(
                id=AskId(f"rush{state.tries}.{seat}"),
                seat=Seat(seat),
                verbs=(Grab, Home),
                waits=False,
                window=Window(0.2, first=Seat(0)),
                text=say("rush.grab"),
            )
            for seat, home in enumerate(state.home)
            if not home and not over
        )
        return (*opened, stop, again)

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer the stones that are out."""
        state = view.state
        playing = state.running and view.seat is not None and not state.home[view.seat]
        if not playing:
            return ()
        return (Choice(stone, note=say("rush.worth", stone=stone)) for stone in state.stones)

    def check(self, view: View, move: Move) -> None:
        """Refuse what is out of time."""
        state = view.state
        if view.seat is None or state.running == isinstance(move, Ready):
            raise IllegalMove("CALM", "U1", say("rush.calm"))
        if isinstance(move, Ready):
            if state.ready[view.seat]:
                raise IllegalMove("READY", "U2", say("rush.already"))
            return
        if state.home[view.seat]:
            raise IllegalMove("HOME", "U3", say("rush.home"))
        if isinstance(move, Grab) and move.stone not in state.stones:
            raise IllegalMove("GONE", "U4", say("rush.stone", stone=move.stone, stones=state.stones))

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Grab, go home, begin, stop, play again."""
        if isinstance(move, Ready):
            return Step(replace(state, ready=_with(state.ready, seat, True)))
        if isinstance(move, Grab):
            stones = tuple(stone for stone in state.stones if stone != move.stone)
            won = _with(state.won, seat, state.won[seat] + move.stone)
            told = (Event(say("rush.got", seat=seat, stone=move.stone)),)
            return Step(replace(state, stones=stones, won=won), told, undo=Undo.NEVER)
        if isinstance(move, Home):
            return Step(replace(state, home=_with(state.home, seat, True)), (Event(say("rush.left", seat=seat)),))
        n = len(state.scores)
        fresh = replace(state, tries=state.tries + 1, won=(0,) * n, home=(False,) * n, ready=(False,) * n, stones=())
        if isinstance(move, Begin):
            stones = tuple(sorted(rng.shuffle("stones", range(1, 10))[:4]))
            told = (Event(say("rush.begun", stones=stones)),)
            return Step(replace(fresh, running=True, stones=stones), told, Barrier.CHANCE)
        if isinstance(move, Again):
            return Step(replace(fresh, running=False))
        scores = tuple(score + won for score, won in zip(state.scores, state.won, strict=True))
        ended = replace(fresh, running=False, rush=state.rush + 1, scores=scores)
        return Step(ended, (Event(say("rush.ended")),), undo=Undo.NEVER)

    def fallback(self, view: View, ask: Ask) -> Move:
        """Be ready."""
        return Ready()

    def view(self, state: State, seat: Seat | None) -> View:
        """Show everything."""
        return View(seat=seat, state=state)

    def outcome(self, state: State) -> Outcome | None:
        """Rank by points."""
        if state.rush <= RUSHES:
            return None
        return Outcome.by_points(state.scores, tuple((Score(say("rush.stones"), score),) for score in state.scores))

    def describe(self, view: View, *, short: bool = False) -> Text:
        """Tell stones and scores."""
        state = view.state
        return say("rush.board", stones=state.stones, won=state.won, scores=state.scores)


def _with(items: tuple[Any, ...], at: int, item: object) -> tuple[Any, ...]:
    return (*items[:at], item, *items[at + 1 :])


RUSH = Rush()
