"""How somebody gets into a tournament and out of it: alone, as a member of a team, from the reserve. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from msgspec.structs import replace

from bot.app.changes.writing import make_audit_entry
from bot.app.match.records import Actor
from bot.app.ratings.skill import Strength
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.progress import drop_entrant, find_boards
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.news import call_rows, news_row
from bot.app.tournaments.running.returns import may_refound
from bot.app.tournaments.unit_of_work import Decided
from db.ids import UserId
from db.tournaments.records import (
    EntrantRecord,
    EntrantStatus,
    Format,
    MemberRecord,
    TournamentStatus,
)
from db.tx import Tx
from games.core.text import Text, say, say_name

LONGEST_TEAM = 40
NOBODY: Mapping[int, UserId] = MappingProxyType({})


def find_entrant(tournament: Tournament, number: int) -> EntrantRecord:
    """Return an entrant who hasn't signed off; raises Refusal if there is none of that number."""
    found = tournament.by_number.get(number)
    gone = (EntrantStatus.ABSENT,)
    if found is None or found.status in gone:
        raise refuse("NOT_IN", "tournament_no_entrant", number=number)
    return found


def next_number(tournament: Tournament) -> int:
    """Return the number of the next new entrant."""
    return 1 + max(tournament.by_number, default=0)


def new_entrant(tournament: Tournament, number: int, name: str, *, strength: Strength, now: datetime) -> EntrantRecord:
    """Return a new entrant: signed up, in reserve, or entering late; raises Refusal if it is too late."""
    settings, record = tournament.settings, tournament.record
    status, first, rank = EntrantStatus.SIGNED, 1, 0
    if record.status is TournamentStatus.RUNNING:
        if not tournament.open_late:
            raise refuse("LATE", "tournament_too_late", tournament=record.name)
        status, first = EntrantStatus.PLAYING, record.round + 1
        if tournament.format is Format.LADDER:
            rank = 1 + max((each.rank for each in tournament.entrants), default=0)
        if settings.team > 1:  # paired once all its boards are taken
            status = EntrantStatus.SIGNED
    elif len(tournament.list_entrants(EntrantStatus.SIGNED, EntrantStatus.PRESENT)) >= settings.most:
        status = EntrantStatus.RESERVE
    elif record.status is TournamentStatus.CHECK_IN:
        status = EntrantStatus.PRESENT
    return EntrantRecord(
        tournament=tournament.id,
        number=number,
        name=name,
        status=status,
        strength=strength.mu,
        sigma=strength.sigma,
        rank=rank,
        first=first,
        last=None,
        joined=now,
    )


def new_member(
    tournament: Tournament, seat: tuple[int, int], *, user: UserId | None, level: str | None, name: str, now: datetime
) -> MemberRecord:
    """Return who plays from now on for an entrant at a board (``seat``)."""
    entrant, board = seat
    tenures = [m.tenure for m in tournament.members if (m.entrant, m.board) == seat]
    return MemberRecord(
        tournament=tournament.id,
        entrant=entrant,
        board=board,
        tenure=1 + max(tenures, default=-1),
        user=user,
        level=level,
        name=name,
        joined=now,
        left=None,
    )


def sign_up(tournament: Tournament, actor: Actor, *, strength: Strength, now: datetime) -> Decided:
    """Sign somebody up who plays alone."""
    number = next_number(tournament)
    entrant = new_entrant(tournament, number, actor.name, strength=strength, now=now)
    member = new_member(tournament, (number, 0), user=actor.user, level=None, name=actor.name, now=now)
    after = tournament.with_entrants([entrant]).with_members([member])
    return Decided(tournament=after, told=(_welcome(tournament, entrant),))


def _welcome(tournament: Tournament, entrant: EntrantRecord) -> Text:
    if entrant.status is EntrantStatus.RESERVE:
        return say("app.tournament_in_reserve", tournament=tournament.record.name)
    return say("app.tournament_joined", tournament=tournament.record.name)


