"""Records of bars and reports."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from db.engine.personal import Written
from db.ids import ChannelId, GuildId, MatchId, MessageId, ReportId, UserId


class BarRecord(Struct, frozen=True, kw_only=True):
    """A person may not play in a server's matches: ``until`` a time, or (None) until somebody lifts it.

    ``name`` and ``by_name``: as the person, and who barred them, were called then.
    """

    guild: GuildId
    user: UserId
    name: Written
    by: UserId
    by_name: Written
    why: Written
    at: datetime
    until: datetime | None


class KeptBarRecord(Struct, frozen=True, kw_only=True):
    """What is left of the bar of a person who has deleted their data: a keyed hash of the id, and until when."""

    guild: GuildId
    digest: str
    until: datetime | None


class ReportState(StrEnum):
    """How far a report is."""

    OPEN = "open"
    CLAIMED = "claimed"
    RESOLVED = "resolved"


class ReportTopic(StrEnum):
    """What a report is about."""

    INSULT = "insult"
    CHEATING = "cheating"
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


class ReportRecord(Struct, frozen=True, kw_only=True):
    """Somebody told the staff of a server about a match, when its log had ``ply`` entries (None: the match is gone).

    ``claimer`` is who looks after it, or has resolved it with the words of ``outcome``. ``channel`` and ``message``:
    where it was posted for staff. ``about``: who wrote the message that was reported, None: it isn't about one.
    """

    id: ReportId
    guild: GuildId
    match: MatchId | None
    ply: int
    reporter: UserId
    name: Written
    topic: ReportTopic
    words: Written
    state: ReportState
    claimer: UserId | None
    claimer_name: Written
    outcome: Written
    at: datetime
    closed: datetime | None
    channel: ChannelId | None
    message: MessageId | None
    about: UserId | None = None
