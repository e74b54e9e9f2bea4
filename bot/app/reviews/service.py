"""Reviews of finished matches: made in the background behind every computer player, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import msgspec
import structlog
from msgspec import Struct

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import LogLine, MatchView
from bot.app.match.state import MatchState
from bot.app.reviews.claims import Claim, Claims
from bot.app.reviews.findings import Findings, find
from bot.app.reviews.making import Maker
from bot.app.reviews.reading import Subject, read_finished, read_subject
from bot.app.reviews.records import Review
from bot.app.runtime.refusals import refuse
from bot.app.views import match_view
from bot.app.workers.thinking_pool import ThinkingPool
from db.engine.errors import StoreError
from db.ids import MatchId, UserId
from db.records import ReviewRecord
from db.tx import Tx
from games.core.errors import Refusal

LOOK = 2.0
"""Seconds between two looks at how far a review has come."""

RENEW = 15.0
"""Seconds after which it is noted again that a review is being made."""

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
    """A review in the making; ``share`` tells how much of it is made, from 0 to 1."""

    task: asyncio.Task[None]
    share: Callable[[], float] = lambda: 0.0


class Reviews:
    """What decided a match."""

    def __init__(self, uow: UnitOfWork, thinking: ThinkingPool) -> None:
        """Make none yet. ``thinking``: the processes of the computer players, behind whom a review waits."""
        self._uow, self._thinking, self._claims = uow, thinking, Claims(uow)
        self._under_way: dict[MatchId, _Work] = {}
        self._closed = False

    async def review(self, match: MatchId, user: UserId, progress: Progress) -> Shown:
        """Return the review of a match, made now if there is none; raises Refusal.

        Who asks for a match whose review is being made waits for the same one, whichever process makes it; if that one
        ends without a word, it is begun anew here. Whoever stops waiting ends nothing.
        """
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            table, shown = await self._find(match, user)
            if shown is not None:
                return shown
            is_joined = match in self._under_way
            try:
                await self._wait(match, self._begin(table, user), progress, until)
            except Refusal as refusal:
                if not is_joined or refusal.code != "BUSY_REVIEW":
                    raise  # otherwise it was refused to the person who began it, not to this one

    def close(self) -> None:
        """Begin no more, and end what is being made: nothing of it is stored, and whoever waits is told."""
        self._closed = True
        for work in self._under_way.values():
            work.task.cancel()

    async def _find(self, match: MatchId, user: UserId) -> tuple[MatchState, Shown | None]:
        """A match and the review that is kept of it; None if there is none of the match as it is."""

        def work(tx: Tx) -> tuple[MatchState, Shown | None]:
            table = read_finished(tx, self._uow.match_reader, match, user)
            record = tx.reviews.get(match)
            review = None if record is None or record.ply != table.match.ply else _read_review(record)
            return table, None if review is None else self._show(tx, table, user, review)

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
            told = match_view.log_lines(table, entries, table.viewer(user), user=user, gone=gone)
            lines = tuple(line for line in match_view.with_turns(tx, table, told) if not line.undone)
        return Shown(match_view=view, review=review, findings=findings, last=last, decided=lines)

    def _begin(self, table: MatchState, user: UserId) -> _Work:
        """The review of a match in the making, here or in another process."""
        match = table.match.id
        if match in self._under_way:
            return self._under_way[match]
        if self._closed:
            raise refuse("STOPPED", "review_stopped")
        begun = self._under_way[match] = _Work(asyncio.create_task(self._run(table, user)))
        begun.task.add_done_callback(partial(self._end, match))
        return begun

    def _end(self, match: MatchId, task: asyncio.Task[None]) -> None:
        """Forget what was made; who waited is told what went wrong, and if nobody did, the log needn't say it twice."""
        del self._under_way[match]
        if not task.cancelled():
            task.exception()

    async def _run(self, table: MatchState, user: UserId) -> None:
        """Make the review of a match and keep it; raises Refusal while its server or this person has another one made.

        While another process makes it, wait until that has ended.
        """
        match, work = table.match.id, self._under_way[table.match.id]
        other = await self._claims.take(match, table.match.guild or table.match.channel, user)
        if other is not None and other.match != match:
            raise refuse("BUSY_REVIEW", "review_busy", match=other.match)
        if other is not None:
            await self._watch(match, work, other)
            return
        holding = asyncio.create_task(self._hold(match, work))
        try:
            await self._make(match, user, work)
        finally:
            holding.cancel()
            with suppress(StoreError):
                await self._claims.release(match)

    async def _watch(self, match: MatchId, work: _Work, claim: Claim | None) -> None:
        """Wait while another process makes a review, or has ended without a word."""
        while claim is not None:
            work.share = partial(float, claim.share)
            await asyncio.sleep(LOOK)
            claim = await self._claims.find(match)

    async def _hold(self, match: MatchId, work: _Work) -> None:
        """Say again and again that this process is at it."""
        while True:
            await asyncio.sleep(RENEW)
            with suppress(StoreError):
                await self._claims.renew(match, work.share())

    async def _make(self, match: MatchId, user: UserId, work: _Work) -> None:
        def read(tx: Tx) -> Subject:
            return read_subject(tx, read_finished(tx, self._uow.match_reader, match, user))

        subject = await self._uow.store.read(read)
        maker = Maker(self._thinking, subject)
        work.share = lambda: maker.share
        review = await maker.make()
        ply, now = subject.table.match.ply, self._uow.clock.now()
        record = ReviewRecord(match=match, ply=ply, data=msgspec.json.encode(review), at=now)

        def keep(tx: Tx) -> None:
            if tx.matches.get(match) is not None:  # its server may have been purged meanwhile
                tx.reviews.put(record)

        await self._uow.store.run(keep)
        _log.info("a match was reviewed", match=match, turns=len(review.decisions))

    async def _wait(self, match: MatchId, work: _Work, progress: Progress, until: float) -> None:
        """Wait until a review is made; raises Refusal if that takes too long, fails, or is ended."""
        loop = asyncio.get_running_loop()
        while not work.task.done():
            if loop.time() > until:
                raise refuse("NOT_YET", "review_takes_long", match=match, percent=int(100 * work.share()))
            await progress(work.share())
            await asyncio.wait({work.task}, timeout=LOOK)
        if work.task.cancelled():
            raise refuse("STOPPED", "review_stopped")
        error = work.task.exception()
        if isinstance(error, (TimeoutError, BrokenExecutor)):
            _log.warning("a review was given up", match=match, why=repr(error))
            raise refuse("NO_REVIEW", "review_failed", match=match) from error
        if error is not None:
            raise error


def _read_review(record: ReviewRecord) -> Review | None:
    """Return a review that was kept; None if an earlier version kept it otherwise, so that it is made anew."""
    try:
        return msgspec.json.decode(record.data, type=Review)
    except msgspec.MsgspecError as error:
        _log.info("a review that was kept can't be read", match=record.match, why=str(error))
        return None
