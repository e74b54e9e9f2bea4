"""The step that notes when each shard was served, tried over a match that runs."""

from __future__ import annotations

from datetime import timedelta

from bot.app.match.paces import PerMove
from db.engine.columns import to_millis
from db.stores.upgrade import open_store, upgrade
from tests.app.scene import Scene
from tests.db.steps_back import SINCE_NICKNAMES, set_back
from tests.stores import NOW

HOUR = timedelta(hours=1)
BACK = (
    *SINCE_NICKNAMES,
    "DROP TABLE nickname",
    "DROP INDEX ix_match_host",
    "DROP TABLE service",
    "ALTER TABLE halt DROP COLUMN shard",
    "ALTER TABLE halt DROP COLUMN shards",
    "INSERT INTO meta (key, value) VALUES ('heartbeat', '{seen}')",
    "UPDATE alembic_version SET version_num = '0007'",
)


async def test_a_running_match_outlives_the_step(database: str) -> None:
    """
    The last sign of life of the version before is known, so that the upgrade itself costs nobody time.
    """
    store = await open_store(database, now=NOW)
    match = await Scene(store).match(pace=PerMove(seconds=3600))
    await store.close()
    seen = to_millis(NOW + timedelta(minutes=10))
    await set_back(database, [statement.format(seen=seen) for statement in BACK])
    before, after = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    scene.clock.forward(hours=5)
    await scene.app.scheduler.recover()
    due = (await scene.app.matches.view(match, None)).seats[0].due
    services = await store.read(lambda tx: tx.outages.services())
    await store.close()

    assert ("0007", True) == (before, after >= "0008")
    assert NOW + 5 * HOUR + timedelta(minutes=50) == due
    assert [(0, 1, scene.clock.now())] == [(each.shard, each.shards, each.seen) for each in services]
