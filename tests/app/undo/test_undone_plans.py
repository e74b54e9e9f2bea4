"""Orders and taking turns back: what is touched halts, the rest goes on, and a redo brings it back."""

from __future__ import annotations

import pytest

from bot.app.match.paces import NoPace
from bot.app.match.records import OrderView
from db.ids import MatchId
from db.stores.store import Store
from games.core.orders import Plan
from games.core.registry import games
from games.h2olland.plans import Preferences, SeasonPlan
from tests.app.play.test_plans import owner, private_words
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, GAMES, Scene
from tests.app.undo.test_undo import newest

HALTED = (
    "Match #1: your plan was stopped. The match went on from an earlier turn. Check the plan, and "
    "resume it if it still fits."
)


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def orders_of_ben(scene: Scene, match: MatchId) -> tuple[OrderView, ...]:
    """What Ben has stored."""
    return (await scene.app.plans.show(BEN, match=match)).orders


async def test_what_others_take_back_of_theirs_stops_no_plan(scene: Scene) -> None:
    """
    A slip is taken back in the grace time and another turn made: the other's plan is played then, nobody is told.
    """
    match = await scene.match(pace=NoPace(grace=60))
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("5", "9")))
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.play(match, ANN, "2")
    scene.clock.forward(seconds=61)
    await scene.app.scheduler.sweep()

    assert {2: 0, 5: 1} == await owner(scene, match)
    assert [Plan(steps=("9",))] == [each.order for each in await orders_of_ben(scene, match)]
    assert [] == await private_words(scene)


async def test_a_redo_brings_back_what_the_undo_halted(scene: Scene) -> None:
    """
    A turn of the plan's own seat goes: the plan halts, and its owner is told; it goes on when the turn stands again.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("5", "9")))
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.app.undo.agree(scene.key(), BEN, match=match, newest=await newest(scene, match))
    halted = [order.halted.id for order in await orders_of_ben(scene, match) if order.halted]
    await scene.app.undo.redo(scene.key(), ANN, match=match)
    await scene.app.undo.agree(scene.key(), BEN, match=match, newest=await newest(scene, match))
    told = await private_words(scene)
    await scene.play(match, ANN, "2")

    assert ["app.order_rewound"] == halted
    assert [
        (BEN.user, HALTED),
        (BEN.user, "Match #1: the turns that were taken back were restored, so your plan is active again."),
    ] == told
    assert {1: 0, 5: 1, 2: 0, 9: 1} == await owner(scene, match)


async def test_preferences_are_never_halted(every: Scene) -> None:
    """
    H2Olland D.4, D.7: a turn is taken back; both players' preferences go on, and nobody hears of orders.
    """
    match = await every.match("h2olland")
    await every.app.plans.add(every.key(), BEN, match=match, order=SeasonPlan(season="race", steps=("J3",)))
    before = [order.order for order in await orders_of_ben(every, match)]
    await play_random(every, match)
    await every.app.undo.undo(every.key(), ANN, match=match)
    after = await orders_of_ben(every, match)

    assert {Preferences, SeasonPlan} == {type(order) for order in before}
    assert before == [order.order for order in after]
    assert [] == [order for order in after if order.halted]
    assert [] == await private_words(every)
