"""What one request writes: made without a database, applied in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox, pending, upcoming
from bot.app.changes.outbox import Kind, Payload
from bot.app.match.effective_log import Span
from bot.app.match.outcomes import rank_finished, with_mark
from bot.app.match.proposals import with_proposals
from bot.app.match.records import Receipt
from bot.app.match.state import MatchState
from bot.app.match.stopped_plans import Stopping
from bot.app.match.turn_runner import StoppedPlan, TurnRunner
from bot.app.plans.fit import plan_named
from bot.app.runtime.moments import day
from bot.app.timing import timeouts
from bot.app.timing.timekeeping import advance_clocks
from db.audit.records import AuditRecord
from db.clocks.records import ClockRecord, ClockStopRecord, ProposalRecord
from db.ids import OrderId, UserId
from db.matches.rewind_records import RewindRecord
from db.ratings.records import TenureRecord
from db.records import (
    DraftRecord,
    InviteRecord,
    MatchRecord,
    NoticeRecord,
    OrderRecord,
    PendingKind,
    PendingRecord,
    SeatRecord,
    Status,
)
from games.core.game import Outcome
from games.core.running.play import Position
from games.core.seats import AskId, Seat
from games.core.text import Text, say

WRONG_FROM = timedelta(minutes=5)
"""A deadline that has moved by less, as by a short outage, is not worth drawing boards anew."""


class DraftWrite(Struct, frozen=True, kw_only=True):
    """What becomes of a seat's draft: ``after`` takes its place (None: nothing does).

    ``before`` is the one that was decided about; where it has changed since, all is decided anew.
    """

    seat: Seat
    before: DraftRecord | None
    after: DraftRecord | None = None


class RewindWrite(Struct, frozen=True, kw_only=True):
    """Where the match goes on; spans whose boards one cannot step to any more (``buried``), or again (``revived``)."""

    rewind: RewindRecord
    buried: tuple[Span, ...]
    revived: tuple[Span, ...]


class Change(Struct, frozen=True, kw_only=True):
    """A match's next version and all that goes with it. None: as it was.

    ``pending`` are the rows wanted afterwards. ``finish_match`` sweeps drafts, orders and rows of waiting away.
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
    """Who takes a seat in one more match by this: no more than they may (``bot.app.changes.caps``)."""
    notices: tuple[NoticeRecord, ...] = ()
    finished: bool = False
    only_draft: bool = False


Decision: TypeAlias = Callable[[MatchState, datetime], Change]
"""How a match is decided about: from how it stands, at a moment."""


def rows_after(table: MatchState, change: Change) -> tuple[PendingRecord, ...]:
    """Return what is waited for afterwards; no answers to a proposal that is gone."""
    rows = table.pending if change.pending is None else change.pending
    return with_proposals(rows, table.proposals if change.proposals is None else change.proposals)


def mark_present(table: MatchState, change: Change, user: UserId) -> Change:
    """Return the change, its user being there again: the rest of the season does not go by default moves."""
    own = table.seats_of(user)
    if table.away.keys().isdisjoint(own):
        return change
    clocks = {clock.seat: clock for clock in (*table.clocks, *change.clocks)}
    return replace(change, clocks=tuple(replace(c, away=False) if c.seat in own else c for c in clocks.values()))


class Calls(Struct, frozen=True, kw_only=True):
    """Whom a board calls beside those who are asked now and were not before."""

    late: frozenset[Seat] = frozenset()
    """Seats that ran out of time, if they are asked again."""
    users: tuple[UserId, ...] = ()
    """In any case."""


NOBODY_ELSE = Calls()


