"""Moves and things in words: labels, completion, log."""

from __future__ import annotations

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
from games.h2olland.rules.racing import field_at, field_text
from games.h2olland.rules.trading import Deal, Kind, count_items, goods_text, price, price_text, read_deal
from games.h2olland.state import Table, letter
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
            return words("move.keep", items=_goods(move.items))
        case Run():
            field = field_at(table, move.at)
            return words("move.run", field=raw(move.at) if field is None else field_text(field))
        case Pass() | HandIn():
            return words(f"move.{type(move).__name__.lower()}")
    return words(f"ask.{move.__struct_config__.tag}")


MOST_TOLD = 8
"""A label has room for so many codes of trades."""


def _trade(move: Trade) -> Text:
    if len(move.trades) == 1:
        return words("move.trade", trades=(deal_text(move.trades[0]),))
    told = move.trades[:MOST_TOLD]
    if len(move.trades) > MOST_TOLD:
        return words("move.trade_more", trades=", ".join(told), count=len(move.trades) - MOST_TOLD)
    return words("move.trade", trades=told)


def _goods(names: Sequence[str]) -> tuple[Text, ...]:
    return goods_text(count_items([find_item(name) or name for name in names]))


def _place(table: Table, seat: Seat | None, move: Place) -> Text:
    item = find_item(move.item)
    if item is None:
        return raw(f"{move.item} {move.at}")
    text = words("move.build" if item in BUILDINGS else "move.plant", item=item_text(item), at=move.at)
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
    others = tuple(letter(owner) for owner in table.order() if any(building.seat == owner != seat for building in near))
    name = "tulip" if item in TULIPS else "field"
    if not others:
        return words(f"choice.note.{name}", count=mine, points=POINTS.get(item, 0))
    return words(f"choice.note.{name}_shared", count=mine, points=POINTS.get(item, 0), others=others)


@lru_cache(maxsize=256)
def deal_text(code: str) -> Text:
    """Return a trade in words: "a mill for 1 cow, 1 bean and 1 carrot"."""
    deal = read_deal(code)
    if deal is None or (deal.kind is Kind.BUY and not _is_priced(deal)):
        return raw(code)
    name = "name.deal.buy" if deal.kind is Kind.BUY else "name.deal.exchange"
    return words(name, item=words(f"name.one.{deal.get}"), price=price_text(price(deal)))


def _is_priced(deal: Deal) -> bool:
    return deal.get in TULIPS or deal.get in (*BUILDINGS, Item.DIKE)
