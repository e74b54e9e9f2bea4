"""A channel in which much waits to be told: what people wait for comes first, what nobody needs not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor, Place
from bot.app.notifications.claiming import Claimant, Dropped, claim
from bot.app.notifications.courier import Transient
from bot.app.notifications.relay import LANE_SECONDS, MOST_IN_A_LANE
from db.ids import ChannelId, UserId
from db.records import NoticeState
from games.core.seats import AskId, Seat
from games.core.text import raw
from tests.app.scene import ANN, BEN, PLACE, Scene


async def test_boards_come_before_cards(scene: Scene) -> None:
    """
    A board that cards of other matches stand before is told first; the cards follow in their order.
    """
    scene.courier.threads = False
    match = await scene.match()
    await scene.relay.pump()
    known = len(scene.courier.posts)
    opened = [await scene.open(host=Actor(UserId(600 + n), f"P{n}")) for n in range(2)]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    told = [(notice.kind, notice.match) for notice in scene.courier.posts[known:]]

    assert [(Kind.BOARD, match), *((Kind.CARD, number) for number in opened)] == told


async def test_cards_wait_in_the_lane_of_their_channel(scene: Scene) -> None:
    """
    A running match's board waits in that of its thread: the cards of a busy channel hold it up no more.
    """
    match = await scene.match()
    await scene.relay.pump()
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    channel, thread = await scene.store.read(lambda tx: [tx.outbox.lane(lane, most=9) for lane in (77, 5001)])

    assert [Kind.CARD] == [row.kind for row in channel]
    assert Kind.BOARD in [row.kind for row in thread]


async def test_a_card_that_was_put_off_holds_up_no_other(scene: Scene) -> None:
    """
    Discord has refused one card for now: those of other matches in its channel go on.
    """
    first, second = await scene.open(), await scene.open(host=BEN)
    scene.courier.before = [Transient(60)]
    await scene.relay.pump()
    await scene.relay.pump()
    told = [notice.match for notice in scene.courier.posts]
    scene.clock.forward(seconds=60)
    await scene.relay.pump()

    assert [second] == told
    assert [second, first] == [notice.match for notice in scene.courier.posts]


async def test_a_lane_takes_what_discord_takes_and_waits_without_a_place(scene: Scene) -> None:
    """
    Of many cards four go in five seconds; meanwhile nothing is claimed, and other channels are served.
    """
    opened = [await scene.open(host=Actor(UserId(600 + n), f"P{n}")) for n in range(MOST_IN_A_LANE + 2)]
    task = asyncio.create_task(scene.relay.run())
    await until(lambda: len(scene.courier.posts) == MOST_IN_A_LANE and not scene.relay.serving)
    claimed = [row.state for row in await scene.store.read(lambda tx: tx.outbox.lane(77, most=9))]
    elsewhere = await scene.open(host=BEN, place=Place(PLACE.guild, ChannelId(78)))
    scene.app.uow.signals.notify()
    await until(lambda: len(scene.courier.posts) == MOST_IN_A_LANE + 1 and not scene.relay.serving)
    between = [notice.match for notice in scene.courier.posts]
    scene.clock.forward(seconds=LANE_SECONDS)
    scene.app.uow.signals.notify()
    await until(lambda: len(scene.courier.posts) == len(opened) + 1)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [NoticeState.WAITING] * 2 == claimed
    assert [*opened[:MOST_IN_A_LANE], elsewhere] == between
    assert {*opened, elsewhere} == {notice.match for notice in scene.courier.posts}


async def until(fits: Callable[[], bool]) -> None:
    """Wait for what the worker does in the background."""
    async with asyncio.timeout(20):
        while not fits():
            await asyncio.sleep(0.005)


async def test_a_match_that_starts_keeps_its_order_in_the_crowd(scene: Scene) -> None:
    """
    Its place is made and its card posted before its first board, whatever waits of others.
    """
    for number in range(9):
        await scene.open(host=Actor(UserId(600 + number), f"P{number}"))
    match = await scene.match()
    await scene.relay.pump()
    told = [notice.kind for notice in scene.courier.posts if notice.match == match]

    assert [Kind.CARD, Kind.BOARD] == told
    assert match == scene.courier.posts[0].match, "it starts: people wait for it"


async def test_what_was_canceled_before_its_card_was_posted_gets_none(scene: Scene) -> None:
    """
    Opened and canceled at once, a match leaves no message; a card that is there is edited.
    """
    gone = await scene.open()
    await scene.app.lobby.cancel(scene.key(), ANN, match=gone)
    shown = await scene.open()
    await scene.relay.pump()
    await scene.app.lobby.cancel(scene.key(), ANN, match=shown)
    await scene.relay.pump()

    assert [shown] == [notice.match for notice in scene.courier.posts]
    assert [shown] == [notice.match for notice, _ in scene.courier.edits]


async def test_one_row_that_nobody_needs_is_dropped_at_a_time(scene: Scene) -> None:
    """
    So that any number of them may have gathered while Discord was away: no unit of work grows with them.
    """
    match = await scene.match()
    await scene.relay.pump()
    table = await scene.app.uow.read(match)
    late = outbox.Payload(asked=((Seat(0), AskId("made")),), text=raw("Hurry."))
    rows = [outbox.row(table.match, Kind.WORD, now=scene.clock.now(), told=late) for _ in range(3)]
    await scene.store.run(lambda tx: [tx.outbox.add(row) for row in rows])
    who = Claimant(holder="test", tag="tag", match_reader=scene.app.uow.match_reader)
    taken = [await scene.store.run(lambda tx: claim(tx, who, 5001, now=scene.clock.now())) for _ in range(4)]

    assert [Dropped(), Dropped(), Dropped(), None] == taken
