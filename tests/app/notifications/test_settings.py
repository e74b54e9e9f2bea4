"""Settings of servers, preferences of persons."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.lobby.server_settings import SERVER_DEFAULTS
from bot.app.match.records import Actor, Place
from bot.app.notifications.settings import PERSON_DEFAULTS
from bot.app.services import Services
from db.ids import ChannelId
from games.core.errors import Refusal
from tests.app.scene import ANN, PLACE, Scene


def test_the_services_are_what_the_edge_expects(scene: Scene) -> None:
    """
    The application fulfils the protocol that the edge is written against.
    """
    services: Services = scene.app

    assert services.lobby is scene.app.lobby


async def test_a_servers_settings_are_kept(scene: Scene) -> None:
    """
    What is not set has its default; outside servers there is nothing to set.
    """
    before = await scene.app.settings.server(PLACE)
    await scene.app.settings.set_server(PLACE, {"threads": False})
    after = await scene.app.settings.server(PLACE)
    await scene.app.settings.set_server(PLACE, {})
    direct = Place(None, ChannelId(1))

    usual = {**SERVER_DEFAULTS, "expire": 14, "open": 25}
    assert (usual, {**usual, "threads": False}) == (before, after)
    assert usual == await scene.app.settings.server(direct)
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await scene.app.settings.set_server(PLACE, {"events": "nobody"})
    with pytest.raises(Refusal, match="NO_SERVER"):
        await scene.app.settings.set_server(direct, {"threads": False})


async def test_a_persons_zone_is_kept(scene: Scene) -> None:
    """
    The zone is an IANA name; an empty one takes it away.
    """
    before = await scene.app.settings.person(ANN.user)
    await scene.app.settings.set_person(ANN, {"zone": "Europe/Amsterdam"})
    after = await scene.app.settings.person(ANN.user)
    await scene.app.settings.set_person(ANN, {})
    kept = await scene.app.settings.person(ANN.user)
    await scene.app.settings.set_person(ANN, {"zone": ""})

    assert PERSON_DEFAULTS == before
    assert {**before, "zone": "Europe/Amsterdam"} == after
    assert kept == after
    assert before == await scene.app.settings.person(ANN.user)


@pytest.mark.parametrize(
    ("values", "code"), [({"zone": "Moon"}, "NO_ZONE"), ({"x": 1}, "NO_SETTING"), ({"zone": 1}, "BAD_SETTING")]
)
async def test_what_is_no_preference_is_refused(scene: Scene, values: dict[str, Any], code: str) -> None:
    """
    Unknown names, values of another kind and zones there are not change nothing.
    """
    with pytest.raises(Refusal, match=code) as refusal:
        await scene.app.settings.set_person(ANN, values)

    assert scene.words(refusal.value.text)


async def test_a_name_that_changes_is_shown_anew(scene: Scene) -> None:
    """
    The name last seen is the one on the board.
    """
    match = await scene.match()
    renamed = Actor(ANN.user, "Annabel")
    await scene.play(match, renamed, "1")

    assert "Annabel" == (await scene.app.matches.view(match, None)).seats[0].name
