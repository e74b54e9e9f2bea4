"""Quick players, who play on in a search: they weigh goods by number, and try nothing out (section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.walnut_grove.bots.worth import STONE, WEIGHTS, improvement_worth, still_useful, usual_needs
from games.walnut_grove.components import (
    BARN,
    COIN_POINTS,
    COLOURS,
    FOOD,
    GOODS,
    HELP_GOODS,
    HELP_POINTS,
    HUT,
    RING,
    ROWS,
    STOPS,
    YEARS,
    Disc,
    Good,
    Kind,
    Stop,
)
from games.walnut_grove.moves import Done, Go, Lay, Pass, Repay, Sell, Start, Take, Work
from games.walnut_grove.rules.errand import coins_for
from games.walnut_grove.rules.farm import Counts, Farm, coins_in, count_owned, needs_of, room_in
from games.walnut_grove.rules.land import Laid, pens_with, rate_placements
from games.walnut_grove.rules.playing import base_of
from games.walnut_grove.rules.summer import lay, yield_of
from games.walnut_grove.rules.town import FREE_GOODS, fits, gates_between, is_occupied, position
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View

STREAM = "quick"

TIED = 20
"""Of so many ways to lay a tile that match equally well the pens are looked at."""
MOST = 16
"""More of a good than count for anything."""
SHORT = 2.0
"""A good that this winter asks for."""
NEEDED, DEAR, SPARE = WEIGHTS.needed, 0.7, WEIGHTS.spare
STEP = 0.03
"""What a stop walked costs: the gates come nearer."""
USUAL_COIN = 0.5
"""Points of a coin not yet drawn."""

Worths: TypeAlias = Mapping[Good, Sequence[float]]
"""What so many of a good are worth, by number from 0."""


class Errand(Struct, frozen=True, order=True):
    """A way to a stop, at a glance: what it is worth, where, and what is taken or sold there."""

    worth: float
    stop: str
    take: tuple[str, ...] = ()
    sell: tuple[str, ...] = ()


class Books(Struct, frozen=True):
    """What a farm has, and what that is worth: goods by number, coins from the cheapest on.

    ``left`` are the years to come after the winter, ``use`` how much can still be made of something.
    """

    farm: Farm
    disc: Disc
    left: int
    use: float
    have: dict[Good, int]
    worths: Worths
    coins: tuple[float, ...]

    def more(self, good: Good, number: int) -> float:
        """Return what so many more, or fewer, of a good bring."""
        row, there = self.worths[good], self.have[good]
        return row[min(there + number, MOST)] - row[min(there, MOST)]


class Quick(Struct, frozen=True):
    """Takes by chance one of the errands that are at most ``slack`` worse than the best.

    ``labour`` is what a labourer brings a year, on top of points and harvest.
    """

    slack: float = 0.0
    labour: float = -0.1

    def think(self, view: View, ask: Ask, worlds: Iterator[Table], rng: Rng) -> Sequence[Move]:
        """Return a whole order; drawn coins and the winter are left to the rules."""
        table, seat = view.table, ask.seat
        if not ask.waits:
            return ()
        match table.phase:
            case Phase.START:
                return (Start(rng.pick(STREAM, ROWS)),)
            case Phase.FARM:
                return farm_order(table, seat)
            case Phase.TOWN:
                return self._town(table, seat, rng)
        return (Done(),)

    def _town(self, table: Table, seat: Seat, rng: Rng) -> Sequence[Move]:
        books = open_books(table, base_of(table, seat))
        errands = list(self.errands(table, seat, books))
        most = max(errands)
        near = [errand for errand in errands if errand.worth >= most.worth - self.slack] if self.slack else [most]
        best = most if len(near) == 1 else rng.pick(STREAM, near)
        if not best.stop:
            return (Pass(), *_repay(books, {}), Done())
        if best.sell:
            return (Go(best.stop), Sell(best.sell), Done())
        return (Go(best.stop), Take(best.take), *_repay(books, STOPS[best.stop].price), Done())

    def errands(self, table: Table, seat: Seat, books: Books) -> Iterator[Errand]:
        """Yield what can be done in town and paid, and to stay."""
        yield Errand(0.0, "")
        place = table.places[seat]
        start = position(place)
        for stop in RING:
            if is_occupied(table, seat, stop):
                continue
            gates = len(gates_between(place, stop.id))
            price = _price(books, stop, gates)
            if price is None:
                continue
            price += STEP * ((stop.pos - start) % len(RING))
            for worth, take, sell in self._deeds(table, books, stop):
                yield Errand(worth - price, stop.id, take, sell)

    def _deeds(
        self, table: Table, books: Books, stop: Stop
    ) -> Iterator[tuple[float, tuple[str, ...], tuple[str, ...]]]:
        """Yield what is to be had at a stop: what it is worth, what is taken, what is sold."""
        if stop.kind is Kind.FREE:
            yield _best_goods(books)
        elif stop.kind is Kind.STORE:
            sold = tuple(good for good in stop.buys if books.have[good] and -books.more(good, -1) < _coin(books))
            if sold:
                drawn = min(coins_for(books.disc, sold), max(books.farm.free, 0) + len(sold))
                yield drawn * _coin(books) + sum(books.more(good, -1) for good in sold), (), sold
        else:
            for thing in dict.fromkeys(table.stock.get(stop.id, ())):
                if fits(books.farm, thing) is None:
                    yield self._worth_of(thing, books), (thing,), ()

    def _worth_of(self, thing: str, books: Books) -> float:
        farm, left = books.farm, books.left
        ladders = farm.improvements.count("ladder")
        if thing in COLOURS:
            grown = sum(area.size for area in farm.land.areas if area.good == FOOD[thing])
            return 2 + self.labour * left + 0.02 * grown
        if thing == HUT:
            burns = len(farm.labourers) + len(farm.hired) > farm.huts
            return 1 + ladders + (WEIGHTS.upkeep * left if burns else 0.0)
        if thing == BARN:
            return 1 + ladders + 0.2 * left
        tents = farm.improvements.count("tent")
        return improvement_worth(replace(farm, improvements=(*farm.improvements, thing)), thing, left) + 2 * tents


def promise(table: Table, seat: Seat, farm: Farm) -> float:
    """Return what a farm's stores are worth before the town order, and the best errand, at a glance."""
    books = open_books(table, farm)
    stores = sum(books.worths[good][min(number, MOST)] for good, number in books.have.items())
    return stores + sum(books.coins) + best_errand(table, seat, farm)


