"""The step that drops a column which was always 0, tried over a match that runs."""

from __future__ import annotations

from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_GUIDED, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before(database: str) -> None:
    """
    Nothing of it is lost, and the next one gets the next number.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_GUIDED, "UPDATE alembic_version SET version_num = '0022'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    new = await new_match(store)
    found = await store.read(lambda tx: [tx.matches.get(match.id) for match in (old, new)])
    await store.close()

    assert ("0022", True) == (versions[0], versions[1] >= "0023")
    assert [old, new] == found
    assert old.id + 1 == new.id
