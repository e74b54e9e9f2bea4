"""The relay: in order, coalesced, at least once and at most once, and parked where it cannot be."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef
from bot.app.notifications.claiming import LEASE, Claim, Claimant, claim, nonce
from bot.app.notifications.courier import Doubtful, Notice, Permanent, Transient
from bot.app.notifications.delivered import note_delivered
from bot.app.notifications.relay import MOST_FAULTS, Relay, backoff
from db.engine.errors import Conflict, Unreachable
from db.ids import ChannelId, MessageId, NoticeId
from db.notifications.outbox import OutboxRepository
from db.records import NoticeRecord, NoticeState
from db.stores.store import Store, Work
from games.core.text import raw
from tests.app.scene import ANN, BEN, CLEO, RecordingCourier, Scene


async def waiting(scene: Scene, lane: int = 5001) -> list[NoticeRecord]:
    """What is still to be told in a lane."""
    return list(await scene.store.read(lambda tx: tx.outbox.lane(lane, most=100)))


def kinds(scene: Scene) -> list[Kind]:
    """What was posted, in order."""
    return [notice.kind for notice in scene.courier.posts]


async def test_rows_are_told_in_order_within_their_channel(scene: Scene) -> None:
    """
    The card comes first, then the thread is made, then the board goes into the thread.
    """
    await scene.match()
    await scene.relay.pump()

    assert [Kind.CARD, Kind.BOARD] == kinds(scene)
    assert [77, 5001] == [notice.place.channel for notice in scene.courier.posts]
    assert [] == await waiting(scene)


async def test_without_threads_all_stays_in_the_channel(scene: Scene) -> None:
    """
    Where matches are played in the channel itself, boards go there.
    """
    scene.courier.threads = False
    await scene.match()
    await scene.relay.pump()

    assert [77, 77] == [notice.place.channel for notice in scene.courier.posts]


async def test_quick_turns_make_one_board(scene: Scene) -> None:
    """
    Turns made before the relay comes by are told by one board: the newest, with all lines and who is asked now.
    """
    match = await scene.match()
    await scene.relay.pump()
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2")):
        await scene.play(match, actor, line)
    await scene.relay.pump()
    boards = scene.courier.of(Kind.BOARD)

    assert 2 == len(boards)
    assert ["1", "5", "2"] == [line.entry.line for line in boards[1].lines]
    assert ["1", "5", "2"] == list(boards[1].match_view.marks.spots)
    assert (BEN.user,) == boards[1].mention


async def test_the_running_card_is_edited_when_something_on_it_changes(scene: Scene) -> None:
    """
    Turns change nothing on it; that somebody resigns does.
    """
    match = await scene.match(players=(ANN, BEN, CLEO))
    await scene.relay.pump()
    known = len(scene.courier.edits)
    for actor, line in ((ANN, "1"), (BEN, "5")):
        await scene.play(match, actor, line)
        scene.clock.forward(seconds=3)
        await scene.relay.pump()
    before = len(scene.courier.edits)
    await scene.app.matches.resign(scene.key(), CLEO, match=match)
    scene.clock.forward(seconds=3)
    await scene.relay.pump()

    assert [(0, 1), [Kind.CARD]] == [
        (before - known, len(scene.courier.edits) - before),
        [notice.kind for notice, _ in scene.courier.edits[before:]],
    ]


async def test_each_row_has_a_nonce_of_its_own(scene: Scene) -> None:
    """
    Nonces hold the row's number and the database's tag, in at most 25 characters.
    """
    await scene.match()
    await scene.relay.pump()
    nonces = [notice.nonce for notice in scene.courier.posts]

    assert len(set(nonces)) == len(nonces)
    assert all(len(each) <= 25 for each in nonces)
    assert "ozz-abc" == nonce(NoticeId(35 * 36 + 35), "abc")
    assert len(nonce(NoticeId(2**63), "abcdef")) <= 25


async def test_what_had_no_effect_is_tried_again_later(scene: Scene) -> None:
    """
    After a refusal for now the row waits as long as Discord says, and its lane behind it.
    """
    await scene.open()
    scene.courier.before = [Transient(30)]
    await scene.relay.pump()
    first = kinds(scene)
    scene.clock.forward(seconds=29)
    await scene.relay.pump()
    second = kinds(scene)
    scene.clock.forward(seconds=1)
    await scene.relay.pump()

    assert ([], [], [Kind.CARD]) == (first, second, kinds(scene))


async def test_a_doubtful_post_is_repeated_with_the_same_nonce(scene: Scene) -> None:
    """
    Within two minutes the same nonce makes the repeat harmless: one message stands there.
    """
    await scene.open()
    scene.courier.after = [Doubtful()]
    await scene.relay.pump()
    scene.clock.forward(seconds=30)
    await scene.relay.pump()

    assert 1 == len(scene.courier.posts)
    assert [] == scene.courier.sought
    assert [] == await waiting(scene, 77)


async def test_after_two_minutes_it_looks_into_the_channel_first(scene: Scene) -> None:
    """
    When Discord may have forgotten the nonce, the message is looked for; found, it is not sent again.
    """
    await scene.open()
    scene.courier.after = [Doubtful()]
    began = scene.clock.now()
    await scene.relay.pump()
    scene.clock.forward(minutes=3)
    scene.courier.messages, kept = dict(scene.courier.messages), scene.courier.messages
    await scene.relay.pump()

    assert [(scene.courier.posts[0].nonce, began)] == scene.courier.sought
    assert kept == scene.courier.messages
    assert [] == await waiting(scene, 77)


async def test_what_is_not_found_is_sent(scene: Scene) -> None:
    """
    A doubtful post that had no effect is sent after the look.
    """
    await scene.open()
    scene.courier.before = [Doubtful()]
    await scene.relay.pump()
    scene.clock.forward(minutes=3)
    await scene.relay.pump()

    assert 1 == len(scene.courier.sought)
    assert [Kind.CARD] == kinds(scene)


async def test_what_can_never_be_delivered_is_parked_with_its_reason(scene: Scene) -> None:
    """
    A permanent refusal ends the row; the match says why, and what comes after is told.
    """
    match = await scene.match()
    scene.courier.before = [Permanent(50013, raw("The bot may not post here."))]
    await scene.relay.pump()
    view = await scene.app.matches.view(match, ANN.user)

    await scene.play(match, ANN, "1")
    scene.clock.forward(seconds=5)
    await scene.relay.pump()
    later = await scene.app.matches.view(match, ANN.user)

    assert (raw("The bot may not post here."),) == view.undelivered
    assert () == later.undelivered
    assert {Kind.BOARD, Kind.CARD} == set(kinds(scene))


async def test_a_bug_at_the_edge_is_tried_some_times_and_then_parked(scene: Scene) -> None:
    """
    An error nobody foresaw does not stop the lane for ever.
    """
    await scene.open()
    scene.courier.before = [ValueError("oops") for _ in range(MOST_FAULTS)]
    for _ in range(MOST_FAULTS):
        await scene.relay.pump()
        scene.clock.forward(minutes=10)
    view = await scene.app.matches.view((await scene.app.matches.mine(ANN.user))[0].match, None)

    assert 1 == len(view.undelivered)
    assert [] == await waiting(scene, 77)


async def test_a_crash_before_sending_loses_nothing(scene: Scene) -> None:
    """
    What was committed is told by the next process.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    later = Scene(scene.store)
    await later.relay.pump()

    assert [Kind.CARD, Kind.BOARD] == kinds(later)


