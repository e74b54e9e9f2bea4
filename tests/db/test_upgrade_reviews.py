"""The step that makes room for reviews, tried over a match that runs and one that is over."""

from __future__ import annotations

from msgspec.structs import replace

from db.records import ReviewRecord, Status
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_RATING_MARKS, set_back
from tests.stores import NOW


async def test_matches_are_as_before_and_have_no_review_at_first(database: str) -> None:
    """
    One is stored in place of the one before, compressed, and goes with its match.
    """
    store = await open_store(database, now=NOW)
    running = await new_match(store)
    over = await new_match(store, status=Status.FINISHED, finished=NOW)
    await store.close()
    await set_back(database, [*SINCE_RATING_MARKS, "UPDATE alembic_version SET version_num = '0039'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    matches = [await store.read(lambda tx, of=each.id: tx.matches.get(of)) for each in (running, over)]  # type: ignore[misc]
    none = await store.read(lambda tx: tx.reviews.get(over.id))
    record = ReviewRecord(match=over.id, ply=9, data=b"[]" * 500, at=NOW)
    for each in (replace(record, ply=8), record):
        await store.run(lambda tx, put=each: tx.reviews.put(put))  # type: ignore[misc]
    found = await store.read(lambda tx: tx.reviews.get(over.id))
    await store.run(lambda tx: tx.privacy.purge_matches([over.id]))
    gone = await store.read(lambda tx: tx.reviews.get(over.id))
    await store.close()

    assert ("0039", True) == (versions[0], versions[1] > "0039")
    assert [running, over] == matches
    assert (None, record, None) == (none, found, gone)
