"""Results and ratings, as the edge sees them."""

from __future__ import annotations

from typing import Protocol

from bot.app.ratings.exports import File, Form
from bot.app.ratings.looks import BoardLook, ProfileLook, RecordLook, VersusLook
from bot.app.records import (
    Actor,
    Place,
)
from db.ids import UserId


class RatingService(Protocol):
    """Results, ratings, profiles and boards."""

    async def profile(self, viewer: Actor, *, place: Place, user: UserId, game: str | None = None) -> ProfileLook:
        """Return a player's profile as the viewer may see it in this place."""
        ...

    async def leaderboard(
        self, viewer: Actor, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> BoardLook:
        """Return the leaderboard of a game (None: over all games) of this server, or across servers."""
        ...

    async def records(
        self, *, place: Place, game: str | None = None, everywhere: bool = False
    ) -> tuple[RecordLook, ...]:
        """Return the highest totals by game and number of seats."""
        ...

    async def versus(self, *, place: Place, first: UserId, second: UserId) -> VersusLook:
        """Return what came of the matches of two players on this server."""
        ...

    async def set_consent(self, actor: Actor, *, agrees: bool) -> None:
        """Note whether a player's results may be shown across servers."""
        ...

    async def set_block(self, actor: Actor, *, other: UserId, blocked: bool) -> bool:
        """Note whether a player wants to meet another; return whether that changed anything."""
        ...

    async def blocked(self, actor: Actor) -> tuple[UserId, ...]:
        """Return whom a player does not want to meet."""
        ...

    async def export(self, *, place: Place, form: Form) -> File:
        """Return all results of a server as a file."""
        ...
