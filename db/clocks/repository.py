"""Clocks by seat, and times that do not count."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import and_, bindparam, exists, func, or_, select, update

from db.clocks.records import FOREVER, ClockRecord, ClockStopRecord, StopReason
from db.clocks.schema import REMOVED, clock, clock_stop
from db.engine.columns import Shape, to_millis
from db.engine.shards import WHOLE, Shard
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import GuildId, MatchId, UserId
from db.matches.repository import MATCH
from db.records import MatchRecord, PendingKind
from db.shard_filter import IN_SHARD, of_shard
from db.tables import HAS_DUE, invite, match, pending, seat

CLOCK = Shape(ClockRecord, clock)
CLOCK_STOP = Shape(ClockStopRecord, clock_stop)

MOST_USERS = 12
"""Persons whose absences one statement asks for; a shorter list is filled up with 0, who is nobody."""

_clocks = Statement(select_all(CLOCK).where(clock.c.match == bindparam("match")).order_by(clock.c.seat))
_put_clock = upsert(clock)
_new_stop = Statement(insert_all(clock_stop, but=("id",)))
_end_stop = Statement(update(clock_stop).where(clock_stop.c.id == bindparam("stop_id")).values(ends=bindparam("ends")))
_SINCE = func.coalesce(
    select(func.min(pending.c.since)).where(pending.c.match == bindparam("match")).scalar_subquery(),
    select(match.c.moved).where(match.c.id == bindparam("match")).scalar_subquery(),
)
_stops_of_match = Statement(
    select_all(CLOCK_STOP)
    .where(
        clock_stop.c.ends > _SINCE,
        or_(
            clock_stop.c.match == bindparam("match"),
            clock_stop.c.user.in_(select(seat.c.user).where(seat.c.match == bindparam("match"))),
            and_(clock_stop.c.match.is_(None), clock_stop.c.user.is_(None)),
        ),
    )
    .order_by(clock_stop.c.starts)
)
_stops = Statement(
    select_all(CLOCK_STOP)
    .where(
        clock_stop.c.ends > bindparam("after"),
        or_(
            clock_stop.c.match == bindparam("match"),
            clock_stop.c.user.in_([bindparam(f"user{at}") for at in range(MOST_USERS)]),
            and_(clock_stop.c.match.is_(None), clock_stop.c.user.is_(None)),
        ),
    )
    .order_by(clock_stop.c.starts)
)
_clocks_of_many = Statement(select_all(CLOCK).where(in_batch(clock.c.match)).order_by(clock.c.match, clock.c.seat))
_stops_of_many = Statement(
    select_all(CLOCK_STOP)
    .where(in_batch(clock_stop.c.match), clock_stop.c.ends > bindparam("after"))
    .order_by(clock_stop.c.starts)
)
_absences = Statement(
    select_all(CLOCK_STOP)
    .where(clock_stop.c.user == bindparam("user"), clock_stop.c.ends > bindparam("after"))
    .order_by(clock_stop.c.starts)
)
_REMOVED = exists().where(
    clock_stop.c.match == match.c.id, clock_stop.c.why == StopReason.REMOVED, clock_stop.c.ends == to_millis(FOREVER)
)
_left_guilds = Statement(
    select(match.c.guild)
    .join(clock_stop, clock_stop.c.match == match.c.id)
    .where(REMOVED, clock_stop.c.ends == to_millis(FOREVER))
    .where(match.c.status == "running", match.c.guild.is_not(None), IN_SHARD)
    .distinct()
)
_OF_GUILD = (match.c.guild == bindparam("guild"), match.c.status == "running")
_going = Statement(select(match.c.id).where(*_OF_GUILD, ~_REMOVED).order_by(match.c.id))
_stopped = Statement(select(match.c.id).where(*_OF_GUILD, _REMOVED).order_by(match.c.id))
_timed = Statement(
    select(pending.c.match)
    .join(match, match.c.id == pending.c.match)
    .where(pending.c.kind == PendingKind.SEAT, pending.c.match > bindparam("after"), HAS_DUE, IN_SHARD)
    .distinct()
    .order_by(pending.c.match)
    .limit(bindparam("most"))
)
_offering = Statement(
    select_all(MATCH)
    .join(clock, clock.c.match == match.c.id)
    .where(
        match.c.guild == bindparam("guild"),
        match.c.status == "running",
        or_(
            match.c.private == 0,
            exists().where(invite.c.match == match.c.id, invite.c.user == bindparam("user")),
        ),
        clock.c.offered.is_not(None),
    )
    .order_by(match.c.moved)
    .limit(bindparam("most"))
)


_of_all = Statement(
    select_all(CLOCK_STOP)
    .where(clock_stop.c.match.is_(None), clock_stop.c.user.is_(None))
    .order_by(clock_stop.c.ends.desc())
    .limit(bindparam("most"))
)

MOST_LOOKED = 100
"""Outages that are looked through for the newest one of a server: those of other shards are among them."""


class ClockRepository(Repository):
    """What the time of long matches is told by."""

    def of_match(self, match: MatchId) -> tuple[ClockRecord, ...]:
        """Return the clocks of a match by seat."""
        return self._records(CLOCK, _clocks, match=match)

    def of_matches(self, matches: Iterable[MatchId]) -> tuple[ClockRecord, ...]:
        """Return the clocks of many matches, those of each by seat."""
        return self._of_all(CLOCK, _clocks_of_many, matches)

    def put(self, record: ClockRecord) -> None:
        """Store the clock of a seat."""
        self._send_record(CLOCK, _put_clock, record)

    def find_offering(self, guild: GuildId, user: UserId | None = None, *, most: int) -> tuple[MatchRecord, ...]:
        """Return the running matches of a server in which a seat is put up, those that waited longest first.

        Private ones only if ``user`` is invited to them.
        """
        return tuple(dict.fromkeys(self._records(MATCH, _offering, guild=guild, user=user or 0, most=most)))

    def add_stop(self, record: ClockStopRecord) -> None:
        """Let clocks stand still (``record.id`` counts for nothing)."""
        self._put(CLOCK_STOP, _new_stop, record)

    def end_stop(self, stop_id: int, ends: datetime) -> None:
        """Let a time that does not count end at another moment."""
        self._change(_end_stop, stop_id=stop_id, ends=to_millis(ends))

    def stops(
        self, match: MatchId, users: Iterable[UserId], *, guild: GuildId | None, after: datetime
    ) -> tuple[ClockStopRecord, ...]:
        """Return what ends after a time and stops clocks of a match: its own, of the users, of all in its server."""
        wanted = list(dict.fromkeys(users))[:MOST_USERS]
        params = {f"user{at}": wanted[at] if at < len(wanted) else 0 for at in range(MOST_USERS)}
        found = self._records(CLOCK_STOP, _stops, match=match, after=to_millis(after), **params)
        return tuple(record for record in found if record.concerns(guild))

    def stops_of_matches(self, matches: Iterable[MatchId], *, after: datetime) -> tuple[ClockStopRecord, ...]:
        """Return what ends after a time and stops clocks of single ones of many matches."""
        return self._of_all(CLOCK_STOP, _stops_of_many, matches, after=to_millis(after))

    def stops_of_match(self, match: MatchId, *, guild: GuildId | None) -> tuple[ClockStopRecord, ...]:
        """Return the same of a match and its players, after the oldest turn that is asked there was asked."""
        return tuple(
            record for record in self._records(CLOCK_STOP, _stops_of_match, match=match) if record.concerns(guild)
        )

    def absences(self, user: UserId, *, after: datetime) -> tuple[ClockStopRecord, ...]:
        """Return the absences of a person that end after a time, in order."""
        return self._records(CLOCK_STOP, _absences, user=user, after=to_millis(after))

    def guilds_left(self, shard: Shard) -> frozenset[GuildId]:
        """Return the servers of a shard in which matches are stopped, since the bot is no member."""
        return frozenset(GuildId(row[0]) for row in self._rows(_left_guilds, **of_shard(shard)))

    def find_running(self, guild: GuildId, *, stopped: bool) -> tuple[MatchId, ...]:
        """Return the running matches of a server that are stopped since the bot is no member, or the others."""
        return tuple(MatchId(row[0]) for row in self._rows(_stopped if stopped else _going, guild=guild))

    def find_timed(self, *, after: MatchId, most: int, shard: Shard = WHOLE) -> tuple[MatchId, ...]:
        """Return matches whose number is above ``after`` and in which a clock runs for somebody, in order."""
        return tuple(MatchId(row[0]) for row in self._rows(_timed, after=after, most=most, **of_shard(shard)))

    def find_last_outage(self, guild: GuildId) -> ClockStopRecord | None:
        """Return the newest outage of the bot that a server's matches were credited with."""
        found = self._records(CLOCK_STOP, _of_all, most=MOST_LOOKED)
        return next((stop for stop in found if stop.concerns(guild)), None)
