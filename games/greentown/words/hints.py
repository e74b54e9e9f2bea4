"""Advice for a beginner's first turns in a tutorial match."""

from __future__ import annotations

from games.core.text import Text, say
from games.greentown.rules.building import still_to_build
from games.greentown.view import View

MOST_ADVISED = 3
"""In so many of their first turns beginners are advised."""


def hint(view: View) -> Text | None:
    """Return advice for the first turns of a beginner, by what is asked (section 11)."""
    table = view.table
    if table.over or view.seat is None or table.current != view.seat or table.mover.turns >= MOST_ADVISED:
        return None
    if table.deciding:
        return say("greentown.hint.double")
    doing = table.doing
    if doing is None:
        return say("greentown.hint.first" if table.mover.turns == 0 else "greentown.hint.marker")
    if still_to_build(table):
        return say("greentown.hint.build")
    if doing.tours and not doing.tour:
        return say("greentown.hint.tour")
    return say("greentown.hint.erect") if doing.laid and not doing.building else None
