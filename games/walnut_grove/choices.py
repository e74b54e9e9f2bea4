"""The legal values of the next field of a move. What is listed is what ``check`` lets pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.moves import STOP, Choice, Move, values_of
from games.core.seats import Seat
from games.core.text import Text, raw
from games.walnut_grove import spots as places
from games.walnut_grove.components import COINS, GOODS, HELP_GOODS, ITEMS, RING, ROWS, STOPS, Kind, Stop
from games.walnut_grove.moves import (
    HELP,
    NO_REPAY,
    Coins,
    Drop,
    GiveUp,
    Go,
    Lay,
    Renounce,
    Repay,
    RepayGate,
    RepayMid,
    Save,
    Sell,
    Sources,
    Start,
    Take,
    Tax,
    WinterCoins,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.rules.checks import check, may_act
from games.walnut_grove.rules.errand import may_be_open, run, sellable
from games.walnut_grove.rules.farm import FROM_BARN, Farm, coins_in, count_owned, needs_of, room_in, stock_of, stores
from games.walnut_grove.rules.land import QUARTERS, matches, pens_with, sides_of, spots, ways_on
from games.walnut_grove.rules.paying import forecast, winter_of
from games.walnut_grove.rules.playing import add_to_order, base_of
from games.walnut_grove.rules.summer import awaits_drop, droppings, harvest, split_renounce, yield_of
from games.walnut_grove.rules.town import FREE_GOODS, fits, gates_between
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.view import View
from games.walnut_grove.words import describe
from games.walnut_grove.words.names import cell_of, item_piece, item_text, number_of, words

Filled = Mapping[str, Any]
Maker = Callable[[tuple[str, ...]], Move]
Placer = Callable[[str], tuple[str, str]]
"""From what is chosen to its place on the picture and its tag."""
Lister = Callable[[View, Seat, Filled], Iterable[Choice]]


def choices(view: View, verb: type[Move], filled: Filled) -> Iterable[Choice]:
    """Return the choices for the first unfilled field; none if such a move cannot be made now."""
    lister = LISTERS.get(verb)
    if lister is None or view.seat is None or not may_act(view, verb):
        return ()
    return lister(view, view.seat, filled)


def is_legal(view: View, move: Move) -> bool:
    """Whether the rules allow a move."""
    try:
        check(view, move)
    except IllegalMove:
        return False
    return True


def _items(
    view: View,
    named: Sequence[str],
    candidates: Iterable[str],
    make: Callable[[tuple[str, ...]], Move],
    *,
    least: int = 1,
    place: Placer = places.nowhere,
) -> Iterator[Choice]:
    """Yield candidates that make a legal move one element longer, then STOP where the move may end."""
    if len(named) >= least and is_legal(view, make(tuple(named))):
        yield Choice(STOP)
    for item in candidates:
        if is_legal(view, make((*named, item))):
            spot, tag = place(item)
            yield Choice(item, _label(item), spot=spot, tag=tag, piece=item_piece(item))


def _label(item: str) -> Text:
    if item in ITEMS:
        return item_text(item)
    return describe.source_text(item)


def _list_unnamed(numbers: Mapping[str, int], named: Sequence[str]) -> tuple[str, ...]:
    """Return what is there more often than it was named."""
    return tuple(item for item in ITEMS if numbers.get(item, 0) > list(named).count(item))


# --- Start and farm ------------------------------------------------------------------------------------------------


def _start(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    return (Choice(row, words(f"name.row.{row}"), spot=f"town:row:{row}") for row in ROWS)


def _lay(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table = view.table
    farm, summer = base_of(table, seat), table.summers[seat]
    if summer.laid >= table.the_disc.keep:
        return
    lying = {tile.tile for tile in farm.tiles}
    if "tile" not in filled:
        left = (tile for tile in table.drawn[seat] if tile not in lying)
        for tile in left:
            yield Choice(tile, describe.tile_text(tile), spot=f"{seat}:tile:{tile}", piece=_land(sides_of(tile, 0)))
    elif "at" not in filled:
        for cell in spots(farm.tiles):
            best = max(matches(farm.board, farm.tiles, laid) for laid in ways_on(filled["tile"], cell))
            yield Choice(cell, raw(cell), words("choice.note.cell", count=best), spot=f"{seat}:{cell}")
    else:
        for laid in ways_on(filled["tile"], filled["at"]):
            matching, pens = matches(farm.board, farm.tiles, laid), pens_with(farm.tiles, laid)
            note = words("choice.note.lay", matching=matching, pens=pens)
            spot = f"{seat}:turn:{laid.tile}/{laid.turn}"
            text, piece = describe.tell_turned_tile(laid.tile, laid.turn), _land(sides_of(laid.tile, laid.turn))
            yield Choice(laid.turn, text, note, spot=spot, piece=piece)


def _land(sides: Sequence[str]) -> str:
    """Return how the small picture of a tile is called: by what lies N, E, S and W."""
    return f"land_{''.join(sides)}"


def _work(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table = view.table
    farm, named = base_of(table, seat), values_of(filled, "areas")
    if table.summers[seat].laid < table.the_disc.keep:
        return
    if len(named) == farm.figures:
        yield Choice(STOP)
        return
    left = [area for area in farm.land.areas if area.name not in {farm.land.of[name].name for name in named}]
    for area in sorted(left, key=lambda area: -yield_of(area, table.the_disc)):
        spot, tag = places.area(seat, farm, area.name)
        harvest = number_of(area.good, yield_of(area, table.the_disc))
        label = words("name.area", harvest=harvest, at=cell_of(area.name))
        note, piece = words("choice.note.area", count=room_in(farm, area)), _land((area.good,) * QUARTERS)
        yield Choice(area.name, label, note, spot=spot, tag=tag, piece=piece)


def _renounce(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    named = values_of(filled, "goods")
    if named:
        yield Choice(STOP)
    worked = view.table.summers[seat].worked
    areas = [done.area for done in worked]
    behind = 1 + max((areas.index(name) for name, _ in map(split_renounce, named) if name in areas), default=-1)
    for done in worked[behind:]:
        for number in range(1, done.barn + done.lost + 1):
            entry = f"{done.area}-{number}"
            if is_legal(view, Renounce((*named, entry))):
                label = words("choice.note.renounce", things=number_of(done.good, number), at=cell_of(done.area))
                spot, tag = places.area(seat, base_of(view.table, seat), done.area)
                yield Choice(entry, label, spot=spot, tag=tag)


def _repay_mid(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, farm = view.table, base_of(view.table, seat)
    if not farm.open:
        return
    areas = [worked.area for worked in table.summers[seat].worked]
    if "after" not in filled:
        for area in areas[:-1]:
            if sum(_could_be_there(table, seat, area).values()) >= HELP_GOODS:
                spot, tag = places.area(seat, farm, area)
                yield Choice(area, words("choice.note.after", at=cell_of(area)), spot=spot, tag=tag)
        return
    there = _could_be_there(table, seat, filled["after"])
    yield from _three(view, values_of(filled, "goods"), there, lambda goods: RepayMid(filled["after"], goods))


def _harvest(table: Table, seat: Seat, after: str) -> Farm:
    """Return the farm when the figures up to an area have brought their goods in."""
    summer = table.summers[seat]
    names = [worked.area for worked in summer.worked]
    done = tuple(names[: names.index(after) + 1]) if after in names else ()
    renounce = tuple(entry for entry in summer.renounce if entry.rpartition("-")[0] in done)
    so_far = replace(summer, areas=done, renounce=renounce, mid_goods=(), repay_after=())
    return harvest(base_of(table, seat), so_far, table.the_disc, whole=False)[0]


def _could_be_there(table: Table, seat: Seat, after: str) -> Mapping[str, int]:
    """Return what could be given after an area: what is there then, and what would be if something made room for it."""
    there = stores(_harvest(table, seat, after))
    for worked in table.summers[seat].worked:
        if worked.lost:
            there[worked.good] = there.get(worked.good, 0) + worked.lost
        if worked.area == after:
            break
    return there


def _three(view: View, named: Sequence[str], there: Mapping[str, int], make: Maker) -> Iterator[Choice]:
    """Yield what may be given for a help tile; of the last good only what makes a legal move."""
    if sum(there.values()) < HELP_GOODS or view.seat is None:
        return
    place = places.in_store(view.seat, view.table.farms[view.seat])
    for item in _list_unnamed(there, named):
        if len(named) + 1 < HELP_GOODS or is_legal(view, make((*named, item))):
            yield Choice(item, item_text(item), spot=place(item)[0], piece=item_piece(item))


def _repay(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    farm = view.table.farms[seat]
    if farm.open:
        yield from _three(view, values_of(filled, "goods"), stores(farm), Repay)


def _drop(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "things")
    errand, left = table.desks[seat].errand, _list_unnamed(base_of(table, seat).barn, values_of(filled, "things"))
    if table.phase is Phase.FARM and awaits_drop(table.summers[seat]):
        yield from _room_for_help(view, seat, named, left)
    elif table.phase is Phase.FARM or errand.take or errand.sell:
        yield from _items(view, named, left, Drop, place=places.in_barn(seat, view.table.farms[seat]))


def _room_for_help(view: View, seat: Seat, named: Sequence[str], left: Sequence[str]) -> Iterator[Choice]:
    """Yield what may be dropped, with or without more of it, so that help waiting for room can be paid back."""
    table = view.table
    farm, summer, disc = base_of(table, seat), table.summers[seat], table.the_disc
    if named and is_legal(view, Drop(tuple(named))):
        yield Choice(STOP)
    place = places.in_barn(seat, table.farms[seat])
    for item in left:
        if next(droppings(farm, add_to_order(summer, Drop((*named, item))), disc), None) is not None:
            yield Choice(item, _label(item), spot=place(item)[0], piece=item_piece(item))


def _give_up(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    named = values_of(filled, "things")
    yield from _items(
        view,
        named,
        _list_unnamed(base_of(view.table, seat).barn, named),
        GiveUp,
        place=places.in_barn(seat, view.table.farms[seat]),
    )


# --- Town ----------------------------------------------------------------------------------------------------------


def _go(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    for stop in RING:
        if is_legal(view, Go(stop.id)):
            label, piece = describe.stop_label(view.table, seat, stop), _stop_piece(view.table, stop)
            yield Choice(stop.id, label, spot=f"town:{stop.id}", piece=piece)


def _stop_piece(table: Table, stop: Stop) -> str:
    """Return the piece for what one gets at a stop: the first thing that lies there, else what it is for."""
    stock = table.stock.get(stop.id, ())
    if stock:
        return item_piece(stock[0])
    return "good_any" if stop.kind is Kind.FREE else "coin_any" if stop.kind is Kind.STORE else ""


def _take(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "what")
    stop = STOPS.get(table.desks[seat].errand.to)
    if stop is None or stop.kind is Kind.STORE:
        return
    if stop.kind is Kind.FREE:
        if len(named) < FREE_GOODS:
            for good in GOODS:
                yield Choice(good, item_text(good), spot=f"town:{stop.id}:{good}", piece=item_piece(good))
        return
    if named:
        yield Choice(STOP)
        return
    farm = base_of(table, seat)
    for thing in dict.fromkeys(table.stock.get(stop.id, ())):
        if fits(farm, thing) is None:
            yield Choice(thing, item_text(thing), spot=f"town:{stop.id}:{thing}", piece=item_piece(thing))


def _sell(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "goods")
    errand = table.desks[seat].errand
    stop = STOPS.get(errand.to)
    if stop is None or stop.kind is not Kind.STORE or errand.sell:
        return
    if named:
        yield Choice(STOP)
    farm = table.farms[seat]
    for good in sellable(farm, stop):
        if good not in named:
            bonus = words("choice.note.bonus") if good == table.the_disc.autumn else None
            yield Choice(good, item_text(good), bonus, spot=f"town:{stop.id}:{good}", piece=item_piece(good))


def _tax(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    gates = _gates(view.table, seat)
    named = values_of(filled, "ways")
    if len(named) >= len(gates):
        if gates:
            yield Choice(STOP)
        return
    rest = (HELP,) * (len(gates) - len(named) - 1)
    place = places.in_barn(seat, view.table.farms[seat])
    for way in (*COINS, HELP):
        if is_legal(view, Tax((*named, way, *rest))):
            spot = f"{seat}:help" if way == HELP else place(way)[0]
            text = words("choice.note.tax.help") if way == HELP else item_text(way)
            yield Choice(way, text, spot=spot, piece=item_piece(way))


def _gates(table: Table, seat: Seat) -> tuple[str, ...]:
    desk = table.desks[seat]
    return gates_between(desk.place, desk.errand.to) if desk.errand.to in STOPS else ()


def _triples(there: Mapping[str, int]) -> Iterator[str]:
    """Yield every three goods there are, as letters."""
    things = [item for item in ITEMS if there.get(item)]
    for goods in combinations_with_replacement(things, HELP_GOODS):
        if all(goods.count(item) <= there[item] for item in set(goods)):
            yield "".join(goods)


def _triple(table: Table, seat: Seat, goods: str) -> Choice:
    """Return three goods to pay help back with, at the places where they lie."""
    return Choice(goods, describe.triple_text(goods), spot=places.in_stores(seat, table.farms[seat], goods))


def _repay_gate(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, gates = view.table, _gates(view.table, seat)
    named = values_of(filled, "goods")
    if len(named) >= len(gates):
        if named:
            yield Choice(STOP)
        return
    if not may_be_open(base_of(table, seat), gates, table.desks[seat].errand.tax):
        return
    rest = (NO_REPAY,) * (len(gates) - len(named) - 1)
    nothing = Choice(NO_REPAY, words("choice.note.no_repay"), spot=f"{seat}:help")
    if rest:
        yield nothing
    for goods in _triples(stores(base_of(table, seat))):
        if is_legal(view, RepayGate((*named, goods, *rest))):
            yield _triple(table, seat, goods)
    if not rest and any(goods != NO_REPAY for goods in named):
        yield nothing


def _save(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    stop = STOPS.get(view.table.desks[seat].errand.to)
    if stop is not None and stop.price:
        named = values_of(filled, "goods")
        asked = tuple(good for good in GOODS if good in stop.price)
        yield from _items(view, named, asked, Save, place=places.in_price(stop.id))


def _coins(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "coins")
    desk = table.desks[seat]
    if desk.errand.to not in STOPS or not (desk.errand.take or desk.errand.sell):
        return
    ran = run(table, seat, base_of(table, seat), desk.place, desk.errand, whole=False)
    coins = base_of(table, seat).barn
    left = _list_unnamed({coin: coins.get(coin, 0) for coin in COINS}, named) if len(named) < len(ran.coins) else ()
    yield from _items(view, named, left, Coins, place=places.in_barn(seat, view.table.farms[seat]))


def _places(farm: Farm, asked: Mapping[str, int], named: Sequence[str]) -> Iterator[str]:
    """Yield sources of goods that lie in more than one place: each once for a good that lies there and is asked for."""
    for good in GOODS:
        places = {FROM_BARN: farm.barn.get(good, 0)}
        places |= {area.name: stock_of(farm, area) for area in farm.land.areas if area.good == good}
        there = {f"{good}={name}": number for name, number in places.items() if number}
        if len(there) > 1 and sum(place in there for place in named) < asked.get(good, 0):
            yield from (place for place, number in there.items() if list(named).count(place) < number)


def _sources(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    errand = view.table.desks[seat].errand
    stop = STOPS.get(errand.to)
    if stop is not None:
        named = values_of(filled, "places")
        asked = {**stop.price, **dict.fromkeys(errand.sell, 1)}
        place = places.source(seat, view.table.farms[seat])
        yield from _items(view, named, _places(base_of(view.table, seat), asked, named), Sources, place=place)


# --- Winter instructions -------------------------------------------------------------------------------------------


def _winter_coins(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    named = values_of(filled, "kinds")
    if view.table.options.winter_coins_forced:
        return
    yield Choice(STOP, None if named else words("choice.note.no_coins"))
    place = places.in_barn(seat, view.table.farms[seat])
    for coin in COINS:
        if coin not in named:
            yield Choice(coin, item_text(coin), spot=place(coin)[0], piece=item_piece(coin))


def _winter_save(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    named = values_of(filled, "goods")
    table = view.table
    needs = needs_of(table.farms[seat], table.the_disc)
    if not named and not table.desks[seat].winter.save and not coins_in(table.farms[seat].barn):
        return
    goods = tuple(good for good in GOODS if good in needs and count_owned(table.farms[seat], good))
    least = 0 if table.desks[seat].winter.save else 1
    yield from _items(view, named, goods, WinterSave, least=least, place=places.need_spots(seat))


def _winter_repay(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "goods")
    farm, winter = table.farms[seat], table.desks[seat].winter
    if (named or winter.repay) and is_legal(view, WinterRepay(named)):
        yield Choice(STOP)
    slots = forecast(table, seat).help + 1
    if len(named) >= slots or not (farm.open or slots > 1) or not is_legal(view, WinterRepay(())):
        return
    # Whatever lies in store can be paid; whether help lies open at this place of the list is the same for all of it.
    triples = tuple(_triples(stores(_after_winter(table, seat, named))))
    if triples and is_legal(view, WinterRepay((*named, triples[0]))):
        yield from (_triple(table, seat, goods) for goods in triples)
    if len(named) + 1 < slots:
        yield Choice(NO_REPAY, words("choice.note.no_repay"), spot=f"{seat}:help")


def _after_winter(table: Table, seat: Seat, repaid: tuple[str, ...]) -> Farm:
    """Return the farm after its winter, help paid back as far as said."""
    return winter_of(table, table.farms[seat], replace(table.desks[seat].winter, repay=repaid), strict=False).farm


def _winter_sources(view: View, seat: Seat, filled: Filled) -> Iterator[Choice]:
    table, named = view.table, values_of(filled, "places")
    farm = table.farms[seat]
    asked = needs_of(farm, table.the_disc)
    least = 0 if table.desks[seat].winter.sources else 1
    place = places.source(seat, farm)
    yield from _items(view, named, _places(farm, asked, named), WinterSources, least=least, place=place)


LISTERS: dict[type[Move], Lister] = {
    Start: _start,
    Lay: _lay,
    Work: _work,
    Renounce: _renounce,
    RepayMid: _repay_mid,
    Repay: _repay,
    Drop: _drop,
    GiveUp: _give_up,
    Go: _go,
    Take: _take,
    Sell: _sell,
    Tax: _tax,
    RepayGate: _repay_gate,
    Save: _save,
    Coins: _coins,
    Sources: _sources,
    WinterCoins: _winter_coins,
    WinterSave: _winter_save,
    WinterRepay: _winter_repay,
    WinterSources: _winter_sources,
}
