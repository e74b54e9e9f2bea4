"""One world in which everything is killed at random instants while matches are played; what it came to."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import median
from typing import TypeVar

from msgspec import Struct, field

from db.records import Status
from tests.faults.play import Patient, Slot, opened, played
from tests.faults.world import World
from tests.wire import checks
from tests.wire.matches import Match, Stuck
from tests.wire.players import Came

LONGEST_S = 1.0
"""The bot is killed at most so long after it is connected, or …"""
PACE = 1.5
"""… so many times what starts take, where they take long: a slow machine plays slowly too …"""
EARLY_SHARE = 0.3
"""… or, of so many kills, while it starts: at most as long after the fork as starts take."""
STUCK_S = 60.0
"""Nobody may be able to do anything for so long once nothing is killed any more: then a match is stuck …"""
STUCK_STARTS = 20
"""… or for so many times what starts take: a machine that is busy does everything slowly."""
PATIENCE_S = 3600.0
"""Seconds that everything but the kills may take: the matches' ends, and looking at what is left."""
SLOWEST_KILL_S = 20.0
DEEPEST = 6
"""Lines of a traceback that are kept."""
STANDIN_SHARE = 0.1
"""How many of the kills hit the stand-in instead."""
T = TypeVar("T")
BY_TURNS: tuple[Slot, ...] = (
    Slot(game="grunn", users=("user1", "user2")),
    Slot(game="h2olland", users=("user3", "user4")),
    Slot(game="grumpf", users=("user5", "user6")),
)
"""One of these plans in secret."""
AND_LIVE: tuple[Slot, ...] = (
    Slot(game="greentown", users=("user1", "user2")),
    Slot(game="walnut_grove", users=("user3", "user4")),
    Slot(game="grumpf", users=("user5", "user6"), options="mode=live, limit=45, huts_after=0", live=True),
)


