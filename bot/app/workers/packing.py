"""Packing the logs of matches that have been over for a while: bit by bit, beside everything else.

What a process that died has left undone is done by the next one: a match is either packed or as it was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from time import thread_time

import structlog

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.runtime.process_pools import run_in_thread
from bot.app.runtime.worker import Worker
from db.engine.shards import Shard
from db.ids import MatchId
from db.matches.packing import Log, is_same, pack, unpack
from db.tx import Tx

PACKED_AFTER = timedelta(days=7)
"""So long after its end a match is packed: then all about it has been told."""

EVERY = 900
"""Seconds between two rounds if there is nothing left to pack."""

BATCH = 50
"""Matches looked up together."""

REST = 9
"""So many times as long as a match took, nothing is packed: that leaves nine tenths of a core to others."""

_log = structlog.get_logger(__name__)


class LogPacking:
    """One per process, for the matches of its shards; ``served`` returns these."""

    def __init__(self, uow: UnitOfWork, *, served: Callable[[], tuple[Shard, ...]], rest: float = REST) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._worker = Worker(uow, "packing")
        self._served = served
        self._rest = rest

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        found = await self.pack()
        return 0 if found or await self._uow.store.trim() else EVERY

    async def pack(self) -> int:
        """Pack the logs of some matches; returns of how many, or tries them later if that failed."""
        before = self._uow.clock.now() - PACKED_AFTER
        most, shards = BATCH + self._worker.failing, self._served()
        found = await self._uow.store.read(
            lambda tx: [
                match
                for shard in shards
                for match in tx.packed_logs.find_unpacked(before=before, most=most, shard=shard)
            ]
        )
        tried = [match for match in found if self._worker.may(match)]
        for match in tried:
            await self._worker.attempt(match, partial(self._pack_one, match), match=match)
        return len(tried)

    async def _pack_one(self, match: MatchId) -> None:
        log = await self._uow.store.read(lambda tx: tx.packed_logs.read_rows(match))
        data, seconds = await run_in_thread(_pack, match, log)
        if data is None:
            _log.error("the log of a match can't be packed, and stays as it is", match=match)
            await self._uow.store.run(lambda tx: tx.packed_logs.leave(match))
            return
        await self._uow.store.run(lambda tx: _replace(tx, match, data, log))
        await asyncio.sleep(seconds * self._rest)


def _replace(tx: Tx, match: MatchId, data: bytes, was: Log) -> None:
    """Put a pack in place of rows, and compress what stays in rows."""
    if tx.packed_logs.replace_rows(match, data, was=was):
        tx.matches.compress(match)
        tx.results.compress(match)


def _pack(match: MatchId, log: Log) -> tuple[bytes | None, float]:
    """Pack a log, and unpack it to compare; None if it isn't the same. With the seconds that took."""
    began = thread_time()
    data = pack(log)
    same = is_same(unpack.__wrapped__(match, data), log)
    return data if same else None, thread_time() - began
