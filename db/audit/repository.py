"""What staff and hosts have done, and the threads of matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import bindparam, or_, select

from db.audit.records import AuditRecord
from db.audit.schema import deed
from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, insert_all
from db.engine.transaction import Repository, in_batch, select_all
from db.ids import ChannelId, GuildId, MatchId
from db.matches.repository import MATCH
from db.notifications.outbox import NOTICE
from db.records import MatchRecord, NoticeRecord
from db.tables import match, outbox

DEED = Shape(AuditRecord, deed)

_new = Statement(insert_all(deed, but=("id",)))
_of_guild = Statement(
    select_all(DEED).where(deed.c.guild == bindparam("guild")).order_by(deed.c.id.desc()).limit(bindparam("most"))
)
_in_threads = Statement(select_all(MATCH).where(in_batch(match.c.thread)))
_with_threads = Statement(
    select(match.c.guild)
    .where(
        match.c.guild.is_not(None),
        match.c.thread.is_not(None),
        or_(match.c.status == "running", match.c.moved > bindparam("since")),
    )
    .distinct()
)
_parked_of = Statement(
    select_all(NOTICE).where(in_batch(outbox.c.match), outbox.c.state == "parked").order_by(outbox.c.id)
)


class AuditRepository(Repository):
    """Who did what, and where matches are played."""

    def add_deed(self, record: AuditRecord) -> None:
        """Note what somebody did (``record.id`` counts for nothing)."""
        self._put(DEED, _new, record)

    def deeds(self, guild: GuildId, *, most: int) -> tuple[AuditRecord, ...]:
        """Return what was done in a server, the newest first."""
        return self._records(DEED, _of_guild, guild=guild, most=most)

    def matches_in_threads(self, threads: Iterable[ChannelId]) -> tuple[MatchRecord, ...]:
        """Return the matches that are played in these threads, in no order."""
        return self._of_all(MATCH, _in_threads, threads)  # type: ignore[arg-type]

    def guilds_with_threads(self, *, since: datetime) -> tuple[GuildId, ...]:
        """Return the servers in which a match with a thread runs, or has moved since then."""
        return tuple(GuildId(row[0]) for row in self._rows(_with_threads, since=to_millis(since)))

    def parked_of(self, matches: Iterable[MatchId]) -> tuple[NoticeRecord, ...]:
        """Return what could not be told of many matches."""
        return self._of_all(NOTICE, _parked_of, matches)
