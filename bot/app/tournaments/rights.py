"""Who may do what about a tournament, and whether anything can be done at all. Pure."""

from __future__ import annotations

from bot.app.match.records import Actor
from bot.app.runtime.moments import day
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.model import Tournament
from db.ids import GuildId, UserId
from db.tournaments.records import TournamentRecord, TournamentStatus


def expect_alive(tournament: Tournament) -> None:
    """Raise Refusal if a tournament is over."""
    if not tournament.alive:
        raise refuse("OVER", "tournament_over", tournament=tournament.record.name)


def expect_not_running(tournament: Tournament) -> None:
    """Raise Refusal if a tournament has started."""
    if tournament.record.status is TournamentStatus.RUNNING:
        raise refuse("STARTED", "tournament_is_started", tournament=tournament.record.name)


def expect_going(tournament: Tournament) -> None:
    """Raise Refusal if a tournament pauses."""
    if tournament.record.resumes is not None:
        raise refuse(
            "PAUSED", "tournament_is_paused", tournament=tournament.record.name, until=day(tournament.record.resumes)
        )


def organizers_of(record: TournamentRecord) -> tuple[UserId, ...]:
    """Return who organizes a tournament: who opened it, then those whom the organizer has named."""
    return (record.host, *map(UserId, record.organizers))


def organizes(record: TournamentRecord, user: UserId) -> bool:
    """Return whether a user is one of them."""
    return user in organizers_of(record)


def organizer(tournament: Tournament, actor: Actor, *, staff: GuildId | None) -> None:
    """Raise Refusal unless the actor organizes the tournament, or runs its server, ``staff`` (None: runs none)."""
    if not organizes(tournament.record, actor.user) and staff != tournament.record.guild:
        raise refuse("NOT_HOST", "tournament_not_host", tournament=tournament.record.name)
