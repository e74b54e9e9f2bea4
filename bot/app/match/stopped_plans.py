"""Why a stored order has stopped, as its row keeps it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from db.ids import MatchId
from db.records import OrderRecord
from games.core.seats import Seat
from games.core.text import Text, say


class Stopping(Struct, frozen=True):
    """Why an order has stopped; ``gone``: it can't go on, and is kept only until its owner has read why."""

    text: Text
    gone: bool = False

    def write(self) -> bytes:
        """Return it as the row of the order holds it."""
        return msgspec.json.encode(self)


def stopped_text(match: MatchId, why: Text, of: tuple[Seat, ...]) -> Text:
    """Return what the owner of stopped plans hears; ``of``: their seats, for who has several."""
    if of:
        return say("app.orders_halted_of", match=match, plan_seat=of, why=why)
    return say("app.orders_halted", match=match, why=why)


def back_words(match: MatchId, of: tuple[Seat, ...]) -> Text:
    """Return the same of plans that an undo had stopped and that go on."""
    return say("app.order_back_of", match=match, plan_seat=of) if of else say("app.order_back", match=match)


def read_stopping(row: OrderRecord) -> Stopping | None:
    """Read why an order has stopped; None while it is alive."""
    if row.halted is None:
        return None
    if msgspec.json.decode(row.halted, type=dict[str, msgspec.Raw]).keys() >= {"id"}:
        return Stopping(msgspec.json.decode(row.halted, type=Text))  # as releases before wrote it
    return msgspec.json.decode(row.halted, type=Stopping)
