"""Rolling restarts: one process after another takes over a shard while people play, and nothing may be lost by it."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from time import time

import asyncpg  # type: ignore[import-untyped]
from msgspec import Struct, field

from db.stores.upgrade import upgrade
from games.core.running.play import Cause
from tests.load.place import Match, Options, Place
from tests.load.players import Players
from tests.load.requests import Log
from tests.nursery import Nursery
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.matches import Match as Seen
from tests.wire.players import WARNING

RATE = 8.0
"""Turns a second."""
MATCHES, CHANNELS, SERVERS = 50, 10, 5
START_S = 300.0
"""Seconds that a start may take while others play, pictures included."""
BETWEEN_S = 12.0
"""Seconds of play between one process that has taken over and the start of the next."""
READY = ("has connected to Gateway", "the pictures are ready")
SERVES = "serves shards from now on"
SETTINGS = {
    "DRAWING_PROCESSES": "1",
    "DRAWING_AHEAD": "true",
    "BACKUP_HOURS": "0",
    "MOST_OPEN_MATCHES": "1000",
    "MOST_MATCHES": "1000",
    "MOST_OPEN_IN_CHANNEL": "1000",
    "LOG_LEVEL": "info",
}


class Result(Struct, kw_only=True):
    """What it came to. Times are in seconds; the lists must be empty."""

    restarts: int = 0
    turns: int = 0
    slowest_s: float = 0.0
    """Until the slowest of them was acknowledged."""
    median_s: float = 0.0
    gap_s: float = 0.0
    """The longest time in which no turn was acknowledged."""
    usual_gap_s: float = 0.0
    """The same where nothing was restarted."""
    board_s: float = 0.0
    """Until the board of the slowest turn stood there: its match goes on only then."""
    usual_board_s: float = 0.0
    """The same where nothing was restarted."""
    unanswered: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    """Processes that didn't end well."""

    @property
    def faults(self) -> list[str]:
        """Everything that must not be."""
        names = ("unanswered", "refused", "lost", "doubled", "ended")
        return [f"{name}: {one}" for name in names for one in getattr(self, name)]

    def rows(self) -> list[str]:
        """The lines of a table."""
        counted = {
            "restarts": self.restarts,
            "turns acknowledged": self.turns,
            "turns without an answer": len(self.unanswered),
            "turns refused": len(self.refused),
            "acknowledged turns lost": len(self.lost),
            "turns or posts doubled": len(self.doubled),
        }
        times = {
            "median acknowledgement": self.median_s,
            "slowest acknowledgement": self.slowest_s,
            "longest time without one": self.gap_s,
            "the same before the first restart": self.usual_gap_s,
            "slowest board": self.board_s,
            "the same before the first one": self.usual_board_s,
        }
        lines = [f"{name:34}{count:8}" for name, count in counted.items()]
        return lines + [f"{name:34}{seconds:8.2f} s" for name, seconds in times.items()]


class SharedPlace(Place):
    """Matches in a database of PostgreSQL; ``url`` is its address."""

    def __init__(self, control: Control, url: str) -> None:
        super().__init__(control, Path(), ("grunn", "h2olland"))
        self.url = url

    async def look_up(self, statement: str, *values: int) -> str:
        """Return the only value of the only row, empty if there is none."""
        for at in range(len(values)):
            statement = statement.replace("?", f"${at + 1}", 1)
        connection = await asyncpg.connect(self.url.replace("+asyncpg", ""))
        try:
            found = await connection.fetchval(statement, *values)
        finally:
            await connection.close()
        return "" if found is None else str(found)


class Watched(Players):
    """Players of whom it is known what became of each turn."""

    def __init__(self, place: Place, log: Log, result: Result) -> None:
        super().__init__(place, log, panels=0.0)
        self.result = result
        self.taken: Counter[int] = Counter()
        """Turns that the bot took, by match."""
        self.matches: dict[int, Match] = {}
        self.acknowledged: list[tuple[float, float]] = []
        """When, and after how many seconds."""

    async def _say(self, user: str, match: Match, command: str, **options: str) -> str:
        said = await super()._say(user, match, command, **options)
        answer, what = self.answers[-1], f"match {match.number}, {options['line']}"
        self.matches[match.number] = match
        if answer.acknowledged == float("inf") or not said:
            self.result.unanswered.append(what)
        elif WARNING in said:
            self.result.refused.append(f"{what}: {said[:100]}")
        else:
            self.taken[match.number] += 1
            self.acknowledged.append((answer.at + answer.acknowledged, answer.acknowledged))
        return said


