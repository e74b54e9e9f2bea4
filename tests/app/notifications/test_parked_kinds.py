"""What cannot be told, by its kind: whom it concerns, what they are told, and what a try again returns."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import NOTHING, Kind, Payload, read_told
from bot.app.match.records import MessageRef
from bot.app.notifications import digest
from bot.app.notifications.courier import Notice, Permanent, TournamentNotice
from bot.app.notifications.digest import Digests
from bot.app.notifications.notices import wants_digest
from bot.app.notifications.parking import FAILED, fail, park
from bot.app.notifications.relay import Relay
from bot.app.notifications.retries import Retries
from bot.app.runtime.refusals import WORDS, read_text
from db.ids import GuildId, NoticeId, UserId
from db.records import NoticeRecord, NoticeState, PersonRecord
from db.tx import Tx
from games.core.seats import AskId, Seat
from games.core.text import raw
from games.core.words import Words
from tests.app.scene import ANN, BEN, RecordingCourier, Scene
from tests.app.tournaments.held import HOST, opened
from tests.stores import NOW

LANE = 4711
GUILD = GuildId(12)


class Unable(RecordingCourier):
    """Posts nothing of some kinds."""

    kinds = frozenset({Kind.TOURNAMENT})

    async def post(self, notice: Notice) -> MessageRef:
        """Refuse them as Discord does where a right is missing."""
        if notice.kind in self.kinds:
            raise Permanent(50013, raw("The bot lacks a right."))
        return await super().post(notice)

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Refuse what is about tournaments, likewise."""
        if notice.kind in self.kinds:
            raise Permanent(50013, raw("The bot lacks a right."))
        return await super().tell(notice, ref)


def unable(scene: Scene, *kinds: Kind) -> tuple[Unable, Relay]:
    """A relay whose courier posts none of these kinds."""
    courier = Unable()
    courier.kinds = frozenset(kinds)
    return courier, Relay(scene.app.uow, courier, holder="test", pause=0)


async def given_up(scene: Scene, relay: Relay) -> None:
    """Let the relay try until it gives up what is refused."""
    for _ in range(6):
        await relay.pump()
        scene.clock.forward(seconds=10)


async def test_who_runs_a_tournament_is_told_that_its_card_was_not_posted(scene: Scene) -> None:
    """
    Once for each tournament, however often its card changes, by a private sentence that goes out at once.
    """
    courier, relay = unable(scene, Kind.TOURNAMENT)
    cup = await opened(scene, name="Cup")
    await given_up(scene, relay)
    await scene.app.tournaments.join(scene.key(), ANN, tournament=cup)
    await given_up(scene, relay)
    once = [(notice.user, scene.words(notice.text)) for notice, _ in courier.told if notice.text and notice.user]
    await opened(scene, name="Vase")
    await given_up(scene, relay)
    both = [scene.words(notice.text) for notice, _ in courier.told if notice.text and notice.user]

    assert [HOST.user] == [user for user, _ in once]
    assert "Cup" in once[0][1]
    assert "The bot lacks a right." in once[0][1]
    assert 2 == len(both)
    assert "Vase" in both[1]


async def test_the_private_sentence_about_a_tournament_is_a_row_of_its_own(scene: Scene) -> None:
    """
    It waits in the lane of its reader, untried, whatever had become of the row that could not be told.
    """
    event = await opened(scene)
    now = scene.clock.now() + timedelta(hours=1)

    def work(tx: Tx) -> tuple[NoticeRecord, NoticeRecord]:
        row = next(
            row
            for due in tx.outbox.due_lanes(now=scene.clock.now())
            for row in tx.outbox.lane(due.lane, most=9)
            if row.tournament == event and row.kind == Kind.TOURNAMENT
        )
        park(tx, replace(row, attempts=7, doubt=NOW), raw("No."), mention=(), now=now)
        return row, next(row for row in tx.outbox.lane(HOST.user, most=9))

    row, word = await scene.store.run(work)

    assert (Kind.NEWS, event, row.guild) == (word.kind, word.tournament, row.guild)
    assert (NoticeState.WAITING, 0, None, None) == (word.state, word.attempts, word.doubt, word.holder)
    assert (now, now, None) == (word.not_before, word.created, word.sending)
    assert row.id != word.id


