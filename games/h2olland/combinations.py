"""What is most often chosen, each at one press, by what the rules say of it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import TypeVar

from msgspec.structs import replace

from games.core.moves import MOST_COMBINATIONS, Combination
from games.core.search.budget import check_budget
from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.components import CODES, CROPS, POINTS, TULIPS, Item
from games.h2olland.moves import Dike, Drought, Keep, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.defaults import best_rewards, make_ranking
from games.h2olland.rules.draining import dike_borders, free_mills, mills_gained
from games.h2olland.rules.flow import placeable
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import places
from games.h2olland.rules.racing import field_text, runs
from games.h2olland.rules.trading import best_keep, carry_out_trade, count_items, deal_problem, goods_text, over_limit
from games.h2olland.state import Phase, Table
from games.h2olland.view import View
from games.h2olland.words.refusals import item_text, words

FEW = 5
"""So many values of a single field are buttons as they are."""
IN_SPRING = (Item.MILL, Item.COW, Item.FARM, *reversed(TULIPS), *CROPS)
AT_THE_END = (*reversed(TULIPS), Item.MILL, Item.FARM)
BOUGHT = (Item.MILL, Item.FARM, *reversed(TULIPS), Item.DIKE)
"""What is placed or bought, best first: mills raise the level, tulips are points, farms and dikes bring both."""
T = TypeVar("T")


def combinations(view: View, seat: Seat) -> Iterator[Combination]:
    """Return places for what is in the barn, dikes, tulips, orders or fields of the race, the best first."""
    table = view.table
    if table.turn != seat and not table.collecting:
        return
    match table.phase:
        case Phase.SPRING | Phase.PLANTING:
            yield from _placings(table, seat)
        case Phase.DIKES:
            yield from _dikes(table, seat)
        case Phase.REWARD if table.owed[seat] > 1:
            yield from _rewards(table, seat)
        case Phase.DROUGHT if len(table.water) >= FEW:
            yield from _flips(table, seat)
        case Phase.WINTER | Phase.FINAL_TRADE if not view.basket.handed:
            yield from _orders(view, seat)
        case Phase.RACE:
            yield from _runs(table, seat)


def _placings(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield the best place of each item, then the second best ones."""
    held, wanted = placeable(table, seat), IN_SPRING if table.phase is Phase.SPRING else AT_THE_END
    each = [[(item, at) for at in _best_places(table, seat, item)] for item in wanted if item in held]
    for item, at in _in_turn(each):
        place = "".join(at)
        label = words("name.field", item=item_text(item), at=place)
        yield Combination(moves=(Place(str(item), place),), label=label, worth=_brought(table, seat, item))


def _best_places(table: Table, seat: Seat, item: str) -> list[At]:
    check_budget()
    return sorted(places(table, seat, item), key=make_ranking(table, seat, item))[:MOST_COMBINATIONS]


def _in_turn(lists: Sequence[Sequence[T]]) -> Iterator[T]:
    """Yield the first of each list, then the second ones."""
    return (found for found in chain(*zip_longest(*lists)) if found is not None)


def _brought(table: Table, seat: Seat, item: str) -> Text | None:
    if item == Item.MILL:
        return words("choice.worth.level", level=table.levels[seat] + 1)
    return words("choice.note.points", count=POINTS[item]) if item in POINTS else None


