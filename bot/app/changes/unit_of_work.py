"""Where requests are decided: one read, one pure decision, one write; again if another writer was first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import asdict, replace

from bot.app.changes.applied import apply_change
from bot.app.changes.caps import USUAL, Caps, check_joining
from bot.app.changes.change import Change, mark_present, rows_after
from bot.app.changes.meeting import check_newcomers
from bot.app.changes.writing import write
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchReader, MatchState, list_aside, with_aside
from bot.app.match.tracing import note_decision
from bot.app.runtime.completion import Completions
from bot.app.runtime.failures import RULES, Failures, Loop
from bot.app.runtime.library import Library
from bot.app.runtime.members import Everybody, Members
from bot.app.runtime.operator_orders import NO_ORDERS, OperatorOrders
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.refusals import refuse
from bot.app.runtime.signals import Signals
from bot.app.runtime.time_source import Clock
from db.engine.errors import Conflict, Repeat
from db.ids import Key, MatchId
from db.records import MatchRecord, Status
from db.stores.store import Store
from db.tx import Tx
from games.core.errors import Refusal

T = TypeVar("T")
Seen = TypeVar("Seen")
Decided = TypeVar("Decided")
Written = TypeVar("Written")

TRIES = 50
"""Lost races in a row before giving up; each means that somebody else's request has got through."""

_receipts = msgspec.json.Decoder(Receipt)


class Done(Receipt, frozen=True, kw_only=True):
    """The receipt of what was written just now, and how the match stands since: so the answer needs no further read.

    A repeated request has the receipt alone, as it was stored; and so have changes that nobody has asked for, and those
    after which somebody's name is not known here.
    """

    after: MatchState


