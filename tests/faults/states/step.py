"""One step: a deed with its own chance, at one process, with one trouble; and what deeds need all the time."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import timedelta
from typing import Protocol, TypeVar

from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.services import Services
from db.engine.errors import StoreError
from db.ids import Key, MatchId, TournamentId
from db.records import Status
from games.core.errors import Refusal
from tests.faults.states.life import Call, Life, Process
from tests.faults.states.troubles import Killed, Trouble, What

T = TypeVar("T")


class Deed(Protocol):
    """Something that is done."""

    __name__: str

    def __call__(self, step: Step, /) -> Awaitable[None]:
        """Do it."""
        ...


class Step:
    """What a deed gets: ``pick`` is chance, ``life`` everything."""

    def __init__(self, life: Life, seed: int, *, trouble: int = 0, meddle: Deed | None = None) -> None:
        """``trouble`` from 0 (none) to 99; ``meddle`` is what somebody else does in a race."""
        self.life = life
        self.pick = random.Random(seed)
        self.at = self.pick.randrange(len(life.processes))
        self.trouble = _trouble(trouble, self.pick)
        self._meddle = meddle

    @property
    def app(self) -> Services:
        """The services of the process where it happens."""
        return self.life.processes[self.at].app

    def someone(self) -> Actor:
        """Return a person, under the name on one of the servers."""
        return self.pick.choice(self.life.people)

    def one_of(self, things: Sequence[T]) -> T | None:
        """Return one of several things, the newest most often; None if there are none."""
        if not things:
            return None
        return things[-1 - min(self.pick.randrange(len(things)), self.pick.randrange(len(things)))]

    async def match(self, *statuses: Status) -> MatchState | None:
        """Return a match of one of these statuses, or of any."""
        rows = await self.life.store.read(
            lambda tx: [row for status in statuses or tuple(Status) for row in tx.matches.by_status(status, most=500)]
        )
        found = self.one_of(sorted(rows, key=lambda row: row.id))
        return None if found is None else await self.table(found.id)

    async def table(self, match: MatchId) -> MatchState:
        """Read a match, with its seed."""
        reader = self.life.processes[0].app.uow.match_reader
        return await self.life.store.read(lambda tx: reader.read(tx, match, seed=True))

    async def tournament(self) -> TournamentId | None:
        """Return a tournament."""
        return self.one_of(await self.life.tournaments())

    def player_or_anyone(self, table: MatchState) -> Actor:
        """Return mostly somebody who has a seat."""
        users = [seat.user for seat in table.seats if seat.user is not None]
        known = [actor for actor in self.life.people if actor.user in users]
        return self.pick.choice(known) if known and self.pick.random() < 0.85 else self.someone()

    def soon(self, *, most: float = 30) -> timedelta:
        """Return some days, hours or minutes."""
        return timedelta(days=self.pick.choice((0.01, 0.2, 1, 3, most)) * self.pick.random())

    async def ask(self, call: Call) -> object:
        """Make the request; what comes of it is the answer or a refusal. The trouble happens to the first one."""
        return await self._ask(call, keep=True)

    async def _ask(self, call: Call, *, keep: bool) -> object:
        trouble, self.trouble = self.trouble, None
        if trouble is not None and trouble.what is What.RACE and self._meddle is not None:
            meddle, seed = self._meddle, self.pick.randrange(1 << 16)
            self.life.processes[self.at].plan.meddle = lambda: self._beside(meddle, seed)
        return await self.life.ask(call, at=self.at, trouble=trouble, keep=keep)

    async def ask_beside(self, call: Call) -> object:
        """As ``ask``, for requests whose repeat has no answer stored."""
        return await self._ask(call, keep=False)

    async def told(self, call: Callable[[Services, Key], Awaitable[Receipt]]) -> Receipt | None:
        """Make a request that has a receipt; None if it was refused."""
        answer = await self.ask(call)
        return answer if isinstance(answer, Receipt) else None

    async def work(self, do: Callable[[Process], Awaitable[object]]) -> None:
        """Let a worker of the process do its round; if it dies, or the database fails, it is at an end."""
        trouble, self.trouble = self.trouble, None
        if trouble is not None and trouble.what in (What.RACE, What.CANCEL):
            trouble = None
        try:
            await self.life.attempt(self.life.processes[self.at], do, trouble)
        except (Killed, StoreError):
            return

    async def try_to(self, *calls: Awaitable[object]) -> None:
        """Look at things; refusals are no fault."""
        for call in calls:
            try:
                await call
            except Refusal as refusal:
                self.life.refused[refusal.code] += 1

    async def _beside(self, meddle: Deed, seed: int) -> None:
        other = Step(self.life, seed)
        other.at = (self.at + 1) % len(self.life.processes)
        await meddle(other)


def _trouble(number: int, pick: random.Random) -> Trouble | None:
    """Return what goes wrong: mostly nothing."""
    chosen: Iterable[tuple[int, What]] = (
        (92, What.KILL),
        (86, What.STEP),
        (82, What.CANCEL),
        (76, What.DATABASE),
        (62, What.RACE),
    )
    what = next((what for least, what in chosen if number >= least), None)
    if what is None:
        return None
    at = 0 if what is What.RACE else pick.choice((0, 0, 1, 1, 2, 3, 5, 8))
    return Trouble(what=what, at=at, late=pick.randrange(3))
