"""Others whom the organizer of a tournament lets do what the organizer may."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.changes.writing import note_name
from bot.app.match.records import Actor
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.news import news_row
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.rights import expect_alive, organizer
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import GuildId, Key, TournamentId
from db.tx import Tx
from games.core.text import say

MOST_CO_ORGANIZERS = 10


class CoOrganizers:
    """Others whom the organizer of a tournament lets do what the organizer may."""

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
