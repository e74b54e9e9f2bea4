"""The database of the settings, for a command that works over it while the bot may be running."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from bot.config import Settings
from db.stores.store import Store
from db.stores.upgrade import open_store


@asynccontextmanager
async def use_store(settings: Settings, *, make: bool = False) -> AsyncIterator[Store]:
    """Open the database, and close it at the end; ``make``: also where there is none yet. Raises StoreError."""
    now = datetime.now(UTC)
    store = await open_store(settings.database, now=now, durability=settings.database_durability, make=make)
    try:
        yield store
    finally:
        await store.close()
