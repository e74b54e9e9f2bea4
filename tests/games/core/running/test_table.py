"""The table's own moves: draws, clocks, restarts."""

import pytest
from msgspec.structs import replace

from games.core.game import Step
from games.core.moves import Move
from games.core.rng import Rng
from games.core.running.play import commit
from games.core.running.table import restart, settle, table_step, timers
from games.core.seats import TABLE, AskId, Seat
from tests.games.core.tables import ANN, BERT, SEED, begun, code, rushing
from tests.games.tiny import digs, rush


def test_a_clock_runs_until_it_is_due() -> None:
    """
    An ask of the table with ``after`` does not run at once; when the platform runs it, the round ends.
    """
    position = rushing()
    clock = timers(rush.RUSH, position.state)

    assert [(ask.id, ask.after) for ask in clock] == [("stop1", 30.0)]
    assert settle(rush.RUSH, position, SEED).entries == ()
    assert table_step(rush.RUSH, position, clock[0], SEED).position.state.rush == 2


def test_a_clock_may_lose_against_a_move() -> None:
    """
    A timer that fires after its ask has gone is refused as stale.
    """
    position = rushing()
    clock = timers(rush.RUSH, position.state)[0]
    for seat in (ANN, BERT):
        position = commit(rush.RUSH, position, seat, AskId(f"rush1.{seat}"), (rush.Home(),)).position
    over = settle(rush.RUSH, position, SEED).position

    assert over.state.rush == 2
    assert code(lambda: table_step(rush.RUSH, over, clock, SEED)) == "STALE"


def test_a_restart_runs_what_is_meant_for_it() -> None:
    """
    When the bot comes up again, the interrupted rush is made ready anew; without one nothing happens.
    """
    again = restart(rush.RUSH, rushing(), SEED)
    calm = restart(rush.RUSH, begun(rush.RUSH), SEED)

    assert [entry.ask for entry in again.entries] == ["again1"]
    assert not again.position.state.running
    assert calm.entries == ()


def test_draws_of_the_table_are_counted() -> None:
    """
    The position keeps how often each stream was used, so that after an undo the same numbers come again.
    """
    before = begun(digs.DIGS)
    dug = commit(digs.DIGS, before, ANN, AskId("0a"), (digs.Dig(),)).position

    once, twice = settle(digs.DIGS, dug, SEED), settle(digs.DIGS, dug, SEED)

    assert once == twice
    assert once.position.drawn == {"cards": before.drawn["cards"] + 1}


def test_what_the_table_leaves_standing_is_no_scene() -> None:
    """
    Of two steps that are to be seen, the first is a scene; the second is where the board stands anyway.
    """

    class Showing(digs.Digs):
        """Waits for one step before it turns up the card, and shows both."""

        def step(self, state: digs.State, seat: Seat, move: Move, rng: Rng) -> Step[digs.State]:
            """Bury a card that nobody has, then go on."""
            if seat != TABLE:
                return super().step(state, seat, move, rng)
            waits = state.buried == 0
            return replace(Step(replace(state, buried=1)) if waits else super().step(state, seat, move, rng), show=True)

    dug = commit(digs.DIGS, begun(digs.DIGS), ANN, AskId("0a"), (digs.Dig(),)).position
    settled = settle(Showing(), dug, SEED)

    assert 2 == len(settled.entries)
    assert [1] == [scene.entries for scene in settled.scenes]


def test_a_table_that_never_stops_is_found_out() -> None:
    """
    A game that asks the table for ever is a bug, named.
    """

    class Endless(digs.Digs):
        """Turns up cards for ever."""

        def step(self, state: digs.State, seat: Seat, move: Move, rng: Rng) -> Step[digs.State]:
            """Change nothing."""
            return super().step(state, seat, move, rng) if seat != TABLE else Step(state)

    dug = commit(digs.DIGS, begun(digs.DIGS), ANN, AskId("0a"), (digs.Dig(),)).position

    with pytest.raises(AssertionError, match="never stops"):
        settle(Endless(), dug, SEED)