@pytest.mark.parametrize("sent", [False, True])
async def test_a_crash_while_sending_posts_once(scene: Scene, sent: bool) -> None:
    """
    A process killed in the middle leaves a row under way; the next one of the same name repeats it with its nonce.
    """
    await scene.open()
    reached = asyncio.Event()

    class Hanging(RecordingCourier):
        async def post(self, notice: Notice) -> MessageRef:
            if sent:
                await scene.courier.post(notice)
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    dying = asyncio.create_task(Relay(scene.app.uow, Hanging(), holder="test").pump())
    await reached.wait()
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    later = Scene(scene.store)
    later.courier = scene.courier
    later.relay = Relay(later.app.uow, scene.courier, holder="test", pause=0)
    await later.relay.pump()

    assert 1 == len(scene.courier.posts)
    assert [] == await waiting(scene, 77)


async def test_two_processes_never_both_tell(scene: Scene) -> None:
    """
    A row under way elsewhere is left alone until its process must be dead.
    """
    await scene.open()
    row = (await waiting(scene, 77))[0]
    taken = _sending(row, scene)
    await scene.store.run(lambda tx: tx.outbox.save(taken, was=NoticeState.WAITING))
    await scene.relay.pump()
    early = kinds(scene)
    scene.clock.forward(seconds=LEASE.total_seconds())
    await scene.relay.pump()

    assert ([], [Kind.CARD]) == (early, kinds(scene))
    assert 1 == len(scene.courier.sought)


