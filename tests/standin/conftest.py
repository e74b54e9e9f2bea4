"""Fixtures: a stand-in within the test's own loop, its control client, and a small bot connected to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.standin.app import Options, running
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.standin.small_bot import SmallBot, aim, online
from tests.standin.stand import Stand


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Stand]:
    """A served stand-in with a fresh world, judging its own answers."""
    options = Options(port=free_port(), data=tmp_path / "world.db", check_answers=True)
    async with running(options) as made:
        yield made


@pytest.fixture
async def control(stand: Stand) -> AsyncIterator[Control]:
    """The control client; afterwards no answer of the stand-in may have been wrong, and no body badly formed."""
    async with Control(stand.world.base) as made:
        yield made
        asked = await made.requests()
    wrong = [told for entry in asked for told in (*entry["answer_problems"], *entry["unknown_keys"])]
    failed = [told for entry in asked for told in entry["problems"] if "the stand-in failed" in told]
    assert ([], []) == (wrong, failed)


@pytest.fixture
async def bot(stand: Stand, control: Control, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SmallBot]:
    """The small bot, aimed at the stand-in, connected, its commands registered."""
    aim(f"{stand.world.base}/api/v10", monkeypatch)
    async with online(SmallBot()) as made:
        yield made
