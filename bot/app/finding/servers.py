"""Servers in which nothing is opened by itself."""

from __future__ import annotations

from bot.app.runtime.operator_orders import OperatorOrders
from db.ids import GuildId
from db.tx import Tx


def is_quiet(tx: Tx, orders: OperatorOrders, guild: GuildId) -> bool:
    """Return whether a server has removed the bot, or the bot's operator has blocked it there."""
    return guild in orders.blocked or tx.privacy.has_departed(guild)
