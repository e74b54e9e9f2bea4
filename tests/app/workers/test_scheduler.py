"""Deadlines, timers, grace: rows that are due become ordinary turns."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import timedelta
from typing import ClassVar

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import NoPace, PerMove
from bot.app.workers.scheduler import Scheduler
from db.engine.errors import Unreachable
from db.records import PendingKind, Status
from db.stores.store import Store
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Spec, Step
from games.core.moves import Move
from games.core.orders import Plan
from games.core.rng import Rng
from games.core.running.play import Cause
from games.core.seats import Seat
from tests.app.brainy import Late
from tests.app.scene import ANN, BEN, GAMES, Scene
from tests.games.tiny.rush import Rush, State
from tests.games.tiny.season import Favourite, Retire

HOUR = PerMove(seconds=3600)


async def test_a_turn_that_runs_out_is_made_by_default(scene: Scene) -> None:
    """
    At the deadline the game's default move is made, logged as such, and the next player mentioned.
    """
    match = await scene.match(pace=HOUR)
    view = await scene.app.matches.view(match, None)
    early = await scene.app.scheduler.sweep()
    scene.clock.forward(hours=1)
    late = await scene.app.scheduler.sweep()
    await scene.relay.pump()
    page = await scene.app.matches.log(match, None)

    assert scene.clock.now() == view.seats[0].due
    assert (0, 1) == (early, late)
    assert ["table", "table", "fallback"] == [line.entry.cause.value for line in page.lines]
    assert [(BEN.user,)] == [board.mention for board in scene.courier.of(Kind.BOARD)]


async def test_who_timed_out_and_is_asked_again_is_told(scene: Scene) -> None:
    """
    A follow-up after one's own turn is no handover, but after a time-out it is.
    """
    await scene.match("hands", pace=HOUR)
    await scene.relay.pump()
    scene.clock.forward(hours=2)
    await scene.app.scheduler.sweep()
    await scene.relay.pump()

    assert [(ANN.user, BEN.user)] * 2 == [tuple(sorted(b.mention)) for b in scene.courier.of(Kind.BOARD)]


async def test_an_order_for_the_last_moment_comes_before_the_default(scene: Scene) -> None:
    """
    What was stored for the deadline is played then; other orders had their chance before.
    """
    match = await scene.match(pace=HOUR)
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire())
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    own = await scene.app.matches.log(match, ANN.user)
    page = await scene.app.matches.log(match, None)

    assert Cause.PLAN is own.lines[-1].entry.cause
    assert Cause.PLAYER is page.lines[-1].entry.cause, "nobody else learns of plans"


async def test_an_order_that_does_not_fit_at_the_last_moment_leaves_the_default(scene: Scene) -> None:
    """
    It halts with its reason, and the default move is made.
    """
    match = await scene.match("brainy", pace=HOUR)
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Late(plot=99))
    scene.clock.forward(hours=1)
    await scene.app.scheduler.sweep()
    page = await scene.app.matches.log(match, None)

    assert "fallback" == page.lines[-1].entry.cause.value
    assert [] == [order for order in (await scene.app.plans.show(ANN, match=match)).orders if not order.halted]


async def test_a_store_that_fails_stops_the_sweep(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A database that cannot be used puts no match aside; the next sweep does its work.
    """
    match = await scene.match(pace=HOUR)
    scene.clock.forward(hours=1)
    act = scene.app.uow.act

    async def broken(*args: object) -> None:
        raise Unreachable

    monkeypatch.setattr(scene.app.uow, "act", broken)
    with pytest.raises(Unreachable):
        await scene.app.scheduler.sweep()
    monkeypatch.setattr(scene.app.uow, "act", act)
    await scene.app.scheduler.sweep()

    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns


async def test_of_two_processes_that_come_up_one_runs_what_is_declared(scene: Scene) -> None:
    """
    Who is second finds nothing to do.
    """
    match = await scene.match("rush")
    await scene.play(match, ANN, "ready")
    await scene.play(match, BEN, "ready")
    await asyncio.gather(*(Scene(scene.store).app.scheduler.recover() for _ in range(3)))

    assert 2 == (await scene.app.matches.view(match, None)).view.state.tries


