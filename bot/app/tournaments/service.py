"""Tournaments as the edge calls them: opening, signing up, leaving, starting, taking out, calling off."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec.structs import replace

from bot.app.changes.caps import check_hosting
from bot.app.changes.errands import plan_tournament_event
from bot.app.changes.meeting import expect_not_barred
from bot.app.changes.server_rules import MEMBER, Access, check_opening, may_organize, server_values
from bot.app.changes.writing import note_name
from bot.app.lobby import requests
from bot.app.lobby.requests import place_to_open
from bot.app.match.records import Actor, Place
from bot.app.ratings.exports import File, Form
from bot.app.ratings.skill import START
from bot.app.runtime.refusals import WORDS, refuse
from bot.app.tournaments.entering import (
    check_in,
    find_entrant,
    find_team,
    join_team,
    leave_tournament,
    move_up,
    new_entrant,
    new_member,
    next_number,
    sign_up,
    take_out,
    tell_dropped,
)
from bot.app.tournaments.exports import tournament_file
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.model import Tournament, computer_name, read_tournament
from bot.app.tournaments.news import card_row
from bot.app.tournaments.old_teams import find_old_members, name_team
from bot.app.tournaments.records import (
    Replacement,
    Start,
    TournamentChange,
    TournamentLine,
    TournamentReceipt,
    TournamentView,
    TournamentWish,
)
from bot.app.tournaments.requests import change_settings, open_tournament, setting_name
from bot.app.tournaments.rights import expect_alive, expect_going, expect_not_running, organizer
from bot.app.tournaments.running import admission
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.running.returns import let_return, old_seat
from bot.app.tournaments.running.starting import launch
from bot.app.tournaments.seeding import with_lot
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from bot.app.tournaments.views import line, view_tournament
from db.ids import GuildId, Key, TournamentId, UserId
from db.tournaments.records import (
    EntrantStatus,
    TournamentRecord,
    TournamentStatus,
)
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.visible import strip_invisible
from games.core.language.catalogue import ENGLISH
from games.core.text import say
from games.core.words import Words

MOST_LISTED = 25
ALIVE = (TournamentStatus.OPEN, TournamentStatus.CHECK_IN, TournamentStatus.RUNNING)
MOST_PAST = 100
"""Newest tournaments of a server among which the last one of a channel is looked for."""


class Tournaments:
    """Tournaments: from opening one to its end."""

    def __init__(self, tournaments: TournamentUnitOfWork, playing: TournamentMatches) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments
        self._uow = tournaments.uow
        self._playing = playing

    # --- Looking ---------------------------------------------------------------------------------------------------

    async def view(self, tournament: TournamentId) -> TournamentView:
        """Return a tournament as everybody sees it; raises Refusal if there is none."""
        found = await self._uow.store.read(lambda tx: view_tournament(tx, self._uow.library, tournament))
        if found is None:
            raise refuse("NO_TOURNAMENT", "no_tournament", tournament=tournament)
        return found

    async def find(self, place: Place, *, typed: str = "") -> tuple[TournamentLine, ...]:
        """Return up to 25 tournaments of a server for completion, those of this channel and those under way first."""

        def work(tx: Tx) -> tuple[TournamentLine, ...]:
            if place.guild is None:
                return ()
            over = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
            records = sorted(
                tx.tournaments.in_guild(place.guild, most=100),
                key=lambda each: (each.status in over, each.channel != place.channel, -each.id),
            )
            wanted = typed.casefold().strip().removeprefix("#")
            fits = [each for each in records if wanted in each.name.casefold() or str(each.id).startswith(wanted)]
            return tuple(line(tx, record) for record in fits[:MOST_LISTED])

        return await self._uow.store.read(work)

    async def here(self, place: Place) -> TournamentId | None:
        """Return the only tournament of a channel that is not over; where all are, the newest."""

        def work(tx: Tx) -> TournamentId | None:
            found = tx.tournaments.in_channel(place.channel)
            if not found and place.guild is not None:
                past = tx.tournaments.in_guild(place.guild, most=MOST_PAST)
                found = tuple(each for each in past if each.channel == place.channel)[:1]
            return found[0].id if len(found) == 1 else None

        return await self._uow.store.read(work)

    async def export(self, tournament: TournamentId, *, form: Form, language: str = ENGLISH) -> File:
        """Return a tournament as a file; the TRF-like text is for Swiss tournaments only."""
        return tournament_file(await self.view(tournament), form, Words(WORDS, language=language))

    # --- Before the start ------------------------------------------------------------------------------------------

    async def create(
        self,
        key: Key,
        actor: Actor,
        *,
        place: Place,
        wish: TournamentWish,
        access: Access = MEMBER,
    ) -> TournamentReceipt:
        """Open a tournament for registration; its card is posted in the channel and pinned.

        Raises Refusal where the server's settings don't allow it.
        """
        wish = replace(wish, settings=with_lot(wish.settings, self._playing.new_seed()))

        def read(tx: Tx) -> Place:
            where = place_to_open(tx, place)
            if place.guild is not None:
                values = server_values(tx, place.guild)
                may_organize(values, access)
                check_opening(values, self._uow.library.games, wish.game, place=where, access=access)
            return where

        def decide(where: Place, now: datetime) -> TournamentRecord:
            return open_tournament(self._uow.library, wish, actor, place=where, now=now)

        def write(tx: Tx, where: Place, record: TournamentRecord, now: datetime) -> TournamentReceipt:
            told = (say("app.tournament_created", tournament=record.name),)
            check_hosting(tx, self._uow.caps, actor.user)
            expect_not_barred(tx, record.guild, actor.user, now=now)
            made = tx.tournaments.add(record)
            receipt = TournamentReceipt(tournament=made.id, told=told)
            tx.requests.remember(key, msgspec.json.encode(receipt), at=now)
            note_name(tx, actor, at=now)
            opened_by = say("app.tournament_opened_by", name=actor.name)
            tx.tournaments.add_log(made.id, at=now, actor=actor.user, text=msgspec.json.encode(opened_by))
            tx.outbox.enqueue(card_row(made, now=now, at_once=True))
            plan_tournament_event(tx, None, made, now=now)
            return receipt

        return await self._uow.make(key, read, decide, write, TournamentReceipt)

    async def change(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        change: TournamentChange,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Change what was announced, before the start (organizer or staff); everybody is told."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            after = change_settings(self._uow.library, known, change, now=seen.now)
            named = (("name", change.name), ("starts", change.starts), ("format", change.format))
            what = (*(name for name, value in named if value), *change.settings)
            text = say("app.tournament_changed", tournament=after.record.name, what=tuple(map(setting_name, what)))
            return replace(move_up(after, (text,), now=seen.now), news=(text,))

        return await self._tournaments.act(key, actor, tournament, decide)

    async def join(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        roles: Collection[int] = (),
        team: str = "",
        number: int = 0,
    ) -> TournamentReceipt:
        """Sign up, or check in when that is open; late entry if the tournament allows it.

        ``team``: found or join a team, or (``number``) join the one of that number.

        Who has left a running tournament comes back as the same entrant.
        """
        strength = [START]
        kept: dict[int, UserId] = {}

        def reads(tx: Tx, known: Tournament) -> None:
            now = self._uow.clock.now()
            if known.alive and known.entrant_of(actor.user) is None:
                admission.check(tx, known, actor, roles=roles, now=now)
            strength[0] = admission.strength_of(tx, known, user=actor.user, now=now)
            kept.clear()
            there = known.by_number.get(number) if number else find_team(known, team)
            if there is not None:
                old = find_old_members(tx, known, there.number, now=now)
                kept.update({board: each.user for board, each in old.items() if each.user is not None})

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            own = known.entrant_of(actor.user)
            if own is not None:
                return check_in(known, own)
            if known.settings.team > 1:
                name = name_team(known, number) if number else team
                decided = join_team(known, actor, name, strength=strength[0], now=seen.now, kept=kept)
            elif (before := old_seat(known, actor)) is not None:
                decided = let_return(known, actor, before, now=seen.now)
            else:
                decided = sign_up(known, actor, strength=strength[0], now=seen.now)
            return replace(decided, writes=admission.keep_out_barred(known, actor.user, now=seen.now))

        return await self._tournaments.act(key, actor, tournament, decide, reads=reads)

    async def add_computer(
        self, key: Key, actor: Actor, *, tournament: TournamentId, level: str, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Sign a computer player up (organizer or staff); it has checked in."""
        strength = [START]

        def reads(tx: Tx, known: Tournament) -> None:
            now = self._uow.clock.now()
            strength[0] = admission.strength_of(tx, known, user=0, level=level, now=now)

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            requests.check_level(self._uow.library.game(known.record.game), level)
            if known.settings.team > 1:
                raise refuse("TEAM", "tournament_no_computer_teams")
            number = next_number(known)
            name = computer_name(number, level)
            entrant = new_entrant(known, number, name, strength=strength[0], now=seen.now)
            if known.record.status is not TournamentStatus.RUNNING and entrant.status is EntrantStatus.SIGNED:
                entrant = replace(entrant, status=EntrantStatus.PRESENT)
            member = new_member(known, (number, 0), user=None, level=level, name=name, now=seen.now)
            after = known.with_entrants([entrant]).with_members([member])
            return Decided(tournament=after, told=(say("app.tournament_computer", name=name),))

        return await self._tournaments.act(key, actor, tournament, decide, reads=reads)

    async def leave(self, key: Key, actor: Actor, *, tournament: TournamentId) -> TournamentReceipt:
        """Sign off before the start, or leave a running tournament."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            return leave_tournament(known, actor.user, now=seen.now)

        receipt = await self._tournaments.act(key, actor, tournament, decide)
        await self._playing.enforce(tournament)
        return receipt

    async def expel(self, actor: Actor, user: UserId, *, guild: GuildId, running: bool) -> int:
        """Take a person out of a server's tournaments, for its staff; return how many those were.

        ``running``: also of those that have started, where their matches are given up.
        """

        def find(tx: Tx) -> list[TournamentId]:
            found = tx.tournaments.in_guild(guild, most=MOST_PAST)
            alive = [read_tournament(tx, each.id) for each in found if each.status in ALIVE]
            return [
                each.id
                for each in alive
                if each is not None
                and each.entrant_of(user) is not None
                and (running or each.record.status is not TournamentStatus.RUNNING)
            ]

        numbers = await self._uow.store.read(find)
        for number in numbers:
            with suppress(Refusal):  # over, or left meanwhile
                await self._tournaments.act(
                    None, actor, number, lambda known, seen: leave_tournament(known, user, now=seen.now)
                )
            await self._playing.enforce(number)
        return len(numbers)

    async def start(
        self, key: Key, actor: Actor, *, tournament: TournamentId, how: Start = Start.ASK, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Start now with those who have signed up (organizer or staff); during a check-in ``how`` says with whom."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            expect_not_running(known)
            expect_going(known)
            return launch(known, seen, how)

        receipt = await self._tournaments.act(key, actor, tournament, decide)
        await self._playing.start_all(tournament)
        return receipt

    # --- While it runs ---------------------------------------------------------------------------------------------

    async def drop(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        entrant: int,
        staff: GuildId | None = None,
        why: str = "",
    ) -> TournamentReceipt:
        """Take an entrant out (organizer or staff): running matches are given up, the others walk over.

        The person is told in private, with the reason; the server's staff log has it, too.
        """

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            found = find_entrant(known, entrant)
            if known.record.status is not TournamentStatus.RUNNING or found.status is EntrantStatus.SIGNED:
                after = known.with_entrants([replace(found, status=EntrantStatus.ABSENT)])
                decided = move_up(after, (say("app.tournament_dropped", name=found.name),), now=seen.now)
            else:
                decided = take_out(known, found)
            return tell_dropped(decided, known, found, actor, why=" ".join(strip_invisible(why).split()), now=seen.now)

        receipt = await self._tournaments.act(key, actor, tournament, decide)
        await self._playing.enforce(tournament)
        return receipt

    async def substitute(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        replacement: Replacement,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Let somebody else play on for an entrant (organizer or staff): seats, secrets and results go over."""
        entrant, board, into = replacement.entrant, replacement.board, replacement.into

        def reads(tx: Tx, known: Tournament) -> None:
            now = self._uow.clock.now()
            admission.check(tx, known, into, roles=replacement.roles, now=now, by=actor.user)

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            found = find_entrant(known, entrant)
            if known.entrant_of(into.user) is not None or found.status is EntrantStatus.OUT:
                raise refuse("ALREADY_IN", "tournament_already_in", tournament=known.record.name)
            if board >= known.settings.team:
                raise refuse("NO_BOARD", "tournament_no_board", most=known.settings.team)
            before = known.current_members.get((entrant, board))
            after = new_member(known, (entrant, board), user=into.user, level=None, name=into.name, now=seen.now)
            solo = known.settings.team == 1
            status = EntrantStatus.PLAYING if found.status is EntrantStatus.DROPPED else found.status
            changed = replace(found, name=into.name if solo else found.name, status=status, last=None)
            gone = [] if before is None else [replace(before, left=seen.now)]
            whole = known.with_members([*gone, after]).with_entrants([changed])
            name = found.name if before is None else before.name
            text = say("app.tournament_substituted", before=name, name=into.name)
            keep_out = admission.keep_out_barred(known, into.user, now=seen.now, by=actor.user)

            def writes(tx: Tx) -> None:
                keep_out(tx)
                note_name(tx, into, at=seen.now)

            return Decided(tournament=whole, told=(text,), news=(text,), writes=writes)

        receipt = await self._tournaments.act(key, actor, tournament, decide, reads=reads)
        await self._playing.enforce(tournament)
        return receipt

    async def cancel(
        self, key: Key, actor: Actor, *, tournament: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Call a tournament off (organizer or staff); matches under way go on by themselves."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            record = replace(
                known.record, status=TournamentStatus.CANCELLED, finished=seen.now, due=None, paused=None, resumes=None
            )
            text = say("app.tournament_cancelled", tournament=known.record.name)
            return Decided(tournament=replace(known, record=record), told=(text,), news=(text,))

        receipt = await self._tournaments.act(key, actor, tournament, decide)
        await self._playing.keep_clocks(tournament)
        return receipt
