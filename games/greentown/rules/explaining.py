"""Refusals of a whole line in the order of section 6."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalMove
from games.core.moves import Move
from games.greentown.moves import Announce, Develop, Erect, Lay
from games.greentown.rules.building import OPERATIONS
from games.greentown.rules.checks import lapse_fault, stranger
from games.greentown.rules.playing import play
from games.greentown.view import View
from games.greentown.words.names import refusal

BEFORE_ERECTING = ("BUILD_INCOMPLETE", "ERECT_NO_LAY")
"""Objections to a building that come before there being two of them."""


def explain(view: View, line: Sequence[Move], at: int, found: IllegalMove) -> IllegalMove:
    """Return the first objection of section 6 to the line, given what was refused at move ``at``.

    Parts that do not belong to the marker come first, then any part of a marker that lapses, then a third operation,
    before what is wrong with an operation; a second building comes before what is wrong with the first.
    """
    if at == 0 or not isinstance(line[0], Announce):
        return found
    doing = play(view.table, line[0]).table.doing
    assert doing is not None
    verbs = [type(move) for move in line[1:]]
    outside = [stranger(doing, verb) for verb in verbs] + [lapse_fault(view.table, doing, verb) for verb in verbs]
    first = next((objection for objection in outside if objection is not None), None)
    if first is not None:
        return first
    if sum(isinstance(move, Lay | Develop) for move in line) > OPERATIONS:
        return refusal("BUILD_TOO_MANY", "R5.1")
    twice = sum(isinstance(move, Erect) for move in line) > 1
    if twice and isinstance(line[at], Erect) and found.code not in BEFORE_ERECTING:
        return refusal("ERECT_TWO", "R8.1")
    return found
