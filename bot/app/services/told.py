"""Being told, as the edge sees it: whether a person is reached."""

from __future__ import annotations

from typing import Protocol

from bot.app.delivery.health import Health, Proof, ServerHealth
from bot.app.records import Actor, Place
from db.ids import GuildId, UserId


class ToldService(Protocol):
    """Tests of delivery, and what is known of failures."""

    async def test(self, actor: Actor, *, place: Place | None) -> Proof:
        """Send a direct message and a mention the way all notices go, and return what became of them.

        ``place`` None: the direct message alone. Takes up to 10 seconds. Raises Refusal while a test of the actor's is
        under way.
        """
        ...

    async def health(self, user: UserId) -> Health:
        """Return how a person is reached, and what failed."""
        ...

    async def server_health(self, guild: GuildId) -> ServerHealth:
        """Return what could not be delivered in a server, and how far behind the bot is."""
        ...
