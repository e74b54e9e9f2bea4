"""Replacement: a seat is put up, and somebody else takes it over in one step, with all that goes with it.

Secrets, drafts, plans and the clock belong to the seat, so that they go over by themselves; so do the thread's members.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from msgspec.structs import replace

from bot.app.changes import outbox, pending
from bot.app.changes.change import Change, announce_in_log, move_deadlines, platform
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.paces import Banked
from bot.app.match.records import Actor, MatchLine, Place, Receipt
from bot.app.match.state import MatchState
from bot.app.match.stopped_plans import Stopping, read_stopping
from bot.app.match.submitted_turns import list_submitted
from bot.app.runtime.refusals import refuse
from bot.app.timing.timekeeping import advance_clocks, calendar_of, new_clock, stop_clock
from bot.app.views import lists
from bot.app.views.targets import Sees, everywhere
from db.clocks.records import ClockRecord
from db.ids import Key, MatchId, UserId
from db.ratings.records import Left, TenureRecord
from db.records import InviteRecord, MatchRecord, OrderRecord, PendingKind, ProposalKind, SeatRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.orders import is_preference
from games.core.running.play import Cause
from games.core.seats import Seat
from games.core.text import Text, say, say_name

MOST_OPEN = 25
"""Matches in one list of open seats."""


LOOKED_THROUGH = 300
"""Entries of the log in which a seat's last turn is looked for."""

SILENT = timedelta(days=7)
"""Without a clock, who is waited for longer than this is silent."""


