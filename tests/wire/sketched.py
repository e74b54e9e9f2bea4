"""
The bot as an operator runs it, but for pictures of one pixel each, and without suggestions: for tests of other things.

``python -m tests.wire.sketched`` takes the arguments of ``python -m bot``.
"""

from __future__ import annotations

import sys

import bot.edge.serve
from bot.__main__ import main
from bot.app.clock.outages import Connection
from bot.app.runtime.time_source import Clock
from bot.config import Settings
from bot.edge.application import Application, Overrides, open_application
from bot.edge.bot import LongtableBot
from tests.edge.sketcher import simplify


async def opened(
    settings: Settings, client: LongtableBot, *, connection: Connection, clock: Clock | None = None
) -> Application:
    """Put the bot together as it is, but for pictures and suggestions, and for another clock if one is given."""
    application = await open_application(settings, client, Overrides(clock=clock, drawing=0), connection=connection)
    simplify(application)
    return application


if __name__ == "__main__":
    setattr(bot.edge.serve, "open_application", opened)  # noqa: B010
    sys.exit(main())
