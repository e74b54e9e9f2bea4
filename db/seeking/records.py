"""Records of people who wait for others to play with."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from db.ids import ChannelId, GuildId, MatchId, UserId


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


class WishRecord(Struct, frozen=True, kw_only=True):
    """What some people on a server wait for in a game, and how many do."""

    seats: int
    live: bool
    people: int


class Every(StrEnum):
    """How often a match is played again."""

    WEEK = "week"
    FORTNIGHT = "fortnight"
    MONTH = "month"


class RegularRecord(Struct, frozen=True, kw_only=True):
    """A finished match is opened again at ``due`` for the same people, and so on; ``user`` hosts it.

    ``latest``: the newest match that came of it, itself at first. ``category``: that of its channel, 0: none.
    """

    match: MatchId
    latest: MatchId
    user: UserId
    category: int
    every: Every
    due: datetime
