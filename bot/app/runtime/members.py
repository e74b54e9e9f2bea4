"""Whether people are still on a match's server: looked up one by one, since the bot doesn't hear when they leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from db.ids import GuildId, UserId


class Members(Protocol):
    """Who is a member of a server, and who owns one; implemented by the edge."""

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Return whether a person is no member; None where Discord doesn't say so within seconds."""
        ...

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Return the owners of the servers that this process serves, as far as Discord has told them."""
        ...


class LeftServer(Struct, frozen=True):
    """Who has left the server of a match; ``of_event``: the match is one of a tournament."""

    users: frozenset[UserId] = frozenset()
    of_tournament: bool = False


NOBODY = LeftServer()


class Everybody:
    """Nobody ever leaves: in a simulator, or where the edge does not say."""

    async def has_left(self, guild: GuildId, user: UserId) -> bool | None:
        """Return False."""
        return False

    def find_owners(self) -> Mapping[GuildId, UserId]:
        """Return nobody."""
        return {}
