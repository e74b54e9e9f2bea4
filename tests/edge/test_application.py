"""What happens in which order when the bot starts."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.app.changes.outbox import Kind
from bot.app.match.records import MessageRef
from bot.app.notifications.courier import Notice
from bot.app.notifications.relay import Relay
from bot.edge import application as application
from bot.edge.application import Application
from db.stores.sqlite import SqliteStore, open_sqlite
from games.core.registry import Registry
from tests.app.scene import RecordingCourier, Scene
from tests.games.tiny import TINY
from tests.migrated import migrated


class Slow(RecordingCourier):
    """Posts a board when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.posting, self.may_post = asyncio.Event(), asyncio.Event()

    async def post(self, notice: Notice) -> MessageRef:
        """Wait with boards."""
        if notice.kind is Kind.BOARD:
            self.posting.set()
            await self.may_post.wait()
        return await super().post(notice)


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """An empty database."""
    path = tmp_path / "longtable.db"
    path.write_bytes(migrated())
    opened = await open_sqlite(path)
    yield opened
    await opened.close()


def test_a_game_that_cannot_be_loaded_is_told_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Which, and why; the others are there.
    """
    found = Registry(TINY, {"huge = huge:GAME": "'size' has 26 choices; up to 25 fit"})
    monkeypatch.setattr(application, "registry", lambda: found)
    with capture_logs() as logs:
        games = application.load_games()

    assert games == TINY
    assert [("error", "huge = huge:GAME", "'size' has 26 choices; up to 25 fit")] == [
        (entry["log_level"], entry["game"], entry["reason"]) for entry in logs
    ]


async def test_translations_are_read_off_the_loop_before_commands_are_described(
    monkeypatch: pytest.MonkeyPatch, sqlite: SqliteStore
) -> None:
    """
    Whoever describes the commands finds them read.
    """
    threads = list[bool]()

    def problems() -> list[str]:
        threads.append(threading.current_thread() is threading.main_thread())
        return ["grunn, de.po: wrong"]

    async def register(*_given: object) -> None:
        threads.append(threading.current_thread() is threading.main_thread())

    monkeypatch.setattr(application, "problems", problems)
    monkeypatch.setattr(application, "register", register)
    starting: Any = SimpleNamespace(client=SimpleNamespace(tree=None), store=sqlite, oauth=None)
    with capture_logs() as logs:
        await Application._register(starting)

    assert [False, True] == threads
    assert ["grunn, de.po: wrong"] == [entry["problem"] for entry in logs]


async def test_boards_go_before_anything_is_prepared(sqlite: SqliteStore) -> None:
    """
    What the start finds in the outbox is delivered first; only then are the pictures' parts drawn ahead.
    """
    scene, courier, warmed = Scene(sqlite), Slow(), list[tuple[str, ...]]()

    async def warm(games: tuple[str, ...]) -> None:
        warmed.append(games)

    await scene.match()
    relay = Relay(scene.app.uow, courier, holder="test", pause=0)
    application: Any = SimpleNamespace(
        render_pool=SimpleNamespace(warm=warm), client=SimpleNamespace(games=("season",))
    )
    running = asyncio.create_task(relay.run())
    preparing = asyncio.create_task(Application._prepare_pictures(application, relay))
    await courier.posting.wait()
    await asyncio.sleep(0.05)
    meanwhile = list(warmed)
    courier.may_post.set()
    async with asyncio.timeout(5):
        await preparing
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)

    assert [] == meanwhile
    assert [Kind.CARD, Kind.BOARD] == [notice.kind for notice in courier.posts]
    assert [("season",)] == warmed
