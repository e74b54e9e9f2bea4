"""What one request writes: made without a database, applied in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app import outbox
from bot.app.changes import pending, upcoming
from bot.app.changes.plan_fit import plan_named
from bot.app.changes.rewind_records import RewindWrite, write_rewind
from bot.app.clock.moments import day
from bot.app.courier import Kind
from bot.app.match import timeouts
from bot.app.match.outcomes import ranked, with_mark
from bot.app.match.proposals import with_proposals
from bot.app.match.state import MatchState, packed
from bot.app.match.timekeeping import advance_clocks
from bot.app.match.turn_runner import StoppedPlan, TurnRunner
from bot.app.names import note_name
from bot.app.outbox import Payload
from bot.app.records import Actor, Receipt
from bot.app.stopped_plans import Stopping
from db.audit.records import AuditRecord
from db.clocks.records import ClockRecord, ClockStopRecord, ProposalRecord, StopReason
from db.ids import Key, MatchId, OrderId, UserId
from db.ratings.records import TenureRecord
from db.records import (
    DraftRecord,
    EntryRecord,
    InviteRecord,
    MatchRecord,
    NoticeRecord,
    OrderRecord,
    PendingKind,
    PendingRecord,
    SeatRecord,
    Status,
)
from db.tx import Tx
from games.core.game import Outcome
from games.core.running.play import Entry, Position
from games.core.seats import Seat
from games.core.text import Text, is_timed, say

WRONG_FROM = timedelta(minutes=5)
"""A deadline that has moved by less, as by a short outage, is not worth drawing boards anew."""


class DraftWrite(Struct, frozen=True, kw_only=True):
    """What becomes of a seat's draft: ``after`` takes its place (None: nothing does).

    ``before`` is the one that was decided about; where it has changed since, all is decided anew.
    """

    seat: Seat
    before: DraftRecord | None
    after: DraftRecord | None = None


class Change(Struct, frozen=True, kw_only=True):
    """A match's next version and all that goes with it. None: as it was.

    ``pending`` are the rows wanted afterwards. ``finished`` sweeps drafts, orders and rows of waiting away.
    ``only_draft``: the match stays as it is, its version too, so that the presses of several players never meet.
    """

    match: MatchRecord
    receipt: Receipt
    seats: tuple[SeatRecord, ...] | None = None
    invites: tuple[InviteRecord, ...] | None = None
    play: TurnRunner | None = None
    cut: RewindWrite | None = None
    """The match goes on from an earlier position, which ``play`` begins with."""
    pending: tuple[PendingRecord, ...] | None = None
    clocks: tuple[ClockRecord, ...] = ()
    """Clocks whose row changes."""
    clock_stops: tuple[ClockStopRecord, ...] = ()
    """Times that do not count: new ones (number 0), or with another end."""
    proposals: tuple[ProposalRecord, ...] | None = None
    tenures: tuple[TenureRecord, ...] = ()
    """Who sat at a seat until now; the number of the tenure is given when it is written."""
    audit_entries: tuple[AuditRecord, ...] = ()
    """What staff has done, for the log of the server."""
    orders: tuple[OrderRecord, ...] = ()
    """Orders whose row changes."""
    new_orders: tuple[OrderRecord, ...] = ()
    dropped_orders: tuple[OrderId, ...] = ()
    draft: DraftWrite | None = None
    undrafted: tuple[Seat, ...] = ()
    """Other seats whose draft goes, whatever it is."""
    joins: tuple[UserId, ...] = ()
    """Who takes a seat in one more match by this: no more than they may (``bot.app.caps``)."""
    notices: tuple[NoticeRecord, ...] = ()
    finished: bool = False
    only_draft: bool = False


Decision: TypeAlias = Callable[[MatchState, datetime], Change]
"""How a match is decided about: from how it stands, at a moment."""


def write(
    tx: Tx, table: MatchState, change: Change, *, actor: Actor | None, key: Key | None, now: datetime
) -> MatchRecord:
    """Write a change; raises Conflict if the match or a draft has moved on, Repeat if the request was answered."""
    if change.draft is not None:
        _write_draft(tx, change.match.id, change.draft)
    if change.only_draft:
        return change.match
    saved = tx.matches.save(change.match)
    if key is not None:
        tx.requests.remember(key, msgspec.json.encode(change.receipt), at=now)
    if actor is not None:
        meet(tx, table, actor, now)
    _write_people(tx, change)
    _write_clocks(tx, table, change)
    if change.play is not None:
        _write_play(tx, table, change.play, now)
    if change.cut is not None:
        write_rewind(tx, change.cut)
    _write_orders(tx, change, saved)
    _write_pending(tx, table, change, saved)
    for notice in change.notices:
        tx.outbox.enqueue(notice)
    return saved


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


def _write_draft(tx: Tx, match: MatchId, write: DraftWrite) -> None:
    was = None if write.before is None else write.before.data
    if write.after is None:
        tx.drafts.take(match, write.seat, was=was)
    else:
        tx.drafts.save(write.after, was=was)


def rows_after(table: MatchState, change: Change) -> tuple[PendingRecord, ...]:
    """Return what is waited for afterwards; no answers to a proposal that is gone."""
    rows = table.pending if change.pending is None else change.pending
    return with_proposals(rows, table.proposals if change.proposals is None else change.proposals)


def attended(table: MatchState, change: Change, user: UserId) -> Change:
    """Return the change, its user being there again: the rest of the season does not go by default moves."""
    own = table.seats_of(user)
    if table.away.keys().isdisjoint(own):
        return change
    clocks = {clock.seat: clock for clock in (*table.clocks, *change.clocks)}
    return replace(change, clocks=tuple(replace(c, away=False) if c.seat in own else c for c in clocks.values()))


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
            data = packed(table.codec.position(stretch.position))
            tx.log.add_snapshot(table.match.id, ply=ply, data=data, shown=stretch.shown)
    tx.orders.drop(play.gone)


def _noted(table: MatchState, entry: Entry, now: datetime) -> Entry:
    """Note how long after its ask first stood a turn was made, if what happened is told with the time (live play)."""
    since = next((row.since for row in table.pending if row.is_ask and row.ask == entry.ask), None)
    if since is None or not any(is_timed(event.text) for event in entry.events):
        return entry
    return replace(entry, seconds=round((now - since).total_seconds(), 1))


def _entry_row(table: MatchState, entry: Entry, ply: int, now: datetime) -> EntryRecord:
    entry = _noted(table, entry, now)
    return EntryRecord(
        match=table.match.id,
        ply=ply,
        seat=entry.seat,
        cause=entry.cause,
        audience=entry.audience,
        data=table.codec.encode(entry),
        at=now,
    )


def played(
    table: MatchState,
    play: TurnRunner,
    *,
    now: datetime,
    by: Seat | None = None,
    late: frozenset[Seat] = frozenset(),
    hold: bool = False,
    outcome: Outcome | None = None,
    told: Sequence[Text] = (),
    called: Sequence[UserId] = (),
) -> Change:
    """Make the change of a running match that a play through the rules led to.

    ``by`` made a turn: what it is asked next is no handover. ``late`` ran out of time: they are told if they
    are asked again. ``hold`` keeps the table back for the grace time. ``outcome`` ends the match before its rules do.
    ``called`` are mentioned in any case.
    """
    if outcome is None and play.over:
        outcome = ranked(table, play)
    if outcome is not None:
        return _finished(table, play, outcome, now=now, by=by, told=told)
    match = replace(table.match, ply=table.match.ply + _count(play), moved=now)
    rows = pending.wanted(table, play.position, now=now, hold=hold)
    before = {seat for seat in pending.asked_seats(table.pending) if seat not in late}
    before |= {ask.seat for ask in play.unattended()}  # not called: the default move follows the grace time
    asked = tuple((seat, ask) for seat, ask in pending.asked_seats(rows).items() if seat not in before and seat != by)
    live = any(ask.live for ask in table.game.asks(play.position.state))
    told_board = Payload(asked, tuple(called))
    notices = (*_scenes(table, match, play, now), *_notices(match, play, told_board, now=now, live=live))
    following = upcoming.notices(table, match, play.position, rows, by=by, now=now)
    return Change(
        match=match,
        receipt=Receipt(
            match=match.id, ply=match.ply, told=tuple(told), asked=by is not None and by in pending.asked_seats(rows)
        ),
        play=play,
        pending=rows,
        clocks=timeouts.note_arrival(table, play, rows, late=late, clocks=advance_clocks(table, rows, now)),
        proposals=timeouts.votes_left(table, rows),
        orders=_order_rows(table, play),
        undrafted=_undrafted(table, rows, by),
        notices=(*notices, *following, *_stopped(table, match, play, now)),
    )


def retimed(table: MatchState, now: datetime, *, by: UserId | None = None) -> Change:
    """Make the change that only moves deadlines, after what stops the clocks has changed; ``by`` knows of it."""
    rows = pending.retold(table, table.pending, table.clocks, now)
    receipt = Receipt(match=table.match.id, ply=table.match.ply)
    card = outbox.row(table.match, Kind.CARD, now=now, delay=True)
    moved = deadlines_told(table, table.match, rows, by=by, now=now)
    return Change(match=table.match, receipt=receipt, pending=rows, notices=(card, *moved))


def deadlines_told(
    table: MatchState, match: MatchRecord, rows: Sequence[PendingRecord], *, by: UserId | None, now: datetime
) -> tuple[NoticeRecord, ...]:
    """Return what shows that deadlines have moved: the newest board anew, and a call for whoever has less time now.

    ``match``: the record after the change; ``by`` did it and is not called.
    """
    was = {row.ask: row.due for row in table.pending if row.kind is PendingKind.SEAT}
    moved = [
        row for row in rows if row.kind is PendingKind.SEAT and not row.sealed and _differs(was.get(row.ask), row.due)
    ]
    if not moved:
        return ()
    sooner = {Seat(row.seat): row.due for row in moved if row.due is not None and row.due < (was[row.ask] or row.due)}
    calls = (
        outbox.words(match, say("app.deadline_sooner", seat=seat, until=day(due)), users, now=now)
        for seat, due in sooner.items()
        if (users := tuple(user for user in table.users_of((seat,)) if user != by))
    )
    return (outbox.row(match, Kind.BOARD, now=now, told=Payload(refresh=True)), *calls)


def _differs(was: datetime | None, due: datetime | None) -> bool:
    """Whether a deadline has moved by so much that a board is wrong."""
    return was is not None and due is not None and abs(due - was) >= WRONG_FROM


def outside(table: MatchState) -> TurnRunner:
    """Begin to write the platform's own sentences; raises Refusal if the match does not run.

    The position is not read, so that this works for a match whose game's code fails, too.
    """
    table.expect_running()
    return TurnRunner(table.game, table.seed, cast("Position[Any]", table.position))


def platform(table: MatchState, *texts: Text, now: datetime, told: Sequence[Text] = ()) -> Change:
    """Make the change of a running match that only adds the platform's own sentences to its log."""
    play = outside(table)
    play.say(*texts)
    match = replace(table.match, ply=table.match.ply + _count(play))
    receipt = Receipt(match=match.id, ply=match.ply, told=tuple(told))
    return Change(match=match, receipt=receipt, play=play, notices=(outbox.row(match, Kind.CARD, now=now, delay=True),))