async def test_a_move_wins_against_its_deadline_and_loses_after_it(scene: Scene) -> None:
    """
    Whoever is first to write decides; the other finds that its ask is gone, and nothing is played twice.
    """
    match = await scene.match(pace=HOUR)
    scene.clock.forward(hours=1)
    results = await asyncio.gather(scene.play(match, ANN, "1"), scene.app.scheduler.sweep(), return_exceptions=True)
    view = await scene.app.matches.view(match, None)

    assert 1 == view.view.state.turns
    assert isinstance(results[0], Refusal) == (view.view.state.owner == {})


async def test_all_overdue_seats_are_resolved_together(scene: Scene) -> None:
    """
    Sealed turns that ran out are handed in at once for everybody, and the round is scored.
    """
    match = await scene.match("hands", pace=HOUR)
    before = await scene.app.matches.view(match, None)
    scene.clock.forward(hours=1)
    count = await scene.app.scheduler.sweep()
    view = await scene.app.matches.view(match, None)

    assert 1 == count
    assert (1, 2) == (before.view.round, view.view.round)


async def test_a_sealed_turn_has_no_deadline_until_it_is_taken_back(scene: Scene) -> None:
    """
    Who has handed in is not timed; taking the turn back brings the old deadline again.
    """
    match = await scene.match("hands", pace=HOUR)
    due = (await scene.app.matches.view(match, None)).seats[0].due
    card = min((await scene.app.matches.view(match, ANN.user)).view.hand)
    await scene.play(match, ANN, f"lay:{card}")
    sealed = (await scene.app.matches.view(match, None)).seats[0]
    await scene.app.matches.withdraw(scene.key(), ANN, match=match)
    open_again = (await scene.app.matches.view(match, None)).seats[0]
    panel = await scene.app.drafts.open(ANN, match=match)

    assert (True, None) == (sealed.sealed, sealed.due)
    assert (False, due) == (open_again.sealed, open_again.due)
    assert card == getattr(panel.moves[0], "card", None)
    with pytest.raises(Refusal, match="NOT_SEALED"):
        await scene.app.matches.withdraw(scene.key(), ANN, match=match)


async def test_the_tables_timer_runs_when_it_is_due(scene: Scene) -> None:
    """
    A timed move of the table ends the rush; moves before it keep its time.
    """
    match = await scene.match("rush")
    await scene.play(match, ANN, "ready")
    await scene.play(match, BEN, "ready")
    scene.clock.forward(seconds=20)
    stone = (await scene.app.matches.view(match, None)).view.state.stones[0]
    await scene.play(match, ANN, f"grab:{stone}")
    scene.clock.forward(seconds=9)
    early = await scene.app.scheduler.sweep()
    scene.clock.forward(seconds=1)
    late = await scene.app.scheduler.sweep()

    assert (0, 1) == (early, late)
    assert 2 == (await scene.app.matches.view(match, None)).view.state.rush


async def test_a_restart_runs_what_was_declared_for_it(scene: Scene) -> None:
    """
    A rush that was interrupted is played again; matches without such a rule are not touched.
    """
    match = await scene.match("rush")
    quiet = await scene.match()
    await scene.play(match, ANN, "ready")
    await scene.play(match, BEN, "ready")
    before = (await scene.app.matches.view(quiet, None)).match.version
    again = Scene(scene.store)
    await again.app.scheduler.recover()
    await again.app.scheduler.recover()
    view = await scene.app.matches.view(match, None)

    assert not view.view.state.running
    assert before == (await scene.app.matches.view(quiet, None)).match.version


async def test_grace_holds_the_table_and_others_orders_back(scene: Scene) -> None:
    """
    With a grace time, chance and the orders of others wait after a turn, then run.
    """
    pace = NoPace(grace=60)
    match = await scene.match("digs", (ANN, BEN), pace=pace)
    await scene.play(match, ANN, "dig")
    held = await scene.app.matches.view(match, ANN.user)
    scene.clock.forward(seconds=60)
    await scene.app.scheduler.sweep()
    after = await scene.app.matches.view(match, ANN.user)

    assert held.view.dug
    assert after.view.hand is not None
    season = await scene.match(pace=pace)
    await scene.app.plans.add(scene.key(), BEN, match=season, order=Favourite(plot=5))
    await scene.play(season, ANN, "1")
    receipt = await scene.app.plans.add(scene.key(), BEN, match=season, order=Favourite(plot=6))
    assert {1: 0} == (await scene.app.matches.view(season, None)).view.state.owner
    assert ["Your plan is stored for your next turn. It's played if it fits then."] == list(
        map(scene.words, receipt.told)
    )
    scene.clock.forward(seconds=60)
    await scene.app.scheduler.sweep()
    assert {1: 0, 5: 1} == (await scene.app.matches.view(season, None)).view.state.owner


