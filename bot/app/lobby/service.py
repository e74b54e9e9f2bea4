"""From the wish for a match to its start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import meeting, outbox
from bot.app.changes.caps import Caps, check_new
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.server_rules import MEMBER, Access, caps_of, check_opening, may_host, server_values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.clock.interventions import cancel_match
from bot.app.clock.substitutes import invite_to_seat
from bot.app.lobby import guided, missed_starts, rematches, requests, rule_options
from bot.app.lobby.open_matches import (
    decline_invitation,
    expect_host,
    expect_open,
    join_match,
    leave_match,
    people,
    remove_player,
    replace_host,
    start_if_full,
    still_open,
)
from bot.app.lobby.starting import check_seats, start_match
from bot.app.match import hosts
from bot.app.match.records import Actor, MatchRequest, MatchView, Place, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.timing import expiry, scheduled_starts
from bot.app.views import match_view
from db.engine.errors import Repeat
from db.ids import Key, MatchId, UserId
from db.records import InviteRecord, SeatRecord, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.moves import Value
from games.core.options import label_of
from games.core.seats import Seat
from games.core.text import phrase, raw, say


class _Opening(Struct, frozen=True, kw_only=True):
    """What is to be opened and where: ``elsewhere`` than it was asked for."""

    wish: MatchRequest
    place: Place
    elsewhere: bool
    caps: Caps


class _HostUnknown(Refusal):
    """It matters whether the host is still on the server."""

    def __init__(self, table: MatchState) -> None:
        super().__init__("HOST_LEFT", "app", say("app.host_left", match=table.match.id))
        assert table.match.guild is not None, "elsewhere nobody leaves"
        self.guild, self.host = table.match.guild, UserId(table.match.host)


class Lobby:
    """From the wish for a match to its start."""

    def __init__(self, uow: UnitOfWork, *, new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)) -> None:
        """``new_seed`` gives 32 random bytes for each match."""
        self._uow = uow
        self._new_seed = new_seed

    async def create(
        self, key: Key, actor: Actor, *, place: Place, wish: MatchRequest, access: Access = MEMBER
    ) -> Receipt:
        """Open a match; it starts at once if all seats are taken. Raises Refusal where the server doesn't allow it."""
        return await self._open(key, actor, lambda tx: (wish, place), after=None, access=access)

    async def find_opening_place(self, place: Place) -> Place:
        """Return where something new is opened: of the thread of a match the channel that match was opened in."""
        return await self._uow.store.read(lambda tx: requests.place_to_open(tx, place))

    async def _open(
        self,
        key: Key,
        actor: Actor,
        asked: Callable[[Tx], tuple[MatchRequest, Place]],
        *,
        after: MatchId | None,
        access: Access,
    ) -> Receipt:
        """Open a match; ``asked`` reads what is asked for, and where."""
        seed = self._new_seed()

        def read(tx: Tx) -> _Opening:
            wish, place = asked(tx)
            where = requests.place_to_open(tx, place)
            values = server_values(tx, where.guild)
            check_opening(values, self._uow.library.games, wish.game, place=where, access=access)
            if not wish.practice:
                may_host(values, access)
            caps = caps_of(values, self._uow.caps)
            return _Opening(wish=wish, place=where, elsewhere=where != place, caps=caps)

        def decide(opening: _Opening, now: datetime) -> tuple[MatchState, Change]:
            wish, place = opening.wish, opening.place
            if place.guild is None and wish.invite:
                raise refuse("NO_SERVER", "invite_needs_server")
            table = requests.table(self._uow.library, wish, actor, place=place, now=now, seed=seed)
            table = replace(table, match=replace(table.match, rematch_of=after))
            table = expiry.with_expiry(table, opening.caps.expire_days, now)
            return table, _begin_opened(table, wish, now, elsewhere=opening.elsewhere)

        def write(tx: Tx, opening: _Opening, decided: tuple[MatchState, Change], now: datetime) -> Receipt:
            table, change = decided
            repeated = tx.requests.answer(key)
            if repeated is not None:
                raise Repeat(repeated)
            if opening.wish.guided:
                guided.expect_none(tx, actor.user, opening.wish.game)
            told = () if after is None else rematches.expect_none(tx, after, opening.place)
            check_new(tx, opening.caps, change.match, people(table.seats))
            meeting.check_new(tx, change, actor.user, now=now)
            made = tx.matches.add(table.match, seed=seed)
            receipt = replace(change.receipt, match=made.id, told=(*change.receipt.told, *told))
            tx.requests.remember(key, msgspec.json.encode(receipt), at=now)
            for each in (actor, *opening.wish.invite):
                note_name(tx, each, at=now)
            requests.write_new(tx, table, change, made, now)
            return receipt

        return await self._uow.make(key, read, decide, write, Receipt)

    async def _act_with_host(
        self,
        key: Key,
        actor: Actor,
        match: MatchId,
        decide: Callable[[MatchState, UserId | None, datetime], Change],
        *,
        free: int | None = None,
    ) -> Receipt:
        """Decide where it matters whether the host of an open match has left its server, which Discord is asked.

        ``decide`` gets the host who has; None: they are there, or Discord doesn't say. ``free``: it doesn't matter
        while more seats are free.
        """

        def decide_unasked(table: MatchState, now: datetime) -> Change:
            if (free is None or table.free <= free) and _may_be_gone(table, actor):
                raise _HostUnknown(table)
            return decide(table, None, now)

        try:
            return await self._uow.act(key, actor, match, decide_unasked)
        except _HostUnknown as unknown:
            absent = unknown.host if await self._uow.members.has_left(unknown.guild, unknown.host) else None
        return await self._uow.act(key, actor, match, lambda table, now: decide(table, absent, now))

    async def join(self, key: Key, actor: Actor, *, match: MatchId, as_guest: bool = False) -> Receipt:
        """Take a free seat; the match starts when the last is taken, unless its host has left the server.

        ``as_guest``: from the list of open matches of another server, with which the match's own shares them.
        """

        def decide(table: MatchState, absent: UserId | None, now: datetime) -> Change:
            guest = actor.guild if as_guest and actor.guild != table.match.guild else None
            title = table.game.spec.title
            told = (
                say("app.joined", match=match)
                if guest is None
                else say("app.joined_as_guest", title=title, match=match)
            )
            return join_match(table, actor, now, told, absent=absent, guest=guest)

        return await self._act_with_host(key, actor, match, decide, free=1)

    async def leave(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Give a seat back before the start; a host who leaves hands over to the next player, or ends the match."""
        return await self._uow.act(key, actor, match, lambda table, now: leave_match(table, actor, now))

    async def add_computer(self, key: Key, actor: Actor, *, match: MatchId, level: str) -> Receipt:
        """Seat a computer player (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            requests.check_level(table.game, level)
            if table.free <= sum(invite.kept for invite in table.invites):
                raise refuse("FULL", "is_full" if table.free <= 0 else "all_kept", match=match)
            seat = SeatRecord(match=match, seat=len(table.seats), user=None, level=level, resigned=None, joined=now)
            after = replace(table, seats=(*table.seats, seat))
            return start_if_full(after, now, say("app.computer_added", level=phrase(level)))

        return await self._uow.act(key, actor, match, decide)

    async def remove_computer(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Take the computer player who came last off its seat (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            if not table.computers:
                raise refuse("NO_COMPUTER", "no_computer", match=match)
            last = max(table.computers)
            rest = rule_options.keep_seats(table, [seat for seat in table.seats if seat.seat != last])
            return still_open(rest, now, say("app.computer_removed"))

        return await self._uow.act(key, actor, match, decide)

    async def invite(self, key: Key, actor: Actor, *, match: MatchId, users: Sequence[Actor], keep: bool) -> Receipt:
        """Ask users to join, each with a kept seat if ``keep``, or to an open seat of a running match (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            if table.match.status is Status.RUNNING:
                expect_host(table, actor)
                return invite_to_seat(table, users, actor, now)
            expect_open(table)
            expect_host(table, actor)
            if table.match.guild is None:
                raise refuse("NO_SERVER", "invite_needs_server")
            new = [user for user in dict.fromkeys(users) if not table.seats_of(user.user)]
            if not new:
                raise refuse("ALREADY_IN", "all_in", match=match)
            asked = {user.user for user in new}
            before = tuple(invite for invite in table.invites if invite.user not in asked)
            made = tuple(InviteRecord(match=match, user=user, kept=keep, at=now) for user in asked)
            after = replace(table, invites=(*before, *made))
            if len(after.invites) > self._uow.caps.invited:
                raise refuse("TOO_MANY_INVITED", "many_invited", most=self._uow.caps.invited)
            if sum(invite.kept for invite in after.invites) > table.free:
                raise refuse("FULL", "too_many_kept", match=match, free=table.free)
            text = say("app.invited", host=table.name_actor(actor), match=match, title=table.game.spec.title)
            word = outbox.words(table.match, text, asked, now=now)
            return still_open(after, now, say("app.invited_done", names=tuple(u.name for u in new)), notices=(word,))

        for user in users:
            await self._meet(user)
        return await self._uow.act(key, actor, match, decide)

    async def decline(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Turn an invitation down: the kept seat is free again."""
        return await self._uow.act(key, actor, match, lambda table, now: decline_invitation(table, actor, now))

    async def remove(self, key: Key, actor: Actor, *, match: MatchId, guest: Actor) -> Receipt:
        """Cancel somebody's invitation, or take a player out of an open match (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_host(table, actor)
            if guest.user == actor.user:
                raise refuse("OWN_SEAT", "remove_self", match=match)
            return remove_player(table, guest, table.name_actor(actor), now)

        return await self._uow.act(key, actor, match, decide)

    async def hand_over(self, key: Key, actor: Actor, *, match: MatchId, to: UserId) -> Receipt:
        """Make another player the host (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_host(table, actor)
            if table.match.status not in (Status.LOBBY, Status.RUNNING):
                raise table.not_running()
            if not table.seats_of(to):
                raise refuse("NOT_A_PLAYER", "host_must_play", match=match)
            host = replace(table.match, host=to)
            receipt = Receipt(match=match, ply=host.ply, told=(say("app.handed_over", name=table.person(to)),))
            word = () if to == actor.user else (outbox.words(host, hosts.sentence(table, to), (to,), now=now),)
            return Change(match=host, receipt=receipt, notices=(outbox.row(host, Kind.CARD, now=now), *word))

        return await self._uow.act(key, actor, match, decide)

    async def setup(self, actor: Actor, *, match: MatchId, missed: int | None = None) -> MatchView:
        """Return the match for who may set it up before the start (host only); ``missed`` as in ``announce``."""
        match_reader = self._uow.match_reader

        def work(tx: Tx) -> MatchView:
            table = match_reader.read(tx, match)
            expect_open(table)
            expect_host(table, actor)
            _expect_missed(table, missed)
            return match_view.view_of(tx, match_reader, table, actor.user, since=None)

        return await self._uow.store.read(work)

    async def set_options(self, key: Key, actor: Actor, *, match: MatchId, options: Mapping[str, Value]) -> Receipt:
        """Change rule options before the start (host only)."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            chosen = requests.options(table.game, options, table.options)
            after, back = rule_options.change_options(table, chosen, options)
            names = tuple(say("core.quoted", words=phrase(label_of(info))) for info in back)
            told = (say("app.options_back", names=names, n=len(names)),) if names else ()
            return still_open(after, now, say("app.options_changed"), *told)

        return await self._uow.act(key, actor, match, decide)

    async def start(self, key: Key, actor: Actor, *, match: MatchId, first: Seat | None = None) -> Receipt:
        """Start with the seats taken, if the game can be played by so many (host only, who must be on the server)."""

        def decide(table: MatchState, absent: UserId | None, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            if absent == actor.user:
                raise refuse("HOST_LEFT", "host_left", match=match)
            check_seats(table.game, len(table.seats))
            rule_options.check_start(table)
            return start_match(table, now=now, first=first, told=(say("app.start_done", match=match),))

        return await self._act_with_host(key, actor, match, decide)

    async def start_without(self, key: Key, actor: Actor, *, match: MatchId, missed: int) -> Receipt:
        """Start after a missed start without free seats and players who aren't ready (host only, on the server)."""

        def decide(table: MatchState, absent: UserId | None, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            if absent == actor.user:
                raise refuse("HOST_LEFT", "host_left", match=match)
            return missed_starts.start_without(table, missed, now)

        return await self._act_with_host(key, actor, match, decide)

    async def announce(
        self, key: Key, actor: Actor, *, match: MatchId, starts: datetime | None, missed: int | None = None
    ) -> Receipt:
        """Announce for when the match starts, or take that back (host only).

        ``missed``: it is done by a button about a missed start, that of this stamp, which must not be overtaken.
        """

        def decide(table: MatchState, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            _expect_missed(table, missed)
            if starts is None:
                return start_if_full(replace(table, pending=expiry.rows(table)), now, say("app.unannounced"))
            scheduled_starts.check_time(starts, now)
            return missed_starts.move_start(table, starts, now)

        return await self._uow.act(key, actor, match, decide)

    async def ready(self, key: Key, actor: Actor, *, match: MatchId) -> Receipt:
        """Say that one is ready for the announced start, or (again) is not; the match starts when all are.

        Unless its host has left the server.
        """

        def decide(table: MatchState, absent: UserId | None, now: datetime) -> Change:
            expect_open(table)
            if not table.seats_of(actor.user):
                raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
            after = scheduled_starts.note_ready(table, actor.user, now=now)
            there = actor.user in scheduled_starts.ready(after)
            if absent == table.match.host and scheduled_starts.complete(after):
                return replace_host(after, now, say("app.ready_noted"), actor=actor)
            return start_if_full(after, now, say("app.ready_noted" if there else "app.ready_taken_back"))

        return await self._act_with_host(key, actor, match, decide, free=0)

    async def cancel(self, key: Key, actor: Actor, *, match: MatchId, missed: int | None = None) -> Receipt:
        """Call the match off before the start (host only); ``missed`` as in ``announce``."""

        def decide(table: MatchState, now: datetime) -> Change:
            expect_open(table)
            expect_host(table, actor)
            _expect_missed(table, missed)
            return cancel_match(table, now, say("app.cancelled", match=match))

        return await self._uow.act(key, actor, match, decide)

    async def rematch(self, key: Key, actor: Actor, *, match: MatchId, access: Access = MEMBER) -> Receipt:
        """Open the same again with seats kept for the other players (only those who played).

        Where one of them has opened it already, who comes after joins that match.
        """

        def join(table: MatchState, absent: UserId | None, now: datetime) -> Change:
            return rematches.join_rematch(table, actor, now, absent=absent)

        try:
            return await self.open_again(key, actor, match=match, access=access)
        except rematches.Opened as opened:
            return await self._act_with_host(key, actor, opened.match, join, free=1)

    async def open_again(self, key: Key, actor: Actor, *, match: MatchId, access: Access) -> Receipt:
        """Open a rematch; raises ``rematches.Opened`` if there is one that is open or running."""

        def read_rematch(tx: Tx) -> tuple[MatchRequest, Place]:
            table = self._uow.match_reader.read(tx, match)
            if table.match.status is not Status.FINISHED:
                raise refuse("NOT_OVER", "not_over", match=match)
            if not table.seats_of(actor.user):
                raise refuse("NOT_A_PLAYER", "not_a_player", match=match)
            if actor.user in table.guests:
                raise refuse("GUEST", "guest_rematch", match=match)
            wish, guild = requests.again(table, actor), table.match.guild
            guests = meeting.choose_guests(tx, guild, actor.user, wish.invite, now=self._uow.clock.now())
            return replace(wish, invite=tuple(guest for guest in guests if guest.user not in table.guests)), Place(
                guild, table.match.channel
            )

        return await self._open(key, actor, read_rematch, after=match, access=access)

    async def practice(
        self, key: Key, actor: Actor, *, place: Place, game: str, level: str, access: Access = MEMBER
    ) -> Receipt:
        """Start a practice match against one computer player at once."""
        wish = requests.against_computer(game, level)
        return await self.create(key, actor, place=place, wish=wish, access=access)

    async def guide(
        self, key: Key, actor: Actor, *, place: Place, game: str, level: str, access: Access = MEMBER
    ) -> Receipt | MatchId:
        """Start a practice match that teaches the game; return the one that the actor hasn't finished, if any."""
        wish = replace(requests.against_computer(game, level), guided=True)
        try:
            return await self.create(key, actor, place=place, wish=wish, access=access)
        except guided.Running as running:
            return running.match

    async def find_guided(self, user: UserId, game: str) -> MatchId | None:
        """Return the guided match of a game that a person hasn't finished; None if there is none."""
        return await self._uow.store.read(lambda tx: guided.find(tx, user, game))

    async def _meet(self, user: Actor) -> None:
        """Note the name of a guest, so that the card can show it."""
        now = self._uow.clock.now()
        await self._uow.store.run(lambda tx: note_name(tx, user, at=now))


def _begin_opened(table: MatchState, wish: MatchRequest, now: datetime, *, elsewhere: bool) -> Change:
    """The change after the row is made: usually an open lobby, or a match that starts at once.

    ``elsewhere``: not in the thread where it was asked for.
    """
    where = (say("app.created_there", place=raw(f"<#{table.match.channel}>")),) if elsewhere else ()
    if scheduled_starts.complete(table):
        return start_match(table, now=now, told=(say("app.created_started"), *where))
    mention = Payload(users=tuple(guest.user for guest in wish.invite))
    card = outbox.row(table.match, Kind.CARD, now=now, told=mention)
    created = say("app.created" if table.match.guild is not None else "app.created_privately")
    told = (created, *where, *scheduled_starts.start_texts(table))
    receipt = Receipt(match=table.match.id, ply=0, told=told)
    return Change(
        match=table.match,
        receipt=receipt,
        seats=table.seats,
        invites=table.invites,
        pending=table.pending,
        notices=(card,),
    )


def _may_be_gone(table: MatchState, actor: Actor) -> bool:
    """Whether the host of an open match may have left its server: not who acts there just now."""
    guild, host = table.match.guild, table.match.host
    if host in table.guests:
        return False  # they never were there
    return guild is not None and table.match.status is Status.LOBBY and (actor.user, actor.guild) != (host, guild)


def _expect_missed(table: MatchState, missed: int | None) -> None:
    """Refuse a button about a missed start that is overtaken; None: it is no such button."""
    if missed is not None:
        missed_starts.expect_missed(table, missed)
