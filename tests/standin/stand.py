"""The parts of a running stand-in, as the routes and services see them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.standin.faults import Faults
from tests.standin.gateway import Hub
from tests.standin.model import Interaction
from tests.standin.oauth import OAuth
from tests.standin.rates import Rates
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import World


class Live:
    """What can be awaited of an interaction while this process lives."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self._changed = asyncio.Event()

    def touch(self) -> None:
        """Something happened: an answer, a follow-up, an edit, a refusal."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def until(self, done: Callable[[], bool], *, seconds: float) -> bool:
        """Wait until ``done`` or the time is up; whether it is done."""
        end = asyncio.get_running_loop().time() + seconds
        while not done():
            left = end - asyncio.get_running_loop().time()
            if left <= 0:
                return False
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                return done()
        return True


@dataclass
class Stand:
    """A running stand-in."""

    world: World
    hub: Hub
    rates: Rates
    faults: Faults = field(default_factory=Faults)
    check_answers: bool = False
    oauth: OAuth = field(default_factory=OAuth)
    live: dict[Snowflake, Live] = field(default_factory=dict)
    chosen: dict[tuple[Snowflake, Snowflake, str], frozenset[str]] = field(default_factory=dict)
    """What each user's client shows as chosen in a select: by user, message and custom id, for as long as it runs."""

    def watch(self, interaction: Interaction) -> Live:
        """The live side of an interaction, made if this process hasn't one yet."""
        return self.live.setdefault(interaction.id, Live())

    def touched(self, interaction: Interaction, *messages: Snowflake) -> None:
        """Store an interaction after something happened to it, remembering the messages it led to."""
        interaction.messages += [key for key in messages if key not in interaction.messages]
        self.world.save(interaction)
        self.watch(interaction).touch()

    def told(self) -> Obj:
        """Sessions, waiting faults and counts, for the control API."""
        waiting = [{"id": f.id, "do": f.do, "method": f.method, "path": f.path} for f in self.faults.waiting]
        return {"sessions": self.hub.shards(), "faults": waiting, "invalid_requests": self.rates.invalid}
