"""Log entries, snapshots, drafts and stored orders."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, func, select, update

from db.engine.columns import Shape
from db.engine.errors import Conflict
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, select_all
from db.ids import MatchId, OrderId, UserId
from db.records import DraftRecord, EntryRecord, OrderRecord
from db.tables import draft, entry, match, orders, seat, snapshot

ENTRY = Shape(EntryRecord, entry)
DRAFT = Shape(DraftRecord, draft)
ORDER = Shape(OrderRecord, orders)

_new_entry = Statement(insert_all(entry))
_entries = Statement(
    select_all(ENTRY)
    .where(entry.c.match == bindparam("match"), entry.c.ply.between(bindparam("first"), bindparam("last")))
    .order_by(entry.c.ply)
)
_last_own = Statement(
    select(entry.c.ply)
    .where(entry.c.match == bindparam("match"), entry.c.seat == bindparam("seat"))
    .order_by(entry.c.ply.desc())
    .limit(1)
)
_new_snapshot = upsert(snapshot)
_snapshot = Statement(
    select(snapshot.c.ply, snapshot.c.data)
    .where(snapshot.c.match == bindparam("match"), snapshot.c.ply <= bindparam("ply"))
    .order_by(snapshot.c.ply.desc())
    .limit(1)
)
_earlier = Statement(
    select(func.max(snapshot.c.ply)).where(
        snapshot.c.match == bindparam("match"), snapshot.c.ply < bindparam("ply"), snapshot.c.shown == 1
    )
)
_later = Statement(
    select(func.min(snapshot.c.ply)).where(
        snapshot.c.match == bindparam("match"), snapshot.c.ply > bindparam("ply"), snapshot.c.shown == 1
    )
)
_of_seat = (draft.c.match == bindparam("match"), draft.c.seat == bindparam("seat"))
_draft = Statement(select_all(DRAFT).where(*_of_seat))
_new_draft = upsert(draft, update=False)
_save_draft = Statement(
    update(draft)
    .where(draft.c.match == bindparam("of"), draft.c.seat == bindparam("by"), draft.c.data == bindparam("was"))
    .values({name: bindparam(name) for name in ("ask", "data", "changed")})
)
_drop_draft = Statement(delete(draft).where(*_of_seat))
_clear_drafts = Statement(delete(draft).where(draft.c.match == bindparam("match")))
_new_order = Statement(insert_all(orders, but=("id",)).returning(orders.c.id))
_orders = Statement(
    select_all(ORDER).where(orders.c.match == bindparam("match")).order_by(orders.c.seat, orders.c.rank, orders.c.id)
)
_orders_of = Statement(
    select_all(ORDER)
    .join(seat, (seat.c.match == orders.c.match) & (seat.c.seat == orders.c.seat))
    .join(match, match.c.id == orders.c.match)
    .where(seat.c.user == bindparam("user"), match.c.status == "running")
    .order_by(orders.c.match, orders.c.seat, orders.c.rank, orders.c.id)
)
_save_order = Statement(
    update(orders)
    .where(orders.c.id == bindparam("order_id"))
    .values(
        {name: bindparam(name) for name in ("rank", "kind", "data", "filed", "halted")},
    )
)
_drop_order = Statement(delete(orders).where(orders.c.id == bindparam("order_id")))
_clear_orders = Statement(delete(orders).where(orders.c.match == bindparam("match")))


class LogRepository(Repository):
    """What happened, how it stood, and what players prepare."""

    def add_entry(self, record: EntryRecord) -> None:
        """Append a line to the log; its ply must be new."""
        self._put(ENTRY, _new_entry, record)

    def entries(self, match: MatchId, *, first: int, last: int) -> tuple[EntryRecord, ...]:
        """Return the lines from ply ``first`` to ``last``, both included."""
        return self._records(ENTRY, _entries, match=match, first=first, last=last)

    def last_ply_of(self, match: MatchId, seat: int) -> int | None:
        """Return the ply of the seat's newest entry."""
        row = self._row(_last_own, match=match, seat=seat)
        return None if row is None else int(row[0])

    def add_snapshot(self, match: MatchId, *, ply: int, data: bytes, shown: bool) -> None:
        """Keep the position after a ply (compressed by the caller); ``shown``: one can step to it in the history."""
        self._change(_new_snapshot, match=match, ply=ply, data=data, shown=int(shown))

    def snapshot(self, match: MatchId, *, ply: int) -> tuple[int, bytes] | None:
        """Return the newest position that is not after ``ply``, with its own ply."""
        row = self._row(_snapshot, match=match, ply=ply)
        return None if row is None else (int(row[0]), bytes(row[1]))

    def beside(self, match: MatchId, *, ply: int) -> tuple[int | None, int | None]:
        """Return the plies of the nearest shown snapshots before and after ``ply``."""
        earlier = self._row(_earlier, match=match, ply=ply)
        later = self._row(_later, match=match, ply=ply)
        assert earlier is not None
        assert later is not None
        return earlier[0], later[0]

    def draft(self, match: MatchId, seat: int) -> DraftRecord | None:
        """Return the seat's draft."""
        return self._record(DRAFT, _draft, match=match, seat=seat)

    def save_draft(self, record: DraftRecord, *, was: bytes | None) -> None:
        """Store a draft in place of the one whose data was ``was`` (None: there was none).

        Raises Conflict if another press was first.
        """
        values = DRAFT.params(record)
        if was is None:
            done = self._change(_new_draft, **values)
        else:
            done = self._change(_save_draft, of=record.match, by=record.seat, was=was, **values)
        if not done:
            raise Conflict

    def drop_draft(self, match: MatchId, seat: int) -> None:
        """Remove the seat's draft, if there is one."""
        self._change(_drop_draft, match=match, seat=seat)

    def clear_drafts(self, match: MatchId) -> None:
        """Remove all drafts of a match."""
        self._change(_clear_drafts, match=match)

    def add_order(self, record: OrderRecord) -> OrderId:
        """Store an order and return the id it was given (``record.id`` counts for nothing)."""
        row = self._row(_new_order, **ORDER.params(record))
        assert row is not None
        return OrderId(row[0])

    def orders(self, match: MatchId) -> tuple[OrderRecord, ...]:
        """Return the orders of a match by seat, in the order in which they are tried."""
        return self._records(ORDER, _orders, match=match)

    def orders_of(self, user: UserId) -> tuple[OrderRecord, ...]:
        """Return the user's orders in all running matches."""
        return self._records(ORDER, _orders_of, user=user)

    def save_order(self, record: OrderRecord) -> None:
        """Store a changed order."""
        self._change(_save_order, order_id=record.id, **ORDER.params(record))

    def drop_orders(self, ids: Iterable[OrderId]) -> None:
        """Remove orders."""
        for order in ids:
            self._change(_drop_order, order_id=order)

    def clear_orders(self, match: MatchId) -> None:
        """Remove all orders of a match."""
        self._change(_clear_orders, match=match)
