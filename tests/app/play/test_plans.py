"""Orders: stored ahead, played when asked, stopped with a reason."""

from __future__ import annotations

import pytest

from bot.app.changes.outbox import Kind
from bot.app.match.paces import PerMove
from bot.app.play.plans import MOST_ORDERS
from db.ids import MatchId, OrderId
from games.core.errors import Refusal
from games.core.orders import Order, Plan
from games.core.text import raw
from tests.app.scene import ANN, BEN, CLEO, Permanent, Scene
from tests.games.tiny.season import Favourite, Retire


async def owner(scene: Scene, match: MatchId) -> dict[int, int]:
    """Who owns which plot."""
    view = (await scene.app.matches.view(match, None)).view
    owners: dict[int, int] = view.state.owner
    return owners


async def private_words(scene: Scene) -> list[tuple[int | None, str]]:
    """What was told to single persons."""
    await scene.relay.pump()
    return [
        (notice.user, scene.words(notice.text))
        for notice in scene.courier.of(Kind.WORD)
        if notice.text is not None and notice.user is not None
    ]


async def test_an_order_is_played_when_its_seat_is_asked(scene: Scene) -> None:
    """
    Stored while another seat is asked, played as soon as the turn comes, and gone since it was for one turn.
    """
    match = await scene.match()
    receipt = await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=5))
    stored = await scene.app.plans.show(BEN, match=match)
    await scene.play(match, ANN, "1")
    view = await scene.app.matches.view(match, BEN.user)

    assert ["Your plan is stored for your next turn. It's played if it fits then."] == list(
        map(scene.words, receipt.told)
    )
    assert ["Sow as soon as asked (plot: 5)"] == [scene.words(order.text) for order in stored.orders]
    assert {1: 0, 5: 1} == view.view.state.owner
    assert 0 == view.orders
    assert [0] == [ask.seat for ask in view.asks]


async def test_an_order_is_played_at_once_if_its_seat_is_asked(scene: Scene) -> None:
    """
    Adding an order on one's own turn plays it.
    """
    match = await scene.match()
    receipt = await scene.app.plans.add(scene.key(), ANN, match=match, order=Favourite(plot=5))

    assert ["Your plan fits and was played at once: Ann sows plot 5."] == list(map(scene.words, receipt.told))
    assert {5: 0} == await owner(scene, match)
    assert () == (await scene.app.plans.show(ANN, match=match)).orders


async def test_an_order_that_is_carried_out_is_gone(scene: Scene) -> None:
    """
    Grunn R16.5: an order that is played is removed, kept or not; nobody is told later that it has failed.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=5, keep=True))
    await scene.play(match, ANN, "1")
    left = (await scene.app.plans.show(BEN, match=match)).orders
    await scene.play(match, ANN, "2")

    assert () == left
    assert {1: 0, 2: 0, 5: 1} == await owner(scene, match)
    assert [] == await private_words(scene)


async def test_an_order_that_does_not_fit_any_more_goes_with_a_word(scene: Scene) -> None:
    """
    Its owner is told why, in private.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=5, keep=True))
    await scene.play(match, ANN, "5")
    told = await private_words(scene)

    assert [
        (
            BEN.user,
            "Match #1: your plan couldn't be played: Sow as soon as asked (plot: 5, keep: yes). Plot 5 is sown by Ann.",
        )
    ] == told
    assert [True] == [each.gone for each in (await scene.app.plans.show(BEN, match=match)).orders]
    assert [1] == [ask.seat for ask in (await scene.app.matches.view(match, None)).asks]


async def test_an_order_that_cannot_be_played_now_is_refused_at_once(scene: Scene) -> None:
    """
    On one's own turn an unfit order is refused with the rule's reason, and not stored.
    """
    match = await scene.match()
    await scene.play(match, ANN, "5")
    await scene.play(match, BEN, "1")

    with pytest.raises(Refusal, match="ORDER_UNFIT") as refusal:
        await scene.app.plans.add(scene.key(), ANN, match=match, order=Favourite(plot=1))

    assert "Plot 1 is sown by Ben." in scene.words(refusal.value.text)


async def test_orders_for_one_turn_go_with_that_turn(scene: Scene) -> None:
    """
    When the turn was made by hand, or by another order, what was stored for it is gone.
    """
    match = await scene.match()
    for plot in (5, 6):
        await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=plot))
    await scene.play(match, ANN, "1")
    after_order = (await scene.app.plans.show(BEN, match=match)).orders
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=7))
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Retire())
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Retire(keep=True))
    await scene.play(match, ANN, "2")

    assert () == after_order
    assert {1: 0, 2: 0, 5: 1, 7: 1} == await owner(scene, match)
    assert [Retire(keep=True)] == [order.order for order in (await scene.app.plans.show(BEN, match=match)).orders]


