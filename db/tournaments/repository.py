"""Tournaments with their entrants, pairings and log."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import BindParameter, and_, bindparam, func, literal_column, or_, select, update

from db.engine.columns import Shape, to_millis
from db.engine.errors import Conflict
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, select_all
from db.ids import ChannelId, GuildId, MatchId, TournamentId, UserId
from db.tables import HAS_DUE
from db.tournaments.records import (
    EntrantRecord,
    MemberRecord,
    PairingRecord,
    TournamentLogRecord,
    TournamentPostRecord,
    TournamentRecord,
)
from db.tournaments.schema import entrant, member, pairing, tournament, tournament_log, tournament_post

TOURNAMENT = Shape(TournamentRecord, tournament)
ENTRANT = Shape(EntrantRecord, entrant)
MEMBER = Shape(MemberRecord, member)
PAIRING = Shape(PairingRecord, pairing)
LOG = Shape(TournamentLogRecord, tournament_log)
POST = Shape(TournamentPostRecord, tournament_post)

_SAVED = (
    *("host", "name", "format", "status", "round", "settings", "starts", "due", "finished"),
    *("paused", "resumes", "stood", "organizers", "summary"),
)
_ALIVE = tournament.c.status.in_([literal_column(f"'{each}'") for each in ("open", "check-in", "running")])
"""In the words of a partial index."""
_OF: BindParameter[int] = bindparam("tournament")

_new = Statement(insert_all(tournament, but=("id",)).returning(tournament.c.id))
_get = Statement(select_all(TOURNAMENT).where(tournament.c.id == bindparam("tournament_id")))
_save = Statement(
    update(tournament)
    .where(tournament.c.id == bindparam("tournament_id"), tournament.c.version == bindparam("was"))
    .values(version=bindparam("version"), **{name: bindparam(name) for name in _SAVED})
)
_wake = Statement(
    update(tournament)
    .where(tournament.c.id == bindparam("tournament_id"))
    .values(due=bindparam("due"), version=tournament.c.version + 1)
)
_next_due = Statement(select(tournament.c.due).where(HAS_DUE).order_by(tournament.c.due).limit(1))
_due = Statement(
    select_all(TOURNAMENT)
    .where(tournament.c.due <= bindparam("now"), HAS_DUE)
    .order_by(tournament.c.due)
    .limit(bindparam("most"))
)
_to_sum_up = Statement(
    select_all(TOURNAMENT)
    .where(
        _ALIVE,
        tournament.c.status == "running",
        tournament.c.paused.is_(None),
        func.coalesce(tournament.c.summary, tournament.c.starts) <= bindparam("before"),
    )
    .order_by(tournament.c.id)
    .limit(bindparam("most"))
)
_running = Statement(select_all(TOURNAMENT).where(_ALIVE, tournament.c.status == "running").order_by(tournament.c.id))
_in_guild = Statement(
    select_all(TOURNAMENT)
    .where(tournament.c.guild == bindparam("guild"))
    .order_by(tournament.c.id.desc())
    .limit(bindparam("most"))
)
_in_channel = Statement(
    select_all(TOURNAMENT).where(tournament.c.channel == bindparam("channel"), _ALIVE).order_by(tournament.c.id.desc())
)
_newest_finished = Statement(
    select_all(TOURNAMENT)
    .where(tournament.c.guild == bindparam("guild"), tournament.c.status == "finished")
    .order_by(tournament.c.finished.desc(), tournament.c.id.desc())
    .limit(1)
)
_organized = Statement(
    select_all(TOURNAMENT).where(_ALIVE, or_(tournament.c.host == bindparam("user"), tournament.c.organizers != ""))
)
_of_member = Statement(
    select(tournament.c.guild)
    .distinct()
    .join(member, member.c.tournament == tournament.c.id)
    .where(member.c.user == bindparam("user"))
)
_all_participants = (
    select(member.c.tournament, member.c.user)
    .join(entrant, and_(entrant.c.tournament == member.c.tournament, entrant.c.number == member.c.entrant))
    .join(tournament, tournament.c.id == member.c.tournament)
    .where(
        member.c.left.is_(None),
        member.c.user.is_not(None),
        or_(*(entrant.c.status == status for status in ("signed", "present", "playing", "out"))),
    )
)
_participants = Statement(_all_participants.where(tournament.c.guild == bindparam("guild"), _ALIVE))
_participants_of = Statement(_all_participants.where(member.c.tournament == _OF))
_led = Statement(
    select_all(ENTRANT)
    .join(member, and_(member.c.tournament == entrant.c.tournament, member.c.entrant == entrant.c.number))
    .join(tournament, tournament.c.id == entrant.c.tournament)
    .where(
        tournament.c.guild == bindparam("guild"),
        tournament.c.status == "finished",
        entrant.c.status != "absent",
        member.c.user == bindparam("user"),
        member.c.board == 0,
        member.c.left.is_(None),
    )
    .order_by(tournament.c.finished.desc(), tournament.c.id.desc())
)
_entrants = Statement(select_all(ENTRANT).where(entrant.c.tournament == _OF).order_by(entrant.c.number))
_put_entrant = upsert(entrant)
_members = Statement(
    select_all(MEMBER).where(member.c.tournament == _OF).order_by(member.c.entrant, member.c.board, member.c.tenure)
)
_put_member = upsert(member)
_pairings = Statement(
    select_all(PAIRING).where(pairing.c.tournament == _OF).order_by(pairing.c.number, pairing.c.board)
)
_put_pairing = upsert(pairing)
_by_match = Statement(select_all(PAIRING).where(pairing.c.match == bindparam("match")))
_name = Statement(
    select(tournament.c.name)
    .join(pairing, pairing.c.tournament == tournament.c.id)
    .where(pairing.c.match == bindparam("match"))
)
_entered = Statement(
    select(member.c.tournament)
    .distinct()
    .join(tournament, tournament.c.id == member.c.tournament)
    .where(member.c.user == bindparam("user"), member.c.left.is_(None), _ALIVE)
    .order_by(member.c.tournament)
)
_count = Statement(select(func.count()).select_from(tournament).where(tournament.c.host == bindparam("user"), _ALIVE))
_put_log = upsert(tournament_log)
_last_log = Statement(select(func.max(tournament_log.c.number)).where(tournament_log.c.tournament == _OF))
_log = Statement(
    select_all(LOG)
    .where(tournament_log.c.tournament == _OF)
    .order_by(tournament_log.c.number.desc())
    .limit(bindparam("most"))
)
_post = Statement(
    select_all(POST).where(tournament_post.c.tournament == _OF, tournament_post.c.kind == bindparam("kind"))
)
_put_post = upsert(tournament_post)


class TournamentRepository(Repository):
    """Tournaments."""

    def find_entered(self, user: UserId) -> tuple[TournamentId, ...]:
        """Return the tournaments that are not over in which a user takes part, in order."""
        return tuple(TournamentId(row[0]) for row in self._rows(_entered, user=user))

    def find_organized(self, user: UserId) -> tuple[TournamentId, ...]:
        """Return the tournaments that are not over which a user organizes, alone or with others."""
        found = self._records(TOURNAMENT, _organized, user=user)
        return tuple(each.id for each in found if user in (each.host, *each.organizers))

    def find_guilds(self, user: UserId) -> tuple[GuildId, ...]:
        """Return the servers in whose tournaments a user takes or took part."""
        return tuple(GuildId(row[0]) for row in self._rows(_of_member, user=user))

    def count_open(self, user: UserId) -> int:
        """Return how many tournaments that are not over a user runs."""
        return self._count(_count, user=user)

    def add(self, record: TournamentRecord) -> TournamentRecord:
        """Store a new tournament and return it with the number it was given (``record.id`` counts for nothing)."""
        row = self._row(_new, **TOURNAMENT.params(record))
        assert row is not None
        return replace(record, id=TournamentId(row[0]))

    def get(self, tournament: TournamentId) -> TournamentRecord | None:
        """Return a tournament."""
        return self._record(TOURNAMENT, _get, tournament_id=tournament)

    def save(self, record: TournamentRecord) -> TournamentRecord:
        """Store the changed record if its version is still the stored one, and return it with the next version.

        Place and game never change. Raises Conflict if another writer was first.
        """
        saved = replace(record, version=record.version + 1)
        if not self._change(_save, tournament_id=record.id, was=record.version, **TOURNAMENT.params(saved)):
            raise Conflict
        return saved

    def wake(self, tournament: TournamentId, *, at: datetime) -> None:
        """Let a tournament go on at a time; whoever is deciding about it reads it again."""
        self._change(_wake, tournament_id=tournament, due=to_millis(at))

    def next_due(self) -> int | None:
        """Return when the next tournament goes on by itself, in milliseconds since 1970, past times included."""
        row = self._row(_next_due)
        return None if row is None else int(row[0])

    def due(self, *, now: datetime, most: int) -> tuple[TournamentRecord, ...]:
        """Return the tournaments that go on by now, the longest overdue first."""
        return self._records(TOURNAMENT, _due, now=to_millis(now), most=most)

    def to_sum_up(self, *, before: datetime, most: int) -> tuple[TournamentRecord, ...]:
        """Return the tournaments that are played, do not pause, and had no weekly summary since a time."""
        return self._records(TOURNAMENT, _to_sum_up, before=to_millis(before), most=most)

    def find_running(self) -> tuple[TournamentRecord, ...]:
        """Return the tournaments that are being played."""
        return self._records(TOURNAMENT, _running)

    def in_guild(self, guild: GuildId, *, most: int) -> tuple[TournamentRecord, ...]:
        """Return a server's tournaments, the newest first."""
        return self._records(TOURNAMENT, _in_guild, guild=guild, most=most)

    def find_newest_finished(self, guild: GuildId) -> TournamentRecord | None:
        """Return the tournament of a server that was finished last."""
        return self._record(TOURNAMENT, _newest_finished, guild=guild)

    def find_participants(self, guild: GuildId) -> frozenset[tuple[TournamentId, UserId]]:
        """Return who takes part in which tournament of a server that isn't over: not those in reserve or gone."""
        return frozenset((TournamentId(row[0]), UserId(row[1])) for row in self._rows(_participants, guild=guild))

    def find_participants_of(self, tournament: TournamentId) -> frozenset[UserId]:
        """Return who takes part in a tournament, or did when it ended."""
        return frozenset(UserId(row[1]) for row in self._rows(_participants_of, tournament=tournament))

    def find_led(self, guild: GuildId, user: UserId) -> tuple[EntrantRecord, ...]:
        """Return for whom a user held the first board in finished tournaments of a server, the newest first."""
        return self._records(ENTRANT, _led, guild=guild, user=user)

    def in_channel(self, channel: ChannelId) -> tuple[TournamentRecord, ...]:
        """Return the tournaments of a channel that are not over, the newest first."""
        return self._records(TOURNAMENT, _in_channel, channel=channel)

    def entrants(self, tournament: TournamentId) -> tuple[EntrantRecord, ...]:
        """Return the entrants by number."""
        return self._records(ENTRANT, _entrants, tournament=tournament)

    def put_entrant(self, record: EntrantRecord) -> None:
        """Store an entrant."""
        self._put(ENTRANT, _put_entrant, record)

    def members(self, tournament: TournamentId) -> tuple[MemberRecord, ...]:
        """Return the members by entrant, board and tenure."""
        return self._records(MEMBER, _members, tournament=tournament)

    def put_member(self, record: MemberRecord) -> None:
        """Store a member."""
        self._put(MEMBER, _put_member, record)

    def pairings(self, tournament: TournamentId) -> tuple[PairingRecord, ...]:
        """Return the pairings by number and board."""
        return self._records(PAIRING, _pairings, tournament=tournament)

    def put_pairing(self, record: PairingRecord) -> None:
        """Store a pairing."""
        self._put(PAIRING, _put_pairing, record)

    def find_pairing(self, match: MatchId) -> PairingRecord | None:
        """Return the pairing that is played in a match; None: it belongs to no tournament."""
        return self._record(PAIRING, _by_match, match=match)

    def find_name(self, match: MatchId) -> str:
        """Return the name of the tournament to which a match belongs; "": to none."""
        row = self._row(_name, match=match)
        return "" if row is None else str(row[0])

    def add_log(self, tournament: TournamentId, *, at: datetime, actor: UserId | None, text: bytes) -> None:
        """Append a line to a tournament's log."""
        row = self._row(_last_log, tournament=tournament)
        number = 1 + (row[0] or 0 if row else 0)
        self._put(
            LOG, _put_log, TournamentLogRecord(tournament=tournament, number=number, at=at, actor=actor, text=text)
        )

    def log(self, tournament: TournamentId, *, most: int) -> tuple[TournamentLogRecord, ...]:
        """Return the newest lines of a tournament's log, the newest first."""
        return self._records(LOG, _log, tournament=tournament, most=most)

    def post(self, tournament: TournamentId, kind: str) -> TournamentPostRecord | None:
        """Return the message that shows something of a tournament."""
        return self._record(POST, _post, tournament=tournament, kind=kind)

    def put_post(self, record: TournamentPostRecord) -> None:
        """Note the message that shows something of a tournament."""
        self._put(POST, _put_post, record)
