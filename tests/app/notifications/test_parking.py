"""What cannot be told: said to those it was for, and tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef
from bot.app.notifications.courier import Notice, Permanent
from bot.app.notifications.relay import Relay
from bot.app.notifications.retries import Retries
from db.ids import GuildId, MatchId, NoticeId
from db.records import NoticeRecord, NoticeState
from db.tx import Tx
from games.core.text import raw, say
from tests.app.scene import ANN, BEN, PLACE, RecordingCourier, Scene


class Unable(RecordingCourier):
    """Posts nothing of a kind while ``able`` is off."""

    able = False
    kind = Kind.BOARD

    async def post(self, notice: Notice) -> MessageRef:
        """Refuse boards as Discord does where a right is missing."""
        if notice.kind is self.kind and not self.able:
            raise Permanent(50013, raw("The bot lacks a right."))
        return await super().post(notice)


async def refused(scene: Scene) -> tuple[MatchId, Unable, Relay]:
    """A running match whose first board was refused."""
    courier = Unable()
    relay = Relay(scene.app.uow, courier, holder="test", pause=0)
    match = await scene.match()
    await relay.pump()
    return match, courier, relay


def boards(courier: Unable) -> int:
    """How many boards were posted."""
    return sum(notice.kind is Kind.BOARD for notice in courier.posts)


async def test_who_is_asked_is_told_in_private_once(scene: Scene) -> None:
    """
    A board that cannot be posted becomes a private sentence to each whom it calls; further ones do not repeat it to
    the same person.
    """
    match, courier, relay = await refused(scene)
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2")):
        await scene.play(match, actor, line)
        await relay.pump()
    words = [notice for notice in courier.posts if notice.kind is Kind.WORD]

    assert [ANN.user, BEN.user] == [notice.user for notice in words]
    assert {"app.board_not_posted"} == {notice.text.id for notice in words if notice.text is not None}


async def test_trying_again_does_not_repeat_the_private_sentence(scene: Scene) -> None:
    """
    Whoever was told that a board couldn't be posted is not told so every hour, but once more after boards came again.
    """
    match, courier, relay = await refused(scene)
    await relay.retry()
    await relay.pump()
    once = len(courier.of(Kind.WORD))
    courier.able = True
    await relay.retry()
    await relay.pump()
    courier.able = False
    await scene.play(match, ANN, "1")
    await relay.pump()

    assert (1, 2) == (once, len(courier.of(Kind.WORD)))


async def test_it_is_tried_again_when_a_right_comes_back(scene: Scene) -> None:
    """
    Of the server in which something has changed, and only of what is not too old.
    """
    _, courier, relay = await refused(scene)
    courier.able = True
    await relay.retry(GuildId(999))
    await relay.pump()
    elsewhere = boards(courier)
    await relay.retry()
    await relay.pump()

    assert (0, 1) == (elsewhere, boards(courier))


async def test_what_is_a_week_old_is_left(scene: Scene) -> None:
    """
    Seven days long it is tried again; later the match has moved on, or nobody misses it.
    """
    match, courier, relay = await refused(scene)
    scene.clock.forward(hours=7 * 24, seconds=1)
    courier.able = True
    await relay.retry()
    await relay.pump()
    states = {row.state for row in await scene.store.read(lambda tx: tx.outbox.find_parked(match))}

    assert ({NoticeState.PARKED}, 0) == (states, boards(courier))


async def test_what_is_not_quite_a_week_old_is_tried_again(scene: Scene) -> None:
    """
    Somebody may still wait for it.
    """
    _, courier, relay = await refused(scene)
    scene.clock.forward(hours=7 * 24, seconds=-1)
    courier.able = True
    await relay.retry()
    await relay.pump()

    assert 1 == boards(courier)


async def test_it_is_tried_again_at_the_start_and_every_hour(scene: Scene) -> None:
    """
    Not every change is told to the bot: a running relay tries at its start, and again when an hour has passed.
    """
    match, courier, relay = await refused(scene)
    tried: list[int] = []
    post = courier.post

    async def counted(notice: Notice) -> MessageRef:
        tried.extend([notice.id] if notice.kind is Kind.BOARD else [])
        return await post(notice)

    courier.post = counted  # type: ignore[method-assign]
    running = asyncio.create_task(relay.run())
    await until(lambda: len(tried) == 1)
    counts = [len(tried)]
    for minutes, wanted in ((59, 1), (1, 2), (30, 2), (30, 3)):
        await _parked(scene, match)
        scene.clock.forward(minutes=minutes)
        scene.app.uow.signals.notify()
        await until(lambda wanted=wanted: len(tried) == wanted)  # type: ignore[misc]
        counts.append(len(tried))
    courier.able = True
    await _parked(scene, match)
    scene.clock.forward(hours=1)
    scene.app.uow.signals.notify()
    await until(lambda: boards(courier) == 1)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert [1, 1, 2, 2, 3] == counts


async def _parked(scene: Scene, match: MatchId) -> None:
    """Wait until the board is parked again."""
    for _ in range(400):
        if await scene.store.read(lambda tx: tx.outbox.find_parked(match)):
            return
        await asyncio.sleep(0.005)
    raise AssertionError("the board was not parked")


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds, and then a moment more, in which it must not change."""
    async with asyncio.timeout(2):
        while not holds():
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.03)


