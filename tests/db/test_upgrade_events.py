"""The steps that let tournaments pause, tried over one that runs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from db.stores.upgrade import open_store, upgrade
from db.tournaments.records import PairingEnd, TournamentStatus
from db.tx import Tx
from tests.app.scene import ANN, BEN, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.db.steps_back import SINCE_NICKNAMES, SINCE_TOURNAMENTS, set_back
from tests.stores import NOW


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_running_tournament_outlives_the_step(database: str) -> None:
    """
    It goes on, isn't paused, and can be.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    event = await opened(scene, rounds=1, limit_days=5)
    await signed(scene, event, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, event=event)
    before = await scene.app.tournaments.view(event)
    await store.close()
    await set_back(database, [*SINCE_NICKNAMES, "UPDATE alembic_version SET version_num = '0010'"])
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    keys, scene = scene._keys, Scene(store)
    scene._keys = keys
    after = await scene.app.tournaments.view(event)
    until = NOW + timedelta(days=2)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, event=event, until=until)
    paused = (await scene.app.tournaments.view(event)).record
    await store.close()
    unsure = tuple(replace(each, margin=None, provisional=False) for each in before.entrants)

    assert replace(before, entrants=unsure) == after
    assert (TournamentStatus.RUNNING, until) == (paused.status, paused.resumes)


async def test_seats_lost_by_time_are_carried_over(database: str) -> None:
    """
    They stood behind the word of how a pairing ended, after a slash.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    event = await opened(scene, rounds=1, limit_days=5)
    await signed(scene, event, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, event=event)
    ends: list[tuple[PairingEnd, tuple[int, ...]]] = [
        (PairingEnd.LATE, (1,)), (PairingEnd.ABSENT, (0, 1)), (PairingEnd.PLAYED, ()), (PairingEnd.ANNULLED, ())
    ]  # fmt: skip

    def write(tx: Tx) -> None:
        (row,) = tx.tournaments.pairings(event)
        for number, (ended, late) in enumerate(ends, start=7):
            tx.tournaments.put_pairing(replace(row, number=number, match=None, ended=ended, late=late))

    await store.run(write)
    before = await store.read(lambda tx: tx.tournaments.pairings(event))
    await store.close()
    await set_back(database, [*SINCE_TOURNAMENTS, "UPDATE alembic_version SET version_num = '0017'"])
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: tx.tournaments.pairings(event))
    await store.close()

    assert [(None, ()), *ends] == [(row.ended, row.late) for row in after]
    assert before == after
