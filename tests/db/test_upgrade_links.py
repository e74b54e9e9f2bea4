"""The step that brings links for linked roles, tried over a match that runs."""

from __future__ import annotations

from datetime import timedelta

from db.ids import UserId
from db.people.links import LinkRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_SHARING, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before_and_people_can_be_linked(database: str) -> None:
    """
    Nobody is linked at first; what is stored then is read again as it was, and looked at when it is due.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_SHARING, "UPDATE alembic_version SET version_num = '0030'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    late = NOW + timedelta(hours=1)
    record = LinkRecord(user=UserId(5), access="a", refresh="r", expires=late, told="{}", due=late, failures=2)
    await store.run(lambda tx: tx.links.put(record))
    early = await store.read(lambda tx: tx.links.find_due(now=NOW, most=5))
    found = await store.read(lambda tx: tx.links.get(UserId(5)))
    await store.run(lambda tx: tx.links.hasten([UserId(5), UserId(6)], now=NOW))
    due = await store.read(lambda tx: tx.links.find_due(now=NOW, most=5))
    match = await store.read(lambda tx: tx.matches.get(old.id))
    gone = await store.run(lambda tx: (tx.links.drop(UserId(5)), tx.links.drop(UserId(5))))
    await store.close()

    assert ("0030", True) == (versions[0], versions[1] > "0030")
    assert old == match
    assert ((), record, [(UserId(5), NOW)]) == (early, found, [(each.user, each.due) for each in due])
    assert (True, False) == gone
