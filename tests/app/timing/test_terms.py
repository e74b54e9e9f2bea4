"""What else ends in a match and stands still with the clocks: votes, grace times; boards that show moved deadlines."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import Late
from bot.app.timing.timekeeping import Choice
from db.records import PendingKind
from tests.app.scene import ANN, BEN, DORA, PLACE, Scene
from tests.app.timing.test_timekeeping import DAY, HOUR, PACE, due
from tests.app.timing.test_timeouts import start
from tests.stores import NOW

MINUTE = timedelta(minutes=1)


async def test_a_pause_stops_a_vote_as_it_stops_clocks(scene: Scene) -> None:
    """
    All agree on five days: nothing is decided within them, and the vote goes on for the rest of its time.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    scene.clock.forward(minutes=10)
    until = scene.clock.now() + timedelta(days=5)
    await scene.app.pauses.propose(scene.key(), ANN, match=match, until=until)
    await scene.app.pauses.agree(scene.key(), BEN, match=match)
    paused = await due(scene, match)
    scene.clock.forward(days=1)
    await scene.app.scheduler.sweep()
    table = await scene.app.uow.read(match)
    await scene.app.pauses.resume(scene.key(), BEN, match=match)
    resumed = await due(scene, match)
    scene.clock.forward(minutes=20)
    await scene.app.scheduler.sweep()

    assert until + timedelta(minutes=20) == paused
    assert (1, 0) == (len(table.proposals), table.require_position().state.turns)
    assert scene.clock.now() == resumed
    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_a_hold_of_staff_stops_a_vote(scene: Scene) -> None:
    """
    After its release the others have as long as they had.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    await scene.app.staff.hold(scene.key(), DORA, place=PLACE, match=match)
    scene.clock.forward(days=2)
    await scene.app.scheduler.sweep()
    await scene.app.staff.release(scene.key(), DORA, place=PLACE, match=match)

    assert scene.clock.now() + timedelta(minutes=30) == await due(scene, match)
    assert 1 == len((await scene.app.uow.read(match)).proposals)


async def test_a_vote_that_an_earlier_release_began_goes_on(scene: Scene) -> None:
    """
    It was stored with its end alone; that is kept, and moves with what stops clocks.
    """
    match = await start(scene, Late.VOTE)
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    table = await scene.app.uow.read(match)
    ends = await due(scene, match)
    (proposal,) = table.proposals
    data = msgspec.json.encode({"ask": table.pending[0].ask, "until": ends, "said": {}})
    await scene.store.run(lambda tx: tx.proposals.replace(match, [replace(proposal, data=data)]))
    scene.clock.forward(minutes=5)
    until = scene.clock.now() + timedelta(days=2)
    await scene.app.pauses.propose(scene.key(), ANN, match=match, until=until)
    await scene.app.pauses.agree(scene.key(), BEN, match=match)
    paused = await due(scene, match)
    await scene.app.timeout_votes.vote(scene.key(), BEN, match=match, choice=Choice.MOVE)

    assert ends is not None
    assert ends + timedelta(days=2) == paused
    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_a_pause_stops_the_grace_time_that_runs(scene: Scene) -> None:
    """
    What could be taken back can be after the pause; a turn made during one has its usual grace time.
    """
    match = await scene.match("digs", (ANN, BEN), pace=replace(PACE, grace=300))
    await scene.play(match, ANN, "dig")
    scene.clock.forward(seconds=60)
    until = scene.clock.now() + 2 * DAY
    await scene.app.pauses.propose(scene.key(), ANN, match=match, until=until)
    await scene.app.pauses.agree(scene.key(), BEN, match=match)
    scene.clock.forward(minutes=30)
    await scene.app.scheduler.sweep()
    held = [row.due for row in (await scene.app.uow.read(match)).pending if row.kind is PendingKind.GRACE]
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.play(match, ANN, "dig")
    anew = [row.due for row in (await scene.app.uow.read(match)).pending if row.kind is PendingKind.GRACE]

    assert [until + timedelta(seconds=240)] == held
    assert [scene.clock.now() + timedelta(seconds=300)] == anew


async def test_a_pause_shows_its_deadline_on_the_newest_board_and_calls_who_has_less_time_after_it(
    scene: Scene,
) -> None:
    """
    The board is edited when the pause begins and when one player alone ends it; then the one who is asked is called.
    """
    match = await scene.match(pace=PACE)
    await scene.relay.pump()
    scene.clock.forward(minutes=1)
    await scene.app.pauses.propose(scene.key(), ANN, match=match, until=NOW + 20 * DAY)
    await scene.app.pauses.agree(scene.key(), BEN, match=match)
    await scene.relay.pump()
    paused = [notice.match_view.seats[0].due for notice, _ in scene.courier.edits if notice.kind is Kind.BOARD]
    posts = len(scene.courier.posts)
    scene.clock.forward(hours=1)
    await scene.app.pauses.resume(scene.key(), BEN, match=match)
    await scene.relay.pump()
    resumed = [notice.match_view.seats[0].due for notice, _ in scene.courier.edits if notice.kind is Kind.BOARD]
    called = [(notice.text.id, notice.mention) for notice in scene.courier.posts[posts:] if notice.text is not None]

    assert [NOW + 20 * DAY + 10 * HOUR - MINUTE] == paused
    assert [NOW + 11 * HOUR] == resumed[1:]
    assert [("app.resumed", ()), ("app.deadline_sooner", (ANN.user,))] == called


async def test_an_absence_shows_its_deadline_on_the_newest_board(scene: Scene) -> None:
    """
    Coming back early, too; who comes back is not called for it.
    """
    match = await scene.match(pace=PACE)
    await scene.relay.pump()
    scene.clock.forward(minutes=1)
    await scene.app.absences.declare(ANN, begin=scene.clock.now(), until=NOW + 5 * DAY)
    await scene.relay.pump()
    scene.clock.forward(days=1)
    await scene.app.absences.back(ANN)
    await scene.relay.pump()
    shown = [notice.match_view.seats[0].due for notice, _ in scene.courier.edits if notice.kind is Kind.BOARD]

    assert [NOW + 5 * DAY + 10 * HOUR - MINUTE, NOW + DAY + 10 * HOUR] == shown
    assert await due(scene, match) == shown[-1]
    assert not [notice for notice in scene.courier.posts if notice.text and notice.text.id == "app.deadline_sooner"]
