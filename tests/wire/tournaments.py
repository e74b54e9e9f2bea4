"""A tournament followed from outside: opened, entered and run by commands and buttons; read from disk."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing

from bot.edge.tournaments.formatting import FORMATS
from db.tournaments.records import Format, TournamentStatus
from tests.standin.client import Control, NotPossible, Outcome, Seen
from tests.wire.bot import Bot
from tests.wire.players import WARNING, Player

POLL_S = 0.1
TRIES = 20
CHUNK = "lt|event|"

SEATED = """
SELECT match.id, coalesce(match.thread, match.channel), pending.seat FROM pairing
JOIN match ON match.id = pairing.match AND match.status = 'running'
JOIN pending ON pending.match = match.id AND pending.kind = 'seat' AND pending.sealed = 0
JOIN seat ON seat.match = match.id AND seat.seat = pending.seat
WHERE pairing.tournament = ? AND seat.user = ? ORDER BY match.id
"""
OVERDUE = (
    "UPDATE pending SET since = since - ?1, due = due - ?1 WHERE match = ?2 AND seat = ?3 AND kind = 'seat'",
    "UPDATE clock SET since = since - ?1 WHERE match = ?2 AND seat = ?3",
)
RUNNING = "SELECT 1 FROM match WHERE id = ? AND status = 'running'"
MONTH_MS = 30 * 24 * 60 * 60 * 1000


class Held:
    """One tournament: ``users`` of the stand-in by name and id, ``channel`` where its card stands."""

    def __init__(self, control: Control, bot: Bot, *, channel: str, chance: random.Random) -> None:
        self.control = control
        self.bot = bot
        self.channel = channel
        self.chance = chance
        self.number = 0
        self.ids: dict[str, int] = {}
        self.turns = 0
        """Turns that people made by line."""

    # --- Commands and buttons --------------------------------------------------------------------------------------

    async def say(self, user: str, command: str, **options: str) -> str:
        """Send ``/tournament …`` and return the private answer; a warning is an error."""
        line = f"/tournament {command}"
        return (await self._sent(lambda: self.control.interact(user, self.channel, line, options=options))).text

    async def press(self, user: str, action: str) -> str:
        """Press a button of the card and return what the private answer says."""
        return (await self.pressed(user, action)).text

    async def pressed(self, user: str, action: str) -> Seen:
        """Press a button of the card and return the private answer; a warning is an error."""
        card = await self.card()
        return await self._sent(lambda: self.control.press(user, card, f"{CHUNK}0||{self.number}|{action}"))

    async def _sent(self, send: Callable[[], Awaitable[Outcome]]) -> Seen:
        """Send something until it is answered, as people do; only then a warning may say that it was done before."""
        for tried in range(TRIES):
            outcome = await send()
            if outcome.kind == "failed":  # on a busy machine not acknowledged within three seconds
                await asyncio.sleep(1)
                continue
            message = (await self.settled(outcome)).message
            assert message.ephemeral
            assert tried or WARNING not in message.text, message.text
            return message
        raise AssertionError(f"no answer: {outcome}")

    async def settled(self, outcome: Outcome) -> Outcome:
        """Wait until a deferred answer is there."""

        def there(now: Outcome) -> bool:
            return bool(now.messages) and not now.messages[0].loading

        if there(outcome):
            return outcome
        return await self.control.outcome_when(outcome.interaction, there, seconds=60)

    async def create(self, user: str, format: Format, **options: str) -> None:
        """Open the tournament and wait for its card."""
        world = await self.control.world("users")
        self.ids = {each["username"]: int(each["id"]) for each in world["users"]}
        await self.say(user, f"create format:{_choice(format)}", **options)
        self.number = int(self.one("SELECT max(id) FROM tournament WHERE name = ?", options["name"]))
        await self.card()

    async def card(self) -> Seen:
        """The tournament's card."""
        heading = f"tournament {self.number}"
        return await self.control.until(
            self.channel,
            lambda seen: not seen.ephemeral and heading in seen.text and bool(seen.controls),
            seconds=60,
        )

    # --- What stands on disk ---------------------------------------------------------------------------------------

    def one(self, statement: str, *values: object) -> str:
        """The first value of the first row, as text."""
        rows = self.rows(statement, *values)
        return str(rows[0][0]) if rows else ""

    def rows(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Rows of the bot's database, which it may be using."""
        with closing(sqlite3.connect(self.bot.folder / "longtable.db", timeout=20)) as disk:
            return list(disk.execute(statement, values))

    def status(self) -> TournamentStatus:
        """How far the tournament is."""
        return TournamentStatus(self.one("SELECT status FROM tournament WHERE id = ?", self.number))

    def asked(self, user: str) -> list[tuple[int, str, int]]:
        """The tournament's matches that wait for a user: number, thread, seat."""
        return [
            (int(str(match)), str(thread), int(str(seat)))
            for match, thread, seat in self.rows(SEATED, self.number, self.ids[user])
        ]

    def entrant(self, name: str) -> str:
        """The number of the entrant for whom a user plays."""
        found = 'SELECT entrant FROM member WHERE tournament = ? AND "user" = ? AND "left" IS NULL'
        return self.one(found, self.number, self.ids[name])

    def expire(self, user: str, *, match: int | None = None) -> list[int]:
        """Let a user have been asked a month earlier, wherever they are asked or in one match; the matches."""
        found = [each for each in self.asked(user) if match in (None, each[0])]
        with closing(sqlite3.connect(self.bot.folder / "longtable.db", timeout=20)) as disk, disk:
            for match, _thread, seat in found:
                for statement in OVERDUE:
                    disk.execute(statement, (MONTH_MS, match, seat))
        return [match for match, _thread, _seat in found]

    async def miss(self, user: str, match: int, *, others: tuple[str, ...], seconds: float = 200) -> bool:
        """Let a user miss every turn of a match until the seat is lost, while the others play; whether it was."""
        seat = 'SELECT resigned FROM seat WHERE match = ? AND "user" = ? AND resigned IS NOT NULL'
        async with asyncio.timeout(seconds):
            while not self.one(seat, match, self.ids[user]) and self.one(RUNNING, match):
                self.expire(user, match=match)
                for other in others:
                    if any(each[0] == match for each in self.asked(other)):
                        await self.turn(other)
                await asyncio.sleep(POLL_S)
        return bool(self.one(seat, match, self.ids[user]))

    async def until(self, fits: Callable[[], object], *, seconds: float = 60) -> None:
        """Wait for something on disk; raises TimeoutError."""
        end = asyncio.get_running_loop().time() + seconds
        while not fits():
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError(f"{fits} of tournament {self.number}, {self.status()}")
            await asyncio.sleep(POLL_S)

    # --- Playing ---------------------------------------------------------------------------------------------------

    async def turn(self, user: str) -> bool:
        """Let a user make one turn by line if a match waits for them."""
        found = self.asked(user)
        if not found:
            return False
        _match, thread, _seat = found[0]
        player = Player(self.control, user, thread, chance=self.chance, wait=20)
        answer = await player.by_line()
        self.turns += bool(answer.line)
        return bool(answer.line)

    async def first_turn(self, user: str, *, seconds: float = 90) -> None:
        """Wait until a user is asked, and make a turn."""
        async with asyncio.timeout(seconds):
            while not await self.turn(user):
                await asyncio.sleep(POLL_S)

    async def play_out(self, users: tuple[str, ...], *, turns: int, seconds: float) -> None:
        """
        Let users play by line, so many turns each in a match, and give the match up then, until the tournament is over.
        """
        made: dict[tuple[str, int], int] = {}
        async with asyncio.timeout(seconds):
            while self.status() is TournamentStatus.RUNNING:
                for user in users:
                    for match, thread, _seat in self.asked(user)[:1]:
                        if made.get((user, match), 0) >= turns:
                            await self._give_up(user, match, thread)
                        elif await self.turn(user):
                            made[user, match] = made.get((user, match), 0) + 1
                await asyncio.sleep(POLL_S)

    async def _give_up(self, user: str, match: int, thread: str) -> None:
        try:
            outcome = await self.control.interact(user, thread, f"/match resign match:{match}")
            asked = await self.settled(outcome)
            await self.settled(await self.control.press(user, asked.message, label="Resign"))
        except (LookupError, NotPossible, TimeoutError):
            return


def _choice(format: Format) -> str:
    """A format as it is chosen in Discord."""
    return FORMATS[format]
