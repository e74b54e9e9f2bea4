"""The bot killed (SIGKILL) at random instants while whole matches are played over the wire."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin, by_line, is_over

SEATS = 2
PATIENCE_S = 600.0
CONNECT_S = 60.0


class Trial(Struct):
    """What came of a trial; the last three should be empty."""

    kills: int = 0
    matches: int = 0
    acknowledged: int = 0
    lost: list[str] = []
    doubled: list[int] = []
    stuck: list[str] = []

    def rows(self) -> list[str]:
        """Lines to print."""
        return [
            f"kills -9                    {self.kills:6}",
            f"matches played to the end   {self.matches:6}",
            f"turns acknowledged          {self.acknowledged:6}",
            f"acknowledged but lost       {len(self.lost):6}",
            f"posted twice                {len(self.doubled):6}",
            f"matches stuck               {len(self.stuck):6}",
        ]


async def trial(folder: Path, *, kills: int, seed: int, pause: tuple[float, float] = (0.2, 9.0)) -> Trial:
    """Play match after match of Grunn until so many kills were made; ``pause``: seconds between start and kill."""
    found = Trial()
    chance = random.Random(seed)
    with Process(folder / "world.db", check_answers=False) as discord:
        bot = Bot(discord.api_base, folder / "bot")
        try:
            async with Control(discord.url) as control:
                await control.settings(rates="loose")
                bot.start()
                while found.kills < kills:
                    await _one(control, bot, found, kills=kills, chance=chance, pause=pause)
        finally:
            bot.stop()
    return found


async def _one(
    control: Control, bot: Bot, found: Trial, *, kills: int, chance: random.Random, pause: tuple[float, float]
) -> None:
    """Play one match while the bot is killed again and again, and look at what is left of it."""
    await control.until_connected(seconds=CONNECT_S)
    match = await begin(control, "grunn", [f"user{seat + 1}" for seat in range(SEATS)])
    killer = asyncio.create_task(_kill(control, bot, found, kills=kills, chance=chance, pause=pause))
    try:
        end = await match.play(by_line, chance=chance, patience=PATIENCE_S)
    except (AssertionError, TimeoutError) as why:
        found.stuck.append(f"match {match.number}: {why}")
        end = None
    finally:
        killer.cancel()
        with suppress(asyncio.CancelledError):
            await killer
    await control.until_connected(seconds=CONNECT_S)
    found.matches += end is not None and is_over(end)
    await _look(control, bot, match, found)


async def _kill(
    control: Control, bot: Bot, found: Trial, *, kills: int, chance: random.Random, pause: tuple[float, float]
) -> None:
    """Kill and start anew until there were enough kills; some come before the bot is connected again."""
    while found.kills < kills:
        await asyncio.sleep(chance.uniform(*pause))
        if chance.random() < 0.8:
            await control.until_connected(seconds=CONNECT_S)
            await asyncio.sleep(chance.uniform(0, 1))
        bot.kill()
        found.kills += 1
        bot.start()


async def _look(control: Control, bot: Bot, match: Match, found: Trial) -> None:
    """Hold what players were told against the database and against what was posted."""
    stored = await checks.stored(bot.database, match)
    found.acknowledged += sum(bool(answer.line) for _, answer in match.answers)
    found.lost += checks.lost(match, stored)
    found.doubled += checks.doubled(await checks.posts(control, match))
