"""The step that makes the tables of the operator's orders, tried over a match that runs."""

from __future__ import annotations

from db.ids import GuildId
from db.operations.records import BlockedServerRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_PRIVACY, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before(database: str) -> None:
    """
    And a server can be blocked, with its use told.
    """
    store = await open_store(database, now=NOW)
    match = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_PRIVACY, "UPDATE alembic_version SET version_num = '0026'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    blocked = BlockedServerRecord(guild=GuildId(9), reason="spam", at=NOW)
    await store.run(lambda tx: tx.operations.block(blocked))
    found = await store.read(lambda tx: (tx.matches.get(match.id), tx.operations.find_blocked()))
    use = await store.read(lambda tx: tx.operations.find_use())
    await store.close()

    assert ("0026", True) == (versions[0], versions[1] >= "0027")
    assert (match, (blocked,)) == found
    assert [match.guild] == [each.guild for each in use]
