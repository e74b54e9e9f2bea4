"""Records of what staff and hosts have done."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.ids import GuildId, MatchId, UserId
from db.written import Written


class DeedRecord(Struct, frozen=True, kw_only=True):
    """Who did something with a match of a server: ``name`` as it was then, ``what`` the JSON of a sentence."""

    id: int
    guild: GuildId
    match: MatchId | None
    user: UserId
    name: Written
    what: bytes
    at: datetime
