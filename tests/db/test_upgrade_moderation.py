"""The step that brings bars and reports, tried over a match that runs and a staff log with an entry."""

from __future__ import annotations

from db.audit.records import AuditRecord
from db.ids import GuildId, UserId
from db.moderation.records import BarRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import MATCH, new_match
from tests.db.steps_back import SINCE_WATCHING, set_back
from tests.stores import NOW

HERE = GuildId(MATCH.guild or 0)


async def test_a_running_match_and_the_staff_log_are_as_before(database: str) -> None:
    """
    Entries of before name nobody and no reason; from then on people can be barred.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    entry = AuditRecord(id=0, guild=HERE, match=old.id, user=UserId(5), name="Anna", what=b"{}", at=NOW)
    bar = BarRecord(
        guild=HERE, user=UserId(6), name="Ben", by=UserId(5), by_name="Anna", why="rude", at=NOW, until=None
    )
    await store.run(lambda tx: tx.audit.add(entry))
    await store.close()
    await set_back(database, [*SINCE_WATCHING, "UPDATE alembic_version SET version_num = '0024'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    await store.run(lambda tx: tx.moderation.put_bar(bar))
    match = await store.read(lambda tx: tx.matches.get(old.id))
    log = await store.read(lambda tx: tx.audit.in_guild(HERE, most=5))
    found = await store.read(lambda tx: tx.moderation.get_bar(HERE, UserId(6)))
    await store.close()

    assert ("0024", True) == (versions[0], versions[1] >= "0025")
    assert old == match
    assert [(None, "", "Anna")] == [(row.subject, row.why, row.name) for row in log]
    assert bar == found
