"""Several processes that want the same shard: one serves it, and another goes on when that one leaves or dies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.stores import emptied
from tests.wire.bot import Bot
from tests.wire.players import Came
from tests.wire.troubles import NOTHING_WRONG, begun, left, play

TURNS = 12
SERVES = "serves shards from now on"
"""What a process logs as soon as it has some."""


@pytest.fixture
def discord(nursery: Nursery, tmp_path: Path) -> Iterator[Process]:
    """A stand-in of its own."""
    with Process(tmp_path / "world.db", check_answers=False, nursery=nursery) as process:
        yield process


async def joined(control: Control, sessions: int) -> None:
    """Wait until so many processes are connected, and have said so to each other."""
    for _ in range(600):
        found = (await control.world("sessions"))["sessions"]
        if sum(one["connected"] for one in found) >= sessions:
            break
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)


@pytest.mark.timeout(300)
async def test_another_process_goes_on(nursery: Nursery, discord: Process, tmp_path: Path, postgres_url: str) -> None:
    """
    A process that is told to stop while players move hands over to one that waits: each move is answered, none twice.
    When that one is killed, a third goes on. Who doesn't want to wait ends with code 2 and a sentence.
    """
    await asyncio.to_thread(asyncio.run, emptied(postgres_url))
    settings = {"DATABASE_URL": postgres_url, "DRAWING_PROCESSES": "0"}
    first, second, third = (
        Bot(discord.api_base, tmp_path / name, settings=settings, nursery=nursery) for name in ("one", "two", "three")
    )
    impatient = Bot(
        discord.api_base, tmp_path / "no", settings=settings, arguments=("run", "--no-wait"), nursery=nursery
    )
    async with Control(discord.url) as control:
        await control.settings(rates="loose")
        with first:
            await control.until_ready(seconds=60)
            match = await begun(control, first, ["user1", "user2"])
            with second, third:
                await joined(control, 3)
                impatient.start()
                code = await asyncio.to_thread(impatient.wait)
                running = asyncio.create_task(play(match, turns=TURNS))
                await asyncio.sleep(1)
                first.ask_to_stop()
                ended = await asyncio.to_thread(first.wait)
                made = await running
                answers = [answer for _, answer in match.answers]
                served = next(bot for bot in (second, third) if SERVES in bot.text())
                served.kill()
                after = await play(match, turns=2)
                found = await left(match, first)
                texts = [bot.text() for bot in (first, second, third)]

    assert (0, 2) == (ended, code)
    assert "is served by another process" in impatient.text()
    assert made >= TURNS
    assert [] == [answer for answer in answers if answer.came is Came.UNKNOWN or "restarting" in answer.text]
    assert after >= 2
    assert NOTHING_WRONG == found
    assert ["waiting for shards" in text for text in texts] == [False, True, True]
    assert [early(text) for text in texts[1:]] == ["", ""]
    assert "Traceback" not in "".join(texts)


def early(text: str) -> str:
    """What a process has answered before it had the shard."""
    return "".join(line for line in text.partition(SERVES)[0].splitlines() if "interactions.journal" in line)


@pytest.mark.timeout(300)
async def test_a_survivor_takes_the_shards_of_a_dead_process(
    nursery: Nursery, discord: Process, tmp_path: Path, postgres_url: str
) -> None:
    """
    With `SHARD_IDS=auto` a process serves what no other one does. When that one is killed, it connects its shard, too,
    and goes on with its matches.
    """
    await asyncio.to_thread(asyncio.run, emptied(postgres_url))
    settings = {"DATABASE_URL": postgres_url, "DRAWING_PROCESSES": "0", "SHARD_COUNT": "2"}
    one, rest = (
        Bot(discord.api_base, tmp_path / ids, settings={**settings, "SHARD_IDS": ids}, nursery=nursery)
        for ids in ("0", "auto")
    )
    async with Control(discord.url) as control:
        await control.settings(rates="loose", shards=2)
        await control.create("guild", "server0", shard=[0, 2], with_bot=True)
        channel = str((await control.create("channel", "hall", guild="server0"))["id"])
        with one:
            await control.until_ready(1, seconds=60)
            with rest:
                await control.until_ready(2, seconds=60)
                match = await begun(control, one, ["user1", "user2"], channel=channel)
                one.kill()
                while SERVES not in rest.text().partition(SERVES)[2]:
                    await asyncio.sleep(0.05)
                await control.until_ready(2, seconds=60)
                made = await play(match, turns=2)
                found = await left(match, rest)

    assert early(rest.text()) == ""
    assert made >= 2
    assert NOTHING_WRONG == found
    assert "Traceback" not in rest.text()
