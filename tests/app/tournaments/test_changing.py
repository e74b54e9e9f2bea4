"""Changing what was announced, before the start: what people signed up for stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.app.tournaments.records import TournamentChange
from db.tournaments.records import Format, TournamentStatus
from games.core.errors import Refusal
from tests.app.scene import ANN, Scene
from tests.app.tournaments.held import HOST, opened, signed
from tests.stores import NOW

ONE_STORE = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""For rules above the database."""


@pytest.mark.parametrize(
    ("change", "told"),
    [({"format": Format.KNOCKOUT}, "in this format"), ({"settings": {"team": 3}}, "in teams of this size")],
)
async def test_what_people_signed_up_for_stays(scene: Scene, change: dict[str, Any], told: str) -> None:
    """
    Format and teams, with a sentence that says why; named as they are, and once everyone has signed off, they may.
    """
    tournament = await opened(scene)
    before = await scene.app.tournaments.view(tournament)
    await signed(scene, tournament, people=(ANN,))
    wanted = TournamentChange(**change)
    with pytest.raises(Refusal, match="SIGNED_UP") as refusal:
        await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=wanted)
    untouched = await scene.app.tournaments.view(tournament)
    same = TournamentChange(format=Format.SWISS, settings={"team": 1})
    await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=same)
    await scene.app.tournaments.leave(scene.key(), ANN, tournament=tournament)
    await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=wanted)
    after = await scene.app.tournaments.view(tournament)

    assert told in scene.words(refusal.value.text)
    assert before.settings == untouched.settings
    assert (Format.SWISS, 1) == (untouched.record.format, untouched.settings.team)
    assert (change.get("format", Format.SWISS), change.get("settings", {}).get("team", 1)) == (
        after.record.format,
        after.settings.team,
    )


@ONE_STORE
@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"days": 999_999_999}, "365 days: days of the ladder"),
        ({"days": -1}, "365 days: days of the ladder"),
        ({"rating_from": 1500, "rating_to": 1499}, "is above the highest"),
    ],
)
async def test_no_event_is_opened_that_could_not_go_on(scene: Scene, settings: dict[str, Any], told: str) -> None:
    """
    A ladder without an end that can be reckoned with, limits that nobody keeps.
    """
    tournament = await opened(scene, Format.LADDER)
    with pytest.raises(Refusal, match="NUMBER") as refusal:
        await scene.app.tournaments.change(
            scene.key(), HOST, tournament=tournament, change=TournamentChange(settings=settings)
        )
    with pytest.raises(Refusal, match="NUMBER"):
        await opened(scene, Format.LADDER, **settings)

    assert told in scene.words(refusal.value.text)


@ONE_STORE
async def test_during_a_check_in_nothing_is_changed(scene: Scene) -> None:
    """
    The sentence says that, not that the tournament has started.
    """
    tournament = await opened(scene, check_in=5)
    starts = TournamentChange(starts=NOW + timedelta(hours=4))
    await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=starts)
    view = await scene.app.tournaments.view(tournament)
    with pytest.raises(Refusal, match="CHECK_IN") as refusal:
        await scene.app.tournaments.change(scene.key(), HOST, tournament=tournament, change=starts)

    assert TournamentStatus.CHECK_IN is view.record.status
    assert "The check-in for Cup is open" in scene.words(refusal.value.text)
