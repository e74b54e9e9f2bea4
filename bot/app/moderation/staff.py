"""What the staff of a server may do with any of its matches; each action stands in the log with who did it.

Whether somebody is staff is for the edge to know; here only whose server the match belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change, platform
from bot.app.changes.server_rules import name_others
from bot.app.changes.stopping import resume_match, stop_match
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import make_audit_entry, note_name
from bot.app.clock.interventions import cancel_match, end_match, extend_time
from bot.app.clock.pauses import begin_pause, end_pause
from bot.app.clock.substitutes import invite_to_seat, open_seat
from bot.app.lobby.open_matches import remove_player
from bot.app.match import hosts
from bot.app.match.consent import reveals
from bot.app.match.records import Actor, Place, Receipt
from bot.app.match.state import MatchState
from bot.app.moderation.stuck import Stuck, find
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.undo.rewinding import Past, Rewinding, read_past, rewound
from bot.app.views import match_view
from db.clocks.records import StopReason
from db.ids import Key, MatchId, UserId
from db.matches.rewind_records import Rewound
from db.records import Status
from db.tx import Tx
from games.core.seats import Seat
from games.core.text import Arg, Text, say, say_name


class About(Struct, frozen=True, kw_only=True):
    """What an action is about, beside its match: a person or a seat, and why it is done.

    ``lobby``: the match may not have begun.
    """

    user: UserId | None = None
    seat: Seat | None = None
    why: str = ""
    lobby: bool = False


NOTHING = About()


class Staff:
    """What the staff of a server may do with its running matches; each action stands in the log."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._uow = uow

    async def pause(
        self, key: Key, actor: Actor, *, place: Place, match: MatchId, until: datetime, why: str = ""
    ) -> Receipt:
        """Stop all clocks of a match."""
        text = say("app.staff_paused", name=say_name(actor.name), until=day(until))
        return await self._act(
            key, actor, place, match, lambda table, now: begin_pause(table, until, now, text), about=About(why=why)
        )

    async def resume(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """End a pause."""
        text = say("app.staff_resumed", name=say_name(actor.name))
        return await self._act(key, actor, place, match, lambda table, now: end_pause(table, now, text))

    async def extend(self, key: Key, actor: Actor, *, place: Place, match: MatchId, seat: Seat, hours: int) -> Receipt:
        """Give time to a seat, beyond the cap if need be."""

        def decide(table: MatchState, now: datetime) -> Change:
            text = say("app.staff_extended", name=say_name(actor.name), hours=hours, seat=seat)
            return extend_time(table, seat, hours, text, now)

        return await self._act(key, actor, place, match, decide, about=About(seat=seat))

    async def end(
        self, key: Key, actor: Actor, *, place: Place, match: MatchId, why: str = "", owner: bool = False
    ) -> Receipt:
        """End a match by the score as it stands; it is not a win that anybody played for, and the log says so.

        A match that hasn't begun is called off. Staff can't end a match they play in, unless they own the server.
        """
        guild = place.guild
        who = None if guild is None else await self._uow.store.read(lambda tx: name_others(tx, guild))

        def decide(table: MatchState, now: datetime) -> Change:
            if who is not None and not owner and table.match.status is Status.RUNNING and _is_involved(table, actor):
                raise refuse("INVOLVED", "staff_own_match", match=match, who=who)
            if table.match.status is Status.LOBBY:
                return cancel_match(table, now, say("app.staff_cancelled", name=say_name(actor.name), match=match))
            text, note = say("app.staff_ended", name=say_name(actor.name)), say("app.ended_by_staff")
            return end_match(table, text, note, now)

        return await self._act(key, actor, place, match, decide, about=About(why=why, lobby=True))

    async def hand_over(self, key: Key, actor: Actor, *, place: Place, match: MatchId, to: UserId) -> Receipt:
        """Make one of the players the host."""

        def decide(table: MatchState, now: datetime) -> Change:
            seats = table.seats_of(to)
            if not seats:
                raise refuse("NOT_A_PLAYER", "host_must_play", match=match)
            text = say("app.staff_host", name=say_name(actor.name), seat=seats[0])
            change = platform(table, text, now=now, told=(text,))
            new = (
                ()
                if to == table.match.host
                else (outbox.words(change.match, hosts.sentence(table, to), (to,), now=now),)
            )
            return replace(change, match=replace(change.match, host=to), notices=(*change.notices, *new))

        return await self._act(key, actor, place, match, decide, about=About(user=to))

    async def invite(self, key: Key, actor: Actor, *, place: Place, match: MatchId, guest: Actor) -> Receipt:
        """Invite somebody to an open seat, also of a private match."""

        def decide(table: MatchState, now: datetime) -> Change:
            change = invite_to_seat(table, (guest,), actor, now)
            text = say("app.staff_invited", name=say_name(actor.name), guest=say_name(guest.name))
            return replace(change, receipt=replace(change.receipt, told=(text,)))

        await self._uow.store.run(lambda tx: note_name(tx, guest, at=self._uow.clock.now()))
        return await self._act(key, actor, place, match, decide, about=About(user=guest.user))

    async def remove(
        self, key: Key, actor: Actor, *, place: Place, match: MatchId, guest: Actor, why: str = ""
    ) -> Receipt:
        """Cancel somebody's invitation, or take a player out of an open match."""

        def decide(table: MatchState, now: datetime) -> Change:
            return remove_player(table, guest, say_name(actor.name), now)

        about = About(user=guest.user, why=why, lobby=True)
        return await self._act(key, actor, place, match, decide, about=about)

    async def open_seat(
        self, key: Key, actor: Actor, *, place: Place, match: MatchId, seat: Seat, why: str = ""
    ) -> Receipt:
        """Put up the seat of a player for a replacement, until the player does something."""
        about = About(seat=seat, why=why)
        return await self._act(
            key, actor, place, match, lambda table, now: open_seat(table, seat, actor, now), about=about
        )

    async def hold(self, key: Key, actor: Actor, *, place: Place, match: MatchId, why: str = "") -> Receipt:
        """Hold a match: no clock runs and nothing is played until it is released."""

        def decide(table: MatchState, now: datetime) -> Change:
            if table.stop(StopReason.HOLD) is not None:
                raise refuse("HELD", "is_held", match=match)
            return stop_match(table, StopReason.HOLD, say("app.staff_held", name=say_name(actor.name)), now)

        return await self._act(key, actor, place, match, decide, about=About(why=why))

    async def release(self, key: Key, actor: Actor, *, place: Place, match: MatchId) -> Receipt:
        """Let a match that was held go on: what was held back is done, who is asked is called again."""

        def decide(table: MatchState, now: datetime) -> Change:
            stop = table.stop(StopReason.HOLD)
            if stop is None:
                raise refuse("NOT_HELD", "not_held", match=match)
            return resume_match(table, stop, say("app.staff_released", name=say_name(actor.name)), now)

        return await self._act(key, actor, place, match, decide)

    async def repair(
        self, key: Key, actor: Actor, *, place: Place, match: MatchId, turn: int, why: str = ""
    ) -> Receipt:
        """Let a match go on from a turn by its number in the history; everybody who plays is told."""

        def read(tx: Tx, table: MatchState) -> Past:
            _here(table, place, match)
            table.require_position()
            ply = match_view.ply_of_turn(tx, match, turn)
            past = read_past(tx, self._uow.match_reader, table, ply=ply, kind=Rewound.REPAIR)
            if reveals(past.gone) and table.seats_of(actor.user) and not table.match.practice:
                raise refuse("REVEALED", "staff_plays")
            return past

        def decide(table: MatchState, past: Past, now: datetime) -> Change:
            text = say("app.staff_repaired", name=say_name(actor.name), ply=turn, count=len(past.gone))
            how = Rewinding(kind=Rewound.REPAIR, text=text, told=(text,))
            change = rewound(table, past, how, now=now)
            playing = (Seat(row.seat) for row in table.seats if row.resigned is None)
            word = outbox.words(change.match, text, table.users_of(playing), now=now)
            return _note(replace(change, notices=(*change.notices, word)), table, actor, now, about=About(why=why))

        return await self._uow.act_over(key, actor, match, read, decide)

    async def find_stuck(self, place: Place) -> tuple[Stuck, ...]:
        """Return the matches of this server that cannot go on, or do not, each with the reasons."""
        guild, now = place.guild, self._uow.clock.now()
        if guild is None:
            return ()
        return await self._uow.store.read(lambda tx: find(tx, self._uow.match_reader, guild, now=now))

    async def _act(
        self,
        key: Key,
        actor: Actor,
        place: Place,
        match: MatchId,
        decide: Callable[[MatchState, datetime], Change],
        *,
        about: About = NOTHING,
    ) -> Receipt:
        """Decide about a running match of this server (``about.lobby``: or an open one); others are not there."""

        def here(table: MatchState, now: datetime) -> Change:
            _here(table, place, match, lobby=about.lobby)
            return _note(decide(table, now), table, actor, now, about=about)

        return await self._uow.act(key, actor, match, here)


def _here(table: MatchState, place: Place, match: MatchId, *, lobby: bool = False) -> None:
    """Refuse matches of other servers, which are not there, and those that do not run (``lobby``: nor wait)."""
    if place.guild is None or table.match.guild != place.guild:
        raise refuse("NO_MATCH", "no_match", match=match)
    if not lobby or table.match.status is not Status.LOBBY:
        table.expect_running()


def _note(change: Change, table: MatchState, actor: Actor, now: datetime, *, about: About) -> Change:
    """Put what was done into the log of the server."""
    subject = about.user if about.seat is None else next(iter(table.users_of((about.seat,))), None)
    assert table.match.guild is not None, "staff is staff of a server"
    audit_entries = tuple(
        replace(
            make_audit_entry(
                table.match.guild,
                actor,
                _mark_involved(table, actor, _spell_out(table, text)),
                now=now,
                subject=subject,
                why=" ".join(about.why.split()),
            ),
            match=table.match.id,
        )
        for text in change.receipt.told[:1]
    )
    return replace(change, audit_entries=audit_entries)


def _is_involved(table: MatchState, actor: Actor) -> bool:
    """Whether who acts has or had a seat; in practice nobody else is concerned."""
    return not table.match.practice and any(seat.user == actor.user for seat in table.seats)


def _mark_involved(table: MatchState, actor: Actor, text: Text) -> Text:
    """A line of the log, which says so if who acts plays in the match themselves."""
    return say("app.staff_involved", what=text) if _is_involved(table, actor) else text


def _spell_out(table: MatchState, text: Text) -> Text:
    """Return a sentence that can be read without the match at hand: names in place of seats."""
    names = {seat.seat: seat.called or say_name(seat.name) for seat in match_view.seats(table)}

    def whole(name: str, arg: Arg) -> Arg:
        match arg:
            case Text():
                return _spell_out(table, arg)
            case tuple():
                return tuple(cast("str | Text", whole(name, each)) for each in arg)
            case int() if name == "seat" or name.endswith("_seat"):
                return names.get(Seat(arg), say("core.table"))
        return arg

    return Text(text.id, {name: whole(name, arg) for name, arg in text.args.items()})