async def test_a_turn_that_is_final_anyway_knows_no_grace(scene: Scene) -> None:
    """
    A move that can never be undone does not hold anything back.
    """
    match = await scene.match("digs", (ANN, BEN), pace=NoPace(grace=60))
    await scene.play(match, ANN, "dig")
    scene.clock.forward(seconds=60)
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "decide:keep")
    rows = await scene.store.read(lambda tx: tx.pending.of_match(match))

    assert [PendingKind.SEAT] == [row.kind for row in rows]


async def test_resuming_an_order_in_the_grace_time_waits(scene: Scene) -> None:
    """
    A halted order set going again during the grace time is not played before it is over.
    """
    match = await scene.match(pace=NoPace(grace=60))
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("1", "9")))
    await scene.play(match, ANN, "1")
    scene.clock.forward(seconds=60)
    await scene.app.scheduler.sweep()
    await scene.play(match, BEN, "2")
    order = (await scene.app.plans.show(BEN, match=match)).orders[0]
    await scene.app.plans.resume(scene.key(), BEN, match=match, order=order.id)

    assert order.halted is not None
    assert (await scene.app.plans.show(BEN, match=match)).orders[0].halted is None


class Broken(Rush):
    """A rush whose timer breaks."""

    spec: ClassVar[Spec] = replace(Rush.spec, key="broken", command="broken")

    def step(self, state: State, seat: Seat, move: Move, rng: Rng) -> Step[State]:
        """Fail at the end of the rush."""
        if type(move).__name__ == "Stop":
            raise ZeroDivisionError
        return super().step(state, seat, move, rng)


async def test_a_match_that_breaks_does_not_hold_up_the_others(store: Store) -> None:
    """
    A game's bug puts its own rows aside for a while; everything else goes on.
    """
    games: Mapping[str, AnyGame] = {**GAMES, "broken": Broken()}
    scene = Scene(store, games)
    broken = await scene.match("broken")
    await scene.play(broken, ANN, "ready")
    await scene.play(broken, BEN, "ready")
    sound = await scene.match(pace=PerMove(seconds=30))
    scene.clock.forward(seconds=31)
    first = await scene.app.scheduler.sweep()
    second = await scene.app.scheduler.sweep()

    assert (2, 0) == (first, second)
    assert 1 == (await scene.app.matches.view(sound, None)).view.state.turns
    assert Status.RUNNING is (await scene.app.matches.view(broken, None)).match.status


async def test_old_answers_and_told_notices_are_forgotten(scene: Scene) -> None:
    """
    Once an hour what nobody needs any more is removed.
    """
    match = await scene.match()
    await scene.relay.pump()
    key = scene.key()
    await scene.app.matches.play_line(key, ANN, match=match, line="1")
    await scene.app.scheduler.tidy()
    kept = await scene.store.read(lambda tx: tx.requests.answer(key))
    scene.clock.forward(minutes=30)
    await scene.app.scheduler.tidy()
    scene.clock.forward(days=8)
    await scene.app.scheduler.tidy()
    gone = await scene.store.read(lambda tx: tx.requests.answer(key))

    assert kept is not None
    assert gone is None


async def test_the_worker_sweeps_by_itself_and_meets_timers_in_time(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Running in the background it finds what is due; a database that fails for a moment does not end it.
    """
    match = await scene.match(pace=HOUR)
    scene.clock.forward(hours=1)
    faults = [Unreachable()]
    sweep = Scheduler.sweep

    async def flaky(self: Scheduler) -> int:
        if faults:
            raise faults.pop()
        return await sweep(self)

    monkeypatch.setattr(Scheduler, "sweep", flaky)
    task = asyncio.create_task(scene.app.scheduler.run())
    for _ in range(200):
        await asyncio.sleep(0.02)
        if (await scene.app.matches.view(match, None)).view.state.turns:
            break
    scene.clock.forward(minutes=59, seconds=59, milliseconds=990)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert 1 == (await scene.app.matches.view(match, None)).view.state.turns
    assert timedelta(hours=1) < scene.clock.now() - (await scene.app.matches.view(match, None)).match.created