async def roll(folder: Path, nursery: Nursery, url: str, *, restarts: int, rate: float = RATE) -> Result:
    """Play at a rate over a database of PostgreSQL; start another process and stop the one before, so many times."""
    await upgrade(url, now=datetime.now(UTC))
    result = Result()
    discord = Process(folder / "world.db", check_answers=False, nursery=nursery)
    bots = [
        Bot(discord.api_base, folder / f"bot{number}", settings={**SETTINGS, "DATABASE_URL": url}, nursery=nursery)
        for number in range(restarts + 1)
    ]
    with discord, bots[0]:
        async with Control(discord.url) as control:
            await control.settings(rates="loose")
            place = SharedPlace(control, url)
            options = Options(
                matches=MATCHES, servers=SERVERS, channels=CHANNELS, rate=rate, crowd=0, crowd_rate=0, pairings=0,
                minutes=0, panels=0,
            )  # fmt: skip
            channels = await place.furnish(options)
            await control.until_ready(seconds=120)
            while READY[1] not in bots[0].text():
                await asyncio.sleep(0.2)
            players = Watched(place, Log(discord.data), result)
            players.seat(await place.open_all(channels, options))
            players.log.skip()
            watching = asyncio.create_task(players.watch())
            playing = asyncio.create_task(players.play("spread", rate, until=float("inf")))
            await asyncio.sleep(BETWEEN_S)
            quiet = time()
            for before, after in itertools.pairwise(bots):
                await _replace(before, after, result)
                await asyncio.sleep(BETWEEN_S)
            playing.cancel()
            await players.finish()
            watching.cancel()
            players.log.close()
            _measure(players, quiet)
            await _look(control, players, url)
        bots[-1].stop()
    return result


async def _replace(before: Bot, after: Bot, result: Result) -> None:
    """Start a process, wait until it waits, and stop the one before."""
    after.start()
    async with asyncio.timeout(START_S):
        while not all(words in after.text() for words in READY):
            await asyncio.sleep(0.1)
    await asyncio.sleep(BETWEEN_S / 2)
    before.ask_to_stop()
    code = await asyncio.to_thread(before.wait)
    if code or "Traceback" in before.text():
        result.ended.append(f"{before.log}: code {code}")
    result.restarts += SERVES in after.text()


def _measure(players: Watched, quiet: float) -> None:
    """Note how soon turns were acknowledged; ``quiet``: until when nothing was restarted."""
    result, took = players.result, sorted(seconds for _, seconds in players.acknowledged)
    at = sorted(when for when, _ in players.acknowledged)
    gaps = [(later - when, when) for when, later in itertools.pairwise(at)]
    result.turns, result.slowest_s, result.median_s = len(took), took[-1], took[len(took) // 2]
    result.gap_s = max(gap for gap, _ in gaps)
    boards = [(turn.board, turn.at) for turn in players.turns if turn.board is not None]
    result.board_s = max(board for board, _ in boards)
    result.usual_board_s = max((board for board, when in boards if when < quiet), default=0.0)
    result.usual_gap_s = max((gap for gap, when in gaps if when < quiet), default=0.0)


async def _look(control: Control, players: Watched, url: str) -> None:
    """Hold each match against what its players were told, and what was posted against being posted twice."""
    result = players.result
    for number, match in players.matches.items():
        seen = Seen(control, number, game=match.game, users=match.users, place=match.thread)
        for _ in range(100):
            found = await checks.stored(url, seen)
            if not found.untold:
                break
            await asyncio.sleep(0.2)
        made = Counter((entry.seat, entry.ask, entry.sealed) for entry in found.entries if entry.cause is Cause.PLAYER)
        turns = len({(seat, ask) for seat, ask, _ in made})
        if turns < players.taken[number]:
            result.lost.append(f"match {number}: {players.taken[number] - turns} turns")
        twice = [key for key, times in made.items() if times > 1]
        result.doubled += [f"match {number}: turn {ask} of seat {seat}" for seat, ask, _ in twice]
        posts = await checks.posts(control, seen)
        result.doubled += [f"match {number}: notice {one}" for one in checks.doubled(posts)]
        result.lost += [f"match {number}: {one} wasn't sent" for one in found.untold]
