"""Teams of earlier tournaments that sign up again as they were: who led one, and for whom its boards are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.ratings.skill import START
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.entering import check_in, create_team, find_leader, find_team
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.model import Tournament, read_tournament
from bot.app.tournaments.news import news_row
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.rights import expect_alive
from bot.app.tournaments.running import admission
from bot.app.tournaments.settings import read_settings
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from db.ids import Key, TournamentId, UserId, is_deleted
from db.records import NoticeRecord
from db.tournaments.records import EntrantRecord, EntrantStatus, MemberRecord, TournamentStatus
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import say

BACK = "app.tournament_team_back"
"""What old members are told, with the number of the team that they can join by a button."""


class TeamOffer(Struct, frozen=True, kw_only=True):
    """What somebody can do beside naming a team.

    ``again`` is the name of the team that they led ("": none), ``join`` the number and name of their old team that has
    signed up. ``kept`` is the name of the team that they lead now, if boards of it are kept. Nobody is named for whom
    they are: who is missing may have blocked who asks.
    """

    again: str = ""
    join: tuple[int, str] | None = None
    kept: str = ""


class OldTeams:
    """Teams that sign up again."""

    def __init__(self, tournaments: TournamentUnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments
        self._uow = tournaments.uow

    async def offer(self, actor: Actor, *, tournament: TournamentId) -> TeamOffer:
        """Return what can be offered to somebody who wants to sign up; nothing once sign-up is over."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> TeamOffer:
            known = read_tournament(tx, tournament)
            if known is None or known.record.status is not TournamentStatus.OPEN:
                return TeamOffer()
            own = known.entrant_of(actor.user)
            if own is not None:
                leader = find_leader(known, own.number)
                leads = leader is not None and leader.user == actor.user
                return TeamOffer(kept=own.name if leads and find_old_members(tx, known, own.number, now=now) else "")
            team = _find_old_team(tx, known, actor.user)
            signed = (known.by_number[number] for number, *_past in known.settings.arranged.again)
            old = (
                each
                for each in signed
                if any(m.user == actor.user for m in find_old_members(tx, known, each.number, now=now).values())
            )
            return TeamOffer(
                again="" if team is None else team.name,
                join=next(((each.number, each.name) for each in old), None),
            )

        return await self._uow.store.read(work)

    async def sign_up(
        self, key: Key, actor: Actor, *, tournament: TournamentId, roles: Collection[int] = ()
    ) -> TournamentReceipt:
        """Sign the team up that a person led before; its old members are told, and their boards are kept for them."""
        strength = [START]
        found: list[EntrantRecord | None] = [None]
        members: dict[int, MemberRecord] = {}

        def reads(tx: Tx, known: Tournament) -> None:
            now = self._uow.clock.now()
            members.clear()
            if known.alive and known.entrant_of(actor.user) is None:
                admission.check(tx, known, actor, roles=roles, now=now)
            strength[0] = admission.strength_of(tx, known, user=actor.user, now=now)
            found[0] = _find_old_team(tx, known, actor.user)
            if found[0] is not None:
                members.update(_find_members(tx, known, found[0], leader=actor.user, now=now))

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            own = known.entrant_of(actor.user)
            if own is not None:
                return check_in(known, own)
            if found[0] is None:
                raise refuse("NO_TEAM", "tournament_no_old_team")
            founded = create_team(known, actor, found[0].name, strength=strength[0], now=seen.now)
            decided = _keep_boards(founded, found[0], members, now=seen.now)
            return replace(decided, writes=admission.keep_out_barred(known, actor.user, now=seen.now))

        return await self._tournaments.act(key, actor, tournament, decide, reads=reads)

    async def free(self, key: Key, actor: Actor, *, tournament: TournamentId) -> TournamentReceipt:
        """Open the boards of a team to everybody (who leads it)."""

        def decide(known: Tournament, seen: World) -> Decided:
            expect_alive(known)
            own = known.entrant_of(actor.user)
            leader = None if own is None else find_leader(known, own.number)
            if own is None or leader is None:
                raise refuse("NOT_IN", "tournament_not_in", tournament=known.record.name)
            if leader.user != actor.user:
                raise refuse("NOT_LEADER", "tournament_team_led", team=own.name, name=leader.name)
            again = tuple(each for each in known.settings.arranged.again if each[0] != own.number)
            return Decided(
                tournament=_with_again(known, again), told=(say("app.tournament_team_freed", team=own.name),)
            )

        return await self._tournaments.act(key, actor, tournament, decide)


