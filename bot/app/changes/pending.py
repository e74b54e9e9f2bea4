"""What a position waits for, as rows: deadlines, timers, computer players' turns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from bot.app.changes.reminders import reminders
from bot.app.match.state import MatchState
from bot.app.timing.timekeeping import advance_clocks, deadline
from db.clocks.records import ClockRecord
from db.ids import MatchId
from db.records import PendingKind, PendingRecord
from db.tx import Tx
from games.core.game import Ask
from games.core.running.forced import find_forced_turn
from games.core.running.play import Position
from games.core.seats import TABLE, AskId, Seat

_COUNTED = (PendingKind.SEAT, PendingKind.GRACE, PendingKind.PROPOSAL)
"""What ends after a time that is stopped by all that stops the match."""

LEAST_ACTION = timedelta(seconds=1.5)
MOST_ACTION = timedelta(seconds=2.5)
"""Between these a computer player takes for one action in live play, as a person does (Grumpf section 12, L6.1)."""

LEAST_DISCRETION = timedelta(seconds=20)
MOST_DISCRETION = timedelta(minutes=5)
"""Between these a person would have answered too: the time says nothing about a hand."""


def require_rows(
    table: MatchState, position: Position[Any], *, now: datetime, hold: bool = False
) -> tuple[PendingRecord, ...]:
    """Return the rows that a position calls for, keeping since when each ask has stood.

    ``hold``: the table's own moves wait for the grace time of the pace.
    """
    since = {row.ask: row for row in table.pending if row.is_ask}
    rows = [row for row in table.pending if row.kind is PendingKind.PROPOSAL]
    for ask in table.game.asks(position.state):
        known = since.get(ask.id)
        first = known.since if known else now
        if ask.seat != TABLE:
            rows.append(_seat_row(table, position, ask, first, known))
        elif ask.after is not None or ask.at_restart:
            rows.append(_timer_row(table.match.id, ask, first))
        if ask.discreet and _is_forced(table, position, ask):
            due = first + discretion(table.seed, ask.id)
            rows.append(_row(table.match.id, PendingKind.FORCED, first, due, ask=ask.id))
    rows = list(retold(table, rows, advance_clocks(table, rows, now), now))
    if hold and not table.on_hold:
        due = now + timedelta(seconds=table.pace.grace)
        rows = [replace(row, due=due) if row.kind is PendingKind.COMPUTER and not row.sealed else row for row in rows]
        rows.append(_row(table.match.id, PendingKind.GRACE, now, due))
    return tuple(rows)


def _is_forced(table: MatchState, position: Position[Any], ask: Ask) -> bool:
    """Whether a person's turn is to be made by the platform after a while."""
    if ask.seat in table.computers or ask.id in position.sealed:
        return False
    return find_forced_turn(table.game, position.state, ask) is not None


def discretion(seed: bytes, ask: AskId) -> timedelta:
    """Return how long a forced turn is put off: between 20 seconds and five minutes, by the match's seed."""
    return LEAST_DISCRETION + _draw_share(seed, f"discretion{ask}") * (MOST_DISCRETION - LEAST_DISCRETION)


def _draw_share(seed: bytes, what: str) -> float:
    """A share of 1 that follows from the seed."""
    return int.from_bytes(hashlib.sha256(seed + what.encode()).digest()[:4], "big") / 2**32


def action_time(seed: bytes, ask: AskId, ply: int) -> timedelta:
    """Return how long a computer player takes for its next action in live play, by the match's seed."""
    drawn = _draw_share(seed, f"action {ply} {ask}")
    return LEAST_ACTION + drawn * (MOST_ACTION - LEAST_ACTION)


def set_deadlines(
    table: MatchState, rows: Iterable[PendingRecord], clocks: Sequence[ClockRecord]
) -> tuple[PendingRecord, ...]:
    """Return rows with the deadlines that follow from the clocks and from what stops them."""
    return tuple(
        replace(row, due=deadline(table, row, clocks)) if row.kind in _COUNTED and not row.sealed else row
        for row in rows
    )


