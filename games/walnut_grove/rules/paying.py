"""Paying a price (R3.7 to R3.9) and a winter (R7.4 to R7.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from games.core.errors import IllegalMove
from games.core.seats import Seat
from games.walnut_grove.components import COINS, GOODS, UNKNOWN, Coin, Disc, Good
from games.walnut_grove.moves import NO_REPAY
from games.walnut_grove.rules.farm import (
    Counts,
    Farm,
    Sources,
    check_sources,
    coins_in,
    count_owned,
    needs_of,
    pay_back,
    take_help,
    take_items,
)
from games.walnut_grove.state import Frost, Instructions, Table
from games.walnut_grove.words.names import counts, refuse, tally, thing_text


class Payment(Struct, frozen=True, kw_only=True):
    """A price paid: what is left, and what was given."""

    farm: Farm
    goods: tuple[Good, ...] = ()
    coins: tuple[Coin, ...] = ()


def count_missing(farm: Farm, asked: Mapping[Good, int]) -> int:
    """Return how many of the goods asked for a farm does not have."""
    return sum(max(0, number - count_owned(farm, good)) for good, number in asked.items())


def short_of(farm: Farm, price: Mapping[Good, int]) -> int:
    """Return how much a price exceeds what a farm can pay, coins included (R6.5)."""
    return max(0, count_missing(farm, price) - farm.coins)


def pay_price(
    farm: Farm,
    price: Mapping[Good, int],
    *,
    save: Sequence[Good] = (),
    coins: Sequence[Coin] = (),
    sources: Sources | None = None,
) -> Payment:
    """Pay a price that is payable (``short_of`` is 0); raises BAD_SAVE, NOT_ENOUGH, UNKNOWN_AREA."""
    saved = tally(save)
    gaps = count_missing(farm, price)
    if not _may_save(farm, price, saved) or gaps + len(save) > farm.coins:
        raise refuse("BAD_SAVE", "R3.9", asked=counts(price))
    given = _coins_for(farm, gaps + len(save), coins)
    goods = tuple(good for good in GOODS for _ in range(_count_given(farm, price, saved, good)))
    named = sources or {}
    check_sources(farm, named)
    left = take_items(take_items(farm, goods, named), given)
    return Payment(farm=left, goods=goods, coins=given)


def _may_save(farm: Farm, asked: Mapping[Good, int], saved: Mapping[str, int]) -> bool:
    return all(number <= min(asked.get(good, 0), count_owned(farm, good)) for good, number in saved.items())


def _count_given(farm: Farm, asked: Mapping[Good, int], saved: Mapping[str, int], good: Good) -> int:
    """Return how many goods of a kind are given: those asked for and there, but for the saved ones."""
    return min(asked.get(good, 0), count_owned(farm, good)) - saved.get(good, 0)


def _coins_for(farm: Farm, number: int, named: Sequence[Coin]) -> tuple[Coin, ...]:
    """Return the coins that pay: those named in their order, then the cheapest (R3.9); raises NOT_ENOUGH."""
    given = tuple(named[:number])
    for coin, times in tally(given).items():
        if coin not in (*COINS, UNKNOWN) or farm.barn.get(coin, 0) < times:
            raise refuse("NOT_ENOUGH", "R3.9", thing=thing_text(coin))
    left = list(coins_in(farm.barn))
    for coin in given:
        left.remove(coin)
    return (*given, *left[: number - len(given)])


# --- Winter --------------------------------------------------------------------------------------------------------


class Wintered(Struct, frozen=True, kw_only=True):
    """A farm after its payment, and what it gave."""

    farm: Farm
    frost: Frost


class Reserve(Struct, frozen=True, kw_only=True):
    """How coins stand in this winter: kinds that may be spent, in order; for missing goods before saved ones?"""

    kinds: tuple[Coin, ...]
    forced: bool = False


def reserve_of(wanted: Instructions, *, forced: bool) -> Reserve:
    """Return which coins may be spent (R7.5): those named, or with ``winter_coins_forced`` all, copper first."""
    return Reserve(kinds=COINS if forced else wanted.coins, forced=forced)


def winter_of(table: Table, farm: Farm, wanted: Instructions, *, strict: bool = True) -> Wintered:
    """Pay this year's winter from a farm as ``pay_winter`` does."""
    forced, each = table.options.winter_coins_forced, table.goods_a_source
    return pay_winter(farm, table.the_disc, wanted, forced=forced, strict=strict, each=each)


