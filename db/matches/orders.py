"""Stored orders."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, update

from db.engine.columns import Shape
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, select_all
from db.ids import MatchId, OrderId, UserId
from db.records import OrderRecord
from db.tables import orders, seat

ORDER = Shape(OrderRecord, orders)

_new_order = Statement(insert_all(orders, but=("id",)).returning(orders.c.id))
_orders = Statement(
    select_all(ORDER).where(orders.c.match == bindparam("match")).order_by(orders.c.seat, orders.c.rank, orders.c.id)
)
_orders_of = Statement(
    select_all(ORDER)
    .join(seat, (seat.c.match == orders.c.match) & (seat.c.seat == orders.c.seat))
    .where(seat.c.user == bindparam("user"), seat.c.match_status == "running")
    .order_by(orders.c.match, orders.c.seat, orders.c.rank, orders.c.id)
)
_save_order = Statement(
    update(orders)
    .where(orders.c.id == bindparam("order_id"))
    .values(
        {name: bindparam(name) for name in ("rank", "kind", "data", "filed", "halted")},
    ),
    key=("order_id",),
)
_drop_order = Statement(delete(orders).where(orders.c.id == bindparam("order_id")), key=("order_id",))
_clear_orders = Statement(delete(orders).where(orders.c.match == bindparam("match")))


class OrderRepository(Repository):
    """What players have stored ahead."""

    def add(self, record: OrderRecord) -> OrderId:
        """Store an order and return the id it was given (``record.id`` counts for nothing)."""
        row = self._row(_new_order, **ORDER.params(record))
        assert row is not None
        return OrderId(row[0])

    def of_match(self, match: MatchId) -> tuple[OrderRecord, ...]:
        """Return the orders of a match by seat, in the order in which they are tried."""
        return self._records(ORDER, _orders, match=match)

    def of_user(self, user: UserId) -> tuple[OrderRecord, ...]:
        """Return the user's orders in all running matches."""
        return self._records(ORDER, _orders_of, user=user)

    def save(self, record: OrderRecord) -> None:
        """Store a changed order."""
        self._send(_save_order, order_id=record.id, **ORDER.params(record))

    def drop(self, ids: Iterable[OrderId]) -> None:
        """Remove orders."""
        for order in ids:
            self._send(_drop_order, order_id=order)

    def clear(self, match: MatchId) -> None:
        """Remove all orders of a match."""
        self._change(_clear_orders, match=match)