def join_team(
    tournament: Tournament,
    actor: Actor,
    team: str,
    *,
    strength: Strength,
    now: datetime,
    kept: Mapping[int, UserId] = NOBODY,
) -> Decided:
    """Found a team, or join one that has a free board; ``kept``: its old members, by board."""
    name = " ".join(team.split())[:LONGEST_TEAM]
    if not name:
        raise refuse("TEAM", "tournament_needs_team", size=tournament.settings.team)
    known = find_team(tournament, name)
    if known is None:
        return create_team(tournament, actor, name, strength=strength, now=now)
    taken = find_boards(tournament, known.number)
    running = tournament.record.status is TournamentStatus.RUNNING
    if not taken and may_refound(tournament, actor, known):
        known = replace(known, status=EntrantStatus.SIGNED, last=None)
    free = [board for board in range(tournament.settings.team) if board not in taken]
    if not free or (running and known.status is not EntrantStatus.SIGNED):
        raise refuse("FULL", "tournament_team_full", team=known.name)
    if running and not tournament.open_late:
        raise refuse("LATE", "tournament_too_late", tournament=tournament.record.name)
    board = _choose_board(tournament, known, free, actor.user, kept)
    mean = (known.strength * len(taken) + strength.mu) // (len(taken) + 1)
    doubt = None if known.sigma is None else (known.sigma * len(taken) + strength.sigma) // (len(taken) + 1)
    member = new_member(tournament, (known.number, board), user=actor.user, level=None, name=actor.name, now=now)
    changed = replace(known, strength=mean, sigma=doubt)
    if running and len(free) == 1:
        changed = replace(changed, status=EntrantStatus.PLAYING, first=tournament.record.round + 1)
    after = tournament.with_entrants([changed]).with_members([member])
    return Decided(tournament=after, told=(say("app.tournament_team_joined", team=known.name, board=board + 1),))


def find_team(tournament: Tournament, name: str) -> EntrantRecord | None:
    """Return the team of a name that hasn't signed off."""
    wanted = " ".join(name.split())[:LONGEST_TEAM].casefold()
    there = (each for each in tournament.entrants if each.status is not EntrantStatus.ABSENT)
    return next((each for each in there if each.name.casefold() == wanted), None)


def create_team(tournament: Tournament, actor: Actor, name: str, *, strength: Strength, now: datetime) -> Decided:
    """Sign a new team up, its founder at the first board."""
    number = next_number(tournament)
    entrant = new_entrant(tournament, number, name, strength=strength, now=now)
    member = new_member(tournament, (number, 0), user=actor.user, level=None, name=actor.name, now=now)
    told = say("app.tournament_team_founded", team=name, size=tournament.settings.team)
    return Decided(tournament=tournament.with_entrants([entrant]).with_members([member]), told=(told,))


def find_leader(tournament: Tournament, number: int) -> MemberRecord | None:
    """Return who leads a team: the player at its first board that is taken."""
    boards = find_boards(tournament, number)
    return tournament.current_members[number, min(boards)] if boards else None


def _choose_board(
    tournament: Tournament, team: EntrantRecord, free: Sequence[int], user: UserId, kept: Mapping[int, UserId]
) -> int:
    """Return the board that somebody had before, else one that is kept for nobody; raises Refusal if there is none."""
    own = [board for board in free if kept.get(board) == user]
    keeps = tournament.record.status is TournamentStatus.OPEN
    open_to_all = [board for board in free if not keeps or board not in kept]
    if not own and not open_to_all:
        leader = find_leader(tournament, team.number)
        name = team.name if leader is None else leader.name
        raise refuse("KEPT", "tournament_team_kept", team=team.name, name=name)
    return (own or open_to_all)[0]