def record_turns(
    table: MatchState,
    play: TurnRunner,
    *,
    now: datetime,
    by: Seat | None = None,
    told: Sequence[Text] = (),
    calls: Calls = NOBODY_ELSE,
) -> Change:
    """Make the change of a running match that a play through the rules led to.

    ``by`` made a turn: what it is asked next is no handover. ``told`` is what who asked for it reads.
    """
    if play.over:
        return finish_match(table, play, rank_finished(table, play), now=now, by=by, told=told)
    match = replace(table.match, ply=table.match.ply + _count(play), moved=now)
    rows = pending.require_rows(table, play.position, now=now, hold=play.held)
    asked = pending.find_awaited_seats(rows)
    called = () if _is_there_alone(table, by) else _newly_asked(table, play, asked, by=by, late=calls.late)
    board = Payload(called, calls.users)
    return Change(
        match=match,
        receipt=Receipt(match=match.id, ply=match.ply, told=tuple(told), asked=by in asked),
        play=play,
        pending=rows,
        clocks=timeouts.note_arrival(table, play, rows, late=calls.late, clocks=advance_clocks(table, rows, now)),
        proposals=timeouts.votes_left(table, rows),
        orders=_order_rows(table, play),
        undrafted=_seats_without_draft(table, rows, by),
        notices=(
            *_scenes(table, match, play, now),
            *_notices(match, play, board, now=now),
            *upcoming.notices(table, match, play.position, rows, by=by, now=now),
            *_tell_stopped_plans(table, match, play, now),
        ),
    )


def _is_there_alone(table: MatchState, by: Seat | None) -> bool:
    """Whether a computer player answers a person who plays with such ones only, and is there."""
    return by in table.computers and {seat.user for seat in table.seats if seat.user is not None} == {table.here}


def _newly_asked(
    table: MatchState, play: TurnRunner, asked: Mapping[Seat, AskId], *, by: Seat | None, late: frozenset[Seat]
) -> tuple[tuple[Seat, AskId], ...]:
    """The seats to be called: not those that were asked before, nor those who answer nothing, as they are away."""
    known = {seat for seat in pending.find_awaited_seats(table.pending) if seat not in late}
    known |= {ask.seat for ask in play.find_unattended()}  # the default move follows the grace time
    return tuple((seat, ask) for seat, ask in asked.items() if seat not in known and seat != by)


def finish_match(
    table: MatchState,
    play: TurnRunner,
    outcome: Outcome,
    *,
    now: datetime,
    by: Seat | None = None,
    told: Sequence[Text] = (),
) -> Change:
    """Make the change with which a match is over, by its rules or before; ``by``, ``told``: as for ``record_turns``."""
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
            *_tell_stopped_plans(table, match, play, now),
        ),
    )


def move_deadlines(table: MatchState, now: datetime, *, by: UserId | None = None) -> Change:
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


def announce_in_log(
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


def _notices(match: MatchRecord, play: TurnRunner, told: Payload, *, now: datetime) -> tuple[NoticeRecord, ...]:
    """A board if everybody sees that something happened; the card in any case, a little later.

    While all act at once and nobody new is waited for, the board before is edited, and the card stays as it is.
    """
    card = outbox.row(match, Kind.CARD, now=now, delay=True)
    shown = any(stretch.shown for stretch in play.stretches)
    loud = bool(told.asked or told.users)
    live = any(ask.live for ask in play.game.asks(play.position.state))
    if live and not loud:
        return (outbox.row(match, Kind.BOARD, now=now, told=Payload(refresh=True)),) if shown else ()
    if not loud and not shown:
        return (card,)
    return outbox.row(match, Kind.BOARD, now=now, told=told), card


def _seats_without_draft(table: MatchState, rows: Sequence[PendingRecord], by: Seat | None) -> tuple[Seat, ...]:
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
            row = replace(row, halted=why[row.id].write())
        if row.id in play.changed:
            row = replace(row, data=table.codec.encode(play.changed[row.id]))
        if row.id in why or row.id in play.changed:
            rows.append(row)
    return tuple(rows)


def _tell_stopped_plans(
    table: MatchState, match: MatchRecord, play: TurnRunner, now: datetime
) -> tuple[NoticeRecord, ...]:
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
    return say("app.plan_stopped" if stop.kept else "app.plan_dropped", match=match.id, plan=plan, why=stop.why)
