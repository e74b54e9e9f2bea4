"""Who waits for others to play with."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, func, or_, select

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, select_all
from db.ids import GuildId, MatchId, UserId
from db.seeking.records import RegularRecord, SeekerRecord, WishRecord
from db.seeking.schema import regular, seeker

SEEKER = Shape(SeekerRecord, seeker)
REGULAR = Shape(RegularRecord, regular)

_put = upsert(seeker)
_drop = Statement(
    delete(seeker).where(
        seeker.c.guild == bindparam("in_guild"), seeker.c.user == bindparam("who"), seeker.c.game == bindparam("what")
    )
)
_get_seeker = Statement(
    select_all(SEEKER).where(
        seeker.c.guild == bindparam("guild"),
        seeker.c.user == bindparam("user"),
        seeker.c.game == bindparam("game"),
        seeker.c.until > bindparam("now"),
    )
)
_of_user = Statement(
    select_all(SEEKER)
    .where(seeker.c.user == bindparam("user"), seeker.c.until > bindparam("now"))
    .order_by(seeker.c.at)
    .limit(bindparam("most"))
)
_waiting = Statement(
    select_all(SEEKER)
    .where(seeker.c.guild == bindparam("guild"), seeker.c.game == bindparam("game"), seeker.c.until > bindparam("now"))
    .order_by(seeker.c.at, seeker.c.user)
    .limit(bindparam("most"))
)
_alike = Statement(
    select_all(SEEKER)
    .where(seeker.c.guild == bindparam("guild"), seeker.c.game == bindparam("game"), seeker.c.until > bindparam("now"))
    .where(seeker.c.seats == bindparam("seats"), seeker.c.live == bindparam("live"))
    .order_by(seeker.c.at, seeker.c.user)
    .limit(bindparam("most"))
    .offset(bindparam("first"))
)
_wishes = Statement(
    select(seeker.c.seats, seeker.c.live, func.count())
    .where(seeker.c.guild == bindparam("guild"), seeker.c.game == bindparam("game"), seeker.c.until > bindparam("now"))
    .group_by(seeker.c.seats, seeker.c.live)
    .having(func.count() >= seeker.c.seats)
    .order_by(func.min(seeker.c.at))
)
_crowds = Statement(
    select(seeker.c.guild, seeker.c.game)
    .where(seeker.c.until > bindparam("now"))
    .group_by(seeker.c.guild, seeker.c.game)
    .having(func.count() > 1)
)
_expired = Statement(
    select_all(SEEKER).where(seeker.c.until <= bindparam("now")).order_by(seeker.c.until).limit(bindparam("most"))
)

_put_regular = upsert(regular)
_get_regular = Statement(select_all(REGULAR).where(regular.c.match == bindparam("match")))
_find_regular = Statement(
    select_all(REGULAR)
    .where(or_(regular.c.match == bindparam("of"), regular.c.latest == bindparam("of")))
    .order_by(regular.c.due)
    .limit(1)
)
_drop_regular = Statement(delete(regular).where(regular.c.match == bindparam("of"), regular.c.user == bindparam("who")))
_regular_of_user = Statement(
    select_all(REGULAR).where(regular.c.user == bindparam("user")).order_by(regular.c.due).limit(bindparam("most"))
)
_due_regular = Statement(
    select_all(REGULAR).where(regular.c.due <= bindparam("now")).order_by(regular.c.due).limit(bindparam("most"))
)


class RegularRepository(Repository):
    """Matches that are played again and again, by the match that is repeated."""

    def put(self, record: RegularRecord) -> None:
        """Have a match repeated, or otherwise than before."""
        self._put(REGULAR, _put_regular, record)

    def get(self, match: MatchId) -> RegularRecord | None:
        """Return how a match is repeated."""
        return self._record(REGULAR, _get_regular, match=match)

    def find(self, match: MatchId) -> RegularRecord | None:
        """Return how a match is repeated, or what it is the newest match of."""
        return self._record(REGULAR, _find_regular, of=match)

    def drop(self, match: MatchId, user: UserId) -> bool:
        """Repeat a match of a person no more; return whether it was."""
        return self._change(_drop_regular, of=match, who=user) > 0

    def of_user(self, user: UserId, *, most: int) -> tuple[RegularRecord, ...]:
        """Return the matches that a person has repeated, the next one first."""
        return self._records(REGULAR, _regular_of_user, user=user, most=most)

    def find_due(self, *, now: datetime, most: int) -> tuple[RegularRecord, ...]:
        """Return those to be opened again now."""
        return self._records(REGULAR, _due_regular, now=to_millis(now), most=most)


class SeekerRepository(Repository):
    """People who wait, by server, person and game."""

    def put(self, record: SeekerRecord) -> None:
        """Let a person wait, or wait for something else."""
        self._put(SEEKER, _put, record)

    def drop(self, guild: GuildId, user: UserId, game: str) -> bool:
        """Let a person wait no more; return whether they did."""
        return self._change(_drop, in_guild=guild, who=user, what=game) > 0

    def of_user(self, user: UserId, *, now: datetime, most: int) -> tuple[SeekerRecord, ...]:
        """Return what a person waits for, on any server, the longest first."""
        return self._records(SEEKER, _of_user, user=user, now=to_millis(now), most=most)

    def get(self, guild: GuildId, user: UserId, game: str, *, now: datetime) -> SeekerRecord | None:
        """Return what a person waits for in a game on a server."""
        return self._record(SEEKER, _get_seeker, guild=guild, user=user, game=game, now=to_millis(now))

    def find_waiting(self, guild: GuildId, game: str, *, now: datetime, most: int) -> tuple[SeekerRecord, ...]:
        """Return who waits for a game on a server, the longest first."""
        return self._records(SEEKER, _waiting, guild=guild, game=game, now=to_millis(now), most=most)

    def find_wishes(self, guild: GuildId, game: str, *, now: datetime) -> tuple[WishRecord, ...]:
        """Return what enough people want, the longest first."""
        found = self._rows(_wishes, guild=guild, game=game, now=to_millis(now))
        return tuple(WishRecord(seats=int(row[0]), live=bool(row[1]), people=int(row[2])) for row in found)

    def find_alike(
        self, guild: GuildId, game: str, wish: WishRecord, *, now: datetime, most: int, first: int = 0
    ) -> tuple[SeekerRecord, ...]:
        """Return who waits for the same, the longest first; without the ``first`` ones."""
        wanted = {"seats": wish.seats, "live": int(wish.live), "now": to_millis(now)}
        return self._records(SEEKER, _alike, guild=guild, game=game, most=most, first=first, **wanted)

    def find_crowds(self, *, now: datetime) -> tuple[tuple[GuildId, str], ...]:
        """Return the servers and games for which more than one person waits."""
        return tuple((GuildId(row[0]), str(row[1])) for row in self._rows(_crowds, now=to_millis(now)))

    def take_expired(self, *, now: datetime, most: int) -> tuple[SeekerRecord, ...]:
        """Remove who has waited as long as they wanted, and return them, the earliest first."""
        found = self._records(SEEKER, _expired, now=to_millis(now), most=most)
        return tuple(each for each in found if self.drop(each.guild, each.user, each.game))
