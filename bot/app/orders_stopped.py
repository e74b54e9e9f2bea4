"""Why a stored order has stopped, as its row keeps it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from db.records import OrderRecord
from games.core.text import Text


class Stopping(Struct, frozen=True):
    """Why an order has stopped; ``gone``: it can't go on, and is kept only until its owner has read why."""

    text: Text
    gone: bool = False

    def written(self) -> bytes:
        """Return it as the row of the order holds it."""
        return msgspec.json.encode(self)


def stopping_of(row: OrderRecord) -> Stopping | None:
    """Read why an order has stopped; None while it is alive."""
    if row.halted is None:
        return None
    if msgspec.json.decode(row.halted, type=dict[str, msgspec.Raw]).keys() >= {"id"}:
        return Stopping(msgspec.json.decode(row.halted, type=Text))  # as releases before wrote it
    return msgspec.json.decode(row.halted, type=Stopping)