class Substitutes:
    """Seats that are put up, and who takes them over."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def offer(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Put up one's own seat, or (the host) one whose player has resigned or is silent; twice takes it back."""

        def decide(table: MatchState, silent: frozenset[int], now: datetime) -> Change:
            table.require_position()
            row = _seat_to_offer(table, actor, seat, silent)
            clock, is_own = _clock(table, row), row.user == actor.user
            if not is_own and row.resigned is None and clock.offered is None:
                return open_seat(table, Seat(row.seat), actor, now)
            offered = clock.offered is None
            told = "app.seat_on_offer_private" if table.match.private else "app.seat_on_offer"
            text = say(told if offered else "app.seat_not_on_offer", player=table.person(row.user), match=match)
            clock = replace(clock, offered=now if offered else None, vacant=clock.vacant and not is_own)
            return replace(announce_in_log(table, text, now=now), clocks=(clock,))

        def load(tx: Tx, table: MatchState) -> frozenset[int]:
            return _silent(tx, table, self._uow.clock.now())

        return await self._uow.act_over(key, actor, match, load, decide)

    async def take(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Take over a seat that was put up: the first, if none is named; in a private match by invitation only."""

        def decide(table: MatchState, now: datetime) -> Change:
            table.require_position()
            if table.seats_of(actor.user):
                raise refuse("ALREADY_IN", "already_in", match=match)
            if table.match.private and all(invite.user != actor.user for invite in table.invites):
                raise refuse("PRIVATE", "not_invited_seat", match=match)
            up = [c.seat for c in table.clocks if c.offered is not None and seat in (None, c.seat)]
            row = next((row for row in table.seats if row.seat in up), None)
            if row is None:
                raise refuse("NOT_OFFERED", "no_open_seat", match=match)
            return replace(take_over(table, row, actor, now), joins=(actor.user,))

        receipt = await self._uow.act(key, actor, match, decide)
        with suppress(Refusal):
            await self._uow.act(None, None, match, move_deadlines)  # the newcomer's own night and absence
        return receipt

    async def list_offers(
        self, place: Place, user: UserId | None = None, *, sees: Sees = everywhere
    ) -> tuple[MatchLine, ...]:
        """Return the matches of a server in which a seat is put up, those waiting longest first.

        Those of channels that one sees, and private ones only to a ``user`` who is invited to the seat.
        """

        def work(tx: Tx) -> tuple[MatchLine, ...]:
            found = tx.clocks.find_offering(place.guild, user, most=MOST_OPEN) if place.guild is not None else ()
            seen = (record for record in found if record.private or sees(record.channel))
            return lists.lines(tx, self._uow.match_reader, seen, None)

        return await self._uow.store.read(work)


def invite_to_seat(table: MatchState, users: Sequence[Actor], by: Actor, now: datetime) -> Change:
    """Make the change that invites users to an open seat of a running match; they are called at its place.

    Who leads the match or the server has asked; whether they may is for the caller. Raises Refusal if no seat is open.
    """
    match = table.match
    if all(clock.offered is None for clock in table.clocks):
        raise refuse("NOT_OFFERED", "nothing_offered", match=match.id)
    new = {user.user: user for user in users if not table.seats_of(user.user)}
    if not new:
        raise refuse("ALREADY_IN", "all_in", match=match.id)
    made = tuple(InviteRecord(match=match.id, user=user, kept=False, at=now) for user in new)
    before = tuple(invite for invite in table.invites if invite.user not in new)
    text = say("app.invited_seat", host=table.name_actor(by), match=match.id, title=table.game.spec.title)
    told = say("app.invited_done", names=tuple(say_name(user.name) for user in new.values()))
    return Change(
        match=match,
        receipt=Receipt(match=match.id, ply=match.ply, told=(told,)),
        invites=(*before, *made),
        notices=(outbox.words(match, text, new, now=now),),
    )


def open_seat(table: MatchState, seat: Seat, by: Actor, now: datetime) -> Change:
    """Make the change that puts up somebody's seat, until its player does something; the player is called.

    Whether ``by`` may do it is for the caller. Raises Refusal where nobody plays there, or it is open already.
    """
    row = _row_of(table, seat)
    clock = _clock(table, row)
    if clock.offered is not None:
        raise refuse("OFFERED", "seat_is_open", match=table.match.id, number=seat + 1)
    told = "app.seat_opened_private" if table.match.private else "app.seat_opened"
    text = say(told, by=table.name_actor(by), seat=seat, match=table.match.id, number=seat + 1)
    change = announce_in_log(table, text, now=now, users=table.users_of((seat,)))
    return replace(change, clocks=(replace(clock, offered=now, vacant=row.resigned is None),))


def _row_of(table: MatchState, seat: Seat) -> SeatRecord:
    """The seat of a person; raises Refusal for another."""
    row = next((row for row in table.seats if row.seat == seat), None)
    if row is None:
        raise refuse("NO_SEAT", "no_seat", number=seat + 1, most=len(table.seats))
    if row.user is None:
        raise refuse("COMPUTER", "computer_stays")
    return row


def _silent(tx: Tx, table: MatchState, now: datetime) -> frozenset[int]:
    """The seats whose player let the time of the last turn run out, or is waited for without a clock for a week.

    None in a tournament: there its organizer decides.
    """
    waited = {row.seat for row in table.pending if row.kind is PendingKind.SEAT and not row.sealed}
    if not waited or tx.tournaments.find_pairing(table.match.id) is not None:
        return frozenset()
    missed: dict[int, bool] = {}
    for entry in reversed(tx.log.entries(table.match.id, first=table.match.ply - LOOKED_THROUGH, last=table.match.ply)):
        if entry.seat >= 0 and entry.cause != Cause.FORCED:
            missed.setdefault(entry.seat, entry.cause == Cause.FALLBACK)
    long = {row.seat for row in table.pending if row.due is None and row.since + SILENT < now}
    return frozenset(seat for seat in waited if missed.get(seat) or seat in long)


def _seat_to_offer(table: MatchState, actor: Actor, seat: Seat | None, silent: frozenset[int]) -> SeatRecord:
    own = table.seats_of(actor.user)
    wanted = seat if seat is not None else table.seat_for(actor.user)
    row = _row_of(table, wanted)
    free = row.resigned is not None or row.seat in silent
    if row.seat not in own and not (table.match.host == actor.user and free):
        raise refuse("NOT_YOURS", "offer_own", days=SILENT.days)
    return row


def _clock(table: MatchState, row: SeatRecord) -> ClockRecord:
    known = table.clock_of(row.seat)
    return known or new_clock(table.match.id, row.seat, table.pace)


def take_over(table: MatchState, row: SeatRecord, actor: Actor, now: datetime) -> Change:
    """Change who sits there, in one step.

    Secrets and the draft belong to the seat. What was stored ahead is halted, so that nothing is played unseen. The
    newcomer has at least half of the bank, as the one before may have left nothing, and excuses of their own; a
    computer player that sat in goes, and a vote about the seat is over.
    """
    before = table.person(row.user)
    seats = tuple(
        replace(each, user=actor.user, resigned=None, joined=now, guest=None) if each is row else each
        for each in table.seats
    )
    after = replace(table, seats=seats, **_fresh(table, row, now))
    rows = pending.require_rows(after, table.require_position(), now=now, hold=table.held)
    clocks = advance_clocks(after, rows, now)
    text = say("app.replaced", before=before, after=table.name_actor(actor), number=row.seat + 1)
    change = platform(
        after, text, now=now, told=(say("app.replaced_done", match=table.match.id), *_describe_inherited(table, row))
    )
    host = actor.user if table.match.host == row.user else table.match.host
    match = _pass_host(change.match, table, host)
    is_new = match.host != table.match.host
    hosting = say("app.new_host", name=table.name_actor(actor), match=match.id)
    new = (outbox.words(match, hosting, (actor.user,), now=now),) if is_new else ()
    return replace(
        change,
        match=match,
        seats=seats,
        clocks=clocks,
        proposals=after.proposals,
        tenures=(_tenure(table, row, now),),
        orders=_halt_plans(table, row),
        dropped_orders=tuple(each.id for each in table.orders if each.seat == row.seat and _is_gone(each)),
        invites=tuple(invite for invite in table.invites if invite.user != actor.user) if table.invites else None,
        pending=rows,
        notices=(
            *change.notices,
            outbox.seat_row(change.match, text, actor.user, _find_leaver(seats, row), now=now),
            *new,
        ),
    )


def _describe_inherited(table: MatchState, row: SeatRecord) -> Iterator[Text]:
    """What the seat has handed in already and nobody has seen yet, and whether plans wait to be looked at."""
    position = table.require_position()
    for _ask, line in list_submitted(table.game, position, Seat(row.seat)):
        yield say("app.replaced_sealed", line=line)
    stored = [order for order in table.orders if order.seat == row.seat and not _is_gone(order)]
    if any(not _is_preference(table, order) for order in stored):
        yield say("app.replaced_plans")
    if any(_is_preference(table, order) for order in stored):
        yield say("app.replaced_preferences")


def _fresh(table: MatchState, row: SeatRecord, now: datetime) -> dict[str, Any]:
    """The parts of the table that begin anew with the newcomer."""
    clock = stop_clock(_clock(table, row), now, calendar_of(table, row.seat))
    half = round(table.pace.bank * 500) if isinstance(table.pace, Banked) else 0
    clock = replace(new_clock(table.match.id, row.seat, table.pace), left=max(clock.left, half))
    others = (each for each in table.clocks if each.seat != row.seat)
    rows = (replace(each, since=now, due=None) if each.seat == row.seat else each for each in table.pending)
    return {
        "clocks": tuple(sorted((*others, clock), key=lambda each: each.seat)),
        "pending": tuple(rows),
        "proposals": tuple(
            each for each in table.proposals if (each.kind, each.seat) != (ProposalKind.TIMEOUT, row.seat)
        ),
    }


def _find_leaver(seats: tuple[SeatRecord, ...], row: SeatRecord) -> UserId | None:
    """Who has no seat in the match any more."""
    return None if any(each.user == row.user for each in seats) else row.user


def _halt_plans(table: MatchState, row: SeatRecord) -> tuple[OrderRecord, ...]:
    """The plans stored for the seat, halted until the newcomer has looked at them. Preferences go on."""
    why = Stopping(say("app.order_of_before")).write()
    return tuple(
        replace(order, halted=why)
        for order in table.orders
        if order.seat == row.seat and order.halted is None and not _is_preference(table, order)
    )


def _is_preference(table: MatchState, order: OrderRecord) -> bool:
    return is_preference(type(table.codec.read_order(order.data)))


def _is_gone(order: OrderRecord) -> bool:
    """Whether an order is kept only for its reason, which was for the player before."""
    why = read_stopping(order)
    return why is not None and why.gone


def _pass_host(match: MatchRecord, table: MatchState, host: int) -> MatchRecord:
    """Let the newcomer be host in place of the host who left, unless that one has another seat."""
    stays = len(table.seats_of(table.match.host)) > 1
    return match if stays or host == match.host else replace(match, host=host)


def _tenure(table: MatchState, row: SeatRecord, now: datetime) -> TenureRecord:
    """Who sat there until now: ratings keep them apart from the newcomer."""
    why = Left.RESIGNED if row.resigned is not None else Left.REPLACED
    return TenureRecord(
        match=table.match.id,
        seat=row.seat,
        number=0,
        user=row.user,
        level=row.level,
        until=table.match.ply,
        at=now,
        why=why,
    )
