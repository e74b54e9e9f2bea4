"""Where requests are decided: read, compute, write; again if another writer was first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from bot.app.caps import USUAL, Caps, check_joining
from bot.app.changes.change import Change, attended, write
from bot.app.library import Library
from bot.app.match.members import Everybody, Members
from bot.app.match.state import MatchReader, MatchState
from bot.app.records import Actor, Receipt
from bot.app.refusals import refuse
from bot.app.runtime.completion import Completions
from bot.app.runtime.failures import RULES, Failures
from bot.app.runtime.signals import Signals
from bot.app.runtime.time_source import Clock
from db.engine.errors import Conflict, Repeat
from db.ids import Key, MatchId
from db.records import MatchRecord
from db.stores.store import Store
from db.tx import Tx

if TYPE_CHECKING:
    from bot.app.worker import Worker

T = TypeVar("T")

TRIES = 50
"""Lost races in a row before giving up; each means that somebody else's request has got through."""

_receipts = msgspec.json.Decoder(Receipt)


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
        self.completions = Completions()
        self.workers: dict[str, Worker] = {}
        """The loops that run, by name."""

    async def read(self, match: MatchId) -> MatchState:
        """Read a match; raises Refusal if there is none."""
        return await self.store.read(lambda tx: self.match_reader.read(tx, match))

    async def answered(self, key: Key) -> Receipt | None:
        """Return the receipt of a request that was answered before."""
        answer = await self.store.read(lambda tx: tx.requests.answer(key))
        return None if answer is None else _receipts.decode(answer)

    async def act(
        self, key: Key | None, actor: Actor | None, match: MatchId, decide: Callable[[MatchState, datetime], Change]
    ) -> Receipt:
        """Decide about a match and write it, all or nothing; a repeated key gets the first receipt.

        ``decide`` is pure; it is asked anew with the newest table when another writer was first, and refuses then if
        its ask is gone.
        """
        return await self.act_over(key, actor, match, _nothing, lambda table, _, now: decide(table, now))

    async def act_over(
        self,
        key: Key | None,
        actor: Actor | None,
        match: MatchId,
        load: Callable[[Tx, MatchState], T],
        decide: Callable[[MatchState, T, datetime], Change],
    ) -> Receipt:
        """As ``act``, for what needs more than the table: ``load`` reads it in the same unit of work (may refuse)."""
        for _ in range(TRIES):
            first, table, more = await self.store.read(lambda tx: self._load(tx, key, match, load))
            if first is not None:
                return _receipts.decode(first)
            assert table is not None
            assert more is not None
            now = self.clock.now()
            with table.guard():
                if actor is None:
                    change = decide(table, more[0], now)
                else:
                    change = attended(table, decide(replace(table, here=actor.user), more[0], now), actor.user)
            try:
                saved = await self._write(table, change, actor=actor, key=key, now=now)
            except Conflict:
                continue
            except Repeat as repeat:
                return _receipts.decode(repeat.answer)
            if change.play is not None and table.fault is None:
                self.failures.clear(RULES, match)
                if not change.finished:
                    self.match_reader.keep(saved, change.play.position)
            self.signals.changed()
            return change.receipt
        raise refuse("BUSY", "busy", match=match)

    def _load(
        self, tx: Tx, key: Key | None, match: MatchId, load: Callable[[Tx, MatchState], T]
    ) -> tuple[bytes | None, MatchState | None, tuple[T] | None]:
        first = None if key is None else tx.requests.answer(key)
        if first is not None:
            return first, None, None
        table = self.match_reader.read(tx, match, seed=True)
        return None, table, (load(tx, table),)

    async def _write(
        self, table: MatchState, change: Change, *, actor: Actor | None, key: Key | None, now: datetime
    ) -> MatchRecord:
        def work(tx: Tx) -> MatchRecord:
            saved = write(tx, table, change, actor=actor, key=key, now=now)
            check_joining(tx, self.caps, change.joins, match=saved.id)
            return saved

        return await self.store.run(work)


def _nothing(tx: Tx, table: MatchState) -> None:
    """Need nothing but the table."""
