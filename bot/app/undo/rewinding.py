"""Going on from an earlier position: the one operation behind undo, redo and the repair by staff.

The log only grows: an entry says what was done, the earlier position is stored once more under its ply, and the match
has its next version. All that hangs on the position goes with it in the same unit of work: what is asked, deadlines,
drafts, orders, clocks, the places one can step to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import drafting, outbox, pending
from bot.app.changes.change import Change, DraftWrite, RewindWrite, record_turns
from bot.app.changes.outbox import Kind, Payload
from bot.app.match.effective_log import find_effective, plies, spans_of
from bot.app.match.paces import Banked, PerMove
from bot.app.match.proposals import without
from bot.app.match.records import LogLine
from bot.app.match.state import MatchReader, MatchState
from bot.app.match.stopped_plans import Stopping, back_words, read_stopping, stopped_text
from bot.app.match.turn_runner import PLATFORM, TurnRunner
from bot.app.runtime.refusals import refuse
from db.clocks.records import ClockRecord
from db.ids import UserId
from db.matches.rewind_records import RewindRecord, Rewound
from db.records import DraftRecord, NoticeRecord, OrderRecord, PendingKind, PendingRecord, ProposalKind
from db.tx import Tx
from games.core.errors import Refusal
from games.core.game import Barrier
from games.core.input.panel import Draft
from games.core.orders import is_preference
from games.core.running.play import Cause, Position, ends_of, fold
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text, say


class Past(Struct, frozen=True, kw_only=True):
    """An earlier position of a match, and what lies between.

    ``at`` is the ply after which it stood. ``gone`` are the entries that count no longer if the match goes on from
    there, ``back`` those that count again; the platform's own are left out of both.
    """

    at: int
    position: Position[Any]
    gone: tuple[LogLine, ...]
    back: tuple[LogLine, ...]
    cut: RewindWrite
    began: datetime
    """When that position stood first."""
    undone: frozenset[int] = frozenset()
    """The plies of the undos that count no longer: this is their redo."""


class Rewinding(Struct, frozen=True, kw_only=True):
    """Why a match goes on from an earlier position.

    ``text`` goes into the log. ``by`` did it alone and needs no mention of being asked again; ``told`` is what its
    doer reads; ``draft``: the first turn of that seat that goes becomes its draft.
    """

    kind: Rewound
    text: Text
    by: Seat | None = None
    draft: Seat | None = None
    told: tuple[Text, ...] = ()


def read_past(tx: Tx, match_reader: MatchReader, table: MatchState, *, ply: int, kind: Rewound) -> Past:
    """Read the newest position that is not after ``ply``; raises Refusal if the match cannot go on from there."""
    table.require_position()
    match = table.match.id
    if kind is not Rewound.REPAIR:
        table.expect_going()
    at = tx.log.position_ply(match, ply=ply)
    if at is None:
        raise refuse("NOTHING", "nothing_between", match=match)
    rewinds = tx.log.rewinds(match)
    now, then = plies(find_effective(table.match.ply, rewinds)), plies(find_effective(at, rewinds))
    gone, back = now - then, then - now
    lines = _lines(tx, table, gone | back)
    began = tx.log.entries(match, first=at, last=at)[0].at
    made = Past(
        at=at,
        position=match_reader.position_at(tx, table.match, at)[1],
        gone=tuple(line for line in lines if line.ply in gone),
        back=tuple(line for line in lines if line.ply in back),
        cut=RewindWrite(
            rewind=RewindRecord(match=match, ply=table.match.ply + 1, target=at, kind=kind),
            buried=spans_of(gone | {table.match.ply + 1}),
            revived=spans_of(back - {each.ply for each in rewinds}),
        ),
        began=began,
        undone=frozenset(each.ply for each in rewinds if each.kind is Rewound.UNDO) & gone,
    )
    if not made.gone and not made.back:
        raise refuse("NOTHING", "nothing_between", match=match)
    return made


def _lines(tx: Tx, table: MatchState, wanted: frozenset[int]) -> tuple[LogLine, ...]:
    """The entries of the game at some plies."""
    if not wanted:
        return ()
    rows = [row for row in tx.log.entries(table.match.id, first=min(wanted), last=max(wanted)) if row.ply in wanted]
    read = table.codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]")
    lines = (LogLine(ply=row.ply, at=row.at, entry=entry) for row, entry in zip(rows, read, strict=True))
    return tuple(line for line in lines if line.entry.ask != PLATFORM)


def rewound(table: MatchState, past: Past, why: Rewinding, *, now: datetime) -> Change:
    """Make the change by which a running match goes on from an earlier position. Nothing but that is decided here."""
    play = TurnRunner(table.game, table.seed, past.position, table.resigned)
    play.say(why.text)
    play.stretches[-1] = replace(play.stretches[-1], position=past.position)
    play.run_on()
    asks = {ask.id for ask in table.game.asks(past.position.state)}
    ground = replace(
        table,
        position=past.position,
        clocks=tuple(_return_clock(past, clock) for clock in _fair(table, past)),
        pending=tuple(
            row for row in table.pending if (row.is_ask and row.ask in asks) or row.kind is PendingKind.PROPOSAL
        ),
        orders=(),
    )
    change = record_turns(ground, play, now=now, by=why.by, told=why.told)
    halted, revived = _halt_plans(table, past), _revive_plans(table, past)
    why_halted = say("app.order_rewound", undo=past.cut.rewind.ply)
    words = (
        *_words(table, change, halted, lambda of: stopped_text(table.match.id, why_halted, of), now),
        *_words(table, change, revived, lambda of: back_words(table.match.id, of), now),
    )
    proposals = without(table, ProposalKind.UNDO)
    change = replace(
        change, cut=past.cut, proposals=proposals, orders=(*halted, *revived), notices=(*change.notices, *words)
    )
    if change.finished:
        return change
    return _keep_drafts(table, past, why, change, now=now)


def _keep_drafts(table: MatchState, past: Past, why: Rewinding, change: Change, *, now: datetime) -> Change:
    """Drop the drafts whose ask is gone; let the turn that was taken back be a draft; let time go on where it was."""
    rows = change.pending or ()
    stand = {row.ask for row in rows if row.is_ask}
    lost = [Seat(row.seat) for row in table.pending if row.is_ask and row.ask not in stand and row.seat >= 0]
    draft = None if why.draft is None else _draft(table, past, why.draft, now)
    if why.kind is not Rewound.REPAIR and isinstance(table.pace, PerMove):
        rows = pending.retold(table, _resume_rows(past, table.pending, rows, now), change.clocks, now)
    undrafted = tuple(dict.fromkeys((*change.undrafted, *lost)))
    return replace(change, pending=rows, undrafted=undrafted, draft=draft)


def _draft(table: MatchState, past: Past, seat: Seat, now: datetime) -> DraftWrite | None:
    """The first turn of a seat that goes, if it is asked again and can be played so."""
    state = past.position.state
    asked = {ask.id for ask in table.game.asks(state) if ask.seat == seat}
    entry = next((line.entry for line in past.gone if line.entry.seat == seat and line.entry.ask in asked), None)
    if entry is None:
        return None
    moves = tuple(move for move in entry.moves if not isinstance(move, ends_of(table.game)))
    try:
        fold(table.game, state, seat, entry.ask, moves)
    except Refusal:
        return None
    data = drafting.write_draft(table.codec, Draft(moves))
    draft = DraftRecord(match=table.match.id, seat=seat, ask=entry.ask, data=data, changed=now)
    return DraftWrite(seat=seat, before=table.draft_of(seat), after=draft)


def _turns(lines: Sequence[LogLine]) -> Mapping[Seat, frozenset[AskId]]:
    """The turns for which seats were given time, by seat."""
    made: dict[Seat, frozenset[AskId]] = {}
    for line in lines:
        entry = line.entry
        if entry.seat != TABLE and not entry.sealed and entry.cause in (Cause.PLAYER, Cause.FALLBACK):
            made[entry.seat] = made.get(entry.seat, frozenset()) | {entry.ask}
    return made


def _fair(table: MatchState, past: Past) -> tuple[ClockRecord, ...]:
    """The clocks without what was added for turns that go, and with what was added for those that come back.

    The time that was used stays used, so that nobody gains time by taking turns back.
    """
    if not isinstance(table.pace, Banked):
        return table.clocks
    step, cap = round(table.pace.increment * 1000), round(table.pace.cap * 1000)
    gone, back = _turns(past.gone), _turns(past.back)
    clocks = []
    for clock in table.clocks:
        seat = Seat(clock.seat)
        more = step * (len(back.get(seat, ())) - len(gone.get(seat, ())))
        left = (
            max(clock.left + more, min(clock.left, step)) if more < 0 else min(clock.left + more, max(cap, clock.left))
        )
        clocks.append(replace(clock, left=left))
    return tuple(clocks)


def _return_clock(past: Past, clock: ClockRecord) -> ClockRecord:
    """Nobody is away any more; the season of a seat is not known where turns of it go or come back."""
    moved = {line.entry.seat for line in (*past.gone, *past.back)}
    return replace(clock, season="" if clock.seat in moved else clock.season, away=False)


def _resume_rows(
    past: Past, before: Sequence[PendingRecord], rows: Sequence[PendingRecord], now: datetime
) -> tuple[PendingRecord, ...]:
    """The rows, those of turns that are asked again since as long as they had been asked when they were made."""
    stood = {row.ask for row in before if row.is_ask}
    used: dict[str, timedelta] = {}
    for line in past.gone:
        used.setdefault(line.entry.ask, line.at - past.began)
    return tuple(
        replace(row, since=now - used[row.ask])
        if row.kind is PendingKind.SEAT and row.ask in used and row.ask not in stood
        else row
        for row in rows
    )


def _halt_plans(table: MatchState, past: Past) -> tuple[OrderRecord, ...]:
    """The orders that are touched, halted: turns of their seat go or come back, or what came to light is known now.

    What others take back of theirs leaves an order alone: it is judged anew when its turn comes. Preferences go on.
    """
    moved = {line.entry.seat for line in (*past.gone, *past.back) if line.entry.cause is not Cause.FORCED}
    known = any(line.entry.barrier is not Barrier.NONE for line in past.gone)
    why = Stopping(say("app.order_rewound", undo=past.cut.rewind.ply)).write()
    return tuple(
        replace(row, halted=why)
        for row in table.orders
        if row.halted is None
        and (known or row.seat in moved)
        and not is_preference(type(table.codec.read_order(row.data)))
    )


def _revive_plans(table: MatchState, past: Past) -> tuple[OrderRecord, ...]:
    """What an undo had halted that is undone now; not what somebody who sat there before had stored."""
    joined = {row.seat: row.joined for row in table.seats}
    return tuple(
        replace(row, halted=None)
        for row in table.orders
        if _undo_of(row) in past.undone and row.created >= joined[row.seat]
    )


def _undo_of(row: OrderRecord) -> int | None:
    """The ply of the undo that halted an order; None if nothing did, or something else."""
    why = read_stopping(row)
    undo = why.text.args.get("undo") if why is not None and why.text.id == "app.order_rewound" else None
    return undo if isinstance(undo, int) else None


def _words(
    table: MatchState,
    change: Change,
    rows: Sequence[OrderRecord],
    text: Callable[[tuple[Seat, ...]], Text],
    now: datetime,
) -> tuple[NoticeRecord, ...]:
    """A private sentence to those who own some orders, once for each person; seats are named to who has several."""
    users = {row.seat: row.user for row in table.seats}
    owned: dict[UserId, dict[Seat, None]] = {}
    for row in rows:
        user = users.get(row.seat)
        if user is not None:
            owned.setdefault(user, {})[Seat(row.seat)] = None
    told = (Payload(text=text(table.seats_to_name(*seats)), user=user, discreet=True) for user, seats in owned.items())
    return tuple(outbox.row(change.match, Kind.WORD, now=now, told=each) for each in told)
