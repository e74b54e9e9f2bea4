"""Where there is nothing to take back, or nothing that could come back."""

from __future__ import annotations

import pytest

from bot.app.match.records import Actor
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, DORA, PLACE, Scene


@pytest.mark.parametrize(
    ("actor", "turns", "sentence", "count"),
    [(BEN, 1, "app.nothing_to_undo", 0), (ANN, 2, "app.fewer_to_undo", 1), (ANN, 0, "app.fewer_to_undo", 1)],
)
async def test_who_asks_for_too_many_turns_reads_how_many_there_are(
    scene: Scene, actor: Actor, turns: int, sentence: str, count: int
) -> None:
    """
    Who has made none reads that there is nothing to take back.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    with pytest.raises(Refusal) as refused:
        await scene.app.undo.undo(scene.key(), actor, match=match, turns=turns)

    assert (sentence, count) == (refused.value.text.id, refused.value.text.args["turns"])


async def test_nothing_comes_back_once_somebody_has_moved(scene: Scene) -> None:
    """
    The turn made since takes the place of what was taken back.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.play(match, ANN, "2")
    with pytest.raises(Refusal, match="NO_REDO"):
        await scene.app.undo.redo(scene.key(), ANN, match=match)


async def test_nothing_comes_back_once_staff_has_set_the_match_back(scene: Scene) -> None:
    """
    A repair is a ruling about where the match goes on; a redo would reach behind it.
    """
    match = await scene.match()
    for actor, line in ((ANN, "1"), (BEN, "5"), (ANN, "2")):
        await scene.play(match, actor, line)
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.app.staff.repair(scene.key(), DORA, place=PLACE, match=match, turn=1)
    with pytest.raises(Refusal, match="NO_REDO"):
        await scene.app.undo.redo(scene.key(), ANN, match=match)
