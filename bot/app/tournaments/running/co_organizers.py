"""Who organizes a tournament: those whom the organizer names, and who takes over if the organizer was deleted."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.meeting import expect_not_barred
from bot.app.changes.outbox import Kind
from bot.app.changes.writing import note_name
from bot.app.match.records import Actor, Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.news import news_row
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.rights import expect_alive, organizer
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import GuildId, Key, TournamentId, UserId, is_deleted
from db.tournaments.records import PairingStatus
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import say

MOST_CO_ORGANIZERS = 10


class CoOrganizers:
    """Who organizes a tournament."""

    def __init__(self, tournaments: TournamentUnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments

    async def name(
        self, key: Key, actor: Actor, *, tournament: TournamentId, player: Actor, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let a person organize a tournament, too (those who do, or staff); who is named is told in private."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            record = known.record
            if player.user == record.host or player.user in record.organizers:
                raise refuse("ALREADY", "tournament_organizes_already", tournament=record.name, name=player.name)
            if len(record.organizers) >= MOST_CO_ORGANIZERS:
                raise refuse("TOO_MANY", "tournament_organizers_most", most=MOST_CO_ORGANIZERS)
            after = replace(record, organizers=(*record.organizers, player.user))
            text = say("app.tournament_organizer_named", tournament=record.name, name=player.name)
            word = news_row(
                record, say("app.tournament_you_organize", tournament=record.name), now=seen.now, to=player.user
            )

            def writes(tx: Tx) -> None:
                note_name(tx, player, at=seen.now)

            whole = replace(known, record=after)
            return Decided(tournament=whole, told=(text,), log=(text,), notices=(word,), writes=writes)

        return await self._tournaments.act(key, actor, tournament, decide)

    async def remove(
        self, key: Key, actor: Actor, *, tournament: TournamentId, player: Actor, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Take the right back from a person (those who organize it, or staff); the organizer keeps it."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            record = known.record
            if player.user == record.host:
                raise refuse("HOST", "tournament_organizer_stays", tournament=record.name, name=player.name)
            if player.user not in record.organizers:
                raise refuse("NOT_ONE", "tournament_organizes_not", tournament=record.name, name=player.name)
            left = tuple(user for user in record.organizers if user != player.user)
            text = say("app.tournament_organizer_removed", tournament=record.name, name=player.name)
            whole = replace(known, record=replace(record, organizers=left))
            return Decided(tournament=whole, told=(text,), log=(text,))

        return await self._tournaments.act(key, actor, tournament, decide)

    async def take_over(
        self, key: Key, actor: Actor, *, tournament: TournamentId, staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Let somebody who takes part, or staff, organize a tournament that nobody organizes; everybody is told."""

        def reads(tx: Tx, known: Tournament) -> None:
            expect_not_barred(tx, known.record.guild, actor.user, now=self._tournaments.uow.clock.now())

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            record = known.record
            if not is_deleted(record.host):
                raise refuse("ORGANIZED", "tournament_is_organized", tournament=record.name)
            if known.entrant_of(actor.user) is None and staff != record.guild:
                raise refuse("NOT_IN", "tournament_take_over_who", tournament=record.name)
            text = say("app.tournament_taken_over", tournament=record.name, name=actor.name)
            whole = replace(known, record=replace(record, host=actor.user))
            return Decided(tournament=whole, told=(text,), news=(text,))

        receipt = await self._tournaments.act(key, actor, tournament, decide, reads=reads)
        await self._keep_hosts(tournament)
        return receipt

    async def hand_over(self, user: UserId, into: UserId) -> None:
        """Let others organize what a person does whose data is being deleted; ``into`` is the id that is left of them.

        The first co-organizer becomes the organizer. Without any, everybody who takes part hears that they can.
        """
        uow = self._tournaments.uow
        for number in await uow.store.read(lambda tx: tx.tournaments.find_organized(user)):
            with suppress(Refusal):  # over meanwhile
                await self._tournaments.act(None, None, number, partial(_leave_organizing, user=user, into=into))
            await self._keep_hosts(number)

    async def _keep_hosts(self, tournament: TournamentId) -> None:
        """Let the organizer be host of the matches that are played."""
        known, uow = await self._tournaments.read(tournament), self._tournaments.uow
        host = known.record.host
        for match in [row.match for row in known.pairings if row.status is PairingStatus.PLAYING]:
            if match is not None:
                with suppress(Refusal):  # it is as it should be, or over
                    await uow.act(None, None, match, lambda table, now: _let_host(table, host, now))


def _leave_organizing(known: Tournament, seen: World, *, user: UserId, into: UserId) -> Decided:
    """Take a person out of the organizers of a tournament, with who comes after them."""
    expect_alive(known)
    record = known.record
    rest = [UserId(each) for each in record.organizers if each != user]
    if record.host != user:
        return Decided(tournament=replace(known, record=replace(record, organizers=tuple(rest))))
    if not rest:
        told = say("app.tournament_without_organizer", tournament=record.name)
        return Decided(tournament=replace(known, record=replace(record, host=into)), news=(told,))
    after = replace(record, host=rest[0], organizers=tuple(rest[1:]))
    word = news_row(record, say("app.tournament_yours", tournament=record.name), now=seen.now, to=rest[0])
    told = say("app.tournament_passed_on", tournament=record.name)
    return Decided(tournament=replace(known, record=after), news=(told,), notices=(word,))


def _let_host(table: MatchState, host: UserId, now: datetime) -> Change:
    """Let a person be host of a running match, which only its card shows."""
    table.expect_running()
    if table.match.host == host:
        raise refuse("NOT_DUE", "not_due")
    after = replace(table.match, host=host)
    receipt = Receipt(match=after.id, ply=after.ply, told=())
    return Change(match=after, receipt=receipt, notices=(outbox.row(after, Kind.CARD, now=now),))
