"""The step that lets steps of ratings count matches, tried over ratings."""

from __future__ import annotations

from db.stores.upgrade import open_store, upgrade
from tests.app.ratings.test_calculator import finished
from tests.app.scene import ANN, BEN, CLEO, Scene
from tests.db.steps_back import SINCE_CONSENTS, set_back
from tests.stores import NOW

BACK = (*SINCE_CONSENTS, "UPDATE alembic_version SET version_num = '0038'")


async def test_steps_say_how_many_matches_count(database: str) -> None:
    """
    Of each rating, in the order of rating; what runs is rated after them.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    matches = [await finished(scene, *pair) for pair in ((ANN, BEN), (BEN, CLEO), (ANN, BEN))]
    running = await scene.match("season", (BEN, ANN))
    await scene.app.rating_calculator.work()
    before = await store.read(lambda tx: (tx.ratings.get_all(), tx.ratings.progress(), tx.ratings.steps_of(matches)))
    await store.close()
    await set_back(database, BACK)
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    scene.keys_from(1000)
    after = await store.read(lambda tx: (tx.ratings.get_all(), tx.ratings.progress(), tx.ratings.steps_of(matches)))
    await scene.play(running, BEN, "1")
    await scene.play(running, ANN, "2")
    scene.clock.forward(hours=1)
    await scene.app.matches.resign(scene.key(), ANN, match=running)
    await scene.app.rating_calculator.work()
    stepped = await store.read(lambda tx: tx.ratings.steps(BEN.user, 9, "season", most=9))
    await store.close()

    assert before[0] == after[0]
    assert sorted(map(repr, before[2])) == sorted(map(repr, after[2]))
    assert [1, 2, 3, 4] == [step.matches for step in stepped]
