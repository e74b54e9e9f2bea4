"""Looking at all that is stored of one match: is it what the log leads to? Pure, over what was read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.app.changes import pending
from bot.app.changes.drafting import read_draft
from bot.app.integrity.log_lines import Log, beside, read_log
from bot.app.integrity.positions import Replay
from bot.app.integrity.reading import find_status
from bot.app.integrity.records import Finding, Flaw, Mend, Report, Stored
from bot.app.lobby.starting import hash_of
from bot.app.match.outcomes import as_it_stands, rank_finished, with_mark
from bot.app.match.replaying import find_announced
from bot.app.match.state import MatchState
from bot.app.match.turn_runner import TurnRunner
from db.matches.log import SHOWN
from db.records import MatchRecord, PendingKind, PendingRecord, Status
from games.core.game import Outcome
from games.core.running.codec import NewerState
from games.core.running.play import Position
from games.core.running.table import settle
from games.core.text import Text


def examine(stored: Stored, *, now: datetime) -> Report:
    """Compare everything that is stored of a match, and say what would mend what differs.

    Lines after the one that the match takes for its last are dropped if it can go on without them, and not with them.
    """
    report = _compare(stored, now=now)
    end = stored.record.ply
    strays = tuple(row for row in stored.rows if row.ply > end)
    kept = tuple(row for row in stored.rows if row.ply <= end)
    if report.playable or not strays or find_status(stored.record, kept) is not stored.status:
        return report
    without = _compare(replace(stored, rows=kept), now=now)
    if not without.playable:
        return report
    found = Finding(flaw=Flaw.STRAY_LINE, ply=strays[0].ply, mended=True)
    return replace(without, findings=(*without.findings, found), mend=replace(without.mend, dropped_entries=strays))


def _compare(stored: Stored, *, now: datetime) -> Report:
    """Hold what is stored against the log as it is."""
    report = Report(match=stored.record.id, version=stored.record.version)
    if stored.table is None:
        return replace(report, findings=(Finding(flaw=Flaw.UNREADABLE),), playable=False)
    if not stored.rows and not stored.positions and not stored.record.ply:
        return report
    table = stored.table
    log, findings = read_log(stored, table.codec)
    findings = (*findings, *_check_seed(table, log), *_check_seats(stored))
    columns = {each.ply for each in findings if each.flaw is Flaw.COLUMNS}
    lines = dict(log.lines)
    written = tuple(beside(log.rows[ply], lines[ply], table.codec) for ply in sorted(columns - {None}))  # type: ignore[type-var, index]
    report = replace(report, findings=findings, mend=Mend(entries=written))
    if not table.game.spec.can_replay(table.match.rules_number):
        return replace(report, unchecked=f"rules {table.match.rules_number}")
    if any(each.flaw in (Flaw.SEED, Flaw.SEATS) for each in findings):
        return replace(report, playable=False)
    try:
        return _replay(report, stored, table, log, now=now)
    except NewerState:
        return replace(report, unchecked="a newer version of the game")


def _replay(report: Report, stored: Stored, table: MatchState, log: Log, *, now: datetime) -> Report:
    """Play the log again, and hold the end against what is stored of it."""
    replay = Replay(table, stored, log)
    replay.run()
    mend = replace(
        report.mend,
        entries=(*report.mend.entries, *replay.entries),
        positions=tuple(replay.puts),
        dropped_positions=tuple(replay.drops),
    )
    findings = [*report.findings, *replay.findings]
    record = table.match
    if any(each.flaw is Flaw.LENGTH and each.mended for each in findings):
        record = replace(record, ply=log.last)
    if stored.status is not stored.record.status:
        findings.append(Finding(flaw=Flaw.STATUS, detail=stored.status, mended=replay.end is not None))
        record = _with_status(record, log)
    if replay.end is not None:
        table = replace(table, match=record, position=replay.end)
        if stored.status is Status.FINISHED:
            record, found = _check_outcome(table, replay.end, broken=replay.broken is not None)
            findings += found
        if stored.status is Status.FINISHED and stored.leftovers:
            findings.append(Finding(flaw=Flaw.LEFTOVERS, mended=True))
            mend = replace(mend, clear=True)
        if stored.status is Status.RUNNING:
            mend, found = _check_around(table, mend, now=now)
            findings += found
    return replace(
        report,
        findings=tuple(findings),
        mend=mend if record == stored.record else replace(mend, record=record),
        playable=replay.end is not None,
        last_turn=_count_turns(stored, replay.broken),
    )


def _count_turns(stored: Stored, broken: int | None) -> int | None:
    """The number of the last turn in the history before the first line that is lost."""
    if broken is None:
        return None
    return max(sum(each.shown == SHOWN and each.ply < broken for each in stored.positions) - 1, 0)


def _check_seed(table: MatchState, log: Log) -> Iterator[Finding]:
    """The seed, its hash, and the hash that was announced before the first draw."""
    announced = find_announced(log.lines)
    fits = hash_of(table.seed) == table.match.seed_hash
    if not fits or (announced is not None and announced[1] != table.match.seed_hash):
        yield Finding(flaw=Flaw.SEED)


def _check_seats(stored: Stored) -> Iterator[Finding]:
    if stored.seats != stored.record.seats:
        yield Finding(flaw=Flaw.SEATS, detail=f"{stored.seats}/{stored.record.seats}")


def _with_status(record: MatchRecord, log: Log) -> MatchRecord:
    """The match's row as it is over, or runs, by its log."""
    first, last = log.rows[min(log.rows)].at, log.rows[max(log.rows)].at
    over = record.status is Status.FINISHED
    started = record.started or first
    return replace(record, started=started, finished=(record.finished or last) if over else None)