def announced(
    table: MatchState, text: Text, *, now: datetime, told: Text | None = None, users: Iterable[UserId] = ()
) -> Change:
    """Make the change that only adds a sentence to the log of a running match and says it at its place, to all there.

    ``users`` are called by it. Who asked for the change is told the same in private, or ``told``.
    """
    change = platform(table, text, now=now, told=(text if told is None else told,))
    word = outbox.words(change.match, text, users, now=now)
    return replace(change, notices=(*change.notices, word))


def _count(play: TurnRunner) -> int:
    return sum(len(stretch.entries) for stretch in play.stretches)


def _scenes(table: MatchState, match: MatchRecord, play: TurnRunner, now: datetime) -> Iterator[NoticeRecord]:
    """Boards of moments after which the table went on at once."""
    ply = table.match.ply
    for stretch in play.stretches:
        ply += len(stretch.entries)
        if stretch.scene:
            yield outbox.scene(match, ply, now=now)


def _notices(
    match: MatchRecord, play: TurnRunner, told: Payload, *, now: datetime, live: bool = False
) -> tuple[NoticeRecord, ...]:
    """A board if everybody sees that something happened; the card in any case, a little later.

    While all act at once and nobody new is waited for, the board before is edited, and the card stays as it is.
    """
    card = outbox.row(match, Kind.CARD, now=now, delay=True)
    shown = any(stretch.shown for stretch in play.stretches)
    loud = bool(told.asked or told.users)
    if live and not loud:
        return (outbox.row(match, Kind.BOARD, now=now, told=Payload(refresh=True)),) if shown else ()
    if not loud and not shown:
        return (card,)
    return outbox.row(match, Kind.BOARD, now=now, told=told), card


