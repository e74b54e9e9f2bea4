"""The clocks of a match: pure functions over (clock, now). A clock runs while the match waits for its seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.paces import Banked, NoPace, Pace, PerMove, answer_time
from bot.app.match.proposals import find
from bot.app.match.state import MatchState
from bot.app.timing.calendars import ALWAYS, Calendar, Held, Night, Span, Term, count_time
from db.clocks.records import ClockRecord, ClockStopRecord, StopReason
from db.ids import MatchId
from db.records import PendingKind, PendingRecord, PersonRecord, ProposalKind
from games.core.seats import TABLE, AskId

EXCUSES = 2
"""Misses of a seat in one match that lead to no more than the default move."""

REGAIN = 8
"""Turns made in time, one after the other, that bring one excused miss back."""

_NIGHT = re.compile(r"(\d{1,2})(?::(\d\d))?\s*[-–]\s*(\d{1,2})(?::(\d\d))?", re.ASCII)
_DAY = 24 * 60
_MILLI = timedelta(milliseconds=1)


class Choice(StrEnum):
    """What the others can decide when a player's time is up."""

    WAIT = "wait"
    """The player gets more time."""
    MOVE = "move"
    """The default move is made."""
    OPEN = "open"
    """The default move is made, and the seat is open for a replacement."""
    COMPUTER = "computer"
    """A computer player sits in until the player is back."""


class Vote(Struct, frozen=True, omit_defaults=True):
    """What the others have said so far about the turn ``ask`` that ran out, by seat; ``seconds``: how long they may.

    ``until``: the end of a vote that was stored by a release that noted nothing else.
    """

    ask: str
    seconds: float = 0
    said: dict[int, Choice] = {}
    until: datetime | None = None


_votes = msgspec.json.Decoder(Vote)


def vote_on(table: MatchState, row: PendingRecord) -> Vote | None:
    """Return the vote about a turn that ran out, if there is one."""
    found = _vote(table, row)
    return None if found is None else found[0]


def _vote(table: MatchState, row: PendingRecord) -> tuple[Vote, Term] | None:
    """The vote about a turn, and the time it has."""
    votes = (each for each in table.proposals if each.kind is ProposalKind.TIMEOUT and each.seat == row.seat)
    proposal = next(votes, None)
    if proposal is None or row.kind is not PendingKind.SEAT:
        return None
    vote = _votes.decode(proposal.data)
    length = timedelta(seconds=vote.seconds) if vote.until is None else vote.until - proposal.at
    return (vote, Term(proposal.at, length)) if vote.ask == row.ask else None


class _Prefs(Struct, frozen=True):
    """The part of a person's preferences that stops clocks."""

    night: str = ""
    nights: str = ""


_prefs = msgspec.json.Decoder(_Prefs)
_held = msgspec.json.Decoder(tuple[Held, ...])


def new_clock(match: MatchId, seat: int, pace: Pace) -> ClockRecord:
    """Return the clock of a seat before its first turn."""
    bank = pace.bank if isinstance(pace, Banked) else 0
    return ClockRecord(
        match=match, seat=seat, left=round(bank * 1000), since=None, excuses=EXCUSES, kept=0, offered=None
    )


def measure_left(clock: ClockRecord, now: datetime, calendar: Calendar) -> timedelta:
    """Return how much time is left to a seat; never below zero."""
    spent = timedelta() if clock.since is None else count_time(clock.since, now, calendar)
    return max(clock.left * _MILLI - spent, timedelta())


def start_clock(clock: ClockRecord, now: datetime) -> ClockRecord:
    """Let a clock run; one that runs goes on."""
    return clock if clock.since is not None else replace(clock, since=now)