async def test_nobody_is_told_that_the_card_of_a_running_match_was_not_posted(scene: Scene) -> None:
    """
    Its board calls whom it concerns.
    """
    courier, relay = unable(scene, Kind.CARD)
    await scene.match()
    await relay.pump()

    assert [] == [notice for notice in courier.posts if notice.kind is Kind.WORD]


async def test_a_notice_that_fails_is_put_off_with_its_doubt(scene: Scene) -> None:
    """
    It is tried again at its time, nobody is on it meanwhile, and an earlier doubt stays unless there is a new one.
    """
    match = await scene.match()
    later, doubts = scene.clock.now() + timedelta(minutes=5), []

    def rows(tx: Tx) -> list[NoticeRecord]:
        found = [row for due in tx.outbox.due_lanes(now=later) for row in tx.outbox.lane(due.lane, most=9)]
        return [row for row in found if row.match == match and row.kind == Kind.BOARD]

    for doubt in (None, NOW, None):
        await scene.store.run(lambda tx, doubt=doubt: fail(tx, rows(tx)[0], until=later, doubt=doubt, now=NOW))  # type: ignore[misc]
        put_off = (await scene.store.read(rows))[0]
        doubts.append(put_off.doubt)

    assert [None, NOW, NOW] == doubts
    assert (NoticeState.WAITING, later, FAILED) == (
        put_off.state,
        put_off.not_before,
        read_text(put_off.reason or ""),
    )
    assert (None, None) == (put_off.sending, put_off.holder)


async def test_who_a_failed_board_was_to_call_is_told_when_it_is_given_up(scene: Scene) -> None:
    """
    The match is not asked who still waits: the row says whom it calls.
    """
    match = await scene.match()

    def work(tx: Tx) -> tuple[set[int], NoticeRecord]:
        lanes = [due.lane for due in tx.outbox.due_lanes(now=scene.clock.now())]
        board = next(row for lane in lanes for row in tx.outbox.lane(lane, most=9) if row.kind == Kind.BOARD)
        fail(tx, board, until=None, doubt=None, now=scene.clock.now())
        return {seat for seat, _ in read_told(board.data).asked}, tx.outbox.find_parked(match)[0]

    asked, parked = await scene.store.run(work)

    assert FAILED == read_text(parked.reason or "")
    assert "Der Bot ist auf einen Fehler gestoßen" in Words(WORDS, language="de")(read_text(parked.reason or ""))
    assert [(ANN, BEN)[seat].user for seat in asked] == list(read_told(parked.data).said)


async def _parked_as(
    scene: Scene, row: NoticeRecord, told: Payload = NOTHING
) -> tuple[NoticeRecord, list[NoticeRecord]]:
    """A new row like this one that could not be told, and the rows that say so to somebody."""

    def work(tx: Tx) -> tuple[NoticeRecord, list[NoticeRecord]]:
        tx.outbox.enqueue(replace(row, lane=LANE, data=msgspec.json.encode(told)))
        (made,) = tx.outbox.lane(LANE, most=2)
        before = _waiting_words(tx)
        park(tx, made, raw("No."), mention=(), now=NOW)
        own = tx.outbox.find_parked_for(LANE, most=1)
        return own[0], [each for each in _waiting_words(tx) if each not in before]

    return await scene.store.run(work)


def _waiting_words(tx: Tx) -> list[NoticeRecord]:
    """The private rows that wait for the host and for who runs tournaments."""
    return [row for user in (ANN.user, HOST.user) for row in tx.outbox.lane(user, most=99)]


