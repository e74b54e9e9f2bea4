"""Reviews of finished matches: made in the background behind every computer player, one a server, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass

import msgspec
import structlog
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import LogLine, MatchView
from bot.app.match.state import MatchState
from bot.app.reviews.findings import Findings, find
from bot.app.reviews.making import Maker
from bot.app.reviews.reading import Subject, read_finished, read_subject
from bot.app.reviews.records import Review
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view
from bot.app.workers.thinking_pool import ThinkingPool
from db.ids import MatchId, UserId
from db.records import ReviewRecord
from db.tx import Tx

LOOK = 2.0
"""Seconds between two looks at how far a review has come."""

PATIENCE = 13 * 60.0
"""Seconds for which somebody waits for a review: what they asked by is answered within a quarter of an hour."""

Progress = Callable[[float], Awaitable[None]]
"""Told which share of a review is made."""

_log = structlog.get_logger(__name__)


class Shown(Struct, frozen=True, kw_only=True):
    """A review, what follows from it, the match as its reader sees it, and the lines of the turn that decided it.

    ``last`` is the number of the last turn.
    """

    match_view: MatchView
    review: Review
    findings: Findings
    last: int
    decided: tuple[LogLine, ...] = ()


@dataclass(slots=True)
class _Work:
    """A review in the making."""

    match: MatchId
    maker: Maker
    task: asyncio.Task[None]


class Reviews:
    """What decided a match."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool) -> None:
        """Make none yet. ``thinking``: the processes of the computer players, behind whom a review waits."""
        self._uow, self._thinking = uow, thinking
        self._under_way: dict[int, _Work] = {}
        self._closed = False

    async def review(self, match: MatchId, user: UserId, progress: Progress) -> Shown:
        """Return the review of a match, made now if there is none; raises Refusal.

        Who asks for a match whose review is being made waits for the same one. Whoever stops waiting ends nothing.
        """
        shown = await self._find(match, user)
        if shown is None:
            await self._wait(await self._begin(match, user), progress)
            shown = await self._find(match, user)
            if shown is None:
                raise refuse("NO_REVIEW", "review_failed", match=match)
        return shown

    def close(self) -> None:
        """Begin no more, and end what is being made: nothing of it is stored, and whoever waits is told."""
        self._closed = True
        for work in self._under_way.values():
            work.task.cancel()

    async def _find(self, match: MatchId, user: UserId) -> Shown | None:
        """The review that is kept; None if there is none of the match as it is."""

        def work(tx: Tx) -> Shown | None:
            table = read_finished(tx, self._uow.match_reader, match, user)
            record = tx.reviews.get(match)
            if record is None or record.ply != table.match.ply:
                return None
            return self._show(tx, table, user, msgspec.json.decode(record.data, type=Review))

        return await self._uow.store.read(work)

    def _show(self, tx: Tx, table: MatchState, user: UserId, review: Review) -> Shown:
        view = match_view.view_of(tx, self._uow.match_reader, table, user, since=None)
        shown = tx.log.find_shown_plies(table.match.id, first=0)
        last = len(shown) - 1
        findings = find(review, view.outcome, last=last)
        lines: tuple[LogLine, ...] = ()
        if findings.decided is not None:
            span = shown[findings.decided.since] + 1, shown[findings.decided.turn]
            entries = tx.log.entries(table.match.id, first=span[0], last=span[1])
            gone = match_view.find_undone(tx, table)
            lines = match_view.log_lines(table, entries, table.viewer(user), user=user, gone=gone)
        return Shown(match_view=view, review=review, findings=findings, last=last, decided=lines)

    async def _begin(self, match: MatchId, user: UserId) -> _Work:
        """The review of a match in the making; raises Refusal while its server has another one made."""

        def work(tx: Tx) -> Subject:
            return read_subject(tx, read_finished(tx, self._uow.match_reader, match, user))

        subject = await self._uow.store.read(work)
        record = subject.table.match
        place = record.guild or record.channel
        going = self._under_way.get(place)
        if going is not None and going.match == match:
            return going
        if going is not None:
            raise refuse("BUSY_REVIEW", "review_busy", match=going.match)
        if self._closed:
            raise refuse("STOPPED", "review_stopped")
        maker = Maker(self._thinking, subject)
        begun = _Work(match, maker, asyncio.create_task(self._make(maker, subject)))
        self._under_way[place] = begun
        begun.task.add_done_callback(lambda _: self._under_way.pop(place, None))
        return begun

    async def _make(self, maker: Maker, subject: Subject) -> None:
        review = await maker.make()
        match, ply, now = subject.match, subject.table.match.ply, self._uow.clock.now()
        record = ReviewRecord(match=match, ply=ply, data=msgspec.json.encode(review), at=now)

        def work(tx: Tx) -> None:
            if tx.matches.get(match) is not None:  # its server may have been purged meanwhile
                tx.reviews.put(record)

        await self._uow.store.run(work)
        _log.info("a match was reviewed", match=match, turns=len(review.decisions))

    async def _wait(self, work: _Work, progress: Progress) -> None:
        """Wait until a review is made; raises Refusal if that takes too long, fails, or is ended."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while not work.task.done():
            if loop.time() > until:
                raise refuse("NOT_YET", "review_takes_long", match=work.match, percent=int(100 * work.maker.share))
            await progress(work.maker.share)
            await asyncio.wait({work.task}, timeout=LOOK)
        if work.task.cancelled():
            raise refuse("STOPPED", "review_stopped")
        error = work.task.exception()
        if isinstance(error, (TimeoutError, BrokenExecutor)):
            _log.warning("a review was given up", match=work.match, why=repr(error))
            raise refuse("NO_REVIEW", "review_failed", match=work.match) from error
        if error is not None:
            raise error