def _undrafted(table: MatchState, rows: Sequence[PendingRecord], by: Seat | None) -> tuple[Seat, ...]:
    """The seats whose draft has lost its ask, and the one that has just made its turn."""
    stand = {row.ask for row in rows if row.is_ask}
    seats = [Seat(row.seat) for row in table.pending if row.is_ask and row.ask not in stand and row.seat >= 0]
    return tuple(dict.fromkeys(seats if by is None else [by, *seats]))


def _order_rows(table: MatchState, play: TurnRunner) -> tuple[OrderRecord, ...]:
    """Rows of the orders of which something is left, and of those that are halted."""
    why = {stop.filed.id: Stopping(stop.why, gone=not stop.kept) for stop in play.stops}
    rows = []
    for row in table.orders:
        if row.id in why:
            row = replace(row, halted=why[row.id].written())
        if row.id in play.changed:
            row = replace(row, data=table.codec.encode(play.changed[row.id]))
        if row.id in why or row.id in play.changed:
            rows.append(row)
    return tuple(rows)


def _stopped(table: MatchState, match: MatchRecord, play: TurnRunner, now: datetime) -> tuple[NoticeRecord, ...]:
    """Private words to those whose orders could not be played."""
    users = {seat.seat: seat.user for seat in table.seats}
    told = [
        Payload(
            discreet=True,
            text=_stop_text(table, match, stop),
            user=users[stop.filed.seat],
        )
        for stop in play.stops
        if not stop.said
    ]
    return tuple(outbox.row(match, Kind.WORD, now=now, told=each) for each in told)


