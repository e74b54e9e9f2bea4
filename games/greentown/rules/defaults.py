"""The default turn at a missed deadline (R12.1): a tour if one is possible, else a marker turned down."""

from __future__ import annotations

from games.core.moves import Move
from games.greentown.bots.worth import Leader
from games.greentown.components import CARDS
from games.greentown.moves import Announce, Done, Double, Forgo, Tour
from games.greentown.rules.building import still_to_build
from games.greentown.rules.checks import USE
from games.greentown.rules.markers import announceable, tour_exists, words_up
from games.greentown.state import Table
from games.greentown.tours.finding import best

WITH_TOUR = ("T", "?T", "BT", "B")
"""The order of preference where a tour exists."""

WITHOUT_TOUR = ("B", "?B", "BT", "T")
"""The same where none exists."""


def default_move(table: Table) -> Move:
    """Return the next move of the default turn; asked again until the turn is done."""
    if table.deciding:
        return Double(USE)
    doing = table.doing
    if doing is None:
        return Announce(default_marker(table))
    if still_to_build(table):
        return Forgo()
    if doing.tours and not doing.lapses and not doing.tour and tour_exists(table):
        tour = best(table.town, Leader(table.current, CARDS[table.mover.card or ""], len(table.players)))
        assert tour is not None
        return Tour(tour.path)
    return Done()


def default_marker(table: Table) -> str:
    """Return the marker of the default turn, among those that may be announced (R4.4, R4.5)."""
    fit = announceable(table)
    preferred = WITH_TOUR if tour_exists(table) else WITHOUT_TOUR
    return next(word for word in (*preferred, *words_up(table)) if word in fit)
