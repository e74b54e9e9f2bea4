"""Running out of time where nobody else could decide."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.match.paces import Late, PerMove, with_late, without_check_in
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
