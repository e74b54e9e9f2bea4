"""What is played for a player whose time is up (D.6), and what preferences play for that player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.core.moves import Move
from games.core.seats import Seat
from games.h2olland.board import spot
from games.h2olland.components import CODES, POINTS, TULIPS, Item
from games.h2olland.moves import Area, Drought, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.draining import areas_for, flips
from games.h2olland.rules.flow import placeable, reward_colours
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import around, buildings_near, places
from games.h2olland.rules.racing import beside, in_reach, rank_by_rows, runs
from games.h2olland.rules.trading import best_keep, carry_out_trade, deal_problem, over_limit
from games.h2olland.state import Basket, Phase, Planted, Table

Rank: TypeAlias = tuple[int | tuple[int, int], ...]
"""What puts things in order, best first."""


def default_move(table: Table, basket: Basket, seat: Seat) -> Move:
    """Return the default for what is asked of the seat now."""
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            return default_place(table, seat)
        case Phase.DRAIN:
            return default_drain(table, seat)
        case Phase.REWARD:
            return Reward(best_rewards(table, seat))
        case Phase.DROUGHT:
            return Drought(0)
        case Phase.WINTER | Phase.FINAL_TRADE:
            return _default_order(apply_basket(table, seat, basket), basket, seat)
        case Phase.RACE:
            return default_run(table, seat)
    return Pass()


PLACING_ORDER = (Item.COW, Item.CORN, Item.BEAN, Item.CARROT, Item.POTATO, *reversed(TULIPS), Item.MILL, Item.FARM)
"""The first of these that can be placed is placed; the planting has tulips, mill and farm in the same order (D1)."""


def default_place(table: Table, seat: Seat) -> Move:
    """Place the first item of the list that can be placed, where it fits best (D1)."""
    held = placeable(table, seat)
    for item in PLACING_ORDER:
        if item in held and (found := places(table, seat, item)):
            best = min(found, key=make_ranking(table, seat, item))
            return Place(str(item), "".join(best))
    return Pass()


def make_ranking(table: Table, seat: Seat, item: str) -> Callable[[At], Rank]:
    """Return what puts the places of an item in order, such as how many own buildings a field touches (D1)."""

    def rank(at: At) -> Rank:
        return (*_worth(table, seat, item, at), *map(spot, at))

    return rank


def _worth(table: Table, seat: Seat, item: str, at: At) -> tuple[int, ...]:
    if item == Item.FARM:
        return (-sum(square in table.free for square in around(table, at)),)
    if item == Item.MILL:
        return (-sum(tile not in table.land for tile in table.board.pumps[at[0]]),)
    owners = [building.seat for building in buildings_near(table, at, Item.MILL if item in TULIPS else None)]
    own = owners.count(seat)
    return (-own, len(owners) - own)


def default_drain(table: Table, seat: Seat) -> Move:
    """Choose the permitted area with the lowest tile, or turn the lowest legal tile (D3)."""
    if table.area:
        return Flip(min(flips(table, seat)))
    return Area(min(area[0] for area in areas_for(table, seat)))


def best_rewards(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the highest permitted colours there are, one for each reward owed (D4)."""
    left = {tulip: table.coop[tulip] for tulip in reward_colours(table, seat)}
    stack = [tulip for tulip in reversed(left) for _ in range(left[tulip])]
    return tuple(stack[: table.owed[seat]])


def _default_order(after: Table, basket: Basket, seat: Seat) -> Move:
    trades: list[str] = []
    wanted = (Item.MILL, Item.FARM) if after.phase is Phase.WINTER else ()
    for item in (*wanted, *reversed(TULIPS)):
        code = CODES[item]
        while deal_problem(after, seat, code) is None:
            after = carry_out_trade(after, seat, code)
            trades.append(code)
    if trades:
        return Trade(tuple(trades))
    if after.phase is Phase.WINTER and basket.keep is None and over_limit(after.barns[seat]):
        return Keep(best_keep(after.barns[seat]))
    return HandIn()


# --- D8 ------------------------------------------------------------------------------------------------------------


def default_run(table: Table, seat: Seat) -> Move:
    """Run to the best tulip field in reach, else towards one, else pass (D8)."""
    reachable = runs(table, seat)
    tulips = [field for field in reachable if field.item in TULIPS]
    if tulips:
        return Run(min(tulips, key=lambda field: _run_rank(table, seat, field)).name)
    ways = [(found, field) for field in reachable if (found := way_to_tulips(table, field, table.runners[seat]))]
    if not ways:
        return Pass()
    best = min(ways, key=lambda way: (way[0][0], -way[0][1], rank_by_rows(way[1])))
    return Run(best[1].name)


def _run_rank(table: Table, seat: Seat, field: Planted) -> Rank:
    return (-POINTS[field.item], -is_contested(table, seat, field), *rank_by_rows(field))


def is_contested(table: Table, seat: Seat, field: Planted) -> bool:
    """Return whether another player with runners could take the field now."""
    return any(table.runners[other] and in_reach(table, other, field) for other in table.players if other != seat)


def way_to_tulips(table: Table, start: Planted, runners: int) -> tuple[int, int] | None:
    """Return how many further free fields lead from a field to free tulips, and the best points so far away.

    None if there are none, or not enough runners to get there (the first stands on ``start``).
    """
    seen, rim = {start.at}, [start]
    for steps in range(1, runners):
        rim = [field for at in rim for field in beside(table, at) if field.runner is None and field.at not in seen]
        seen |= {field.at for field in rim}
        points = [POINTS[field.item] for field in rim if field.item in TULIPS]
        if points:
            return steps, max(points)
    return None
