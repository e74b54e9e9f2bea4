"""The step after which months without a match widen ratings, tried over rated matches and a tournament that is open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from db.ids import Key, MatchId
from db.ratings.records import RatingRecord
from db.stores.upgrade import open_store, upgrade
from db.tx import Tx
from tests.app.ratings.test_calculator import numbers, won
from tests.app.scene import ANN, BEN, Scene
from tests.app.tournaments.held import opened, signed
from tests.db.steps_back import SINCE_DOUBTS, set_back
from tests.stores import NOW

BACK = (*SINCE_DOUBTS, "ALTER TABLE entrant DROP COLUMN sigma", "UPDATE alembic_version SET version_num = '0011'")


async def test_ratings_of_before_follow_the_rule_at_the_next_start(database: str) -> None:
    """
    Those of the old rule go; what stands then is what reckoning anew gives. Entrants stay, their uncertainty unknown.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    matches = []
    for _ in range(2):
        matches.append(await won(scene, ANN, BEN))
        scene.clock.forward(days=300)
        await scene.app.rating_calculator.work()
    tournament = await opened(scene)
    await signed(scene, tournament, people=(ANN,))
    right = await numbers(scene)
    await store.run(partial(_of_the_old_rule, matches))
    await store.close()
    await set_back(database, BACK)
    before, after = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    wrong = await numbers(scene)
    await scene.app.tournament_runner.work()
    now = await numbers(scene)
    await scene.app.rating_calculator.rebuild()
    await scene.app.tournaments.join(Key("later"), BEN, tournament=tournament)
    entrants = (await scene.app.tournaments.view(tournament)).entrants
    again = await numbers(scene)
    await store.close()

    assert ("0011", True) == (before, after >= "0012")
    assert wrong != right
    assert (right, right) == (now, again)
    assert [("Ann", None, False), ("Ben", 1000, True)] == [
        (each.name, each.margin, each.provisional) for each in entrants
    ]


def _of_the_old_rule(matches: Sequence[MatchId], tx: Tx) -> None:
    for row in tx.ratings.get_all():
        old: RatingRecord = replace(row, sigma=row.sigma - 100_000, shown=row.shown + 300_000)
        tx.ratings.put(old)
    for step in tx.ratings.steps_of(matches):
        tx.ratings.add_step(replace(step, sigma=step.sigma - 100_000))
