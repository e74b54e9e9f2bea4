"""Fixtures: the bot and the stand-in, each in a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.stores.upgrade import open_store
from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.stores import postgres_folder, postgres_url
from tests.wire.bot import Bot
from tests.wire.weeks import Weeks

__all__ = ["bot", "control", "discord", "postgres_folder", "postgres_url"]


@pytest.fixture(scope="module")
def discord(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A stand-in over a fresh world, for all tests of a module."""
    data = tmp_path_factory.mktemp("standin") / "world.db"
    with Process(data, check_answers=False, nursery=nursery) as process:
        yield process


@pytest.fixture(scope="module")
def bot(
    nursery: Nursery, discord: Process, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bot]:
    """The bot, connected to it, with an SQLite database of its own; it looks often.

    It draws where a module says ``PICTURES = True``, in a thread; else its pictures are one pixel each.
    """
    settings = {"DRAWING_PROCESSES": "0", "SWEEP_SECONDS": "1"}
    module = "bot" if getattr(request.module, "PICTURES", False) else "tests.wire.sketched"
    folder = tmp_path_factory.mktemp("bot")
    with Bot(discord.api_base, folder, settings=settings, module=module, nursery=nursery) as process:
        yield process


@pytest.fixture
async def control(discord: Process, bot: Bot) -> AsyncIterator[Control]:
    """The users and the moderators, Discord's limits of rate being loose."""
    async with Control(discord.url) as made:
        await made.settings(rates="loose")
        await made.until_ready(seconds=60)
        yield made


@pytest.fixture
async def weeks(nursery: Nursery, tmp_path: Path) -> AsyncIterator[Weeks]:
    """A stand-in and a bot of their own, since their clocks go wrong."""
    ahead = tmp_path / "ahead"
    settings = {"SWEEP_SECONDS": "0.2"}
    with Process(tmp_path / "world.db", check_answers=False, nursery=nursery) as discord:
        bot = Bot(
            discord.api_base,
            tmp_path / "bot",
            settings=settings,
            module="tests.wire.later",
            arguments=(str(ahead),),
            nursery=nursery,
        )
        with bot:
            async with Control(discord.url) as control:
                await control.settings(rates="loose", old_edits_s=1)  # in a time to come all cards are old
                await control.until_ready(seconds=60)
                store = await open_store(bot.database, now=datetime.now(UTC))
                yield Weeks(control, bot, store, ahead)
                await store.close()
