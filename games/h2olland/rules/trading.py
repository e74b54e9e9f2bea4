"""Trade with the co-op: purchases, exchanges, and what is kept (R7, R8.2, R8.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.core.seats import Seat
from games.core.text import Text
from games.h2olland.components import (
    BUILDINGS,
    CODES,
    CROP_SET,
    CROPS,
    EQUAL_CROPS,
    FIELDS,
    ITEM_OF,
    PRICES,
    PRODUCE,
    STEP,
    STORAGE_LIMIT,
    TULIPS,
    Item,
)
from games.h2olland.state import Barn, Phase, Table, cached_on_table, change_count, put, put_goods
from games.h2olland.words.refusals import Trouble, item_text, trouble, words


class Kind(StrEnum):
    """The ways to trade (A.5)."""

    BUY = "buy"
    THREE = "three"
    SET = "set"
    COW = "cow"


class Deal(Struct, frozen=True):
    """One trade: what is given for what. ``get`` is "" and ``give`` an item where the exchange does not exist."""

    kind: Kind
    give: str
    get: str


_THREE: Final = re.compile(rf"{EQUAL_CROPS}(\w\w)>(\w\w)")
_ONE_COW: Final[Mapping[str, int]] = {Item.COW: 1}
_COW: Final = re.compile(r"(\w\w)>(\w\w)")
SET_CODE: Final = f"{len(CROP_SET)}>{CODES[Item.COW]}"
"""One of each crop for a cow: ``4>cw``."""


@lru_cache(maxsize=256)
def read_deal(code: str) -> Deal | None:
    """Read a trade (``mi``, ``3co>po``, ``4>cw``, ``cw>be``); None if it is not written like one."""
    if code == SET_CODE:
        return Deal(Kind.SET, "", Item.COW)
    if code in ITEM_OF:
        return Deal(Kind.BUY, "", ITEM_OF[code])
    for pattern, kind in ((_THREE, Kind.THREE), (_COW, Kind.COW)):
        found = pattern.fullmatch(code)
        if found and set(found.groups()) <= set(ITEM_OF):
            return Deal(kind, *(ITEM_OF[part] for part in found.groups()))
    return None


def write_deal(deal: Deal) -> str:
    """Write a trade; the reverse of ``read_deal``."""
    match deal.kind:
        case Kind.BUY:
            return CODES[deal.get]
        case Kind.THREE:
            return f"{EQUAL_CROPS}{CODES[deal.give]}>{CODES[deal.get]}"
        case Kind.SET:
            return SET_CODE
        case Kind.COW:
            return f"{CODES[deal.give]}>{CODES[deal.get]}"


def price(deal: Deal) -> Mapping[str, int]:
    """Return what the trade costs."""
    match deal.kind:
        case Kind.BUY:
            return PRICES[deal.get]
        case Kind.THREE:
            return {deal.give: EQUAL_CROPS}
        case Kind.SET:
            return CROP_SET
        case Kind.COW:
            return _ONE_COW


def deal_problem(table: Table, seat: Seat, code: str) -> Trouble | None:
    """Return why the player cannot make this one trade now, or None; in the order of section F."""
    deal = read_deal(code)
    if deal is None:
        return trouble("bad_exchange", "R7.4")
    if deal.kind is Kind.BUY:
        return _check_purchase(table, seat, deal.get) or _supply(table, deal) or _check_payment(table, seat, deal)
    return _check_exchange(deal) or _supply(table, deal) or _check_payment(table, seat, deal)


def _check_purchase(table: Table, seat: Seat, item: str) -> Trouble | None:
    if item not in PRICES:
        return trouble("not_for_sale", "R7.2", item=item_text(item))
    if table.phase is Phase.FINAL_TRADE and item not in (Item.MILL, *TULIPS):
        return trouble("not_in_final_trade", "R8.2")
    level = table.levels[seat]
    if item in TULIPS and STEP[item] > level:
        return too_low(item, level, "R7.3")
    if item in BUILDINGS and table.stock(seat, item) < 1:
        return trouble("none_left", "R7.5", item=words(f"name.items.{item}"))
    return None


def too_low(item: str, level: int, clause: str) -> Trouble:
    """Say that a tulip colour is not open to the player yet."""
    return trouble("level_too_low", clause, item=item_text(item), need=STEP[item], level=level)


def _check_exchange(deal: Deal) -> Trouble | None:
    match deal.kind:
        case Kind.THREE if deal.give not in CROPS or deal.get not in CROPS:
            return trouble("bad_exchange", "R7.4")
        case Kind.THREE if deal.give == deal.get:
            return trouble("same_crop", "R7.4")
        case Kind.COW if deal.give != Item.COW or deal.get not in CROPS:
            return trouble("bad_exchange", "R7.4")
    return None


def _supply(table: Table, deal: Deal) -> Trouble | None:
    if deal.get not in BUILDINGS and table.coop.get(deal.get, 0) < 1:
        return trouble("sold_out", "R7.5" if deal.kind is Kind.BUY else "R7.4", item=item_text(deal.get))
    return None


def _check_payment(table: Table, seat: Seat, deal: Deal) -> Trouble | None:
    lack = {item: need - table.has(seat, item) for item, need in price(deal).items() if need > table.has(seat, item)}
    if not lack:
        return None
    return trouble(
        "cannot_afford",
        "R7.2",
        item=words(f"name.one.{deal.get}"),
        price=price_text(price(deal)),
        missing=price_text(lack),
    )


def price_text(goods: Mapping[str, int]) -> tuple[Text, ...]:
    """Put a price into words, in the order of the price list (A.5)."""
    return tuple(_count_text(item, count) for item, count in goods.items())


BARN_ORDER: Final[tuple[str, ...]] = tuple(Item)


def goods_text(goods: Barn, *, brief: bool = False) -> tuple[Text, ...]:
    """Put items and numbers into words, in the order of the barn card; ``brief``: a tulip field is called a tulip."""
    kinds = {item: "brief" if brief and item in TULIPS else "count" for item in BARN_ORDER if goods.get(item)}
    return tuple(_count_text(item, goods[item], kind) for item, kind in kinds.items())


@lru_cache(maxsize=1024)
def _count_text(item: str, count: int, kind: str = "count") -> Text:
    return words(f"name.{kind}.{item}", count=count)


@cached_on_table
def carry_out_trade(table: Table, seat: Seat, code: str) -> Table:
    """Carry out one trade that has no problem: what is paid returns to the co-op (R7.2)."""
    deal = read_deal(code)
    assert deal is not None, "checked before"
    coop = put_goods(table.coop, price(deal), 1)
    if deal.get not in BUILDINGS:
        coop = change_count(coop, deal.get, -1)
    return replace(table, barns=put(table.barns, seat, barn_after(table, seat, code)), coop=coop)


def barn_after(table: Table, seat: Seat, code: str) -> Barn:
    """Return what the barn of the player holds after one trade that has no problem."""
    deal = read_deal(code)
    assert deal is not None, "checked before"
    return change_count(put_goods(table.barns[seat], price(deal), -1), deal.get, 1)


def carry_out(table: Table, seat: Seat, trades: Iterable[str]) -> Table | Trouble:
    """Carry out trades one after the other; if one is impossible, none happens (R7.6)."""
    for code in trades:
        problem = deal_problem(table, seat, code)
        if problem is not None:
            return problem
        table = carry_out_trade(table, seat, code)
    return table


def deals(table: Table, seat: Seat) -> tuple[str, ...]:
    """Return the codes of every trade the player could make now, purchases first."""
    barn = table.barns[seat]
    payable = (code for code, cost in COSTS if all(barn.get(item, 0) >= count for item, count in cost))
    return tuple(code for code in payable if deal_problem(table, seat, code) is None)


ALL_DEALS: Final[tuple[str, ...]] = (
    *(CODES[item] for item in (Item.MILL, Item.FARM, Item.DIKE, *reversed(TULIPS))),
    SET_CODE,
    *(write_deal(Deal(Kind.THREE, give, get)) for give in CROPS for get in CROPS if give != get),
    *(write_deal(Deal(Kind.COW, Item.COW, get)) for get in CROPS),
)
"""Every trade there is (A.5)."""

COSTS: Final[tuple[tuple[str, tuple[tuple[str, int], ...]], ...]] = tuple(
    (code, tuple(price(deal).items())) for code in ALL_DEALS if (deal := read_deal(code)) is not None
)
"""Each trade with what it costs."""


def fields_in(barn: Barn) -> Barn:
    """Return the fields of a barn: what the storage limit counts (R7.7)."""
    return {item: barn[item] for item in FIELDS if barn.get(item)}


def over_limit(barn: Barn) -> bool:
    """Return whether the barn holds more fields than can be kept (R7.7)."""
    return sum(fields_in(barn).values()) > STORAGE_LIMIT


def count_items(items: Sequence[str]) -> Barn:
    """Count items of a list."""
    return {item: items.count(item) for item in items}


def keep_problem(barn: Barn, keep: Sequence[str]) -> Trouble | None:
    """Return why exactly these fields cannot be kept of a barn, or None (R7.7)."""
    held = fields_in(barn)
    for item, count in count_items(keep).items():
        if count > held.get(item, 0):
            return trouble("not_enough", "R7.7", goods=words(f"name.count.{item}", count=count))
    if len(keep) > STORAGE_LIMIT:
        return trouble("over_storage", "R7.7", count=len(keep), most=STORAGE_LIMIT)
    return None


def best_keep(barn: Barn) -> tuple[str, ...]:
    """Return what the default keeps: tulips from purple down, then one each of cow and crops in rotation (D6)."""
    held = fields_in(barn)
    kept = [tulip for tulip in reversed(TULIPS) for _ in range(held.get(tulip, 0))]
    rotation = (Item.COW, Item.POTATO, Item.CARROT, Item.BEAN, Item.CORN)
    most = max((held.get(item, 0) for item in rotation), default=0)
    kept += [str(item) for turn in range(most) for item in rotation if held.get(item, 0) > turn]
    return tuple(kept[:STORAGE_LIMIT])


def give_back(table: Table, seat: Seat, goods: Barn) -> Table:
    """Give items of a barn back to the co-op."""
    barns = put(table.barns, seat, put_goods(table.barns[seat], goods, -1))
    return replace(table, barns=barns, coop=put_goods(table.coop, goods, 1))


def find_left_over(barn: Barn) -> Barn:
    """Return what goes back right after the final trade: produce fields and dikes (R8.3)."""
    return {item: barn[item] for item in (*PRODUCE, Item.DIKE) if barn.get(item)}


def surplus(barn: Barn, keep: Barn) -> Barn:
    """Return what a player gives back at the end of winter (R7.7)."""
    held = fields_in(barn)
    return {item: count - keep.get(item, 0) for item, count in held.items() if count > keep.get(item, 0)}