class Result(Struct, kw_only=True):
    """What a campaign came to; every list must be empty."""

    bot_kills: int = 0
    standin_kills: int = 0
    before_connected: int = 0
    """Kills of the bot while it was still starting."""
    matches: int = 0
    turns: int = 0
    """Turns whose players were told that they stand."""
    boards: int = 0
    """Boards and cards posted, in all matches."""
    unanswered: int = 0
    """Requests that got no answer, and were made again."""
    start_s: float = 0.0
    seconds: float = 0.0
    stopped: str = "it has not begun"
    """Why it ended, and how far it had come."""
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Requests that Discord would refuse as malformed."""
    crashes: list[str] = field(default_factory=list)
    """Processes that ended by themselves; a damaged database."""
    broken: list[str] = field(default_factory=list)
    """What went wrong with the trial itself, so that it may not have seen everything."""

    @property
    def faults(self) -> list[str]:
        """Everything that must not be."""
        named = ("lost", "doubled", "stuck", "untold", "wrong", "crashes", "broken")
        return [f"{name}: {one}" for name in named for one in getattr(self, name)]


class Campaign:
    """
    Plays in all slots, kills so many times, lets the matches end, and looks at what is left.

    Whatever happens, a result comes of it that says why it ended. ``told`` hears now and then how far it is.
    ``patience``: seconds that nobody may be able to play before a match counts as stuck; opening may take longer.
    ``once``: no further match is begun in a slot. ``further``: how many turns each match is played on after the last
    kill, if not to its end. ``uptime``: the bot is killed at most so many seconds after it is connected.
    """

    def __init__(
        self,
        world: World,
        *,
        kills: int,
        seed: str,
        slots: tuple[Slot, ...] = BY_TURNS,
        uptime: float = LONGEST_S,
        patience: float = STUCK_S,
        once: bool = False,
        further: int | None = None,
        told: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.world = world
        self.result = Result()
        self._kills = kills
        self._slots = slots
        self._uptime = uptime
        self._patience = patience
        self._once = once
        self._further = further
        self._told = told
        self._chance = random.Random(seed)
        self._over = asyncio.Event()
        self._matches: list[tuple[Match, str]] = []
        self._step = "starting"

    async def run(self) -> Result:
        """Do it all; the processes are ended afterwards."""
        began = time.monotonic()
        limit = PATIENCE_S + (SLOWEST_KILL_S + self._uptime) * self._kills
        try:
            async with asyncio.timeout(limit), Patient(self.world.url) as control:
                await self._do(control)
        except asyncio.CancelledError:
            self._stopped("it was interrupted")
        except TimeoutError as error:
            self._stopped(f"{limit:.0f} seconds were over")
            self._broke(self._step, error)
        except Exception as error:
            self._stopped(repr(error)[:200])
            self._broke(self._step, error)
        for what, kill in (("bot", self.world.kill_bot), ("stand-in", self.world.kill_standin)):
            try:
                self._ended(what, kill())
            except Exception as error:
                self._broke(f"ending the {what}", error)
        self.result.seconds = time.monotonic() - began
        self.result.start_s = median(self.world.starts or [0.0])
        return self.result

    async def _do(self, control: Patient) -> None:
        """Start everything, play while it is killed, and look."""
        self.world.start_standin()
        await control.world("now")
        await control.settings(rates="loose", ack_ms=3000)
        for number in range(len(self._slots)):
            await control.create("channel", f"table{number}")
        self.world.start_bot()
        slots = [asyncio.create_task(self._slot(control, number)) for number in range(len(self._slots))]
        try:
            self._step = "killing"
            await self._kill_all(control, slots)
            self._over.set()
            self._step = "playing on"
            await asyncio.gather(*slots)
        finally:
            for slot in slots:
                slot.cancel()
            await asyncio.gather(*slots, return_exceptions=True)
        self._step = "looking at what is left"
        await self._look(control)
        if self.result.bot_kills + self.result.standin_kills == self._kills:
            self.result.stopped = "all kills made, all matches looked at"

    def _stopped(self, why: str) -> None:
        made = self.result.bot_kills + self.result.standin_kills
        self.result.stopped = f"{why}, while {self._step}, after {made} of {self._kills} kills"
        self._told(f"stopped: {self.result.stopped}")

    def _broke(self, where: str, error: BaseException) -> None:
        frames = "".join(traceback.format_exception(error)).strip().splitlines()[-2 * DEEPEST :]
        self.result.broken.append(f"{where}: " + "\n    ".join(frames))

    async def _slot(self, control: Patient, number: int) -> None:
        """Play match after match until the killing is over; the last one is played to its end."""
        slot, name = self._slots[number], f"table{number}"
        try:
            while not self._over.is_set():
                match = await self._tried(
                    lambda: opened(control, slot, channel=name, patience=max(self._wait(), STUCK_S))
                )
                self._matches.append((match, name))
                await self._tried(partial(self._play, match, slot))
                if self._once:
                    return
        except (Stuck, TimeoutError) as why:
            self.result.stuck.append(f"{slot.game} in {name}: {why}"[:600])
        except Exception as error:
            self._broke(f"playing {slot.game} in {name}", error)

    async def _play(self, match: Match, slot: Slot) -> None:
        await played(match, slot, self._chance, patience=self._wait(), enough=self._enough(match))

    def _wait(self) -> float:
        """Seconds that nobody may be able to play before a match counts as stuck."""
        return max(self._patience, STUCK_STARTS * self._median_start()) if not self._once else self._patience

    def _median_start(self) -> float:
        return median(self.world.starts[-9:] or [LONGEST_S])

    def _enough(self, match: Match) -> Callable[[], bool]:
        """Whether a match has been played on for so many turns after the last kill."""
        before: int | None = None

        def enough() -> bool:
            nonlocal before
            if self._further is None or not self._over.is_set():
                return False
            made = sum(answer.came in {Came.PLAYED, Came.ASKED_AGAIN} for _, answer in match.answers)
            before = made if before is None else before
            return made >= before + self._further

        return enough

    async def _tried(self, what: Callable[[], Awaitable[T]]) -> T:
        """
        Do it, again and again while there is killing: on a slow machine nobody may get through for a long time.

        Raises:
            Stuck, TimeoutError: it doesn't work although nothing is killed any more
        """
        while True:
            late = self._once or self._over.is_set()
            try:
                return await what()
            except (Stuck, TimeoutError):
                if late:
                    raise

    async def _kill_all(self, control: Patient, slots: list[asyncio.Task[None]]) -> None:
        """Kill so many times, as long as anybody plays."""
        for number in range(self._kills):
            if all(slot.done() for slot in slots) and not self._once:
                self._stopped("no table is played at any more")
                return
            await self._kill(control)
            if (number + 1) % 50 == 0:
                self._told(f"{number + 1} of {self._kills} kills, {len(self._matches)} matches begun")

    async def _kill(self, control: Patient) -> None:
        """
        Kill one side at a random instant, and start it again.

        On a slow machine a start takes longer than any fixed time, and nothing would ever be played: so most kills are
        counted from when the bot is connected, whatever that took.
        """
        start = self._median_start()
        ready = asyncio.create_task(self.world.ready(control))
        if self._chance.random() < EARLY_SHARE:
            await asyncio.sleep(self._chance.uniform(0, start))
        else:
            await ready
            await asyncio.sleep(self._chance.uniform(0, max(self._uptime, PACE * start)))
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

    def _ended(self, what: str, code: int | None) -> None:
        if code is not None:
            last = self.world.last_words("bot.log" if what == "bot" else "standin.log")
            self.result.crashes.append(f"the {what} had ended before it was killed, with exit code {code}: …{last}")

    async def _look(self, control: Patient) -> None:
        """Hold every match against what its players were told, and everything posted against being posted twice."""
        result = self.result
        result.wrong += await checks.wrong_requests(control)
        for match, channel in self._matches:
            try:
                await self._look_at(control, match, channel)
            except Exception as error:
                self._broke(f"looking at match {match.number}", error)
        self._sound()

    async def _look_at(self, control: Patient, match: Match, channel: str) -> None:
        """What became of one match."""
        result = self.result
        found = await self._all_told(match)
        result.matches += found.status is Status.FINISHED
        result.turns += sum(answer.came in {Came.PLAYED, Came.ASKED_AGAIN} for _, answer in match.answers)
        result.unanswered += sum(answer.came is Came.UNKNOWN for _, answer in match.answers)
        result.lost += [f"match {match.number}: {one}" for one in checks.lost(match, found)]
        result.untold += [f"match {match.number}: {one}" for one in found.untold + found.held + found.parked]
        shown = await checks.posts(control, match)
        cards = [one for one in await control.messages(channel, limit=checks.ALL) if not one.ephemeral]
        twice = {*checks.doubled(shown), *checks.doubled(cards)}
        result.boards += len(checks.markers(shown))
        result.doubled += [f"match {match.number}: notice {one}" for one in sorted(twice)]

    def _sound(self) -> None:
        """Hold a database of SQLite's against its own check."""
        if not self.world.database.startswith("sqlite"):
            return
        database = sqlite3.connect(self.world.folder / "longtable.db")
        (sound,) = database.execute("PRAGMA integrity_check").fetchone()
        database.close()
        if sound != "ok":
            self.result.crashes.append(f"the database is damaged: {sound}")

    async def _all_told(self, match: Match) -> checks.Stored:
        """The match as it stands, once everything is told, or after a while."""
        for _ in range(100):
            found = await checks.stored(self.world.database, match)
            if not found.untold and not found.held:
                break
            await asyncio.sleep(0.2)
        return found
