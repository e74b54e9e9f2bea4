"""The steps that let tournaments pause, tried over one that runs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from db.ids import TournamentId
from db.stores.upgrade import open_store, upgrade
from db.tournaments.records import Format, NodeKey, PairingEnd, TournamentStatus, TreePart
from db.tx import Tx
from tests.app.scene import ANN, BEN, CLEO, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.db.steps_back import SINCE_NICKNAMES, SINCE_RATINGS, SINCE_TOURNAMENTS, set_back
from tests.stores import NOW


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_running_tournament_outlives_the_step(database: str) -> None:
    """
    It goes on, isn't paused, and can be.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    tournament = await opened(scene, rounds=1, limit_days=5)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    before = await scene.app.tournaments.view(tournament)
    await store.close()
    await set_back(database, [*SINCE_NICKNAMES, "UPDATE alembic_version SET version_num = '0010'"])
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    scene.keys_from(1000)
    after = await scene.app.tournaments.view(tournament)
    until = NOW + timedelta(days=2)
    await scene.app.tournament_pauses.pause(scene.key(), HOST, tournament=tournament, until=until)
    paused = (await scene.app.tournaments.view(tournament)).record
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
    tournament = await opened(scene, rounds=1, limit_days=5)
    await signed(scene, tournament, people=(ANN, BEN))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    ends: list[tuple[PairingEnd, tuple[int, ...]]] = [
        (PairingEnd.LATE, (1,)), (PairingEnd.ABSENT, (0, 1)), (PairingEnd.PLAYED, ()), (PairingEnd.ANNULLED, ())
    ]  # fmt: skip

    def write(tx: Tx) -> None:
        (row,) = tx.tournaments.pairings(tournament)
        for number, (ended, late) in enumerate(ends, start=7):
            tx.tournaments.put_pairing(replace(row, number=number, match=None, ended=ended, late=late))

    await store.run(write)
    before = await store.read(lambda tx: tx.tournaments.pairings(tournament))
    await store.close()
    await set_back(database, [*SINCE_TOURNAMENTS, "UPDATE alembic_version SET version_num = '0017'"])
    await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: tx.tournaments.pairings(tournament))
    await store.close()

    assert [(None, ()), *ends] == [(row.ended, row.late) for row in after]
    assert before == after


PLACES = [
    NodeKey(TreePart.WINNERS, 3, 11),
    NodeKey(TreePart.LOSERS, 12),
    NodeKey(TreePart.LOSERS, 1, 3),
    NodeKey(TreePart.FINAL, 1),
    NodeKey(TreePart.FINAL, 2),
    NodeKey(TreePart.THIRD, 1),
    "",
    "F",
    "AB",
]


def _put_places(tx: Tx, tournament: TournamentId, other: TournamentId) -> None:
    """Store a pairing of each place in another tournament."""
    row = replace(tx.tournaments.pairings(tournament)[0], tournament=other, match=None)
    for number, where in enumerate(PLACES, start=1):
        row = replace(row, number=number, part=None, part_round=0, row=0, group="")
        if isinstance(where, NodeKey):
            tx.tournaments.put_pairing(replace(row, part=where.part, part_round=where.round, row=where.row))
        else:
            tx.tournaments.put_pairing(replace(row, group=where))


async def test_groups_and_places_in_a_tree_are_carried_over(database: str) -> None:
    """
    One code named a group or a place; a knockout that runs goes on to its final.
    """
    store = await open_store(database, now=NOW)
    scene = Scene(store)
    tournament = await opened(scene, format=Format.KNOCKOUT, limit_days=5)
    await signed(scene, tournament, people=(ANN, BEN, CLEO))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    await scene.app.tournament_runner.work()
    other = await opened(scene, rounds=1, limit_days=5)

    await store.run(lambda tx: _put_places(tx, tournament, other))
    before = await store.read(lambda tx: (*tx.tournaments.pairings(tournament), *tx.tournaments.pairings(other)))
    await store.close()
    await set_back(database, [*SINCE_RATINGS, "UPDATE alembic_version SET version_num = '0019'"])
    versions = await upgrade(database, now=NOW)
    store = await open_store(database, now=NOW)
    after = await store.read(lambda tx: (*tx.tournaments.pairings(tournament), *tx.tournaments.pairings(other)))
    scene = Scene(store)
    scene.keys_from(1000)
    (match,) = (row.match for row in after if row.match is not None)
    seats = await store.read(lambda tx: tx.matches.seats(match))
    players = {actor.user: actor for actor in (ANN, BEN, CLEO)}
    first, second = (players[seat.user] for seat in seats if seat.user is not None)
    await scene.play(match, first, "1")
    await scene.play(match, second, "2")
    await scene.app.matches.resign(scene.key(), second, match=match)
    await scene.app.rating_calculator.work()
    await scene.app.tournament_runner.work()
    final = (await store.read(lambda tx: tx.tournaments.pairings(tournament)))[-1]
    await store.close()

    assert ("0019", True) == (versions[0], versions[1] >= "0020")
    assert PLACES == [row.node or row.group for row in after[-len(PLACES) :]]
    assert before == after
    assert NodeKey(TreePart.WINNERS, 2) == final.node
