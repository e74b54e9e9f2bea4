"""Checking the matches of a database one by one, and mending a match: what `longtable db check` and `repair` do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from datetime import datetime

import msgspec

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.integrity.examining import examine
from bot.app.integrity.reading import read_stored
from bot.app.integrity.records import Finding, Flaw, Mend, Report, Stored
from bot.app.ratings.calculator import RatingCalculator
from bot.app.runtime.process_pools import run_in_thread
from db.engine.errors import Conflict, StoreError, is_of_driver
from db.ids import GuildId, MatchId
from db.operations.integrity import Orphans
from db.ratings.records import PlacingRecord, ResultRecord
from db.records import MatchRecord, Status
from db.tx import Tx
from games.core.game import Score

PAGE = 200
"""Numbers of matches that are read together; the matches themselves are read one by one."""


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Which matches are checked: one, those of a server, those changed since a moment; by default all."""

    match: MatchId | None = None
    guild: GuildId | None = None
    since: datetime | None = None


class IntegrityChecker:
    """Compares what is stored with what the logs lead to. Bounded: it holds one match at a time."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work; the bot may be running beside."""
        self._uow = uow
        self._calculator = RatingCalculator(uow)

    async def count(self, scope: Scope) -> int:
        """Return how many matches there are to check."""
        if scope.match is not None:
            return 1
        return await self._uow.store.read(lambda tx: tx.integrity.count_matches(guild=scope.guild, since=scope.since))

    async def check(self, scope: Scope) -> AsyncIterator[Report]:
        """Yield what came of each match, by number; one that is deleted meanwhile is left out."""
        if scope.match is not None:
            report = await self.check_match(scope.match)
            if report is not None:
                yield report
            return
        last = MatchId(0)
        while page := await self._find_page(scope, last):
            for match in page:
                report = await self.check_match(match)
                if report is not None:
                    yield report
            last = page[-1]

    async def _find_page(self, scope: Scope, last: MatchId) -> tuple[MatchId, ...]:
        return await self._uow.store.read(
            lambda tx: tx.integrity.find_matches(after=last, most=PAGE, guild=scope.guild, since=scope.since)
        )

    async def find_orphans(self) -> tuple[Orphans, ...]:
        """Return what names rows that are not there."""
        return await self._uow.store.read(lambda tx: tuple(tx.integrity.find_orphans()), long=True)

    async def check_match(self, match: MatchId) -> Report | None:
        """Compare one match; None if there is none of that number."""
        try:
            stored = await self._uow.store.read(lambda tx: read_stored(tx, self._uow.match_reader, match))
        except (StoreError, Conflict):
            raise
        except Exception as error:
            if is_of_driver(error):
                raise
            return _unreadable(match, error)
        if stored is None:
            return None
        if stored.record.game not in self._uow.library.games:
            return Report(match=match, version=stored.record.version, unchecked=f"no game “{stored.record.game}”")
        try:
            report = await run_in_thread(lambda: examine(stored, now=self._uow.clock.now()))
        except MemoryError:
            raise
        except Exception as error:
            return _unreadable(match, error)
        return await self._check_result(stored, report)

    async def _check_result(self, stored: Stored, report: Report) -> Report:
        """Compare what counts for profiles and ratings, which is made of the log and the outcome."""
        if stored.status is not Status.FINISHED or stored.record.outcome is None or stored.owed:
            return report
        if any(each.flaw is not Flaw.LEFTOVERS for each in report.findings):
            mended = all(each.mended for each in report.findings)
            return msgspec.structs.replace(report, mend=_with_result_owed(report.mend)) if mended else report
        try:
            made = await self._calculator.result(stored.record.id)
        except (StoreError, Conflict):
            raise
        except Exception:
            made = None
        if made is not None and stored.result is not None and _count(*made) == _count(stored.result, stored.placings):
            return report
        found = Finding(flaw=Flaw.RESULT, mended=made is not None)
        return msgspec.structs.replace(
            report,
            findings=(*report.findings, found),
            mend=_with_result_owed(report.mend) if made is not None else report.mend,
        )

    async def repair(self, match: MatchId, report: Report) -> None:
        """Write what mends a match, all or nothing; raises Conflict if the match has changed since it was looked at.

        Whoever decides about it just now reads it anew, and its board and card are shown as they should be.
        """
        now = self._uow.clock.now()
        await self._uow.store.run(lambda tx: _write(tx, match, report, now=now))
        self._uow.signals.notify()
        if report.mend.owe:
            await self._calculator.work()


def _count(result: ResultRecord, placings: Iterable[PlacingRecord]) -> tuple[ResultRecord, set[PlacingRecord]]:
    """What must agree of a result and its places; the words about them may be those of an earlier release."""
    points = {msgspec.structs.replace(each, scores=_count_points(each.scores)) for each in placings}
    return msgspec.structs.replace(result, note=None), points


def _count_points(scores: bytes) -> bytes:
    try:
        return msgspec.json.encode([row.points for row in msgspec.json.decode(scores, type=tuple[Score, ...])])
    except (msgspec.MsgspecError, ValueError):
        return scores


def _with_result_owed(mend: Mend) -> Mend:
    return msgspec.structs.replace(mend, owe=True)


def _unreadable(match: MatchId, error: Exception) -> Report:
    found = Finding(flaw=Flaw.UNREADABLE, detail=type(error).__name__)
    return Report(match=match, findings=(found,), playable=False)


def _write(tx: Tx, match: MatchId, report: Report, *, now: datetime) -> None:
    """Write a mend."""
    mend, record = report.mend, tx.matches.get(match)
    if record is None or record.version != report.version:
        raise Conflict
    saved = tx.matches.save(mend.record or record)
    if mend.entries or mend.dropped_entries or mend.positions or mend.dropped_positions:
        tx.packed_logs.unpack_rows(match)
    for entry in mend.entries:
        tx.log.repair_entry(entry)
    for entry in mend.dropped_entries:
        tx.log.drop_entry(match, entry.ply)
    for ply in mend.dropped_positions:
        tx.log.drop_position(match, ply)
    for position in mend.positions:
        tx.log.repair_position(match, position)
    if mend.pending is not None:
        tx.pending.clear(match)
        for row in mend.pending:
            tx.pending.put(row)
    for seat in mend.drafts:
        tx.drafts.drop(match, seat)
    tx.orders.drop(mend.orders)
    if mend.clear:
        tx.pending.clear(match)
        tx.drafts.clear(match)
        tx.orders.clear(match)
    if mend.owe:
        tx.results.owe(match)
    _show(tx, saved, now=now)


def _show(tx: Tx, record: MatchRecord, *, now: datetime) -> None:
    """Let the board and the card show what is stored now."""
    if record.status is Status.RUNNING:
        tx.outbox.enqueue(outbox.row(record, Kind.BOARD, now=now, told=Payload(refresh=True)))
    tx.outbox.enqueue(outbox.row(record, Kind.CARD, now=now))
