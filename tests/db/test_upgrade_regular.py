"""The step that brings matches that are repeated, tried over a match that runs."""

from __future__ import annotations

from datetime import timedelta

from db.ids import UserId
from db.seeking.records import Every, RegularRecord
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_SEEKING, set_back
from tests.stores import NOW


async def test_a_running_match_is_as_before_and_can_be_repeated(database: str) -> None:
    """
    Nothing is repeated at first; what is stored then is read again as it was.
    """
    store = await open_store(database, now=NOW)
    old = await new_match(store)
    await store.close()
    await set_back(database, [*SINCE_SEEKING, "UPDATE alembic_version SET version_num = '0028'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    record = RegularRecord(match=old.id, latest=old.id, user=UserId(5), category=0, every=Every.WEEK, due=NOW)
    before = await store.read(lambda tx: tx.regulars.find_due(now=NOW, most=5))
    await store.run(lambda tx: tx.regulars.put(record))
    found = await store.read(lambda tx: tx.regulars.find_due(now=NOW, most=5))
    early = await store.read(lambda tx: tx.regulars.find_due(now=NOW - timedelta(days=1), most=5))
    match = await store.read(lambda tx: tx.matches.get(old.id))
    await store.close()

    assert ("0028", True) == (versions[0], versions[1] > "0028")
    assert old == match
    assert ((), (record,), ()) == (before, found, early)
