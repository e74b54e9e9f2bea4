"""From the wish for a match to its start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.app import announcing, expiring, lists, looks, outbox, rule_options, wishes
from bot.app.caps import check_new
from bot.app.changes import Change
from bot.app.courier import Kind
from bot.app.desk import Desk
from bot.app.interventions import cancelled
from bot.app.names import note_name
from bot.app.outbox import Told
from bot.app.paces import NoPace
from bot.app.records import Actor, Look, Place, Receipt, Wish
from bot.app.refusals import refuse
from bot.app.replacing import invited
from bot.app.rule_options import seated
from bot.app.settings import caps_of, server_values
from bot.app.starting import check_seats, started
from bot.app.tables import Table
from db.errors import Repeat
from db.ids import Key, MatchId, UserId
from db.records import InviteRecord, NoticeRecord, SeatRecord, Status
from db.tx import Tx
from games.core.moves import Value
from games.core.options import label_of
from games.core.seats import Seat
from games.core.text import Text, named, raw, say


class Lobby:
    """Implements ``services.LobbyService``."""

    def __init__(self, desk: Desk, *, new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)) -> None:
        """``new_seed`` gives 32 random bytes for each match."""
        self._desk = desk
        self._new_seed = new_seed

    async def create(self, key: Key, actor: Actor, *, place: Place, wish: Wish) -> Receipt:
        """Open a match; it starts at once if all seats are taken."""
        first = await self._desk.answered(key)
        if first is not None:
            return first
        return await self._open(key, actor, place=place, wish=wish, after=None)

    async def opening_place(self, place: Place) -> Place:
        """Return where something new is opened: of the thread of a match the channel that match was opened in."""
        return await self._desk.store.read(lambda tx: lists.opening_place(tx, place))

    async def _open(self, key: Key, actor: Actor, *, place: Place, wish: Wish, after: MatchId | None) -> Receipt:
        seed = self._new_seed()
        now = self._desk.clock.now()
        asked, place = place, await self.opening_place(place)
        if place.guild is None and wish.invite:
            raise refuse("NO_SERVER", "invite_needs_server")
        table = wishes.table(self._desk.library, wish, actor, place=place, now=now, seed=seed, after=after)
        values = await self._desk.store.read(lambda tx: server_values(tx, place.guild))
        caps = caps_of(values, self._desk.caps)
        table = expiring.with_expiry(table, caps.expire_days, now)
        change = _opened(table, wish, now, elsewhere=place != asked)
        users = tuple(UserId(seat.user) for seat in table.seats if seat.user is not None)

        def work(tx: Tx) -> Receipt:
            repeated = tx.answer(key)
            if repeated is not None:
                raise Repeat(repeated)
            check_new(tx, caps, change.match, users)
            made = tx.new_match(table.match, seed=seed)
            receipt = replace(change.receipt, match=made.id)
            tx.remember(key, msgspec.json.encode(receipt), at=now)
            note_name(tx, actor, at=now)
            for guest in wish.invite:
                note_name(tx, guest, at=now)
            wishes.write_new(tx, table, change, made, now)
            return receipt

        try:
            receipt = await self._desk.store.run(work)
        except Repeat as repeat:
            return msgspec.json.decode(repeat.answer, type=Receipt)
        self._desk.signals.changed()
        return receipt

    async def _absent_host(self, actor: Actor, match: MatchId, *, free: int | None) -> UserId | None:
        """Return the host of an open match who has left its server; None: they are there, or Discord doesn't say.

        ``free``: it isn't asked while more seats are free.
        """
        table = await self._desk.read(match)
        guild, host = table.match.guild, table.match.host
        if guild is None or table.match.status is not Status.LOBBY or (free is not None and table.free > free):
            return None
        if (actor.user, actor.guild) == (host, guild):
            return None
        return host if await self._desk.members.has_left(guild, host) else None

    async def join(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take a free seat; the match starts when the last is taken, unless its host has left the server."""
        absent = await self._absent_host(actor, match, free=1)

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            invited = any(invite.user == actor.user for invite in table.invites)
            if table.seats_of(actor.user) and not table.match.practice:
                raise refuse("ALREADY_IN", "already_in", match=match)
            if table.match.private and not invited and actor.user != table.match.host:
                raise refuse("PRIVATE", "is_private", match=match)
            kept = sum(invite.kept for invite in table.invites if invite.user != actor.user)
            if table.free <= 0 or table.free <= kept:
                raise refuse("FULL", "is_full" if table.free <= 0 else "all_kept", match=match)
            seat = SeatRecord(
                match=match, seat=len(table.seats), user=actor.user, level=None, resigned=None, joined=now
            )
            invites = tuple(invite for invite in table.invites if invite.user != actor.user)
            after = replace(table, seats=(*table.seats, seat), invites=invites)
            if absent == table.match.host and announcing.complete(after):
                change = _rehosted(after, actor, now, say("app.joined", match=match))
            else:
                change = _seated(after, now, say("app.joined", match=match), *announcing.told_start(after))
            return change if table.seats_of(actor.user) else replace(change, joins=(actor.user,))

        return await self._desk.act(key, actor, match, decide)

    async def leave(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Give a seat back before the start; a host who leaves hands over to the next player, or ends the match."""

        def decide(table: Table, now: datetime) -> Change:
            own = table.seats_of(actor.user)
            if own and table.match.status is Status.RUNNING:
                raise refuse("STARTED", "leave_running", match=match)
            _in_lobby(table)
            if not own:
                raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
            rest = seated(table, [seat for seat in table.seats if seat.seat != own[-1]])
            people = [UserId(seat.user) for seat in rest.seats if seat.user is not None]
            host = table.match.host
            if host == actor.user and host not in people:
                if not people:
                    return cancelled(table, now, say("app.left_last", match=match))
                host = people[0]
            after = replace(rest, match=replace(rest.match, host=host))
            return _lobby(after, now, say("app.left", match=match))

        return await self._desk.act(key, actor, match, decide)

    async def add_computer(self, key: Key, actor: Actor, *, match: MatchId, level: str) -> Receipt:
        """Seat a computer player (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            wishes.check_level(table.game, level)
            if table.free <= sum(invite.kept for invite in table.invites):
                raise refuse("FULL", "is_full" if table.free <= 0 else "all_kept", match=match)
            seat = SeatRecord(match=match, seat=len(table.seats), user=None, level=level, resigned=None, joined=now)
            after = replace(table, seats=(*table.seats, seat))
            return _seated(after, now, say("app.computer_added", level=level))

        return await self._desk.act(key, actor, match, decide)

    async def remove_computer(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take the computer player who came last off its seat (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            if not table.computers:
                raise refuse("NO_COMPUTER", "no_computer", match=match)
            last = max(table.computers)
            rest = seated(table, [seat for seat in table.seats if seat.seat != last])
            return _lobby(rest, now, say("app.computer_removed"))

        return await self._desk.act(key, actor, match, decide)

    async def invite(self, key: Key, actor: Actor, *, match: MatchId, users: Sequence[Actor], keep: bool) -> Receipt:
        """Ask users to join, each with a kept seat if ``keep``, or to an open seat of a running match (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            if table.match.status is Status.RUNNING:
                _host(table, actor)
                return invited(table, users, actor, now)
            _in_lobby(table)
            _host(table, actor)
            if table.match.guild is None:
                raise refuse("NO_SERVER", "invite_needs_server")
            new = [user for user in dict.fromkeys(users) if not table.seats_of(user.user)]
            if not new:
                raise refuse("ALREADY_IN", "all_in", match=match)
            asked = {user.user for user in new}
            before = tuple(invite for invite in table.invites if invite.user not in asked)
            made = tuple(InviteRecord(match=match, user=user, kept=keep, at=now) for user in asked)
            after = replace(table, invites=(*before, *made))
            if len(after.invites) > self._desk.caps.invited:
                raise refuse("TOO_MANY_INVITED", "many_invited", most=self._desk.caps.invited)
            if sum(invite.kept for invite in after.invites) > table.free:
                raise refuse("FULL", "too_many_kept", match=match, free=table.free)
            text = say("app.invited", host=table.called(actor), match=match, title=table.game.spec.title)
            word = outbox.words(table.match, text, asked, now=now)
            return _lobby(after, now, say("app.invited_done", names=tuple(u.name for u in new)), notices=(word,))

        for user in users:
            await self._meet(user)
        return await self._desk.act(key, actor, match, decide)

    async def decline(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Turn an invitation down: the kept seat is free again."""

        def decide(table: Table, now: datetime) -> Change:
            if table.match.status is not Status.RUNNING:
                _in_lobby(table)
            if not any(invite.user == actor.user for invite in table.invites):
                raise refuse("NOT_INVITED", "not_invited", match=match)
            rest = tuple(invite for invite in table.invites if invite.user != actor.user)
            if table.match.status is Status.RUNNING:
                receipt = Receipt(match=match, ply=table.match.ply, told=(say("app.declined_seat", match=match),))
                return Change(match=table.match, receipt=receipt, invites=rest)
            return _lobby(replace(table, invites=rest), now, say("app.declined", match=match))

        return await self._desk.act(key, actor, match, decide)

    async def remove(self, key: Key, actor: Actor, *, match: MatchId, guest: Actor) -> Receipt:
        """Cancel somebody's invitation, or take a player out of an open match (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _host(table, actor)
            if guest.user == actor.user:
                raise refuse("OWN_SEAT", "remove_self", match=match)
            return removed(table, guest, table.called(actor), now)

        return await self._desk.act(key, actor, match, decide)

    async def hand_over(self, key: Key, actor: Actor, *, match: MatchId, to: UserId) -> Receipt:
        """Make another player the host (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _host(table, actor)
            if table.match.status not in (Status.LOBBY, Status.RUNNING):
                raise table.not_running()
            if not table.seats_of(to):
                raise refuse("NOT_A_PLAYER", "host_must_play", match=match)
            host = replace(table.match, host=to)
            receipt = Receipt(match=match, ply=host.ply, told=(say("app.handed_over", name=table.person(to)),))
            return Change(match=host, receipt=receipt, notices=(outbox.row(host, Kind.CARD, now=now),))

        return await self._desk.act(key, actor, match, decide)

    async def setup(self, actor: Actor, *, match: MatchId) -> Look:
        """Return the match for who may set it up before the start (host only)."""
        shelf = self._desk.shelf

        def work(tx: Tx) -> Look:
            table = shelf.read(tx, match)
            _in_lobby(table)
            _host(table, actor)
            return looks.look_of(tx, shelf, table, actor.user, since=None)

        return await self._desk.store.read(work)

    async def set_options(self, key: Key, actor: Actor, *, match: MatchId, options: Mapping[str, Value]) -> Receipt:
        """Change rule options before the start (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            chosen = wishes.options(table.game, options, table.options)
            after, back = rule_options.changed(table, chosen, options)
            names = tuple(raw(f"“{label_of(info)}”") for info in back)
            told = (say("app.options_back", names=names, n=len(names)),) if names else ()
            return _lobby(after, now, say("app.options_changed"), *told)

        return await self._desk.act(key, actor, match, decide)

    async def start(self, key: Key, actor: Actor, *, match: MatchId, first: Seat | None = None) -> Receipt:
        """Start with the seats taken, if the game can be played by so many (host only, who must be on the server)."""
        absent = await self._absent_host(actor, match, free=None)

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            if absent == actor.user:
                raise refuse("HOST_LEFT", "host_left", match=match)
            check_seats(table.game, len(table.seats))
            rule_options.check_start(table)
            return started(table, now=now, first=first, told=(say("app.start_done", match=match),))

        return await self._desk.act(key, actor, match, decide)

    async def announce(self, key: Key, actor: Actor, *, match: MatchId, starts: datetime | None) -> Receipt:
        """Announce for when the match starts, or take that back (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            if starts is None:
                return _seated(replace(table, standing=expiring.rows(table)), now, say("app.unannounced"))
            announcing.check_time(starts, now)
            after = replace(table, standing=(*expiring.rows(table), *announcing.announced(table, starts)))
            return _lobby(after, now, say("app.announced"), *announcing.told_start(after))

        return await self._desk.act(key, actor, match, decide)

    async def ready(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Say that one is ready for the announced start, or (again) is not; the match starts when all are.

        Unless its host has left the server.
        """
        absent = await self._absent_host(actor, match, free=0)

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            if not table.seats_of(actor.user):
                raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
            after = announcing.said_ready(table, actor.user, now=now)
            there = actor.user in announcing.ready(after)
            if absent == table.match.host and announcing.complete(after):
                return _rehosted(after, actor, now, say("app.ready_noted"))
            return _seated(after, now, say("app.ready_noted" if there else "app.ready_taken_back"))

        return await self._desk.act(key, actor, match, decide)

    async def cancel(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Call the match off before the start (host only)."""

        def decide(table: Table, now: datetime) -> Change:
            _in_lobby(table)
            _host(table, actor)
            return cancelled(table, now, say("app.cancelled", match=match))

        return await self._desk.act(key, actor, match, decide)

    async def rematch(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Open the same again with seats kept for the other players (only those who played)."""
        first = await self._desk.answered(key)
        if first is not None:
            return first
        table = await self._desk.read(match)
        if table.match.status is not Status.FINISHED:
            raise refuse("NOT_OVER", "not_over", match=match)
        if not table.seats_of(actor.user):
            raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
        place = Place(table.match.guild, table.match.channel)
        return await self._open(key, actor, place=place, wish=wishes.again(table, actor), after=match)

    async def practice(self, key: Key, actor: Actor, *, place: Place, game: str, level: str) -> Receipt:
        """Start a practice match against one computer player at once."""
        wish = Wish(game=game, seats=2, practice=True, pace=NoPace(), computers=(level,))
        return await self.create(key, actor, place=place, wish=wish)

    async def _meet(self, user: Actor) -> None:
        """Note the name of a guest, so that the card can show it."""
        now = self._desk.clock.now()
        await self._desk.store.run(lambda tx: note_name(tx, user, at=now))


def removed(table: Table, guest: Actor, by: Text, now: datetime) -> Change:
    """Make the change that cancels an invitation, or takes somebody out of a match that has not begun.

    Whether ``by`` may do it is for the caller. Raises Refusal where somebody plays already, or isn't there at all.
    """
    match = table.match
    own = table.seats_of(guest.user)
    invites = tuple(invite for invite in table.invites if invite.user != guest.user)
    name = named(guest.name)
    if match.status not in (Status.LOBBY, Status.RUNNING):
        raise table.not_running()
    if own and match.status is Status.RUNNING:
        raise refuse("STARTED", "remove_running", match=match.id, name=name, number=own[0] + 1)
    if not own and len(invites) == len(table.invites):
        raise refuse("NOT_IN", "remove_nobody", match=match.id, name=name)
    text = say("app.removed_player" if own else "app.uninvited", by=by, name=name, match=match.id)
    if match.status is Status.RUNNING:
        return Change(match=match, receipt=Receipt(match=match.id, ply=match.ply, told=(text,)), invites=invites)
    rest = seated(table, [seat for seat in table.seats if seat.user != guest.user])
    people = [UserId(seat.user) for seat in rest.seats if seat.user is not None]
    if match.host == guest.user and own and not people:
        raise refuse("LAST", "remove_last", match=match.id)
    host = people[0] if match.host == guest.user and people else match.host
    after = replace(rest, match=replace(rest.match, host=host), invites=invites)
    return _lobby(after, now, text, notices=(outbox.words(match, text, (guest.user,), now=now),))


def _opened(table: Table, wish: Wish, now: datetime, *, elsewhere: bool) -> Change:
    """The change after the row is made: usually an open lobby, or a match that starts at once.

    ``elsewhere``: not in the thread where it was asked for.
    """
    where = (say("app.created_there", place=raw(f"<#{table.match.channel}>")),) if elsewhere else ()
    if announcing.complete(table):
        return started(table, now=now, told=(say("app.created_started"), *where))
    mention = Told(users=tuple(guest.user for guest in wish.invite))
    card = outbox.row(table.match, Kind.CARD, now=now, told=mention)
    created = say("app.created" if table.match.guild is not None else "app.created_privately")
    told = (created, *where, *announcing.told_start(table))
    receipt = Receipt(match=table.match.id, ply=0, told=told)
    return Change(
        match=table.match,
        receipt=receipt,
        seats=table.seats,
        invites=table.invites,
        standing=table.standing,
        notices=(card,),
    )


def _seated(table: Table, now: datetime, *told: Text) -> Change:
    """Start if that was the last seat, or the last who was not ready; else show who sits there now."""
    if not announcing.complete(table):
        return _lobby(table, now, *told)
    return started(table, now=now, told=(*told, say("app.start_done", match=table.match.id)))


def _rehosted(table: Table, actor: Actor, now: datetime, *told: Text) -> Change:
    """Free the seat of a host who has left the server: the next player is host, and the match stays open."""
    left = table.match.host
    rest = seated(table, [seat for seat in table.seats if seat.user != left])
    people = tuple(dict.fromkeys(UserId(seat.user) for seat in rest.seats if seat.user is not None))
    name = table.called(actor) if people[0] == actor.user else table.person(people[0])
    text = say("app.host_replaced", before=table.person(left), name=name, match=table.match.id)
    after = replace(rest, match=replace(rest.match, host=people[0]))
    return _lobby(after, now, *told, text, notices=(outbox.words(after.match, text, people, now=now),))


def _in_lobby(table: Table) -> None:
    """Refuse what is only done before the start."""
    if table.match.status is Status.RUNNING:
        raise refuse("STARTED", "is_started", match=table.match.id)
    if table.match.status is not Status.LOBBY:
        raise table.not_running()


def _host(table: Table, actor: Actor) -> None:
    """Refuse what only the host may do."""
    if table.match.host != actor.user:
        raise refuse("NOT_HOST", "not_host", match=table.match.id, name=table.person(table.match.host))


def _lobby(table: Table, now: datetime, *told: Text, notices: Iterable[NoticeRecord] = ()) -> Change:
    """The match stays open; its card shows the change."""
    receipt = Receipt(match=table.match.id, ply=0, told=told)
    card = outbox.row(table.match, Kind.CARD, now=now)
    return Change(
        match=replace(table.match, moved=now),
        receipt=receipt,
        seats=table.seats,
        invites=table.invites,
        standing=announcing.seated_rows(table, table.standing),
        notices=(card, *notices),
    )
