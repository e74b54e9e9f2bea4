"""Writing a change: all that it says, in one transaction."""

from __future__ import annotations

from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.app.changes import outbox, pending
from bot.app.changes.applied import changes_card
from bot.app.changes.change import Change, DraftWrite, RewindWrite, rows_after
from bot.app.changes.errands import plan_match_event
from bot.app.changes.server_rules import server_values
from bot.app.match.records import Actor
from bot.app.match.state import MatchState, pack
from bot.app.match.turn_runner import TurnRunner
from db.audit.records import AuditRecord
from db.clocks.records import StopReason
from db.ids import ChannelId, GuildId, Key, MatchId, UserId
from db.records import (
    EntryRecord,
    MatchRecord,
    Status,
)
from db.tx import Tx
from games.core.running.play import Entry
from games.core.text import Text, is_timed


def write(
    tx: Tx, table: MatchState, change: Change, *, actor: Actor | None, key: Key | None, now: datetime
) -> MatchRecord:
    """Write a change; raises Conflict if the match or a draft has moved on, Repeat if the request was answered."""
    saved = change.match if change.only_draft else tx.matches.save(change.match)
    if change.draft is not None:
        _write_draft(tx, saved.id, change.draft)
    if change.only_draft:
        return saved
    if saved.status is not table.match.status:
        tx.matches.note_status(saved)
    if key is not None:
        tx.requests.remember(key, msgspec.json.encode(change.receipt), at=now)
    if actor is not None:
        meet(tx, table, actor, now)
    _write_people(tx, change)
    _write_clocks(tx, table, change)
    if change.play is not None:
        _write_play(tx, table, change.play, now)
    if change.cut is not None:
        _write_rewind(tx, change.cut)
    _write_orders(tx, change, saved)
    _write_pending(tx, table, change, saved)
    if change.finished:
        _write_result(tx, saved, now)
    _write_opening(tx, table, change, saved, now)
    plan_match_event(tx, table, change, saved, now=now)
    shown = changes_card(table, change, saved, actor)
    for notice in change.notices:
        if shown or notice.kind != outbox.Kind.CARD:
            tx.outbox.enqueue(notice)
    return saved


def _write_rewind(tx: Tx, cut: RewindWrite) -> None:
    """Write it, after the position that goes with it."""
    tx.log.add_rewind(cut.rewind)
    tx.log.revive(cut.rewind.match, cut.revived)
    tx.log.bury(cut.rewind.match, cut.buried)


def _write_orders(tx: Tx, change: Change, saved: MatchRecord) -> None:
    for record in change.orders:
        tx.orders.save(record)
    for record in change.new_orders:
        tx.orders.add(replace(record, match=saved.id))
    tx.orders.drop(change.dropped_orders)


def _write_pending(tx: Tx, table: MatchState, change: Change, saved: MatchRecord) -> None:
    """Write what is waited for, and sweep what nobody needs any more."""
    if change.finished:
        tx.results.owe(saved.id)
        tx.pending.clear(saved.id)
        tx.drafts.clear(saved.id)
        tx.orders.clear(saved.id)
        return
    pending.sync(tx, table.pending, rows_after(table, change))
    for seat in change.undrafted:
        if change.draft is None or seat != change.draft.seat:
            tx.drafts.drop(saved.id, seat)


def _write_result(tx: Tx, match: MatchRecord, now: datetime) -> None:
    """Tell the server's channel for results, unless the match was private or for practice."""
    channel = ChannelId(int(server_values(tx, match.guild)["results"]))
    if channel and not match.private and not match.practice:
        tx.outbox.enqueue(outbox.result_row(match, channel, now=now))


def _write_opening(tx: Tx, table: MatchState, change: Change, match: MatchRecord, now: datetime) -> None:
    """Let the server's list of open matches show what has become of one, or of the seats that are offered in it."""
    if match.guild is None or match.private or match.practice:
        return
    if Status.LOBBY in (table.match.status, match.status) or _is_other_offer(table, change):
        channel = ChannelId(int(server_values(tx, match.guild)["openings"]))
        if channel:
            tx.outbox.enqueue(outbox.openings_row(match.guild, channel, now=now))


