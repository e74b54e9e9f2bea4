"""The step that lets ratings know by which rule they were calculated, tried over ratings."""

from __future__ import annotations

import pytest

from bot.app.ratings import anchors
from bot.app.ratings.fold import Key
from db.stores.upgrade import open_store, upgrade
from tests.app.ratings.test_recalculation import Plays
from tests.app.scene import ANN, BEN, Scene
from tests.db.steps_back import SINCE_PUZZLES, set_back
from tests.stores import NOW

BACK = (*SINCE_PUZZLES, "UPDATE alembic_version SET version_num = '0041'")


async def test_ratings_of_the_rule_before_are_calculated_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    From all results, as if they had always been rated so: a level that was measured has no rating of its own. People
    keep what they had until then, and a running match goes on.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    plays = Plays(scene, monkeypatch)
    for ranks in (((1, 1), ("easy", 2)), ((1, 2), (2, 1)), (("easy", 1), (2, 2), (3, 3)), ((3, 1), ("cunning", 2))):
        await plays.add(*ranks)
    running = await scene.match("season", (BEN, ANN))
    before, _ = await plays.stored()
    await store.close()
    await set_back(database, BACK)
    await upgrade(database, now=NOW)
    monkeypatch.setattr(anchors, "MEASURED", {"season": {"easy": anchors.Measured(-200, 40)}})
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    scene.keys_from(1000)
    plays = Plays(scene, monkeypatch)
    kept, _ = await plays.stored()
    await scene.play(running, BEN, "1")
    await plays.finish()
    ratings, steps = await plays.stored()
    await scene.app.rating_calculator.refold()

    assert before == kept
    assert (ratings, steps) == await plays.folded() == await plays.stored()
    assert {"cunning"} == {key.level for key in ratings if not key.user}
    assert kept[Key(7, "season", 1)] != ratings[Key(7, "season", 1)]
    assert not (await plays.progress()).stale
    await store.close()
