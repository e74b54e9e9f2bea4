"""What may have been sent is looked for wherever it was sent to; what is refused for no known reason is tried again."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from bot.app.changes.outbox import Kind, Payload
from bot.app.match.records import MessageRef
from bot.app.notifications import digest
from bot.app.notifications.courier import Doubtful, Elsewhere, Notice, Permanent, Transient
from bot.app.notifications.relay import MOST_REFUSALS, Relay
from db.ids import ChannelId, MatchId
from games.core.text import raw, say
from tests.app.scene import ANN, PLACE, RecordingCourier, Scene


class Threads(RecordingCourier):
    """A channel with threads that may be locked: what is written there belongs into the channel then."""

    def __init__(self) -> None:
        """Start with open threads."""
        super().__init__()
        self.locked = False

    async def post(self, notice: Notice) -> MessageRef:
        """Refuse what goes into a locked thread."""
        if self.locked and notice.place.channel != PLACE.channel:
            raise Elsewhere(PLACE.channel)
        return await super().post(notice)


async def begun(scene: Scene) -> tuple[MatchId, Threads]:
    """A match whose first board stands in its thread."""
    courier = Threads()
    scene.courier, scene.relay = courier, Relay(scene.app.uow, courier, holder="test", pause=0)
    match = await scene.match()
    await scene.relay.pump()
    return match, courier


async def restarted(scene: Scene, *, minutes: float = 0, seconds: float = 0) -> None:
    """The bot stops, and a new process goes on later."""
    later = Scene(scene.store)
    later.clock.forward(seconds=(scene.clock.now() - later.clock.now()).total_seconds(), minutes=minutes)
    later.clock.forward(seconds=seconds)
    await Relay(later.app.uow, scene.courier, holder="test", pause=0).pump()


def boards(courier: Threads) -> list[ChannelId]:
    """The channels of the boards posted, in order."""
    return [notice.place.channel for notice in courier.of(Kind.BOARD)]


async def test_b7_a_board_that_fell_back_to_the_channel_is_looked_for_there(scene: Scene) -> None:
    """
    Thread locked, board in the channel, answer lost, restart a quarter of an hour later: it is found and not doubled.
    """
    match, courier = await begun(scene)
    courier.locked, courier.after = True, [Doubtful()]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    courier.locked = False
    await restarted(scene, minutes=15)
    view = await scene.app.matches.view(match, ANN.user)

    assert [5001, PLACE.channel] == boards(courier)
    assert () == view.undelivered


async def test_b7_a_repeat_goes_where_the_attempt_before_went(scene: Scene) -> None:
    """
    A nonce is known to one channel: though the thread is open again, the repeat goes into the channel.
    """
    match, courier = await begun(scene)
    courier.locked, courier.after = True, [Doubtful()]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    courier.locked = False
    await restarted(scene, seconds=30)

    assert [5001, PLACE.channel] == boards(courier)


async def test_b7_before_it_goes_elsewhere_it_is_looked_for_in_the_thread(scene: Scene) -> None:
    """
    Posted into the thread, answer lost, thread locked: the board stands there, so none goes into the channel.
    """
    match, courier = await begun(scene)
    courier.after = [Doubtful()]
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    courier.locked = True
    await restarted(scene, seconds=30)

    assert [5001, 5001] == boards(courier)


async def test_b7_a_card_is_looked_for_where_the_match_was_opened(scene: Scene) -> None:
    """
    It never stands in the thread.
    """
    match, courier = await begun(scene)
    seen: list[Notice] = []

    async def lost(notice: Notice, ref: MessageRef) -> MessageRef:
        seen.append(notice)
        raise Doubtful

    courier.edit = lost  # type: ignore[method-assign]
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    await scene.relay.pump()

    assert [(PLACE.channel,)] == [notice.tried for notice in seen]


async def test_a_message_that_was_edited_or_posted_anew_is_looked_for_first(scene: Scene) -> None:
    """
    A card that is gone is posted anew; is that answer lost for more than two minutes, the new one is found.
    """
    match, courier = await begun(scene)
    edits = 0

    async def anew(notice: Notice, ref: MessageRef) -> MessageRef:
        nonlocal edits
        edits += 1
        await RecordingCourier.post(courier, notice)
        raise Doubtful

    courier.edit = anew  # type: ignore[method-assign]
    await scene.app.matches.resign(scene.key(), ANN, match=match)
    await scene.relay.pump()
    scene.clock.forward(minutes=15)
    await scene.relay.pump()

    assert 1 == edits
    assert 2 == len(courier.of(Kind.CARD))


@pytest.mark.parametrize("kind", [Kind.TEST, Kind.WORD])
async def test_b13_a_direct_message_in_doubt_is_looked_for_before_it_is_sent_again(scene: Scene, kind: Kind) -> None:
    """
    After the time in which Discord knows a nonce for sure it is found in the direct channel, and not sent twice.
    """
    match, courier = await begun(scene)
    told = Payload(user=ANN.user, text=say("app.test_direct"))
    row = digest.row(ANN.user, kind, now=scene.clock.now(), told=told)
    if kind is Kind.WORD:
        row = msgspec.structs.replace(row, match=match, kind=kind)
    await scene.store.run(lambda tx: tx.outbox.enqueue(row))
    courier.after = [Doubtful()]
    await scene.relay.pump()
    scene.clock.forward(minutes=6)
    await scene.relay.pump()

    assert 1 == len(courier.reached) + len(courier.of(Kind.WORD))
    assert 1 == len(courier.sought)
    assert [] == list(await scene.store.read(lambda tx: tx.outbox.lane(ANN.user, most=10)))


async def test_b9_a_refusal_that_may_pass_is_tried_again_soon(scene: Scene) -> None:
    """
    A 401, or a code nobody knows: again after two seconds, four, eight …; nothing is parked meanwhile.
    """
    await scene.open()
    scene.courier.before = [Permanent(0, raw("Discord refused it: 401"), sure=False) for _ in range(3)]
    pauses = []
    for _ in range(3):
        await scene.relay.pump()
        (row,) = await scene.store.read(lambda tx: tx.outbox.lane(77, most=10))
        pauses.append((row.not_before - scene.clock.now()).total_seconds())
        scene.clock.forward(seconds=pauses[-1])
    await scene.relay.pump()

    assert [2, 4, 8] == pauses
    assert [Kind.CARD] == [notice.kind for notice in scene.courier.posts]


async def test_b9_a_refusal_that_stays_is_parked(scene: Scene) -> None:
    """
    After some attempts the row is parked with the reason, and what comes after it is told.
    """
    await scene.open()
    scene.courier.before = [Permanent(0, raw("Discord refused it: 401"), sure=False) for _ in range(MOST_REFUSALS)]
    for _ in range(MOST_REFUSALS):
        await scene.relay.pump()
        scene.clock.forward(minutes=2)
    view = await scene.app.matches.view((await scene.app.matches.mine(ANN.user))[0].match, None)

    assert (raw("Discord refused it: 401"),) == view.undelivered


async def test_b9_a_refusal_after_a_time_without_discord_is_not_the_last_one(scene: Scene) -> None:
    """
    Attempts that failed since Discord was away do not count: a single 401 when it comes back parks nothing.
    """
    await scene.open()
    scene.courier.before = [Transient() for _ in range(2 * MOST_REFUSALS)]
    scene.courier.before.append(Permanent(0, raw("Discord refused it: 401"), sure=False))
    while scene.courier.before:
        await scene.relay.pump()
        scene.clock.forward(minutes=6)
    await scene.relay.pump()

    assert [Kind.CARD] == [notice.kind for notice in scene.courier.posts]


async def test_what_was_in_doubt_when_it_was_parked_is_looked_for_when_it_is_tried_again(scene: Scene) -> None:
    """
    Answer lost, then a right taken away: an hour later the message may stand there.
    """
    await scene.open()
    scene.courier.after = [Doubtful()]
    await scene.relay.pump()
    scene.clock.forward(seconds=30)
    scene.courier.before = [Permanent(50013, raw("The bot lacks a right."))]
    await scene.relay.pump()
    scene.clock.forward(hours=1)
    scene.courier.messages, kept = dict(scene.courier.messages), len(scene.courier.posts)
    await scene.relay.retry()
    await scene.relay.pump()

    assert 1 == len(scene.courier.sought)
    assert kept == len(scene.courier.posts)


async def test_b11_told_to_stop_the_relay_ends_the_delivery_under_way_and_begins_none(scene: Scene) -> None:
    """
    The card is delivered and noted; the board waits for the next start, without doubt.
    """
    await scene.match()
    reached, go_on = asyncio.Event(), asyncio.Event()
    post = scene.courier.post

    async def slow(notice: Notice) -> MessageRef:
        reached.set()
        await go_on.wait()
        return await post(notice)

    scene.courier.post = slow  # type: ignore[method-assign]
    pumping = asyncio.create_task(scene.relay.pump())
    await reached.wait()
    finishing = asyncio.create_task(scene.relay.finish(5))
    await asyncio.sleep(0)
    go_on.set()
    await finishing
    await pumping
    rows = await scene.store.read(lambda tx: tx.outbox.lane(PLACE.channel, most=10))

    assert [Kind.CARD] == [notice.kind for notice in scene.courier.posts]
    assert {None} == {row.doubt for row in rows}
