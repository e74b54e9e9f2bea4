"""Fixtures: the bot and the stand-in, each in a process of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.stores import postgres_folder, postgres_url
from tests.wire.bot import Bot

__all__ = ["bot", "control", "discord", "postgres_folder", "postgres_url"]


@pytest.fixture(scope="module")
def discord(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A stand-in over a fresh world, for all tests of a module."""
    with Process(tmp_path_factory.mktemp("standin") / "world.db", check_answers=False) as process:
        yield process


@pytest.fixture(scope="module")
def bot(discord: Process, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """The bot, connected to it, with an SQLite database of its own."""
    with Bot(discord.api_base, tmp_path_factory.mktemp("bot")) as process:
        yield process


@pytest.fixture
async def control(discord: Process, bot: Bot) -> AsyncIterator[Control]:
    """The users and the moderators, Discord's limits of rate being loose."""
    async with Control(discord.url) as made:
        await made.settings(rates="loose")
        await made.until_ready(seconds=60)
        yield made
