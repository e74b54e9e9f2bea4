"""People who practice while others play: they open the panel, wait for what a search suggests, and make a turn."""

from __future__ import annotations

import asyncio
from time import time

from tests.load.place import Channel, Match, Place
from tests.load.players import FAILURES
from tests.standin.client import Outcome
from tests.wire.players import WARNING

SERVER = "server of practice"
DECIDES_S = 6.0
"""So long somebody looks at a panel before the turn is made: a search needs about a second."""
ANSWER_S = 30.0
MOST_TROUBLES = 8


class Practice:
    """So many people with a practice match each, in which they have both seats."""

    def __init__(self, place: Place, wanted: int) -> None:
        self._place = place
        self._wanted = wanted
        self._matches: list[Match] = []
        self.seconds: list[float] = []
        """How long after the panel was asked for it showed a suggestion of a search."""
        self.panels = 0
        """Panels that were opened, whatever came of it."""
        self.troubles: list[str] = []

    async def furnish(self) -> None:
        """Begin the matches, games in turn."""
        people = [f"learner{at}" for at in range(self._wanted)]
        await self._place.admit(people)
        await self._place.control.create("guild", SERVER)
        made = await self._place.control.create("channel", "practice", guild=SERVER)
        channel = Channel(str(made["id"]), "practice")
        self._matches = [await self._place.open_alone(channel, user) for user in people]
        await self._place.plan(self._matches)

    async def play(self, *, until: float) -> None:
        """Let all of them play until a time of the clock; a match that is over makes room for none."""
        await asyncio.gather(*(self._play(match, until=until) for match in self._matches))

    async def _play(self, match: Match, *, until: float) -> None:
        try:
            for turn in match.turns:
                if time() >= until:
                    return
                await self._look(match)
                said = await self._say(match, "/move", line=turn.line)
                if WARNING in said.messages[0].text:
                    self._note(f"{match.game}, {turn.line}: {said.messages[0].text}")
                    return
        except FAILURES as error:
            self._note(f"{match.game}: {error!r}")

    async def _look(self, match: Match) -> None:
        """Open the panel, and look at it until a suggestion came, or as long as a turn takes."""
        asked = time()
        opened = await self._say(match, "/next")
        at_once, edited = opened.messages[0].text, asked + DECIDES_S
        self.panels += 1
        try:
            await self._place.control.outcome_when(
                opened.interaction, lambda now: now.messages[0].text != at_once, seconds=DECIDES_S
            )
        except TimeoutError:
            return  # it is sure of none
        self.seconds.append(time() - asked)
        await asyncio.sleep(max(0.0, edited - time()))

    async def _say(self, match: Match, command: str, **options: str) -> Outcome:
        sent = await self._place.control.interact(match.users[0], match.thread, command, options=options)
        return await self._place.control.outcome_when(
            sent.interaction, lambda now: bool(now.messages) and not now.messages[0].loading, seconds=ANSWER_S
        )

    def _note(self, trouble: str) -> None:
        if len(self.troubles) < MOST_TROUBLES:
            self.troubles.append(trouble[:120])
