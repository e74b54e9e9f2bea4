"""A channel in which much waits to be told: what people wait for comes first, what nobody needs not at all."""

from __future__ import annotations

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind
from bot.app.match.records import Actor
from bot.app.notifications.claiming import CROWDED, Claimant, Dropped, claim
from db.ids import UserId
from games.core.seats import AskId, Seat
from games.core.text import raw
from tests.app.scene import ANN, Scene


async def test_where_many_wait_boards_come_before_cards(scene: Scene) -> None:
    """
    A board that many cards of other matches stand before is told first; the cards follow in their order.
    """
    scene.courier.threads = False
    match = await scene.match()
    await scene.relay.pump()
    known = len(scene.courier.posts)
    opened = [await scene.open(host=Actor(UserId(600 + n), f"P{n}")) for n in range(CROWDED + 1)]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    told = [(notice.kind, notice.match) for notice in scene.courier.posts[known:]]

    assert [(Kind.BOARD, match), *((Kind.CARD, number) for number in opened)] == told


async def test_where_few_wait_each_comes_in_its_turn(scene: Scene) -> None:
    """
    Nothing overtakes in a channel as it usually is.
    """
    scene.courier.threads = False
    match = await scene.match()
    await scene.relay.pump()
    known = len(scene.courier.posts)
    opened = [await scene.open(host=Actor(UserId(600 + n), f"P{n}")) for n in range(3)]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    told = [(notice.kind, notice.match) for notice in scene.courier.posts[known:]]

    assert [*((Kind.CARD, number) for number in opened), (Kind.BOARD, match)] == told


async def test_a_match_that_starts_keeps_its_order_in_the_crowd(scene: Scene) -> None:
    """
    Its place is made and its card posted before its first board, whatever waits of others.
    """
    for number in range(CROWDED + 1):
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
    await scene.store.run(lambda tx: [tx.outbox.enqueue(row) for row in rows])
    who = Claimant(holder="test", tag="tag", match_reader=scene.app.uow.match_reader)
    taken = [await scene.store.run(lambda tx: claim(tx, who, 5001, now=scene.clock.now())) for _ in range(4)]

    assert [Dropped(), Dropped(), Dropped(), None] == taken
