"""A lane goes on by itself: behind a refusal, and to the end, whereupon the process knows that nothing is left."""

from __future__ import annotations

import asyncio

import pytest

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.match.records import MessageRef
from bot.app.notifications.courier import Notice, Refused, Transient
from bot.app.notifications.relay import MOST_FAULTS, POLL, Relay
from db.ids import GuildId
from db.tx import Tx
from games.core.text import raw
from tests.app.scene import ANN, BEN, RecordingCourier, Scene


async def test_it_knows_at_once_when_nothing_is_left(scene: Scene) -> None:
    """
    After the last lane is served it looks once more, long before the next look is due.
    """
    await scene.open()
    task = asyncio.create_task(scene.relay.run())
    async with asyncio.timeout(POLL):
        await scene.relay.caught_up.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [Kind.CARD] == [notice.kind for notice in scene.courier.posts]


@pytest.mark.parametrize("error", [Transient(0.05), RuntimeError("coroutine raised StopIteration")])
async def test_what_was_put_off_is_tried_again_as_soon_as_it_may(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """
    In the background it does not wait for the next look.
    """
    monkeypatch.setattr("bot.app.notifications.relay.backoff", lambda attempts: 0.05)
    await scene.open()
    scene.courier.before = [error]
    task = asyncio.create_task(scene.relay.run())
    async with asyncio.timeout(POLL):
        await scene.relay.caught_up.wait()
        scene.clock.forward(seconds=0.05)
        while not scene.courier.posts:
            await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [Kind.CARD] == [notice.kind for notice in scene.courier.posts]


async def test_what_waits_goes_over_to_the_lane_of_a_new_thread(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A board that cannot be posted in the thread holds up the thread, and not the channel in which it was opened.
    """
    post = scene.courier.post

    async def flaky(notice: Notice) -> MessageRef:
        if notice.kind is Kind.BOARD:
            raise Transient
        return await post(notice)

    monkeypatch.setattr(scene.courier, "post", flaky)
    await scene.match()
    await scene.relay.pump()
    channel, thread = await scene.store.read(lambda tx: [tx.outbox.lane(lane, most=9) for lane in (77, 5001)])

    assert () == channel
    assert [Kind.BOARD] == [row.kind for row in thread]


async def test_a_refused_direct_message_holds_nothing_up(scene: Scene) -> None:
    """
    What waits for the same person behind it goes another way at once, not at the next look.
    """
    match = await scene.match()
    await scene.relay.pump()
    now = scene.clock.now()

    def work(tx: Tx) -> None:
        record = tx.matches.get(match)
        assert record is not None
        for sentence in ("one", "two"):
            private = Payload(text=raw(sentence), user=ANN.user)
            tx.outbox.enqueue(outbox.row(record, Kind.WORD, now=now, told=private))

    await scene.store.run(work)
    scene.courier.before = [Refused(50007, raw("closed"))]
    await scene.relay.pump()

    left = await scene.store.read(lambda tx: tx.outbox.lane(ANN.user, most=9))
    told = [notice.text.id for notice in scene.courier.of(Kind.WORD) if notice.text is not None]

    assert ["app.private_news"] * 2 == told
    assert () == left


async def test_who_cannot_be_told_in_private_is_called_at_once(scene: Scene) -> None:
    """
    The worker is woken by what a refusal puts into the outbox, also when everything before it is told.
    """
    match = await scene.match()
    task = asyncio.create_task(scene.relay.run())
    called = asyncio.Event()
    post = scene.courier.post

    async def closed(notice: Notice) -> MessageRef:
        if notice.user is not None:
            raise Refused(50007, raw("closed"))
        if notice.kind is Kind.WORD:
            called.set()
        return await post(notice)

    scene.courier.post = closed  # type: ignore[method-assign]
    async with asyncio.timeout(POLL):
        await scene.relay.caught_up.wait()
        table = await scene.app.uow.read(match)
        private = Payload(text=raw("one"), user=ANN.user)
        told = outbox.row(table.match, Kind.WORD, now=scene.clock.now(), told=private)
        await scene.store.run(lambda tx: tx.outbox.enqueue(told))
        scene.app.uow.signals.notify()
        await called.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert called.is_set()


async def test_faults_of_one_match_do_not_count_for_another(scene: Scene) -> None:
    """
    Each card is tried as often as if it were the only one that fails.
    """
    matches = [await scene.open(), await scene.open(host=BEN)]
    for _ in range(MOST_FAULTS - 1):
        scene.courier.before = [RuntimeError("a bug"), RuntimeError("a bug")]
        await scene.relay.pump()
        scene.clock.forward(minutes=5)

    parked = await scene.store.read(lambda tx: tx.outbox.find_parked_of(matches))

    assert () == parked


async def test_a_relay_tells_only_for_its_servers(scene: Scene) -> None:
    """
    With several shard processes each tells what belongs to its servers.
    """
    await scene.open()
    courier = RecordingCourier()
    await Relay(scene.app.uow, courier, owns=lambda guild: guild != GuildId(9)).pump()

    assert [] == courier.posts
