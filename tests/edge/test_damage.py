"""A damaged database: the bot stops writing, and says so once in its log and to everybody who acts."""

import asyncio
from pathlib import Path
from typing import Any, cast

from structlog.testing import capture_logs

from bot.app.clock.outages import AlwaysConnected
from bot.config import Settings
from bot.edge.application import Application
from bot.edge.measured_store import MeasuredStore
from bot.edge.monitoring import MonitoringServer
from db.engine import errors
from db.stores.sqlite import SqliteStore
from tests.edge.table import said, sit_down
from tests.games.tiny import TINY


class Damaged:
    """A store in which damage has just been found."""

    async def wait_for_damage(self) -> None:
        """It is known already."""


async def test_the_workers_stop_at_the_first_sign() -> None:
    """
    What they would write is lost anyway; one line says what to do.
    """
    nothing = cast(Any, None)
    settings = Settings(_env_file=None)
    application = Application(settings, nothing, cast(Any, Damaged()), nothing, nothing, nothing, nothing)
    worker = asyncio.create_task(asyncio.sleep(60))
    application.workers = [worker]
    with capture_logs() as logs:
        await application._stop_when_damaged()

    assert worker.cancelled()
    assert ["error"] == [line["log_level"] for line in logs]
    assert "restore a backup" in logs[0]["event"]


async def test_a_check_that_failed_is_logged_and_a_warning() -> None:
    """
    Once, with the reason; players notice nothing.
    """

    class Unchecked:
        async def wait_for_failed_check(self) -> str:
            return "unable to open database file"

    nothing = cast(Any, None)
    settings = Settings(_env_file=None)
    application = Application(settings, nothing, cast(Any, Unchecked()), nothing, nothing, nothing, nothing)
    with capture_logs() as logs:
        await application._note_failed_check()
    warnings = MonitoringServer(application, AlwaysConnected())._warnings()

    assert [("warning", "unable to open database file")] == [(line["log_level"], line["why"]) for line in logs]
    assert ["unable to open database file" in each for each in warnings] == [True]


async def test_who_acts_is_told(tmp_path: Path) -> None:
    """
    In a sentence of its own, and nothing is stored.
    """
    async with sit_down(tmp_path, games=TINY) as table:
        assert isinstance(table.application.store, MeasuredStore)
        store = table.application.store._store
        assert isinstance(store, SqliteStore)
        store._damage.set()
        result = await table.members[0].slash(table.channel, "match new", game="season", seats=2)
        answer = said(result)

    assert errors.Damaged.sentence in answer