def best_errand(table: Table, seat: Seat, farm: Farm) -> float:
    """Return what the best errand in town is worth at a glance."""
    return max(POLICIES[0].errands(table, seat, open_books(table, farm))).worth


def open_books(table: Table, farm: Farm) -> Books:
    """Return what a farm has before the winter of the year."""
    left = YEARS - table.year
    use = still_useful(left) if left else 0.0
    safes = farm.improvements.count("safe")
    return Books(
        farm=farm,
        disc=table.the_disc,
        left=left,
        use=use,
        have={good: count_owned(farm, good) for good in GOODS},
        worths=dict(_rows(needs_of(farm, table.the_disc), usual_needs(farm) if left else {}, min(2, left), use)),
        coins=tuple([COIN_POINTS[coin] + safes + WEIGHTS.coin * use for coin in coins_in(farm.barn)]),
    )


def _rows(needs: Counts, usual: Counts, winters: int, use: float) -> Iterator[tuple[Good, Sequence[float]]]:
    """Yield what so many of each good are worth: for this winter, for those to come, and beyond."""
    for good in GOODS:
        now = needs.get(good, 0)
        later = usual.get(good, 0) * winters
        dear = WEIGHTS.stones if good == STONE else 0
        units = [SHORT] * now + [NEEDED] * later + [DEAR * use] * dear
        units += [SPARE * use] * MOST
        yield good, tuple(accumulate(units[:MOST], initial=0.0))


