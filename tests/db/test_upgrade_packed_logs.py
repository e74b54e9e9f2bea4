"""The step that makes room for packed logs, tried over a match that runs and one that is over."""

from __future__ import annotations

from datetime import timedelta

from db.records import Status
from db.stores.upgrade import open_store, upgrade
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_BROADCASTS, set_back
from tests.stores import NOW


async def test_matches_stay_in_rows_until_the_bot_packs_them(database: str) -> None:
    """
    The step changes no log; the match that is over is found from then on, the one that runs isn't.
    """
    store = await open_store(database, now=NOW)
    running = await new_match(store)
    over = await new_match(store, status=Status.FINISHED, finished=NOW)
    for match in (running, over):
        await store.run(lambda tx, of=match.id: tx.log.add_snapshot(of, ply=1, data=b"x", shown=True))  # type: ignore[misc]
    await store.close()
    await set_back(database, [*SINCE_BROADCASTS, "UPDATE alembic_version SET version_num = '0034'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    found = await store.read(lambda tx: tx.packed_logs.find_unpacked(before=NOW + timedelta(days=1), most=9))
    logs = await store.read(lambda tx: [tx.log.snapshot(each.id, ply=1) for each in (running, over)])
    await store.close()

    assert ("0034", True) == (versions[0], versions[1] > "0034")
    assert (over.id,) == found
    assert [(1, b"x"), (1, b"x")] == logs
