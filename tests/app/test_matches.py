"""Matches from start to end: turns, views, log, history."""

from __future__ import annotations

import pytest

from bot.app.courier import Kind
from db.records import Status
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, CLEO, Scene


async def test_a_whole_match_ends_with_an_outcome_and_its_seed(scene: Scene) -> None:
    """
    The last turn ends the match: result, seed and log stay, and nothing is waited for.
    """
    match = await scene.match()
    await scene.play(match, ANN, "1")
    await scene.play(match, BEN, "--")
    await scene.play(match, ANN, "2")
    await scene.play(match, ANN, "--")
    for player in (BEN, ANN):
        receipt = await scene.play(match, player, "--")

    look = await scene.app.matches.look(match, None)
    log = await scene.log(match)

    assert receipt.over
    assert look.match.status is Status.FINISHED
    assert look.outcome is not None
    assert (4, 0) == look.outcome.totals
    assert (1).to_bytes(32, "big") == look.seed
    assert log[0].startswith("The match begins. SHA-256 of the seed")
    assert "Ann sows plot 1." in log
    assert log[-1].endswith("0001.")
    assert await scene.app.matches.next_for(ANN.user) is None


async def test_the_board_follows_each_turn_and_mentions_the_next_once(scene: Scene) -> None:
    """
    Each turn is told by one board that mentions who is asked; a follow-up of the same seat mentions nobody.
    """
    match = await scene.match()
    await scene.relay.pump()
    await scene.play(match, ANN, "1")
    await scene.relay.pump()
    await scene.play(match, BEN, "--")
    await scene.relay.pump()
    await scene.play(match, ANN, "2")
    await scene.relay.pump()

    boards = scene.courier.of(Kind.BOARD)
    assert [(ANN.user,), (BEN.user,), (ANN.user,), ()] == [board.mention for board in boards]
    assert ["1"] == list(boards[1].look.marks.spots)
    assert 3 == len(scene.courier.retired)


async def test_a_stranger_is_told_that_he_has_no_seat(scene: Scene) -> None:
    """
    Who does not sit in the match plays nothing.
    """
    match = await scene.match()

    with pytest.raises(Refusal, match="NOT_A_PLAYER"):
        await scene.play(match, CLEO, "1")


async def test_out_of_turn_gives_the_rules_own_reason(scene: Scene) -> None:
    """
    Who is not asked hears why from the game.
    """
    match = await scene.match()

    with pytest.raises(Refusal, match="NOT_YOUR_TURN"):
        await scene.play(match, BEN, "1")
