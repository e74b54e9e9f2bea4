"""Several shards: servers of both in one process, and each shard in a process of its own over one database."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.stores import emptied
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin, by_line
from tests.wire.players import held
from tests.wire.troubles import NOTHING_WRONG, PLAYED, left

pytestmark = pytest.mark.timeout(600)
SHARDS = 2
TURNS = 8
"""So many turns of each match: to its end it takes four times as long, and nothing there depends on shards."""
PAIRS = (("user1", "user2"), ("user3", "user4"))


@pytest.fixture
def discord(nursery: Nursery, tmp_path: Path) -> Iterator[Process]:
    """A stand-in of its own for each test."""
    with Process(tmp_path / "world.db", check_answers=False, nursery=nursery) as process:
        yield process


async def two_servers(control: Control) -> list[str]:
    """A channel in a server of each shard. Only one shard may identify in five seconds, as Discord has it."""
    await control.settings(rates="loose", shards=SHARDS, identify_every_s=5)
    channels = []
    for shard in range(SHARDS):
        await control.create("guild", f"server{shard}", shard=[shard, SHARDS], with_bot=True)
        made = await control.create("channel", f"hall{shard}", guild=f"server{shard}")
        channels.append(str(made["id"]))
    return channels


async def play(match: Match) -> int:
    """Make the turns by line; how many were acknowledged."""
    await match.play(by_line, chance=random.Random(match.number), patience=120, turns=TURNS)
    return sum(answer.came in PLAYED for _, answer in match.answers)


async def test_two_shards_in_one_process(nursery: Nursery, discord: Process, tmp_path: Path) -> None:
    """
    Matches in servers of both shards run side by side, also while one shard's connection is lost.
    """
    async with Control(discord.url) as control:
        channels = await two_servers(control)
        settings = {"SHARD_COUNT": str(SHARDS), "DRAWING_PROCESSES": "0"}
        with Bot(discord.api_base, tmp_path / "bot", settings=settings, nursery=nursery) as bot:
            await control.until_ready(SHARDS, seconds=60)
            matches = [
                await begin(control, "grunn", users, channel=channel)
                for users, channel in zip(PAIRS, channels, strict=True)
            ]
            playing = [asyncio.create_task(play(match)) for match in matches]
            await asyncio.sleep(1)
            await control.fault("drop", shard=1)
            made = await asyncio.gather(*playing)
            found = [await left(match, bot) for match in matches]
            sessions = (await control.world("sessions"))["sessions"]

    assert min(made) >= TURNS
    assert [NOTHING_WRONG, NOTHING_WRONG] == found
    assert [[0, SHARDS], [1, SHARDS]] == sorted(one["shard"] for one in sessions)


async def test_two_processes_on_one_database(
    nursery: Nursery, discord: Process, tmp_path: Path, postgres_url: str
) -> None:
    """
    A process for each shard, both over PostgreSQL, both with clocks and computer players: matches against the
    computer in servers of both. Each turn was made by one of them, and told by the one whose server it is.
    """
    await asyncio.to_thread(asyncio.run, emptied(postgres_url))
    base = {"DATABASE_URL": postgres_url, "SHARD_COUNT": str(SHARDS), "DRAWING_PROCESSES": "0"}
    bots = [
        Bot(discord.api_base, tmp_path / f"bot{shard}", settings={**base, "SHARD_IDS": str(shard)}, nursery=nursery)
        for shard in range(SHARDS)
    ]
    async with Control(discord.url) as control:
        channels = await two_servers(control)
        with ExitStack() as stack:
            for bot in bots:
                stack.enter_context(bot)
            await control.until_ready(SHARDS, seconds=90)
            matches = await asyncio.gather(*(against(control, *one) for one in zip(PAIRS, channels, strict=True)))
            made = await asyncio.gather(*(play(match) for match in matches))
            found = [await left(match, bots[0]) for match in matches]
            entries = [(await checks.stored(bots[0].database, match)).entries for match in matches]
            logs = "".join(bot.text() for bot in bots)

    assert min(made) >= TURNS
    assert [NOTHING_WRONG, NOTHING_WRONG] == found
    assert all({0, 1, 2} <= {entry.seat for entry in log} for log in entries)
    assert "Traceback" not in logs


async def against(control: Control, users: Sequence[str], channel: str) -> Match:
    """A match of these users with a computer player for a third."""
    new = await control.interact(users[0], channel, "/match new game:grunn seats:3")
    card = await control.until(
        channel, lambda one: int(one.id) > int(new.interaction) and bool(held(one, "join")), seconds=60
    )
    await control.press(users[1], card, str(held(card, "join")[0]["custom_id"]), wait_s=60)
    levels = await control.press(users[0], card, str(held(card, "add")[0]["custom_id"]), wait_s=60)
    await control.press(users[0], levels.message, str(held(levels.message, "add")[0]["custom_id"]), wait_s=60)
    number = int(str(held(card, "join")[0]["custom_id"]).split("|")[2])
    place = ""
    for _ in range(300):
        guilds = (await control.world("guilds"))["guilds"]
        threads = [thread for guild in guilds for thread in guild["threads"] if f"#{number}:" in thread["name"]]
        if threads:
            place = str(threads[0]["id"])
            break
        await asyncio.sleep(0.2)
    assert place, f"match {number} has no thread"
    return Match(control, number, game="grunn", users=[*users, "computer"], place=place)
