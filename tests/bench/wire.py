"""How soon people are answered: twenty matches moving at once, bot and stand-in in processes of their own."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path
from time import perf_counter

from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire.bot import Bot
from tests.wire.matches import Match, begin, is_over
from tests.wire.players import Came, Player

MATCHES = 20
TURNS = 6


def rows() -> list[str]:
    """Measure and return lines to print; milliseconds of wall time."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        ahead = {"DRAWING_AHEAD": "true"}
        with (
            Process(at / "world.db", check_answers=False) as discord,
            Bot(discord.api_base, at / "bot", settings=ahead) as bot,
        ):
            return asyncio.run(_measured(discord.url, bot))


async def _measured(url: str, bot: Bot) -> list[str]:
    async with Control(url) as control:
        await control.settings(rates="loose")
        await control.until_ready(seconds=60)
        while "the pictures are ready" not in bot.text():
            await asyncio.sleep(0.2)
        matches = [await begin(control, "grunn", [f"user{1 + number % 6}"]) for number in range(MATCHES)]
        await asyncio.gather(
            *(_turns(control, match, 1) for match in matches)
        )  # what this game draws often is drawn now
        found = await asyncio.gather(*(_turns(control, match, TURNS) for match in matches))
    acknowledged = sorted(ms for one in found for ms in one[0])
    posted = sorted(ms for one in found for ms in one[1])
    return [
        f"{MATCHES} matches at once, {len(posted)} turns   p50 ms   p99 ms",
        f"acknowledged (limit 100 at p99)      {_at(acknowledged, 0.5):8.0f} {_at(acknowledged, 0.99):8.0f}",
        f"board posted (limit 1000)            {_at(posted, 0.5):8.0f} {_at(posted, 0.99):8.0f}",
    ]


async def _turns(control: Control, match: Match, count: int) -> tuple[list[float], list[float]]:
    """Make turns in one match: how long until each was acknowledged, and until its board was there."""
    player = Player(control, match.users[0], match.place, chance=random.Random(match.number))
    board = await match.board()
    acknowledged: list[float] = []
    posted: list[float] = []
    while len(posted) < count and not is_over(board):
        answer = await player.by_line()
        confirmed = perf_counter()
        if answer.came is Came.REFUSED:
            continue
        outcome = await control.outcome(answer.interaction)
        if outcome.acknowledged_ms is not None:
            acknowledged.append(outcome.acknowledged_ms)
        board = await match.board(after=board)
        posted.append((perf_counter() - confirmed) * 1e3)
    return acknowledged, posted


def _at(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))]


if __name__ == "__main__":
    print("\n".join(rows()))