async def test_a_turn_made_by_hand_takes_its_orders_with_it(scene: Scene) -> None:
    """
    What was stored for the next turn goes when that turn is made in any way; what is kept stays.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire())
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire(keep=True))
    await scene.play(match, ANN, "1")

    assert [Retire(keep=True)] == [order.order for order in (await scene.app.plans.show(ANN, match=match)).orders]


async def test_other_kept_orders_stay_when_one_is_played(scene: Scene) -> None:
    """
    A plan for a later season waits, whatever is played before it.
    """
    match = await scene.match()
    later = Plan(steps=("9",), season="2")
    await scene.app.plans.add(scene.key(), BEN, match=match, order=later)
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=5))
    await scene.play(match, ANN, "1")

    assert {1: 0, 5: 1} == await owner(scene, match)
    assert [later] == [order.order for order in (await scene.app.plans.show(BEN, match=match)).orders]


async def test_a_plan_goes_on_step_by_step_until_it_is_disturbed(scene: Scene) -> None:
    """
    What is left of a plan stays; when others disturb it, it halts with the reason, and can be set going again.
    """
    match = await scene.match()
    plan = Plan(steps=("4", "8", "12"), guard=True)
    await scene.app.plans.add(scene.key(), BEN, match=match, order=plan)
    await scene.play(match, ANN, "1")
    left = (await scene.app.plans.show(BEN, match=match)).orders[0]
    await scene.play(match, ANN, "7")
    halted = (await scene.app.plans.show(BEN, match=match)).orders[0]
    told = await private_words(scene)
    receipt = await scene.app.plans.resume(scene.key(), BEN, match=match, order=halted.id)

    assert ("8", "12") == getattr(left.order, "steps", None)
    assert halted.halted is not None
    why = "Ann sowed plot 7 beside what you planned."
    assert [(BEN.user, f"Match #1: your plan was stopped: Plan ahead (steps: 8; 12, guard: yes). {why}")] == told
    assert ["Your plan is active again, and its next turn was played at once."] == list(map(scene.words, receipt.told))
    assert {1: 0, 4: 1, 7: 0, 8: 1} == await owner(scene, match)
    assert ("12",) == getattr((await scene.app.plans.show(BEN, match=match)).orders[0].order, "steps", None)


async def test_a_used_up_plan_is_gone(scene: Scene) -> None:
    """
    The last step takes the plan with it.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("4",)))
    await scene.play(match, ANN, "1")

    assert () == (await scene.app.plans.show(BEN, match=match)).orders


async def test_resuming_while_others_are_asked_waits(scene: Scene) -> None:
    """
    A halted order set going again is played when its seat is asked; one that has not stopped is refused.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("1", "9")))
    await scene.play(match, ANN, "1")
    order = (await scene.app.plans.show(BEN, match=match)).orders[0]
    await scene.play(match, BEN, "2")
    await scene.app.plans.resume(scene.key(), BEN, match=match, order=order.id)
    going = (await scene.app.plans.show(BEN, match=match)).orders[0]
    with pytest.raises(Refusal, match="NOT_HALTED"):
        await scene.app.plans.resume(scene.key(), BEN, match=match, order=order.id)
    await scene.play(match, ANN, "3")
    again = (await scene.app.plans.show(BEN, match=match)).orders[0]

    assert order.halted is not None
    assert going.halted is None
    assert again.halted is not None
    with pytest.raises(Refusal, match="NO_ORDER"):
        await scene.app.plans.resume(scene.key(), BEN, match=match, order=OrderId(99))


async def test_resuming_what_halts_again_keeps_it_halted(scene: Scene) -> None:
    """
    On one's own turn an order set going again that still does not fit halts again; the answer says why, and it alone.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("1", "9")))
    await scene.play(match, ANN, "1")
    order = (await scene.app.plans.show(BEN, match=match)).orders[0]
    receipt = await scene.app.plans.resume(scene.key(), BEN, match=match, order=order.id)

    assert (await scene.app.plans.show(BEN, match=match)).orders[0].halted is not None
    assert ["Your plan still can't be played. Plot 1 is sown by Ann."] == list(map(scene.words, receipt.told))
    assert 1 == len(await private_words(scene))


async def test_orders_are_moved_and_cleared(scene: Scene) -> None:
    """
    The row may be rearranged; one order or all are removed.
    """
    match = await scene.match()
    for plot in (5, 6, 7):
        await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=plot))
    first, _, third = (await scene.app.plans.show(BEN, match=match)).orders
    moved = await scene.app.plans.move(scene.key(), BEN, match=match, order=third.id, rank=0)
    await scene.app.plans.clear(scene.key(), BEN, match=match, order=first.id)
    row = [getattr(order.order, "plot", None) for order in (await scene.app.plans.show(BEN, match=match)).orders]
    cleared = await scene.app.plans.clear(scene.key(), BEN, match=match)

    assert ["Your plan is now number 1."] == list(map(scene.words, moved.told))
    assert [7, 6] == row
    assert ["2 plans removed."] == list(map(scene.words, cleared.told))
    with pytest.raises(Refusal, match="NO_ORDER"):
        await scene.app.plans.clear(scene.key(), BEN, match=match)
    with pytest.raises(Refusal, match="NO_ORDER"):
        await scene.app.plans.clear(scene.key(), BEN, match=match, order=first.id)


