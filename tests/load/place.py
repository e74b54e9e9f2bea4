"""Where the players are: servers with channels, people in them, and matches that they open."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path

from msgspec import Struct

from tests.load.plans import Planned, plan_all
from tests.standin.client import Control, Outcome

GAMES = ("grunn", "grumpf", "greentown", "h2olland", "walnut_grove")
PEOPLE = 40
MOST_TURNS = 60
"""Planned of one match; random players have ended most by then."""
OPENING = 8
"""Matches that are opened at the same time before the measurement."""
OPENED = "SELECT max(id) FROM match WHERE host = ? AND channel = ? AND status = 'lobby'"
BEGUN = "SELECT thread FROM match WHERE id = ? AND status = 'running' AND thread IS NOT NULL"


class Options(Struct, frozen=True, kw_only=True):
    """What is simulated. ``crowd`` matches of their own stand in one channel, at ``crowd_rate`` turns a second."""

    matches: int
    servers: int
    channels: int
    rate: float
    crowd: int
    crowd_rate: float
    pairings: int
    reviews: int = 0
    practice: int = 0
    minutes: float
    panels: float


class Channel(Struct, frozen=True):
    """A channel where matches are opened, by its number, and which group of matches those are."""

    id: str
    group: str


@dataclass
class Match:
    """One match: its players by seat, the thread, and the turns that will be typed."""

    number: int
    game: str
    channel: Channel
    users: tuple[str, ...]
    thread: str = ""
    turns: list[Planned] = field(default_factory=list)


class Place:
    """All servers; ``database`` is the bot's file, from which threads and seeds are read."""

    def __init__(self, control: Control, database: Path, games: Sequence[str] = GAMES) -> None:
        self.control = control
        self.database = database
        self.url = f"sqlite+aiosqlite:///{database}"
        self._ids: dict[str, int] = {}
        self._people = cycle([f"player{at}" for at in range(PEOPLE)])
        self._games = cycle(games)
        self._numbers = count(1)

    async def furnish(self, options: Options) -> list[Channel]:
        """Make people, servers and channels; those of the ordinary matches come first, then that of the crowd."""
        await self.admit([f"player{at}" for at in range(PEOPLE)])
        servers = [str((await self.control.create("guild", f"server {at}"))["name"]) for at in range(options.servers)]
        rooms = [await self._channel(servers[at % options.servers], "spread") for at in range(options.channels)]
        if options.crowd:
            await self.control.create("guild", "crowded server")
            rooms.append(await self._channel("crowded server", "crowd"))
        return rooms

    async def admit(self, names: Sequence[str]) -> None:
        """Make people, who are in all servers that are made later."""
        for name in names:
            self._ids[name] = int((await self.control.create("user", name))["id"])

    async def _channel(self, server: str, group: str) -> Channel:
        made = await self.control.create("channel", f"room-{next(self._numbers)}", guild=server)
        return Channel(str(made["id"]), group)

    async def open_all(self, channels: Sequence[Channel], options: Options) -> list[Match]:
        """Open all matches, some at a time, and plan them."""
        spread = [each for each in channels if each.group == "spread"]
        wanted = [spread[at % len(spread)] for at in range(options.matches)]
        wanted += [each for each in channels if each.group == "crowd"] * options.crowd
        gate = asyncio.Semaphore(OPENING)

        async def one(channel: Channel) -> Match:
            async with gate:
                return await self.open(channel)

        made = list(await asyncio.gather(*map(one, wanted)))
        await self.plan(made)
        return made

    async def open(self, channel: Channel, *, seconds: float = 180) -> Match:
        """
        Open a match for two, the next game in turn, and wait until it has begun.

        Raises:
            TimeoutError: it hasn't come to that
        """
        return await self._open(channel, (next(self._people), next(self._people)), "", seconds=seconds)

    async def open_alone(self, channel: Channel, user: str, *, seconds: float = 180) -> Match:
        """
        Open a practice match of the next game in turn, of which one person has both seats.

        Raises:
            TimeoutError: it hasn't come to that
        """
        return await self._open(channel, (user, user), " practice:true", seconds=seconds)

    async def _open(self, channel: Channel, users: tuple[str, str], more: str, *, seconds: float) -> Match:
        game = next(self._games)
        opening = f"/match new game:{game} seats:2{more}"
        await self._settled(await self.control.interact(users[0], channel.id, opening))
        number = await self.look_up(OPENED, self._ids[users[0]], int(channel.id))
        match = Match(int(number), game, channel, users)
        await self.control.interact(users[1], channel.id, f"/match join match:{match.number}")
        async with asyncio.timeout(seconds):
            while not match.thread:
                await asyncio.sleep(0.2)
                match.thread = await self.look_up(BEGUN, match.number)
        return match

    async def plan(self, matches: Sequence[Match]) -> None:
        """Think out what will be typed in these matches."""
        planned = await plan_all(self.url, [each.number for each in matches], MOST_TURNS)
        for match in matches:
            match.turns = planned[match.number]

    async def look_up(self, statement: str, *values: int) -> str:
        """Return the only value of the only row, empty if there is none; parameters are question marks."""
        with closing(sqlite3.connect(self.database, timeout=20)) as disk:
            found = disk.execute(statement, values).fetchone()
        return "" if found is None else str(found[0])

    async def _settled(self, outcome: Outcome) -> Outcome:
        """Wait for a deferred answer."""
        if outcome.messages and not outcome.messages[0].loading:
            return outcome
        return await self.control.outcome_when(
            outcome.interaction, lambda now: bool(now.messages) and not now.messages[0].loading, seconds=60
        )
