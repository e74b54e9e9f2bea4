"""Readers of whom nothing is known, and a unit of work without a database, for tests of how answers are shown."""

from types import SimpleNamespace

from bot.app.notifications.languages import Reader
from bot.app.runtime.operator_orders import NO_ORDERS
from bot.app.runtime.time_source import SystemClock


class Unchosen:
    """In place of the service that knows what people have chosen."""

    async def of_reader(self, user: int, locale: str) -> Reader:
        """Return the language of their Discord."""
        return Reader(locale)


LANGUAGES = Unchosen()
"""Readers who have chosen nothing of their own."""

NO_UOW = SimpleNamespace(orders=NO_ORDERS, clock=SystemClock())
"""A unit of work of which only the operator's orders are read: there are none."""
