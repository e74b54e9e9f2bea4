"""`longtable ratings`: reckon results and ratings anew from the logs of the matches."""

import asyncio

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.ratings.calculator import RatingCalculator
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.cli.stores import use_store
from bot.config import Settings
from games.core.registry import games


def rebuild(settings: Settings) -> int:
    """Reckon anew, and say how many ratings came out otherwise than they stood. Raises StoreError."""
    matches, ratings, changed = asyncio.run(_rebuild(settings))
    print(f"{matches} matches and {ratings} ratings recalculated, {changed or 'none'} changed")
    return 0


async def _rebuild(settings: Settings) -> tuple[int, int, int]:
    async with use_store(settings) as store:
        before = set(await store.read(lambda tx: tx.ratings.get_all()))
        matches = await RatingCalculator(UnitOfWork(store, Library(games()), SystemClock())).rebuild()
        after = set(await store.read(lambda tx: tx.ratings.get_all()))
        return matches, len(after), len(after - before)
