"""A tournament whose first round begins in one channel while others play."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from db.tournaments.records import Format
from tests.load.requests import Entry
from tests.standin.client import Control
from tests.wire.bot import Bot
from tests.wire.tournaments import Held

SERVER = "tournament server"
ORGANIZER = "user1"
"""Who owns each server of the stand-in."""
THREADS = "SELECT match.thread FROM pairing JOIN match ON match.id = pairing.match WHERE pairing.tournament = ?"


class FirstRound:
    """A Swiss of so many pairings, which is started by ``start``; ``began`` is a time of the stand-in's clock."""

    def __init__(self, control: Control, bot: Bot, pairings: int) -> None:
        self.pairings = pairings
        self.began = 0.0
        self._control = control
        self._bot = bot
        self._held: Held | None = None

    async def furnish(self) -> None:
        """Make the server, the channel and the entrants."""
        for at in range(2 * self.pairings):
            await self._control.create("user", f"entrant{at}")
        await self._control.create("guild", SERVER)
        channel = await self._control.create("channel", "cup", guild=SERVER)
        self._held = Held(self._control, self._bot, channel=str(channel["id"]), chance=random.Random(1))

    async def enter(self) -> None:
        """Open the tournament, and let everybody sign up."""
        assert self._held is not None, "it was furnished"
        options = {"game": "grunn", "name": "Cup", "pace": "brisk", "least": "2", "most": "500", "rounds": "2"}
        await self._held.create(ORGANIZER, Format.SWISS, **options)
        for at in range(2 * self.pairings):
            await self._held.press(f"entrant{at}", "join")

    async def start(self, now: float) -> None:
        """Start the first round."""
        assert self._held is not None, "it was furnished"
        self.began = now
        await self._held.say(ORGANIZER, "start")

    def find_begun(self, entries: Iterable[Entry]) -> Iterator[float]:
        """Yield the seconds from the start until each match had its thread with a board in it."""
        assert self._held is not None, "it was furnished"
        threads = {str(row[0]) for row in self._held.rows(THREADS, self._held.number)}
        for entry in entries:
            if entry.is_board and entry.channel in threads:
                threads.remove(entry.channel)
                yield entry.time - self.began
