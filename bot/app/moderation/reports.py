"""Reports: what players tell the staff of a server about a match, and what becomes of it.

Staff reads the match as it stood at that moment. Who reported hears how far it is; whoever it is about hears nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.server_rules import REPORTS, name_others, server_values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import make_audit_entry, note_name
from bot.app.match.records import Actor, Place
from bot.app.runtime.refusals import refuse
from db.ids import ChannelId, GuildId, Key, MatchId, ReportId, UserId
from db.moderation.records import ReportRecord, ReportState, ReportTopic
from db.records import Status
from db.tx import Tx
from games.core.input.visible import strip_invisible
from games.core.text import Text, say, say_name

MOST_A_DAY = 5
"""Reports of one person in a day."""
DAY = timedelta(days=1)
MOST_LISTED = 25
"""Reports in one list."""


class NewReport(Struct, frozen=True, kw_only=True):
    """What somebody tells about a match, or a message that somebody (``about``) wrote about it."""

    match: MatchId
    topic: ReportTopic
    words: str
    about: UserId | None = None


class Reports:
    """What players report to the staff of a server. Whether somebody is staff is for the edge to know."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def file(self, key: Key, actor: Actor, *, place: Place, new: NewReport) -> ReportRecord:
        """Tell the staff of a match's server about it; raises Refusal from other servers and for too many."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> ReportRecord:
            first = tx.requests.answer(key)
            if first is not None:
                known = tx.moderation.report(ReportId(msgspec.json.decode(first, type=int)))
                if known is not None:
                    return known
            match = tx.matches.get(new.match)
            if match is None or match.guild is None or place.guild not in (None, match.guild):
                raise refuse("NO_MATCH", "report_elsewhere", match=new.match)
            if tx.moderation.count_reports(actor.user, since=now - DAY) >= MOST_A_DAY:
                raise refuse("TOO_MANY_REPORTS", "many_reports", most=MOST_A_DAY)
            open_one = tx.moderation.find_pending_report(actor.user, match.id)
            if open_one is not None:
                claimed = open_one.state is ReportState.CLAIMED
                raise refuse("REPORTED", "report_claimed_already" if claimed else "report_waits", match=match.id)
            note_name(tx, actor, at=now)
            report = tx.moderation.add_report(_record(actor, match.guild, match.ply, new, now))
            tx.requests.remember(key, msgspec.json.encode(report.id), at=now)
            text = say("app.report_filed", name=say_name(actor.name), report=report.id)
            _note(tx, report, actor, text, now=now, why=report.words)
            _post(tx, report, now)
            return report

        report = await self._uow.store.run(work)
        self._uow.signals.notify()
        return report

    async def claim(
        self, key: Key, actor: Actor, *, place: Place, report: ReportId, owner: bool = False
    ) -> ReportRecord:
        """Look after a report; raises Refusal if somebody does already, and if it concerns who would.

        ``owner``: they own the server, and may in any case; then the log says so.
        """
        text = say("app.report_claimed", name=say_name(actor.name), report=report)

        def work(tx: Tx) -> ReportRecord:
            known, now = _find(tx, place, report), self._uow.clock.now()
            if tx.requests.answer(key) is not None:
                return known
            if known.state is ReportState.CLAIMED:
                own = known.claimer == actor.user
                name = say_name(known.claimer_name)
                raise refuse("CLAIMED", "report_is_yours" if own else "report_is_claimed", report=report, name=name)
            after = replace(known, state=ReportState.CLAIMED, claimer=actor.user, claimer_name=actor.name)
            self._go_on(tx, known, after, key, now)
            _note(tx, after, actor, _mark_involved(tx, known, actor, text, owner=owner), now=now)
            _tell(tx, after, say("app.report_told_claimed", match=after.match or 0), now)
            return after

        return await self._change(work)

    async def resolve(
        self, key: Key, actor: Actor, *, place: Place, report: ReportId, outcome: str, owner: bool = False
    ) -> ReportRecord:
        """Close a report, and tell who made it what came of it; anybody of the staff may, whoever looks after it.

        But not whom it concerns, unless they own the server; then the log says so.
        """
        text, words = (
            say("app.report_resolved", name=say_name(actor.name), report=report),
            " ".join(strip_invisible(outcome).split()),
        )
        if not words:
            raise refuse("NO_REASON", "report_needs_outcome")

        def work(tx: Tx) -> ReportRecord:
            known, now = _find(tx, place, report), self._uow.clock.now()
            if tx.requests.answer(key) is not None:
                return known
            after = replace(
                known,
                state=ReportState.RESOLVED,
                claimer=actor.user,
                claimer_name=actor.name,
                outcome=words,
                closed=now,
            )
            self._go_on(tx, known, after, key, now)
            marked = _mark_involved(tx, known, actor, text, owner=owner)
            _note(tx, after, actor, marked, now=now, why=words)
            _tell(tx, after, say("app.report_told_resolved", match=after.match or 0, outcome=say_name(words)), now)
            return after

        return await self._change(work)

    async def match_at(self, place: Place) -> MatchId | None:
        """Return the match that is played in a thread, or the only one of a channel; None where several may be."""

        def work(tx: Tx) -> MatchId | None:
            found = tx.matches.in_channel(place.channel, most=MOST_LISTED)
            own = [each.id for each in found if each.thread == place.channel]
            going = [each.id for each in found if each.status in (Status.LOBBY, Status.RUNNING)]
            return own[0] if own else going[0] if len(going) == 1 else None

        return await self._uow.store.read(work)

    async def list_pending(self, place: Place) -> tuple[ReportRecord, ...]:
        """Return the reports of a server that aren't resolved, the oldest first."""
        guild = place.guild
        if guild is None:
            return ()
        return await self._uow.store.read(lambda tx: tx.moderation.list_pending_reports(guild, most=MOST_LISTED))

    async def _change(self, work: Callable[[Tx], ReportRecord]) -> ReportRecord:
        after = await self._uow.store.run(work)
        self._uow.signals.notify()
        return after

    def _go_on(self, tx: Tx, known: ReportRecord, after: ReportRecord, key: Key, now: datetime) -> None:
        """Write how far a report is now, and show it to staff; raises Refusal where it's resolved."""
        if known.state is ReportState.RESOLVED or not tx.moderation.save_report(after, was=known.state):
            name = say_name(known.claimer_name)
            raise refuse("RESOLVED", "report_is_resolved", report=known.id, name=name)
        tx.requests.remember(key, b"{}", at=now)
        _post(tx, after, now)


