"""Matches of all games come out of the services as their logs lead to."""

from __future__ import annotations

import pytest

from bot.app.tournaments.running.decisions import stop_by_ruling
from db.stores.store import Store
from games.core.registry import games
from tests.app.integrity.test_integrity import finish, look, played
from tests.app.scene import ANN, GAMES, Scene

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


async def test_a_match_that_a_ruling_made_void_is_sound(store: Store) -> None:
    """
    It ends without a look at its score, whatever that was.
    """
    scene = Scene(store)
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.app.uow.act(None, None, match, stop_by_ruling)
    report = await look(scene, match)

    assert () == report.findings
