"""Who may not play on a server, and what has been reported to its staff."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace
from sqlalchemy import bindparam, delete, func, select, update

from db.engine.columns import Shape, to_millis
from db.engine.statements import Statement, insert_all, upsert
from db.engine.transaction import Repository, select_all
from db.ids import ChannelId, GuildId, MatchId, MessageId, ReportId, UserId
from db.moderation.digests import digest_person
from db.moderation.records import BarRecord, KeptBarRecord, ReportRecord, ReportState
from db.moderation.schema import bar, kept_bar, report
from db.people.facts import FactRepository

BAR_KEY = "bar key"
"""The fact that is the key of the hashes of barred people; it is made with the first of them."""

BAR = Shape(BarRecord, bar)
KEPT_BAR = Shape(KeptBarRecord, kept_bar)
REPORT = Shape(ReportRecord, report)

_put_bar = upsert(bar)
_of_bar = (bar.c.guild == bindparam("guild")) & (bar.c.user == bindparam("user"))
_get_bar = Statement(select_all(BAR).where(_of_bar))
_drop_bar = Statement(delete(bar).where(bar.c.guild == bindparam("in_guild"), bar.c.user == bindparam("who")))
_bars = Statement(
    select_all(BAR).where(bar.c.guild == bindparam("guild")).order_by(bar.c.at.desc()).limit(bindparam("most"))
)
_barring = Statement(select(bar.c.guild).where(bar.c.user == bindparam("user")).order_by(bar.c.guild))
_bars_of = Statement(select_all(BAR).where(bar.c.user == bindparam("user")))

_keep_bar = upsert(kept_bar)
_of_kept = (kept_bar.c.guild == bindparam("in_guild")) & (kept_bar.c.digest == bindparam("who"))
_get_kept = Statement(select_all(KEPT_BAR).where(_of_kept))
_drop_kept = Statement(delete(kept_bar).where(_of_kept))
_kept_guilds = Statement(select(kept_bar.c.guild).distinct().order_by(kept_bar.c.guild))
_kept_bars = Statement(select_all(KEPT_BAR).where(kept_bar.c.guild == bindparam("guild")).limit(bindparam("most")))
_purge_kept = Statement(delete(kept_bar).where(kept_bar.c.until <= bindparam("before")))

_new_report = Statement(insert_all(report, but=("id",)).returning(report.c.id))
_get_report = Statement(select_all(REPORT).where(report.c.id == bindparam("id")))
_hold_report = Statement(select_all(REPORT).where(report.c.id == bindparam("id")).with_for_update())
_save_report = Statement(
    update(report)
    .where(report.c.id == bindparam("number"), report.c.state == bindparam("was"))
    .values({name: bindparam(name) for name in ("state", "claimer", "claimer_name", "outcome", "closed")})
)
_set_message = Statement(
    update(report)
    .where(report.c.id == bindparam("number"))
    .values({name: bindparam(name) for name in ("channel", "message")})
)
_pending = Statement(
    select_all(REPORT)
    .where(report.c.guild == bindparam("guild"), report.c.state != ReportState.RESOLVED.value)
    .order_by(report.c.id)
    .limit(bindparam("most"))
)
_of_reporter = Statement(
    select_all(REPORT)
    .where(report.c.reporter == bindparam("reporter"), report.c.match == bindparam("match"))
    .where(report.c.state != ReportState.RESOLVED.value)
    .limit(1)
)
_count_since = Statement(
    select(func.count())
    .select_from(report)
    .where(report.c.reporter == bindparam("reporter"), report.c.at > bindparam("since"))
)


class ModerationRepository(Repository):
    """Bars and reports of servers."""

    def put_bar(self, record: BarRecord) -> None:
        """Bar a person, or change how."""
        self._put(BAR, _put_bar, record)

    def get_bar(self, guild: GuildId, user: UserId) -> BarRecord | None:
        """Return how a person is or was barred on a server."""
        return self._record(BAR, _get_bar, guild=guild, user=user)

    def drop_bar(self, guild: GuildId, user: UserId) -> bool:
        """Lift a bar; return whether there was one."""
        return self._change(_drop_bar, in_guild=guild, who=user) > 0

    def bars(self, guild: GuildId, *, most: int) -> tuple[BarRecord, ...]:
        """Return the bars of a server, the newest first; also those whose time is over."""
        return self._records(BAR, _bars, guild=guild, most=most)

    def keep_bars(self, user: UserId, *, key: str, now: datetime) -> None:
        """Keep what a person's bars need to hold when the person is deleted and comes back.

        ``key``: a new secret, used if there is none yet.
        """
        bars = [each for each in self._records(BAR, _bars_of, user=user) if each.until is None or each.until > now]
        if bars:
            known = FactRepository(self._driver).get_or(BAR_KEY, key)
            for each in bars:
                digest = digest_person(known, each.guild, user)
                self._put(KEPT_BAR, _keep_bar, KeptBarRecord(guild=each.guild, digest=digest, until=each.until))

    def get_kept_bar(self, guild: GuildId, user: UserId) -> KeptBarRecord | None:
        """Return what is left of a person's bar on a server from before they deleted their data."""
        key = FactRepository(self._driver).get(BAR_KEY)
        if key is None:
            return None
        return self._record(KEPT_BAR, _get_kept, in_guild=guild, who=digest_person(key, guild, user))

    def drop_kept_bar(self, guild: GuildId, user: UserId) -> None:
        """Lift the bar that was kept of a person."""
        key = FactRepository(self._driver).get(BAR_KEY)
        if key is not None:
            self._change(_drop_kept, in_guild=guild, who=digest_person(key, guild, user))

    def find_barring(self, user: UserId) -> tuple[GuildId, ...]:
        """Return the servers on which a person is or was barred, also before they deleted their data."""
        own = (GuildId(row[0]) for row in self._rows(_barring, user=user))
        return tuple(dict.fromkeys((*own, *(each.guild for each in self.find_kept_bars(user)))))

    def find_kept_bars(self, user: UserId) -> tuple[KeptBarRecord, ...]:
        """Return what is left of a person's bars on all servers, in order."""
        found = (self.get_kept_bar(GuildId(row[0]), user) for row in self._rows(_kept_guilds))
        return tuple(each for each in found if each is not None)

    def list_kept_bars(self, guild: GuildId, *, most: int) -> tuple[KeptBarRecord, ...]:
        """Return what is left of bars on a server, of people nobody can name; also those whose time is over."""
        return self._records(KEPT_BAR, _kept_bars, guild=guild, most=most)

    def purge_kept_bars(self, *, before: datetime) -> None:
        """Remove what is left of bars that ended before a time."""
        self._change(_purge_kept, before=to_millis(before))

    def add_report(self, record: ReportRecord) -> ReportRecord:
        """Store a report and return it with its number (``record.id`` counts for nothing)."""
        row = self._row(_new_report, **{k: v for k, v in REPORT.params(record).items() if k != "id"})
        assert row is not None, "an inserted row has a number"
        return replace(record, id=ReportId(row[0]))

    def report(self, number: ReportId) -> ReportRecord | None:
        """Return a report."""
        return self._record(REPORT, _get_report, id=number)

    def hold_report(self, number: ReportId) -> ReportRecord | None:
        """Return a report, and keep others from changing it until this unit is over."""
        return self._record(REPORT, _hold_report, id=number)

    def save_report(self, record: ReportRecord, *, was: ReportState) -> bool:
        """Store how far a report is; False if it isn't as far as it ``was`` any more."""
        params = REPORT.params(record)
        kept = {name: params[name] for name in ("state", "claimer", "claimer_name", "outcome", "closed")}
        return self._change(_save_report, number=record.id, was=was.value, **kept) > 0

    def note_posted(self, number: ReportId, channel: ChannelId, message: MessageId) -> None:
        """Note the message that shows a report to staff."""
        self._change(_set_message, number=number, channel=channel, message=message)

    def list_pending_reports(self, guild: GuildId, *, most: int) -> tuple[ReportRecord, ...]:
        """Return the reports of a server that aren't resolved, the oldest first."""
        return self._records(REPORT, _pending, guild=guild, most=most)

    def find_pending_report(self, reporter: UserId, match: MatchId) -> ReportRecord | None:
        """Return what a person has reported about a match that isn't resolved."""
        return self._record(REPORT, _of_reporter, reporter=reporter, match=match)

    def count_reports(self, reporter: UserId, *, since: datetime) -> int:
        """Count what a person has reported since a time, on all servers."""
        return self._count(_count_since, reporter=reporter, since=to_millis(since))
