"""Notes, how persons can be reached, boards to come back to, and what could not be delivered, in both databases."""

from __future__ import annotations

from datetime import timedelta

from db.ids import GuildId, MatchId, UserId
from db.notifications.records import NoteRecord, ReachRecord
from db.records import NoticeState
from db.stores.store import Store
from tests.db.samples import entry, new_match, notice
from tests.stores import NOW

ANN = UserId(2**62)


async def test_a_note_of_each_person_and_match(store: Store) -> None:
    """
    It is stored, replaced and removed; another person's stays.
    """
    match = (await new_match(store)).id
    one = NoteRecord(match=match, user=ANN, text="go east\nthen north 🦊", at=NOW)
    other = NoteRecord(match=match, user=UserId(5), text="x", at=NOW)
    for record in (one, other):
        await store.run(lambda tx, record=record: tx.notes.put(record))  # type: ignore[misc]
    first = await store.read(lambda tx: tx.notes.get(match, ANN))
    second = NoteRecord(match=match, user=ANN, text="west", at=NOW + timedelta(days=1))
    await store.run(lambda tx: tx.notes.put(second))
    replaced = await store.read(lambda tx: tx.notes.get(match, ANN))
    gone = [await store.run(lambda tx: tx.notes.drop(match, ANN)) for _ in range(2)]

    assert (one, second) == (first, replaced)
    assert [True, False] == gone
    assert (None, other) == await store.read(lambda tx: (tx.notes.get(match, ANN), tx.notes.get(match, UserId(5))))


async def test_how_a_person_can_be_reached(store: Store) -> None:
    """
    Nothing is known at first; what is stored comes back, and digests that are due are found in order.
    """
    unknown = await store.read(lambda tx: tx.reach.get(ANN))
    records = [
        ReachRecord(
            user=UserId(number),
            closed=NOW,
            code=50007,
            day=739000,
            called=3,
            merged=2,
            digest=NOW + timedelta(hours=hour),
        )
        for number, hour in ((ANN, 2), (7, 1), (8, 5))
    ]
    for record in records:
        await store.run(lambda tx, record=record: tx.reach.put(record))  # type: ignore[misc]
    due = await store.read(lambda tx: tx.reach.digests_due(now=NOW + timedelta(hours=2), most=9))
    held = await store.run(lambda tx: tx.reach.lock(ANN))
    new = await store.run(lambda tx: tx.reach.lock(UserId(99)))

    assert ReachRecord(user=ANN) == unknown
    assert (records[1], records[0]) == due
    assert (records[0], ReachRecord(user=UserId(99))) == (held, new)


async def test_boards_and_own_turns_by_ply(store: Store) -> None:
    """
    The plies of boards that are shown, and of a seat's newest entries of a cause.
    """
    match = (await new_match(store)).id

    def fill(tx: object) -> None:
        for ply in range(1, 7):
            tx.log.add_entry(entry(match, ply, by=ply % 2))  # type: ignore[attr-defined]
            tx.log.add_snapshot(match, ply=ply, data=b"s", shown=ply != 4)  # type: ignore[attr-defined]

    await store.run(fill)

    assert (3, 5, 6) == await store.read(lambda tx: tx.log.find_shown_plies(match, first=3))
    assert (5, 3) == await store.read(lambda tx: tx.log.find_own_plies(match, 1, cause="player", most=2))
    assert () == await store.read(lambda tx: tx.log.find_own_plies(match, 1, cause="order", most=2))
    assert () == await store.read(lambda tx: tx.log.find_shown_plies(MatchId(99), first=0))


async def test_what_could_not_be_delivered_and_what_is_late(store: Store) -> None:
    """
    Parked rows by server and by lane, the newest first; lanes and rows that may go now, those put off left out.
    """
    match = (await new_match(store)).id
    later = NOW + timedelta(hours=9)
    rows = [
        notice(match, lane=7, state=NoticeState.PARKED, reason="no"),
        notice(match, lane=8, state=NoticeState.PARKED, reason="no", guild=GuildId(10)),
        notice(match, lane=7, state=NoticeState.PARKED, reason="gone"),
        notice(match, lane=9),
        notice(match, lane=6, not_before=later),
    ]
    await store.run(lambda tx: [tx.outbox.add(row) for row in rows])
    parked = await store.read(lambda tx: tx.outbox.find_parked_in(GuildId(9), most=9))
    lane = await store.read(lambda tx: tx.outbox.find_parked_for(8, most=9))

    assert ["gone", "no"] == [row.reason for row in parked]
    assert [GuildId(10)] == [row.guild for row in lane]
    assert (1, NOW) == await store.read(lambda tx: tx.outbox.behind(now=NOW))
    assert {9} == {due.lane for due in await store.read(lambda tx: tx.outbox.due_lanes(now=NOW))}
    assert {6, 9} == {due.lane for due in await store.read(lambda tx: tx.outbox.due_lanes(now=later))}
