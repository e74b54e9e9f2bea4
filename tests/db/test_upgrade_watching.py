"""The step that lets people follow matches, and hosts close them to watchers, tried over a match that runs."""

from __future__ import annotations

from db.ids import UserId
from db.notifications.records import FollowRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_EPOCH, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before(database: str) -> None:
    """
    It is open to watchers, and can be followed.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_EPOCH, "UPDATE alembic_version SET version_num = '0023'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    follow = FollowRecord(
        match=old.id, lane=7, user=UserId(7), feed=False, spoilers=True, ply=3, due=NOW, stopped=None, at=NOW
    )
    await store.run(lambda tx: tx.follows.put(follow))
    found = await store.read(lambda tx: (tx.matches.get(old.id), tx.follows.get(old.id, 7)))
    await store.close()

    assert "0023" == versions[0]
    assert (old, follow) == found
