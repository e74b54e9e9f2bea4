"""What organizers and players settle about who plays whom: seeds by hand, byes on request, who is kept apart."""

from __future__ import annotations

from bot.app.match.records import Actor
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats import half_byes, kept_apart
from bot.app.tournaments.formats.format_rules import check_choices
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.requests import setting_name
from bot.app.tournaments.rights import expect_alive, expect_not_running, organizer
from bot.app.tournaments.seeding import arrange_by_hand
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import GuildId, Key, TournamentId
from games.core.text import say


class Arrangements:
    """What is settled about who plays whom in a tournament."""

    def __init__(self, tournaments: TournamentUnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments

    async def seed(
        self, key: Key, actor: Actor, *, tournament: TournamentId, order: tuple[int, ...], staff: GuildId | None = None
    ) -> TournamentReceipt:
        """Set the seeds of entrants by hand, the strongest first, before the start (organizer or staff)."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            expect_not_running(known)
            by_hand = arrange_by_hand(known.settings, known.entrants, order)
            check_choices(known.format, by_hand)
            text = say("app.tournament_changed", tournament=known.record.name, what=(setting_name("seeding"),))
            return Decided(tournament=known.with_settings(by_hand), told=(text,), news=(text,))

        return await self._tournaments.act(key, actor, tournament, decide)

    async def bye(
        self, key: Key, actor: Actor, *, tournament: TournamentId, round: int | None = None, back: bool = False
    ) -> TournamentReceipt:
        """Ask for a half-point bye in a round that is not paired yet (None: the next), or take it ``back``."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            own = known.entrant_of(actor.user)
            if own is None:
                raise refuse("NOT_IN", "tournament_not_in", tournament=known.record.name)
            number = known.record.round + 1 if round is None else round
            after = half_byes.take_back_bye(known, own, number) if back else half_byes.ask_bye(known, own, number)
            told = say(
                "app.tournament_bye_back" if back else "app.tournament_bye_yours",
                tournament=known.record.name,
                round=number,
            )
            log = say("app.tournament_bye_log_back" if back else "app.tournament_bye_log", name=own.name, round=number)
            return Decided(tournament=after, told=(told,), log=(log,))

        return await self._tournaments.act(key, actor, tournament, decide)

    async def keep_apart(
        self,
        key: Key,
        actor: Actor,
        *,
        tournament: TournamentId,
        entrants: tuple[int, int],
        back: bool = False,
        staff: GuildId | None = None,
    ) -> TournamentReceipt:
        """Keep two entrants apart in what is paired from now on, or no longer (organizer or staff)."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            organizer(known, actor, staff=staff)
            after = kept_apart.keep_apart(known, *entrants, back=back)
            names = tuple(known.by_number[number].name for number in entrants)
            text = say("app.tournament_apart_no_more" if back else "app.tournament_apart", names=names)
            return Decided(tournament=after, told=(text,), log=(text,))

        return await self._tournaments.act(key, actor, tournament, decide)
