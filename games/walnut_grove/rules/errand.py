"""A town order worked out (R6.16): help, gates, price, dropping, action, help again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from msgspec import Struct
from msgspec.structs import replace

from games.core.errors import IllegalMove
from games.core.seats import Seat
from games.walnut_grove.components import COINS, GOODS, STOPS, UNKNOWN, Coin, Disc, Good, Kind, Stop
from games.walnut_grove.moves import HELP, NO_REPAY
from games.walnut_grove.rules.farm import (
    Farm,
    change_count,
    cheapest_coin,
    count_owned,
    drop,
    pay_back,
    put_in_barn,
    take_help,
    take_items,
)
from games.walnut_grove.rules.paying import pay_price, short_of, sources_of
from games.walnut_grove.rules.town import FREE_GOODS, fits, gain, gates_between, stop_trouble, take_trouble
from games.walnut_grove.state import Errand, Table
from games.walnut_grove.words.names import counts, item_text, refuse, stop_text, thing_text

PASS = "="
"""As where a town order leads: the figure stays (R6.8)."""


class Ran(Struct, frozen=True, kw_only=True):
    """What comes of a town order.

    ``farm`` is the farm after it, without the coins that a sale will draw; ``sold`` the farm of a sale when they are
    drawn: help is paid back only after that (R6.16). ``gates`` the payment of each tax, a coin or ``!``;
    ``gate_repaid`` what was given for help after it; ``draws`` how many coins a sale brings; ``lost`` goods that found
    no space. ``unpaid``: the price cannot be paid after this tax.
    """

    farm: Farm
    sold: Farm | None = None
    place: str
    gates: tuple[str, ...] = ()
    gate_repaid: tuple[tuple[str, ...], ...] = ()
    goods: tuple[Good, ...] = ()
    coins: tuple[Coin, ...] = ()
    draws: int = 0
    lost: tuple[Good, ...] = ()
    repaid_after: tuple[str, ...] = ()
    unpaid: int = 0


def run(table: Table, seat: Seat, base: Farm, place: str, errand: Errand, *, whole: bool = True) -> Ran:
    """Work out a town order of a seat whose farm is ``base`` and whose figure stands at ``place``.

    Raises the first refusal in the order of R6.17. With ``whole`` false the order is still being written: an action
    not yet named is no fault, and a price that cannot be paid after the usual tax is none where refusing the tax helps.
    """
    farm = base
    if errand.to == PASS or not errand.to:
        return _stay(farm, place, errand)
    trouble = stop_trouble(table, seat, base, errand.to, errand.take)
    if trouble is not None:
        raise trouble
    stop = STOPS[errand.to]
    if errand.repay_before:
        farm = pay_back(farm, errand.repay_before)
    gates = gates_between(place, errand.to)
    before_gates = farm
    farm, ways, repaid = _pass_gates(farm, gates, errand.tax, errand.repay_gate)
    short = short_of(farm, stop.price)
    if short:
        if whole or errand.tax or not gates or _short_at_best(before_gates, gates, stop):
            price = counts(stop.price)
            raise refuse("CANNOT_PAY", "R6.5", stop=stop_text(stop.id), price=price, count=short)
        return Ran(farm=farm, place=errand.to, gates=ways, gate_repaid=repaid, unpaid=short)
    sources = sources_of(errand.sources, table.goods_a_source)
    paid = pay_price(farm, stop.price, save=errand.save, coins=errand.coins, sources=sources)
    ran = Ran(
        farm=drop(paid.farm, errand.drop),
        place=errand.to,
        gates=ways,
        gate_repaid=repaid,
        goods=paid.goods,
        coins=paid.coins,
    )
    return _after(_act(table, stop, ran, errand, whole=whole), errand)


def _stay(farm: Farm, place: str, errand: Errand) -> Ran:
    for goods in (errand.repay_before, errand.repay_after):
        if goods:
            farm = pay_back(farm, goods)
    return Ran(farm=farm, place=place, repaid_after=errand.repay_after)


def _pass_gates(
    farm: Farm, gates: Sequence[str], tax: Sequence[str], repay: Sequence[str]
) -> tuple[Farm, tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Pay the tax of each gate (R6.4); raises BAD_TAX, NOT_ENOUGH and what stands against paying help back."""
    if len(tax) > len(gates) or len(repay) > len(gates) or any(way not in (*COINS, UNKNOWN, HELP) for way in tax):
        raise refuse("BAD_TAX", "R6.4", "" if gates else "none", count=len(gates))
    ways: list[str] = []
    repaid: list[tuple[str, ...]] = []
    for number, _ in enumerate(gates):
        way = tax[number] if number < len(tax) else cheapest_coin(farm.barn) or HELP
        if way == HELP:
            farm = take_help(farm)
        elif not farm.barn.get(way):
            raise refuse("NOT_ENOUGH", "R6.4", thing=thing_text(way))
        else:
            farm = replace(farm, barn=change_count(farm.barn, way, -1))
        goods = repay[number] if number < len(repay) else NO_REPAY
        ways.append(way)
        repaid.append(() if goods == NO_REPAY else tuple(goods))
        if goods != NO_REPAY:
            farm = pay_back(farm, tuple(goods))
    return farm, tuple(ways), tuple(repaid)


