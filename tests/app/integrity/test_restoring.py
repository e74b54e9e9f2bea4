"""A backup in the place of the database: no time is lost by it, nothing is told twice, and no number is given twice."""

from __future__ import annotations

import asyncio
import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app.changes.outbox import Kind
from bot.app.clock.outages import AlwaysConnected, OutageMonitor
from bot.app.match.paces import Late, PerMove
from db.engine.errors import BadBackup, InUse
from db.stores.restoring import restore
from db.stores.store import Store
from db.stores.upgrade import open_store
from tests import postgres
from tests.app.clock.test_outages import due
from tests.app.scene import ANN, BEN, Scene
from tests.stores import NOW, emptied

PACE = PerMove(seconds=3600, late=Late.MOVE, check_in=False)


@pytest.fixture(params=["sqlite", "postgres"])
def own_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database that no other test has open."""
    if request.param == "sqlite":
        shutil.copy(request.getfixturevalue("sqlite_template"), tmp_path / "longtable.db")
        return f"sqlite+aiosqlite:///{tmp_path / 'longtable.db'}"
    asyncio.run(emptied(request.getfixturevalue("postgres_url")))
    folder = request.getfixturevalue("postgres_folder")
    postgres.copy_database(folder, "restored")
    return postgres.url(folder, "restored")


async def _open(url: str) -> tuple[Store, Scene]:
    store = await open_store(url, now=NOW, alone=True)
    scene = Scene(store)
    scene.app.scheduler.monitor = OutageMonitor(scene.app.uow, AlwaysConnected())
    return store, scene


async def test_after_a_restore_the_match_goes_on_from_the_backup(own_database: str, tmp_path: Path) -> None:
    """
    Its clock stood still since; what was delivered meanwhile isn't repeated, and the next board and match are new ones.
    A database in use is left alone, and by a file that is torn or foreign.
    """
    store, scene = await _open(own_database)
    match = await scene.match(pace=PACE)
    await scene.relay.pump()
    await scene.app.scheduler.sweep()
    await scene.play(match, ANN, "5")
    deadline = await due(scene, match)
    backup = await store.backup(tmp_path / "a.backup")
    await scene.relay.pump()  # what the backup still has to send is delivered after it was made
    await scene.play(match, BEN, "1")
    lost = await scene.open()
    await scene.relay.pump()
    torn, foreign = tmp_path / "torn.backup", tmp_path / "foreign.backup"
    torn.write_bytes(backup.read_bytes()[:-3000])
    foreign.write_bytes(b"PK" * 100)
    for file, error in ((backup, InUse), (torn, BadBackup), (foreign, BadBackup), (tmp_path / "none", BadBackup)):
        with pytest.raises(error):
            await restore(own_database, file, now=NOW)
    await store.close()
    done = await restore(own_database, backup, now=NOW)
    store, after = await _open(own_database)
    after.courier.__dict__.update(scene.courier.__dict__)
    after.keys_from(100)
    after.clock.forward(hours=5)
    await after.app.scheduler.recover()
    await after.app.scheduler.sweep()
    posted = len(after.courier.of(Kind.BOARD))
    after.clock.forward(minutes=3)
    await after.relay.pump()
    again = len(after.courier.of(Kind.BOARD))
    later = await due(after, match)
    await after.play(match, BEN, "1")
    await after.relay.pump()
    boards = after.courier.of(Kind.BOARD)
    number = await after.open()
    await store.close()

    assert (1, True) == (done.facts.matches, bool(done.kept))
    assert deadline is not None
    assert deadline + timedelta(hours=5) == later
    assert posted == again
    assert again + 1 == len(boards)
    assert len({notice.nonce for notice in after.courier.posts}) == len(after.courier.posts)
    assert number > lost