async def test_only_the_card_of_an_open_match_is_missed_by_its_host(scene: Scene) -> None:
    """
    A sentence at the place of an open match that cannot be posted concerns nobody in particular.
    """
    match = await scene.open(seats=4)
    record = await scene.store.read(lambda tx: tx.matches.get(match))
    assert record is not None
    card, word = outbox.row(record, Kind.CARD, now=NOW), outbox.row(record, Kind.WORD, now=NOW)

    assert [1, 0] == [len((await _parked_as(scene, row))[1]) for row in (card, word)]


async def test_news_of_a_tournament_that_cannot_be_told_makes_no_further_news(scene: Scene) -> None:
    """
    Not even the sentence to its organizer that the card was not posted: that would never end.
    """
    cup = await opened(scene)
    record = await scene.store.read(lambda tx: tx.tournaments.get(cup))
    assert record is not None
    row = replace(digest.row(HOST.user, Kind.NEWS, now=NOW), tournament=cup, guild=record.guild)

    assert [] == (await _parked_as(scene, row))[1]


async def test_refusals_are_counted_anew_once_a_row_has_been_given_up(scene: Scene) -> None:
    """
    When it is tried again it may be refused as often as at first.
    """
    match = await scene.match()
    record = await scene.store.read(lambda tx: tx.matches.get(match))
    assert record is not None
    parked, _ = await _parked_as(scene, outbox.row(record, Kind.SCENE, now=NOW), Payload(refused=4))

    assert 0 == read_told(parked.data).refused


async def test_a_failed_row_that_calls_a_seat_without_a_person_tells_nobody(scene: Scene) -> None:
    """
    Only the others whom it calls.
    """
    match = await scene.match()

    def work(tx: Tx) -> tuple[UserId, ...]:
        record = tx.matches.get(match)
        assert record is not None
        told = Payload(asked=((Seat(7), AskId("r1.s7")), (Seat(0), AskId("r1.s0"))))
        tx.outbox.enqueue(replace(outbox.row(record, Kind.BOARD, now=NOW, told=told), lane=LANE))
        fail(tx, tx.outbox.lane(LANE, most=1)[0], until=None, doubt=None, now=NOW)
        return read_told(tx.outbox.find_parked_for(LANE, most=1)[0].data).said

    assert (ANN.user,) == await scene.store.run(work)


# --- Trying again ------------------------------------------------------------------------------------------------


async def _refused(scene: Scene, count: int, *, guild: GuildId = GUILD) -> None:
    """So many rows of a server that could not be told; those tried again are refused again."""

    def work(tx: Tx) -> None:
        now = scene.clock.now()
        for _ in range(count):
            tx.outbox.enqueue(
                NoticeRecord(
                    id=NoticeId(0), lane=LANE, guild=guild, match=None, kind=Kind.NEWS, ply=0,
                    data=msgspec.json.encode({}), state=NoticeState.WAITING, attempts=0, not_before=now, sending=None,
                    holder=None, doubt=None, reason=None, created=now,
                )
            )  # fmt: skip
        for row in tx.outbox.lane(LANE, most=1000):
            tx.outbox.finish(row, NoticeState.PARKED, reason="refused")

    await scene.store.run(work)


async def test_trying_again_says_whether_anything_goes(scene: Scene) -> None:
    """
    One row is enough; a server that was just tried, one without rows and one that nobody wants tried have none.
    """
    retries = Retries(scene.app.uow)
    empty = [await retries.want(GUILD), await retries.go()]
    await _refused(scene, 1)
    tried = [await retries.go(), await retries.want(GUILD)]
    await _refused(scene, 0)
    tried += [await retries.want(GUILD)]
    scene.clock.forward(seconds=59)
    tried += [await retries.go()]
    scene.clock.forward(seconds=1)
    tried += [await retries.go(), await retries.go()]

    assert [False, False] == empty
    assert [False, True, False, False, True, False] == tried


