"""What must be true of matches after every step, whatever was done; each function returns sentences on what is not."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from bot.app.integrity.examining import examine
from bot.app.integrity.reading import read_stored
from bot.app.match.records import LogLine, MatchView
from bot.app.match.state import MatchState
from bot.app.notifications.courier import Notice
from bot.app.timing.timekeeping import calendar_of, deadline, measure_left
from bot.app.views.match_view import log_lines, present
from db.ids import MatchId, UserId, is_deleted
from db.records import PendingKind, PendingRecord, Status
from db.tx import Tx
from games.core.running.play import Cause, Entry
from games.core.seats import TABLE, Seat
from tests.faults.states.life import CAPS, Life

Faults = list[str]
OWN = frozenset({PendingKind.EXPIRY, PendingKind.PROPOSAL})
"""What stands beside a match that is over or not begun, or beside no ask."""


def verify(tx: Tx, life: Life, match: MatchId) -> Faults:
    """Recompute a match from its log: everything stored must be what that leads to."""
    stored = read_stored(tx, life.app.uow.match_reader, match)
    if stored is None:
        return []
    report = examine(stored, now=life.clock.now())
    return [f"match {match} of {stored.record.game}: {finding}" for finding in report.findings]


def entries_of(tx: Tx, table: MatchState) -> list[Entry]:
    """Return all entries of a match's log."""
    rows = tx.log.entries(table.match.id, first=1, last=table.match.ply)
    assert [row.ply for row in rows] == list(range(1, table.match.ply + 1)), f"plies of match {table.match.id}"
    return list(table.codec.read_entries(b"[" + b",".join(row.data for row in rows) + b"]"))


def check_log(life: Life, table: MatchState, entries: list[Entry]) -> Faults:
    """Hold a log against what players were told: each turn that stands is there once, and no other."""
    match = table.match.id
    made = [entry for entry in entries if entry.cause is Cause.PLAYER and entry.seat >= 0]
    handed_in = {(entry.seat, entry.ask) for entry in made if entry.sealed}
    once = sum(entry.sealed or (entry.seat, entry.ask) not in handed_in for entry in made)
    least, most = life.turns[match], life.turns[match] + life.unsure[match]
    faults = []
    if least > len(made):
        faults.append(f"match {match}: {least} turns were acknowledged, {len(made)} stand in the log")
    if once > most:
        faults.append(f"match {match}: {most} turns were made at most, {once} stand in the log")
    return faults


def check_pending(table: MatchState) -> Faults:
    """Hold what a match waits for against what its game asks."""
    match, rows = table.match.id, table.pending
    if table.match.status is not Status.RUNNING:
        kinds = {row.kind for row in rows}
        allowed = (
            {PendingKind.START, PendingKind.CHECK, PendingKind.READY} if table.match.status is Status.LOBBY else set()
        )
        return [f"match {match} is {table.match.status} and has {kinds}"] if kinds - allowed - OWN else []
    position = table.require_position()
    asks = [
        ask for ask in table.game.asks(position.state) if ask.seat != TABLE or ask.after is not None or ask.at_restart
    ]
    wanted = {(ask.seat, str(ask.id), ask.id in position.sealed) for ask in asks}
    found = {(row.seat, row.ask, row.sealed) for row in rows if row.is_ask}
    faults = [f"match {match} asks {wanted}, and waits for {found}"] if wanted != found else []
    ids = {str(ask.id) for ask in asks}
    beside = [row for row in rows if row.kind in (PendingKind.REMINDER, PendingKind.FORCED) and row.ask not in ids]
    return faults + [f"match {match}: {row.kind} beside {row.ask}, which isn't asked" for row in beside]


def check_going(table: MatchState) -> Faults:
    """See that a match which runs waits for somebody who is there, or goes on by itself at some time."""
    if table.match.status is not Status.RUNNING or table.on_hold:
        return []
    people = {
        seat.seat
        for seat in table.seats
        if seat.user is not None and not is_deleted(seat.user) and seat.resigned is None
    }
    people |= {clock.seat for clock in table.clocks if clock.offered is not None}  # anybody may take it

    def goes_on(row: PendingRecord) -> bool:
        by_person = row.kind is PendingKind.SEAT and not row.sealed and row.seat in people
        return by_person or (row.kind not in (PendingKind.REMINDER, PendingKind.OPEN) and row.due is not None)

    if any(map(goes_on, table.pending)) or any(row.restart for row in table.pending):
        return []
    return [f"match {table.match.id} of {table.match.game} is stuck: {table.pending}, {table.seats}"]


def check_deadlines(table: MatchState) -> Faults:
    """See that whoever has a deadline has one in the database, by which it is found."""
    if table.match.status is not Status.RUNNING or table.on_hold:
        return []
    rows = [
        row
        for row in table.pending
        if row.kind is PendingKind.SEAT and not row.sealed and row.seat in table_people(table)
    ]
    wrong = [row for row in rows if (deadline(table, row, table.clocks) is None) is not (row.due is None)]
    return [f"match {table.match.id}: {row} with the deadline {deadline(table, row, table.clocks)}" for row in wrong]


