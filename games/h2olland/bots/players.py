"""Computer players: ``steady`` plays greedily by the values of section K, ``easy`` picks loosely among good moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from typing import TypeAlias

from games.core.capabilities import Brain
from games.core.game import Ask
from games.core.moves import Move
from games.core.rng import Rng
from games.core.seats import Seat
from games.h2olland.bots.worth import area_worth, closings, harvests, item_worth, place_worth, run_worth, tile_worth
from games.h2olland.components import CODES, POINTS, STORAGE_LIMIT, TULIPS, Item
from games.h2olland.moves import Area, Dike, Drought, Face, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.defaults import best_rewards, way_to_tulips
from games.h2olland.rules.draining import areas_for, dike_borders, flips
from games.h2olland.rules.flow import placeable
from games.h2olland.rules.placing import places
from games.h2olland.rules.racing import runs
from games.h2olland.rules.trading import ALL_DEALS, carry_out, carry_out_trade, deal_problem, fields_in, over_limit
from games.h2olland.state import Phase, State, Table
from games.h2olland.view import View
from games.h2olland.words.refusals import Trouble

FARM_YEARS = 4
"""A farm is bought only with so many harvests to come: later its cows and its crops pay for a mill too late."""

_EXCHANGES = tuple(code for code in ALL_DEALS if ">" in code)


Options: TypeAlias = list[tuple[float, Move]]
"""Moves, and what each is worth."""


class Greedy:
    """Takes the move of the highest value; with ``spread`` one of the best so many, by chance."""

    def __init__(self, spread: int = 1) -> None:
        """Choose among the ``spread`` best."""
        self.spread = spread

    def think(self, view: View, ask: Ask, worlds: Iterator[State], rng: Rng) -> Sequence[Move]:
        """Return the moves of one turn."""
        if Face in ask.verbs:
            return ()
        table, seat = view.table, ask.seat
        match table.phase:
            case Phase.SPRING | Phase.PLANTING:
                return (self._pick(_place(table, seat), rng),)
            case Phase.DIKES:
                return (self._pick(_dike(table, seat), rng),)
            case Phase.DRAIN:
                return (_drain(table, seat),)
            case Phase.REWARD:
                return (Reward(best_rewards(table, seat)),)
            case Phase.DROUGHT:
                return (_drought(table, seat),)
            case Phase.WINTER | Phase.FINAL_TRADE:
                return _order(view, seat)
        return (self._pick(_run(table, seat), rng),)

    def _pick(self, found: Options, rng: Rng) -> Move:
        """Return one of the best moves that are worth something, else a pass."""
        good = sorted((pair for pair in found if pair[0] > 0), key=lambda pair: -pair[0])[: self.spread]
        return rng.pick("think", good)[1] if good else Pass()


def propose(view: View, ask: Ask, most: int) -> Sequence[tuple[Move, ...]]:
    """Return the moves of the highest value and a pass; () where there is no choice, and for orders of trade."""
    table, seat = view.table, ask.seat
    if Face in ask.verbs or table.phase in (Phase.REWARD, Phase.WINTER, Phase.FINAL_TRADE):
        return ()
    found = nlargest(most, _list_options(table, seat), key=lambda pair: pair[0])
    moves = [move for worth, move in found if worth > 0 or Pass not in ask.verbs]
    if Pass in ask.verbs:
        moves = [*moves[: most - 1], Pass()]
    return [(move,) for move in dict.fromkeys(moves)] if len(moves) > 1 else ()


def _list_options(table: Table, seat: Seat) -> Options:
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            return _place(table, seat)
        case Phase.DIKES:
            return _dike(table, seat)
        case Phase.DRAIN if table.area:
            return [(tile_worth(table, seat, tile), Flip(tile)) for tile in flips(table, seat)]
        case Phase.DRAIN:
            return [(area_worth(table, seat, area), Area(area[0])) for area in areas_for(table, seat)]
        case Phase.DROUGHT:
            return [(0.0, Drought(0)), *((tile_worth(table, seat, tile), Drought(tile)) for tile in table.water)]
    return _run(table, seat)


def _place(table: Table, seat: Seat) -> Options:
    return [
        (place_worth(table, seat, item, at), Place(item, "".join(at)))
        for item in placeable(table, seat)
        for at in places(table, seat, item)
    ]


def _dike(table: Table, seat: Seat) -> Options:
    legal = dike_borders(table)
    return [
        (area_worth(table, seat, tiles, len(edge)), Dike(border))
        for tiles, edge in closings(table, seat, table.has(seat, Item.DIKE))
        for border in edge[:1] + tuple(border for border in edge if border in legal)[:1]
        if border in legal
    ]


def _run(table: Table, seat: Seat) -> Options:
    found: Options = []
    for field in runs(table, seat):
        worth = run_worth(table, seat, field)
        way = way_to_tulips(table, field, table.runners[seat]) if not worth else None
        found.append((worth or (0.1 * way[1] / way[0] if way else 0), Run(field.name)))
    return found


def _drain(table: Table, seat: Seat) -> Move:
    if table.area:
        return Flip(max(flips(table, seat), key=lambda tile: tile_worth(table, seat, tile)))
    return Area(max(areas_for(table, seat), key=lambda area: area_worth(table, seat, area))[0])


def _drought(table: Table, seat: Seat) -> Move:
    best = max(table.water, key=lambda tile: tile_worth(table, seat, tile))
    return Drought(best if tile_worth(table, seat, best) > 0 else 0)


# --- Trade ---------------------------------------------------------------------------------------------------------


def _order(view: View, seat: Seat) -> Sequence[Move]:
    table = apply_basket(view.table, seat, view.basket)
    trades = tuple(_trades(table, seat))
    after = carry_out(table, seat, trades)
    assert not isinstance(after, Trouble), "every trade was tried"
    moves: list[Move] = [Trade(trades)] if trades else []
    if table.phase is Phase.WINTER and over_limit(after.barns[seat]):
        moves.append(Keep(_keep(after, seat)))
    return (*moves, HandIn())


def _trades(table: Table, seat: Seat) -> Iterator[str]:
    """Yield purchases: buildings (with exchanges if need be), dikes, then tulips from the top."""
    for item, most in _list_wanted(table):
        while table.has(seat, item) < most:
            codes = _way_to(table, seat, CODES[item], depth=2 if item != Item.DIKE else 0)
            if codes is None:
                break
            for code in codes:
                yield code
                table = carry_out_trade(table, seat, code)
    for tulip in reversed(TULIPS):
        while deal_problem(table, seat, CODES[tulip]) is None:
            yield CODES[tulip]
            table = carry_out_trade(table, seat, CODES[tulip])


def _list_wanted(table: Table) -> tuple[tuple[str, int], ...]:
    if table.phase is Phase.FINAL_TRADE:
        return ()
    farm = 1 if harvests(table) >= FARM_YEARS else 0
    return (Item.MILL, 2), (Item.FARM, farm), (Item.DIKE, 3 if table.water else 0)


def _way_to(table: Table, seat: Seat, code: str, *, depth: int) -> tuple[str, ...] | None:
    """Return the shortest trades that end with this purchase, with at most ``depth`` exchanges before it; or None."""
    found = deal_problem(table, seat, code)
    if found is None:
        return (code,)
    if not depth or found.code != "CANNOT_AFFORD":
        return None
    ways = []
    for exchange in _EXCHANGES:
        if deal_problem(table, seat, exchange) is None:
            rest = _way_to(carry_out_trade(table, seat, exchange), seat, code, depth=depth - 1)
            if rest is not None:
                ways.append((exchange, *rest))
    return min(ways, key=len, default=None)


def _keep(table: Table, seat: Seat) -> tuple[str, ...]:
    """Keep the fields of the highest value, a duplicate counting for less each time."""
    left = fields_in(table.barns[seat])
    kept: list[str] = []
    while len(kept) < STORAGE_LIMIT and any(left.values()):
        best = max(
            (item for item in left if left[item]),
            key=lambda item: item_worth(table, item) - 0.8 * kept.count(item) + 0.01 * POINTS.get(item, 0),
        )
        kept.append(best)
        left = {**left, best: left[best] - 1}
    return tuple(kept)


PLAYERS: Mapping[str, Brain[State, View]] = {"easy": Greedy(spread=12), "steady": Greedy()}