async def test_all_servers_share_what_may_be_tried_in_a_minute(scene: Scene) -> None:
    """
    What one server has used up another waits for: a second brings one and two thirds, and a whole one is needed.
    """
    retries = Retries(scene.app.uow)
    await _refused(scene, 100)
    first = await retries.want(GUILD)
    await _refused(scene, 1, guild=GuildId(13))
    early = await retries.want(GuildId(13))
    scene.clock.forward(seconds=0.5)
    half = await retries.go()
    scene.clock.forward(seconds=0.2)

    assert (True, False, False, True) == (first, early, half, await retries.go())


async def test_a_try_of_all_servers_does_not_make_the_next_one_wait(scene: Scene) -> None:
    """
    Only a single server is let alone for a minute.
    """
    retries = Retries(scene.app.uow)
    await _refused(scene, 1)
    first = await retries.want(None)
    await _refused(scene, 0)

    assert (True, True) == (first, await retries.want(None))


# --- Digests -----------------------------------------------------------------------------------------------------


async def test_digests_are_made_round_after_round_and_wake_the_relay(scene: Scene) -> None:
    """
    Each round makes what is due, says so where something was made, and comes again after so many seconds.
    """
    digests = Digests(scene.app.uow, every=0.01)
    await scene.app.preferences.set_person(ANN, {"digest": 13, "zone": "UTC"})
    await scene.match()
    heard = scene.app.uow.signals.listen()
    none = (await digests.sweep(), heard.is_set())
    running = asyncio.create_task(digests.run())
    await asyncio.sleep(0.05)
    scene.clock.forward(hours=2)
    async with asyncio.timeout(2):
        await heard.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    reach = await scene.store.read(lambda tx: tx.reach.get(ANN.user))

    assert (0, False) == none
    assert reach.digest is not None
    assert reach.digest > scene.clock.now()


async def test_who_takes_no_daily_digest_gets_one_after_the_cap_and_no_next(scene: Scene) -> None:
    """
    The one that makes up for calls beyond the cap is the last.
    """
    await scene.app.preferences.set_person(ANN, {"cap": 1, "zone": "UTC"})
    for _ in range(2):
        await scene.match()
    await scene.relay.pump()
    scene.clock.forward(hours=21)
    made = await scene.app.digests.sweep()
    reach = await scene.store.read(lambda tx: tx.reach.get(ANN.user))

    assert (1, 0, None) == (made, reach.merged, reach.digest)


async def test_a_digest_that_was_made_meanwhile_is_not_made_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Two processes that have both found a digest due make one.
    """
    await scene.app.preferences.set_person(ANN, {"digest": 13, "zone": "UTC"})
    scene.clock.forward(hours=24)
    due = await scene.store.read(lambda tx: tx.reach.digests_due(now=scene.clock.now(), most=9))
    await scene.app.digests.sweep()

    async def overtaken(_: object) -> object:
        return due

    with monkeypatch.context() as patched:
        patched.setattr(scene.store, "read", overtaken)
        await scene.app.digests.sweep()
    rows = await scene.store.read(lambda tx: tx.outbox.lane(ANN.user, most=9))

    assert (1, [Kind.DIGEST]) == (len(due), [row.kind for row in rows])


async def test_a_digest_that_fails_holds_up_no_other(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It is put off, and counts for nothing among those that are made at once.
    """
    monkeypatch.setattr(digest, "BATCH", 1)
    await scene.app.preferences.set_person(ANN, {"digest": 13, "zone": "UTC"})
    scene.clock.forward(hours=1)
    await scene.app.preferences.set_person(BEN, {"digest": 14, "zone": "UTC"})
    scene.clock.forward(hours=24)
    tried = []

    def fail_for_ann(person: PersonRecord | None) -> bool:
        assert person is not None
        tried.append(person.user)
        if person.user == ANN.user:
            raise ValueError("oops")
        return wants_digest(person)

    monkeypatch.setattr(digest, "wants_digest", fail_for_ann)
    made = [await scene.app.digests.sweep() for _ in range(3)]

    assert ([0, 1, 0], [ANN.user, BEN.user]) == (made, tried)
