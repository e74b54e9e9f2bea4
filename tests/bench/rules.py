"""What the rules cost: proving a move legal apart from finding what is legal, and a whole completion."""

from __future__ import annotations

import gc
import hashlib
from time import process_time

from bot.cli.selfplay import Timed, brains_of
from games.core.contract import AnyGame
from games.core.game import Ask, Setup
from games.core.input.complete import complete
from games.core.input.forms import FormKind, Typed, forms_of
from games.core.registry import games
from games.core.running.play import TurnContext, find_offered_verbs
from games.core.running.record import replay
from games.core.running.selfplay import play_steps
from games.core.search.enumerate import moves_of
from games.core.seats import TABLE
from games.core.words import Words

STEPS = 60
NAMES = ("Anna", "Bert", "Cees", "Dora", "Emma", "Finn")


def rows() -> list[str]:
    """Measure every game with its most seats and return lines to print; CPU time of this process."""
    return [
        f"{'game':14}{'check+step µs':>14}{'proving µs':>12}{'choices ms, worst':>19}{'completion ms, worst':>22}",
        *(_row(game) for _, game in sorted(games().items())),
    ]


def _row(game: AnyGame) -> str:
    seats = game.spec.seats[-1]
    setup = Setup(seats, game.spec.options())
    seed = hashlib.sha256(game.spec.key.encode()).digest()
    steps = list(play_steps(game, setup, seed, brains=brains_of(game, ["easy"] * seats)))
    gc.collect()
    gc.freeze()  # as the running bot does: else a round over all these steps counts as somebody's move
    timed = Timed(game)
    with timed.count() as stand_in:
        replay(stand_in, setup, seed, [entry for step in steps for entry in step.entries])
    choices = completion = 0.0
    for step in steps[:: max(1, len(steps) // STEPS)]:
        state = step.position.state
        for ask in game.asks(state):
            if ask.seat != TABLE and ask.waits:
                choices = max(choices, _choices(game, state, ask))
                completion = max(completion, _completion(game, state, ask))
    moves = max(timed.moves, 1)
    each, proving = timed.seconds / moves * 1e6, timed.proving / moves * 1e6
    return f"{game.spec.key:14}{each:14.1f}{proving:12.1f}{choices * 1e3:19.1f}{completion * 1e3:22.1f}"


def _choices(game: AnyGame, state: object, ask: Ask) -> float:
    """Seconds to list up to 200 whole moves of each verb asked for."""
    view = game.view(state, ask.seat)
    began = process_time()
    for verb in find_offered_verbs(game, ask):
        list(moves_of(game, view, verb, limit=200))
    return process_time() - began


def _completion(game: AnyGame, state: object, ask: Ask) -> float:
    """Seconds for the slowest completion of the game's commands: option by option, those before it filled."""
    words = Words(game.words, NAMES)
    slowest = 0.0
    for form in forms_of(game):
        filled: dict[str, Typed] = {}
        for option in form.options if form.kind is not FormKind.ORDER else ():
            began = process_time()
            found = complete(
                TurnContext(game, state, ask.seat, ask.id),
                form=form,
                filled=filled,
                focused=option.name,
                typed="",
                words=words,
            )
            slowest = max(slowest, process_time() - began)
            if found.suggestions:
                filled[option.name] = found.suggestions[0].word
    return slowest


if __name__ == "__main__":
    print("\n".join(rows()))
