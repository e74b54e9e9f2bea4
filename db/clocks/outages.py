"""Which shards were served when, and what follows when they were not, or when the machine's clock went back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Executable, Integer, Table, and_, bindparam, case, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement

from db.clocks.records import ServiceRecord
from db.clocks.schema import UNSERVED, clock, clock_stop, proposal, service
from db.engine.columns import Shape, to_millis
from db.engine.database_time import DatabaseTime
from db.engine.shards import Shard
from db.engine.statements import Statement
from db.engine.transaction import Repository, select_all
from db.ids import MatchId, TournamentId
from db.notifications.schema import reach
from db.records import PendingKind
from db.shard_filter import IN_SHARD, NOTICE_IN_SHARD, TOURNAMENT_IN_SHARD, of_shard
from db.tables import ALIVE, HAS_DUE, UNDER_WAY, match, outbox, pending, post
from db.tournaments.schema import pairing, tournament

SERVICE = Shape(ServiceRecord, service)

_BY = bindparam("by", type_=BigInteger)
_BEFORE = bindparam("before", type_=BigInteger)
_NOW = bindparam("now", type_=BigInteger)
_STARTS = bindparam("from", type_=BigInteger)
_ENDS = bindparam("to", type_=BigInteger)
_SHARD = bindparam("of_shard", type_=Integer)
_SHARDS = bindparam("of_shards", type_=Integer)
_MATCHES = select(match.c.id).where(ALIVE, IN_SHARD).scalar_subquery()
"""A shard's matches that aren't over: only these wait for anything."""
_ALL_MATCHES = select(match.c.id).where(IN_SHARD).scalar_subquery()
_TOURNAMENTS = select(tournament.c.id).where(TOURNAMENT_IN_SHARD).scalar_subquery()

_services = Statement(select_all(SERVICE).where(service.c.seen > UNSERVED))


def _serve_first(insert: Callable[[Table], Any]) -> Executable:
    row = insert(service).values({name: bindparam(name) for name in SERVICE.names})
    first = {name: row.excluded[name] for name in ("process", "seen")}
    keys = ["shard", "shards"]
    return row.on_conflict_do_update(  # type: ignore[no-any-return]
        index_elements=keys, set_=first, where=service.c.seen == UNSERVED
    )


_first_service = Statement(_serve_first(postgresql.insert), _serve_first(sqlite.insert))
_serve = Statement(
    update(service)
    .where(
        service.c.shard == _SHARD,
        service.c.shards == _SHARDS,
        service.c.seen == bindparam("was"),
    )
    .values(seen=bindparam("seen"), process=bindparam("process"))
)
_forget_services = Statement(
    delete(service).where(
        service.c.shards != _SHARDS, or_(service.c.holder.is_(None), service.c.expires <= DatabaseTime())
    )
)

# --- After an outage: what waits without a clock is put off by as much of it as it stood through -----------------

_ANNOUNCED = or_(*(pending.c.kind == kind for kind in (PendingKind.START, PendingKind.CHECK, PendingKind.READY)))
_CLOCKED = (PendingKind.SEAT, PendingKind.GRACE, PendingKind.REMINDER, PendingKind.OPEN)
_LATER = _ENDS - case((pending.c.since > _STARTS, pending.c.since), else_=_STARTS)
_put_off = Statement(
    update(pending)
    .where(
        *(pending.c.kind != kind for kind in _CLOCKED),
        ~_ANNOUNCED,
        HAS_DUE,
        pending.c.due > _STARTS,
        pending.c.since < _ENDS,
        pending.c.match.in_(_MATCHES),
    )
    .values(due=pending.c.due + _LATER, since=pending.c.since + _LATER)
)
_missed_starts = Statement(
    select(pending.c.match)
    .join(match, match.c.id == pending.c.match)
    .where(
        _ANNOUNCED,
        HAS_DUE,
        pending.c.due >= _STARTS,
        pending.c.due < _ENDS,
        IN_SHARD,
    )
    .distinct()
)
_expiring = Statement(
    select(pending.c.match)
    .join(match, match.c.id == pending.c.match)
    .where(pending.c.kind == PendingKind.EXPIRY, HAS_DUE, IN_SHARD)
    .order_by(pending.c.match)
)
_put_off_start = Statement(
    update(pending)
    .where(_ANNOUNCED, pending.c.match == bindparam("of"))
    .values(due=pending.c.due + _BY, since=pending.c.since + _BY)
)
_WHILE_PLAYED = case((pairing.c.began > _STARTS, pairing.c.began), else_=_STARTS)
_PLAYED = (pairing.c.status == "playing", pairing.c.due.is_not(None))


def _tournaments_put_off(which: ColumnElement[bool]) -> tuple[Statement, ...]:
    """Put off what tournaments wait for by a time through which they stood still: the one rule of outages and pauses.

    A check-in that is open, and the start of one whose check-in or start fell into it; the last days of matches.
    """
    length = _ENDS - _STARTS
    waiting = or_(tournament.c.status == "check-in", and_(tournament.c.status == "open", tournament.c.due < _ENDS))
    tournaments = select(tournament.c.id).where(which).scalar_subquery()
    version = tournament.c.version + 1
    return (
        Statement(
            update(tournament)
            .where(waiting, tournament.c.due >= _STARTS, which)
            .values(due=tournament.c.due + length, starts=tournament.c.starts + length, version=version)
        ),
        Statement(
            update(tournament)
            .where(tournament.c.status == "running", which)
            .values(
                due=case((tournament.c.due > _STARTS, tournament.c.due + length), else_=tournament.c.due),
                stood=tournament.c.stood + length,
                version=version,
            )
        ),
        Statement(
            update(pairing)
            .where(*_PLAYED, pairing.c.tournament.in_(tournaments), pairing.c.due > _STARTS, pairing.c.began < _ENDS)
            .values(due=pairing.c.due + _ENDS - _WHILE_PLAYED)
        ),
    )


_GOING = tournament.c.paused.is_(None)
# A pause is credited as a whole when it is over.
_put_off_tournaments = _tournaments_put_off(and_(TOURNAMENT_IN_SHARD, _GOING))
_put_off_tournament = _tournaments_put_off(tournament.c.id == bindparam("of_tournament", type_=BigInteger))
_put_off_pairing = Statement(
    update(pairing)
    .where(
        *_PLAYED,
        pairing.c.match == bindparam("of"),
        pairing.c.tournament.in_(select(tournament.c.id).where(_GOING).scalar_subquery()),
    )
    .values(due=pairing.c.due + _ENDS - _WHILE_PLAYED)
)
_renew = Statement(update(match).where(ALIVE, IN_SHARD).values(version=match.c.version + 1))

# --- After the clock was set back: what was noted by the old one is rewritten in the new one ----------------------


def _back(column: ColumnElement[int]) -> ColumnElement[int]:
    """A time that was past before the clock was set back; what lay ahead is a date, and stays."""
    return case((column <= _BEFORE, column + _BY), else_=column)


_ONE = _SHARD == 0
_OF_SHARD_STOP = or_(
    clock_stop.c.match.in_(_ALL_MATCHES),
    and_(clock_stop.c.match.is_(None), clock_stop.c.shard == _SHARD, clock_stop.c.shards == _SHARDS),
    and_(clock_stop.c.match.is_(None), _ONE, or_(clock_stop.c.shard.is_(None), clock_stop.c.shards != _SHARDS)),
)
_set_back = (
    Statement(
        update(pending)
        .where(~_ANNOUNCED, pending.c.match.in_(_MATCHES))
        .values(since=pending.c.since + _BY, due=pending.c.due + _BY)
    ),
    Statement(
        update(clock).where(clock.c.since.is_not(None), clock.c.match.in_(_MATCHES)).values(since=clock.c.since + _BY)
    ),
    Statement(update(proposal).where(proposal.c.match.in_(_MATCHES)).values(at=proposal.c.at + _BY)),
    Statement(
        update(clock_stop)
        .where(_OF_SHARD_STOP)
        .values(starts=_back(clock_stop.c.starts), ends=_back(clock_stop.c.ends))
    ),
    Statement(
        update(outbox)
        .where(UNDER_WAY, NOTICE_IN_SHARD)
        .values(not_before=outbox.c.not_before + _BY, sending=outbox.c.sending + _BY, doubt=outbox.c.doubt + _BY)
    ),
    Statement(update(post).where(post.c.at > _NOW, post.c.match.in_(_ALL_MATCHES)).values(at=post.c.at + _BY)),
    Statement(update(reach).where(_ONE, reach.c.closed > _NOW).values(closed=reach.c.closed + _BY)),
    Statement(update(reach).where(_ONE, reach.c.digest > _BEFORE).values(digest=reach.c.digest + _BY)),
    Statement(
        update(tournament)
        .where(tournament.c.status == "running", _GOING, TOURNAMENT_IN_SHARD)
        .values(due=tournament.c.due + _BY, version=tournament.c.version + 1)
    ),
    Statement(update(tournament).where(TOURNAMENT_IN_SHARD).values(paused=tournament.c.paused + _BY)),
    Statement(
        update(pairing)
        .where(*_PLAYED, pairing.c.tournament.in_(_TOURNAMENTS))
        .values(due=pairing.c.due + _BY, began=pairing.c.began + _BY)
    ),
    Statement(
        update(service).where(service.c.shard == _SHARD, service.c.shards == _SHARDS).values(seen=service.c.seen + _BY)
    ),
)


def _span(starts: datetime, ends: datetime) -> dict[str, int]:
    """The parameters of an outage."""
    return {"from": to_millis(starts), "to": to_millis(ends)}


class OutageRepository(Repository):
    """Times when players could not reach the bot."""

    def services(self) -> tuple[ServiceRecord, ...]:
        """Return when each shard was last served, of those that ever were."""
        return self._records(SERVICE, _services)

    def serve(self, record: ServiceRecord, *, was: datetime | None) -> bool:
        """Note that a shard is served; return False if another process noted it since ``was`` (None: nobody had)."""
        params = SERVICE.params(record)
        if was is None:
            return self._change(_first_service, **params) > 0
        return self._change(_serve, was=to_millis(was), **of_shard(Shard(record.shard, record.shards)), **params) > 0

    def forget_services(self, *, but: int) -> None:
        """Remove what is noted of shards of another count, unless a process has them."""
        self._change(_forget_services, of_shards=but)

    def put_off(self, shard: Shard, *, starts: datetime, ends: datetime) -> None:
        """Put off what waits without a clock by an outage of its shard.

        That is timers, computer players and the ends of open matches; the last days of tournament matches;
        a tournament's check-in or start that fell into the outage, and the end of a check-in that was open. Tournaments
        that pause are left alone.
        """
        for statement in (_put_off, *_put_off_tournaments):
            self._change(statement, **_span(starts, ends), **of_shard(shard))

    def put_off_tournament(self, tournament: TournamentId, *, starts: datetime, ends: datetime) -> None:
        """Put off what one tournament waits for by a pause that is over, as after an outage."""
        for statement in _put_off_tournament:
            self._change(statement, of_tournament=tournament, **_span(starts, ends))

    def put_off_starts(self, shard: Shard, *, starts: datetime, ends: datetime) -> tuple[MatchId, ...]:
        """Put off announced starts whose call, or check before it, fell into an outage; return their matches."""
        rows = self._rows(_missed_starts, **_span(starts, ends), **of_shard(shard))
        by = to_millis(ends) - to_millis(starts)
        for row in rows:
            self._change(_put_off_start, of=row[0], by=by)
        return tuple(MatchId(row[0]) for row in rows)

    def put_off_pairing(self, match: MatchId, *, starts: datetime, ends: datetime) -> None:
        """Put off the last day of a tournament's match by a time through which it stood still; not in a pause of it."""
        self._change(_put_off_pairing, of=match, **_span(starts, ends))

    def find_expiring(self, shard: Shard) -> tuple[MatchId, ...]:
        """Return a shard's open matches that are closed if nobody fills them."""
        return tuple(MatchId(row[0]) for row in self._rows(_expiring, **of_shard(shard)))

    def renew(self, shard: Shard) -> None:
        """Let whoever decides about a shard's matches just now read them anew: their times have changed."""
        self._change(_renew, **of_shard(shard))

    def set_back(self, shard: Shard, *, by: timedelta, now: datetime) -> None:
        """Rewrite a shard's times by a clock that was set back to ``now`` (``by`` is negative).

        Times that were past by the old clock, and what they lead to, move with it; announced dates stay.
        """
        millis = by // timedelta(milliseconds=1)
        params = {"by": millis, "before": to_millis(now) - millis, "now": to_millis(now), **of_shard(shard)}
        for statement in _set_back:
            self._change(statement, **params)
