"""A server's life: processes of the bot over one database, people, a clock, and a ledger of what people were told."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.caps import Caps
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor, Place, Receipt
from bot.app.moderation.bars import Barred
from bot.app.notifications.relay import Relay
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.services import Services
from db.engine.errors import StoreError
from db.engine.shards import WHOLE
from db.ids import ChannelId, GuildId, Key, MatchId, TournamentId, UserId
from db.stores.store import Store
from games.core.contract import AnyGame
from games.core.errors import Refusal
from tests.app.scene import bare
from tests.faults.states.channels import Channels, Line
from tests.faults.states.troubles import FlakyStore, Killed, Plan, Stepwise, Trouble, What
from tests.stores import NOW

T = TypeVar("T")
NAMES = ("Quirijn", "Wiebrecht", "Xaveria", "Yfke", "Zwaan", "Oedipoes", "Pleuntje", "Ubbo")
"""No word of any sentence is one of these."""
GUILDS = (GuildId(9_000_009), GuildId(9_000_010))
PLACES = (
    Place(GUILDS[0], ChannelId(7_077)),
    Place(GUILDS[0], ChannelId(7_078)),
    Place(GUILDS[1], ChannelId(7_088)),
)
CAPS = Caps(open=3, matches=9, channel=8, tournaments=2, invited=4)
Call = Callable[[Services, Key], Awaitable[Any]]


class Answered(Struct, frozen=True):
    """A request and what it was answered."""

    call: Call
    answer: object
    at: datetime


class Members:
    """Who has left which server; now and then Discord doesn't say."""

    def __init__(self) -> None:
        self.gone: set[tuple[GuildId, UserId]] = set()
        self.silent = False

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Return whether a person has left."""
        return None if self.silent else (guild, user) in self.gone

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Return the owners."""
        return {guild: UserId(100_000_000_000 + number) for number, guild in enumerate(GUILDS)}


