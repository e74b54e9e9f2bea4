"""Computer players (section 24): ``easy`` makes the default move, ``steady`` looks one turn ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.core.capabilities import Brain
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import NoChance, Rng
from games.core.seats import Seat
from games.grunn.bots.search import best_arrangement, best_turn
from games.grunn.moves import Arrange, Done
from games.grunn.rules.defaults import default_move
from games.grunn.rules.playing import play_move
from games.grunn.state import Phase, State
from games.grunn.view import View


class Easy:
    """Makes the move made for absent players (R16.6)."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the whole default turn."""
        moves: list[Move] = []
        while not moves or not isinstance(moves[-1], Done | Arrange):
            move = default_move(view, ask.seat)
            moves.append(move)
            state = play_move(view.state, ask.seat, move, NoChance()).state
            view = View(seat=ask.seat, state=state)
        return tuple(moves)


class Steady:
    """Weighs every pair with its best cells, uses of the card and constructions, one turn deep."""

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the turn that leaves the best position."""
        return steady_turn(view, ask.seat)


def steady_turn(view: View, seat: Seat | None = None) -> tuple[Move, ...]:
    """Return the steady player's arrangement or turn; it draws nothing and uses public facts only."""
    state = view.state
    if state.phase is Phase.ARRANGE:
        at = seat if seat is not None else view.seat
        assert at is not None
        return (Arrange(best_arrangement(state, at)),)
    return (*best_turn(state), Done())


BRAINS: Mapping[str, Brain[State, View]] = {"easy": Easy(), "steady": Steady()}
"""The computer players by level."""
