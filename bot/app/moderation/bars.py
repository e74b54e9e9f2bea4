"""Bars: who may not play in a server's matches, for a time or for good, and what becomes of what they play now."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.caps import lock_joining
from bot.app.changes.change import Change
from bot.app.changes.meeting import find_bar, until_text
from bot.app.changes.outbox import Kind, Payload, bare_row
from bot.app.changes.server_rules import TELL_BARRED, server_values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import make_audit_entry, note_name
from bot.app.clock.interventions import cancel_match
from bot.app.clock.substitutes import open_seat
from bot.app.lobby.open_matches import people, remove_player
from bot.app.match.records import Actor, Place
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.service import Tournaments
from db.ids import GuildId, Key, MatchId
from db.moderation.records import BarRecord, KeptBarRecord
from db.records import NoticeRecord, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.visible import strip_invisible
from games.core.seats import Seat
from games.core.text import say, say_name

MOST_BARS = 50
"""Bars in one list."""
MOST_MATCHES = 500
"""Matches of a person, and open matches of a server, that are looked through."""
SHORTEST = timedelta(minutes=1)
"""A bar that ends sooner is a slip."""


class BarTerms(Struct, frozen=True, kw_only=True):
    """How a person is barred: ``until`` a time (None: for good), and why.

    ``offers``: their seats in running matches are offered to others and they leave running tournaments, too; otherwise
    they play these to the end.
    """

    until: datetime | None
    why: str
    offers: bool = False


class Barred(Struct, frozen=True, kw_only=True):
    """A bar as it was set, and what became of what the person had there.

    ``left``: open matches and invitations; ``offered``: seats of running matches; ``withdrawn``: tournaments.
    ``told``: the person gets a direct message, unless they refuse those.
    """

    bar: BarRecord
    left: int = 0
    offered: int = 0
    withdrawn: int = 0
    told: bool = False


class _Set(Struct, frozen=True, kw_only=True):
    """What is remembered of a bar: since when it holds, and whether the person is told. It may not have been noted."""

    at: datetime | None = None
    told: bool = False


class Bars:
    """Who may not play in a server's matches. Whether somebody is staff, and may bar whom, is for the edge to know."""

    def __init__(self, uow: UnitOfWork, tournaments: Tournaments) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._tournaments = tournaments

    async def bar(self, key: Key, actor: Actor, *, place: Place, guest: Actor, terms: BarTerms) -> Barred:
        """Bar a person from a server: they leave its open matches, invitations and tournaments that haven't started.

        Doing it again changes the bar.
        """
        guild, now, until = _server(place), self._uow.clock.now(), terms.until
        words = " ".join(strip_invisible(terms.why).split())
        if not words:
            raise refuse("NO_REASON", "bar_needs_reason")
        if guest.user == actor.user:
            raise refuse("SAME", "bar_self")
        if until is not None and until < now + SHORTEST:
            raise refuse("PAST", "bar_past")
        record = BarRecord(
            guild=guild,
            user=guest.user,
            name=guest.name,
            by=actor.user,
            by_name=actor.name,
            why=words,
            at=now,
            until=until,
        )
        text = say("app.staff_barred", name=say_name(actor.name), guest=say_name(guest.name), until=until_text(record))

        def work(tx: Tx) -> _Set:
            if (first := tx.requests.answer(key)) is not None:
                return msgspec.json.decode(first, type=_Set)
            known = find_bar(tx, guild, guest.user, now=now)
            is_new = known is None or (known.until, known.why) != (until, words)
            tells = is_new and bool(server_values(tx, guild)[TELL_BARRED])
            made = _Set(at=now, told=tells)
            tx.requests.remember(key, msgspec.json.encode(made), at=now)
            lock_joining(tx)  # who is just joining has joined when the bar stands, and is found below
            note_name(tx, guest, at=now)
            if tells:
                tx.outbox.enqueue(_make_row(record, offers=terms.offers))
            tx.moderation.put_bar(record if known is None or is_new else replace(record, at=known.at))
            tx.moderation.drop_kept_bar(guild, guest.user)
            tx.audit.add(make_audit_entry(guild, actor, text, now=now, subject=guest.user, why=words))
            return made

        made = await self._uow.store.run(work)
        self._uow.signals.notify()
        withdrawn = await self._tournaments.expel(actor, guest.user, guild=guild, running=terms.offers)
        left = await self._leave_open(actor, guild, guest)
        offered = await self._offer_seats(actor, guild, guest) if terms.offers else 0
        bar = replace(record, at=made.at or now)
        return Barred(bar=bar, left=left, offered=offered, withdrawn=withdrawn, told=made.told)

    async def lift(self, key: Key, actor: Actor, *, place: Place, guest: Actor, why: str = "") -> None:
        """Let a person play again; raises Refusal for who isn't barred."""
        guild, now = _server(place), self._uow.clock.now()
        text = say("app.staff_lifted", name=say_name(actor.name), guest=say_name(guest.name))

        def work(tx: Tx) -> None:
            if tx.requests.answer(key) is not None:
                return
            if find_bar(tx, guild, guest.user, now=now) is None:
                raise refuse("NOT_BARRED", "not_barred", name=say_name(guest.name))
            tx.requests.remember(key, b"{}", at=now)
            tx.moderation.drop_bar(guild, guest.user)
            tx.moderation.drop_kept_bar(guild, guest.user)
            tx.audit.add(make_audit_entry(guild, actor, text, now=now, subject=guest.user, why=" ".join(why.split())))

        await self._uow.store.run(work)

    async def list_bars(self, place: Place) -> tuple[BarRecord, ...]:
        """Return who is barred on a server now, the newest first."""
        guild, now = _server(place), self._uow.clock.now()
        found = await self._uow.store.read(lambda tx: tx.moderation.bars(guild, most=MOST_BARS))
        return tuple(bar for bar in found if bar.until is None or bar.until > now)

    async def list_kept(self, place: Place) -> tuple[KeptBarRecord, ...]:
        """Return the bars on a server of people who have deleted their data, so that nobody can say who they are."""
        guild, now = _server(place), self._uow.clock.now()
        found = await self._uow.store.read(lambda tx: tx.moderation.list_kept_bars(guild, most=MOST_BARS))
        return tuple(bar for bar in found if bar.until is None or bar.until > now)

    async def _leave_open(self, actor: Actor, guild: GuildId, guest: Actor) -> int:
        """Take a person out of a server's open matches and invitations; return how many those were."""

        def find(tx: Tx) -> list[MatchId]:
            own = tx.matches.of_user(guest.user, status=Status.LOBBY, most=MOST_MATCHES)
            asked = tx.matches.find_inviting(guest.user, most=MOST_MATCHES)
            hosted = tx.matches.in_guild(guild, status=Status.LOBBY, most=MOST_MATCHES)
            found = (*own, *asked, *(each for each in hosted if each.host == guest.user))
            return list(dict.fromkeys(each.id for each in found if each.guild == guild))

        def decide(table: MatchState, now: datetime) -> Change:
            return _take_out(table, actor, guest, now)

        return await self._each(actor, await self._uow.store.read(find), decide)

    async def _offer_seats(self, actor: Actor, guild: GuildId, guest: Actor) -> int:
        """Offer a person's seats in a server's running matches to others; return how many matches those were."""

        def find(tx: Tx) -> list[MatchId]:
            own = tx.matches.of_user(guest.user, status=Status.RUNNING, most=MOST_MATCHES)
            return [each.id for each in own if each.guild == guild]

        def decide(table: MatchState, now: datetime) -> Change:
            free = [seat for seat in table.seats if seat.user == guest.user and seat.resigned is None]
            if not free:
                raise table.not_running()
            return open_seat(table, Seat(free[0].seat), actor, now)

        return await self._each(actor, await self._uow.store.read(find), decide)

    async def _each(
        self, actor: Actor, matches: list[MatchId], decide: Callable[[MatchState, datetime], Change]
    ) -> int:
        """Decide about each of the matches; return in how many that could be done."""
        done = 0
        for match in matches:
            with suppress(Refusal):  # it started, ended or was left meanwhile
                await self._uow.act(None, actor, match, decide)
                done += 1
        return done


def _make_row(bar: BarRecord, *, offers: bool) -> NoticeRecord:
    """The row of the outbox that tells a person that they were barred, and what becomes of what they play."""
    text = say("app.bar_seats_offered" if offers else "app.bar_plays_on")
    told = Payload(user=bar.user, text=text)
    return bare_row(Kind.BAR, lane=bar.user, guild=bar.guild, told=told, now=bar.at)


def _take_out(table: MatchState, actor: Actor, guest: Actor, now: datetime) -> Change:
    """Take somebody out of a match that isn't played yet, or cancel it where nobody is left; or an invitation."""
    if table.match.status is Status.LOBBY and table.match.host == guest.user:
        others = [user for user in people(table.seats) if user != guest.user]
        if not others:
            return cancel_match(table, now, say("app.cancelled", match=table.match.id))
        if not table.seats_of(guest.user):
            table = replace(table, match=replace(table.match, host=others[0]))
    return remove_player(table, guest, say_name(actor.name), now)


def _server(place: Place) -> GuildId:
    if place.guild is None:
        raise refuse("NO_SERVER", "staff_of_server")
    return place.guild
