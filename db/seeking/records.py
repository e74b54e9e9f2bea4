"""Records of people who wait for others to play with."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.ids import ChannelId, GuildId, UserId


class SeekerRecord(Struct, frozen=True, kw_only=True):
    """A person waits on a server for others to play a game with, from ``at`` up to ``until``.

    ``seats``: of the match; ``live``: played in one sitting; ``near``: only with people whose rating is near.
    ``channel``: where the person asked; ``open``: everybody on the server sees it.
    """

    guild: GuildId
    user: UserId
    game: str
    seats: int
    live: bool
    near: bool
    channel: ChannelId
    open: bool
    at: datetime
    until: datetime
