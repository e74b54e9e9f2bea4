"""Records of what staff and hosts have done."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.engine.personal import Written
from db.ids import GuildId, MatchId, UserId


class AuditRecord(Struct, frozen=True, kw_only=True):
    """Who did something on a server, with a match or not: ``name`` as it was then, ``what`` the JSON of a sentence.

    ``subject``: whom it was done to, if it was a person; ``why``: in the words of who did it, "" if they gave none.
    """

    id: int
    guild: GuildId
    match: MatchId | None
    user: UserId
    name: Written
    what: bytes
    at: datetime
    subject: UserId | None = None
    why: Written = ""
