"""The step that gives the levels and the progress of ratings columns of their own, tried over ratings."""

from __future__ import annotations

import pytest

from db.ids import MatchId
from db.ratings.records import RatingProgress, RatingRecord, StepRecord
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from tests.app.ratings.test_calculator import finished
from tests.app.scene import ANN, BEN, Scene
from tests.db.samples import new_match
from tests.db.steps_back import SINCE_PAIRING_ENDS, set_back
from tests.stores import NOW

BACK = (*SINCE_PAIRING_ENDS, "UPDATE alembic_version SET version_num = '0018'")

STRENGTH = {"mu": 25_000_000, "sigma": 6_000_000}


def _ratings(match: MatchId) -> tuple[list[RatingRecord], list[StepRecord]]:
    """Those of a person and of the same level of two games' computer players, over all games."""
    keys = [(5, "", ""), (0, "hedge", "easy"), (0, "season", "easy")]
    return [
        RatingRecord(
            guild=9, game="", user=user, level_of=game, level=level, shown=7, matches=1, changed=NOW, **STRENGTH
        )
        for user, game, level in keys
    ], [
        StepRecord(match=match, guild=9, game="", user=user, level_of=game, level=level, at=NOW, matches=1, **STRENGTH)
        for user, game, level in keys
    ]


@pytest.mark.parametrize(
    "progress",
    [
        RatingProgress(finished=NOW, match=MatchId(17)),
        RatingProgress(),
        RatingProgress(stale=True),
        RatingProgress(stale=True, token="0badcafe"),
    ],
)
async def test_ratings_and_how_far_they_have_come_are_carried_over(database: str, progress: RatingProgress) -> None:
    """
    What stood before and behind a colon is found in columns; people's ratings are as they were, until those of an
    earlier rule are calculated again.
    """
    store = await open_store(database, now=NOW)
    match = (await new_match(store)).id
    ratings, steps = _ratings(match)

    def write(tx: Tx) -> None:
        for rating in ratings:
            tx.ratings.put(rating)
        for step in steps:
            tx.ratings.add_step(step)
        tx.ratings.put_progress(progress)

    await store.run(write)
    await store.close()
    await set_back(database, BACK)
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    kept = await store.read(lambda tx: (tx.ratings.get_all(), tx.ratings.progress(), tx.facts.get("reckoned")))
    found = await store.read(lambda tx: tx.ratings.steps_of([match]))
    await store.close()

    assert ("0018", True) == (versions[0], versions[1] >= "0019")
    assert (set(ratings), RatingProgress(stale=True), None) == (set(kept[0]), *kept[1:])
    assert sorted(map(repr, steps)) == sorted(map(repr, found))


async def test_matches_that_end_after_the_step_are_rated_after_those_before(database: str) -> None:
    """
    One has ended, another runs: once that has ended too, both count.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    await finished(scene, ANN, BEN)
    running = await scene.match("season", (BEN, ANN))
    await scene.app.rating_calculator.work()
    before = await store.read(lambda tx: tx.ratings.get_all())
    await store.close()
    await set_back(database, BACK)
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    scene.keys_from(1000)
    after = await store.read(lambda tx: tx.ratings.get_all())
    await scene.play(running, BEN, "1")
    await scene.play(running, ANN, "2")
    scene.clock.forward(hours=1)
    await scene.app.matches.resign(scene.key(), ANN, match=running)
    await scene.app.rating_calculator.work()
    ratings, progress = await store.read(lambda tx: (tx.ratings.get_all(), tx.ratings.progress()))
    await store.close()

    assert before == after
    assert (False, running) == (progress.stale, progress.match)
    assert {2} == {row.matches for row in ratings}