def _stop_text(table: MatchState, match: MatchRecord, stop: StoppedPlan) -> Text:
    """Which plan stopped and why; of which seat, where its owner has several."""
    plan = plan_named(table, stop.filed)
    return say("app.order_halted" if stop.kept else "app.order_dropped", match=match.id, plan=plan, why=stop.why)


def _finished(
    table: MatchState, play: TurnRunner, outcome: Outcome, *, now: datetime, by: Seat | None, told: Sequence[Text]
) -> Change:
    play.say(say("app.finished", seed=play.seed.hex()))
    ply = table.match.ply + _count(play)
    match = replace(
        table.match,
        ply=ply,
        moved=now,
        finished=now,
        status=Status.FINISHED,
        outcome=msgspec.json.encode(replace(with_mark(table, outcome), ties=None)),
    )
    people = dict.fromkeys(UserId(s.user) for s in table.seats if s.user is not None)
    alone = by is not None and tuple(people) == (table.seats[by].user,)
    away = {clock.seat for clock in table.clocks if clock.stand_in is not None}
    gone = tuple(replace(s, resigned=s.resigned or ply) if s.seat in away else s for s in table.seats)
    return Change(
        match=match,
        seats=gone if away else None,
        receipt=Receipt(match=match.id, ply=ply, told=tuple(told), over=True),
        play=play,
        finished=True,
        notices=(
            *_scenes(table, match, play, now),
            outbox.row(match, Kind.BOARD, now=now, told=Payload(users=() if alone else tuple(people))),
            outbox.row(match, Kind.CARD, now=now),
            *_stopped(table, match, play, now),
        ),
    )
