"""Proofs told apart from the moves they are part of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TypeVar, cast

from bot.cli.selfplay import Timed
from games.core.contract import AnyGame
from games.core.game import Step
from games.core.moves import Move
from games.core.rng import NoChance, Rng
from games.core.search.proofs import proof, watch_proofs
from games.core.seats import TABLE, Seat
from tests.games.tiny.digs import Dig

T = TypeVar("T")


@proof
def _even(number: int) -> bool:
    return number % 2 == 0


@proof
def _both(one: int, other: int) -> bool:
    return _even(one) and _even(other)


class _Rules:
    """A game whose moves need proofs."""

    def check(self, view: int, move: Move) -> None:
        _even(view)

    def step(self, state: int, seat: Seat, move: Move, rng: Rng) -> Step[int]:
        return Step(state + _both(state, 2))


def test_a_proof_is_run_as_it_is_while_nobody_watches() -> None:
    """Without a watcher a marked rule is the rule."""
    assert _both(2, 4)
    assert not _both(2, 3)


def test_a_watcher_runs_the_proofs_while_it_watches() -> None:
    """It runs those within others too; what comes after its time is not its own."""
    ran: list[object] = []

    def run(prove: Callable[[], T]) -> T:
        found = prove()
        ran.append(found)
        return found

    with watch_proofs(run):
        _both(2, 3)
    _both(2, 3)

    assert [True, False, False] == ran


def test_proofs_are_timed_apart_from_moves() -> None:
    """A clock that shows one second more at each look: a move takes the looks around it, its proof those within."""
    timed = Timed(cast(AnyGame, _Rules()), count().__next__)
    with timed.count() as game:
        game.check(2, Dig())
        game.step(2, Seat(0), Dig(), NoChance())
        game.step(2, TABLE, Dig(), NoChance())
        _even(2)

    assert (4.0, 2.0, 1) == (timed.seconds, timed.proving, timed.moves)