def _dikes(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield borders by the own mills that can drain what is closed off: by this dike, or by it and a second one."""
    borders = dike_borders(table)
    if len(borders) <= FEW:
        return
    gains = {border: _gain(table, seat, border) for border in borders}
    beside = {border: _beside(table, seat, border) for border in borders}
    later: dict[str, int] = {}
    if max(gains.values()) <= 0 and table.has(seat, Item.DIKE) > 1:
        later = {border: _later(table, seat, border) for border in borders if beside[border]}
    for border in sorted(borders, key=lambda each: (-gains[each], -later.get(each, 0), -beside[each])):
        worth = words("choice.worth.tulips", count=gains[border]) if gains[border] > 0 else None
        yield Combination(moves=(Dike(border),), label=words("choice.dike", border=border), worth=worth)


def _gain(table: Table, seat: Seat, border: str) -> int:
    check_budget()
    return mills_gained(table, seat, border)


def _later(table: Table, seat: Seat, border: str) -> int:
    """Return the most that a second dike gains once there is one on the border."""
    then = replace(table, dikes={**table.dikes, border: seat})
    return max((_gain(then, seat, other) for other in dike_borders(then) if _beside(then, seat, other)), default=0)


def _beside(table: Table, seat: Seat, border: str) -> int:
    mills = free_mills(table, table.board.sides[border])
    return sum(table.buildings[mill].seat == seat for mill in mills)


def _rewards(table: Table, seat: Seat) -> Iterator[Combination]:
    best = best_rewards(table, seat)
    label = words("choice.tulips", values=tuple(POINTS[tulip] for tulip in best))
    yield Combination(moves=(Reward(best),), label=label)


def _flips(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield tiles by the own buildings next to them, and to leave it."""

    def rank(tile: int) -> int:
        squares = {beside for square in table.board.tiles[tile] for beside in table.board.edges[square]}
        return -sum(square in squares and building.seat == seat for square, building in table.buildings.items())

    for tile in sorted(table.water, key=rank)[: MOST_COMBINATIONS - 1]:
        yield Combination(moves=(Drought(tile),), label=words("choice.tile", tile=tile))
    yield Combination(moves=(Drought(0),), label=words("choice.no_tile"))


def _orders(view: View, seat: Seat) -> Iterator[Combination]:
    """Yield what can be bought, and what to keep of a barn that is too full: first of all once something is bought."""
    table, basket = apply_basket(view.table, seat, view.basket), view.basket
    if basket.keep is not None:
        return
    barn = table.barns[seat]
    keep: list[Combination] = []
    if table.phase is Phase.WINTER and over_limit(barn):
        name = "keep_tulips" if any(tulip in barn for tulip in TULIPS) else "keep_each"
        keep = [Combination(moves=(Keep(best_keep(barn)),), label=words(f"choice.{name}"))]
    buys = map(_purchase, _purchases(table, seat))
    if basket.trades:
        yield from (*keep, *buys)
    else:
        yield from (*islice(buys, MOST_COMBINATIONS - len(keep)), *keep)


def _purchase(bought: Sequence[Item | str]) -> Combination:
    counted = count_items(bought).items()
    goods = tuple(text for item, count in counted for text in goods_text({item: count}, brief=True))
    codes = tuple(CODES[item] for item in bought)
    return Combination(moves=(Trade(codes),), label=words("choice.goods", goods=goods))


def _purchases(table: Table, seat: Seat) -> Iterator[tuple[Item | str, ...]]:
    """Yield as much of each thing as can be paid, a farm or the best tulips together with a mill."""
    most = {item: _affordable(table, seat, item) for item in BOUGHT}
    mills = (Item.MILL,) * most[Item.MILL]
    if mills:
        rest = table
        for mill in mills:
            rest = carry_out_trade(rest, seat, CODES[mill])
        beside = next((item for item in BOUGHT[1:] if _affordable(rest, seat, item)), None)
        if beside is not None:
            yield (*mills, *(beside,) * _affordable(rest, seat, beside))
    for item in BOUGHT:
        if most[item]:
            yield (item,) * most[item]


def _affordable(table: Table, seat: Seat, item: str) -> int:
    """Return how many of the item can be bought without exchanges."""
    count = 0
    while deal_problem(table, seat, CODES[item]) is None:
        check_budget()
        table, count = carry_out_trade(table, seat, CODES[item]), count + 1
    return count


def _runs(table: Table, seat: Seat) -> Iterator[Combination]:
    """Yield fields by their points."""
    fields = runs(table, seat)
    if len(fields) > FEW:
        for field in sorted(fields, key=lambda field: -POINTS.get(field.item, 0)):
            worth = words("choice.note.points", count=POINTS[field.item]) if field.item in POINTS else None
            yield Combination(moves=(Run(field.name),), label=field_text(field), worth=worth)
