"""Which of several turns made which change: the numbers that stand on a board and beside the words about it. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.core.contract import AnyGame
from games.core.game import Marks

MOST_STEPS = 24
"""Turns that are told apart; where there are more, the first of them count together as one."""


class Steps(Struct, frozen=True):
    """The last ply of each turn, in order; the how manieth it is, is its number, from 1."""

    plies: tuple[int, ...] = ()

    def number(self, ply: int) -> int:
        """Return the number of the turn to which an entry of the log belongs; 0: to none of them."""
        at = bisect_left(self.plies, ply)
        return at + 1 if at < len(self.plies) else 0


def group_steps(plies: Sequence[int]) -> tuple[int, ...]:
    """Return the plies of the boards between which changes are told apart: of many the first are left out."""
    return tuple(plies[-MOST_STEPS:])


def number_turns(
    game: AnyGame, boards: Sequence[tuple[int, Any]], whole: Marks, *, told: Collection[int]
) -> tuple[Steps, Marks]:
    """Return the turns, and the marks of all of them with the number of the turn that changed each spot last.

    ``boards`` are the views in order with their plies, the first from before the first turn; ``whole`` what differs
    between the first and the last; ``told`` the plies of which words are said. A turn that changed nothing to be seen
    and of which nothing is said has no number.
    """
    plies: list[int] = []
    numbers: dict[str, int] = {}
    for (begin, before), (end, after) in pairwise(boards):
        spots = game.panel.marks(before, after).spots
        if spots or any(begin < ply <= end for ply in told):
            plies.append(end)
            numbers |= dict.fromkeys(spots, len(plies))
    return Steps(tuple(plies)), replace(whole, numbers=tuple(numbers.get(spot, 0) for spot in whole.spots))