def retold(
    table: MatchState, rows: Iterable[PendingRecord], clocks: Sequence[ClockRecord], now: datetime
) -> tuple[PendingRecord, ...]:
    """Return rows with their deadlines, and the next reminders in place of those there were.

    While staff holds the match nothing at all is due.
    """
    kept = [row for row in rows if row.kind is not PendingKind.REMINDER]
    if table.on_hold:
        return tuple(replace(row, due=None) for row in kept)
    asked = _hold_back(kept, set_deadlines(table, kept, clocks))
    return (*asked, *reminders(table, asked, clocks, now))


def _hold_back(before: Sequence[PendingRecord], rows: tuple[PendingRecord, ...]) -> tuple[PendingRecord, ...]:
    """Let the computer players that wait for the grace time wait for its new end."""
    was = next((row.due for row in before if row.kind is PendingKind.GRACE), None)
    ends = next((row.due for row in rows if row.kind is PendingKind.GRACE), None)
    if was is None or was == ends:
        return rows
    return tuple(replace(row, due=ends) if row.kind is PendingKind.COMPUTER and row.due == was else row for row in rows)


def _row(
    match: MatchId, kind: PendingKind, since: datetime, due: datetime | None, *, ask: str = "", seat: Seat = TABLE
) -> PendingRecord:
    return PendingRecord(match=match, kind=kind, ask=ask, seat=seat, since=since, due=due)


def _seat_row(
    table: MatchState, position: Position[Any], ask: Ask, since: datetime, known: PendingRecord | None
) -> PendingRecord:
    sealed = ask.id in position.sealed
    further = _is_further(table, ask) if known is None else known.further
    row = _row(table.match.id, PendingKind.SEAT, since, None, ask=ask.id, seat=ask.seat)
    row = replace(row, further=further)
    if ask.seat in table.computers:
        # A computer player that was put off stays put off.
        soonest = since + action_time(table.seed, ask.id, table.match.ply) if ask.live else since
        due = known.due if known and known.due and known.kind is PendingKind.COMPUTER else soonest
        return replace(row, kind=PendingKind.COMPUTER, sealed=sealed, due=None if sealed else due)
    if not ask.waits:
        return replace(row, kind=PendingKind.OPEN, sealed=sealed)
    return replace(row, sealed=sealed)


def _is_further(table: MatchState, ask: Ask) -> bool:
    """Whether a turn that is asked now is not the first of its seat in the season."""
    if not ask.group:
        return False
    before = (clock.season for clock in table.clocks if clock.seat == ask.seat)
    return ask.group in before or any(
        one.seat == ask.seat and one.group == ask.group and one.waits and one.id != ask.id for one in table.seat_asks()
    )


def _timer_row(match: MatchId, ask: Ask, since: datetime) -> PendingRecord:
    due = None if ask.after is None else since + timedelta(seconds=ask.after)
    return replace(_row(match, PendingKind.TIMER, since, due, ask=ask.id), restart=ask.at_restart)


def sync(tx: Tx, before: tuple[PendingRecord, ...], after: tuple[PendingRecord, ...]) -> None:
    """Write the difference."""
    was = {row.key: row for row in before}
    for row in after:
        if was.pop(row.key, None) != row:
            tx.pending.put(row)
    for row in was.values():
        tx.pending.drop(row)


def find_awaited_seats(rows: tuple[PendingRecord, ...]) -> dict[Seat, AskId]:
    """Return the seats of people the match waits for, each with its first ask."""
    return dict(reversed(list(_find_asks(rows))))


def _find_asks(rows: tuple[PendingRecord, ...]) -> Iterator[tuple[Seat, AskId]]:
    for row in rows:
        if row.kind is PendingKind.SEAT and not row.sealed:
            yield Seat(row.seat), AskId(row.ask)
