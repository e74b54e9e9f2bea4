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


class Steady:
    """Lays for land and pens, harvests for the winter, and takes the town order that is worth most after it."""

    def think(self, view: View, ask: Ask, worlds: Iterator[Table], rng: Rng) -> Sequence[Move]:
        """Return a whole order; instructions once given are left as they are."""
        table, seat = view.table, ask.seat
        match table.phase:
            case Phase.START:
                return (Start(rng.pick("row", ROWS)),)
            case Phase.FARM:
                return self._farm(table, seat)
            case Phase.TOWN if table.current == seat:
                return self._town(table, seat, rng)
            case Phase.COINS if table.current == seat:
                return best_coins(table, seat)
        return ()

    def _farm(self, table: Table, seat: Seat) -> Sequence[Move]:
        return best_farm(table, seat)

    def _town(self, table: Table, seat: Seat, rng: Rng) -> Sequence[Move]:
        return max(town_orders(table, seat), key=lambda order: order.value).moves


class Easy(Steady):
    """Plays the default farm order, and one of the better town orders at random."""

    def _farm(self, table: Table, seat: Seat) -> Sequence[Move]:
        return default_farm(table, seat)

    def _town(self, table: Table, seat: Seat, rng: Rng) -> Sequence[Move]:
        orders = sorted(town_orders(table, seat), key=lambda order: -order.value)
        return rng.pick("town", orders[:EASY_PICKS]).moves


BRAINS: Mapping[str, Brain[Table, View]] = {"easy": Easy(), "steady": Steady()}
