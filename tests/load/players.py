"""Players who make turns at a rate, each when it is their match's turn and the board before has come."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from time import time

import aiohttp
from msgspec import Struct

from tests.load.place import Match, Place
from tests.load.plans import Planned
from tests.load.requests import Entry, Log
from tests.standin.client import NotPossible, Outcome
from tests.wire.players import WARNING

POLL_S = 0.05
ANSWER_S = 30.0
"""So long an answer is waited for."""
BOARD_S = 60.0
"""So long a board is waited for."""
AGAIN_S = 1.0
"""Until a match that couldn't be opened is opened once more."""
FAILURES = (NotPossible, aiohttp.ClientError, TimeoutError, ValueError, sqlite3.Error)
"""What a request that isn't taken comes to, or a match that isn't there after it."""


class Answer(Struct, frozen=True):
    """How soon a request was acknowledged and answered, in seconds; infinite if it never was."""

    group: str
    at: float
    acknowledged: float
    answered: float


class Turn(Struct, frozen=True):
    """A turn that the bot took; ``board``: seconds until everybody saw it, None if nobody was to, infinite if never."""

    group: str
    at: float
    board: float | None


@dataclass
class Players:
    """All who play. ``panels`` is the share of turns before which the panel is opened."""

    place: Place
    log: Log
    panels: float
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    answers: list[Answer] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    free: dict[str, list[Match]] = field(default_factory=dict)
    busy: Counter[str] = field(default_factory=Counter)
    """How often a turn was due while every match waited for its board, by group."""
    opened: int = 0
    """Matches opened in place of those that had ended."""
    troubles: Counter[str] = field(default_factory=Counter)
    _boards: dict[str, Callable[[Entry], None]] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _until: float = 0.0
    """The time of the clock after which no match is opened any more."""

    def seat(self, matches: list[Match]) -> None:
        """Take over matches that have begun."""
        for match in matches:
            self.free.setdefault(match.channel.group, []).append(match)

    async def play(self, group: str, rate: float, *, until: float) -> None:
        """Make turns at a rate, whether or not those before were answered; ``until`` is a time of the clock."""
        due, self._until = time(), max(self._until, until)
        while due < until:
            await asyncio.sleep(max(0.0, due - time()))
            due += self.chance.expovariate(rate)
            free = self.free.setdefault(group, [])
            if free:
                self._start(self._move(free.pop(self.chance.randrange(len(free)))))
            else:
                self.busy[group] += 1

    async def watch(self) -> None:
        """Hand boards to who waits for them, as the stand-in's log tells of them."""
        while True:
            for entry in self.log.read():
                told = self._boards.get(entry.channel) if entry.is_board else None
                if told is not None:
                    told(entry)
            await asyncio.sleep(POLL_S)

    async def finish(self) -> None:
        """Wait until the turns that are under way have their boards."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _start(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _move(self, match: Match) -> None:
        """Make the next turn of a match; it is free again when everybody sees what came of it.

        One that is over, or whose turn wasn't taken, makes room for another.
        """
        planned = match.turns.pop(0)
        try:
            taken = await self._make(match, planned)
        except FAILURES as error:
            self.troubles[f"{match.game}: {error!r}"[:120]] += 1
            taken = False
        following = match if taken and match.turns else await self._open_next(match)
        if following is not None:
            self.free[following.channel.group].append(following)

    async def _make(self, match: Match, planned: Planned) -> bool:
        """Make a turn, and wait for its board; return whether it was taken."""
        user = match.users[planned.seat]
        if self.chance.random() < self.panels:
            await self._say(user, match, "/next")
        sent = time()
        board = asyncio.create_task(self._board(match.thread, sent))
        try:
            said = await self._say(user, match, "/move", line=planned.line)
            if WARNING in said or not said:
                self.troubles[f"{match.game}, {planned.line}: {said}"[:120]] += 1
                return False
            self.turns.append(Turn(match.channel.group, sent, await board if planned.shown else None))
            return True
        finally:
            board.cancel()

    async def _say(self, user: str, match: Match, command: str, **options: str) -> str:
        """Send a command and return the answer's words, "" for none."""
        sent = time()
        outcome = await self.place.control.interact(user, match.thread, command, options=options, wait_s=ANSWER_S)
        said = _words(outcome)
        acknowledged = outcome.acknowledged_ms
        answered = time() - sent if said else float("inf")
        self.answers.append(
            Answer(
                match.channel.group,
                sent,
                float("inf") if acknowledged is None else acknowledged / 1000,
                answered,
            )
        )
        return said

    async def _board(self, thread: str, sent: float) -> float:
        """Seconds until the next board stands in a thread; infinite if it never comes."""
        came: asyncio.Future[float] = asyncio.get_running_loop().create_future()

        def told(entry: Entry) -> None:
            if entry.time > sent and not came.done():
                came.set_result(entry.time - sent)

        self._boards[thread] = told
        try:
            async with asyncio.timeout(BOARD_S):
                return await came
        except TimeoutError:
            return float("inf")
        finally:
            del self._boards[thread]

    async def _open_next(self, over: Match) -> Match | None:
        """Open a match in place of one that has ended, as often as it takes; None if the time is over by then."""
        while True:
            try:
                match = await self.place.open(over.channel)
                await self.place.plan([match])
            except FAILURES as error:
                self.troubles[f"a match can't be opened: {error!r}"[:120]] += 1
            else:
                self.opened += 1
                return match
            if time() + AGAIN_S >= self._until:
                return None
            await asyncio.sleep(AGAIN_S)


def _words(outcome: Outcome) -> str:
    return outcome.messages[0].text if outcome.messages and not outcome.messages[0].loading else ""
