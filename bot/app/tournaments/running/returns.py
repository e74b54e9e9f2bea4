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


def old_seat(event: Tournament, actor: Actor) -> MemberRecord | None:
    """Return the seat in a running tournament that somebody has left, or that was lost with the entrant.

    The newest one.
    """
    if event.record.status is not TournamentStatus.RUNNING:
        return None
    newest = {(member.entrant, member.board): member for member in sorted(event.members, key=lambda each: each.tenure)}
    own = [m for m in newest.values() if m.user == actor.user and event.by_number[m.entrant].status in GONE]
    return max(own, key=lambda each: each.entrant, default=None)


def returned(event: Tournament, actor: Actor, seat: MemberRecord, *, now: datetime) -> Decided:
    """Let a single player go on; raises Refusal for who was taken out, and once nobody may enter any more."""
    own = event.by_number[seat.entrant]
    if not event.open_late:
        raise refuse("LATE", "event_too_late", event=event.record.name)
    if own.status is EntrantStatus.DROPPED and seat.left is None:
        raise refuse("TAKEN_OUT", "event_taken_out", event=event.record.name)
    member = replace(seat, tenure=seat.tenure + 1, name=actor.name, joined=now, left=None)
    gone = replace(seat, left=seat.left or now)
    told = say("app.event_returned", event=event.record.name)
    return Decided(event=event.with_members([gone, member]).with_entrants([_playing(event, own)]), told=(told,))


def _playing(event: Tournament, own: EntrantRecord) -> EntrantRecord:
    """An entrant who is paired again from the next round on; on a ladder from the bottom."""
    rank = 1 + max(each.rank for each in event.entrants) if event.format is Format.LADDER else own.rank
    return replace(own, status=EntrantStatus.PLAYING, first=event.record.round + 1, last=None, rank=rank)


def may_refound(event: Tournament, actor: Actor, team: EntrantRecord) -> bool:
    """Return whether somebody who played for a team that has left may bring it back."""
    played = any(member.entrant == team.number and member.user == actor.user for member in event.members)
    return team.status is EntrantStatus.DROPPED and event.open_late and played
