"""SIGTERM in the middle of play, of a bot started as an operator starts it, which draws in a process of its own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire.bot import Bot
from tests.wire.test_faults import ANSWERS, POSTS
from tests.wire.troubles import NOTHING_WRONG, begun, left, play


@pytest.fixture
def bot(discord: Process, tmp_path: Path) -> Iterator[Bot]:
    """A bot that no nursery has prepared."""
    with Bot(discord.api_base, tmp_path) as process:
        yield process


@pytest.mark.timeout(300)
async def test_b11_what_runs_is_finished_and_what_is_new_is_refused(control: Control, bot: Bot) -> None:
    """
    An answer and a board under way still come; who asks for more reads why not; after ten seconds at most the bot has
    ended with code 0 and without a traceback. The next one goes on.
    """
    match = await begun(control, bot, ["user1", "user2"])
    await control.http_fault("slow", delay_ms=2500, **ANSWERS)
    await control.http_fault("slow", delay_ms=2500, **POSTS)
    running = asyncio.create_task(play(match, turns=1))
    await asyncio.sleep(1)
    began = time.monotonic()
    bot.ask_to_stop()
    await asyncio.sleep(0.3)
    late = await control.interact("user1", "tables", "/my matches")
    code = await asyncio.to_thread(bot.wait)
    seconds = time.monotonic() - began
    made = await running
    text = bot.text()
    bot.start()
    await control.until_ready(seconds=60)

    assert "is restarting" in late.message.text
    assert (0, 1) == (code, made)
    assert seconds < 10
    assert "Traceback" not in text
    assert await play(match, turns=2) >= 2
    assert NOTHING_WRONG == await left(match, bot)
