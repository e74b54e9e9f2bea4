"""Rows of orders as they are stored, and those with which a match starts. Pure."""

from __future__ import annotations

from datetime import datetime

from bot.app.match.state import MatchState, pack
from db.ids import OrderId
from db.records import OrderRecord
from games.core.orders import Order, preferences, tag_of
from games.core.seats import Seat


def preset_orders(table: MatchState, *, now: datetime) -> tuple[OrderRecord, ...]:
    """Return the orders with which the seats of people start: preferences as they usually are."""
    people = [Seat(seat.seat) for seat in table.seats if seat.user is not None]
    return tuple(
        order_row(table, seat, order, rank=rank, now=now)
        for seat in people
        for rank, order in enumerate(preferences(table.game.spec.orders))
    )


def view_to_store(table: MatchState, seat: Seat) -> bytes:
    """Return the view at which an order of a seat is stored."""
    return pack(table.codec.encode(table.game.view(table.require_position().state, seat)))


def order_row(table: MatchState, seat: Seat, order: Order, *, rank: int, now: datetime) -> OrderRecord:
    """Make the row of a new order."""
    return OrderRecord(
        id=OrderId(0),
        match=table.match.id,
        seat=seat,
        rank=rank,
        kind=tag_of(type(order)),
        data=table.codec.encode(order),
        filed=view_to_store(table, seat),
        halted=None,
        created=now,
    )
