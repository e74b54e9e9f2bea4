"""Matches that cannot go on, or do not, with the reason and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from bot.app.match.records import Place
from bot.app.match.state import MatchReader
from bot.app.runtime.failures import Failure
from bot.app.runtime.moments import day
from db.clocks.records import FOREVER, ClockRecord, ClockStopRecord, StopReason
from db.ids import GuildId, MatchId
from db.records import MatchRecord, NoticeRecord, PendingKind, PendingRecord, SeatRecord, Status
from db.tx import Tx
from games.core.text import Text, raw, say

OVERDUE = timedelta(minutes=2)
"""What is due longer than this, the workers have failed to do."""

COMPUTER_LATE = timedelta(minutes=5)
"""A computer player that has not moved for longer than this will not."""

SILENT = timedelta(days=14)
"""Without a clock, a match in which nobody has moved for longer than this is forgotten."""

MOST_MATCHES = 500
"""Running matches of a server that are looked through, the newest."""


class Facts(Struct, frozen=True, kw_only=True):
    """What is known of a running match."""

    match: MatchRecord
    seats: tuple[SeatRecord, ...]
    pending: tuple[PendingRecord, ...]
    clocks: tuple[ClockRecord, ...]
    clock_stops: tuple[ClockStopRecord, ...]
    parked: tuple[NoticeRecord, ...]
    failing: tuple[Failure, ...] = ()


_OfMatch = PendingRecord | NoticeRecord | SeatRecord | ClockRecord | ClockStopRecord


class Stuck(Struct, frozen=True, kw_only=True):
    """A match and why it is stuck."""

    match: MatchId
    game: str
    place: Place
    why: tuple[Text, ...]


def find(tx: Tx, match_reader: MatchReader, guild: GuildId, *, now: datetime) -> tuple[Stuck, ...]:
    """Return the stuck matches of a server, the newest first."""
    records = [
        *tx.matches.in_guild(guild, status=Status.RUNNING, most=MOST_MATCHES),
        *tx.matches.in_guild(guild, status=Status.LOBBY, most=MOST_MATCHES),
    ]
    numbers = [record.id for record in records]
    pending = _group(tx.pending.of_matches(numbers))
    parked = _group(tx.outbox.find_parked_of(numbers))
    seats = _group(tx.matches.seats_of(numbers))
    clocks = _group(tx.clocks.of_matches(numbers))
    stops = _group(tx.clocks.stops_of_matches(numbers, after=now))
    found = []
    for record in records:
        facts = Facts(
            match=record,
            seats=tuple(seats.get(record.id, ())),
            pending=tuple(pending.get(record.id, ())),
            clocks=tuple(clocks.get(record.id, ())),
            clock_stops=tuple(stops.get(record.id, ())),
            parked=tuple(parked.get(record.id, ())),
            failing=match_reader.failures.of(record.id),
        )
        why = tuple(reasons(facts, now))
        if why:
            place = Place(record.guild, record.thread or record.channel)
            found.append(Stuck(match=record.id, game=record.game, place=place, why=why))
    return tuple(found)


def _group(rows: Sequence[_OfMatch]) -> dict[MatchId, list]:  # type: ignore[type-arg]
    groups: dict[MatchId, list] = {}  # type: ignore[type-arg]  # each call groups rows of one kind
    for row in rows:
        assert row.match is not None, "the rows were asked for by their match"
        groups.setdefault(row.match, []).append(row)
    return groups


def reasons(facts: Facts, now: datetime) -> Iterator[Text]:
    """Yield why a match cannot go on, or does not; nothing for one that only waits for its players, or for more."""
    if facts.failing:
        times = sum(failure.attempts for failure in facts.failing)
        yield say("app.stuck_failing", times=times, when=day(facts.failing[0].since))
    if facts.match.status is Status.RUNNING:
        yield from _halt_reasons(facts, now)
    for why in dict.fromkeys(row.reason for row in facts.parked if row.reason):
        yield say("app.stuck_posting", why=raw(why))


def _halt_reasons(facts: Facts, now: datetime) -> Iterator[Text]:
    """Why a running match is not played."""
    held = next((stop for stop in facts.clock_stops if stop.why is StopReason.HOLD and stop.ends == FOREVER), None)
    if held is not None:
        yield say("app.stuck_held", when=day(held.starts))
    elif not any(row.kind not in (PendingKind.REMINDER, PendingKind.PROPOSAL) for row in facts.pending):
        yield say("app.stuck_nothing")
    else:
        yield from _late(facts, now)
    stood_in = {clock.seat for clock in facts.clocks if clock.stand_in is not None}
    if not any(s.user is not None and s.resigned is None and s.seat not in stood_in for s in facts.seats):
        yield say("app.stuck_empty")


def _late(facts: Facts, now: datetime) -> Iterator[Text]:
    """What has not happened that should have, and long silence where no clock runs."""
    timed = (PendingKind.SEAT, PendingKind.TIMER, PendingKind.GRACE, PendingKind.PROPOSAL)
    overdue = [row.due for row in facts.pending if row.kind in timed and row.due and row.due + OVERDUE < now]
    if overdue:
        yield say("app.stuck_worker", when=day(min(overdue)))
    thinking = [row for row in facts.pending if row.kind is PendingKind.COMPUTER and not row.sealed]
    if any(facts.match.moved + COMPUTER_LATE < now and row.since + COMPUTER_LATE < now for row in thinking):
        yield say("app.stuck_computer", when=day(facts.match.moved))
    waiting = [row for row in facts.pending if row.kind is PendingKind.SEAT and not row.sealed]
    if waiting and not any(row.due for row in waiting) and facts.match.moved + SILENT < now:
        yield say("app.stuck_silent", when=day(facts.match.moved))
