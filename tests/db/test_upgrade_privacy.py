"""The step that notes the names of people, tried over a match that runs."""

from __future__ import annotations

from db.ids import GuildId, UserId
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_MODERATION, set_back
from tests.stores import NOW


async def test_names_that_are_known_are_noted(database: str) -> None:
    """
    Those of accounts and those on servers; a match that runs is as before.
    """
    store = await open_store(database, now=NOW)
    match = await new_match(store)
    await store.run(lambda tx: tx.people.meet(UserId(7), "Nick", at=NOW, guild=GuildId(9), account="Account"))
    await store.close()
    await set_back(database, [*SINCE_MODERATION, "UPDATE alembic_version SET version_num = '0025'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    names = await store.read(lambda tx: tx.privacy.export(UserId(7))["known_name"])
    found = await store.read(lambda tx: tx.matches.get(match.id))
    await store.close()

    assert ("0025", True) == (versions[0], versions[1] >= "0026")
    assert [(0, "Account"), (9, "Nick")] == sorted((row["guild"], row["name"]) for row in names)
    assert match == found