class Process:
    """One process of the bot, until it dies."""

    def __init__(self, life: Life, number: int) -> None:
        self.number = number
        self.plan = Plan()
        store = FlakyStore(life.stores[number % len(life.stores)], self.plan)
        uow = UnitOfWork(store, life.library, life.clock, caps=CAPS)
        uow.members = life.members
        self.app = Services(uow, new_seed=life.new_seed, sweep=0.05)
        self.app.scheduler.monitor.process = f"process {number} {next(life.starts)}"
        self.relay = Relay(uow, Line(life.channels, self.plan), holder=self.app.scheduler.monitor.process, pause=0)
        self.app.scheduler.returned = self.relay.resume

        async def run(patience: float, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:  # noqa: ANN401
            return work(*args)

        self.app.computer_players._pool._work = run  # type: ignore[method-assign]  # in this process

    @property
    def failed(self) -> list[str]:
        """What has failed in a way nobody foresaw."""
        return [f"{each.worker} {each.item}: {each.error}" for each in self.app.uow.failures.all()]


class Life:
    """Everything. ``stores``: the database, once for each process. All that is by chance comes from one seed."""

    def __init__(self, stores: tuple[Store, ...], games: Mapping[str, AnyGame], *, seed: int) -> None:
        self.chance = random.Random(seed)
        self.stores = stores
        self.games = games
        self.library = Library(games)
        self.clock = ManualClock(NOW)
        self.channels = Channels(self.clock, self.chance)
        self.members = Members()
        self.people = tuple(
            Actor(UserId(100_000_000_000 + number), name, GUILDS[0]) for number, name in enumerate(NAMES)
        )
        self.absent: set[GuildId] = set()
        self.deleted: dict[int, str] = {}
        self.purged = False
        self.answers: dict[Key, Answered] = {}
        self.turns: Counter[MatchId] = Counter()
        """Turns whose players were told that they stand, by match."""
        self.unsure: Counter[MatchId] = Counter()
        """Turns that may have been made."""
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.troubles: Counter[str] = Counter()
        self.starts = itertools.count(1)
        self._seeds = itertools.count(1)
        self._keys = itertools.count(1)
        self.processes = [Process(self, number) for number in range(2)]

    def new_seed(self) -> bytes:
        """Return the seed of the next match."""
        return next(self._seeds).to_bytes(32, "big")

    def key(self) -> Key:
        """Return a new interaction id."""
        return Key(f"i{next(self._keys)}")

    @property
    def store(self) -> Store:
        """The database, without any trouble."""
        return self.stores[0]

    @property
    def app(self) -> Services:
        """The services of the first process, for looking."""
        return self.processes[0].app

    async def matches(self) -> list[MatchId]:
        """Return the numbers of all matches."""
        return [MatchId(row[0]) for row in await self.rows("match")]

    async def tournaments(self) -> list[TournamentId]:
        """Return the numbers of all tournaments."""
        return [TournamentId(row[0]) for row in await self.rows("tournament")]

    async def rows(self, table: str) -> list[tuple[Any, ...]]:
        """Return all rows of a table, in the order of their numbers."""
        from tests.app.privacy.dump import STATEMENTS

        found = await self.store.read(lambda tx: [tuple(row) for row in tx.privacy._rows(STATEMENTS[table])])
        return sorted(found, key=lambda row: str(row[0]).rjust(12, "0"))

    def expect_same(self, key: Key, answer: object) -> None:
        """Hold the answer to a repeated request against the first one."""
        first = self.answers[key]
        assert _bare(answer) == first.answer, f"{key} was answered {first.answer}, and now {answer}"

    async def attempt(self, process: Process, work: Callable[[Process], Awaitable[T]], trouble: Trouble | None) -> T:
        """Let a process do something, in which something goes wrong.

        Raises what the bot raises; Killed if the process has died: another one stands in its place then.
        """
        plan = process.plan
        plan.arm(trouble)
        try:
            stepwise = trouble is not None and trouble.what in (What.STEP, What.CANCEL)
            made = work(process)
            return await (Stepwise(made, plan) if stepwise else made)
        finally:
            happened = trouble is not None and plan.trouble is not trouble
            plan.arm(None)
            plan.meddle = None
            if trouble is not None and happened:
                self.troubles[trouble.what.name.lower()] += 1
            await self._bury(process)

    async def _bury(self, process: Process) -> None:
        """End what a process that has died, or given something up, has begun; start another one if it is dead."""
        if process.plan.dead:
            await _end_tasks()
            self.processes[process.number] = Process(self, process.number)
            await self.begin(self.processes[process.number])

    async def begin(self, process: Process) -> None:
        """Do what a start does before people can press: Discord says of which servers the bot is a member."""
        present = [guild for guild in GUILDS if guild not in self.absent]
        process.app.scheduler.membership.note_seen(WHOLE, present)
        await process.app.scheduler.recover()

    async def ask(self, call: Call, *, at: int, trouble: Trouble | None, keep: bool) -> object:
        """
        Make a request of a process, again with the same key until it is answered; the answer, or the refusal.

        ``keep``: its repeat must get the same answer.
        """
        key = self.key()
        for attempt in range(4):
            process = self.processes[at % len(self.processes)]
            try:
                answer = await self.attempt(process, lambda one: call(one.app, key), None if attempt else trouble)
            except Refusal as refusal:
                self.refused[refusal.code] += 1
                return refusal
            except (Killed, StoreError, asyncio.CancelledError):
                if attempt == 3:
                    raise
                continue
            if keep:
                self.answers[key] = Answered(call, _bare(answer), self.clock.now())
            return answer
        raise AssertionError("a request is answered in the end")


def _bare(answer: object) -> object:
    """What must be the same in a repeat: what was left or offered by a bar is so already, and not counted again."""
    if isinstance(answer, Barred):
        return replace(answer, left=0, offered=0, withdrawn=0)
    return bare(answer) if isinstance(answer, Receipt) else answer


async def _end_tasks() -> None:
    """Cancel everything but the database's own tasks, and wait for it."""
    here = asyncio.current_task()
    tasks = [
        task for task in asyncio.all_tasks() if task is not here and "_commit_waiting" not in repr(task.get_coro())
    ]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