def _check_outcome(table: MatchState, end: Position[Any], *, broken: bool) -> tuple[MatchRecord, list[Finding]]:
    """The stored result, against the one of the rules or, if the match was ended before, against the score."""
    stored = _read_outcome(table.match)
    wanted = _find_outcome(table, end, stored)
    if wanted is None:
        return table.match, [Finding(flaw=Flaw.OUTCOME)]
    if stored is not None and _count(stored) == _count(wanted):
        return table.match, []
    if broken:
        return table.match, [Finding(flaw=Flaw.OUTCOME)]
    data = msgspec.json.encode(replace(wanted, ties=None))
    return replace(table.match, outcome=data), [Finding(flaw=Flaw.OUTCOME, mended=True)]


def _count(outcome: Outcome) -> tuple[object, ...]:
    """What must agree of a result; the words about it may be those of an earlier release."""
    return outcome.places, outcome.totals, tuple(tuple(row.points for row in rows) for rows in outcome.scores)


def _read_outcome(record: MatchRecord) -> Outcome | None:
    """The stored result; None if it can't be read, or isn't one of so many seats."""
    try:
        found = msgspec.json.decode(record.outcome or b"", type=Outcome)
    except (msgspec.MsgspecError, ValueError):
        return None
    places = found.places
    ranked = all(place == 1 + sum(other < place for other in places) for place in places)
    return found if ranked and len(places) == len(found.totals) == record.seats else None


def _find_outcome(table: MatchState, end: Position[Any], stored: Outcome | None) -> Outcome | None:
    """The result to which the log leads; None: the match was ended early, and how can't be read any more."""
    play = TurnRunner(table.game, table.seed, end)
    if not table.game.asks(end.state):
        # Seats that a computer player looked after at the end resign by it, and not before.
        before = tuple(
            replace(seat, resigned=None) if seat.resigned == table.match.ply else seat for seat in table.seats
        )
        return with_mark(table, rank_finished(replace(table, seats=before), play))
    if stored is None:
        return None
    standing = as_it_stands(table, play)
    return stored if _is_without_score(stored) else replace(stored, totals=standing.totals, scores=standing.scores)


def _is_without_score(stored: Outcome) -> bool:
    """Whether a match was ended with no look at its score: it didn't count any more, or its game's code failed."""
    if stored.tie is not None and _says(stored.tie, "app.score_unknown"):
        return True
    ruled = stored.note is not None and stored.note.id in ("app.ended_overturned", "app.ended_by_ruling")
    return ruled and not stored.scores and not any(stored.totals)


def _says(text: Text, sentence: str) -> bool:
    """Whether a text is a sentence, or has it among its lines."""
    parts = text.args.get("parts")
    listed = parts if isinstance(parts, tuple) else ()
    return text.id == sentence or any(isinstance(each, Text) and each.id == sentence for each in listed)


def _check_around(table: MatchState, mend: Mend, *, now: datetime) -> tuple[Mend, list[Finding]]:
    """What a running match waits for, and what is stored of turns to come."""
    findings = []
    rows = _find_pending(table, now=now)
    if rows is not None:
        findings.append(Finding(flaw=Flaw.PENDING, mended=True))
        mend = replace(mend, pending=rows)
    drafts = tuple(row.seat for row in table.drafts if not _is_readable(row.data, partial(read_draft, table.codec)))
    orders = tuple(row.id for row in table.orders if not _is_readable(row.data, table.codec.read_order))
    findings += [Finding(flaw=Flaw.DRAFT, detail=str(seat + 1), mended=True) for seat in drafts]
    findings += [Finding(flaw=Flaw.ORDER, detail=str(order), mended=True) for order in orders]
    return replace(mend, drafts=drafts, orders=orders), findings


def _is_readable(data: bytes, read: Callable[[bytes], object]) -> bool:
    try:
        read(data)
    except (msgspec.MsgspecError, ValueError):
        return False
    return True


def _find_pending(table: MatchState, *, now: datetime) -> tuple[PendingRecord, ...] | None:
    """Return the rows that are needed if those that are stored don't fit the position; None if they do."""
    position = table.require_position()
    unsettled = bool(settle(table.game, position, table.seed).entries)
    grace = any(row.kind is PendingKind.GRACE for row in table.pending)
    proposed = {proposal.kind for proposal in table.proposals}
    known = tuple(row for row in table.pending if row.kind is not PendingKind.PROPOSAL or row.proposal in proposed)
    rows = pending.require_rows(replace(table, pending=known), position, now=now, hold=unsettled and not grace)
    if grace:
        rows = (*rows, *(row for row in table.pending if row.kind is PendingKind.GRACE))
    return None if _facts(table.pending, grace=grace) == _facts(rows, grace=grace) else rows


def _facts(rows: tuple[PendingRecord, ...], *, grace: bool) -> set[tuple[object, ...]]:
    """What must agree: which turns, whose, and whether they ever run out; not when, since that is counted anew."""
    return {
        (*row.key, row.seat, row.sealed, row.restart, row.due is None)
        for row in rows
        if row.kind is not PendingKind.REMINDER and not (grace and row.kind is PendingKind.COMPUTER)
    }
