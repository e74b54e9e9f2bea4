"""Who may come into a match: nobody barred from its server, and nobody who would meet a person they don't want to.

Asked in the unit of work that writes a change, so that every way into a match passes here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.app.changes.change import Change
from bot.app.changes.server_rules import MODERATORS, server_values, share_with
from bot.app.changes.writing import make_audit_entry
from bot.app.match.records import Actor
from bot.app.match.state import MatchState
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from db.ids import GuildId, UserId, is_deleted
from db.moderation.records import BarRecord
from db.records import InviteRecord, MatchRecord, SeatRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import Text, raw, say, say_name


def find_bar(tx: Tx, guild: GuildId | None, user: UserId, *, now: datetime) -> BarRecord | None:
    """Return how a person is barred from a server's matches now; outside servers nobody is.

    Of who has deleted their data and come back nothing is known but until when: all words are empty.
    """
    if guild is None:
        return None
    found = tx.moderation.get_bar(guild, user)
    kept = None if found is not None else tx.moderation.get_kept_bar(guild, user)
    if kept is not None:
        found = BarRecord(guild=guild, user=user, name="", by=UserId(0), by_name="", why="", at=now, until=kept.until)
    return None if found is None or (found.until is not None and found.until <= now) else found


def expect_not_barred(tx: Tx, guild: GuildId | None, user: UserId, *, now: datetime, by: UserId | None = None) -> None:
    """Raise Refusal for who is barred from a server's matches; ``by`` asks for another person (None: for themselves).

    The person hears the reason, others don't.
    """
    bar = find_bar(tx, guild, user, now=now)
    if bar is None:
        return
    if by not in (None, user):
        name = say_name(bar.name or _name_of(tx, bar.guild, user))
        raise refuse("BARRED", "barred_other", name=name, until=until_text(bar), who=_lift_text(tx, bar.guild))
    if not bar.why:
        raise refuse("BARRED", "barred_before", until=until_text(bar), who=_lift_text(tx, bar.guild))
    raise refuse("BARRED", "barred", until=until_text(bar), why=say_name(bar.why), who=_lift_text(tx, bar.guild))


def note_untold(tx: Tx, guild: GuildId, user: UserId, *, now: datetime) -> None:
    """Note in a server's staff log that somebody barred there couldn't be told."""
    bar = find_bar(tx, guild, user, now=now)
    if bar is None:
        return
    what = say("app.bar_untold", guest=say_name(bar.name))
    tx.audit.add(make_audit_entry(guild, Actor(bar.by, bar.by_name), what, now=now, subject=user))


def until_text(bar: BarRecord) -> Text:
    """Return how long a bar lasts."""
    return say("app.bar_for_good") if bar.until is None else say("app.bar_until", until=day(bar.until))


def _lift_text(tx: Tx, guild: GuildId) -> Text:
    """Who can lift a bar on a server."""
    role = int(server_values(tx, guild)[MODERATORS])
    return say("app.bar_moderators", role=raw(f"<@&{role}>")) if role else say("app.bar_managers")


def check_new(tx: Tx, change: Change, by: UserId, *, now: datetime) -> None:
    """Raise Refusal if who opens a match may not, or who would be in it with them; ``change`` makes its first rows."""
    guild = change.match.guild
    expect_not_barred(tx, guild, by, now=now)
    guests = dict.fromkeys(user for user in (*_list_seated(change.seats or ()), *_list_invited(change.invites or ())))
    _check(tx, guild, [user for user in guests if user != by], among=(*guests, by), by=by, now=now)


def check_newcomers(tx: Tx, table: MatchState, change: Change, by: UserId, *, now: datetime) -> None:
    """Raise Refusal if a change by a person brings somebody into a match who may not come, saying no more than due."""
    if change.seats is None and change.invites is None:
        return
    seats = table.seats if change.seats is None else change.seats
    invites = table.invites if change.invites is None else change.invites
    seated, invited = _list_seated(seats), _list_invited(invites)
    known = {*_list_seated(table.seats)}
    new = [user for user in seated if user not in known]
    new += [user for user in invited if user not in known | {*_list_invited(table.invites), *new}]
    _check_guests(tx, change.match, seats, new, by=by, now=now)
    if new:
        there = dict.fromkeys((*seated, *invited, UserId(change.match.host)))
        _check(tx, change.match.guild, new, among=there, by=by, now=now)


def _check_guests(
    tx: Tx, match: MatchRecord, seats: Sequence[SeatRecord], new: Sequence[UserId], *, by: UserId, now: datetime
) -> None:
    """Raise Refusal where a guest of another server may not come, or nobody who is barred there may meet a guest."""
    for seat in seats:
        if seat.guest is None or match.guild is None:
            continue
        comes, values = seat.user in new, server_values(tx, seat.guest)
        shared = share_with((match.guild, server_values(tx, match.guild)), (seat.guest, values))
        if comes and (match.private or match.practice or not shared):
            raise refuse("NOT_SHARED", "not_shared", match=match.id)
        for user in _list_seated(seats) if comes else new:
            if find_bar(tx, seat.guest, user, now=now) is not None:
                if user == by:
                    expect_not_barred(tx, seat.guest if comes else None, user, now=now)
                raise refuse("APART", "not_open_to_you")


def choose_guests(
    tx: Tx, guild: GuildId | None, host: UserId, guests: Sequence[Actor], *, now: datetime
) -> tuple[Actor, ...]:
    """Return those who can be asked to the same match again: nobody barred, nobody who would meet whom they block.

    Nor whose data was deleted: a seat would wait for them.
    """
    guests = [guest for guest in guests if not is_deleted(guest.user)]
    apart = tx.blocks.among((host, *(guest.user for guest in guests)))
    chosen: list[Actor] = []
    for guest in guests:
        there = (host, *(each.user for each in chosen))
        is_apart = any((guest.user, other) in apart for other in there)
        if not is_apart and find_bar(tx, guild, guest.user, now=now) is None:
            chosen.append(guest)
    return tuple(chosen)


def _list_seated(seats: Iterable[SeatRecord]) -> list[UserId]:
    return [UserId(seat.user) for seat in seats if seat.user is not None and seat.resigned is None]


def _list_invited(invites: Iterable[InviteRecord]) -> list[UserId]:
    return [UserId(invite.user) for invite in invites]


def _check(
    tx: Tx, guild: GuildId | None, new: Sequence[UserId], *, among: Iterable[UserId], by: UserId, now: datetime
) -> None:
    """Raise Refusal for the first of the new ones who may not be there."""
    for user in new:
        expect_not_barred(tx, guild, user, now=now, by=by)
    apart = tx.blocks.among(among)
    for user in new:
        others = {other for one, other in apart if one == user}
        if others:
            raise _keep_apart(tx, guild, user, others, by)


def _keep_apart(tx: Tx, guild: GuildId | None, user: UserId, others: set[UserId], by: UserId) -> Refusal:
    """Refuse without a word of who blocks whom, except to who does so themselves."""
    own = set(tx.blocks.of_user(by))
    if user == by:
        return refuse("APART", "own_block" if own & others else "not_open_to_you")
    name = say_name(_name_of(tx, guild, user))
    return refuse("APART", "own_block_of" if user in own else "not_invitable", name=name)


def _name_of(tx: Tx, guild: GuildId | None, user: UserId) -> str:
    people = tx.people.get_many([user], guild=guild)
    return people[user].name if user in people else str(user)
