"""Persons, and the names that they have on servers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, func, select, update

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import GuildId, MatchId, UserId
from db.records import PersonRecord
from db.tables import known_name, match, nickname, person, seat
from games.core.input.visible import strip_invisible

PERSON = Shape(PersonRecord, person)

_person = Statement(select_all(PERSON).where(person.c.user == bindparam("user")))
_by_guild = person.outerjoin(nickname, and_(nickname.c.user == person.c.user, nickname.c.guild == bindparam("guild")))
_people = Statement(
    select(*(func.coalesce(nickname.c.name, each) if each is person.c.name else each for each in PERSON.columns))
    .select_from(_by_guild)
    .where(in_batch(person.c.user))
)
_of_match = Statement(
    select(*(func.coalesce(nickname.c.name, each) if each is person.c.name else each for each in PERSON.columns))
    .select_from(
        seat.join(match, match.c.id == seat.c.match)
        .join(person, person.c.user == seat.c.user)
        .outerjoin(
            nickname, and_(nickname.c.user == person.c.user, nickname.c.guild == func.coalesce(match.c.guild, 0))
        )
    )
    .where(seat.c.match == bindparam("match"))
)
_put_person = upsert(person)
_meet = Statement(
    update(person)
    .where(person.c.user == bindparam("who"), person.c.name != bindparam("name"))
    .values(name=bindparam("name"), seen=bindparam("at"))
)
_new_person = upsert(person, update=False)
_put_known = upsert(known_name, update=False)
_put_nickname = upsert(nickname)
_drop_nickname = Statement(
    delete(nickname).where(nickname.c.guild == bindparam("guild"), nickname.c.user == bindparam("user"))
)


class PeopleRepository(Repository):
    """Whom we met."""

    def get(self, user: UserId) -> PersonRecord | None:
        """Return a person."""
        return self._record(PERSON, _person, user=user)

    def get_many(self, users: Iterable[UserId], *, guild: GuildId | None = None) -> dict[UserId, PersonRecord]:
        """Return those of the users whom we met, by the names they have on a server."""
        found: dict[UserId, PersonRecord] = {}
        for record in self._of_all(PERSON, _people, dict.fromkeys(users), guild=guild or 0):
            found[record.user] = record
        return found

    def of_match(self, match: MatchId) -> dict[UserId, PersonRecord]:
        """Return those of a match's players whom we met, by the names they have on its server."""
        return {record.user: record for record in self._records(PERSON, _of_match, match=match)}

    def meet(self, user: UserId, name: str, *, at: datetime, guild: GuildId | None = None, account: str = "") -> None:
        """Note the name a person goes by now: everywhere, or on a server alone.

        ``account`` is then the name that they have elsewhere; if that is not known, it stays as it was.
        """
        when, name = to_millis(at), strip_invisible(name)
        elsewhere = name if guild is None else strip_invisible(account)
        for where, called in ((guild or 0, name), (0, elsewhere or name)):
            self._change(_put_known, guild=where, user=user, name=called)
        is_new = self._change(_new_person, user=user, name=elsewhere or name, zone=None, prefs=b"{}", seen=when)
        if elsewhere and not is_new:
            self._change(_meet, who=user, name=elsewhere, at=when)
        if guild is not None:
            known = self.get(user)
            assert known is not None, "the person was noted just now"
            if name == known.name:
                self._change(_drop_nickname, guild=guild, user=user)
            else:
                self._change(_put_nickname, guild=guild, user=user, name=name)

    def put(self, record: PersonRecord) -> None:
        """Store a person."""
        self._put(PERSON, _put_person, record)
