"""What the operator has ordered with `longtable admin`: maintenance, and servers in which the bot does nothing.

The command line writes it into the database, from which every process of the bot reads it again before each sweep; so
it needs neither a port of its own nor a restart.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec import Struct

from db.ids import GuildId
from db.tx import Tx

MAINTENANCE = "maintenance"
"""The fact under which the database holds it."""


class Maintenance(Struct, frozen=True):
    """From ``starts`` on nothing is played; ``text`` is what people are told, in the operator's words."""

    text: str
    starts: datetime


class OperatorOrders(Struct, frozen=True):
    """The orders as they stand in the database; ``blocked`` servers with the reasons."""

    maintenance: Maintenance | None = None
    blocked: dict[GuildId, str] = {}

    def find_maintenance(self, now: datetime) -> Maintenance | None:
        """Return the maintenance that is going on."""
        return self.maintenance if self.maintenance is not None and self.maintenance.starts <= now else None

    def find_announced(self, now: datetime) -> Maintenance | None:
        """Return the maintenance that is still to come."""
        return self.maintenance if self.maintenance is not None and now < self.maintenance.starts else None


NO_ORDERS = OperatorOrders()

_maintenance = msgspec.json.Decoder(Maintenance)


def read_orders(tx: Tx) -> OperatorOrders:
    """Read the orders."""
    tx.read_ahead(lambda: tx.facts.get(MAINTENANCE), tx.operations.find_blocked)
    stored = tx.facts.get(MAINTENANCE)
    return OperatorOrders(
        maintenance=None if stored is None else _maintenance.decode(stored),
        blocked={record.guild: record.reason for record in tx.operations.find_blocked()},
    )


def order_maintenance(tx: Tx, maintenance: Maintenance | None) -> None:
    """Store that nothing is played from some moment on; None: everything goes on."""
    tx.facts.forget(MAINTENANCE)
    if maintenance is not None:
        tx.facts.get_or(MAINTENANCE, msgspec.json.encode(maintenance).decode())