def _sending(row: NoticeRecord, scene: Scene) -> NoticeRecord:
    return replace(row, state=NoticeState.SENDING, sending=scene.clock.now(), holder="other", attempts=1)


async def test_many_relays_at_once_post_each_row_once(store: Store) -> None:
    """
    Several processes over one database and one Discord: every notice stands there once.
    """
    scene = Scene(store)
    for _ in range(4):
        await scene.match()
    relays = [Relay(scene.app.uow, scene.courier, holder=f"p{number}", pause=0) for number in range(3)]
    await asyncio.gather(*(relay.pump() for relay in relays))
    await scene.relay.pump()
    nonces = [notice.nonce for notice in scene.courier.posts]

    assert 8 == len(nonces)
    assert len(set(nonces)) == len(nonces)


async def test_a_row_that_another_process_took_or_told_is_left_to_it(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Whoever loses the row tells nothing, and what was told twice is noted once.
    """
    await scene.open()
    who = Claimant(holder="p", tag="t", match_reader=scene.app.uow.match_reader)
    now = scene.clock.now()
    taken = await scene.store.run(lambda tx: claim(tx, who, 77, now=now))
    assert isinstance(taken, Claim)
    first, second = (MessageRef(ChannelId(77), MessageId(number)) for number in (1, 2))
    await scene.store.run(partial(note_delivered, done=taken, ref=first, now=now))
    with pytest.raises(Conflict):
        await scene.store.run(partial(note_delivered, done=taken, ref=second, now=now))
    assert taken.record.match is not None
    number = taken.record.match
    post = await scene.store.read(lambda tx: tx.posts.get(number, Kind.CARD))
    await scene.open()
    monkeypatch.setattr(OutboxRepository, "take", _lose)
    await scene.relay.pump()

    assert post is not None
    assert 1 == post.message
    assert [] == scene.courier.posts


def _lose(*args: object, **kwargs: object) -> None:
    raise Conflict


async def test_a_mention_that_was_overtaken_is_dropped(scene: Scene) -> None:
    """
    Who has moved before the board is posted is not mentioned any more.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.relay.pump()

    assert [(BEN.user,)] == [notice.mention for notice in scene.courier.of(Kind.BOARD)]


@pytest.mark.parametrize("error", [Transient(1), RuntimeError("coroutine raised StopIteration")])
async def test_an_old_board_that_keeps_its_buttons_is_no_fault(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """
    Taking buttons off is tried once; whatever fails there does not repeat the board, and the lane goes on.
    """
    match = await scene.match()
    await scene.relay.pump()
    await scene.play(match, ANN, "1")

    async def fail(notice: Notice, ref: MessageRef) -> None:
        raise error

    monkeypatch.setattr(scene.courier, "retire", fail)
    await scene.relay.pump()
    await scene.play(match, BEN, "5")
    await scene.relay.pump()

    assert 3 == len(scene.courier.of(Kind.BOARD))


async def test_the_worker_tells_as_soon_as_something_is_committed(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    In the background it hears of each change; a database that fails for a moment does not end it.
    """
    begin = scene.relay._begin
    faults = [Unreachable()]

    async def flaky() -> None:
        if faults:
            raise faults.pop()
        await begin()

    monkeypatch.setattr(scene.relay, "_begin", flaky)
    task = asyncio.create_task(scene.relay.run())
    await asyncio.sleep(0.05)
    match = await scene.match()
    for _ in range(200):
        await asyncio.sleep(0.02)
        if scene.courier.of(Kind.BOARD):
            break
    await scene.play(match, ANN, "1")
    for _ in range(200):
        await asyncio.sleep(0.02)
        if len(scene.courier.of(Kind.BOARD)) > 1:
            break
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert 2 == len(scene.courier.of(Kind.BOARD))


async def test_a_worker_that_ends_lets_go(scene: Scene) -> None:
    """
    Stopped in the middle of a delivery, nothing hangs; the row is repeated by the next.
    """
    await scene.open()
    reached = asyncio.Event()

    class Hanging(RecordingCourier):
        async def post(self, notice: Notice) -> MessageRef:
            reached.set()
            await asyncio.Event().wait()
            raise AssertionError

    task = asyncio.create_task(Relay(scene.app.uow, Hanging(), holder="test").run())
    await reached.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await asyncio.sleep(0)
    await scene.relay.pump()

    assert [Kind.CARD] == kinds(scene)


async def test_a_database_that_fails_while_telling_puts_the_lane_off(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The row stays and is told when the database is back.
    """
    await scene.open()
    run = scene.store.run
    faults: list[Exception] = []

    async def flaky(work: Work[Any]) -> object:
        if faults:
            raise faults.pop()
        return await run(work)

    await scene.relay._begin()
    await asyncio.gather(*scene.relay._busy.values())
    await scene.open()
    monkeypatch.setattr(scene.store, "run", flaky)
    for fault in (Unreachable(), Conflict()):
        faults.append(fault)
        await scene.relay.pump()
    await scene.relay.pump()

    assert 2 == len(scene.courier.posts)


def test_the_back_off_grows_to_five_minutes() -> None:
    """
    Two seconds, four, eight, and never more than five minutes.
    """
    assert [2, 4, 8, 300, 300] == [backoff(attempts) for attempts in (1, 2, 3, 9, 50)]
    assert timedelta(minutes=2) == LEASE


async def test_attempts_that_ended_with_their_process_do_not_count(scene: Scene) -> None:
    """
    A row that many processes died over is not put off for minutes when Discord then fails it for the first time.
    """
    await scene.open()
    row = (await waiting(scene, 77))[0]
    taken = replace(_sending(row, scene), holder="test", attempts=20)
    await scene.store.run(lambda tx: tx.outbox.save(taken, was=NoticeState.WAITING))
    who = Claimant(holder="test", tag="t", match_reader=scene.app.uow.match_reader)
    again = await scene.store.run(lambda tx: claim(tx, who, 77, now=scene.clock.now()))

    assert isinstance(again, Claim)
    assert 1 == again.record.attempts


async def test_when_discord_is_back_everything_is_tried_at_once(scene: Scene) -> None:
    """
    Rows that were put off for minutes after many attempts do not wait for the next; what is put off by wish does.
    """
    await scene.open()
    scene.courier.before = [Doubtful() for _ in range(6)]
    for _ in range(6):
        await scene.relay.pump()
        scene.clock.forward(seconds=backoff(6))
    scene.clock.forward(seconds=-1)
    await scene.relay.pump()
    away = kinds(scene)
    await scene.relay.resume()
    await scene.relay.pump()

    assert ([], [Kind.CARD]) == (away, kinds(scene))
