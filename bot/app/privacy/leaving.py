"""What becomes of the matches of a person who has all of their data deleted. Pure."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, announce_in_log
from bot.app.changes.outbox import Kind
from bot.app.clock.interventions import cancel_match, end_match
from bot.app.lobby.open_matches import decline_invitation, leave_match, people, still_open
from bot.app.match import hosts
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.timing.timekeeping import new_clock
from db.clocks.records import ClockRecord
from db.ids import UserId, is_deleted
from db.records import MatchRecord, SeatRecord, Status
from games.core.text import Text, say


def leave(table: MatchState, actor: Actor, now: datetime) -> Change:
    """Make the next change by which a person leaves a match; raises Refusal where there is nothing left to do."""
    user = actor.user
    match table.match.status:
        case Status.LOBBY if table.seats_of(user):
            return leave_match(table, actor, now)
        case Status.LOBBY if table.match.host == user:
            return _pass_lobby(table, now)
        case Status.LOBBY if any(invite.user == user for invite in table.invites):
            return decline_invitation(table, actor, now)
        case Status.RUNNING if table.seats_of(user):
            return _leave_running(table, user, now)
    raise refuse("NOT_DUE", "not_due")


def _pass_lobby(table: MatchState, now: datetime) -> Change:
    """Let the first player be host of an open match in place of one without a seat; without players it is canceled."""
    others = people(table.seats)
    if not others:
        return cancel_match(table, now, say("app.cancelled", match=table.match.id))
    after = replace(table, match=replace(table.match, host=others[0]))
    hosting = outbox.words(after.match, hosts.sentence(after, others[0]), others[:1], now=now)
    return still_open(after, now, notices=(hosting,))


def _leave_running(table: MatchState, user: UserId, now: datetime) -> Change:
    """Open a person's seats for replacements and let another player be host; a match without other players ends."""
    own = [row for row in table.seats if row.user == user]
    others = [row for row in table.seats if row.user not in (None, user) and not is_deleted(row.user)]
    if not any(row.resigned is None for row in others):
        return end_match(table, say("app.deleted_ended"), say("app.ended_by_deletion"), now)
    clocks = [_open_clock(table, row, now) for row in own]
    seats = [row.seat for row in own]
    record = _pass_host(table, user)
    if record == table.match and all(clock in table.clocks for clock in clocks):
        raise refuse("NOT_DUE", "not_due")
    change = _announce(table, record, own, now)
    return replace(
        change,
        match=replace(change.match, host=record.host),
        clocks=tuple(clocks),
        dropped_orders=tuple(order.id for order in table.orders if order.seat in seats),
    )


def _open_clock(table: MatchState, row: SeatRecord, now: datetime) -> ClockRecord:
    """The clock of a seat that is open, and for whose player nobody waits."""
    known = table.clock_of(row.seat) or new_clock(table.match.id, row.seat, table.pace)
    return replace(known, offered=known.offered or now, vacant=row.resigned is None)


def _pass_host(table: MatchState, user: UserId) -> MatchRecord:
    """The match with another player as host, if the person was it and somebody else still plays."""
    seat = hosts.successor(table) if table.match.host == user else None
    return table.match if seat is None else replace(table.match, host=table.users_of((seat,))[0])


def _announce(table: MatchState, record: MatchRecord, own: list[SeatRecord], now: datetime) -> Change:
    """The change that says so in the log; of a match that stands still, or can't be read, only its card is new."""
    if table.on_hold or table.position is None:
        receipt = Receipt(match=record.id, ply=record.ply, told=())
        return Change(match=record, receipt=receipt, notices=(outbox.row(record, Kind.CARD, now=now),))
    told = "app.deleted_seat_private" if table.match.private else "app.deleted_seat"
    text: Text = say(told, number=own[0].seat + 1, match=record.id)
    change = announce_in_log(table, text, now=now)
    if record.host == table.match.host:
        return change
    hosting = outbox.words(change.match, hosts.sentence(table, UserId(record.host)), (UserId(record.host),), now=now)
    return replace(change, notices=(*change.notices, hosting))
