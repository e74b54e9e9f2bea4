"""Replacement: a seat is put up, and somebody else takes it over in one step, with all that goes with it.

Secrets, drafts, plans and the clock belong to the seat, so that they go over by themselves; so do the thread's members.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.app import lists, outbox, waits
from bot.app.changes import Change, platform, retimed
from bot.app.desk import Desk
from bot.app.paces import Banked
from bot.app.records import Actor, MatchLine, Place, Receipt
from bot.app.refusals import refuse
from bot.app.tables import Table
from bot.app.timekeeping import VOTE, calendar_of, new_clock, stopped, wound
from db.clock_records import ClockRecord
from db.ids import Key, MatchId, UserId
from db.rating_records import Left, SittingRecord
from db.records import MatchRecord, OrderRecord, SeatRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.seats import Seat
from games.core.text import Text, raw, say

MOST_OPEN = 25
"""Matches in one list of open seats."""


class Replacing:
    """Implements ``services.ReplacingService``."""

    def __init__(self, desk: Desk) -> None:
        """Work over the shared desk."""
        self._desk = desk

    async def offer(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Put up one's own seat, or (the host) one whose player has resigned; twice takes it back."""

        def decide(table: Table, now: datetime) -> Change:
            _open_match(table)
            row = _seat_to_offer(table, actor, seat)
            clock = _clock(table, row)
            offered = clock.offered is None
            text = say("app.seat_offered" if offered else "app.seat_kept", seat=row.seat, match=match)
            change = platform(table, text, now=now, told=(text,))
            clock = replace(clock, offered=now if offered else None, vacant=False)
            word = outbox.words(change.match, text, (), now=now)
            return replace(change, clocks=(clock,), notices=(*change.notices, word))

        return await self._desk.act(key, actor, match, decide)

    async def take(self, key: Key, actor: Actor, *, match: MatchId, seat: Seat | None = None) -> Receipt:
        """Take over a seat that was put up: the first, if none is named."""

        def decide(table: Table, now: datetime) -> Change:
            _open_match(table)
            if table.seats_of(actor.user):
                raise refuse("ALREADY_IN", "already_in", match=match)
            up = [c.seat for c in table.clocks if c.offered is not None and seat in (None, c.seat)]
            row = next((row for row in table.seats if row.seat in up), None)
            if row is None:
                raise refuse("NOT_OFFERED", "no_open_seat", match=match)
            return taken_over(table, row, actor, now)

        receipt = await self._desk.act(key, actor, match, decide)
        with suppress(Refusal):
            await self._desk.act(None, None, match, retimed)  # the newcomer's own night and absence
        return receipt

    async def listing(self, place: Place) -> tuple[MatchLine, ...]:
        """Return the matches of a server in which a seat is put up, those waiting longest first."""

        def work(tx: Tx) -> tuple[MatchLine, ...]:
            found = tx.offering(place.guild, most=MOST_OPEN) if place.guild is not None else ()
            return lists.lines(tx, self._desk.shelf, found, None)

        return await self._desk.store.read(work)


def _open_match(table: Table) -> None:
    """Refuse matches that do not run, and private ones: who may see their secrets is not for strangers to say."""
    table.running()
    if table.match.private:
        raise refuse("PRIVATE", "no_replacement_private", match=table.match.id)


def _seat_to_offer(table: Table, actor: Actor, seat: Seat | None) -> SeatRecord:
    own = table.seats_of(actor.user)
    wanted = seat if seat is not None else table.seat_for(actor.user)
    row = next((row for row in table.seats if row.seat == wanted), None)
    if row is None:
        raise refuse("NO_SEAT", "no_seat", number=wanted + 1, most=len(table.seats))
    if row.user is None:
        raise refuse("COMPUTER", "computer_stays")
    if row.seat not in own and not (table.match.host == actor.user and row.resigned is not None):
        raise refuse("NOT_YOURS", "offer_own")
    return row


def _clock(table: Table, row: SeatRecord) -> ClockRecord:
    known = next((clock for clock in table.clocks if clock.seat == row.seat), None)
    return known or new_clock(table.match.id, row.seat, table.pace)


def taken_over(table: Table, row: SeatRecord, actor: Actor, now: datetime) -> Change:
    """Change who sits there, in one step.

    Secrets and the draft belong to the seat. What was stored ahead is halted, so that nothing is played unseen. The
    newcomer has at least half of the bank, as the one before may have left nothing, and excuses of their own; a
    computer player that sat in goes, and a vote about the seat is over.
    """
    before = _name(table, row)
    seats = tuple(
        replace(each, user=actor.user, resigned=None, joined=now) if each is row else each for each in table.seats
    )
    after = replace(table, seats=seats, **_fresh(table, row, now))
    rows = waits.wanted(after, table.running(), now=now, hold=table.held)
    clocks = wound(after, rows, now)
    text = say("app.replaced", before=before, after=raw(actor.name), number=row.seat + 1)
    change = platform(after, text, now=now, told=(say("app.replaced_done", match=table.match.id),))
    host = actor.user if table.match.host == row.user else table.match.host
    return replace(
        change,
        match=_hosted(change.match, table, host),
        seats=seats,
        clocks=clocks,
        motions=after.motions,
        sittings=(_sitting(table, row, now),),
        orders=_halted(table, row),
        standing=rows,
        notices=(*change.notices, outbox.seated(change.match, text, actor.user, _left(seats, row), now=now)),
    )


def _fresh(table: Table, row: SeatRecord, now: datetime) -> dict[str, Any]:
    """The parts of the table that begin anew with the newcomer."""
    clock = stopped(_clock(table, row), now, calendar_of(table, row.seat))
    half = round(table.pace.bank * 500) if isinstance(table.pace, Banked) else 0
    clock = replace(new_clock(table.match.id, row.seat, table.pace), left=max(clock.left, half))
    others = (each for each in table.clocks if each.seat != row.seat)
    rows = (replace(each, since=now, due=None) if each.seat == row.seat else each for each in table.standing)
    return {
        "clocks": tuple(sorted((*others, clock), key=lambda each: each.seat)),
        "standing": tuple(rows),
        "motions": tuple(each for each in table.motions if each.kind != f"{VOTE}{row.seat}"),
    }


def _left(seats: tuple[SeatRecord, ...], row: SeatRecord) -> UserId | None:
    """Who has no seat in the match any more."""
    return None if any(each.user == row.user for each in seats) else row.user


def _halted(table: Table, row: SeatRecord) -> tuple[OrderRecord, ...]:
    """What was stored ahead for the seat, halted until the newcomer has looked at it."""
    why = msgspec.json.encode(say("app.order_of_before"))
    return tuple(
        replace(order, halted=why) for order in table.orders if order.seat == row.seat and order.halted is None
    )


def _hosted(match: MatchRecord, table: Table, host: int) -> MatchRecord:
    """Let the newcomer be host in place of the host who left, unless that one has another seat."""
    stays = len(table.seats_of(table.match.host)) > 1
    return match if stays or host == match.host else replace(match, host=host)


def _sitting(table: Table, row: SeatRecord, now: datetime) -> SittingRecord:
    """Who sat there until now: ratings keep them apart from the newcomer."""
    why = Left.RESIGNED if row.resigned is not None else Left.REPLACED
    return SittingRecord(
        match=table.match.id,
        seat=row.seat,
        spell=0,
        user=row.user,
        level=row.level,
        until=table.match.ply,
        at=now,
        why=why,
    )


def _name(table: Table, row: SeatRecord) -> str | Text:
    person = None if row.user is None else table.people.get(row.user)
    return raw(person.name) if person else say("app.somebody")
