"""Changing what was announced, before the start: what people signed up for stays."""

from __future__ import annotations

from typing import Any

import pytest

from bot.app.events.records import EventChange
from db.event_records import Format
from games.core.errors import Refusal
from tests.app.events.held import HOST, opened, signed
from tests.app.scene import ANN, Scene


@pytest.mark.parametrize(
    ("change", "told"),
    [({"format": Format.KNOCKOUT}, "in its format"), ({"settings": {"team": 3}}, "in teams of this size")],
)
async def test_what_people_signed_up_for_stays(scene: Scene, change: dict[str, Any], told: str) -> None:
    """
    Format and teams, with a sentence that says why; named as they are, and once everyone has signed off, they may.
    """
    event = await opened(scene)
    before = await scene.app.events.look(event)
    await signed(scene, event, people=(ANN,))
    wanted = EventChange(**change)
    with pytest.raises(Refusal, match="SIGNED_UP") as refusal:
        await scene.app.events.change(scene.key(), HOST, event=event, change=wanted)
    untouched = await scene.app.events.look(event)
    same = EventChange(format=Format.SWISS, settings={"team": 1})
    await scene.app.events.change(scene.key(), HOST, event=event, change=same)
    await scene.app.events.leave(scene.key(), ANN, event=event)
    await scene.app.events.change(scene.key(), HOST, event=event, change=wanted)
    after = await scene.app.events.look(event)

    assert told in scene.words(refusal.value.text)
    assert before.settings == untouched.settings
    assert (Format.SWISS, 1) == (untouched.record.format, untouched.settings.team)
    assert (change.get("format", Format.SWISS), change.get("settings", {}).get("team", 1)) == (
        after.record.format,
        after.settings.team,
    )
