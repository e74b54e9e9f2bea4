"""What can be read and written in a unit of work, on both databases."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from msgspec.structs import replace

from db.clocks.records import FOREVER
from db.engine.columns import to_millis, to_time
from db.engine.errors import Conflict, Repeat
from db.ids import ChannelId, GuildId, Key, MatchId, MessageId, NoticeId, UserId
from db.records import (
    DraftRecord,
    EntryRecord,
    InviteRecord,
    NoticeState,
    PendingKind,
    PendingRecord,
    PersonRecord,
    PostRecord,
    ServerRecord,
    Status,
)
from db.stores.store import Store
from db.tx import Tx
from tests.db.samples import MATCH, entry, new_match, notice, order, seat, waits
from tests.stores import NOW


def _add_entry(tx: Tx, row: EntryRecord) -> None:
    tx.log.add_entry(row)


def _put_standing(tx: Tx, row: PendingRecord) -> None:
    tx.pending.put(row)


def _second_answer(tx: Tx) -> None:
    tx.facts.get_or("x", "y")
    tx.requests.remember(Key("k"), b"two", at=NOW)


async def test_a_match_comes_back_as_it_was_stored(store: Store) -> None:
    """
    Numbers are given in order; big ids, times, flags and enums survive.
    """
    first = await new_match(store, started=NOW + timedelta(milliseconds=5), outcome=b"o")
    second = await new_match(store)
    read = await store.read(lambda tx: tx.matches.get(first.id))

    assert (1, 2) == (first.id, second.id)
    assert first == read
    assert b"s" * 32 == await store.read(lambda tx: tx.matches.seed(first.id))
    assert await store.read(lambda tx: tx.matches.get(MatchId(99))) is None


async def test_of_two_versions_the_first_saved_wins(store: Store) -> None:
    """
    Saving raises the version; saving an old version is a conflict and changes nothing.
    """
    match = await new_match(store)
    saved = await store.run(lambda tx: tx.matches.save(replace(match, ply=3)))
    with pytest.raises(Conflict):
        await store.run(lambda tx: tx.matches.save(replace(match, ply=9)))

    assert 2 == saved.version
    assert saved == await store.read(lambda tx: tx.matches.get(match.id))


async def test_the_thread_is_noted_beside_the_version(store: Store) -> None:
    """
    Where a match is played is no turn: it is set whatever the version, and a later save does not undo it.
    """
    match = await new_match(store)
    await store.run(lambda tx: tx.matches.set_thread(match.id, ChannelId(55)))
    await store.run(lambda tx: tx.matches.save(match))
    read = await store.read(lambda tx: tx.matches.get(match.id))

    assert read is not None
    assert 55 == read.thread


async def test_matches_are_listed_by_place_person_and_status(store: Store) -> None:
    """
    Each list has its order and its limit.
    """
    one = await new_match(store)
    two = await new_match(store, status=Status.LOBBY, guild=None)
    three = await new_match(store, status=Status.FINISHED)
    await store.run(lambda tx: tx.matches.set_seats(one.id, [seat(one.id, 0, 5), seat(one.id, 1, 5)]))
    await store.run(lambda tx: tx.matches.put_seat(seat(three.id, 0, 5)))
    await store.run(lambda tx: tx.matches.put_invite(InviteRecord(match=two.id, user=UserId(5), kept=True, at=NOW)))
    lists = await store.read(
        lambda tx: [
            tx.matches.in_guild(GuildId(9), status=None, most=9),
            tx.matches.in_guild(GuildId(9), status=Status.RUNNING, most=9),
            tx.matches.in_channel(ChannelId(7), most=2),
            tx.matches.of_user(UserId(5), most=9),
            tx.matches.find_inviting(UserId(5), most=9),
            tx.matches.by_status(Status.FINISHED, most=9),
            tx.matches.in_channel(ChannelId(7), status=Status.RUNNING, most=9),
            tx.matches.of_user(UserId(5), status=Status.FINISHED, most=9),
            tx.matches.get_many([two.id, one.id, MatchId(99)]),
        ]
    )

    assert [[3, 1], [1], [3, 2], [1], [2], [3], [1], [3]] == [[match.id for match in found] for found in lists[:8]]
    assert {1, 2} == {match.id for match in lists[8]}


async def test_many_matches_are_asked_for_in_batches(store: Store) -> None:
    """
    More ids than one statement takes are divided.
    """
    numbers = [(await new_match(store)).id for _ in range(3)]
    many = [*numbers[:2], *map(MatchId, range(1000, 1100)), numbers[2]]
    for number in numbers:
        await store.run(lambda tx, number=number: tx.matches.put_seat(seat(number, 0, 5)))  # type: ignore[misc]
        await store.run(lambda tx, number=number: tx.pending.put(waits(number, "a")))  # type: ignore[misc]
    found = await store.read(
        lambda tx: (tx.matches.get_many(many), tx.matches.seats_of(many), tx.pending.of_matches(many))
    )

    assert [3, 3, 3] == list(map(len, found))


async def test_seats_and_invitations(store: Store) -> None:
    """
    Seats come in order and are replaced as a whole; invitations come one by one and go together.
    """
    match = await new_match(store)
    await store.run(lambda tx: tx.matches.set_seats(match.id, [seat(match.id, 1, None), seat(match.id, 0, 5)]))
    await store.run(lambda tx: tx.matches.put_invite(InviteRecord(match=match.id, user=UserId(6), kept=False, at=NOW)))
    seats, invites = await store.read(lambda tx: (tx.matches.seats(match.id), tx.matches.invites(match.id)))
    await store.run(lambda tx: tx.matches.clear_invites(match.id))

    assert [(0, 5, None), (1, None, "easy")] == [(row.seat, row.user, row.level) for row in seats]
    assert [6] == [invite.user for invite in invites]


async def test_the_log_and_its_snapshots(store: Store) -> None:
    """
    Entries are read by ply; a ply is written once; snapshots are found at or before a ply, shown ones beside it.
    """
    match = (await new_match(store)).id
    rows = [entry(match, 1, audience=()), entry(match, 2, by=1, audience=(0, 1)), entry(match, 3)]
    for row in rows:
        await store.run(partial(_add_entry, row=row))
    await store.run(lambda tx: tx.log.add_snapshot(match, ply=1, data=b"a", shown=True))
    await store.run(lambda tx: tx.log.add_snapshot(match, ply=2, data=b"b", shown=False))
    await store.run(lambda tx: tx.log.add_snapshot(match, ply=3, data=b"c", shown=True))
    with pytest.raises(Conflict):
        await store.run(lambda tx: tx.log.add_entry(rows[0]))
    read = await store.read(lambda tx: tx.log.entries(match, first=1, last=2))
    found = await store.read(
        lambda tx: (
            tx.log.last_ply_of(match, 1),
            tx.log.last_ply_of(match, 7),
            tx.log.snapshot(match, ply=2),
            tx.log.snapshot(match, ply=0),
            tx.log.beside(match, ply=1),
            tx.log.beside(match, ply=3),
        )
    )

    assert tuple(rows[:2]) == read
    assert (2, None, (2, b"b"), None, (None, 3), (1, None)) == found


async def test_a_draft_is_saved_over_the_one_that_was_read(store: Store) -> None:
    """
    Whoever read an older draft is in conflict and changes nothing.
    """
    match = (await new_match(store)).id
    draft = DraftRecord(match=match, seat=0, ask="a", data=b"1", changed=NOW)
    await store.run(lambda tx: tx.drafts.save(draft, was=None))
    with pytest.raises(Conflict):
        await store.run(lambda tx: tx.drafts.save(replace(draft, data=b"x"), was=None))
    await store.run(lambda tx: tx.drafts.save(replace(draft, data=b"2"), was=b"1"))
    with pytest.raises(Conflict):
        await store.run(lambda tx: tx.drafts.save(replace(draft, data=b"3"), was=b"1"))
    read = await store.read(lambda tx: tx.drafts.get(match, 0))
    await store.run(lambda tx: tx.drafts.drop(match, 0))
    await store.run(lambda tx: tx.drafts.save(draft, was=None))
    await store.run(lambda tx: tx.drafts.clear(match))

    assert replace(draft, data=b"2") == read
    assert await store.read(lambda tx: tx.drafts.get(match, 0)) is None


async def test_orders_are_kept_in_their_row(store: Store) -> None:
    """
    By seat and rank; found by their owner while the match runs.
    """
    match = (await new_match(store)).id
    await store.run(lambda tx: tx.matches.set_seats(match, [seat(match, 0, 5), seat(match, 1, 6)]))
    ids = await store.run(
        lambda tx: [tx.orders.add(order(match, rank=1)), tx.orders.add(order(match)), tx.orders.add(order(match, by=1))]
    )
    read = await store.read(lambda tx: tx.orders.of_match(match))
    await store.run(lambda tx: tx.orders.save(replace(read[0], halted=b"why", rank=5)))
    await store.run(lambda tx: tx.orders.drop([ids[2]]))
    own, others = await store.read(lambda tx: (tx.orders.of_user(UserId(5)), tx.orders.of_user(UserId(6))))
    await store.run(lambda tx: tx.orders.clear(match))

    assert [ids[1], ids[0], ids[2]] == [row.id for row in read]
    assert [(1, None), (5, b"why")] == [(row.rank, row.halted) for row in own]
    assert () == others
    assert () == await store.read(lambda tx: tx.orders.of_match(match))


async def test_what_is_due_is_found_by_kind(store: Store) -> None:
    """
    The longest overdue first; rows without a due time never are.
    """
    match = (await new_match(store)).id
    await store.run(lambda tx: tx.matches.set_seats(match, [seat(match, 0, 5)]))
    hour = timedelta(hours=1)
    rows = [
        waits(match, "late", due=NOW),
        waits(match, "later", due=NOW - hour, sealed=True),
        waits(match, "never"),
        waits(match, "soon", due=NOW + hour),
        waits(match, "timer", kind=PendingKind.TIMER, by=-1, restart=True),
    ]
    for row in rows:
        await store.run(partial(_put_standing, row=row))
    due = await store.read(lambda tx: tx.pending.due(PendingKind.SEAT, now=NOW, most=9))
    await store.run(lambda tx: tx.pending.postpone(rows[1], NOW + 2 * hour))
    after = await store.read(lambda tx: tx.pending.due(PendingKind.SEAT, now=NOW, most=9))
    waiting = await store.read(lambda tx: tx.pending.of_user(UserId(5)))
    again = await store.read(lambda tx: tx.pending.at_restart())
    await store.run(lambda tx: tx.pending.drop(rows[0]))
    left = await store.read(lambda tx: tx.pending.of_match(match))
    await store.run(lambda tx: tx.pending.clear(match))

    assert ["later", "late"] == [row.ask for row in due]
    assert ["late"] == [row.ask for row in after]
    assert {"late", "never", "soon"} == {row.ask for row in waiting}
    assert [rows[4]] == list(again)
    assert 4 == len(left)
    assert () == await store.read(lambda tx: tx.pending.of_match(match))


async def test_an_answer_is_stored_once(store: Store) -> None:
    """
    A second answer to the same request undoes its unit of work and brings the first.
    """
    await store.run(lambda tx: tx.requests.remember(Key("k"), b"one", at=NOW))
    with pytest.raises(Repeat) as repeat:
        await store.run(_second_answer)
    kept = await store.read(lambda tx: (tx.requests.answer(Key("k")), tx.requests.answer(Key("z")), tx.facts.get("x")))
    forgotten = await store.run(lambda tx: tx.requests.forget(before=NOW + timedelta(days=1)))

    assert b"one" == repeat.value.answer
    assert (b"one", None, None) == kept
    assert 1 == forgotten


async def test_persons_servers_and_facts(store: Store) -> None:
    """
    Names follow what was seen last; facts are set once.
    """
    user = UserId(5)
    await store.run(lambda tx: tx.people.meet(user, "Ann", at=NOW))
    await store.run(lambda tx: tx.people.put(PersonRecord(user=user, name="Ann", zone="UTC", prefs=b"p", seen=NOW)))
    await store.run(lambda tx: tx.people.meet(user, "Anna", at=NOW))
    await store.run(lambda tx: tx.servers.put(ServerRecord(guild=GuildId(9), settings=b"s")))
    facts = await store.run(lambda tx: (tx.facts.get_or("tag", "a"), tx.facts.get_or("tag", "b"), tx.facts.get("none")))
    read = await store.read(
        lambda tx: (tx.people.get(user), tx.people.get_many([user, UserId(6)]), tx.people.get_many([UserId(6)]))
    )
    servers = await store.read(lambda tx: (tx.servers.get(GuildId(9)), tx.servers.get(GuildId(1))))

    assert PersonRecord(user=user, name="Anna", zone="UTC", prefs=b"p", seen=NOW) == read[0]
    assert ({user: read[0]}, {}) == read[1:]
    assert (ServerRecord(guild=GuildId(9), settings=b"s"), None) == servers
    assert ("a", "a", None) == facts


async def test_people_have_a_name_on_each_server(store: Store) -> None:
    """
    A nickname holds on its server alone; the account's name everywhere else. It goes when it is the account's again; an
    account's name that isn't given stays.
    """
    user, here, there = UserId(7), GuildId(1), GuildId(2)

    async def names() -> list[str]:
        """The name on each server, and elsewhere."""
        return await store.read(
            lambda tx: [tx.people.get_many([user], guild=guild)[user].name for guild in (here, there, None)]
        )

    await store.run(lambda tx: tx.people.meet(user, "An\u200bnie", at=NOW, guild=here, account="Ann"))
    first = await names()
    await store.run(lambda tx: tx.people.meet(user, "Queen", at=NOW, guild=there, account="Ann B."))
    second = await names()
    await store.run(lambda tx: tx.people.meet(user, "Anna", at=NOW))
    third = await names()
    await store.run(lambda tx: tx.people.meet(user, "Anna", at=NOW, guild=there))
    fourth = await names()
    await store.run(lambda tx: tx.people.meet(user, "Nan", at=NOW, guild=there))

    assert ["Annie", "Ann", "Ann"] == first
    assert ["Annie", "Queen", "Ann B."] == second
    assert ["Annie", "Queen", "Anna"] == third
    assert ["Annie", "Anna", "Anna"] == fourth
    assert ["Annie", "Nan", "Anna"] == await names()


async def test_the_outbox_lets_one_row_of_a_lane_under_way(store: Store) -> None:
    """
    The database itself refuses a second row of the same lane; another lane is free.
    """
    match = (await new_match(store)).id
    first, second, other = await store.run(
        lambda tx: [
            tx.outbox.add(notice(match)),
            tx.outbox.add(notice(match)),
            tx.outbox.add(notice(match, lane=8)),
        ]
    )
    rows = await store.read(lambda tx: tx.outbox.lane(7, most=9))
    sending = [replace(row, state=NoticeState.SENDING, sending=NOW, holder="p") for row in rows]
    taken = await store.run(lambda tx: tx.outbox.save(sending[0], was=NoticeState.WAITING))
    again = await store.run(lambda tx: tx.outbox.save(sending[0], was=NoticeState.WAITING))
    with pytest.raises(Conflict):
        await store.run(lambda tx: tx.outbox.save(sending[1], was=NoticeState.WAITING))
    lanes = await store.read(lambda tx: tx.outbox.due_lanes(now=FOREVER))
    done = await store.run(lambda tx: tx.outbox.finish(sending[0], NoticeState.SENT))

    assert (1, 2, 3) == (first, second, other)
    assert (True, False, True) == (taken, again, done)
    assert [(7, 9, match, 1), (8, 9, match, 1)] == [(each.lane, each.guild, each.match, each.waiting) for each in lanes]


async def test_the_backlog_counts_what_waits_and_what_is_parked(store: Store) -> None:
    """
    Nothing at first; then also since when the oldest that waits could have gone.
    """
    match = (await new_match(store)).id
    empty = await store.read(lambda tx: tx.outbox.backlog(now=NOW))
    await store.run(lambda tx: [tx.outbox.add(notice(match)) for _ in range(3)])
    rows = await store.read(lambda tx: tx.outbox.lane(7, most=9))
    await store.run(lambda tx: tx.outbox.finish(rows[0], NoticeState.PARKED, reason="why"))
    full = await store.read(lambda tx: tx.outbox.backlog(now=FOREVER))

    assert (0, 0, None) == empty
    assert (2, 1, rows[1].created) == full


async def test_outbox_rows_move_park_and_go(store: Store) -> None:
    """
    Waiting rows follow their match to another channel; parked ones stay with their reason; told ones are removed.
    """
    match = (await new_match(store)).id
    await store.run(lambda tx: [tx.outbox.add(notice(match)) for _ in range(2)])
    await store.run(lambda tx: tx.outbox.move_lane(match, old=7, lane=9, but=notice(match).kind))
    await store.run(lambda tx: tx.outbox.move_lane(match, old=7, lane=8, but="card"))
    rows = await store.read(lambda tx: tx.outbox.lane(8, most=9))
    await store.run(lambda tx: tx.outbox.finish(rows[0], NoticeState.PARKED, reason="why"))
    await store.run(lambda tx: tx.outbox.finish(rows[1], NoticeState.SENT))
    await store.run(lambda tx: tx.outbox.move_lane(match, old=8, lane=9, but="card"))
    parked = await store.read(lambda tx: tx.outbox.find_parked(match))
    failed = await store.read(
        lambda tx: [tx.outbox.has_failed(lane, since=since) for lane, since in ((8, NOW), (8, FOREVER), (9, NOW))]
    )
    early = await store.run(lambda tx: tx.outbox.purge(before=NOW))
    late = await store.run(lambda tx: tx.outbox.purge(before=NOW + timedelta(days=1)))

    assert [("why", 8)] == [(row.reason, row.lane) for row in parked]
    assert [True, False, False] == failed
    assert (0, 1) == (early, late)
    assert await store.read(lambda tx: tx.outbox.get(rows[1].id)) is None
    assert await store.read(lambda tx: tx.outbox.get(NoticeId(rows[0].id))) is not None


async def test_the_newest_message_of_a_kind(store: Store) -> None:
    """
    A later post takes the place of the earlier one.
    """
    match = (await new_match(store)).id
    post = PostRecord(match=match, kind="board", channel=ChannelId(7), message=MessageId(2**62), ply=1, at=NOW)
    await store.run(lambda tx: tx.posts.put(post))
    await store.run(lambda tx: tx.posts.put(replace(post, ply=2)))

    assert replace(post, ply=2) == await store.read(lambda tx: tx.posts.get(match, "board"))
    assert await store.read(lambda tx: tx.posts.get(match, "card")) is None


def test_times_are_aware_and_kept_to_the_millisecond() -> None:
    """
    A time without a zone is a mistake.
    """
    time = NOW + timedelta(microseconds=1999)

    assert NOW + timedelta(milliseconds=1) == to_time(to_millis(time))
    with pytest.raises(TypeError):
        to_millis(MATCH.created.replace(tzinfo=None))
