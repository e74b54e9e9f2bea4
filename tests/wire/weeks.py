"""Weeks that pass at once: matches as their players and their database see them, and a clock that can be pushed on."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app.match.state import MatchReader, MatchState
from bot.app.runtime.failures import Failures
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from db.ids import MatchId
from db.records import PendingKind, Status
from db.stores.store import Store
from games.core.game import Ask
from games.core.registry import games
from games.core.rng import Rng
from games.core.running.play import TurnContext
from games.core.search.enumerate import find_random_turn
from tests.edge.table import asked, line_of, thought
from tests.standin.client import Control, Outcome, Seen
from tests.wire.bot import Bot
from tests.wire.later import read, write
from tests.wire.matches import place_of, words_of
from tests.wire.players import WARNING, Came, Player, held, is_there

SETTLED_S = 60.0
"""How long what is due may take to be done and told."""
TRIES = 10


class Weeks:
    """
    A bot with a clock in a file, users by name, and its database read beside it.

    ``host`` opens and plays all matches; ``other`` sits in the second seat.
    """

    def __init__(self, control: Control, bot: Bot, store: Store, ahead: Path) -> None:
        self.control = control
        self.bot = bot
        self._store = store
        self._ahead = ahead
        self._shelf = MatchReader(Library(games()), Failures(SystemClock().now))
        self.host, self.other = "user1", "user2"
        self.places: dict[int, str] = {}

    def now(self) -> datetime:
        """The bot's time."""
        return datetime.now(UTC) + timedelta(seconds=read(self._ahead))

    async def table(self, number: int) -> MatchState:
        """A match as it is stored."""
        return await self._store.read(lambda tx: self._shelf.read(tx, MatchId(number)))

    async def open(self, game: str, more: str) -> int:
        """Open a match for two and let the other join; its number."""
        first = await self.said(self.host, "tables", f"/match new game:{game} seats:2 {more}")
        floor = int(first.interaction)

        def is_card(message: Seen) -> bool:
            return int(message.id) > floor and not message.ephemeral and "lt|join|" in words_of(message)

        card = await self.control.until("tables", is_card)
        joined = await self.control.press(self.other, card, str(held(card, "join")[0]["custom_id"]))
        assert WARNING not in joined.message.text, joined.message.text
        found = re.search(r"lt\|join\|(\d+)\|", words_of(card))
        assert found is not None
        number = int(found[1])
        self.places[number] = await place_of(self.control, number)
        return number

    async def said(self, user: str, channel: str, command: str, **options: str) -> Outcome:
        """Send a command that must not be refused, and wait for its answer."""
        outcome = await self.control.interact(user, channel, command, options=options, wait_s=20)
        assert WARNING not in outcome.message.text, f"{command} {options}: {outcome.message.text}"
        return outcome

    async def in_match(self, user: str, number: int, command: str, **options: str) -> Outcome:
        """Send a command in the place of a match."""
        return await self.said(user, self.places[number], command, **options)

    # --- Playing -------------------------------------------------------------------------------------------------

    def user_of(self, ask: Ask) -> str:
        """Who sits where: the host opened the match, the other joined."""
        return (self.host, self.other)[ask.seat]

    async def move(self, number: int, *, only: str = "", turns: int = 1) -> int:
        """Let those who are asked play (``only`` one of them), up to so many turns; how many they made."""
        for made in range(turns):
            table = await self.table(number)
            asks = asked(table) if table.match.status is Status.RUNNING else []
            asks = [ask for ask in asks if only in ("", self.user_of(ask))]
            if not asks:
                return made
            line = self._line(table, asks[0])
            if line:
                await self.in_match(self.user_of(asks[0]), number, "/move", line=line)
            else:
                await self._press(self.user_of(asks[0]), number)
        return turns

    def _line(self, table: MatchState, ask: Ask) -> str:
        """A turn in the game's notation; empty if nothing but an empty turn was found."""
        line = line_of(table, ask, thought(table, ask))
        for seed in range(TRIES):
            if line:
                break
            rng = Rng(f"{table.match.ply} {seed}".encode())
            found = find_random_turn(TurnContext(table.game, table.require_position().state, ask.seat, ask.id), rng)
            line = line_of(table, ask, found or ())
        return line

    async def _press(self, user: str, number: int) -> None:
        """Make a turn by pressing what the panel shows: an empty one has no line."""
        place = self.places[number]
        player = Player(self.control, user, place, chance=random.Random(number), wait=20)
        board = await self.control.until(place, lambda message: is_there(message, "play"), user=user)
        answer = await player.by_panel(board)
        assert answer.came is not Came.REFUSED, answer.text

    # --- Time ----------------------------------------------------------------------------------------------------

    async def push(self, by: timedelta) -> None:
        """Let time pass at once, for the bot and for Discord, and wait until the bot has done and told what was due."""
        await self.pass_by(by)
        await self.settled()

    async def pass_by(self, by: timedelta) -> None:
        """Let time pass at once, for the bot and for Discord."""
        write(self._ahead, read(self._ahead) + by.total_seconds())
        await self.control.fault("clock", ahead_s=int(by.total_seconds()))

    async def push_to(self, at: datetime) -> None:
        """Let time pass until a moment."""
        await self.push(max(at - self.now(), timedelta()) + timedelta(seconds=1))

    async def settled(self) -> None:
        """
        Wait until nothing is due any more.

        Raises:
            TimeoutError: something stays undone
        """
        await self.until(self._is_settled)

    async def _is_settled(self) -> bool:
        now = self.now()
        waits = (PendingKind.SEAT, PendingKind.TIMER, PendingKind.GRACE, PendingKind.REMINDER, PendingKind.COMPUTER)
        due = await self._store.read(
            lambda tx: [row for wait in waits for row in tx.pending.due(wait, now=now, most=10)]
        )
        return not due and not await self._store.read(lambda tx: tx.outbox.due_lanes(now=now))

    async def until(self, holds: Callable[[], Awaitable[bool]]) -> None:
        """
        Wait until something holds.

        Raises:
            TimeoutError: it does not
        """
        end = asyncio.get_running_loop().time() + SETTLED_S
        while not await holds():
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"it does not hold: {holds}")
            await asyncio.sleep(0.1)

    async def kill(self) -> None:
        """SIGKILL the bot and start it again over the same database."""
        self.bot.kill()

        async def is_gone() -> bool:
            return not any(session["connected"] for session in (await self.control.world("sessions"))["sessions"])

        await self.until(is_gone)
        self.bot.start()
        await self.control.until_ready(seconds=60)

    # --- Reading -------------------------------------------------------------------------------------------------

    async def due_of_other(self, number: int) -> datetime | None:
        """When the other's time is up; None if the match does not wait for them."""
        rows = (await self.table(number)).pending
        return min(
            (row.due for row in rows if row.kind is PendingKind.SEAT and row.seat == 1 and row.due), default=None
        )

    async def words(self, number: int) -> str:
        """All that everybody reads in the place of a match."""
        found = await self.control.messages(self.places[number], self.host, limit=200)
        return "\n".join(message.text for message in found if not message.ephemeral)
