"""`longtable db`: migrate the database, and copy it."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from db.engine.errors import StoreError
from db.stores import upgrade as upgrading


def upgrade(settings: Settings) -> int:
    """Bring the tables to this version. Raises StoreError."""
    before, after = asyncio.run(
        upgrading.upgrade(settings.database, now=datetime.now(UTC), backups=settings.data_dir / "backups")
    )
    print(f"The database is already at version {after}." if before == after else f"{before or 'new'} -> {after}")
    return 0


def backup(settings: Settings, file: Path | None) -> int:
    """Copy the database to a file that does not exist yet. Raises StoreError."""
    now = datetime.now(UTC)
    target = file or settings.data_dir / "backups" / f"longtable-{now:%Y%m%dT%H%M%S}.backup"
    if target.exists():
        raise StoreError(f"{target} already exists; nothing was written.")
    print(asyncio.run(_copy(settings, target)))
    return 0


async def _copy(settings: Settings, target: Path) -> Path:
    store = await upgrading.open_as_it_is(settings.database)
    try:
        return await store.backup(target)
    finally:
        await store.close()
