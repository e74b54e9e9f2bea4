"""What staff has done, and the threads of matches, on both databases."""

from __future__ import annotations

from datetime import timedelta

from msgspec.structs import replace

from db.audit.records import AuditRecord
from db.clocks.records import ClockRecord
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.records import NoticeState, Status
from db.stores.store import Store
from db.tx import Tx
from tests.db.samples import MATCH, new_match, notice
from tests.stores import NOW

HERE = GuildId(MATCH.guild or 0)


def entry(match: MatchId | None, name: str) -> AuditRecord:
    """Return an entry of the log in the usual server."""
    return AuditRecord(id=0, guild=HERE, match=match, user=UserId(5), name=name, what=b"{}", at=NOW)


async def test_deeds_come_back_the_newest_first(store: Store) -> None:
    """
    Those of other servers are left out, and no more come than were asked for.
    """
    match = await new_match(store)

    def work(tx: Tx) -> None:
        for name in ("one", "two", "three"):
            tx.audit.add(entry(match.id, name))
        tx.audit.add(replace(entry(None, "elsewhere"), guild=GuildId(77)))

    await store.run(work)
    found = await store.read(lambda tx: tx.audit.in_guild(HERE, most=2))

    assert [(match.id, "three"), (match.id, "two")] == [(row.match, row.name) for row in found]


async def test_matches_are_found_by_their_threads(store: Store) -> None:
    """
    Also when there are more than one statement asks for.
    """
    match = await new_match(store)
    await store.run(lambda tx: tx.matches.set_thread(match.id, ChannelId(7000)))
    found = await store.read(lambda tx: tx.matches.in_threads([ChannelId(number) for number in range(6900, 7100)]))

    assert [match.id] == [record.id for record in found]


async def test_servers_with_threads_are_those_where_something_runs_or_has_just_ended(store: Store) -> None:
    """
    A match without a thread counts for nothing, nor does one that ended long ago.
    """
    running = await new_match(store, status=Status.RUNNING)
    await new_match(store, status=Status.RUNNING, guild=GuildId(55))
    over = await new_match(store, status=Status.FINISHED, guild=GuildId(66), moved=NOW - timedelta(days=3))

    def work(tx: Tx) -> None:
        for match in (running, over):
            tx.matches.set_thread(match.id, ChannelId(7000 + match.id))

    await store.run(work)

    assert (HERE,) == await store.read(lambda tx: tx.matches.guilds_with_threads(since=NOW - timedelta(days=2)))


async def test_what_is_parked_is_found_for_many_matches(store: Store) -> None:
    """
    Only that, with its match.
    """
    match, other = await new_match(store), await new_match(store)

    def work(tx: Tx) -> None:
        tx.outbox.enqueue(replace(notice(match.id), state=NoticeState.PARKED, reason="gone"))
        tx.outbox.enqueue(notice(other.id))

    await store.run(work)
    found = await store.read(lambda tx: tx.outbox.find_parked_of([match.id, other.id]))

    assert [(match.id, "gone")] == [(row.match, row.reason) for row in found]


async def test_a_clock_keeps_who_sits_in(store: Store) -> None:
    """
    The level of the computer player, and that the seat is vacant.
    """
    match = await new_match(store)
    clock = ClockRecord(
        match=match.id,
        seat=1,
        left=5,
        since=NOW,
        excuses=1,
        kept=3,
        offered=NOW,
        stand_in="easy",
        vacant=True,
    )
    await store.run(lambda tx: tx.clocks.put(clock))

    assert (clock,) == await store.read(lambda tx: tx.clocks.of_match(match.id))
