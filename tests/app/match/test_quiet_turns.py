"""Turns of which others see nothing on the board."""

from __future__ import annotations

from bot.app.match.turn_runner import TurnRunner
from bot.conformance.matches import SEED
from games.core.rng import Rng
from games.core.running.play import Cause, TurnContext
from games.core.search.enumerate import find_random_turn
from tests.games.matches import played


def test_winter_instructions_are_told_without_a_board() -> None:
    """
    Others see nothing of them: the log has the turn, and no board is posted; the turn that is waited for has one.
    """
    match = played("walnut_grove", 2)
    game = match.game
    position, given = next(
        (step.position, ask)
        for step in match.steps
        for ask in game.asks(step.position.state)
        if ask.id.startswith("winter:") and not ask.waits
    )
    play = TurnRunner(game, SEED, position)
    moves = find_random_turn(TurnContext(game, position.state, given.seat, given.id), Rng(SEED))
    assert moves is not None
    play.turn(given.seat, given.id, moves, cause=Cause.PLAYER)
    town = next(ask for ask in play.asks() if ask.waits)
    play.expire(town)
    quiet, shown = play.stretches

    assert quiet.entries[0].events
    assert [False, True] == [quiet.shown, shown.shown]
