"""Live play under load: six players press three times a second each in one hunt, over the wire."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire.bot import Bot
from tests.wire.live import Storm, storm

PLAYERS = 6
RATE = 3
SECONDS = 20


def rows() -> list[str]:
    """Measure and return lines to print; milliseconds of wall time."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        ahead = {"DRAWING_AHEAD": "true"}
        with (
            Process(at / "world.db", check_answers=False) as discord,
            Bot(discord.api_base, at / "bot", settings=ahead) as bot,
        ):
            made = asyncio.run(_measured(discord.url, bot))
    return _told(made)


async def _measured(url: str, bot: Bot) -> Storm:
    async with Control(url) as control:
        await control.until_ready(seconds=120)
        return await storm(control, bot, [f"user{1 + at}" for at in range(PLAYERS)], seconds=SECONDS, rate=RATE)


def _told(made: Storm) -> list[str]:
    times = sorted(made.acknowledged)
    presses = len(made.sent) + len(made.typed)
    missing = len(set(made.sent) - set(made.played)) + abs(len(made.sent) - len(made.played))
    in_order = "in order" if made.sent == made.played else "OUT OF ORDER"
    return [
        f"{PLAYERS} players, {presses} presses in {made.seconds:.0f} s     p50 ms   p99 ms",
        f"acknowledged (limit 150 at p99)      {_at(times, 0.5):8.0f} {_at(times, 0.99):8.0f}",
        f"lost or doubled {missing} (limit 0), {in_order}, refused {len(made.refused)}",
        f"shared board edited {made.edits} times, answers of 429: {made.limited} (limit 0)",
    ]


def _at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))]


if __name__ == "__main__":
    print("\n".join(rows()))