def _short_at_best(farm: Farm, gates: Sequence[str], stop: Stop) -> int:
    """Return what is missing for the price if all taxes are refused."""
    return short_of(_pass_gates(farm, gates, (HELP,) * len(gates), ())[0], stop.price)


def _act(table: Table, stop: Stop, ran: Ran, errand: Errand, *, whole: bool) -> Ran:
    """Carry out the action of a building (R6.10 to R6.14)."""
    if stop.kind is Kind.STORE:
        if errand.take:
            raise _sale_only(stop)
        if not errand.sell and not whole and not sellable(ran.farm, stop):
            goods = tuple(map(item_text, stop.buys))
            raise refuse("SELL_ONE", "R6.7", "nothing", stop=stop_text(stop.id), goods=goods)
        return _sell(table, stop, ran, errand) if errand.sell or whole else ran
    if errand.sell:
        raise refuse("NOT_BOUGHT_HERE", "R6.14", "nothing", stop=stop_text(stop.id))
    if not errand.take and not whole:
        return ran
    trouble = take_trouble(table, stop, errand.take)
    if trouble is not None:
        raise trouble
    if stop.kind is not Kind.FREE:
        return replace(ran, farm=gain(ran.farm, errand.take[0]))
    farm, lost = ran.farm, []
    for good in errand.take:
        farm, left = put_in_barn(farm, good)
        lost += [good] * left
    return replace(ran, farm=farm, lost=tuple(lost))


def sale_trouble(stop: Stop, take: Sequence[str], sell: Sequence[str]) -> IllegalMove | None:
    """Return why a store never makes such a sale (R6.14), whatever the farm has; None if it may."""
    goods = tuple(map(item_text, stop.buys))
    if take:
        return _sale_only(stop)
    if not sell:
        return refuse("SELL_ONE", "R6.14", stop=stop_text(stop.id), goods=goods)
    if len(set(sell)) < len(sell):
        return refuse("SELL_TWICE", "R6.14")
    if any(good not in stop.buys for good in sell):
        return refuse("NOT_BOUGHT_HERE", "R6.14", stop=stop_text(stop.id), goods=goods)
    return None


def _sale_only(stop: Stop) -> IllegalMove:
    return refuse("SELL_ONE", "R6.14", "take", stop=stop_text(stop.id))


def _sell(table: Table, stop: Stop, ran: Ran, errand: Errand) -> Ran:
    """Sell goods (R6.14); raises SELL_ONE, SELL_TWICE, NOT_BOUGHT_HERE, NOT_ENOUGH."""
    wrong = sale_trouble(stop, (), errand.sell)
    if wrong is not None:
        raise wrong
    missing = next((good for good in errand.sell if not count_owned(ran.farm, good)), None)
    if missing is not None:
        raise refuse("NOT_ENOUGH", "R6.14", thing=item_text(missing))
    farm = take_items(ran.farm, errand.sell, sources_of(errand.sources, table.goods_a_source))
    return replace(ran, farm=farm, sold=farm, draws=coins_for(table.the_disc, errand.sell))


def coins_for(disc: Disc, goods: Sequence[Good]) -> int:
    """Return how many coins a sale brings (R6.14)."""
    return len(goods) + (disc.autumn in goods)


def _after(ran: Ran, errand: Errand) -> Ran:
    """Pay help back at the end of the turn (R6.16)."""
    if not errand.repay_after:
        return ran
    return replace(ran, farm=pay_back(ran.farm, errand.repay_after), repaid_after=errand.repay_after)


def may_be_open(farm: Farm, gates: Sequence[str], tax: Sequence[str]) -> bool:
    """Whether an open help tile lies on the farm after one of the gates."""
    return bool(farm.open) or any(way == HELP for way in tax) or farm.coins < len(gates)


def sellable(farm: Farm, stop: Stop) -> tuple[Good, ...]:
    """Return the goods that a store buys and a farm has (R6.7)."""
    return tuple(good for good in GOODS if good in stop.buys and count_owned(farm, good))


def errands_at(table: Table, farm: Farm, stop: Stop) -> Iterator[Errand]:
    """Yield what can be done at a building, whatever it costs: what to take or to sell."""
    match stop.kind:
        case Kind.FREE:
            for goods in combinations_with_replacement(GOODS, FREE_GOODS):
                yield Errand(to=stop.id, take=goods)
        case Kind.STORE:
            things = sellable(farm, stop)
            for number in range(1, len(things) + 1):
                yield from (Errand(to=stop.id, sell=goods) for goods in combinations(things, number))
        case _:
            for thing in dict.fromkeys(table.stock.get(stop.id, ())):
                if fits(farm, thing) is None:
                    yield Errand(to=stop.id, take=(thing,))
