"""Live play under load: six players press three times a second each in one hunt, over the wire and within limits.

``python -m tests.bench.live 120`` lets them press for two minutes.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire.bot import Bot
from tests.wire.live import Storm, storm

PLAYERS = 6
RATE = 3
SECONDS = 20
LIMIT_ACKNOWLEDGED_MS = 300
LIMIT_ANSWERED_MS = 300


def rows(seconds: int = SECONDS) -> list[str]:
    """Measure for so many seconds and return lines to print; milliseconds of wall time."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        ahead = {"DRAWING_AHEAD": "true"}
        with (
            Process(at / "world.db", check_answers=False) as discord,
            Bot(discord.api_base, at / "bot", settings=ahead) as bot,
        ):
            made = asyncio.run(_measured(discord.url, bot, seconds))
    return _told(made)


async def _measured(url: str, bot: Bot, seconds: int) -> Storm:
    async with Control(url) as control:
        await control.until_ready(seconds=120)
        await control.settings(rates="discord", webhook_edits=True)
        users = [f"user{1 + at}" for at in range(PLAYERS)]
        return await storm(control, bot, users, seconds=seconds, rate=RATE)


def _told(made: Storm) -> list[str]:
    presses = len(made.answered) + len(made.typed)
    at_once = len(made.answered) - made.apart - made.overtaken
    missing = len(set(made.sent) - set(made.played)) + abs(len(made.sent) - len(made.played))
    in_order = "in order" if made.sent == made.played else "OUT OF ORDER"
    return [
        f"{PLAYERS} players, {presses} presses in {made.seconds:.0f} s     p50 ms   p99 ms   max ms",
        f"acknowledged (limit {LIMIT_ACKNOWLEDGED_MS} at p99)      {_at(made.acknowledged)}",
        f"answered (limit {LIMIT_ANSWERED_MS} at p99)          {_at(made.answered)}",
        f"answered in one request {at_once}, in two {made.apart}, overtaken by a later press {made.overtaken}",
        f"lost or doubled {missing} (limit 0), {in_order}, refused {len(made.refused)}",
        f"shared board edited {made.edits} times, answers of 429: {made.limited} (limit 0)",
    ]


def _at(values: list[float]) -> str:
    """Return the median, the 99th percentile and the largest, in columns."""
    ordered = sorted(values)
    shares = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99, 1.0)]
    return " ".join(f"{value:8.0f}" for value in shares)


if __name__ == "__main__":
    print("\n".join(rows(*map(int, sys.argv[1:2]))))
