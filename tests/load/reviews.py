"""Somebody who asks for the reviews of finished matches, one after the other, while others play."""

from __future__ import annotations

from time import time

from tests.load.place import Channel, Match, Place
from tests.standin.client import Outcome
from tests.wire.players import WARNING

SERVER = "server of reviews"
REVIEW_S = 900.0
"""So long a review is waited for; the bot answers before."""
BAR = ("▰", "▱")


class Reviews:
    """So many matches that are played and resigned before the measurement, and then reviewed in turn."""

    def __init__(self, place: Place, wanted: int) -> None:
        self._place = place
        self._wanted = wanted
        self._matches: list[Match] = []
        self.seconds: list[float] = []
        """How long each review took, from the request to the answer; infinite if it came to nothing."""
        self.troubles: list[str] = []

    async def furnish(self) -> None:
        """Play matches of all games in turn, and let the first player resign where one isn't over."""
        await self._place.control.create("guild", SERVER)
        made = await self._place.control.create("channel", "reviews", guild=SERVER)
        channel = Channel(str(made["id"]), "reviews")
        self._matches = [await self._place.open(channel) for _ in range(self._wanted)]
        await self._place.plan(self._matches)
        for match in self._matches:
            for turn in match.turns:
                await self._say(match.users[turn.seat], match, "/move", line=turn.line)
            asked = (await self._say(match.users[0], match, "/match resign", match=str(match.number))).messages[0]
            for custom_id in asked.ids():
                await self._place.control.press(match.users[0], asked, custom_id)

    async def ask(self, *, until: float) -> None:
        """Ask for one review after the other until all are there, or a time of the clock."""
        for match in self._matches:
            if time() >= until:
                return
            began, number = time(), str(match.number)
            said = (await self._say(match.users[0], match, "/review", match=number)).messages[0].text
            self.seconds.append(float("inf") if WARNING in said else time() - began)
            if WARNING in said:
                self.troubles.append(f"{match.game}: {said}"[:120])

    async def _say(self, user: str, where: Match, command: str, **options: str) -> Outcome:
        sent = await self._place.control.interact(user, where.thread, command, options=options)
        return await self._place.control.outcome_when(sent.interaction, _is_answered, seconds=REVIEW_S)


def _is_answered(outcome: Outcome) -> bool:
    """Whether there is an answer that isn't a bar."""
    said = outcome.messages
    return bool(said) and not said[0].loading and not any(part in said[0].text for part in BAR)
