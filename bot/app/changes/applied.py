"""The match after a change, made from the change itself: what is answered needs no further read. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from bot.app.changes.change import Change, rows_after
from bot.app.match.effective_log import is_unrated
from bot.app.match.records import Actor
from bot.app.match.state import MatchState, read_pace
from db.clocks.records import STOPPED, ClockStopRecord
from db.ids import UserId
from db.records import DraftRecord, MatchRecord, OrderRecord, PendingRecord, PersonRecord, Status
from games.core.input.visible import strip_invisible


def apply_change(table: MatchState, change: Change, saved: MatchRecord, actor: Actor) -> MatchState:
    """Return how a match stands once a change is written; ``saved`` is its record then.

    What was stored ahead just now has no number yet, nor has a time that was stopped just now.
    """
    position = table.position if change.play is None else change.play.position
    seats = table.seats if change.seats is None else change.seats
    invites = table.invites if change.invites is None else change.invites
    open_to_guests = saved.status is Status.LOBBY or (saved.status is Status.RUNNING and saved.private)
    after = replace(
        table,
        match=saved,
        options=table.codec.read_options(saved.options),
        pace=read_pace(saved),
        seats=seats,
        people=_people(table, actor),
        position=position,
        invites=tuple(sorted(invites, key=lambda invite: (invite.at, invite.user))) if open_to_guests else (),
        pending=() if saved.status is Status.FINISHED else _rows(table, change),
        here=None,
    )
    return replace(after, **_while_running(table, change, after))


def changes_card(table: MatchState, change: Change, saved: MatchRecord, actor: Actor | None) -> bool:
    """Return whether the card of a match shows something else once a change is written.

    That of a running match shows who plays and whether it is stopped: most turns change nothing on it.
    """
    if (table.match.status, saved.status) != (Status.RUNNING, Status.RUNNING):
        return True
    if actor is not None and _is_renamed(table, actor):
        return True
    after = replace(table, match=saved, seats=table.seats if change.seats is None else change.seats)
    after = replace(after, **_while_running(table, change, after))
    return _on_card(table) != _on_card(after)


def _is_renamed(table: MatchState, actor: Actor) -> bool:
    """Whether a player shows another name on the match's server than is known."""
    known = table.people.get(actor.user)
    here = actor.guild in (None, table.match.guild) and bool(table.seats_of(actor.user))
    return here and known is not None and known.name != strip_invisible(actor.name)


def _on_card(table: MatchState) -> tuple[object, ...]:
    """What the card of a running match shows."""
    seats = [(seat.seat, seat.user, seat.level, seat.resigned is not None) for seat in table.seats]
    clocks = [(each.seat, each.stand_in is not None, each.offered is not None) for each in table.clocks]
    shown = [clock for clock in clocks if any(clock[1:])]
    return seats, shown, [table.stop(why) is not None for why in STOPPED], table.match.thread


def _rows(table: MatchState, change: Change) -> tuple[PendingRecord, ...]:
    return tuple(sorted(rows_after(table, change), key=lambda row: (row.since, row.ask, row.kind, row.user or 0)))


def _while_running(table: MatchState, change: Change, after: MatchState) -> Mapping[str, Any]:
    """What a match has only while it runs."""
    if after.match.status is not Status.RUNNING:
        return {"clocks": (), "clock_stops": (), "proposals": (), "orders": (), "drafts": (), "with_undo": False}
    clocks = {clock.seat: clock for clock in (*table.clocks, *change.clocks)}
    proposals = table.proposals if change.proposals is None else change.proposals
    return {
        "clocks": tuple(clocks[seat] for seat in sorted(clocks)),
        "clock_stops": _stops(table, change, after),
        "proposals": tuple(sorted(proposals, key=lambda proposal: (proposal.kind, proposal.seat))),
        "orders": _orders(table, change),
        "drafts": _drafts(table, change),
        "with_undo": after.match.seats == 1 and (table.with_undo or _is_unrated(change)),
    }


def _stops(table: MatchState, change: Change, after: MatchState) -> tuple[ClockStopRecord, ...]:
    since = min((row.since for row in after.pending), default=after.match.moved)
    known = {stop.id: stop for stop in (*table.clock_stops, *change.clock_stops) if stop.id}
    new = (stop for stop in change.clock_stops if not stop.id)
    found = (stop for stop in (*known.values(), *new) if stop.ends > since)
    return tuple(sorted(found, key=lambda stop: stop.starts))


def _orders(table: MatchState, change: Change) -> tuple[OrderRecord, ...]:
    gone = {*change.dropped_orders, *(() if change.play is None else change.play.gone)}
    known = {order.id: order for order in (*table.orders, *change.orders) if order.id not in gone}
    found = (*known.values(), *(replace(order, match=change.match.id) for order in change.new_orders))
    return tuple(sorted(found, key=lambda order: (order.seat, order.rank)))


def _drafts(table: MatchState, change: Change) -> tuple[DraftRecord, ...]:
    drafts = {draft.seat: draft for draft in table.drafts if draft.seat not in change.undrafted}
    if change.draft is not None:
        drafts.pop(change.draft.seat, None)
        if change.draft.after is not None:
            drafts[change.draft.seat] = change.draft.after
    return tuple(drafts[seat] for seat in sorted(drafts))


def _is_unrated(change: Change) -> bool:
    entries = () if change.play is None else (entry for each in change.play.stretches for entry in each.entries)
    return any(map(is_unrated, entries))


def _people(table: MatchState, actor: Actor) -> Mapping[UserId, PersonRecord]:
    """Who is known, with who acts by the name they go by now.

    Without them if they act elsewhere and are called otherwise there: whether they have a name on the match's server,
    which goes first, is not known here.
    """
    known = table.people.get(actor.user)
    if actor.guild == table.match.guild:
        fresh = PersonRecord(user=actor.user, name="", zone=None, prefs=b"{}", seen=table.match.moved)
        return {**table.people, actor.user: replace(known or fresh, name=strip_invisible(actor.name))}
    elsewhere = strip_invisible(actor.name if actor.guild is None else actor.account)
    if known is not None and elsewhere in ("", known.name):
        return table.people
    return {user: person for user, person in table.people.items() if user != actor.user}
