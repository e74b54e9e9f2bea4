"""Computer players: ``easy`` farms by the default and walks where it likes, ``steady`` looks one order ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.core.capabilities import Brain
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.walnut_grove.bots.candidates import best_coins, best_farm, town_orders
from games.walnut_grove.components import ROWS
from games.walnut_grove.moves import Start
from games.walnut_grove.rules.defaults import default_farm
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View

EASY_PICKS = 3
"""The easy player takes one of so many best town orders."""


def steady_turn(view: View, seat: Seat) -> Sequence[Move]:
    """Return what the steady player does with a farm, in town or with drawn coins; () if nothing needs to be done."""
    table = view.table
    match table.phase:
        case Phase.FARM:
            return best_farm(table, seat)
        case Phase.TOWN if table.current == seat:
            return max(town_orders(table, seat), key=lambda order: order.value).moves
        case Phase.COINS if table.current == seat:
            return best_coins(table, seat)
    return ()


class Steady:
    """Lays for land and pens, harvests for the winter, and takes the town order that is worth most after it."""

    def think(self, view: View, ask: Ask, worlds: Iterator[Table], rng: Rng) -> Sequence[Move]:
        """Return a whole order; instructions once given are left as they are."""
        if view.table.phase is Phase.START:
            return (Start(rng.pick("row", ROWS)),)
        return self._order(view, ask.seat, rng)

    def _order(self, view: View, seat: Seat, rng: Rng) -> Sequence[Move]:
        return steady_turn(view, seat)


class Easy(Steady):
    """Plays the default farm order, and one of the better town orders at random."""

    def _order(self, view: View, seat: Seat, rng: Rng) -> Sequence[Move]:
        table = view.table
        if table.phase is Phase.FARM:
            return default_farm(table, seat)
        if table.phase is Phase.TOWN and table.current == seat:
            orders = sorted(town_orders(table, seat), key=lambda order: -order.value)
            return rng.pick("town", orders[:EASY_PICKS]).moves
        return steady_turn(view, seat)


BRAINS: Mapping[str, Brain[Table, View]] = {"easy": Easy(), "steady": Steady()}