def _coin(books: Books) -> float:
    return USUAL_COIN + books.farm.improvements.count("safe") + WEIGHTS.coin * books.use


def _price(books: Books, stop: Stop, gates: int) -> float | None:
    """Return what price and taxes cost; None if they can't be paid with the usual taxes."""
    taxes, coins = books.coins[:gates], books.coins[gates:]
    cost, short = sum(taxes) + WEIGHTS.open_help * (gates - len(taxes)), 0
    for good, asked in stop.price.items():
        paid = min(asked, books.have[good])
        cost -= books.more(good, -paid)
        short += asked - paid
    return cost + sum(coins[:short]) if short <= len(coins) else None


def _best_goods(books: Books) -> tuple[float, tuple[str, ...], tuple[str, ...]]:
    """Return the free goods that bring most, as far as there is room for them."""
    first = max(GOODS, key=lambda good: books.more(good, 1))
    second = max(
        GOODS, key=lambda good: books.more(good, 2) - books.more(good, 1) if good == first else books.more(good, 1)
    )
    one = books.more(first, 1)
    both = books.more(first, 2) if first == second else one + books.more(second, 1)
    take = tuple(sorted((first, second), key=GOODS.index))
    return (both if books.farm.free >= FREE_GOODS else one if books.farm.free > 0 else 0.0), take, ()


def _repay(books: Books, price: Mapping[Good, int]) -> Iterator[Move]:
    """Yield that help is paid back, where three goods can be spared for it after the price; what is taken is kept."""
    if not books.farm.open:
        return
    spare = []
    for good, row in books.worths.items():
        there = max(0, books.have[good] - price.get(good, 0))
        spare += [
            (row[min(n, MOST)] - row[min(n, MOST) - 1], good) for n in range(there, max(0, there - HELP_GOODS), -1)
        ]
    cheapest = sorted(spare)[:HELP_GOODS]
    if len(cheapest) == HELP_GOODS and sum(loss for loss, _ in cheapest) < -HELP_POINTS:
        yield Repay(tuple([good for _, good in cheapest]))


# --- The farm ------------------------------------------------------------------------------------------------------


def farm_order(table: Table, seat: Seat) -> Sequence[Move]:
    """Return the order by which tiles match best, and figures harvest what is worth most."""
    farm = base_of(table, seat)
    moves: list[Move] = []
    for _ in range(table.the_disc.keep):
        laid = _best_placement(farm, table.drawn[seat])
        moves.append(Lay(laid.tile, laid.at, laid.turn))
        farm = lay(farm, laid)
    return (*moves, Work(best_areas(open_books(table, farm))), Done())


def _best_placement(farm: Farm, drawn: Sequence[str]) -> Laid:
    here = {laid.tile for laid in farm.tiles}
    rated = list(rate_placements(farm.board, farm.tiles, (tile for tile in drawn if tile not in here)))
    most = max(fit for fit, _ in rated)
    best = [laid for fit, laid in rated if fit == most][:TIED]
    return best[0] if len(best) == 1 else max(best, key=lambda laid: pens_with(farm.tiles, laid))


def best_areas(books: Books) -> tuple[str, ...]:
    """Return areas for all figures, one after the other the one whose goods are worth most."""
    have, free = dict(books.have), books.farm.free
    left = [(area, yield_of(area, books.disc), room_in(books.farm, area)) for area in books.farm.land.areas]
    named = []
    for _ in range(books.farm.figures):
        best = None
        for each in left:
            area, number, room = each
            row, there = books.worths[area.good], have[area.good]
            stored = min(number, room + free)
            worth = row[min(there + stored, MOST)] - row[min(there, MOST)]
            if best is None or worth > best[0]:
                best = worth, stored, each
        assert best is not None, "there are more areas than figures"
        _, stored, each = best
        area, _, room = each
        left.remove(each)
        have[area.good] += stored
        free -= max(0, stored - room)
        named.append(area.name)
    return tuple(named)


POLICIES = (Quick(), Quick(slack=0.5, labour=0.1))
"""One who takes what looks best, and one who leaves it to chance and hires more."""
