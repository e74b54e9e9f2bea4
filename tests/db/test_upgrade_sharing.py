"""The step that brings matches which servers share, tried over a match that runs."""

from __future__ import annotations

from db.ids import GuildId
from db.records import ServerRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_REGULAR, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before_and_nothing_is_shared(database: str) -> None:
    """
    Its seats have no guest; a server that shares from then on is found.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    seats = await store.read(lambda tx: tx.matches.seats(old.id))
    await store.run(lambda tx: tx.servers.put(ServerRecord(guild=GuildId(9), settings=b"{}")))
    await store.close()
    await set_back(database, [*SINCE_REGULAR, "UPDATE alembic_version SET version_num = '0029'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: tx.matches.seats(old.id))
    before = await store.read(lambda tx: tx.servers.find_sharing(most=9))
    record = ServerRecord(guild=GuildId(9), settings=b"{}", shares=True)
    await store.run(lambda tx: tx.servers.put(record))
    found = await store.read(lambda tx: tx.servers.find_sharing(most=9))
    await store.close()

    assert ("0029", True) == (versions[0], versions[1] > "0029")
    assert (seats, ()) == (after, before)
    assert (record,) == found
