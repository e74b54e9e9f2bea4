"""Moves and things in words: labels, completion, log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from games.core.moves import Move
from games.core.seats import Seat
from games.core.text import Text, raw
from games.h2olland.board import squares_in
from games.h2olland.components import BUILDINGS, POINTS, TULIPS, Item, find_item
from games.h2olland.moves import Area, Dike, Drought, Face, Flip, HandIn, Keep, Pass, Place, Reward, Run, Trade
from games.h2olland.rules.checks import border_in
from games.h2olland.rules.draining import area_with
from games.h2olland.rules.placing import Place as At
from games.h2olland.rules.placing import buildings_near
from games.h2olland.rules.racing import field_at
from games.h2olland.rules.trading import Deal, Kind, count_items, goods_text, price, price_text, read_deal
from games.h2olland.state import Table
from games.h2olland.words.refusals import item_text, words


def tell(table: Table, seat: Seat | None, move: Move) -> Text:
    """Return a move in words, as seen before it is made, with what follows from it."""
    match move:
        case Place():
            return _place(table, seat, move)
        case Dike():
            return words("move.dike", border=border_in(move.at))
        case Area():
            area = area_with(table, move.tile) if move.tile in table.board.tiles else ()
            return words("move.area", tiles=area or (move.tile,), count=len(area))
        case Flip():
            return words("move.flip", tile=move.tile)
        case Face():
            return words("move.face", tile=move.tile, to=move.to)
        case Reward():
            return words("move.reward", items=_goods(move.colours))
        case Drought():
            return words("move.drought", tile=move.tile) if move.tile else words("move.no_drought")
        case Trade():
            return _trade(move)
        case Keep():
            return words("move.kept", goods=_goods(move.items)) if move.items else words("move.kept_none")
        case Run():
            return _run(table, move)
        case Pass() | HandIn():
            return words(f"move.{type(move).__name__.lower()}")
    return words(f"ask.{move.__struct_config__.tag}")


def _run(table: Table, move: Run) -> Text:
    field = field_at(table, move.at)
    if field is None:
        return words("move.sent_nowhere", at=move.at)
    return words("move.sent", at=field.name, item=item_text(field.item))


MOST_TOLD, MOST_BOUGHT = 3, 4
"""A label has room for so many different trades, and for so many different things that are bought."""


def _trade(move: Trade) -> Text:
    swaps, goods = swaps_text(move.trades), bought_text(move.trades)
    deal = read_deal(move.trades[0]) if len(move.trades) == 1 else None
    if goods and deal is not None:
        return words("move.buy_one", goods=goods, price=price_text(price(deal)))
    if len(goods) > MOST_BOUGHT or (not goods and len(swaps) > MOST_TOLD):
        return words("move.trade_many", count=len(move.trades))
    if not swaps:
        return words("move.buy", goods=goods)
    if len(swaps) + len(goods) > MOST_TOLD:
        return words("move.exchange_many", count=sum(not _buys(code) for code in move.trades), goods=goods)
    return words("move.trade_all", trades=swaps, goods=goods) if goods else words("move.exchange", trades=swaps)


def _goods(names: Sequence[str]) -> tuple[Text, ...]:
    """Count items; many kinds are named briefly."""
    goods = count_items([find_item(name) or name for name in names])
    return goods_text(goods, brief=len(goods) > MOST_TOLD)


def _place(table: Table, seat: Seat | None, move: Place) -> Text:
    item = find_item(move.item)
    if item is None:
        return raw(f"{move.item} {move.at}")
    if item == Item.DIKE:
        return words("move.dike", border=move.at)
    text = words(f"move.placed.{item}", at=move.at)
    follows = None if seat is None else place_note(table, seat, item, squares_in(move.at))
    return text if follows is None else words("move.with", what=text, note=follows)


def place_note(table: Table, seat: Seat, item: str, at: At) -> Text | None:
    """Say what follows from placing an item there: who reaps, or what a mill brings."""
    if any(square not in table.board.near for square in at) or len(at) != (1 if item in BUILDINGS else 2):
        return None
    if item == Item.MILL:
        tiles = sum(tile not in table.land for tile in table.board.pumps[at[0]])
        return words("choice.note.mill", level=table.levels[seat] + 1, count=tiles)
    if item == Item.FARM:
        return None
    near = buildings_near(table, at)
    mine = sum(building.seat == seat for building in near)
    others = tuple(owner for owner in table.order() if any(building.seat == owner != seat for building in near))
    name = "tulip" if item in TULIPS else "field"
    if not others:
        return words(f"choice.note.{name}", count=mine, points=POINTS.get(item, 0))
    return words(f"choice.note.{name}_with", count=mine, points=POINTS.get(item, 0), other_seat=others)


@lru_cache(maxsize=256)
def deal_text(code: str) -> Text:
    """Return a trade in words: "a mill for 1 cow, 1 bean and 1 carrot"."""
    deal = read_deal(code)
    if deal is None or (deal.kind is Kind.BUY and not _is_priced(deal)):
        return raw(code)
    name = "name.deal.buy" if deal.kind is Kind.BUY else "name.deal.exchange"
    return words(name, item=words(f"name.one.{deal.get}"), price=price_text(price(deal)))


def bought_text(trades: Sequence[str]) -> tuple[Text, ...]:
    """Return what trades buy, counted: "2 mills", "1 red tulip field"."""
    bought = count_items(list_bought(trades))
    return goods_text(bought, brief=len(bought) > MOST_TOLD)


def list_bought(trades: Sequence[str]) -> list[str]:
    """Return the items that trades buy, one for each purchase."""
    return [deal.get for deal in map(read_deal, trades) if deal and _is_bought(deal)]


def swaps_text(trades: Sequence[str]) -> tuple[Text, ...]:
    """Return what trades exchange, equal ones together: "3 corn for 1 potato"; a code that is none stands as it is."""
    return tuple(_swap_text(code, count) for code, count in Counter(trades).items() if not _buys(code))


def _swap_text(code: str, count: int) -> Text:
    deal = read_deal(code)
    if deal is None or deal.kind is Kind.BUY:
        return raw(code)
    taken = words(f"name.count.{deal.get}", count=count)
    if deal.kind is Kind.SET:
        return words("name.swap_set", count=count, taken=taken)
    given = {item: each * count for item, each in price(deal).items()}
    return words("name.swap", given=price_text(given), taken=taken)


def _buys(code: str) -> bool:
    deal = read_deal(code)
    return deal is not None and _is_bought(deal)


def _is_bought(deal: Deal) -> bool:
    return deal.kind is Kind.BUY and _is_priced(deal)


def _is_priced(deal: Deal) -> bool:
    return deal.get in TULIPS or deal.get in (*BUILDINGS, Item.DIKE)
