"""Records of clocks: what is left to a seat, when clocks stand still, what is being voted on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from db.engine.shards import Shard
from db.ids import GuildId, MatchId, UserId
from db.records import ProposalKind
from games.core.seats import TABLE


class ClockRecord(Struct, frozen=True, kw_only=True):
    """The clock of a seat: ``left`` milliseconds when it last stopped or began; ``since``: it runs since then.

    ``excuses`` are misses that lead to no more than a default move, ``kept`` turns made in time since the last of them
    was used (0: the player has not come yet). ``offered``: since then the seat is open for a replacement; ``vacant``:
    it was put up because the player did not come, or has left the server, so that nobody waits for their consent.
    ``stand_in``: a computer player of that level plays until the player is back. ``season``: that of the last turn
    waited for, where the game has seasons; ``away``: the player missed it, so that the rest of the season goes by
    default moves until the player does anything.
    """

    match: MatchId
    seat: int
    left: int
    since: datetime | None
    excuses: int
    kept: int
    offered: datetime | None
    stand_in: str | None = None
    vacant: bool = False
    season: str = ""
    away: bool = False


class StopReason(StrEnum):
    """Why clocks stand still."""

    AWAY = "away"
    """A person has declared an absence."""
    PAUSE = "pause"
    """The players of a match have agreed on it, or its staff has ordered it."""
    TOURNAMENT = "event"  # as rows of earlier releases have it
    """The organizer of the match's tournament has paused it."""
    DOWN = "down"
    """The bot did not run, or no process of it that serves the shard."""
    DISCORD = "discord"
    """Discord could not be reached: no gateway, or nothing could be delivered."""
    CLOCK = "clock"
    """The machine slept, or its clock was set ahead."""
    HOLD = "hold"
    """Staff holds a match: nothing is played until it is released."""
    REMOVED = "removed"
    """The bot is no member of the match's server: nothing is played until it is added again."""


STOPPED = (StopReason.HOLD, StopReason.REMOVED)
"""What stops not only clocks but the match, until somebody does something about it."""

FOREVER = datetime(9000, 1, 1, tzinfo=UTC)
"""The end of what stops a match and is not over yet."""


class ClockStopRecord(Struct, frozen=True, kw_only=True):
    """Clocks stand still from ``starts`` until before ``ends``: of a match, of a person in all matches, or all.

    Of all: those of one shard's matches, if ``shard`` and their count ``shards`` are given.
    """

    id: int
    match: MatchId | None
    user: UserId | None
    why: StopReason
    starts: datetime
    ends: datetime
    shard: int | None = None
    shards: int | None = None

    def concerns(self, guild: GuildId | None) -> bool:
        """Return whether it stops clocks in a server, as far as that depends on its shard."""
        return self.shard is None or self.shards is None or Shard(self.shard, self.shards).has(guild)


class ServiceRecord(Struct, frozen=True, kw_only=True):
    """When players of a shard could last reach a process of the bot, and which."""

    shard: int
    shards: int
    process: str
    seen: datetime


class LeaseRecord(Struct, frozen=True, kw_only=True):
    """Which process has a shard (None: none), for how long at most, and which one is ready to take it over."""

    shard: Shard
    holder: str | None
    left: timedelta
    waiting: str | None


class ProposalRecord(Struct, frozen=True, kw_only=True):
    """Something that is decided together: ``yes`` are the seats that agree, or that have voted. ``data`` is JSON.

    ``seat``: which seat it is about; TABLE: the whole match. ``mover`` has proposed it; a vote has its own seat there.
    """

    match: MatchId
    kind: ProposalKind
    seat: int = TABLE
    mover: int
    yes: tuple[int, ...]
    data: bytes
    at: datetime
