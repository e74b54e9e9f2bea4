"""`longtable db check` and `longtable db repair`: is what is stored what the logs lead to, and if not, mend it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from time import monotonic
from typing import TypeVar

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.integrity.checker import IntegrityChecker, Scope
from bot.app.integrity.records import Finding, Flaw, Report
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import SystemClock
from bot.cli.stores import use_store
from bot.config import ConfigError, Settings
from db.engine.errors import Conflict
from db.ids import GuildId, MatchId
from games.core.registry import games

T = TypeVar("T")

EVERY = 5.0
"""Seconds between two words of how far a check is."""

_WORDS = {
    Flaw.UNREADABLE: "its row, or what stands around it, can't be read",
    Flaw.SEED: "the seed isn't the one whose hash was announced",
    Flaw.SEATS: "seats are missing ({detail} are there)",
    Flaw.LINES: "lines {detail} of the log are missing",
    Flaw.LENGTH: "it says that its log ends with line {detail}, but that is line {ply}",
    Flaw.LINE: "line {ply} of the log can't be read or played",
    Flaw.STRAY_LINE: "from line {ply} on, the log has lines after its end that can't be played; they can be dropped",
    Flaw.WORDS: "line {ply} of the log says something else than its moves lead to",
    Flaw.COLUMNS: "the columns of line {ply} of the log don't say what the line says",
    Flaw.POSITION: "the position after line {ply} isn't the one to which the log leads",
    Flaw.NO_POSITION: "the position after line {ply} is missing",
    Flaw.STRAY_POSITION: "there is a position after line {ply}, which isn't in the log",
    Flaw.STEP: "the history treats the position after line {ply} wrongly",
    Flaw.STATUS: "by its log it is {detail}",
    Flaw.OUTCOME: "the result isn't the one to which the log leads",
    Flaw.PENDING: "what it waits for isn't what its position asks",
    Flaw.LEFTOVERS: "it is over, but drafts, plans or things it waits for are still there",
    Flaw.DRAFT: "the draft of seat {detail} can't be read",
    Flaw.ORDER: "stored plan {detail} can't be read",
    Flaw.RESULT: "its entry in profiles and records isn't what its log leads to",
}


def check(settings: Settings, *, match: int | None, server: int | None, since: str | None) -> int:
    """Compare matches with their logs, and the tables with each other; 1 if anything is wrong. Raises StoreError."""
    scope = Scope(
        match=None if match is None else MatchId(match),
        guild=None if server is None else GuildId(server),
        since=None if since is None else _read_day(since),
    )
    return _run(settings, lambda checker: _check(checker, scope))


def repair(settings: Settings, match: int, *, yes: bool) -> int:
    """Show what would mend a match, and with ``yes`` write it; 1 if something is left wrong. Raises StoreError."""
    return _run(settings, lambda checker: _repair(checker, MatchId(match), yes=yes))


async def _check(checker: IntegrityChecker, scope: Scope) -> int:
    checked = wrong = unchecked = 0
    total, told = await checker.count(scope), monotonic()
    async for report in checker.check(scope):
        checked += 1
        wrong += not report.sound
        unchecked += bool(report.unchecked)
        _show(report)
        if monotonic() - told > EVERY:
            told = monotonic()
            print(f"{checked} of {total} matches checked", file=sys.stderr)
    if scope.match is not None and not checked:
        raise ConfigError(f"there is no match {scope.match}")
    orphans = () if scope.match is not None else await checker.find_orphans()
    for each in orphans:
        print(f"table {each.table}: {each.rows} rows name a {each.parent} ({each.column}) that isn't there")
    left = f", {unchecked} of them without playing their logs again" if unchecked else ""
    print(f"{checked} matches checked{left}; something is wrong with {wrong or 'none'}")
    if wrong:
        print("`longtable db repair MATCH` shows what can be mended")
    return 1 if wrong or orphans else 0


async def _repair(checker: IntegrityChecker, match: MatchId, *, yes: bool) -> int:
    report = await checker.check_match(match)
    if report is None:
        raise ConfigError(f"there is no match {match}")
    _show(report)
    if report.sound:
        print(f"match {match} is sound")
        return 0
    for entry in report.mend.dropped_entries:
        print(f"match {match}: line {entry.ply} will be dropped; it says {entry.data.decode(errors='replace')}")
    if report.mend.changes and not yes:
        print("Nothing has been written; add --yes to write what is marked “will be mended”.")
    if not report.mend.changes or not yes:
        _advise(report)
        return 1
    try:
        await checker.repair(match, report)
    except Conflict:
        raise ConfigError(f"match {match} has changed meanwhile, so nothing was written; try again") from None
    left = await checker.check_match(match)
    assert left is not None, "a repair deletes no match"
    print(f"match {match} is mended" if left.sound else f"match {match} is mended as far as it can be; left:")
    _show(left)
    _advise(left)
    return 0 if left.sound else 1


def _show(report: Report) -> None:
    """Print what is wrong with a match, a line each."""
    if report.unchecked:
        print(f"match {report.match}: its log can't be played again here ({report.unchecked})")
    for each in report.findings:
        fate = "will be mended" if each.mended else "can't be mended"
        print(f"match {report.match}: {_words(each)} [{fate}]")


def _words(finding: Finding) -> str:
    return _WORDS[finding.flaw].format(ply=finding.ply, detail=finding.detail)


def _advise(report: Report) -> None:
    """Say what can be done about what can't be mended."""
    if all(each.mended for each in report.findings):
        return
    number = report.match
    if report.playable:
        print(f"match {number} can still be played or looked at, but what is lost can't be shown or verified.")
    else:
        print(f"match {number} can't go on as it is. Restore a backup from before the damage, or let staff decide:")
        print(f"`/staff hold match:{number}` stops its clocks, `/staff end match:{number}` ends it.")
    if report.last_turn is not None:
        print(f"`/staff repair match:{number} turn:{report.last_turn}` goes back to the last turn before the damage.")


def _read_day(since: str) -> datetime:
    """A day, or a day and a time, in UTC unless it says otherwise; raises ConfigError for anything else."""
    try:
        found = datetime.fromisoformat(since)
    except ValueError:
        raise ConfigError(f"--since {since} isn't a date such as 2027-01-31") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _run(settings: Settings, work: Callable[[IntegrityChecker], Awaitable[T]]) -> T:
    async def over() -> T:
        async with use_store(settings) as store:
            return await work(IntegrityChecker(UnitOfWork(store, Library(games()), SystemClock())))

    return asyncio.run(over())
