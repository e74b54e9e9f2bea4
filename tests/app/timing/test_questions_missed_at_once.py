"""A player who is asked several questions at once and misses them all has missed one turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.app.match.paces import Late, PerMove, with_late, without_check_in
from db.records import Status
from db.stores.store import Store
from games.core.game import Ask, Step
from games.core.moves import Choice, Move
from games.core.rng import Rng
from games.core.seats import AskId, Seat
from tests.app.scene import Scene
from tests.games.tiny.season import PLOTS, Pass, Season, Sow, State, View

PACE = without_check_in(with_late(PerMove(seconds=3600), Late.TWICE))


class Twofold(Season):
    """Asks the first seat for a plot, whosever turn it is."""

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Ask both at once."""
        more = AskId(f"plot{len(state.owner)}")
        return tuple(each for ask in super().asks(state) for each in (ask, replace(ask, id=more, seat=Seat(0))))

    def fallback(self, view: View, ask: Ask) -> Move:
        """Pass, or sow the last plot that is free."""
        return Sow(PLOTS - len(view.state.owner)) if ask.id.startswith("plot") else Pass()

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Let a plot be no turn."""
        if isinstance(move, Sow):
            return Step(replace(state, owner={**state.owner, move.plot: seat}))
        return super().step(state, seat, move, rng)

    def check(self, view: View, move: Move) -> None:
        """Refuse nothing."""

    def choices(self, view: View, verb: type[Move], filled: Mapping[str, Any]) -> Iterable[Choice]:
        """Offer all plots."""
        return (Choice(plot) for plot in range(1, PLOTS + 1)) if verb is Sow else ()


async def test_questions_missed_at_once_are_one_missed_turn(store: Store) -> None:
    """
    Where the second missed turn in a row loses the seat, it stays.
    """
    scene = Scene(store, {"season": Twofold()})
    match = await scene.match(pace=PACE)
    rows = [row for row in (await scene.app.uow.read(match)).pending if row.is_ask and row.seat == 0]
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert 2 == len({row.ask for row in rows if row.due is not None})
    assert (Status.RUNNING, False) == (view.match.status, view.seats[0].resigned)
    assert [True, True] == [view.view.state.passed[0], PLOTS in view.view.state.owner]
