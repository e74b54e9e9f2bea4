"""What staff and hosts have done."""

from __future__ import annotations

from sqlalchemy import bindparam

from db.audit.records import AuditRecord
from db.audit.schema import deed
from db.engine.columns import Shape
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, select_all
from db.ids import GuildId

DEED = Shape(AuditRecord, deed)

_new = Statement(insert_all(deed, but=("id",)))
_of_guild = Statement(
    select_all(DEED).where(deed.c.guild == bindparam("guild")).order_by(deed.c.id.desc()).limit(bindparam("most"))
)


class AuditRepository(Repository):
    """Who did what."""

    def add(self, record: AuditRecord) -> None:
        """Note what somebody did (``record.id`` counts for nothing)."""
        self._put(DEED, _new, record)

    def in_guild(self, guild: GuildId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what was done in a server, the newest first."""
        return self._records(DEED, _of_guild, guild=guild, most=most)
