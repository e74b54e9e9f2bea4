"""Refusals of a whole line in the order of section 6."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import IllegalMove
from games.core.moves import Move
from games.greentown.building import OPERATIONS
from games.greentown.moves import Announce, Avoid, Develop, Erect, Forgo, Lay, Tour, Via
from games.greentown.names import refusal
from games.greentown.rules.checking import belongs
from games.greentown.rules.markers import stops_wanted
from games.greentown.rules.playing import play
from games.greentown.view import View

OF_BUILD = (Lay, Develop, Erect, Forgo)
OF_TOUR = (Tour, Via, Avoid)
BEFORE_ERECTING = ("BUILD_INCOMPLETE", "ERECT_NO_LAY")
"""Objections to a building that come before there being two of them."""


def explain(view: View, line: Sequence[Move], at: int, found: IllegalMove) -> IllegalMove:
    """Return the first objection of section 6 to the line, given what was refused at move ``at``.

    Parts that do not belong to the marker and a third operation come before what is wrong with an operation; a second
    building before what is wrong with the first.
    """
    if at == 0 or not isinstance(line[0], Announce):
        return found
    doing = play(view.table, line[0]).table.doing
    assert doing is not None
    for move in line[1:]:
        stranger = None
        if isinstance(move, OF_BUILD):
            stranger = belongs(doing, builds=True)
        elif isinstance(move, OF_TOUR):
            stranger = belongs(doing, builds=False, stops=stops_wanted(view.table))
        if stranger is not None:
            return stranger
    if sum(isinstance(move, Lay | Develop) for move in line) > OPERATIONS:
        return refusal("BUILD_TOO_MANY", "R5.1")
    twice = sum(isinstance(move, Erect) for move in line) > 1
    if twice and isinstance(line[at], Erect) and found.code not in BEFORE_ERECTING:
        return refusal("ERECT_TWO", "R8.1")
    return found
