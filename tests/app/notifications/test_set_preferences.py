"""Preferences of persons: kept, refused, and the name by which they go."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.match.records import Actor
from bot.app.notifications.preferences import PERSON_DEFAULTS
from games.core.errors import Refusal
from tests.app.scene import ANN, Scene


async def test_a_persons_zone_is_kept(scene: Scene) -> None:
    """
    The zone is an IANA name; an empty one takes it away.
    """
    before = await scene.app.preferences.person(ANN.user)
    await scene.app.preferences.set_person(ANN, {"zone": "Europe/Amsterdam"})
    after = await scene.app.preferences.person(ANN.user)
    await scene.app.preferences.set_person(ANN, {})
    kept = await scene.app.preferences.person(ANN.user)
    await scene.app.preferences.set_person(ANN, {"zone": ""})

    assert PERSON_DEFAULTS == before
    assert {**before, "zone": "Europe/Amsterdam"} == after
    assert kept == after
    assert before == await scene.app.preferences.person(ANN.user)


@pytest.mark.parametrize(
    ("values", "code"), [({"zone": "Moon"}, "NO_ZONE"), ({"x": 1}, "NO_SETTING"), ({"zone": 1}, "BAD_SETTING")]
)
async def test_what_is_no_preference_is_refused(scene: Scene, values: dict[str, Any], code: str) -> None:
    """
    Unknown names, values of another kind and zones there are not change nothing.
    """
    with pytest.raises(Refusal, match=code) as refusal:
        await scene.app.preferences.set_person(ANN, values)

    assert scene.words(refusal.value.text)


async def test_a_name_that_changes_is_shown_anew(scene: Scene) -> None:
    """
    The name last seen is the one on the board.
    """
    match = await scene.match()
    renamed = Actor(ANN.user, "Annabel")
    await scene.play(match, renamed, "1")

    assert "Annabel" == (await scene.app.matches.view(match, None)).seats[0].name
