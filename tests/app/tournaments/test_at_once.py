"""All matches of a group at the same time, where a round robin was announced so."""

from __future__ import annotations

import pytest

from bot.app.tournaments.records import TournamentChange
from db.tournaments.records import Format, PairingStatus
from games.core.errors import Refusal
from tests.app.scene import Scene
from tests.app.tournaments.held import HOST, opened, signed

ONE_STORE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@ONE_STORE
@pytest.mark.parametrize(("at_once", "playing"), [(0, 12), (2, 8), (1, 4)])
async def test_every_match_of_a_group_starts_together(scene: Scene, at_once: int, playing: int) -> None:
    """
    With 0 all of two groups of four; with a number so many of each entrant.
    """
    tournament = await opened(scene, Format.ROUND_ROBIN, group=4, at_once=at_once)
    await signed(scene, tournament, computers=8)
    await scene.app.tournaments.start(scene.key(), HOST, tournament=tournament)
    view = await scene.app.tournaments.view(tournament)

    assert playing == sum(pairing.status is PairingStatus.PLAYING for pairing in view.pairings)


@ONE_STORE
async def test_only_a_round_robin_starts_all_at_once(scene: Scene) -> None:
    """
    Elsewhere it is refused with a sentence, also if another format is chosen later.
    """
    with pytest.raises(Refusal, match="AT_ONCE"):
        await opened(scene, Format.LADDER, at_once=0)
    tournament = await opened(scene, Format.ROUND_ROBIN, at_once=0)
    with pytest.raises(Refusal, match="AT_ONCE"):
        await scene.app.tournaments.change(
            scene.key(), HOST, tournament=tournament, change=TournamentChange(format=Format.LADDER, settings={})
        )

    assert Format.ROUND_ROBIN is (await scene.app.tournaments.view(tournament)).record.format
