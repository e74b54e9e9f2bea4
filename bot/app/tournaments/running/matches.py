"""The matches of a tournament: started, decided when they overrun, and kept in step with who has left or taken over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import structlog
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind, Payload
from bot.app.clock.substitutes import take_over
from bot.app.lobby import requests
from bot.app.lobby.rule_options import terms_of
from bot.app.lobby.starting import start_match
from bot.app.match.paces import with_late, without_check_in
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.match.state import MatchState
from bot.app.play.resigning import resign_seat
from bot.app.runtime.refusals import refuse
from bot.app.tournaments.formats.brackets import is_annulled
from bot.app.tournaments.formats.progress import away
from bot.app.tournaments.formats.round_news import start_words
from bot.app.tournaments.formats.rounds import startable
from bot.app.tournaments.model import Tournament, write_tournament
from bot.app.tournaments.running.clock_stops import in_step
from bot.app.tournaments.running.decisions import Ruling, adjudicate, stop_by_ruling
from bot.app.tournaments.unit_of_work import TournamentUnitOfWork
from db.clocks.records import StopReason
from db.engine.errors import Conflict
from db.ids import MatchId, TournamentId
from db.records import PersonRecord, SeatRecord
from db.tournaments.records import MemberRecord, PairingRecord, PairingStatus, TournamentStatus
from db.tx import Tx
from games.core.errors import Refusal
from games.core.seats import Seat

TOGETHER = 20
"""Matches started in one unit of work."""

_log = structlog.get_logger(__name__)


class TournamentMatches:
    """Keeps the matches of tournaments going.

    What it finds is in the database, so that it may be stopped at any moment.
    """

    def __init__(self, tournaments: TournamentUnitOfWork, *, new_seed: Callable[[], bytes]) -> None:
        """``new_seed`` gives 32 random bytes for each match."""
        self._tournaments = tournaments
        self._uow = tournaments.uow
        self.new_seed = new_seed

    async def start_all(self, number: TournamentId) -> int:
        """Start all matches of a tournament that can be started now; returns how many."""
        count = 0
        while True:
            tournament = await self._tournaments.read(number)
            rows = startable(tournament)[:TOGETHER] if _goes_on(tournament) else []
            if not rows:
                return count
            try:
                await self._start(tournament, rows)
            except Conflict:
                continue
            count += len(rows)

    async def _start(self, tournament: Tournament, rows: Sequence[PairingRecord]) -> None:
        now = self._uow.clock.now()
        made = [self._make(tournament, row, now) for row in rows]

        def work(tx: Tx) -> None:
            begun = []
            for row, (table, change) in zip(rows, made, strict=True):
                match = tx.matches.add(table.match, seed=table.seed)
                requests.write_new(tx, table, change, match, now)
                days = tournament.settings.limit_days
                due = now + timedelta(days=days) if days else None
                begun.append(replace(row, status=PairingStatus.PLAYING, match=match.id, began=now, due=due))
            dues = [row.due for row in begun if row.due is not None]
            known = [] if tournament.record.due is None else [tournament.record.due]
            record = replace(tournament.record, due=min([*dues, *known], default=None))
            write_tournament(tx, tournament, replace(tournament.with_pairings(begun), record=record))

        await self._uow.store.run(work)
        self._uow.signals.notify()

    def _make(self, tournament: Tournament, row: PairingRecord, now: datetime) -> tuple[MatchState, Change]:
        """A match with its entrants by seat, started: the first of them begins.

        Its thread comes before its card, and the first message there calls all of them, which brings them in.
        """
        settings = tournament.settings
        place = Place(tournament.record.guild, tournament.record.channel)
        seats, game = len(row.entrants), self._uow.library.game(tournament.record.game)
        wish = MatchRequest(
            game=tournament.record.game,
            seats=seats,
            options=requests.select_effective(game, settings.options, terms_of(settings.pace, seats, lot=seats == 1)),
            pace=with_late(without_check_in(settings.pace), settings.time_up),
            join=False,
        )
        host = Actor(tournament.record.host, "")
        seed = self.new_seed()
        table = requests.table(self._uow.library, wish, host, place=place, now=now, seed=seed)
        members = [tournament.current_members[number, row.board] for number in row.entrants]
        table = replace(table, seats=_seats(members, now), people=_people(members, now))
        change = start_match(table, now=now, first=Seat(0) if len(row.entrants) > 1 else None)
        place_row = outbox.row(change.match, Kind.OPEN, now=now, told=Payload(thread=True))
        users = [seat.user for seat in table.seats if seat.user is not None]
        begins = start_words(tournament, row)
        called = [outbox.words(change.match, begins, users, now=now)] if users else []
        rest = [notice for notice in change.notices if notice.kind != Kind.OPEN]
        return table, replace(change, notices=(place_row, *called, *rest))

    async def overrun(self, number: TournamentId) -> int:
        """Decide the matches of a tournament that have taken too long; returns how many."""
        tournament = await self._tournaments.read(number)
        now = self._uow.clock.now()
        count = 0
        for row in tournament.pairings if _goes_on(tournament) else ():
            if row.status is PairingStatus.PLAYING and row.match and row.due is not None and row.due <= now:
                count += await self.decide(row.match, tournament, None)
        return count

    async def decide(self, match: MatchId, tournament: Tournament, ruling: Ruling | None) -> bool:
        """End a running match by the tournament's rule or as somebody ruled; return False if it was over already."""

        def decide(table: MatchState, now: datetime) -> Change:
            return adjudicate(table, tournament.settings.overrun, now=now, ruling=ruling)

        try:
            await self._uow.act(None, None, match, decide)
        except Refusal:
            return False
        return True

    async def keep_clocks(self, number: TournamentId) -> None:
        """Let the clocks of a tournament's matches stand still while it pauses, and run again; safe to repeat."""
        tournament, now = await self._tournaments.read(number), self._uow.clock.now()
        playing = [
            row.match for row in tournament.pairings if row.status is PairingStatus.PLAYING and row.match is not None
        ]

        def find_halted(tx: Tx) -> list[MatchId]:
            return [match for match in playing if _stands_still(tx, tournament, match, now)]

        for match in playing if tournament.record.paused is not None else await self._uow.store.read(find_halted):
            with suppress(Refusal):
                await self._uow.act(None, None, match, lambda table, now: in_step(table, tournament.record, now))

    async def enforce(self, number: TournamentId) -> None:
        """Let entrants who have left give up their seats, substitutes take over theirs, and stop what is void."""
        tournament = await self._tournaments.read(number)
        for row in tournament.pairings:
            if is_annulled(row) and row.match is not None:
                with suppress(Refusal):
                    await self._uow.act(None, None, row.match, stop_by_ruling)
            if row.status is not PairingStatus.PLAYING or row.match is None:
                continue
            for seat, entrant in enumerate(row.entrants):
                member = tournament.current_members.get((entrant, row.board))
                left = away(tournament, entrant, row.board)
                with suppress(Refusal):
                    await self._seat(row.match, Seat(seat), member, left=left)

    async def _seat(self, match: MatchId, seat: Seat, member: MemberRecord | None, *, left: bool) -> None:
        def decide(table: MatchState, now: datetime) -> Change:
            table.require_position()
            row = next(row for row in table.seats if row.seat == seat)
            if left and row.resigned is None:
                return resign_seat(table, seat, now, of_tournament=True)
            if not left and member is not None and member.user is not None and row.user != member.user:
                return take_over(table, row, Actor(member.user, member.name), now)
            raise refuse("NOT_DUE", "not_due")  # it is as it should be

        await self._uow.act(None, None, match, decide)


def _goes_on(tournament: Tournament) -> bool:
    return tournament.record.status is TournamentStatus.RUNNING and tournament.record.paused is None


def _stands_still(tx: Tx, tournament: Tournament, match: MatchId, now: datetime) -> bool:
    """Whether a pause of its tournament stops the clocks of a match."""
    return any(
        stop.why is StopReason.TOURNAMENT
        for stop in tx.clocks.stops(match, (), guild=tournament.record.guild, after=now)
    )


def _seats(members: Sequence[MemberRecord], now: datetime) -> tuple[SeatRecord, ...]:
    return tuple(
        SeatRecord(match=MatchId(0), seat=seat, user=member.user, level=member.level, resigned=None, joined=now)
        for seat, member in enumerate(members)
    )


def _people(members: Sequence[MemberRecord], now: datetime) -> dict[object, PersonRecord]:
    return {
        member.user: PersonRecord(user=member.user, name=member.name, zone=None, prefs=b"{}", seen=now)
        for member in members
        if member.user is not None
    }