def pay_winter(
    farm: Farm, disc: Disc, wanted: Instructions, *, forced: bool = False, strict: bool = True, each: int = 1
) -> Wintered:
    """Pay food and fire (R7.2 to R7.7); hired labourers do not join here.

    ``strict`` raises BAD_SAVE, NO_OPEN_HELP, REPAY_THREE, NOT_ENOUGH, UNKNOWN_AREA for instructions that do not work;
    else what does not work is left out (they were checked when given, but coins may have come between).
    """
    needs = needs_of(farm, disc)
    reserve = reserve_of(wanted, forced=forced)
    pool = [coin for kind in reserve.kinds for coin in (kind,) * farm.barn.get(kind, 0)]
    gaps = count_missing(farm, needs)
    for_gaps = min(gaps, len(pool)) if reserve.forced else 0
    saved = tally(_savable(farm, needs, wanted.save, len(pool) - for_gaps, strict=strict))
    number = sum(saved.values())
    spent = tuple(pool[: min(len(pool), gaps + number)])
    goods = tuple(good for good in GOODS for _ in range(_count_given(farm, needs, saved, good)))
    sources = sources_of(wanted.sources, each)
    if strict:
        check_sources(farm, sources)
    left = take_items(take_items(farm, goods, sources), spent)
    tiles = gaps - (len(spent) - number)
    left, repaid = _take_tiles(left, tiles, wanted.repay, strict=strict)
    return Wintered(farm=left, frost=Frost(goods=goods, coins=spent, help=tiles, repaid=repaid))


def _savable(farm: Farm, needs: Counts, save: Sequence[Good], coins: int, *, strict: bool) -> tuple[Good, ...]:
    """Return the goods that are saved, a coin being there for each."""
    kept: list[Good] = []
    for good in save:
        if len(kept) < coins and _may_save(farm, needs, tally((*kept, good))):
            kept.append(good)
        elif strict:
            raise refuse("BAD_SAVE", "R7.5", "winter", asked=counts(needs), coins=coins)
    return tuple(kept)


def _take_tiles(
    farm: Farm, tiles: int, repay: Sequence[str], *, strict: bool
) -> tuple[Farm, tuple[tuple[str, ...], ...]]:
    """Take help tiles one by one, paying back after each and at the end (R7.6, R7.7)."""
    repaid: list[tuple[str, ...]] = []
    for number in range(max(tiles, len(repay))):
        if number < tiles:
            farm = take_help(farm)
        goods = repay[number] if number < len(repay) else NO_REPAY
        if goods == NO_REPAY:
            continue
        try:
            if number > tiles:
                raise refuse("NO_OPEN_HELP", "R7.7", "list", count=tiles)
            farm = pay_back(farm, tuple(goods))
        except IllegalMove:
            if strict:
                raise
            continue
        repaid.append(tuple(goods))
    return farm, tuple(repaid)


def sources_of(places: Sequence[str], each: int = 1) -> dict[Good, tuple[str, ...]]:
    """Return ``w=N0.w`` and the like as sources by good, each for so many; raises UNKNOWN_AREA for what is none."""
    found: dict[Good, tuple[str, ...]] = {}
    for place in places:
        good, sign, name = place.partition("=")
        if not sign or good not in GOODS:
            raise refuse("UNKNOWN_AREA", "R3.8", "source", name=place or "?")
        found[good] = (*found.get(good, ()), *(name,) * each)
    return found


def forecast(table: Table, seat: Seat) -> Frost:
    """Return what winter would take from a farm as it stands, by the instructions given; worked out once for a farm."""
    farm, wanted = table.farms[seat], table.desks[seat].winter
    key = ("forecast", table.disc, wanted, table.options.winter_coins_forced, table.rules)
    found: Frost | None = farm.notes.get(key)
    if found is None:
        found = farm.notes[key] = winter_of(table, farm, wanted, strict=False).frost
    return found
