"""Playing the moves of seats: orders are worked out anew with each move, and carried out when handed in."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.game import Event, Step
from games.core.moves import Move
from games.core.seats import Seat
from games.walnut_grove.components import STOPS, Kind
from games.walnut_grove.moves import (
    Coins,
    Done,
    Drop,
    GiveUp,
    Go,
    Lay,
    Pass,
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
    WinterMove,
    WinterRepay,
    WinterSave,
    WinterSources,
    Work,
)
from games.walnut_grove.rules.errand import PASS, Ran, run
from games.walnut_grove.rules.farm import Farm, drop, pay_back, store_coins
from games.walnut_grove.rules.land import Laid
from games.walnut_grove.rules.stages import stage_after
from games.walnut_grove.rules.summer import harvest_so_far, lay
from games.walnut_grove.rules.town import gates_between, place_figure, town_order, without
from games.walnut_grove.state import RULES, Desk, Errand, Instructions, Phase, Sale, Summer, Table, Walk
from games.walnut_grove.words import log_notation, log_sentences
from games.walnut_grove.words.names import words

Outcome = tuple[Table, tuple[Event, ...]]


def play(table: Table, seat: Seat, move: Move) -> Step[Table]:
    """Play a checked move of a seat."""
    desk = table.desks[seat]
    if isinstance(move, Start):
        return _start(table, seat, move)
    if isinstance(move, Done):
        after, events = _hand_in(table, seat)
        return Step(after, events)
    table = table.with_desk(seat, replace(desk, stage=stage_after(table, seat, move)))
    if isinstance(move, WinterMove):
        winter = change_instructions(desk.winter, move)
        return Step(table.with_desk(seat, replace(table.desks[seat], winter=winter)))
    if table.phase is Phase.FARM:
        return Step(_farm_move(table, seat, move))
    if table.phase is Phase.COINS:
        return Step(_coins_move(table, seat, move))
    return Step(_town_move(table, seat, move))


# --- Start rows ----------------------------------------------------------------------------------------------------


def _start(table: Table, seat: Seat, move: Start) -> Step[Table]:
    table = place_figure(table, seat, move.row)
    if table.acted == len(table.order):
        table = replace(table, phase=Phase.YEAR)
    return Step(table, (Event(words("log.start", seat=seat, row=words(f"name.row.{move.row}"))),))


# --- The farm order ------------------------------------------------------------------------------------------------


def base_of(table: Table, seat: Seat) -> Farm:
    """Return the farm that the order under way is worked out on."""
    base = table.desks[seat].base
    return table.farms[seat] if base is None else base


def _farm_move(table: Table, seat: Seat, move: Move) -> Table:
    farm, summer = base_of(table, seat), table.summers[seat]
    if isinstance(move, Lay):
        farm = lay(farm, Laid(move.tile, move.at, move.turn))
        summer = replace(summer, laid=summer.laid + 1)
    elif isinstance(move, Repay) and not summer.laid:
        farm = pay_back(farm, move.goods)
        summer = replace(summer, repay_before=move.goods)
    else:
        summer = add_to_order(summer, move)
    table = table.with_desk(seat, replace(table.desks[seat], base=farm))
    shown, worked = harvest_so_far(farm, summer, table.the_disc)
    return table.with_farm(seat, shown).with_summer(seat, replace(summer, worked=worked))


def add_to_order(summer: Summer, move: Move) -> Summer:
    """Return a farm order with one move more."""
    match move:
        case Work():
            return replace(summer, areas=move.areas)
        case Renounce():
            return replace(summer, renounce=(*summer.renounce, *move.goods))
        case RepayMid():
            return replace(summer, mid_after=move.after, mid_goods=move.goods)
        case Drop():
            return replace(summer, drop=(*summer.drop, *move.things))
        case Repay():
            return replace(summer, repay_after=move.goods)
    raise AssertionError(f"{move} is no part of a farm order")


def _hand_in(table: Table, seat: Seat) -> Outcome:
    if table.phase is Phase.FARM:
        return _hand_in_farm(table, seat)
    if table.current != seat:
        return _hand_in_winter(table, seat)
    return _hand_in_town(table, seat) if table.phase is Phase.TOWN else _hand_in_coins(table, seat)


def _hand_in_farm(table: Table, seat: Seat) -> Outcome:
    farm, summer = table.farms[seat], replace(table.summers[seat], done=True)
    table = table.with_summer(seat, summer).with_desk(seat, Desk())
    events = log_sentences.farm_events(seat, farm, summer)
    if not all(summer.done for summer in table.summers):
        return table, events
    order = town_order(table.places, table.arrived)
    back = _list_unused_tiles(table)
    after = replace(
        table,
        phase=Phase.TOWN,
        order=order,
        acted=0,
        drawn=((),) * table.seats,
        tile_bag=tuple(sorted((*table.tile_bag, *back))),
    )
    return after, (*events, Event(words("log.order", order_seat=order)))


def _list_unused_tiles(table: Table) -> list[str]:
    """Return the drawn tiles that nobody laid (R4.9)."""
    laid = {tile.tile for farm in table.farms for tile in farm.tiles}
    return [tile for tiles in table.drawn for tile in tiles if tile not in laid]


# --- The town order ------------------------------------------------------------------------------------------------


def place_of(table: Table, seat: Seat) -> str:
    """Return where the figure stood before the order under way."""
    return table.desks[seat].place or table.places[seat]


def ran_for(table: Table, seat: Seat, errand: Errand, *, whole: bool = True) -> Ran:
    """Return what ``run`` makes of a town order of the seat; worked out once, since it is checked and then played.

    What is refused is refused anew each time. A farm that stays as it is meets another town later: hence the stock.
    """
    base, place = base_of(table, seat), place_of(table, seat)
    key = ("ran", seat, errand, place, whole, table.disc, table.places)
    known: tuple[object, Ran] | None = base.notes.get(key)
    if known is None or known[0] is not table.stock:
        known = base.notes[key] = (table.stock, run(table, seat, base, place, errand, whole=whole))
    return known[1]


def _town_move(table: Table, seat: Seat, move: Move) -> Table:
    desk = table.desks[seat]
    base, place = base_of(table, seat), place_of(table, seat)
    errand = errand_with(desk.errand, move)
    ran = ran_for(table, seat, errand, whole=False)
    table = table.with_desk(seat, replace(desk, base=base, place=place, errand=errand, unpaid=ran.unpaid))
    places = (*table.places[:seat], ran.place, *table.places[seat + 1 :])
    farm = ran.sold if ran.sold is not None and table.rules < RULES else ran.farm
    return replace(table.with_farm(seat, farm), places=places)


_PARTS: dict[type[Move], tuple[str, str]] = {
    Go: ("to", "to"),
    Take: ("take", "what"),
    Sell: ("sell", "goods"),
    Tax: ("tax", "ways"),
    RepayGate: ("repay_gate", "goods"),
    Save: ("save", "goods"),
    Coins: ("coins", "coins"),
    Sources: ("sources", "places"),
}
"""Which part of a town order a move fills, and from which of its fields."""


def errand_with(errand: Errand, move: Move) -> Errand:
    """Return a town order with one move more."""
    if isinstance(move, Pass):
        return replace(errand, to=PASS)
    if isinstance(move, Drop):
        return replace(errand, drop=(*errand.drop, *move.things))
    if isinstance(move, Repay):
        return replace(errand, **{"repay_after" if errand.to else "repay_before": move.goods})
    if type(move) in _PARTS:
        part, field = _PARTS[type(move)]
        return replace(errand, **{part: getattr(move, field)})
    raise AssertionError(f"{move} is no part of a town order")


def _hand_in_town(table: Table, seat: Seat) -> Outcome:
    desk = table.desks[seat]
    start = place_of(table, seat)
    ran = ran_for(table, seat, desk.errand)
    line = f"{log_notation.head(table.year, log_notation.TOWN, seat)} {log_notation.town_body(desk.errand, ran)}"
    table = _arrive(table.with_farm(seat, ran.sold or ran.farm), seat, start, desk.errand, ran)
    if ran.sold is not None:
        sale = Sale(number=ran.draws, repay_after=ran.repaid_after, line=line)
        table = table.with_desk(seat, Desk(base=ran.sold, sale=sale, winter=desk.winter))
        return replace(table, phase=Phase.DRAW), ()
    events = log_sentences.town_events(seat, desk.errand, ran)
    if ran.lost:
        events += (Event(words("log.lost", seat=seat, count=len(ran.lost))),)
    return end_turn(table, seat), events


def _arrive(table: Table, seat: Seat, start: str, errand: Errand, ran: Ran) -> Table:
    """Put the figure where it went and take away what was taken."""
    if errand.to == PASS:
        return table
    stock = table.stock
    if STOPS[errand.to].kind in (Kind.HIRE, Kind.BUILD, Kind.IMPROVE):
        stock = {**stock, errand.to: without(stock[errand.to], errand.take[0])}
    return replace(
        table,
        places=(*table.places[:seat], errand.to, *table.places[seat + 1 :]),
        arrived=(*(other for other in table.arrived if other != seat), seat),
        stock=stock,
        walk=Walk(seat=seat, start=start, end=errand.to, gates=gates_between(start, errand.to), ways=ran.gates),
    )


def end_turn(table: Table, seat: Seat) -> Table:
    """Go on to the next in town, or to the winter."""
    table = table.with_desk(seat, Desk(winter=table.desks[seat].winter))
    last = table.acted + 1 == len(table.order)
    return replace(table, acted=table.acted + 1, phase=Phase.WINTER if last else Phase.TOWN)


# --- Drawn coins (D7) ----------------------------------------------------------------------------------------------


def _coins_move(table: Table, seat: Seat, move: Move) -> Table:
    desk = table.desks[seat]
    assert desk.sale is not None, "coins follow a sale"
    sale = sale_with(desk.sale, move)
    farm = store_sale(base_of(table, seat), sale)
    return table.with_desk(seat, replace(desk, sale=sale)).with_farm(seat, farm)


def sale_with(sale: Sale, move: Move) -> Sale:
    """Return a sale with one decision more."""
    if isinstance(move, GiveUp):
        return replace(sale, give_up=(*sale.give_up, *move.things))
    assert isinstance(move, Repay), move
    return replace(sale, repay_now=move.goods)


def store_sale(base: Farm, sale: Sale) -> Farm:
    """Return the farm with the drawn coins in the barn and help paid back (R6.15, R6.16).

    Help that was to be paid back after the sale is left out where coins that made way were meant for it.
    """
    farm, _ = store_coins(drop(base, sale.give_up), sale.drawn)
    if sale.repay_now:
        return pay_back(farm, sale.repay_now)
    return pay_back_if_possible(farm, sale.repay_after)


def pay_back_if_possible(farm: Farm, goods: tuple[str, ...]) -> Farm:
    """Pay help back if it can still be done."""
    try:
        return pay_back(farm, goods) if goods else farm
    except IllegalMove:
        return farm


def _hand_in_coins(table: Table, seat: Seat) -> Outcome:
    desk = table.desks[seat]
    assert desk.sale is not None, "coins follow a sale"
    events = tell_sale_decision(table, seat, base_of(table, seat), desk.sale)
    return end_turn(table, seat), events


def tell_sale_decision(table: Table, seat: Seat, base: Farm, sale: Sale) -> tuple[Event, ...]:
    """Return what the log says of a sale once its coins are stored."""
    repaid = (sale.repay_now or sale.repay_after) if base.open and not table.farms[seat].open else ()
    return log_sentences.tell_stored_coins(seat, sale, repaid)


# --- Winter instructions -------------------------------------------------------------------------------------------


def change_instructions(winter: Instructions, move: WinterMove) -> Instructions:
    """Return instructions with one of them changed (M5)."""
    match move:
        case WinterCoins():
            return replace(winter, coins=move.kinds)
        case WinterSave():
            return replace(winter, save=move.goods)
        case WinterRepay():
            return replace(winter, repay=move.goods)
        case WinterSources():
            return replace(winter, sources=move.places)


def _hand_in_winter(table: Table, seat: Seat) -> Outcome:
    desk = table.desks[seat]
    table = table.with_desk(seat, Desk(winter=desk.winter, changes=desk.changes + 1))
    return table, (Event(words("log.instructions", seat=seat)),)