def find_old_members(tx: Tx, tournament: Tournament, number: int, *, now: datetime) -> Mapping[int, MemberRecord]:
    """Return who played for a team when it was in an earlier tournament and may still join it now, by board."""
    leader = find_leader(tournament, number)
    past = next((each for each in tournament.settings.arranged.again if each[0] == number), None)
    if past is None or leader is None or leader.user is None:
        return {}
    teams = tx.tournaments.entrants(TournamentId(past[1]))
    team = next((each for each in teams if each.number == past[2]), None)
    return {} if team is None else _find_members(tx, tournament, team, leader=leader.user, now=now)


def name_team(tournament: Tournament, number: int) -> str:
    """Return the name of a team that takes part; raises Refusal if it has signed off meanwhile."""
    team = tournament.by_number.get(number)
    if team is None or team.status is EntrantStatus.ABSENT:
        raise refuse("GONE", "tournament_team_gone")
    return team.name


def _find_old_team(tx: Tx, tournament: Tournament, user: UserId) -> EntrantRecord | None:
    """The newest team that somebody led on the server, of the same size and with a name that is still free."""
    size = tournament.settings.team
    if size == 1 or tournament.record.status is not TournamentStatus.OPEN:
        return None
    for team in tx.tournaments.find_led(tournament.record.guild, user):
        record = tx.tournaments.get(team.tournament)
        if record is not None and read_settings(record.settings).team == size:
            return team if find_team(tournament, team.name) is None else None
    return None


def _find_members(
    tx: Tx, tournament: Tournament, team: EntrantRecord, *, leader: UserId, now: datetime
) -> dict[int, MemberRecord]:
    """Who played for a team to the end, without its leader of now, by board; left out is who can't or won't come."""
    there = list(_list_people(tx, team, but=leader))
    apart = tx.blocks.among((leader, *(user for _board, user, _member in there)))
    return {
        board: member
        for board, user, member in there
        if (leader, user) not in apart
        and tournament.entrant_of(user) is None
        and _may_enter(tx, tournament, Actor(user, member.name), now)
    }


def _list_people(tx: Tx, team: EntrantRecord, *, but: UserId) -> Iterator[tuple[int, UserId, MemberRecord]]:
    leaving = {but, *tx.privacy.find_deletions()}
    for each in tx.tournaments.members(team.tournament):
        is_there = each.entrant == team.number and each.left is None
        if is_there and each.user is not None and each.user not in leaving and not is_deleted(each.user):
            yield each.board, each.user, each


def _may_enter(tx: Tx, tournament: Tournament, actor: Actor, now: datetime) -> bool:
    """Whether the limits let somebody in, as far as they are known: who has which role is seen once they come."""
    role = tournament.settings.role
    try:
        admission.check(tx, tournament, actor, roles=() if role is None else (role,), now=now)
    except Refusal:
        return False
    return True


def _keep_boards(
    founded: Decided, team: EntrantRecord, members: Mapping[int, MemberRecord], *, now: datetime
) -> Decided:
    """Keep the boards of a team that has just signed up, and tell those who played there."""
    if not members:
        return founded
    after = founded.tournament
    number = max(after.by_number)
    told = say("app.tournament_team_again", team=team.name)
    notices = tuple(_call_back(after, team, number, each, now=now) for each in members.values())
    again = (*after.settings.arranged.again, (number, int(team.tournament), team.number))
    return replace(founded, tournament=_with_again(after, again), told=(told,), notices=notices)


def _call_back(
    tournament: Tournament, team: EntrantRecord, number: int, member: MemberRecord, *, now: datetime
) -> NoticeRecord:
    """What an old member is told; a role can't be seen in a private message, so that they sign up on the card then."""
    board = member.board + 1
    if tournament.settings.role is None:
        text = say(BACK, team=team.name, board=board, number=number)
    else:
        text = say("app.tournament_team_back_card", team=team.name, board=board)
    return news_row(tournament.record, text, now=now, to=member.user)


def _with_again(tournament: Tournament, again: tuple[tuple[int, int, int], ...]) -> Tournament:
    settings = tournament.settings
    return tournament.with_settings(replace(settings, arranged=replace(settings.arranged, again=again)))