def _is_other_offer(table: MatchState, change: Change) -> bool:
    """Whether other seats are offered than before, or the match is over in which some were."""
    before = {clock.seat: clock.offered is not None for clock in table.clocks}
    after = {**before, **{clock.seat: clock.offered is not None for clock in change.clocks}}
    return any(before.values()) if change.finished else any(after[seat] != before.get(seat, False) for seat in after)


def _write_draft(tx: Tx, match: MatchId, write: DraftWrite) -> None:
    was = None if write.before is None else write.before.data
    if write.after is None:
        tx.drafts.take(match, write.seat, was=was)
    else:
        tx.drafts.save(write.after, was=was)


def _write_people(tx: Tx, change: Change) -> None:
    if change.seats is not None:
        tx.matches.set_seats(change.match.id, change.seats)
    for tenure in change.tenures:
        tenures = [each for each in tx.results.tenures(tenure.match) if each.seat == tenure.seat]
        tx.results.put_tenure(replace(tenure, number=1 + len(tenures)))
    for audit_entry in change.audit_entries:
        tx.audit.add(audit_entry)
    if change.invites is not None:
        tx.matches.clear_invites(change.match.id)
        for invite in change.invites:
            tx.matches.put_invite(invite)


def _write_clocks(tx: Tx, table: MatchState, change: Change) -> None:
    for clock in change.clocks:
        if clock not in table.clocks:
            tx.clocks.put(replace(clock, match=change.match.id))
    for stop in change.clock_stops:
        if stop.id:
            tx.clocks.end_stop(stop.id, stop.ends)
            if stop.why is StopReason.REMOVED:
                tx.outages.put_off_pairing(change.match.id, starts=stop.starts, ends=stop.ends)
        else:
            tx.clocks.add_stop(stop)
    proposals = () if change.finished else change.proposals
    if proposals is not None and (proposals or table.proposals):
        tx.proposals.replace(change.match.id, proposals)


def meet(tx: Tx, table: MatchState, actor: Actor, now: datetime) -> None:
    """Note the actor's name if it is new, or if it is one of another server."""
    known = table.people.get(actor.user)
    if known is None or known.name != actor.name or actor.guild not in (None, table.match.guild):
        note_name(tx, actor, at=now)


def _write_play(tx: Tx, table: MatchState, play: TurnRunner, now: datetime) -> None:
    ply = table.match.ply
    for stretch in play.stretches:
        for entry in stretch.entries:
            ply += 1
            tx.log.add_entry(_entry_row(table, entry, ply, now))
        if stretch.position is not None:
            data = pack(table.codec.position(stretch.position))
            tx.log.add_snapshot(table.match.id, ply=ply, data=data, shown=stretch.shown)
    tx.orders.drop(play.gone)


def _note_duration(table: MatchState, entry: Entry, now: datetime) -> Entry:
    """Note how long after its ask first stood a turn was made, if what happened is told with the time (live play)."""
    since = next((row.since for row in table.pending if row.is_ask and row.ask == entry.ask), None)
    if since is None or not any(is_timed(event.text) for event in entry.events):
        return entry
    return replace(entry, seconds=round((now - since).total_seconds(), 1))


def _entry_row(table: MatchState, entry: Entry, ply: int, now: datetime) -> EntryRecord:
    entry = _note_duration(table, entry, now)
    return EntryRecord(
        match=table.match.id,
        ply=ply,
        seat=entry.seat,
        cause=entry.cause,
        audience=entry.audience,
        data=table.codec.encode(entry),
        at=now,
    )


def make_audit_entry(
    guild: GuildId, actor: Actor, text: Text, *, now: datetime, subject: UserId | None = None, why: str = ""
) -> AuditRecord:
    """Return a line of a server's staff log, about no match: what somebody did, to whom (``subject``) and why."""
    return AuditRecord(
        id=0,
        guild=guild,
        match=None,
        user=actor.user,
        name=actor.name,
        what=msgspec.json.encode(text),
        at=now,
        subject=subject,
        why=why,
    )


def note_name(tx: Tx, actor: Actor, *, at: datetime) -> None:
    """Note the name that a person shows now, on the server where they were seen."""
    tx.people.meet(actor.user, actor.name, at=at, guild=actor.guild, account=actor.account)
