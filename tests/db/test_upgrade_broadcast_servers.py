"""The step that notes to which servers a broadcast has come, tried over one that was sent."""

from __future__ import annotations

from db.ids import GuildId, UserId
from db.stores.upgrade import open_store, upgrade
from tests.db.steps_back import SINCE_REPORT_ABOUT, set_back
from tests.stores import NOW


async def test_a_broadcast_that_was_sent_is_as_before(database: str) -> None:
    """
    Who was told isn't told again; it has come to no server yet.
    """
    store = await open_store(database, now=NOW)
    await store.run(lambda tx: tx.operations.add_broadcast("Hello", at=NOW))
    (sent,) = await store.read(lambda tx: tx.operations.find_broadcasts(since=NOW))
    await store.run(lambda tx: tx.operations.note_sent(sent.id, UserId(5)))
    await store.close()
    await set_back(database, [*SINCE_REPORT_ABOUT, "UPDATE alembic_version SET version_num = '0033'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    told = await store.run(lambda tx: tx.operations.note_sent(sent.id, UserId(5)))
    one, both = [GuildId(1)], [GuildId(1), GuildId(2)]
    reached = await store.run(lambda tx: [tx.operations.note_reached(sent.id, guilds) for guilds in (one, both)])
    await store.run(lambda tx: tx.privacy.purge(GuildId(1)))
    reached.append(await store.run(lambda tx: tx.operations.note_reached(sent.id, one)))
    await store.close()

    assert ("0033", True) == (versions[0], versions[1] > "0033")
    assert (False, [True, False, True]) == (told, reached)
