"""What staff and hosts have done."""

from __future__ import annotations

from sqlalchemy import bindparam

from db.audit.records import AuditRecord
from db.audit.schema import audit_entry
from db.engine.columns import Shape
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, select_all
from db.ids import GuildId

AUDIT_ENTRY = Shape(AuditRecord, audit_entry)

_new = Statement(insert_all(audit_entry, but=("id",)))
_of_guild = Statement(
    select_all(AUDIT_ENTRY)
    .where(audit_entry.c.guild == bindparam("guild"))
    .order_by(audit_entry.c.id.desc())
    .limit(bindparam("most"))
)


class AuditRepository(Repository):
    """Who did what."""

    def add(self, record: AuditRecord) -> None:
        """Note what somebody did (``record.id`` counts for nothing)."""
        self._put(AUDIT_ENTRY, _new, record)

    def in_guild(self, guild: GuildId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what was done in a server, the newest first."""
        return self._records(AUDIT_ENTRY, _of_guild, guild=guild, most=most)
