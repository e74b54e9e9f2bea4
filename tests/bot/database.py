"""Commands over a database: an empty place to run them in, and what the services find there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

from bot import __main__ as cli
from bot.config import Settings
from db.stores.upgrade import open_store
from games.core.contract import AnyGame
from tests.app.scene import GAMES, Scene

T = TypeVar("T")


@pytest.fixture
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory with an empty database, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    cli.main(["db", "upgrade"])


def over(work: Callable[[Scene], Awaitable[T]], games: Mapping[str, AnyGame] = GAMES) -> T:
    """Do something with the services over the database of the commands."""

    async def run() -> T:
        store = await open_store(Settings(_env_file=None).database, now=datetime.now(UTC))
        try:
            return await work(Scene(store, games))
        finally:
            await store.close()

    return asyncio.run(run())
