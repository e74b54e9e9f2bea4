"""One world in which everything is killed at random instants while matches are played; what it came to."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from statistics import median

from msgspec import Struct, field

from db.records import Status
from tests.faults.play import Patient, opened, played
from tests.faults.world import World
from tests.wire import checks
from tests.wire.matches import Match, Stuck
from tests.wire.players import Came

LONGEST_S = 1.4
"""The bot is killed at most so long after its start."""
STUCK_S = 60.0
STANDIN_SHARE = 0.1
"""How many of the kills hit the stand-in instead."""
SLOTS = (("grunn", ("user1", "user2")), ("h2olland", ("user3", "user4")), ("grunn", ("user5", "user6")))


class Result(Struct, kw_only=True):
    """What a campaign came to; every list must be empty."""

    bot_kills: int = 0
    standin_kills: int = 0
    before_connected: int = 0
    """Kills of the bot while it was still starting."""
    matches: int = 0
    turns: int = 0
    """Turns whose players were told that they stand."""
    unanswered: int = 0
    """Requests that got no answer, and were made again."""
    start_s: float = 0.0
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Requests that Discord would refuse as malformed."""
    crashes: list[str] = field(default_factory=list)
    """Processes that ended by themselves; a damaged database."""

    @property
    def faults(self) -> list[str]:
        """Everything that must not be."""
        named = ("lost", "doubled", "stuck", "untold", "wrong", "crashes")
        return [f"{name}: {one}" for name in named for one in getattr(self, name)]


class Campaign:
    """Plays in all slots, kills so many times, lets the matches end, and looks at what is left."""

    def __init__(self, world: World, *, kills: int, seed: str) -> None:
        self.world = world
        self.result = Result()
        self._kills = kills
        self._chance = random.Random(seed)
        self._over = asyncio.Event()
        self._matches: list[tuple[Match, str]] = []

    async def run(self) -> Result:
        """Do it all; the processes are ended afterwards."""
        began = time.monotonic()
        self.world.start_standin()
        async with Patient(self.world.url) as control:
            await control.settings(rates="loose", ack_ms=1500) if await self._answers(control) else None
            for number in range(len(SLOTS)):
                await control.create("channel", f"table{number}")
            self.world.start_bot()
            slots = [asyncio.create_task(self._slot(control, number)) for number in range(len(SLOTS))]
            await self._kill_all(control)
            self._over.set()
            await asyncio.gather(*slots)
            await self._look(control)
        self._ended("bot", self.world.kill_bot())
        self._ended("stand-in", self.world.kill_standin())
        self.result.seconds = time.monotonic() - began
        self.result.start_s = median(self.world.starts or [0.0])
        return self.result

    async def _answers(self, control: Patient) -> bool:
        """Wait until the stand-in serves."""
        return bool(await control.world())

    async def _slot(self, control: Patient, number: int) -> None:
        """Play match after match until the killing is over; the last one is played to its end."""
        game, users = SLOTS[number]
        while not self._over.is_set():
            try:
                match = await opened(control, game, users, channel=f"table{number}")
                self._matches.append((match, f"table{number}"))
                await played(match, self._chance, patience=STUCK_S)
            except (Stuck, TimeoutError) as why:
                self.result.stuck.append(f"{game} in table{number}: {why}"[:600])
                return

    async def _kill_all(self, control: Patient) -> None:
        """Kill at instants spread evenly over the time after a start, start-up included."""
        for _ in range(self._kills):
            wait = asyncio.create_task(asyncio.sleep(self._chance.uniform(0, LONGEST_S)))
            ready = asyncio.create_task(self.world.ready(control))
            await wait
            connected = ready.done()
            ready.cancel()
            await asyncio.gather(ready, return_exceptions=True)
            if self._chance.random() < STANDIN_SHARE:
                self._ended("stand-in", self.world.kill_standin())
                self.result.standin_kills += 1
                self.world.start_standin()
            else:
                self._ended("bot", self.world.kill_bot())
                self.result.bot_kills += 1
                self.result.before_connected += not connected
                self.world.start_bot()

    def _ended(self, what: str, code: int) -> None:
        if code:
            self.result.crashes.append(f"the {what} had ended by itself with {code}")

    async def _look(self, control: Patient) -> None:
        """Hold every match against what its players were told, and everything posted against being posted twice."""
        result = self.result
        result.wrong += await checks.wrong_requests(control)
        for match, channel in self._matches:
            found = await self._all_told(match)
            result.matches += found.status is Status.FINISHED
            result.turns += sum(answer.came in {Came.PLAYED, Came.ASKED_AGAIN} for _, answer in match.answers)
            result.unanswered += sum(answer.came is Came.UNKNOWN for _, answer in match.answers)
            result.lost += [f"match {match.number}: {one}" for one in checks.lost(match, found)]
            result.untold += [f"match {match.number}: {one}" for one in found.untold]
            shown = await checks.posts(control, match)
            cards = [one for one in await control.messages(channel, limit=checks.ALL) if not one.ephemeral]
            twice = {*checks.doubled(shown), *checks.doubled(cards)}
            result.doubled += [f"match {match.number}: notice {one}" for one in sorted(twice)]
        database = sqlite3.connect(self.world.folder / "longtable.db")
        (sound,) = database.execute("PRAGMA integrity_check").fetchone()
        database.close()
        if sound != "ok":
            result.crashes.append(f"the database is damaged: {sound}")

    async def _all_told(self, match: Match) -> checks.Stored:
        """The match as it stands, once everything is told, or after a while."""
        for _ in range(100):
            found = await checks.stored(self.world.database, match)
            if not found.untold:
                break
            await asyncio.sleep(0.2)
        return found
