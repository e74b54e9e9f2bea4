"""
What a sweep over deadlines costs: 100 that are due among 10,000 clocks, beside 100 that are due among 200.

The matches are real ones; the clocks that sleep are rows of their own. `python -m tests.bench.clocks` prints it.
"""

from __future__ import annotations

import asyncio
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import process_time

from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import PRESETS, without_check_in
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.stores.durability import Durability
from db.stores.sqlite import open_sqlite
from db.stores.upgrade import upgrade_sqlite
from db.tx import Tx
from games.core.registry import games

FEW, MANY, DUE = 200, 10_000, 100
LIMIT = 2.0
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


async def sweep(folder: Path, clocks: int) -> float:
    """Return the seconds of CPU that a sweep takes in which ``DUE`` of so many clocks are due."""
    path = folder / f"{clocks}.db"
    upgrade_sqlite(path, folder / "backups", NOW)
    store = await open_sqlite(path, durability=Durability.NORMAL)
    clock = ManualClock(NOW)
    app = Services(UnitOfWork(store, Library(games()), clock))
    numbers = [await _begin(app, number) for number in range(DUE)]
    await store.run(lambda tx: _sleep(tx, numbers[0], clocks - DUE))
    clock.forward(days=5)
    await app.scheduler.sweep()  # the first sweep reads code and statements in; it is repeated below
    for number in numbers:
        await app.uow.read(number)
    clock.forward(days=1)
    began = process_time()
    swept = await app.scheduler.sweep()
    spent = process_time() - began
    assert swept == DUE, f"{swept} matches were swept"
    await store.close()
    return spent


async def _begin(app: Services, number: int) -> MatchId:
    """Start a match of Grunn for two."""
    one, two = (Actor(UserId(2 * number + at), f"Player {at}") for at in (1000, 1001))
    wish = MatchRequest(game="grunn", seats=2, pace=without_check_in(PRESETS["easy"]))
    place = Place(GuildId(1), ChannelId(1000 + number))
    match = (await app.lobby.create(Key(f"n{number}"), one, place=place, wish=wish)).match
    await app.lobby.join(Key(f"j{number}"), two, match=match)
    return match


def _sleep(tx: Tx, like: MatchId, count: int) -> None:
    """Add clocks that will not be due for a long time, each in a match of its own."""
    record = tx.matches.get(like)
    assert record is not None
    (row, *_) = (row for row in tx.pending.of_match(like) if row.seat >= 0)
    for _number in range(count):
        made = tx.matches.add(record, seed=b"s" * 32)
        tx.pending.put(replace(row, match=made.id, due=NOW + timedelta(days=900)))


async def _measured() -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        few = min([await sweep(_folder(name, f"few{at}"), FEW) for at in range(2)])
        many = min([await sweep(_folder(name, f"many{at}"), MANY) for at in range(2)])
    return [
        f"sweep, {DUE} due of {FEW} clocks     {few * 1000:7.1f} ms CPU",
        f"sweep, {DUE} due of {MANY} clocks   {many * 1000:7.1f} ms CPU   {many / few:4.2f} times (limit {LIMIT:.0f})",
    ]


def _folder(name: str, part: str) -> Path:
    folder = Path(name) / part
    folder.mkdir()
    return folder


def rows() -> list[str]:
    """Measure and return lines to print."""
    return asyncio.run(_measured())


if __name__ == "__main__":
    print("\n".join(rows()))