def stop_clock(clock: ClockRecord, now: datetime, calendar: Calendar) -> ClockRecord:
    """Stop a clock; one that stands is left alone."""
    if clock.since is None:
        return clock
    return replace(clock, left=measure_left(clock, now, calendar) // _MILLI, since=None)


def top_up(clock: ClockRecord, pace: Banked) -> ClockRecord:
    """Add the increment of a turn that was made, never above the cap."""
    return replace(clock, left=min(clock.left + round(pace.increment * 1000), round(pace.cap * 1000)))


def in_time(clock: ClockRecord, *, regain: int = REGAIN) -> ClockRecord:
    """Count a turn made in time: ``regain`` of them bring an excused miss back, one at a time, never above two.

    A clock that has ever counted one is known by ``kept`` being above 0: its player has come to the match.
    """
    kept = max(clock.kept, 1) + 1  # also of who comes only after a miss
    if clock.excuses >= EXCUSES:
        return replace(clock, kept=1)
    if kept > regain:
        return replace(clock, kept=1, excuses=clock.excuses + 1)
    return replace(clock, kept=kept)


def silent(clock: ClockRecord) -> bool:
    """Return whether both excused misses are used up, and no turn was made since the last of them."""
    return clock.excuses == 0 and clock.kept <= 1


def use_excuse(clock: ClockRecord) -> ClockRecord:
    """Use an excused miss, if there is one; what was gathered towards the next is lost."""
    return replace(clock, excuses=max(clock.excuses - 1, 0), kept=min(clock.kept, 1))


def again(pace: Pace) -> timedelta:
    """Return the time that is given to a seat whose time is up: half of the bank, or that of a turn."""
    match pace:
        case Banked(bank=bank):
            return timedelta(seconds=bank / 2)
        case PerMove(seconds=seconds):
            return timedelta(seconds=seconds)
        case _:
            return timedelta()


def prolong(table: MatchState, seat: int, now: datetime) -> MatchState:
    """Let the clock of a seat begin again with ``again``; its asks count as new ones."""
    more = again(table.pace) // _MILLI
    clocks = tuple(replace(c, left=more, since=now) if c.seat == seat else c for c in table.clocks)
    rows = tuple(replace(row, since=now) if row.seat == seat else row for row in table.pending)
    return replace(table, clocks=clocks, pending=rows)


def night_of(person: PersonRecord | None) -> Night | None:
    """Return a person's night hours; None without any, or without a zone to know them by."""
    if person is None or not person.zone:
        return None
    return read_night(person.zone, _prefs.decode(person.prefs).night)


def nights_before(person: PersonRecord | None) -> tuple[Held, ...]:
    """Return the night hours that a person has changed, the first ones first."""
    stored = "" if person is None else _prefs.decode(person.prefs).nights
    return _held.decode(stored) if stored else ()


def read_night(zone: str, typed: str) -> Night | None:
    """Read hours like "22:00-07:00"; raises ValueError for anything else but an empty text."""
    if not typed.strip():
        return None
    found = _NIGHT.fullmatch(typed.strip())
    if found is None:
        raise ValueError(f"{typed!r} is no night")
    times = [int(part or 0) for part in found.groups()]
    if not (times[0] <= 24 and times[2] <= 24 and times[1] < 60 and times[3] < 60):
        raise ValueError(f"{typed!r} is no night")
    return Night(zone, (times[0] * 60 + times[1]) % _DAY, (times[2] * 60 + times[3]) % _DAY)


def calendar_of(table: MatchState, seat: int) -> Calendar:
    """Return what stops the clock of a seat: its player's nights and absences, the match's pauses, lost times.

    For the table (``TABLE``) only what stops the whole match.
    """
    user = next((row.user for row in table.seats if row.seat == seat), None)
    spans = tuple(Span(stop.starts, stop.ends) for stop in table.clock_stops if stop.user in (None, user))
    person = None if user is None else table.people.get(user)
    night, before = night_of(person), nights_before(person)
    return Calendar(night, spans, before) if spans or night or before else ALWAYS


def advance_clocks(table: MatchState, rows: Sequence[PendingRecord], now: datetime) -> tuple[ClockRecord, ...]:
    """Return the clocks of all seats of people after what is waited for has changed from ``table.pending`` to rows."""
    known = {clock.seat: clock for clock in table.clocks}
    clocks = []
    for seat in table.seats:
        if seat.user is None:
            continue
        clock = known.get(seat.seat) or new_clock(table.match.id, seat.seat, table.pace)
        if isinstance(table.pace, Banked):
            clock = _end_turn(table, clock, table.pace, rows, now)
        clocks.append(clock)
    return tuple(clocks)


def _end_turn(
    table: MatchState, clock: ClockRecord, pace: Banked, rows: Sequence[PendingRecord], now: datetime
) -> ClockRecord:
    """Stop a clock whose turn is made, add its increments, and let it run if its seat is asked.

    Turns that have a time of their own leave it alone.
    """
    there = {row.ask for row in rows if row.is_ask}
    asked = any(_counts(table, clock, row) and not row.sealed for row in rows)
    made = [row for row in table.pending if row.ask not in there and _counts(table, clock, row)]
    if made or not asked:
        clock = stop_clock(clock, now, calendar_of(table, clock.seat))
    for _ in made:
        clock = top_up(clock, pace)
    return start_clock(clock, now) if asked else clock


def _counts(table: MatchState, clock: ClockRecord, row: PendingRecord) -> bool:
    return row.seat == clock.seat and row.kind is PendingKind.SEAT and own_time(table, row.ask) is None


def own_time(table: MatchState, ask: str) -> timedelta | None:
    """Return the time that the host has set for this kind of turn among the rule options; None: as the clock says."""
    hours = table.game.clock.time_budget(table.options, AskId(ask)).hours
    return timedelta(hours=hours) if hours else None


def term_of(table: MatchState, row: PendingRecord, clocks: Sequence[ClockRecord]) -> Term | None:
    """Return since when the time of a turn runs, and how much there was then; None: no clock runs."""
    if table.on_hold or vote_on(table, row) is not None:
        return None
    own = None if isinstance(table.pace, NoPace) else own_time(table, row.ask)
    if own is not None:
        return Term(row.since, own)
    match table.pace:
        case PerMove(seconds=seconds):
            share = table.game.clock.time_budget(table.options, AskId(row.ask)).share
            part = share * (table.game.spec.further_turn_share if row.further else 1)
            return Term(row.since, timedelta(seconds=seconds * part))
        case Banked():
            clock = next((clock for clock in clocks if clock.seat == row.seat), None)
            return None if clock is None or clock.since is None else Term(clock.since, clock.left * _MILLI)
        case _:
            return None


def deadline(table: MatchState, row: PendingRecord, clocks: Sequence[ClockRecord]) -> datetime | None:
    """Return when a turn that is asked of a seat runs out; None: never. While the others vote, it is their time.

    Of the row of a grace time: when that is over; of a proposal: when whoever has not answered abstains.
    """
    if table.on_hold:
        return None
    if row.kind is PendingKind.PROPOSAL:
        return _answer_term(table, row).ends(calendar_of(table, TABLE))
    if row.kind is PendingKind.GRACE:
        later = replace(table, clock_stops=tuple(stop for stop in table.clock_stops if not _plays_on(stop, row.since)))
        return Term(row.since, timedelta(seconds=table.pace.grace)).ends(calendar_of(later, TABLE))
    vote = _vote(table, row)
    if vote is not None:
        return vote[1].ends(calendar_of(table, TABLE))
    term = term_of(table, row, clocks)
    return None if term is None else term.ends(calendar_of(table, row.seat))


def _answer_term(table: MatchState, row: PendingRecord) -> Term:
    """How long a proposal waits for answers; for a pause no longer than until half of it is over."""
    length = answer_time(table.pace)
    pause = find(table, ProposalKind.PAUSE)
    if pause is not None and row.proposal is ProposalKind.PAUSE:
        length = min(length, (msgspec.json.decode(pause.data, type=datetime) - row.since) / 2)
    return Term(row.since, length)


def _plays_on(stop: ClockStopRecord, since: datetime) -> bool:
    """Whether people play on in a pause that ran already: who moves then is there, and nobody waits for its end."""
    return stop.why in (StopReason.PAUSE, StopReason.TOURNAMENT) and stop.starts <= since