def table_people(table: MatchState) -> set[int]:
    """Return the seats of people for whom no computer player plays."""
    return {seat.seat for seat in table.seats if seat.user is not None} - set(table.computers)


def check_seats(table: MatchState) -> Faults:
    """See that seats are numbered through and nobody has two."""
    numbers = [seat.seat for seat in table.seats]
    users = Counter(seat.user for seat in table.seats if seat.user is not None)
    faults = []
    if numbers != list(range(len(numbers))) or len(numbers) > table.match.seats:
        faults.append(f"match {table.match.id} has the seats {numbers} of {table.match.seats}")
    if not table.match.practice and any(count > 1 for count in users.values()):
        faults.append(f"match {table.match.id}: somebody sits there twice: {users}")
    return faults


def measure(life: Life, table: MatchState) -> dict[int, timedelta]:
    """Return how much time each seat has left."""
    now = life.clock.now()
    return {clock.seat: measure_left(clock, now, calendar_of(table, clock.seat)) for clock in table.clocks}


# --- What is hidden ---------------------------------------------------------------------------------------------------


def check_lines(match: MatchId, lines: tuple[LogLine, ...], reader: Seat | None, *, own: tuple[Seat, ...]) -> Faults:
    """See that a reader's lines hold nothing that is for others."""
    faults = []
    for line in lines:
        entry = line.entry
        readers = {reader, *own}
        secret = [event for event in entry.events if event.audience is not None and not readers & set(event.audience)]
        for_others = (entry.audience is not None and not readers & set(entry.audience)) or (
            entry.sealed and entry.seat not in readers
        )
        if secret or (for_others and (entry.moves or entry.line)):
            faults.append(f"match {match}: {reader} reads ply {line.ply}: {entry}")
    return faults


def check_view(table: MatchState, view: MatchView, user: UserId | None) -> Faults:
    """See that a view is that of its viewer's own seat, and holds nothing of another's."""
    match, own = table.match.id, table.seats_of(user)
    if table.match.status is not Status.RUNNING:
        return []
    faults = []
    if view.viewer is not None and view.viewer not in own:
        faults.append(f"match {match}: {user} sees what seat {view.viewer} sees")
    if not own and (view.submitted or view.orders or view.stopped or view.note or view.drafting):
        faults.append(f"match {match}: {user} sees what is somebody's own")
    position = table.require_position()
    submitted = {ask.seat for ask in table.game.asks(position.state) if ask.id in position.sealed}
    public = table.game.panel.show_submitted(table.game.view(position.state, None), submitted)
    if not own and view.view != public:
        faults.append(f"match {match}: {user} sees more than a spectator")
    if view.seed is not None:
        faults.append(f"match {match}: {user} sees the seed")
    return faults


def check_secrets(life: Life, table: MatchState, entries: tuple[LogLine, ...]) -> Faults:
    """Look at a match as each person and as a spectator."""
    faults: Faults = []
    users = [seat.user for seat in table.seats if seat.user is not None]
    for user in (None, *users, life.people[0].user):
        faults += check_view(table, present(table, user), user)
    return faults + check_lines(table.match.id, entries, None, own=())


def look(notice: Notice) -> Faults:
    """Look at what is posted, as anybody may."""
    view, match = notice.match_view, notice.match
    faults = check_lines(match, notice.lines, None, own=()) if view.match.status is Status.RUNNING else []
    if view.viewer is not None or view.submitted or view.orders or view.note or view.drafting or view.stopped:
        faults.append(f"match {match}: notice {notice.id} shows what is somebody's own")
    if view.seed is not None and view.match.status is not Status.FINISHED:
        faults.append(f"match {match}: notice {notice.id} shows the seed")
    return faults


def lines_for(tx: Tx, table: MatchState) -> tuple[LogLine, ...]:
    """Return a match's log as everybody reads it."""
    return log_lines(table, tx.log.entries(table.match.id, first=1, last=table.match.ply), None)


# --- All of them together ---------------------------------------------------------------------------------------------


def check_caps(tables: list[MatchState], of_cups: frozenset[MatchId]) -> Faults:
    """See that nobody, and no channel, has more going than may be."""
    alive = [table for table in tables if table.match.status in (Status.LOBBY, Status.RUNNING)]
    own = [table for table in alive if table.match.id not in of_cups]
    open_ones = [table.match for table in own if table.match.status is Status.LOBBY]
    channels = Counter(match.channel for match in open_ones)
    seats = Counter(user for table in own for user in {seat.user for seat in table.seats} - {None})
    faults = [f"channel {each} has {count} open matches" for each, count in channels.items() if count > CAPS.channel]
    return faults + [f"{user} plays in {count} matches" for user, count in seats.items() if count > CAPS.matches]
