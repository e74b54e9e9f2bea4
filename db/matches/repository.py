"""Matches, seats and invitations."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from msgspec.structs import replace
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    TextClause,
    bindparam,
    delete,
    func,
    or_,
    select,
    union,
    update,
)

from db.engine.columns import Shape, to_millis
from db.engine.errors import Conflict
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.matches.packed_logs import PACKED
from db.records import InviteRecord, MatchRecord, SeatRecord, Status
from db.tables import ALIVE, OVER_IN_THREAD, SEAT_ALIVE, invite, match, seat
from db.tournaments.schema import pairing

MATCH = Shape(MatchRecord, match)
SEAT = Shape(SeatRecord, seat)
INVITE = Shape(InviteRecord, invite)

_SAVED = (
    "status", "seats", "options", "pace", "private", "practice", "host", "ply", "outcome", "started",
    "finished", "moved", "rules_number", "state_number", "undo",
    "closed",
)  # fmt: skip

_ID = match.c.id == bindparam("match_id")

_new = Statement(insert_all(match, but=("id", "packed")).returning(match.c.id))
_get = Statement(select_all(MATCH).where(_ID))
_seed = Statement(select(match.c.seed).where(_ID))
_save = Statement(
    update(match)
    .where(_ID, match.c.version == bindparam("was"))
    .where(or_(match.c.packed != PACKED, match.c.ply == bindparam("ply")))
    .values(version=bindparam("version"), **{name: bindparam(name) for name in _SAVED}),
    key=("match_id",),
)
_set_outcome = Statement(update(match).where(match.c.id == bindparam("of")).values(outcome=bindparam("outcome")))
_thread = Statement(update(match).where(_ID).values(thread=bindparam("thread")))
_many = Statement(select_all(MATCH).where(in_batch(match.c.id)))
_SHOWN = match.c.private <= bindparam("private")
_in_guild = Statement(
    select_all(MATCH)
    .where(match.c.guild == bindparam("guild"), _SHOWN)
    .order_by(match.c.id.desc())
    .limit(bindparam("most"))
)
_in_guild_status = Statement(
    select_all(MATCH)
    .where(match.c.guild == bindparam("guild"), match.c.status == bindparam("status"), _SHOWN)
    .order_by(match.c.id.desc())
    .limit(bindparam("most"))
)
_over = (
    select(match.c.id, match.c.private, match.c.practice)
    .where(match.c.guild == bindparam("guild"), match.c.status == "finished")
    .order_by(match.c.id.desc())
    .limit(bindparam("looked"))
    .subquery()
)
_public = Statement(
    select(_over.c.id)
    .where(_over.c.private == 0, _over.c.practice == 0)
    .order_by(_over.c.id.desc())
    .limit(bindparam("most"))
)
_joinable = Statement(
    select_all(MATCH)
    .where(
        match.c.guild == bindparam("guild"),
        match.c.status == "lobby",
        match.c.private == 0,
        match.c.practice == 0,
        match.c.seats
        > select(func.count()).select_from(seat).where(seat.c.match == match.c.id).scalar_subquery()
        + select(func.count())
        .select_from(invite)
        .where(invite.c.match == match.c.id, invite.c.kept == 1)
        .scalar_subquery(),
    )
    .order_by(match.c.id.desc())
    .limit(bindparam("most"))
)


def _newest(column: ColumnElement[int], *where: ColumnElement[bool] | TextClause) -> Select[Any]:
    """The newest of the matches that a column names, each found once and by index, however many there are."""
    return select(column).distinct().where(*where).order_by(column.desc()).limit(bindparam("most"))


def _read_newest(numbers: Select[Any] | CompoundSelect[Any]) -> Statement:
    """The matches of these numbers, the newest first."""
    chosen = select_all(MATCH).where(match.c.id.in_(numbers))
    return Statement(chosen.order_by(match.c.id.desc()).limit(bindparam("most")))


def _find_in_channel(*where: ColumnElement[bool]) -> CompoundSelect[Any]:
    """The newest matches opened in a channel, and the newest played in it."""
    ways = (_newest(match.c.id, column == bindparam("channel"), *where) for column in (match.c.channel, match.c.thread))
    return union(*(select(way.subquery().c.id) for way in ways))


_OF_USER = seat.c.user == bindparam("user")
_in_channel = _read_newest(_find_in_channel())
_in_channel_status = _read_newest(_find_in_channel(match.c.status == bindparam("status")))
_of_user = _read_newest(_newest(seat.c.match, _OF_USER, SEAT_ALIVE))
_of_user_status = _read_newest(_newest(seat.c.match, _OF_USER, seat.c.match_status == bindparam("status")))
_invited = Statement(
    select_all(MATCH)
    .join(invite, invite.c.match == match.c.id)
    .where(invite.c.user == bindparam("user"), or_(match.c.status == "lobby", match.c.status == "running"))
    .order_by(match.c.id.desc())
    .limit(bindparam("most"))
)
_seated = select(seat.c.match.label("id")).where(_OF_USER, SEAT_ALIVE)
_note_status = Statement(
    update(seat).where(seat.c.match == bindparam("of")).values(match_status=bindparam("match_status"))
)
_hosted = select(match.c.id).where(match.c.host == bindparam("user"), ALIVE)
_held = _seated.union(_hosted).subquery()
_count_matches = Statement(
    select(func.count())
    .select_from(_held)
    .where(~select(pairing.c.match).where(pairing.c.match == _held.c.id).exists())
)
_count_open = Statement(
    select(func.count()).select_from(match).where(match.c.host == bindparam("user"), match.c.status == "lobby", ALIVE)
)
_count_open_in = Statement(
    select(func.count()).select_from(match).where(match.c.channel == bindparam("channel"), match.c.status == "lobby")
)
_by_status = Statement(
    select_all(MATCH).where(match.c.status == bindparam("status")).order_by(match.c.id).limit(bindparam("most"))
)
_finished = Statement(
    select(match.c.id)
    .where(match.c.id > bindparam("after"), match.c.status == "finished", match.c.outcome.is_not(None))
    .order_by(match.c.id)
    .limit(bindparam("most"))
)
_rematch = Statement(
    select_all(MATCH)
    .where(match.c.rematch_of == bindparam("of"), match.c.channel == bindparam("channel"))
    .order_by(match.c.id.desc())
    .limit(1)
)
_seats = Statement(select_all(SEAT).where(seat.c.match == bindparam("match")).order_by(seat.c.seat))
_seats_of = Statement(select_all(SEAT).where(in_batch(seat.c.match)).order_by(seat.c.match, seat.c.seat))
_put_seat = upsert(seat, match_status=select(match.c.status).where(match.c.id == bindparam("match")).scalar_subquery())
_clear_seats = Statement(delete(seat).where(seat.c.match == bindparam("match")))
_invites = Statement(
    select_all(INVITE).where(invite.c.match == bindparam("match")).order_by(invite.c.at, invite.c.user)
)
_put_invite = upsert(invite)
_clear_invites = Statement(delete(invite).where(invite.c.match == bindparam("match")))
_in_threads = Statement(select_all(MATCH).where(in_batch(match.c.thread)))
_with_threads = Statement(
    union(
        # Not "IS NOT NULL": by that all threads that ever were would be looked through.
        select(match.c.guild).where(ALIVE, func.coalesce(match.c.thread, 0) != 0),
        select(match.c.guild).where(OVER_IN_THREAD, match.c.moved > bindparam("since")),
    )
)


class MatchRepository(Repository):
    """Who plays what, where, and how far it has come."""

    def add(self, record: MatchRecord, *, seed: bytes) -> MatchRecord:
        """Store a new match and return it with the number it was given (``record.id`` counts for nothing)."""
        row = self._row(_new, **MATCH.params(record), seed=seed)
        assert row is not None
        return replace(record, id=MatchId(row[0]))

    def get(self, match: MatchId) -> MatchRecord | None:
        """Return a match."""
        return self._record(MATCH, _get, match_id=match)

    def seed(self, match: MatchId) -> bytes:
        """Return the seed of a match that exists: 32 random bytes, a secret until its end."""
        row = self._row(_seed, match_id=match)
        assert row is not None
        return bytes(row[0])

    def save(self, record: MatchRecord) -> MatchRecord:
        """Store the changed record if its version is still the stored one, and return it with the next version.

        Number, game, place, seed and thread never change this way. Raises Conflict if another writer was first, or if
        lines were added to a packed log, there and then or at the end of the unit of work.
        """
        saved = replace(record, version=record.version + 1)
        self._send_or(Conflict, _save, match_id=record.id, was=record.version, **MATCH.params(saved))
        return saved

    def compress(self, match: MatchId) -> None:
        """Compress the outcome of a match, if it was stored before that was done at once."""
        record = self.get(match)
        if record is not None:
            self._change(_set_outcome, of=match, outcome=MATCH.params(record)["outcome"])

    def note_status(self, record: MatchRecord) -> None:
        """Let the seats of a match tell its status, after it has changed."""
        self._change(_note_status, of=record.id, match_status=record.status)

    def set_thread(self, match: MatchId, thread: ChannelId | None) -> None:
        """Note the thread in which the match is played; no change of version, since no turn depends on it."""
        self._change(_thread, match_id=match, thread=thread)

    def get_many(self, ids: Iterable[MatchId]) -> tuple[MatchRecord, ...]:
        """Return those of the matches that exist, in no order."""
        return self._of_all(MATCH, _many, ids)

    def in_guild(
        self, guild: GuildId, *, status: Status | None, most: int, private: bool = True
    ) -> tuple[MatchRecord, ...]:
        """Return a server's matches, the newest first; ``private``: those, too."""
        which = {"guild": guild, "private": int(private), "most": most}
        if status is None:
            return self._records(MATCH, _in_guild, **which)
        return self._records(MATCH, _in_guild_status, status=status, **which)

    def find_public(self, guild: GuildId, *, most: int, looked: int) -> tuple[MatchId, ...]:
        """Return the public ones of the last ``looked`` finished matches of a server, no practice, the newest first."""
        return tuple(MatchId(row[0]) for row in self._rows(_public, guild=guild, most=most, looked=looked))

    def find_joinable(self, guild: GuildId, *, most: int) -> tuple[MatchRecord, ...]:
        """Return a server's open matches with a seat that anybody can take, the newest first."""
        return self._records(MATCH, _joinable, guild=guild, most=most)

    def in_channel(self, channel: ChannelId, *, status: Status | None = None, most: int) -> tuple[MatchRecord, ...]:
        """Return the matches made or played in a channel or thread, the newest first."""
        if status is not None:
            return self._records(MATCH, _in_channel_status, channel=channel, status=status, most=most)
        return self._records(MATCH, _in_channel, channel=channel, most=most)

    def of_user(self, user: UserId, *, status: Status | None = None, most: int) -> tuple[MatchRecord, ...]:
        """Return the matches of a status (None: open and running) in which the user sits, the newest first."""
        if status is not None:
            return self._records(MATCH, _of_user_status, user=user, status=status, most=most)
        return self._records(MATCH, _of_user, user=user, most=most)

    def find_inviting(self, user: UserId, *, most: int) -> tuple[MatchRecord, ...]:
        """Return the open and running matches to which the user is invited, the newest first."""
        return self._records(MATCH, _invited, user=user, most=most)

    def count_of_user(self, user: UserId) -> int:
        """Return how many open and running matches a user has a seat in or hosts, those of tournaments left out."""
        return self._count(_count_matches, user=user)

    def count_open(self, user: UserId) -> int:
        """Return how many matches that a user hosts have not started yet."""
        return self._count(_count_open, user=user)

    def count_open_in(self, channel: ChannelId) -> int:
        """Return how many matches opened in a channel have not started yet."""
        return self._count(_count_open_in, channel=channel)

    def rematch_of(self, match: MatchId, *, channel: ChannelId) -> MatchRecord | None:
        """Return the newest rematch of a match that was opened in a channel; None: there is none."""
        return next(iter(self._records(MATCH, _rematch, of=match, channel=channel)), None)

    def by_status(self, status: Status, *, most: int) -> tuple[MatchRecord, ...]:
        """Return matches of a status, the oldest first."""
        return self._records(MATCH, _by_status, status=status, most=most)

    def find_finished(self, *, after: MatchId, most: int) -> tuple[MatchId, ...]:
        """Return the matches that were played and are over, those with the next higher numbers."""
        return tuple(MatchId(row[0]) for row in self._rows(_finished, after=after, most=most))

    def seats(self, match: MatchId) -> tuple[SeatRecord, ...]:
        """Return the taken seats in order."""
        return self._records(SEAT, _seats, match=match)

    def seats_of(self, matches: Iterable[MatchId]) -> tuple[SeatRecord, ...]:
        """Return the taken seats of many matches."""
        return self._of_all(SEAT, _seats_of, matches)

    def put_seat(self, record: SeatRecord) -> None:
        """Store who sits at a seat."""
        self._put(SEAT, _put_seat, record)

    def set_seats(self, match: MatchId, records: Iterable[SeatRecord]) -> None:
        """Replace all seats of a match."""
        self._change(_clear_seats, match=match)
        for record in records:
            self.put_seat(record)

    def invites(self, match: MatchId) -> tuple[InviteRecord, ...]:
        """Return the open invitations, the oldest first."""
        return self._records(INVITE, _invites, match=match)

    def put_invite(self, record: InviteRecord) -> None:
        """Store an invitation."""
        self._put(INVITE, _put_invite, record)

    def clear_invites(self, match: MatchId) -> None:
        """Remove all invitations of a match."""
        self._change(_clear_invites, match=match)

    def in_threads(self, threads: Iterable[ChannelId]) -> tuple[MatchRecord, ...]:
        """Return the matches that are played in these threads, in no order."""
        return self._of_all(MATCH, _in_threads, threads)  # type: ignore[arg-type]

    def guilds_with_threads(self, *, since: datetime) -> tuple[GuildId, ...]:
        """Return the servers in which a match with a thread runs, or has moved since then."""
        rows = self._rows(_with_threads, since=to_millis(since))
        return tuple(GuildId(row[0]) for row in rows if row[0] is not None)
