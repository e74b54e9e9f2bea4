"""The step that brings bars which outlast a deletion, tried over a match that runs."""

from __future__ import annotations

from datetime import timedelta

from db.ids import GuildId, UserId
from db.moderation.records import BarRecord, KeptBarRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_LINKS, set_back
from tests.stores import NOW

GUILD, USER = GuildId(9), UserId(5)


async def test_a_bar_of_before_is_kept_from_then_on(database: str) -> None:
    """
    The bar and the match are as before; nothing is kept until somebody is deleted, then without anything of the person.
    """
    bar = BarRecord(guild=GUILD, user=USER, name="Eric", by=UserId(6), by_name="Ann", why="cheats", at=NOW, until=None)
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.run(lambda tx: tx.moderation.put_bar(bar))
    await store.close()
    await set_back(database, [*SINCE_LINKS, "UPDATE alembic_version SET version_num = '0031'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    before = await store.read(lambda tx: tx.moderation.get_kept_bar(GUILD, USER))
    await store.run(lambda tx: tx.moderation.keep_bars(USER, key="secret", now=NOW + timedelta(days=9)))
    found = await store.read(lambda tx: tx.moderation.find_kept_bars(USER))
    other = await store.read(lambda tx: tx.moderation.get_kept_bar(GUILD, UserId(6)))
    known = await store.read(lambda tx: tx.moderation.get_bar(GUILD, USER))
    match = await store.read(lambda tx: tx.matches.get(old.id))
    await store.close()

    assert ("0031", True) == (versions[0], versions[1] > "0031")
    assert (old, bar) == (match, known)
    assert (None, None) == (before, other)
    assert [KeptBarRecord(guild=GUILD, digest=found[0].digest, until=None)] == list(found)
    assert len(found[0].digest) == 64
