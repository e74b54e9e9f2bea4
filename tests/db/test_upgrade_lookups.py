"""The step that brings columns for indexes, tried over matches that run and that are over, with their results."""

from __future__ import annotations

from db.records import Status
from db.stores.upgrade import open_store, upgrade
from tests.app.playing import play_random
from tests.app.privacy.dump import dump
from tests.app.scene import ANN, BEN, PLACE, Scene
from tests.app.tournaments.held import finished
from tests.db.steps_back import SINCE_PACKED_LOGS, set_back
from tests.stores import NOW


async def test_all_columns_are_filled_as_if_they_had_been_there(database: str) -> None:
    """
    For matches of each status, a result that counts as a record and one that doesn't, and a person who agreed.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    await finished(scene)
    over = await scene.match("season", (ANN, BEN))
    while (await scene.app.uow.read(over)).match.status is Status.RUNNING:
        await play_random(scene, over)
    await scene.open("season")
    await scene.match("season", (ANN, BEN))
    await scene.app.rating_calculator.work()
    await scene.app.ratings.set_consent(BEN, agrees=True)
    await scene.app.ratings.set_consent(ANN, agrees=True)
    await scene.app.ratings.set_consent(ANN, agrees=False)
    await scene.app.rating_calculator.work()
    before, records = await dump(store), await scene.app.ratings.records(place=PLACE)
    await store.close()
    await set_back(database, [*SINCE_PACKED_LOGS, "UPDATE alembic_version SET version_num = '0035'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await dump(store)
    await store.close()

    assert ("0035", True) == (versions[0], versions[1] > "0035")
    for name in ("seat", "placing", "rating"):
        assert sorted(before[name], key=str) == sorted(after[name], key=str)
    assert records
    assert {row[-1] for row in after["placing"]} == {0, 1, 2}
    assert {row[-1] for row in after["seat"]} == {"lobby", "running", "finished"}
