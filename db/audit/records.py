"""Records of what staff and hosts have done."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.engine.personal import Written
from db.ids import GuildId, MatchId, UserId


class AuditRecord(Struct, frozen=True, kw_only=True):
    """Who did something with a match of a server: ``name`` as it was then, ``what`` the JSON of a sentence."""

    id: int
    guild: GuildId
    match: MatchId | None
    user: UserId
    name: Written
    what: bytes
    at: datetime
