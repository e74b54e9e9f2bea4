"""Backups by the clock: one when it is due, old ones let go, failures told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.workers.backups import AGAIN, Backups
from db.engine.errors import DiskFull
from db.stores.backup_files import AUTOMATIC, BackupPlan, inspect_sqlite, list_automatic, select_old
from tests.app.scene import Scene
from tests.stores import NOW

DAY = timedelta(days=1)


def plan_in(folder: Path) -> BackupPlan:
    """Return a daily plan."""
    return BackupPlan(folder=folder, every=DAY, kept=3, weeks=2)


async def test_a_backup_is_made_when_the_newest_is_a_day_old(scene: Scene, tmp_path: Path) -> None:
    """
    Not at each start; what it holds can be opened, and what people have put beside it stays.
    """
    await scene.open()
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "longtable-20200101T000000.backup").write_text("by hand")
    waits = []
    for hours in (0, 10, 14, 24, 24, 24, 24):
        scene.clock.forward(hours=hours)
        waits.append(await Backups(scene.app.uow, plan_in(folder))._round())
    made = [at for at, _ in list_automatic(folder)]
    facts = inspect_sqlite(list_automatic(folder)[0][1])

    assert [NOW + number * DAY for number in (5, 4, 3)] == made[:3]
    assert 1 == facts.matches
    assert 3600 == waits[1]
    assert "by hand" == (folder / "longtable-20200101T000000.backup").read_text()
    assert [] == list(folder.glob(".*"))


def test_the_newest_stay_and_one_of_each_week_before() -> None:
    """
    A day's worth of files for ten weeks: the newest of older weeks stay, for as many weeks as wanted.
    """
    start = datetime(2026, 3, 2, tzinfo=UTC)  # a Monday
    made = [(start + number * DAY, Path(AUTOMATIC.format(start + number * DAY))) for number in range(70)]
    left = {at for at, file in made if file not in set(select_old(made, kept=7, weeks=4))}

    assert {start + number * DAY for number in (*range(63, 70), 62, 55, 48, 41)} == left


async def test_a_backup_that_fails_is_told_and_tried_again(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Half an hour later; the bot goes on, and nothing is left of the attempt.
    """

    async def refuse(target: Path) -> Path:
        raise DiskFull

    backups = Backups(scene.app.uow, plan_in(tmp_path))
    with monkeypatch.context() as patch:
        patch.setattr(scene.store, "backup", refuse)
        failed = await backups._round(), backups.trouble
    await backups._round()

    assert AGAIN == failed[0]
    assert "full" in failed[1]
    assert "" == backups.trouble
    assert 1 == len(list_automatic(tmp_path))