async def test_orders_are_read_as_typed(scene: Scene) -> None:
    """
    The first step of the confirmation reads the order and stores nothing.
    """
    match = await scene.match()
    made = await scene.app.plans.read(BEN, match=match, kind="plan", values={"steps": "3; 4 | 5", "guard": True})

    assert Plan(steps=("3", "4 | 5"), guard=True) == made.order
    assert () == (await scene.app.plans.show(BEN, match=match)).orders
    for kind, values, code in (
        ("dance", {}, "NO_FORM"),
        ("sow", {}, "NO_FORM"),
        ("favourite", {"plot": "x"}, "BAD_VALUE"),
        ("plan", {"steps": "here"}, "BAD_NOTATION"),
    ):
        with pytest.raises(Refusal, match=code):
            await scene.app.plans.read(BEN, match=match, kind=kind, values=values)


async def test_only_players_of_running_matches_store_orders(scene: Scene) -> None:
    """
    Strangers, orders of another game, games without orders, and more than can be tried are refused.
    """
    match = await scene.match()
    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.app.plans.add(scene.key(), CLEO, match=match, order=Favourite(plot=1))
    with pytest.raises(Refusal, match="NO_ORDER_KIND"):
        await scene.app.plans.add(scene.key(), BEN, match=match, order=Order())
    rush = await scene.match("rush")
    with pytest.raises(Refusal, match="NO_ORDER_KIND") as refusal:
        await scene.app.plans.add(scene.key(), BEN, match=rush, order=Favourite(plot=1))
    for _ in range(MOST_ORDERS):
        await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=1))
    with pytest.raises(Refusal, match="TOO_MANY_ORDERS"):
        await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=1))

    assert "Nothing can be planned ahead in this game." == scene.words(refusal.value.text)
    assert [match] == [panel.match for panel in await scene.app.plans.everywhere(BEN.user)]


async def test_an_order_for_the_last_moment_waits_for_the_deadline(scene: Scene) -> None:
    """
    An order that counts when time has expired is not played before.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire(keep=True))

    assert {} == await owner(scene, match)
    assert 1 == len((await scene.app.plans.show(ANN, match=match)).orders)


async def test_the_reason_stays_until_it_is_read(scene: Scene) -> None:
    """
    H2Olland P7: who takes no direct messages finds the reason under Plan and in the own view; at the place of the match
    nothing hints at it. What is stored next takes its place, as removing it does.
    """
    scene.courier.closed = Permanent(50007, raw("closed"))
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=5))
    await scene.play(match, ANN, "5")
    await scene.relay.pump()
    public = [scene.words(notice.text) for notice in scene.courier.of(Kind.WORD) if notice.text and not notice.user]
    panel = await scene.app.plans.show(BEN, match=match)
    view = await scene.app.matches.view(match, BEN.user)
    with pytest.raises(Refusal, match="NOT_HALTED"):
        await scene.app.plans.resume(scene.key(), BEN, match=match, order=panel.orders[0].id)
    await scene.play(match, BEN, "1")
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Favourite(plot=9))
    after = await scene.app.plans.show(BEN, match=match)

    assert [] == public
    assert [("season.taken", True)] == [(each.halted.id, each.gone) for each in panel.orders if each.halted]
    assert (["season.taken"], 0) == ([each.text.id for each in view.stopped], view.orders)
    assert [Favourite(plot=9)] == [each.order for each in after.orders]


async def test_what_is_halted_and_out_of_date_goes(scene: Scene) -> None:
    """
    A plan for a season that is over leaves with a word when its seat is asked again, also if it had stopped.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), BEN, match=match, order=Plan(steps=("5",), season="1"))
    await scene.play(match, ANN, "5")
    halted = (await scene.app.plans.show(BEN, match=match)).orders
    await scene.play(match, BEN, "--")
    await scene.play(match, ANN, "--")
    gone = (await scene.app.plans.show(BEN, match=match)).orders

    assert [(True, False)] == [(each.halted is not None, each.gone) for each in halted]
    assert [True] == [each.gone for each in gone]


async def test_an_order_for_a_turn_made_by_hand_leaves_with_a_word(scene: Scene) -> None:
    """
    Grunn R16.5: it goes with the turn; the answer to that turn names it.
    """
    match = await scene.match()
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Retire())
    receipt = await scene.play(match, ANN, "1")

    assert "This plan was removed, because the turn it was for has been made: Pass when time is up." == scene.words(
        receipt.told[-1]
    )


async def test_an_order_for_a_turn_that_was_missed_leaves_with_a_word(scene: Scene) -> None:
    """
    The default move takes it along; its owner is told in private, and the reason stays.
    """
    match = await scene.match(pace=PerMove(seconds=60))
    await scene.app.plans.add(scene.key(), ANN, match=match, order=Plan(steps=("9",), season="2", keep=False))
    scene.clock.forward(seconds=61)
    await scene.app.scheduler.sweep()
    left = (await scene.app.plans.show(ANN, match=match)).orders

    assert [(True, "app.order_missed")] == [(each.gone, each.halted.id) for each in left if each.halted]
