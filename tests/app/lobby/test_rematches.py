"""Two who ask for the same rematch meet in one match."""

from __future__ import annotations

import pytest

from bot.app.match.records import Actor
from db.ids import MatchId
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, Scene


async def over(scene: Scene, *players: Actor) -> MatchId:
    """A match that has been played."""
    match = await scene.match("hands", players)
    for player in players[1:]:
        await scene.app.matches.resign(scene.key(), player, match=match)
    assert Status.FINISHED is (await scene.app.matches.view(match, None)).match.status
    return match


async def test_the_second_press_joins_the_first(scene: Scene) -> None:
    """
    The answer says whose match it is; with the last player it starts. Pressed once more it says that it runs.
    """
    match = await over(scene, ANN, BEN, CLEO)
    first = await scene.app.lobby.rematch(scene.key(), ANN, match=match)
    with pytest.raises(Refusal, match="ALREADY_IN") as own:
        await scene.app.lobby.rematch(scene.key(), ANN, match=match)
    second = await scene.app.lobby.rematch(scene.key(), BEN, match=match)
    third = await scene.app.lobby.rematch(scene.key(), CLEO, match=match)
    with pytest.raises(Refusal, match="STARTED") as late:
        await scene.app.lobby.rematch(scene.key(), BEN, match=match)

    assert {first.match} == {second.match, third.match}
    assert "Ann already opened the rematch as match #2, so you joined that one." == scene.words(second.told[0])
    assert "Match #2 has started." == scene.words(third.told[-1])
    assert "already open as match #2, and you're in it. Its card is in <#77>." in scene.words(own.value.text)
    assert "already started as match #2, and you're in it" in scene.words(late.value.text)


async def test_a_rematch_that_began_without_one_says_so(scene: Scene) -> None:
    """
    Nothing is opened beside it; once it is over there can be another.
    """
    match = await over(scene, ANN, BEN, CLEO)
    rematch = (await scene.app.lobby.rematch(scene.key(), ANN, match=match)).match
    await scene.app.lobby.rematch(scene.key(), BEN, match=match)
    await scene.app.lobby.start(scene.key(), ANN, match=rematch)
    with pytest.raises(Refusal, match="STARTED") as refused:
        await scene.app.lobby.rematch(scene.key(), CLEO, match=match)
    await scene.app.matches.resign(scene.key(), ANN, match=rematch)
    another = await scene.app.lobby.rematch(scene.key(), CLEO, match=match)

    assert "without you. `/match new`" in scene.words(refused.value.text)
    assert rematch + 1 == another.match


async def test_after_a_canceled_rematch_another_is_opened(scene: Scene) -> None:
    """
    The answer names the one that was canceled.
    """
    match = await over(scene, ANN, BEN)
    rematch = (await scene.app.lobby.rematch(scene.key(), ANN, match=match)).match
    await scene.app.lobby.cancel(scene.key(), ANN, match=rematch)
    anew = await scene.app.lobby.rematch(scene.key(), BEN, match=match)

    assert rematch + 1 == anew.match
    assert f"The first rematch, match #{rematch}, was canceled" in scene.words(anew.told[-1])
