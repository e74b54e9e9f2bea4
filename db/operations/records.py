"""Records of what the operator of the bot has ordered, and of how its servers are."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.engine.personal import Written
from db.ids import GuildId


class BlockedServerRecord(Struct, frozen=True, kw_only=True):
    """A server in which the bot does nothing, and why."""

    guild: GuildId
    reason: Written
    at: datetime


class BroadcastRecord(Struct, frozen=True, kw_only=True):
    """What the operator tells the owners of all servers."""

    id: int
    text: Written
    at: datetime


class ServerUse(Struct, frozen=True, kw_only=True):
    """How a server (None: direct messages) is used: matches by status, and when anything last happened in one."""

    guild: GuildId | None
    lobby: int
    running: int
    finished: int
    moved: datetime
