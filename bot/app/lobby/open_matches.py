"""Changes of a match that waits for its start: seats taken and given back, invitations, and who is its host. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.clock.interventions import cancel_match
from bot.app.lobby import rule_options
from bot.app.lobby.starting import start_match
from bot.app.match import hosts
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.timing import scheduled_starts
from db.ids import GuildId, UserId
from db.records import InviteRecord, NoticeRecord, SeatRecord, Status
from games.core.text import Text, say, say_name


def expect_open(table: MatchState) -> None:
    """Refuse what is only done before the start."""
    if table.match.status is Status.RUNNING:
        raise refuse("STARTED", "is_started", match=table.match.id)
    if table.match.status is not Status.LOBBY:
        raise table.not_running()


def expect_host(table: MatchState, actor: Actor) -> None:
    """Refuse what only the host may do."""
    if table.match.host != actor.user:
        raise refuse("NOT_HOST", "not_host", match=table.match.id, name=table.person(table.match.host))


def still_open(table: MatchState, now: datetime, *told: Text, notices: Iterable[NoticeRecord] = ()) -> Change:
    """Make the change after which the match stays open; its card shows it."""
    receipt = Receipt(match=table.match.id, ply=0, told=told)
    card = outbox.row(table.match, Kind.CARD, now=now)
    return Change(
        match=replace(table.match, moved=now),
        receipt=receipt,
        seats=table.seats,
        invites=table.invites,
        pending=scheduled_starts.keep_seated(table, table.pending),
        notices=(card, *notices),
    )


def start_if_full(table: MatchState, now: datetime, *told: Text) -> Change:
    """Start if that was the last seat, or the last who was not ready; else show who sits there now."""
    if not scheduled_starts.complete(table):
        return still_open(table, now, *told)
    return start_match(table, now=now, told=(*told, say("app.start_done", match=table.match.id)))


def people(seats: Iterable[SeatRecord]) -> tuple[UserId, ...]:
    """Return the people who sit in seats, each once."""
    return tuple(dict.fromkeys(UserId(seat.user) for seat in seats if seat.user is not None))


def join_match(
    table: MatchState,
    actor: Actor,
    now: datetime,
    text: Text,
    *,
    absent: UserId | None,
    guest: GuildId | None = None,
) -> Change:
    """Make the change by which somebody takes a free seat; the match starts with the last one.

    ``text`` says so to who joins. ``absent``: the host, if they have left the server. ``guest``: the other server from
    whose list they come. Raises Refusal where there is no seat to be had.
    """
    expect_open(table)
    match = table.match
    if table.seats_of(actor.user) and not match.practice:
        raise refuse("ALREADY_IN", "already_in", match=match.id)
    if match.private and all(invite.user != actor.user for invite in table.invites) and actor.user != match.host:
        raise refuse("PRIVATE", "is_private", match=match.id)
    kept = sum(invite.kept for invite in table.invites if invite.user != actor.user)
    if table.free <= 0 or table.free <= kept:
        raise refuse("FULL", "is_full" if table.free <= 0 else "all_kept", match=match.id)
    seat = SeatRecord(
        match=match.id, seat=len(table.seats), user=actor.user, level=None, resigned=None, joined=now, guest=guest
    )
    after = replace(table, seats=(*table.seats, seat), invites=_without(table, actor.user))
    if absent == match.host and scheduled_starts.complete(after):
        change = replace_host(after, now, text, actor=actor)
    else:
        change = start_if_full(after, now, text, *scheduled_starts.start_texts(after))
    return change if table.seats_of(actor.user) else replace(change, joins=(actor.user,))


def leave_match(table: MatchState, actor: Actor, now: datetime) -> Change:
    """Make the change by which somebody gives a seat back; a host who does hands over, or is the last and cancels.

    A private match is not come back to without a new invitation: that is said, and its host is told.
    """
    match, own = table.match, table.seats_of(actor.user)
    if own and match.status is Status.RUNNING:
        raise refuse("STARTED", "leave_running", match=match.id)
    expect_open(table)
    if not own:
        raise refuse("NOT_A_PLAYER", "not_a_player", match=match.id)
    rest = rule_options.keep_seats(table, [seat for seat in table.seats if seat.seat != own[-1]])
    there = people(rest.seats)
    host, name = UserId(match.host), table.name_actor(actor)
    hands_over = host == actor.user and host not in there
    if hands_over and not there:
        return cancel_match(table, now, say("app.left_last", match=match.id))
    if hands_over:
        host = there[0]
    notices: tuple[NoticeRecord, ...] = ()
    if hands_over:
        text = say("app.new_host_left", before=name, name=table.person(host), match=match.id)
        notices = (outbox.words(match, text, (host,), now=now),)
    elif match.private and actor.user not in there:
        text = say("app.guest_left", name=name, match=match.id)
        notices = (outbox.words(match, text, (host,), now=now),)
    is_out = match.private and actor.user not in (*there, host)
    told = say("app.left_private" if is_out else "app.left", match=match.id, host=table.person(host))
    after = replace(rest, match=replace(rest.match, host=host))
    return still_open(after, now, told, notices=notices)


def decline_invitation(table: MatchState, actor: Actor, now: datetime) -> Change:
    """Make the change by which somebody turns an invitation down; the host hears of it."""
    match = table.match
    if match.status is not Status.RUNNING:
        expect_open(table)
    invites = _without(table, actor.user)
    if len(invites) == len(table.invites):
        raise refuse("NOT_INVITED", "not_invited", match=match.id)
    runs = match.status is Status.RUNNING
    heard = say(
        "app.guest_declined_seat" if runs else "app.guest_declined", name=table.name_actor(actor), match=match.id
    )
    word = outbox.words(match, heard, (UserId(match.host),), now=now)
    if runs:
        receipt = Receipt(match=match.id, ply=match.ply, told=(say("app.declined_seat", match=match.id),))
        return Change(match=match, receipt=receipt, invites=invites, notices=(word,))
    return still_open(replace(table, invites=invites), now, say("app.declined", match=match.id), notices=(word,))


def _without(table: MatchState, user: UserId) -> tuple[InviteRecord, ...]:
    return tuple(invite for invite in table.invites if invite.user != user)


def remove_player(table: MatchState, guest: Actor, by: Text, now: datetime) -> Change:
    """Make the change that cancels an invitation, or takes somebody out of a match that has not begun.

    Whether ``by`` may do it is for the caller. Raises Refusal where somebody plays already, or isn't there at all.
    """
    match = table.match
    own = table.seats_of(guest.user)
    invites = _without(table, guest.user)
    name = say_name(guest.name)
    if match.status not in (Status.LOBBY, Status.RUNNING):
        raise table.not_running()
    if own and match.status is Status.RUNNING:
        raise refuse("STARTED", "remove_running", match=match.id, name=name, number=own[0] + 1)
    if not own and len(invites) == len(table.invites):
        raise refuse("NOT_IN", "remove_nobody", match=match.id, name=name)
    text = say("app.removed_player" if own else "app.uninvited", by=by, name=name, match=match.id)
    if match.status is Status.RUNNING:
        return Change(match=match, receipt=Receipt(match=match.id, ply=match.ply, told=(text,)), invites=invites)
    rest = rule_options.keep_seats(table, [seat for seat in table.seats if seat.user != guest.user])
    there = people(rest.seats)
    hands_over = match.host == guest.user and bool(own)
    if hands_over and not there:
        raise refuse("LAST", "remove_last", match=match.id)
    host = there[0] if hands_over else match.host
    after = replace(rest, match=replace(rest.match, host=host), invites=invites)
    new = (outbox.words(after.match, hosts.sentence(table, there[0]), there[:1], now=now),) if hands_over else ()
    return still_open(after, now, text, notices=(*new, outbox.words(match, text, (guest.user,), now=now)))


def without_host(table: MatchState) -> MatchState:
    """Return the match without the seats of its host, the next player being host; unchanged where nobody else is."""
    rest = rule_options.keep_seats(table, [seat for seat in table.seats if seat.user != table.match.host])
    there = people(rest.seats)
    return replace(rest, match=replace(rest.match, host=there[0])) if there else table


def host_replaced_text(table: MatchState, after: MatchState, *, actor: Actor | None = None) -> Text:
    """Return the sentence that a host has left the server and who is host instead; ``actor`` may not be known yet."""
    host = UserId(after.match.host)
    name = after.name_actor(actor) if actor is not None and actor.user == host else after.person(host)
    return say("app.host_replaced", before=table.person(table.match.host), name=name, match=table.match.id)


def replace_host(table: MatchState, now: datetime, *told: Text, actor: Actor) -> Change:
    """Free the seat of a host who has left the server: the next player is host, and the match stays open."""
    after = without_host(table)
    text = host_replaced_text(table, after, actor=actor)
    return still_open(after, now, *told, text, notices=(outbox.words(after.match, text, people(after.seats), now=now),))
