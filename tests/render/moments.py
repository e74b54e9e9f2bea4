"""Matches of computer players, move by move: what one sees who puts a turn together."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.cli.selfplay import brains_of
from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.moves import Move
from games.core.running.play import find_ask, fold
from games.core.running.selfplay import play_steps
from games.core.seats import TABLE


class Moment(NamedTuple):
    """Before a move of a turn: what is seen, the ask (None: it stands no more), and the move that was made then."""

    view: Any
    ask: Ask | None
    move: Move


def moments(game: AnyGame, seed: bytes) -> Iterator[Moment]:
    """Yield what two easy computer players see before each of their moves; no match is played further than is read."""
    state: Any = None
    for step in play_steps(game, Setup(2, game.spec.options()), seed, brains=brains_of(game, ["easy"] * 2)):
        for entry in step.entries:
            if state is None or entry.seat == TABLE or find_ask(game, state, entry.ask) is None:
                continue
            for at, move in enumerate(entry.moves):
                before = fold(game, state, entry.seat, entry.ask, entry.moves[:at]).state
                yield Moment(game.view(before, entry.seat), find_ask(game, before, entry.ask), move)
        state = step.position.state
