"""The step that brings people who wait for others, tried over a match that runs."""

from __future__ import annotations

from datetime import timedelta

from db.ids import ChannelId, GuildId, UserId
from db.seeking.records import SeekerRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_OPERATIONS, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before_and_people_can_wait(database: str) -> None:
    """
    Nobody waits at first; what is stored then is read again as it was.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_OPERATIONS, "UPDATE alembic_version SET version_num = '0027'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    record = SeekerRecord(
        guild=GuildId(9),
        user=UserId(5),
        game="grunn",
        seats=3,
        live=True,
        near=False,
        channel=ChannelId(77),
        open=True,
        at=NOW,
        until=NOW + timedelta(days=3),
    )
    before = await store.read(lambda tx: tx.seekers.of_user(UserId(5), now=NOW, most=5))
    await store.run(lambda tx: tx.seekers.put(record))
    found = await store.read(lambda tx: tx.seekers.find_waiting(GuildId(9), "grunn", now=NOW, most=5))
    match = await store.read(lambda tx: tx.matches.get(old.id))
    await store.close()

    assert ("0027", True) == (versions[0], versions[1] > "0027")
    assert old == match
    assert ((), (record,)) == (before, found)
