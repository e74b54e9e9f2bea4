"""A start that is announced for a time: the rows that stand for it in the lobby, and the check who is ready. Pure.

The announced time is since when the row of the start stands; its ``due``, and that of the check, say when something is
told. A row for each player who is ready lies beside them. All of them go when the match starts.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.match.records import MissedStart
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from db.ids import UserId
from db.records import PendingKind, PendingRecord, SeatRecord, Status
from games.core.seats import TABLE
from games.core.text import Text, say

ANNOUNCED = (PendingKind.START, PendingKind.CHECK, PendingKind.READY)
"""The kinds of rows that stand for an announced start."""

CHECKED = timedelta(minutes=15)
"""So long before the announced time players are asked whether they are ready."""

LONGEST = timedelta(days=90)
"""No start is announced for later than this."""


def starts(table: MatchState) -> datetime | None:
    """Return the announced time; None: there is none, or the match has started."""
    return next((row.since for row in _rows(table, PendingKind.START)), None)


def ready(table: MatchState) -> tuple[UserId, ...]:
    """Return the players who have said that they are ready."""
    seated = {seat.user for seat in table.seats}
    said = (row.user for row in _rows(table, PendingKind.READY))
    return tuple(user for user in said if user is not None and user in seated)


def find_missing(table: MatchState) -> tuple[UserId, ...]:
    """Return the seated players who have not said so."""
    there = ready(table)
    people = dict.fromkeys(UserId(seat.user) for seat in table.seats if seat.user is not None)
    return tuple(user for user in people if user not in there)


def complete(table: MatchState) -> bool:
    """Whether all seats are taken and everybody is ready; a start that nobody announced waits for the seats only."""
    return not table.free and (starts(table) is None or not find_missing(table))


def _rows(table: MatchState, *kinds: PendingKind) -> list[PendingRecord]:
    """The rows of some kinds, while the match is open."""
    return [row for row in table.pending if row.kind in kinds and table.match.status is Status.LOBBY]


def check_time(at: datetime, now: datetime) -> None:
    """Raise Refusal for a time that is past or too far away."""
    if not now < at <= now + LONGEST:
        raise refuse("BAD_START", "bad_start", days=LONGEST.days)


def _row(table: MatchState, kind: PendingKind, since: datetime, due: datetime | None) -> PendingRecord:
    return PendingRecord(match=table.match.id, kind=kind, seat=TABLE, since=since, due=due)


def announce_start(table: MatchState, at: datetime) -> tuple[PendingRecord, ...]:
    """Return the rows of a start announced for a time; who was ready is asked anew."""
    return _row(table, PendingKind.START, at, at), _row(table, PendingKind.CHECK, at, at - CHECKED)


def note_ready(table: MatchState, user: UserId, *, now: datetime) -> MatchState:
    """Note that a player is ready, or is not after all; raises Refusal before the check."""
    at = starts(table)
    if at is None:
        raise refuse("NOT_ANNOUNCED", "not_announced", match=table.match.id)
    if now < at - CHECKED:
        raise refuse("TOO_EARLY", "ready_later", minutes=int(CHECKED.total_seconds() // 60), when=day(at))
    row = replace(_row(table, PendingKind.READY, now, None), user=user)
    rest = tuple(each for each in table.pending if each.key != row.key)
    there = len(rest) < len(table.pending)
    return replace(table, pending=rest if there else (*rest, row))


def start_texts(table: MatchState) -> tuple[Text, ...]:
    """Return the sentence that tells a player the announced time; () if there is none."""
    at = starts(table)
    if at is None:
        return ()
    return (say("app.starts_at" if find_passed(table) is None else "app.starts_late", when=day(at)),)


def start_moved_text(table: MatchState, at: datetime, *, by_outage: bool = False) -> Text:
    """Return the sentence that tells players for when the start is announced now."""
    sentence = "app.start_put_off" if by_outage else "app.start_moved"
    return say(sentence, title=table.game.spec.title, match=table.match.id, when=day(at))


def find_passed(table: MatchState) -> datetime | None:
    """Return the announced time if it has passed, and that was told, while the match waits; else None."""
    return next((row.since for row in _rows(table, PendingKind.START) if row.due is None), None)


def find_missed_start(table: MatchState) -> MissedStart | None:
    """Return what there is to decide after an announced start has passed; None: nothing."""
    at = find_passed(table)
    if at is None:
        return None
    return MissedStart(at=at, free=table.free, unready=find_missing(table), present=len(present(table)))


def present(table: MatchState) -> list[SeatRecord]:
    """Return the seats that would play without who is missing."""
    there = (*ready(table), table.match.host)
    return [seat for seat in table.seats if seat.user is None or seat.user in there]


def due_rows(table: MatchState, now: datetime) -> list[PendingRecord]:
    """Return the rows of an announced start that are due."""
    return [row for row in _rows(table, *ANNOUNCED) if row.due is not None and row.due <= now]


def reannounce(table: MatchState, at: datetime) -> MatchState:
    """Return the match with its start announced for a time; who was ready is asked anew."""
    others = tuple(row for row in table.pending if row.kind not in ANNOUNCED)
    return replace(table, pending=(*others, *announce_start(table, at)))


def keep_seated(table: MatchState, rows: Iterable[PendingRecord]) -> tuple[PendingRecord, ...]:
    """Return the rows without those of players who have left."""
    users = {seat.user for seat in table.seats}
    return tuple(row for row in rows if row.kind is not PendingKind.READY or row.user in users)
