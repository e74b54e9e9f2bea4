"""The steward: reckons finished matches, so that results, ratings and profiles follow by themselves."""

from __future__ import annotations

import structlog

from bot.app.desk import Desk
from bot.app.ratings.reckoner import Reckoner
from bot.app.signals import wait
from db.errors import StoreError

_log = structlog.get_logger(__name__)


class Steward:
    """One per process; several on one database may run, since the first to write wins."""

    def __init__(self, desk: Desk, reckoner: Reckoner, *, every: float = 5) -> None:
        """``every``: seconds between two looks for what other processes left."""
        self._desk = desk
        self._reckoner = reckoner
        self._every = every

    async def run(self) -> None:
        """Work until cancelled."""
        event = self._desk.signals.listen()
        while True:
            try:
                await self.work()
            except StoreError as error:
                _log.warning("results cannot be reckoned", why=str(error))
            except Exception:
                _log.exception("a result cannot be reckoned")
            await wait(event, self._every)

    async def work(self) -> int:
        """Do all that is to be done now; returns how many matches were reckoned."""
        return await self._reckoner.work()
