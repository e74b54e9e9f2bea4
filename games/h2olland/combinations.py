"""What is most often chosen, each at one press, by what the rules say of it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import TypeVar

from msgspec.structs import replace

from games.core.game import Ask
from games.core.moves import MOST_COMBINATIONS, Combination, Move
from games.core.rng import Rng
from games.core.search.budget import check_budget
from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.bots.players import Greedy
from games.h2olland.components import CODES, CROPS, POINTS, TULIPS, Item
from games.h2olland.moves import Dike, Drought, Keep, Place, Reward, Run, Trade
from games.h2olland.rules.checks import apply_basket
from games.h2olland.rules.defaults import best_rewards, make_ranking
from games.h2olland.rules.draining import dike_borders, free_mills, mills_gained
from games.h2olland.rules.flow import placeable
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import places
from games.h2olland.rules.racing import field_at, field_text, runs
from games.h2olland.rules.trading import best_keep, carry_out_trade, count_items, deal_problem, goods_text, over_limit
from games.h2olland.state import Phase, Planted, Table
from games.h2olland.view import View
from games.h2olland.words.names import list_bought
from games.h2olland.words.refusals import item_text, words

FEW = 5
"""So many values of a single field are buttons as they are."""
IN_SPRING = (Item.MILL, Item.COW, Item.FARM, *reversed(TULIPS), *CROPS)
AT_THE_END = (*reversed(TULIPS), Item.MILL, Item.FARM)
BOUGHT = (Item.MILL, Item.FARM, *reversed(TULIPS), Item.DIKE)
"""What is placed or bought, best first: mills raise the level, tulips are points, farms and dikes bring both."""
T = TypeVar("T")


def combinations(view: View, ask: Ask) -> Iterator[Combination]:
    """Return places for what is in the barn, dikes, tulips, orders or fields of the race, the best first.

    The first is what ``steady`` would do, if that is one of such moves: it weighs more than what a move brings at once.
    """
    others = _list_others(view, ask.seat)
    second = next(others, None)
    if second is None:
        return
    first = _find_best(view, ask)
    if first is not None:
        yield first
    for other in chain((second,), others):
        if first is None or not _is_same(first.moves[0], other.moves[0]):
            yield other


def _find_best(view: View, ask: Ask) -> Combination | None:
    """Return the first move of the best turn."""
    table, seat = view.table, ask.seat
    match Greedy().think(view, ask, iter(()), Rng(b"combination"))[0]:
        case Place() as move:
            return _offer_place(table, seat, Item(move.item), move.at)
        case Dike() as move:
            return _offer_dike(move.at, _gain(table, seat, move.at))
        case Trade() as move:
            return _offer_order(apply_basket(table, seat, view.basket), seat, move.trades)
        case Drought(tile) as move if tile:
            return Combination(moves=(move,), label=words("choice.tile", tile=tile))
        case Run() as move:
            field = field_at(table, move.at)
            return None if field is None else _offer_run(field)
    return None


def _is_same(one: Move, other: Move) -> bool:
    """Return whether moves are equal, but for the order of trades."""
    if isinstance(one, Trade) and isinstance(other, Trade):
        return sorted(one.trades) == sorted(other.trades)
    return one == other


def _list_others(view: View, seat: Seat) -> Iterator[Combination]:
    """Yield what the rules allow by what it brings at once."""
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
        yield _offer_place(table, seat, item, "".join(at))


def _offer_place(table: Table, seat: Seat, item: Item | str, at: str) -> Combination:
    label = words("name.field", item=item_text(item), at=at)
    return Combination(moves=(Place(str(item), at),), label=label, worth=_brought(table, seat, item))


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
        yield _offer_dike(border, gains[border])


def _offer_dike(border: str, gain: int) -> Combination:
    worth = words("choice.worth.tulips", count=gain) if gain > 0 else None
    return Combination(moves=(Dike(border),), label=words("choice.dike", border=border), worth=worth)


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
    buys = (_offer_order(table, seat, [CODES[item] for item in bought]) for bought in _purchases(table, seat))
    if basket.trades:
        yield from (*keep, *buys)
    else:
        yield from (*islice(buys, MOST_COMBINATIONS - len(keep)), *keep)


def _offer_order(table: Table, seat: Seat, trades: Sequence[str]) -> Combination:
    bought = list_bought(trades)
    goods = tuple(text for item, count in count_items(bought).items() for text in goods_text({item: count}, brief=True))
    label = words("choice.goods" if len(bought) == len(trades) else "choice.goods_exchanged", goods=goods)
    return Combination(moves=(Trade(tuple(trades)),), label=label, worth=tell_worth(table, seat, trades))


def tell_worth(table: Table, seat: Seat, trades: Sequence[str]) -> Text | None:
    """Return what is bought for: the level with all mills, and the points of tulips; None if neither comes of it."""
    bought = list_bought(trades)
    told = []
    if Item.MILL in bought:
        level = table.levels[seat] + table.has(seat, Item.MILL) + bought.count(Item.MILL)
        told.append(words("choice.worth.level", level=level))
    points = sum(POINTS.get(item, 0) for item in bought)
    if points:
        told.append(words("choice.note.points", count=points))
    return words("choice.goods", goods=tuple(told)) if told else None


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
            yield _offer_run(field)


def _offer_run(field: Planted) -> Combination:
    worth = words("choice.note.points", count=POINTS[field.item]) if field.item in POINTS else None
    return Combination(moves=(Run(field.name),), label=field_text(field), worth=worth)
