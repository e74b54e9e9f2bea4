"""Persons, servers, requests seen, and facts about the database itself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import and_, bindparam, delete, func, select, update

from db.engine.columns import Shape, to_millis
from db.engine.errors import Repeat
from db.engine.statements import Statement, upsert
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import GuildId, Key, UserId
from db.records import PersonRecord, ServerRecord
from db.tables import meta, nickname, person, seen, server
from games.core.input.visible import strip_invisible

PERSON = Shape(PersonRecord, person)
SERVER = Shape(ServerRecord, server)

_remember = upsert(seen, update=False)
_answer = Statement(select(seen.c.answer).where(seen.c.key == bindparam("key")))
_forget = Statement(delete(seen).where(seen.c.at < bindparam("before")))
_person = Statement(select_all(PERSON).where(person.c.user == bindparam("user")))
_by_guild = person.outerjoin(nickname, and_(nickname.c.user == person.c.user, nickname.c.guild == bindparam("guild")))
_people = Statement(
    select(*(func.coalesce(nickname.c.name, each) if each is person.c.name else each for each in PERSON.columns))
    .select_from(_by_guild)
    .where(in_batch(person.c.user))
)
_put_person = upsert(person)
_meet = Statement(
    update(person)
    .where(person.c.user == bindparam("who"), person.c.name != bindparam("name"))
    .values(name=bindparam("name"), seen=bindparam("at"))
)
_new_person = upsert(person, update=False)
_put_nickname = upsert(nickname)
_drop_nickname = Statement(
    delete(nickname).where(nickname.c.guild == bindparam("guild"), nickname.c.user == bindparam("user"))
)
_server = Statement(select_all(SERVER).where(server.c.guild == bindparam("guild")))
_put_server = upsert(server)
_fact = Statement(select(meta.c.value).where(meta.c.key == bindparam("key")))
_first_fact = upsert(meta, update=False)
_put_fact = upsert(meta)
_hold_fact = Statement(update(meta).where(meta.c.key == bindparam("about")).values(value=meta.c.value))


class PeopleRepository(Repository):
    """Who we met and where, and what was answered already."""

    def answer(self, key: Key) -> bytes | None:
        """Return the stored answer to a request, if it was answered before."""
        row = self._row(_answer, key=key)
        return None if row is None else bytes(row[0])

    def remember(self, key: Key, answer: bytes, *, at: datetime) -> None:
        """Store the answer to a request. Raises Repeat with the first answer if there is one (undoing this unit)."""
        if not self._change(_remember, key=key, answer=answer, at=to_millis(at)):
            first = self.answer(key)
            assert first is not None
            raise Repeat(first)

    def forget(self, *, before: datetime) -> int:
        """Remove answers older than a time; return how many."""
        return self._change(_forget, before=to_millis(before))

    def person(self, user: UserId) -> PersonRecord | None:
        """Return a person."""
        return self._record(PERSON, _person, user=user)

    def people(self, users: Iterable[UserId], *, guild: GuildId | None = None) -> dict[UserId, PersonRecord]:
        """Return those of the users whom we met, by the names they have on a server."""
        found: dict[UserId, PersonRecord] = {}
        for record in self._of_all(PERSON, _people, dict.fromkeys(users), guild=guild or 0):
            found[record.user] = record
        return found

    def meet(self, user: UserId, name: str, *, at: datetime, guild: GuildId | None = None, account: str = "") -> None:
        """Note the name a person goes by now: everywhere, or on a server alone.

        ``account`` is then the name that they have elsewhere; if that is not known, it stays as it was.
        """
        when, name = to_millis(at), strip_invisible(name)
        elsewhere = name if guild is None else strip_invisible(account)
        is_new = self._change(_new_person, user=user, name=elsewhere or name, zone=None, prefs=b"{}", seen=when)
        if elsewhere and not is_new:
            self._change(_meet, who=user, name=elsewhere, at=when)
        if guild is not None:
            known = self.person(user)
            assert known is not None, "the person was noted just now"
            if name == known.name:
                self._change(_drop_nickname, guild=guild, user=user)
            else:
                self._change(_put_nickname, guild=guild, user=user, name=name)

    def put_person(self, record: PersonRecord) -> None:
        """Store a person."""
        self._put(PERSON, _put_person, record)

    def server(self, guild: GuildId) -> ServerRecord | None:
        """Return a server's settings."""
        return self._record(SERVER, _server, guild=guild)

    def put_server(self, record: ServerRecord) -> None:
        """Store a server's settings."""
        self._put(SERVER, _put_server, record)

    def fact(self, key: str) -> str | None:
        """Return a fact about the database."""
        row = self._row(_fact, key=key)
        return None if row is None else str(row[0])

    def fact_or(self, key: str, value: str) -> str:
        """Return a fact about the database, setting it first if it is not known yet."""
        self._change(_first_fact, key=key, value=value)
        known = self.fact(key)
        assert known is not None
        return known

    def held_fact(self, key: str, value: str) -> str:
        """Return a fact (``value`` if there is none yet) and keep others from changing it until this unit is over."""
        self._change(_first_fact, key=key, value=value)
        self._change(_hold_fact, about=key)
        known = self.fact(key)
        assert known is not None
        return known

    def put_fact(self, key: str, value: str) -> None:
        """Note a fact about the database, in place of what was known."""
        self._change(_put_fact, key=key, value=value)
