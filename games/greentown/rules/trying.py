"""Trying moves out on the open table for the player to move: drafts of a line, plans, computer players."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalMove
from games.core.moves import Move
from games.greentown.moves import Done, Double
from games.greentown.rules.checks import fault
from games.greentown.rules.playing import Played, play
from games.greentown.state import Table, Turn
from games.greentown.view import View


def objection(table: Table, move: Move) -> IllegalMove | None:
    """Return what is wrong with a move of the player to move, or None."""
    return fault(View(seat=table.current, table=table, sheets=()), move)


def try_turn(table: Table, moves: Sequence[Move]) -> Played:
    """Play a whole turn of the player to move, its silent end included; raises IllegalMove.

    The result's ``turn`` is the turn finished by it (None where the moves only decide about a double turn).
    """
    turn: Turn | None = None
    if not moves or not isinstance(moves[-1], Double):
        moves = (*moves, Done())
    for move in moves:
        wrong = objection(table, move)
        if wrong is not None:
            raise wrong
        played = play(table, move)
        table, turn = played.table, played.turn or turn
    return Played(table, (), turn)