def check_in(tournament: Tournament, own: EntrantRecord) -> Decided:
    """Check in; who has done so already, or need not, is told."""
    waiting = own.status in (EntrantStatus.SIGNED, EntrantStatus.RESERVE)
    if tournament.record.status is TournamentStatus.CHECK_IN and waiting:
        after = tournament.with_entrants([replace(own, status=EntrantStatus.PRESENT)])
        return Decided(tournament=after, told=(say("app.tournament_checked_in", tournament=tournament.record.name),))
    raise refuse("ALREADY_IN", "tournament_you_are_in", tournament=tournament.record.name)


def move_up(tournament: Tournament, told: tuple[Text, ...], *, now: datetime) -> Decided:
    """Let the reserve move up into places that became free before the start; those who do are called."""
    there = tournament.list_entrants(EntrantStatus.SIGNED, EntrantStatus.PRESENT)
    free = tournament.settings.most - len(there)
    up = tournament.list_entrants(EntrantStatus.RESERVE)[: max(0, free)]
    after = tournament.with_entrants([replace(each, status=EntrantStatus.SIGNED) for each in up])
    if not up:
        return Decided(tournament=after, told=told)
    names = tuple(each.name for each in up)
    text = say("app.tournament_moved_up", tournament=tournament.record.name, names=names, count=len(up))
    users = [user for each in up for user in tournament.users_of(each.number)]
    return Decided(tournament=after, told=told, notices=call_rows(tournament.record, text, now=now, users=users))


def leave_tournament(tournament: Tournament, user: UserId, *, now: datetime) -> Decided:
    """Sign a person off before the start, or let them leave a running tournament; raises Refusal for who isn't in."""
    own = tournament.entrant_of(user)
    if own is None:
        raise refuse("NOT_IN", "tournament_not_in", tournament=tournament.record.name)
    member = next(m for m in tournament.current_members.values() if m.user == user and m.entrant == own.number)
    after = tournament.with_members([replace(member, left=now)])
    if tournament.record.status is TournamentStatus.RUNNING and own.status is not EntrantStatus.SIGNED:
        if not find_boards(after, own.number):
            return take_out(after, own)
        text = say("app.tournament_left_team", name=member.name, team=own.name, board=member.board + 1)
        return Decided(tournament=after, told=(text,), news=(text,))
    if not find_boards(after, own.number):
        after = after.with_entrants([replace(own, status=EntrantStatus.ABSENT)])
    return move_up(after, (say("app.tournament_left", tournament=tournament.record.name),), now=now)


def take_out(tournament: Tournament, entrant: EntrantRecord) -> Decided:
    """Take an entrant out of a running tournament; raises Refusal for who is out already."""
    if entrant.status not in (EntrantStatus.PLAYING, EntrantStatus.OUT):
        raise refuse("NOT_IN", "tournament_is_out", name=entrant.name)
    after = tournament.with_entrants([drop_entrant(tournament, entrant)])
    text = say("app.tournament_dropped", name=entrant.name)
    return Decided(tournament=after, told=(text,), news=(text,))


def tell_dropped(
    decided: Decided, tournament: Tournament, entrant: EntrantRecord, actor: Actor, *, why: str, now: datetime
) -> Decided:
    """Add to the removal of an entrant that its people are told in private, and that staff reads who did it and why."""
    record, users = tournament.record, tournament.users_of(entrant.number)
    word = say("app.tournament_you_dropped_why", why=say_name(why)) if why else say("app.tournament_you_dropped")
    rows = tuple(news_row(record, word, now=now, to=user, discreet=True) for user in users if user != actor.user)
    what = say("app.staff_dropped", name=say_name(actor.name), guest=entrant.name, tournament=say_name(record.name))

    def writes(tx: Tx) -> None:
        if decided.writes is not None:
            decided.writes(tx)
        for user in users or (None,):
            if record.guild is not None:
                tx.audit.add(make_audit_entry(record.guild, actor, what, now=now, subject=user, why=why))

    return replace(decided, notices=(*decided.notices, *rows), writes=writes)
