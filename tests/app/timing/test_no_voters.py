"""Running out of time where nobody else could decide, and coming back after a computer player."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from bot.app.match.paces import Banked, Late, PerMove, with_late, without_check_in
from tests.app.scene import ANN, Scene


async def test_where_nobody_else_plays_there_is_no_vote(scene: Scene) -> None:
    """
    Against a computer player the default move is made at once.
    """
    pace = without_check_in(with_late(PerMove(seconds=3600), Late.VOTE))
    match = await scene.match("brainy", (ANN,), computers=("easy",), pace=pace)
    (clock,) = [clock for clock in (await scene.app.uow.read(match)).clocks if clock.seat == 0]
    await scene.store.run(lambda tx: tx.clocks.put(replace(clock, excuses=0, kept=1)))
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()

    assert () == (await scene.app.uow.read(match)).proposals
    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_who_comes_back_after_a_computer_player_has_at_least_the_increment(scene: Scene) -> None:
    """
    With an empty time bank nobody could come back: the time would be up at once.
    """
    pace = without_check_in(with_late(Banked(bank=3600, increment=600, cap=7200), Late.COMPUTER))
    match = await scene.match("brainy", pace=pace)
    clock = (await scene.app.uow.read(match)).clocks[0]
    await scene.store.run(lambda tx: tx.clocks.put(replace(clock, excuses=0, kept=1)))
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    sat_in = (await scene.app.matches.view(match, None)).seats[0].stood_in
    await scene.app.timeout_votes.back(scene.key(), ANN, match=match)
    seat = (await scene.app.matches.view(match, None)).seats[0]

    assert (True, False, ANN.user) == (sat_in, seat.stood_in, seat.user)
    assert scene.clock.now() + timedelta(minutes=10) == seat.due
