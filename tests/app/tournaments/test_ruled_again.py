"""Rulings about matches that are annulled already."""

from __future__ import annotations

from unittest.mock import AsyncMock

import pytest

from bot.app.tournaments.records import PairingView
from db.ids import TournamentId
from db.tournaments.records import Format, PairingStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, DORA, Scene
from tests.app.tournaments.held import HOST, opened, signed

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # rules above the database

PEOPLE = {actor.name: actor for actor in (ANN, BEN, CLEO, DORA)}


async def begun(scene: Scene, format: Format) -> TournamentId:
    """Start a tournament of four."""
    tournament = await opened(scene, format)
    await signed(scene, tournament, people=tuple(PEOPLE.values()))
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    return tournament


async def row(scene: Scene, tournament: TournamentId, number: int) -> PairingView:
    """Read one pairing by number."""
    await scene.app.tournament_runner.work()
    return next(each for each in (await scene.app.tournaments.view(tournament)).pairings if each.number == number)


async def lost(scene: Scene, pairing: PairingView, name: str) -> None:
    """Let somebody give a match up; the tournament doesn't know yet."""
    assert pairing.match is not None
    await scene.app.matches.resign(scene.key(), PEOPLE[name], match=pairing.match)


async def ruled(scene: Scene, pairing: PairingView, *places: int) -> str:
    """Let the host rule about a match (no places: annul it); returns what the host is told."""
    assert pairing.match is not None
    receipt = await scene.app.disputes.rule(
        scene.key(), HOST, match=pairing.match, places=places, why="a reason", staff=None
    )
    return " ".join(map(scene.words, receipt.told))


async def test_an_annulled_match_counts_again_once_its_places_are_set(scene: Scene) -> None:
    """
    Where it isn't played again; annulling it twice is refused.
    """
    tournament = await begun(scene, Format.SWISS)
    pairing = await row(scene, tournament, 1)
    await lost(scene, pairing, pairing.names[0])
    await row(scene, tournament, 1)
    await ruled(scene, pairing)
    with pytest.raises(Refusal, match="ANNULLED"):
        await ruled(scene, pairing)
    await ruled(scene, pairing, 1, 2)
    after = await row(scene, tournament, 1)

    assert (PairingStatus.DONE, (1, 2)) == (after.status, after.places)


async def test_a_match_that_is_played_again_has_no_places_to_set(scene: Scene) -> None:
    """
    A sentence says so, and nothing is told to anybody else.
    """
    tournament = await begun(scene, Format.KNOCKOUT)
    pairing = await row(scene, tournament, 1)
    await lost(scene, pairing, pairing.names[0])
    await row(scene, tournament, 1)
    await ruled(scene, pairing)
    for places in ((1, 2), ()):
        with pytest.raises(Refusal, match="ANNULLED") as refusal:
            await ruled(scene, pairing, *places)

        assert "played again" in scene.words(refusal.value.text)


async def test_a_ruling_stands_with_what_follows_from_it(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    In one unit of work: if the process dies right after, ratings know it too, and asked again it is answered.
    """
    tournament = await begun(scene, Format.SWISS)
    pairing = await row(scene, tournament, 1)
    await lost(scene, pairing, pairing.names[0])
    await row(scene, tournament, 1)
    match, key = pairing.match, scene.key()
    assert match is not None
    monkeypatch.setattr(scene.app.disputes._playing, "enforce", AsyncMock(side_effect=ConnectionError))
    with pytest.raises(ConnectionError):
        await scene.app.disputes.rule(key, HOST, match=match, places=(), why="a reason", staff=None)
    again = await scene.app.disputes.rule(key, HOST, match=match, places=(), why="a reason", staff=None)
    rulings = await scene.store.read(lambda tx: tx.results.rulings(match))

    assert [()] == [each.places for each in rulings]
    assert "annulled" in scene.words(again.told[0])
