"""`longtable db`: migrate the database, copy it, and restore a copy."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from db.engine.errors import StoreError
from db.stores import restoring
from db.stores import upgrade as upgrading
from db.stores.versions import newest


def upgrade(settings: Settings) -> int:
    """Bring the tables to this version. Raises StoreError."""
    before, after = asyncio.run(upgrading.upgrade(settings.database, now=datetime.now(UTC), backups=settings.backups))
    print(f"The database is already at version {after}." if before == after else f"{before or 'new'} -> {after}")
    return 0


def backup(settings: Settings, file: Path | None) -> int:
    """Copy the database to a file that does not exist yet. Raises StoreError."""
    now = datetime.now(UTC)
    target = file or settings.backups / f"longtable-{now:%Y%m%dT%H%M%S}.backup"
    if target.exists():
        raise StoreError(f"{target} already exists; nothing was written.")
    made = asyncio.run(_copy(settings, target))
    print(f"{made} ({made.stat().st_size / 10**6:.1f} MB, read through)")
    return 0


async def _copy(settings: Settings, target: Path) -> Path:
    store = await upgrading.open_as_it_is(settings.database)
    try:
        return await store.backup(target)
    finally:
        await store.close()


def restore(settings: Settings, file: Path) -> int:
    """Put a backup in the place of the database, which is kept. Raises StoreError."""
    done = asyncio.run(restoring.restore(settings.database, file, now=datetime.now(UTC)))
    matches = f"{done.facts.matches} match{'' if done.facts.matches == 1 else 'es'}"
    upgraded = "" if done.facts.version == newest() else f" and upgraded to {newest()}"
    print(f"{file} is restored: {matches}, version {done.facts.version}{upgraded}")
    if done.kept:
        print(f"What was there before is kept: {done.kept}")
    print("At the next start, all clocks get back the time since the backup was made.")
    return 0
