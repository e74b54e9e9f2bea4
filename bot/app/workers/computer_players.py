"""Computer seats: they think in a pool of processes and then make turns like anybody else."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from datetime import datetime, timedelta
from functools import partial

import structlog
from msgspec.structs import replace

from bot.app.changes.change import Change
from bot.app.changes.pending import action_time
from bot.app.changes.turns import player_turn
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import is_overtaken, refuse
from bot.app.runtime.worker import Worker
from bot.app.workers.fair_limiter import Waiting
from bot.app.workers.thinking import turn_of
from bot.app.workers.thinking_pool import ThinkingPool
from db.engine.errors import StoreError
from db.engine.shards import WHOLE, Shard
from db.ids import MatchId
from db.records import PendingRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.game import Ask
from games.core.moves import Move
from games.core.running.play import Cause, fallback_turn, find_ask
from games.core.seats import TABLE, AskId, Seat

BATCH = 100
"""Turns looked at together, besides those under way."""

MOST = 300
"""Turns under way in matches that people play, and as many in others; more are looked at when some are made."""

PATIENCE = 20
"""Seconds a computer player may think; then it makes the default move."""

ENOUGH = 0.5
"""After this share of its patience a computer player that searches takes the best that it has found so far."""

LATER = timedelta(seconds=2)
"""A player who does not want to act now is asked again so much later."""

UNWILLING = timedelta(minutes=1)
"""One that the match waits for by turns, and that still does not want to act after this, makes the default move."""

APART = timedelta(seconds=0.3)
"""In live play two actions of computer players in one match are at least so far apart, so that people can follow."""

THERE = timedelta(minutes=1)
"""So long after a turn its player is taken to be there still."""

SHORTEST = 1 / 3
"""By turns, a computer player makes its turn after at least this share of the longest pause."""

POLL = 5
"""Seconds between two looks for what other processes left."""

_log = structlog.get_logger(__name__)


class ComputerPlayers:
    """Plays the computer seats of all matches."""

    def __init__(
        self,
        uow: UnitOfWork,
        *,
        thinking: ThinkingPool | None = None,
        pause: float = 0,
        patience: float = PATIENCE,
        served: Callable[[], tuple[Shard, ...]] = lambda: (WHOLE,),
    ) -> None:
        """``thinking``: where they think; by default one process of their own.

        ``pause``: for so many seconds at most a turn waits by turns, so that people can follow. ``served``: the shards
        whose players can be reached; in other matches nobody plays on without them.
        """
        self._uow = uow
        self._worker = Worker(uow, "computer players")
        self._pool = thinking or ThinkingPool(1)
        self._longest = timedelta(seconds=pause)
        self._patience = patience
        self._served = served
        self._thinking: dict[tuple[MatchId, str], asyncio.Task[None]] = {}
        self._acted: dict[MatchId, datetime] = {}

    @property
    def thinking(self) -> int:
        """How many turns are thought about, or wait for that."""
        return len(self._thinking)

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            await self._worker.repeat(self._round, event=self._uow.signals.listen(due=True))
        finally:
            self.close()

    async def _round(self) -> float:
        await self._begin()
        return await self._pause()

    async def think(self) -> int:
        """Let all whose turn it is think and play, and return when they have; how many that were."""
        count = await self._begin()
        await asyncio.gather(*self._thinking.values())
        return count

    def close(self) -> None:
        """Stop thinking; turns that are asked stay in the database."""
        for task in self._thinking.values():
            task.cancel()
        self._pool.close()

    async def _pause(self) -> float:
        """Seconds until the next turn is due, POLL at most; those under way are not waited for."""
        now = self._uow.clock.now()
        until = now + timedelta(seconds=POLL)
        rows = await self._due(until)
        return (max(min(map(self._find_soonest, rows)), now) - now).total_seconds() if rows else POLL

    async def _begin(self) -> int:
        now = self._uow.clock.now()
        new = [row for row in await self._due(now) if self._find_soonest(row) <= now]
        for row in new:
            key = (row.match, row.ask)
            task = asyncio.create_task(self._play(row))
            self._thinking[key] = task
            task.add_done_callback(lambda _, key=key: self._thinking.pop(key, None))  # type: ignore[misc]
        return len(new)

    def _find_soonest(self, row: PendingRecord) -> datetime:
        """When a turn may be made: by turns a moment after it was asked, the same one after a restart."""
        assert row.due is not None, "it was found by that"
        if row.due != row.since:
            return row.due  # live play, or put off: it has its time already
        drawn = int.from_bytes(hashlib.sha256(f"pause {row.match} {row.ask}".encode()).digest()[:4], "big") / 2**32
        return row.due + (SHORTEST + (1 - SHORTEST) * drawn) * self._longest

    async def _due(self, until: datetime) -> list[PendingRecord]:
        """The turns that are due by a time, without those under way and those that failed and are put off.

        Matches without people are counted apart: however many there are, those whom people wait for are looked at.
        """
        most, shards = min(BATCH + len(self._thinking), MOST) + self._worker.failing, self._served()

        def due(tx: Tx) -> tuple[PendingRecord, ...]:
            found = [
                partial(tx.pending.due_computers, people=people, now=until, most=most, shard=shard)
                for shard in shards
                for people in (True, False)
            ]
            tx.read_ahead(*found)
            return tuple(row for read in found for row in read())

        rows = await self._uow.store.read(due, short=True)
        keys = {(row.match, row.ask): row for row in rows}
        return [row for key, row in keys.items() if key not in self._thinking and self._worker.may(key)]

    async def _play(self, row: PendingRecord) -> None:
        """Think about one ask and make the turn; a player that fails makes the default move."""
        try:
            await self._worker.attempt((row.match, row.ask), lambda: self._turn(row), match=row.match)
        except StoreError as error:
            _log.warning("a computer player's turn can't be stored", match=row.match, why=str(error))

    async def _turn(self, row: PendingRecord) -> None:
        try:
            table = await self._uow.store.read(lambda tx: self._uow.match_reader.read(tx, row.match, seed=True))
            with table.guard():
                ask = find_ask(table.game, table.require_position().state, AskId(row.ask))
                if ask is None:
                    return
                waiting = find_waiting(table, ask)
            moves = await self._find_turn(table, ask, waiting)
            if moves == () and (ask.live or not ask.waits or self._uow.clock.now() - row.since < UNWILLING):
                await self._put_off(row, LATER)
                return
            if ask.live and not self._may_act(row.match):
                await self._put_off(row, APART)
                return
            await self._commit(row, ask, moves)
        except Refusal as refusal:
            if not is_overtaken(refusal):
                raise
            # The match went on meanwhile: if its ask still stands, the next look thinks anew.
            _log.info("a computer player was too late", match=row.match, why=str(refusal))

    def _may_act(self, match: MatchId) -> bool:
        """Whether no other computer player has just acted in a live match; notes that one does now."""
        now = self._uow.clock.now()
        self._acted = {known: at for known, at in self._acted.items() if now - at < APART}
        if match in self._acted:
            return False
        self._acted[match] = now
        return True

    async def _find_turn(self, table: MatchState, ask: Ask, waiting: Waiting) -> tuple[Move, ...] | None:
        """The turn it wants to make; () to wait; None if it found nothing that can be played."""
        level = table.level_of(ask.seat) or ""
        position = table.codec.position(table.require_position())
        # Not the match's seed, nor a way to find it: the worlds it sees are not the real one.
        seed = hashlib.sha256(b"computer" + table.seed + ask.id.encode()).digest()
        try:
            enough = ENOUGH * self._patience
            data = await self._pool.run(
                waiting, table.match.id, self._patience, turn_of, table.game, level, position, ask.id, seed, enough
            )
        except TimeoutError:
            _log.warning("a computer player thought too long", match=table.match.id, game=table.match.game)
            return None
        except BrokenExecutor:
            _log.warning("a computer player's process died", match=table.match.id, game=table.match.game)
            return None
        except Exception as error:
            _log.warning("a computer player found no turn", match=table.match.id, why=repr(error))
            return None
        return () if data is None else table.codec.read_moves(data)

    async def _commit(self, row: PendingRecord, ask: Ask, moves: tuple[Move, ...] | None) -> None:
        def decide(table: MatchState, moved: datetime | None, now: datetime) -> Change:
            if moved is not None and now - moved < THERE:
                table = replace(table, here=next(seat.user for seat in table.seats if seat.user is not None))
            state = table.require_position().state
            standing = find_ask(table.game, state, ask.id)
            if standing is None or ask.id in table.require_position().sealed:
                raise refuse("STALE", "asked_before")
            turn, cause = moves, Cause.COMPUTER
            if not turn:
                turn, cause = fallback_turn(table.game, state, standing), Cause.FALLBACK
            change = player_turn(table, Seat(row.seat), ask.id, turn, now=now, cause=cause)
            return _pace(table, change, ask, now) if ask.live else change

        await self._uow.act_over(None, None, row.match, _find_own_turn, decide)

    async def _put_off(self, row: PendingRecord, by: timedelta) -> None:
        due = self._uow.clock.now() + by

        def work(tx: Tx) -> None:
            tx.pending.postpone(row, due)

        await self._uow.store.run(work)


def find_waiting(table: MatchState, ask: Ask) -> Waiting:
    """Return who waits for a computer player's turn."""
    if not any(row.user is not None and row.resigned is None for row in table.seats):
        return Waiting.NOBODY
    position = table.require_position()
    others = (other for other in table.game.asks(position.state) if other.waits and other.id not in position.sealed)
    people = any(other.seat not in (ask.seat, TABLE) and table.level_of(other.seat) is None for other in others)
    return Waiting.PEOPLE_TOO if people else Waiting.PEOPLE


def _find_own_turn(tx: Tx, table: MatchState) -> datetime | None:
    """When the only person of a match made their newest turn, or the match began; None if that went by itself."""
    own = [row for row in table.seats if row.user is not None]
    if len({row.user for row in own}) != 1:
        return None
    newest = max(tx.log.last_ply_of(table.match.id, row.seat) or 0 for row in own)
    made = tx.log.entries(table.match.id, first=newest, last=newest) if newest else ()
    began = table.match.started if not newest else None
    return made[0].at if made and made[0].cause == Cause.PLAYER else began


def _pace(table: MatchState, change: Change, ask: Ask, now: datetime) -> Change:
    """Let the next action of a seat that has just acted in live play take its time."""
    if change.pending is None:
        return change
    due = now + action_time(table.seed, ask.id, table.match.ply)
    rows = tuple(
        replace(row, due=due) if row.is_ask and row.ask == ask.id and row.due else row for row in change.pending
    )
    return replace(change, pending=rows)