def _record(actor: Actor, guild: GuildId, ply: int, new: NewReport, now: datetime) -> ReportRecord:
    return ReportRecord(
        id=ReportId(0),
        guild=guild,
        match=new.match,
        ply=ply,
        reporter=actor.user,
        name=actor.name,
        topic=new.topic,
        words=new.words.strip(),
        state=ReportState.OPEN,
        claimer=None,
        claimer_name="",
        outcome="",
        at=now,
        closed=None,
        channel=None,
        message=None,
        about=new.about,
    )


def _find(tx: Tx, place: Place, number: ReportId) -> ReportRecord:
    """A report of this server, to be changed; raises Refusal for others, which are not there."""
    found = tx.moderation.hold_report(number)
    if found is None or found.guild != place.guild:
        raise refuse("NO_REPORT", "no_report", report=number)
    return found


def _mark_involved(tx: Tx, report: ReportRecord, actor: Actor, text: Text, *, owner: bool) -> Text:
    """A line of the log; raises Refusal if a report concerns who acts, says so in the line if they own the server."""
    plays = report.match is not None and report.match in tx.privacy.find_played(actor.user)
    if not plays and report.about != actor.user:
        return text
    if not owner:
        raise refuse("INVOLVED", "report_involved", report=report.id, who=name_others(tx, report.guild))
    return say("app.staff_involved", what=text)


def _note(tx: Tx, report: ReportRecord, actor: Actor, text: Text, *, now: datetime, why: str = "") -> None:
    """Put what was done into the log of the server."""
    entry = make_audit_entry(report.guild, actor, text, now=now, subject=report.reporter, why=why)
    tx.audit.add(replace(entry, match=report.match))


def _post(tx: Tx, report: ReportRecord, now: datetime) -> None:
    """Show a report to staff, where the server has a channel for that; its message stays where it was posted."""
    match = None if report.match is None else tx.matches.get(report.match)
    channel = report.channel or ChannelId(int(server_values(tx, report.guild)[REPORTS]))
    if match is None or not channel:
        return
    told = Payload(report=report.id, channel=channel)
    tx.outbox.enqueue(replace(outbox.row(match, Kind.REPORT, now=now, told=told), lane=channel, ply=report.ply))


def _tell(tx: Tx, report: ReportRecord, text: Text, now: datetime) -> None:
    """Tell who reported in private; at the match's place nothing hints at it."""
    match = None if report.match is None else tx.matches.get(report.match)
    if match is not None:
        told = Payload(text=text, user=report.reporter, discreet=True)
        tx.outbox.enqueue(outbox.row(match, Kind.WORD, now=now, told=told))
