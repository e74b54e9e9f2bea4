"""Coming back into a tournament that one has left: the old entry goes on, with its points, byes and opponents. Pure."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.unit_of_work import Decided
from db.tournaments.records import EntrantRecord, EntrantStatus, Format, MemberRecord, TournamentStatus
from games.core.text import say

GONE = frozenset({EntrantStatus.ABSENT, EntrantStatus.DROPPED})


def old_seat(tournament: Tournament, actor: Actor) -> MemberRecord | None:
    """Return the seat in a running tournament that somebody has left, or that was lost with the entrant.

    The newest one.
    """
    if tournament.record.status is not TournamentStatus.RUNNING:
        return None
    newest = {
        (member.entrant, member.board): member for member in sorted(tournament.members, key=lambda each: each.tenure)
    }
    own = [m for m in newest.values() if m.user == actor.user and tournament.by_number[m.entrant].status in GONE]
    return max(own, key=lambda each: each.entrant, default=None)


def let_return(tournament: Tournament, actor: Actor, seat: MemberRecord, *, now: datetime) -> Decided:
    """Let a single player go on; raises Refusal for who was taken out, and once nobody may enter any more."""
    own = tournament.by_number[seat.entrant]
    if not tournament.open_late:
        raise refuse("LATE", "tournament_too_late", tournament=tournament.record.name)
    if own.status is EntrantStatus.DROPPED and seat.left is None:
        raise refuse("TAKEN_OUT", "tournament_taken_out", tournament=tournament.record.name)
    member = replace(seat, tenure=seat.tenure + 1, name=actor.name, joined=now, left=None)
    gone = replace(seat, left=seat.left or now)
    told = say("app.tournament_returned", tournament=tournament.record.name)
    return Decided(
        tournament=tournament.with_members([gone, member]).with_entrants([_pair_again(tournament, own)]), told=(told,)
    )


def _pair_again(tournament: Tournament, own: EntrantRecord) -> EntrantRecord:
    """An entrant who is paired again from the next round on; on a ladder from the bottom."""
    rank = 1 + max(each.rank for each in tournament.entrants) if tournament.format is Format.LADDER else own.rank
    return replace(own, status=EntrantStatus.PLAYING, first=tournament.record.round + 1, last=None, rank=rank)


def may_refound(tournament: Tournament, actor: Actor, team: EntrantRecord) -> bool:
    """Return whether somebody who played for a team that has left may bring it back."""
    played = any(member.entrant == team.number and member.user == actor.user for member in tournament.members)
    return team.status is EntrantStatus.DROPPED and tournament.open_late and played
