"""Matches of all games come out of the services as their logs lead to."""

from __future__ import annotations

import pytest

from db.stores.store import Store
from games.core.registry import games
from tests.app.integrity.test_integrity import finish, look, played
from tests.app.scene import GAMES, Scene

EVERY = {**GAMES, **games()}


@pytest.mark.parametrize("key", sorted(games()))
async def test_every_game_is_sound_after_random_turns(store: Store, key: str) -> None:
    """
    With a turn taken back and made again, running and after the end.
    """
    scene = Scene(store, EVERY)
    number = await played(scene, key, 4)
    running = await look(scene, number)
    await finish(scene, number)
    over = await look(scene, number)

    assert () == running.findings
    assert () == over.findings
    assert ("", "") == (running.unchecked, over.unchecked)
