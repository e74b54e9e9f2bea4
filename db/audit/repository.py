"""What staff and hosts have done."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, select, union

from db.audit.records import AuditRecord
from db.audit.schema import audit_entry
from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, select_all
from db.ids import GuildId, MatchId, UserId

AUDIT_ENTRY = Shape(AuditRecord, audit_entry)

_new = Statement(insert_all(audit_entry, but=("id",)))
_in_guild = (
    select_all(AUDIT_ENTRY)
    .where(audit_entry.c.guild == bindparam("guild"))
    .order_by(audit_entry.c.id.desc())
    .limit(bindparam("most"))
)
_of_guild = Statement(_in_guild)
_of_match = Statement(_in_guild.where(audit_entry.c.match == bindparam("match")))
_newest = (
    select(audit_entry.c.id)
    .where(audit_entry.c.guild == bindparam("guild"), person == bindparam("user"))
    .order_by(audit_entry.c.id.desc())
    .limit(bindparam("most"))
    .subquery()
    for person in (audit_entry.c.user, audit_entry.c.subject)
)
_of_person = Statement(_in_guild.where(audit_entry.c.id.in_(union(*(select(each.c.id) for each in _newest)))))

_purge = Statement(delete(audit_entry).where(audit_entry.c.at < bindparam("before")))


class AuditRepository(Repository):
    """Who did what."""

    def add(self, record: AuditRecord) -> None:
        """Note what somebody did (``record.id`` counts for nothing)."""
        self._put(AUDIT_ENTRY, _new, record)

    def in_guild(self, guild: GuildId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what was done in a server, the newest first."""
        return self._records(AUDIT_ENTRY, _of_guild, guild=guild, most=most)

    def of_match(self, guild: GuildId, match: MatchId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what was done with a match of a server, the newest first."""
        return self._records(AUDIT_ENTRY, _of_match, guild=guild, match=match, most=most)

    def of_person(self, guild: GuildId, user: UserId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what a person did in a server, and what was done to them, the newest first."""
        return self._records(AUDIT_ENTRY, _of_person, guild=guild, user=user, most=most)

    def purge(self, *, before: datetime) -> int:
        """Remove what was done before a time; return how many rows."""
        return self._change(_purge, before=to_millis(before))