async def test_the_host_is_told_once_that_a_card_was_not_posted(scene: Scene) -> None:
    """
    Of an open match whose card nobody sees; further changes do not repeat it, and staff finds it among what is stuck.
    """
    courier = Unable()
    courier.kind = Kind.CARD
    relay = Relay(scene.app.uow, courier, holder="test", pause=0)
    match = await scene.open(seats=4)
    await relay.pump()
    await scene.app.lobby.join(scene.key(), BEN, match=match)
    await relay.pump()
    words = [notice for notice in courier.posts if notice.kind is Kind.WORD]
    stuck = await scene.app.staff.find_stuck(PLACE)

    assert [(ANN.user, "app.card_not_posted")] == [(word.user, word.text.id) for word in words if word.text is not None]
    assert "couldn't be posted" in scene.words(words[0].text or say(""))
    assert [match] == [one.match for one in stuck]
    assert "The bot lacks a right." in scene.words(stuck[0].why[0])


async def test_a_host_is_told_of_each_match_whose_card_was_not_posted(scene: Scene) -> None:
    """
    What somebody was told of one match says nothing of another one.
    """
    courier = Unable()
    courier.kind = Kind.CARD
    relay = Relay(scene.app.uow, courier, holder="test", pause=0)
    matches = [await scene.open(seats=4) for _ in range(2)]
    await relay.pump()

    assert matches == [notice.match for notice in courier.posts if notice.kind is Kind.WORD]


LANE = 4711
GUILD = GuildId(12)


async def _waiting(scene: Scene) -> int:
    """How many rows wait to be tried; Discord refuses each of them."""

    def refuse(tx: Tx) -> int:
        rows = tx.outbox.lane(LANE, most=1000)
        for row in rows:
            tx.outbox.finish(row, NoticeState.PARKED, reason="refused")
        return len(rows)

    return await scene.store.run(refuse)


async def _many(scene: Scene, count: int) -> None:
    """So many rows of a server that could not be told."""
    now = scene.clock.now()
    row = NoticeRecord(
        id=NoticeId(0),
        lane=LANE,
        guild=GUILD,
        match=None,
        kind=Kind.NEWS,
        ply=0,
        data=b"{}",
        state=NoticeState.WAITING,
        attempts=0,
        not_before=now,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )
    await scene.store.run(lambda tx: [tx.outbox.add(row) for _ in range(count)])
    await _waiting(scene)


async def test_changes_in_quick_succession_try_a_server_once_a_minute(scene: Scene) -> None:
    """
    Another bot changes rights every second: what cannot be told is tried at once, and then once a minute.
    """
    retries = Retries(scene.app.uow)
    await _many(scene, 3)
    tried = []
    for _ in range(150):
        await retries.want(GUILD)
        tried.append(await _waiting(scene))
        scene.clock.forward(seconds=1)

    assert [3, 3, 3] == [count for count in tried if count]
    assert [0, 60, 120] == [at for at, count in enumerate(tried) if count]


async def test_a_great_many_rows_are_tried_a_part_each_minute(scene: Scene) -> None:
    """
    At the start and every hour everything is tried, each row once, and never more than so many in a minute.
    """
    retries = Retries(scene.app.uow)
    await _many(scene, 250)
    await retries.want(None)
    tried = [await _waiting(scene)]
    for _ in range(60):
        scene.clock.forward(seconds=5)
        await retries.go()
        tried.append(await _waiting(scene))

    assert (100, 250) == (tried[0], sum(tried))
    assert max(sum(tried[at : at + 12]) for at in range(1, 50)) <= 100


async def test_a_change_while_rows_are_being_tried_tries_all_of_them_again(scene: Scene) -> None:
    """
    The right may have come back for a row that was tried before the change.
    """
    retries = Retries(scene.app.uow)
    await _many(scene, 150)
    await retries.want(GUILD)
    tried = await _waiting(scene)
    await retries.want(GUILD)
    for _ in range(10):
        scene.clock.forward(minutes=1)
        await retries.go()
        tried += await _waiting(scene)

    assert 300 == tried