class UnitOfWork:
    """What all services share: the store, the games, the clock, and how a change is made."""

    def __init__(self, store: Store, library: Library, clock: Clock, *, caps: Caps = USUAL) -> None:
        """Start with nothing in memory."""
        self.store = store
        self.library = library
        self.clock = clock
        self.caps = caps
        self.failures = Failures(lambda: self.clock.now())
        self.match_reader = MatchReader(library, self.failures)
        self.signals = Signals()
        self.members: Members = Everybody()
        self.orders: OperatorOrders = NO_ORDERS
        """As the scheduler has read them last."""
        self.completions = Completions()
        self.workers: dict[str, Loop] = {}
        """The loops that run, by name."""

    async def read(self, match: MatchId) -> MatchState:
        """Read a match; raises Refusal if there is none."""
        return await self.store.read(lambda tx: self.match_reader.read(tx, match), short=True)

    async def find_receipt(self, key: Key) -> Receipt | None:
        """Return the receipt of a request that was answered before."""
        answer = await self.store.read(lambda tx: tx.requests.answer(key), short=True)
        return None if answer is None else _receipts.decode(answer)

    async def settle(
        self,
        key: Key | None,
        read: Callable[[Tx], Seen],
        decide: Callable[[Seen, datetime], Decided],
        write: Callable[[Tx, Seen, Decided, datetime], Written],
        *,
        busy: Refusal | None = None,
    ) -> tuple[Seen, Decided, Written]:
        """Read, decide and write, all or nothing; again from the start if another writer was first.

        ``decide`` is pure and may refuse; it runs in a thread, since a game may take long. Raises Repeat with the first
        answer where ``key`` was answered before (``write`` stores it), and ``busy`` if somebody else is always first;
        without it, as for what is not there yet, a Conflict is nothing that can be.
        """
        for _ in range(TRIES):
            seen = await self.store.read(lambda tx: unless_answered(tx, key, read), short=True)
            now = self.clock.now()
            decided = await run_in_thread(decide, seen, now)
            try:
                written = await self.store.run(lambda tx: write(tx, seen, decided, now))  # noqa: B023  # run before the next
            except Conflict:
                if busy is None:
                    raise
                continue
            return seen, decided, written
        assert busy is not None
        raise busy

    async def make(
        self,
        key: Key,
        read: Callable[[Tx], Seen],
        decide: Callable[[Seen, datetime], Decided],
        write: Callable[[Tx, Seen, Decided, datetime], Written],
        answer: type[Written],
    ) -> Written:
        """As ``settle``, for what is not there yet; a repeated key gets the first answer, which is of this type."""
        try:
            *_, written = await self.settle(key, read, decide, write)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=answer)
        self.signals.notify()
        return written

    async def act(
        self, key: Key | None, actor: Actor | None, match: MatchId, decide: Callable[[MatchState, datetime], Change]
    ) -> Receipt:
        """Decide about a match and write it, all or nothing; a repeated key gets the first receipt.

        ``decide`` is pure; it is asked anew with the newest table when another writer was first, and refuses then if
        its ask is gone.
        """
        return await self.act_over(key, actor, match, _prepare_nothing, lambda table, _, now: decide(table, now))

    async def act_over(
        self,
        key: Key | None,
        actor: Actor | None,
        match: MatchId,
        load: Callable[[Tx, MatchState], T],
        decide: Callable[[MatchState, T, datetime], Change],
    ) -> Receipt:
        """As ``act``, for what needs more than the table: ``load`` reads it in the same unit of work (may refuse)."""

        def read(tx: Tx) -> tuple[MatchState, T]:
            self._read_ahead(tx, key, actor, match)
            return unless_answered(tx, key, read_table)

        def read_table(tx: Tx) -> tuple[MatchState, T]:
            table = self.match_reader.read(tx, match, seed=True)
            return table if actor is None else with_aside(tx, table, actor.user), load(tx, table)

        def decide_over(seen: tuple[MatchState, T], now: datetime) -> Change:
            table, more = seen
            with table.guard():
                if actor is None:
                    return decide(table, more, now)
                change = decide(replace(table, here=actor.user), more, now)
                return change if change.only_draft else mark_present(table, change, actor.user)

        def write_over(tx: Tx, seen: tuple[MatchState, T], change: Change, now: datetime) -> MatchRecord:
            saved = write(tx, seen[0], change, actor=actor, key=key, now=now)
            check_joining(tx, self.caps, change.joins, match=saved.id)
            if actor is not None:  # behind the lock of those who join, so that a bar is seen
                check_newcomers(tx, seen[0], change, actor.user, now=now)
            return saved

        try:
            (table, _), change, saved = await self.settle(
                None, read, decide_over, write_over, busy=refuse("BUSY", "busy", match=match)
            )
        except Repeat as repeat:
            return _receipts.decode(repeat.answer)
        self._note(table, change, saved)
        if actor is not None:
            seat, decision = _name_decision(change)
            note_decision(match, next(iter(table.seats_of(actor.user)), None) if seat is None else seat, decision)
        after = None if actor is None else apply_change(table, change, saved, actor)
        if after is None or not after.knows_everybody:
            return change.receipt
        return Done(**asdict(change.receipt), after=after)

    def _read_ahead(self, tx: Tx, key: Key | None, actor: Actor | None, match: MatchId) -> None:
        """Ask at once what is read before something is decided about a match."""
        self.match_reader.read_ahead(
            tx,
            match,
            lambda: tx.matches.seed(match),
            lambda: None if key is None else tx.requests.answer(key),
            lambda: None if actor is None else tx.people.get(actor.user),
            *(() if actor is None else list_aside(tx, match, actor.user)),
        )

    def _note(self, table: MatchState, change: Change, saved: MatchRecord) -> None:
        """Note what was written: the newest position, and that there is something for the workers."""
        if change.play is not None and table.fault is None:
            self.failures.clear(RULES, saved.id)
            if not change.finished:
                self.match_reader.keep(saved, change.play.position)
        if saved.status in (Status.FINISHED, Status.CANCELLED):
            self.match_reader.note(saved)
        if not change.only_draft:
            soon = self.clock.now() + self.signals.soon
            rows = rows_after(table, change)
            goes_on = any(row.due is not None and row.due <= soon for row in rows)
            self.signals.notify(due=goes_on or saved.status is not Status.RUNNING)


def unless_answered(tx: Tx, key: Key | None, read: Callable[[Tx], Seen]) -> Seen:
    """Return what ``read`` reads of what a request is about; raises Repeat if it was answered before."""
    first = None if key is None else tx.requests.answer(key)
    if first is not None:
        raise Repeat(first)
    return read(tx)


def _name_decision(change: Change) -> tuple[int | None, str]:
    """The seat that has decided something and the ask that it has answered; None and empty if none has."""
    if change.draft is not None and change.draft.after is not None:
        return change.draft.seat, change.draft.after.ask
    entries = () if change.play is None else (entry for each in change.play.stretches for entry in each.entries)
    return next(((entry.seat, entry.ask) for entry in entries if entry.seat >= 0), (None, ""))


def _prepare_nothing(tx: Tx, table: MatchState) -> None:
    """Need nothing but the table."""
