"""One tournament through its services, without a database.

Matches are made up, and what is decided is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor
from bot.app.runtime.library import Library
from bot.app.runtime.time_source import ManualClock
from bot.app.tournaments.formats.progress import Came, Progress, World, advance
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import TournamentReceipt
from bot.app.tournaments.running.arrangements import Arrangements
from bot.app.tournaments.running.decisions import Ruling
from bot.app.tournaments.running.disputes import Disputes
from bot.app.tournaments.running.matches import TournamentMatches
from bot.app.tournaments.running.pauses import TournamentPauses
from bot.app.tournaments.service import Tournaments
from bot.app.tournaments.unit_of_work import Decide, Decided, Reads, TournamentUnitOfWork
from db.ids import Key, MatchId, TournamentId
from db.ratings.records import Ended, Left
from db.records import MatchRecord, Status
from db.tournaments.records import MemberRecord, PairingRecord, PairingStatus, TournamentStatus
from games.core.seats import Seat
from games.core.text import Text
from tests.app.scene import GAMES

T = TypeVar("T")
Watch = Callable[[Tournament, Tournament, Mapping[int, frozenset[int]]], None]

SEATS = frozenset(range(2, 7))
"""By how many a match can be played."""

GOES_ON = 99
"""Looks at a tournament in a row, until nothing more comes of them."""


def now(work: Coroutine[Any, Any, T]) -> T:
    """Run what waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return cast(T, done.value)
    raise AssertionError("it waits for something")


class MadeUp(Struct):
    """A match that nobody plays: who sits in it, which seats were given up, and what came of it."""

    row: PairingRecord
    users: list[object]
    resigned: set[int]
    came: Came | None = None

    def end(
        self,
        places: Sequence[int],
        *,
        ended: Ended,
        at: datetime,
        late: Sequence[int] = (),
        absent: Sequence[int] = (),
    ) -> None:
        """End it; those who gave up or ran out of time stand below the others. ``absent`` never made a move."""
        gone = {*self.resigned, *late}
        order = [(seat in gone, place) for seat, place in enumerate(places)]
        ranked = tuple(1 + sum(other < own for other in order) for own in order)
        left = [
            Left.LATE if seat in late else Left.RESIGNED if seat in self.resigned else Left.STAYED
            for seat in range(len(places))
        ]
        totals = tuple(50 - 10 * place for place in ranked)
        never = tuple(seat in absent for seat in range(len(places)))
        self.came = Came(places=ranked, totals=totals, ended=ended, left=tuple(left), at=at, absent=never)


class Memory(TournamentUnitOfWork):
    """Decides about one tournament as the true unit of work does; what is read of the database is left out."""

    def __init__(self, tournament: Tournament, clock: ManualClock) -> None:
        """Begin with a tournament that stands open."""
        super().__init__(UnitOfWork(cast(Any, None), Library(GAMES), clock))
        self.uow.act = self._stopped  # type: ignore[method-assign,assignment]
        self.tournament = tournament
        self.news: list[Text] = []
        self.matches: dict[MatchId, MadeUp] = {}
        self.unwanted: dict[int, frozenset[int]] = {}
        self.watch: Watch | None = None
        """Looks at how the tournament went on: before, after, and who does not want to meet whom."""

    async def _stopped(self, key: object, actor: object, match: MatchId, decide: object) -> None:
        """Stop a match that does not count any more."""
        played = self.matches[match]
        if played.came is None:
            played.end((1,) * len(played.row.entrants), ended=Ended.STAFF, at=self.uow.clock.now())

    async def read(self, number: TournamentId) -> Tournament:
        """Return the tournament."""
        return self.tournament

    def world(self) -> World:
        """Return what the tournament looks at."""
        came = {number: match.came for number, match in self.matches.items() if match.came is not None}
        return World(now=self.uow.clock.now(), came=came, unwanted=self.unwanted, seats=SEATS)

    async def act(
        self,
        key: Key | None,
        actor: Actor | None,
        number: TournamentId,
        decide: Decide,
        *,
        reads: Reads | None = None,
        goes_on: bool = True,
    ) -> TournamentReceipt:
        """Decide, and let the tournament go on."""
        seen, paused = self.world(), self.tournament.record.paused
        decided = decide(self.tournament, seen)
        made = advance(decided.tournament, seen) if goes_on else Progress(tournament=decided.tournament)
        if self.watch is not None:
            self.watch(self.tournament, made.tournament, self.unwanted)
        self.tournament = made.tournament
        self.news += [*decided.news, *made.news]
        if paused is not None and self.tournament.record.paused is None:
            self.put_off(paused, seen.now)
        return TournamentReceipt(tournament=number, told=decided.told)

    def put_off(self, starts: datetime, ends: datetime) -> None:
        """Move what was due by an outage, or a pause, as the database does it."""
        record, length = self.tournament.record, ends - starts
        before = record.status in (TournamentStatus.OPEN, TournamentStatus.CHECK_IN)
        fell = record.status is not TournamentStatus.OPEN or (record.due is not None and record.due < ends)
        if record.due is not None and record.due >= starts and fell:
            begins = record.starts + length if before and record.starts is not None else record.starts
            record = replace(record, due=record.due + length, starts=begins)
        rows = [
            replace(row, due=row.due + (ends - max(row.began or starts, starts)))
            for row in self.tournament.pairings
            if row.status is PairingStatus.PLAYING and row.due is not None and row.due > starts
        ]
        self.tournament = replace(self.tournament.with_pairings(rows), record=record)


class Matches(TournamentMatches):
    """Starts made-up matches, and gives up seats in them."""

    def __init__(self, memory: Memory) -> None:
        """Over a tournament in memory."""
        super().__init__(memory, new_seed=lambda: b"")
        self.memory = memory

    async def _start(self, tournament: Tournament, rows: Sequence[PairingRecord]) -> None:
        at = self.memory.uow.clock.now()
        begun = []
        for row in rows:
            number = MatchId(len(self.memory.matches) + 1)
            users: list[object] = [tournament.current_members[entrant, row.board].user for entrant in row.entrants]
            due = at + timedelta(days=tournament.settings.limit_days) if tournament.settings.limit_days else None
            played = replace(row, status=PairingStatus.PLAYING, match=number, began=at, due=due)
            self.memory.matches[number] = MadeUp(played, users, set())
            begun.append(played)
        after = tournament.with_pairings(begun)
        dues = [due for due in (tournament.record.due, *(row.due for row in begun)) if due is not None]
        self.memory.tournament = replace(after, record=replace(after.record, due=min(dues, default=None)))

    async def decide(self, match: MatchId, tournament: Tournament, ruling: Ruling | None) -> bool:
        """End a match by the rule of its tournament, here always even, or as somebody ruled."""
        played = self.memory.matches[match]
        if played.came is not None:
            return False
        places = (1,) * len(played.row.entrants) if ruling is None else ruling.places
        resigned, played.resigned = played.resigned, set() if ruling is not None else played.resigned
        played.end(places, ended=Ended.ADJUDICATED, at=self.memory.uow.clock.now())
        played.resigned = resigned
        return True

    async def keep_clocks(self, number: TournamentId) -> None:
        """Leave it: made-up matches have no clocks."""

    async def _seat(self, match: MatchId, seat: Seat, member: MemberRecord | None, *, left: bool) -> None:
        played = self.memory.matches[match]
        if played.came is not None:
            return
        if left:
            self.give_up(match, seat)
        elif member is not None and member.user is not None:
            played.users[seat] = member.user

    def give_up(self, match: MatchId, seat: int) -> None:
        """Give a seat up: the match is over once fewer than two are left."""
        played = self.memory.matches[match]
        played.resigned.add(seat)
        if len(played.row.entrants) - len(played.resigned) < 2:
            places = (1,) * len(played.row.entrants)
            played.end(places, ended=Ended.RESIGNED, at=self.memory.uow.clock.now())


class Rulings(Disputes):
    """Rules about made-up matches."""

    def __init__(self, memory: Memory, matches: Matches) -> None:
        """Over a tournament in memory."""
        super().__init__(memory, matches)
        self.memory = memory

    async def _of(
        self, match: MatchId, key: Key | None = None
    ) -> tuple[MatchRecord, Tournament | None, PairingRecord | None]:
        played = self.memory.matches[match]
        row = next(each for each in self.memory.tournament.pairings if each.match == match)
        status = Status.RUNNING if played.came is None else Status.FINISHED
        record = cast(MatchRecord, _Seated(id=match, seats=len(row.entrants), status=status, ply=1))
        return record, self.memory.tournament, row


class _Seated(Struct, frozen=True, kw_only=True):
    """What is looked at of a match when it is ruled about."""

    id: MatchId
    seats: int
    status: Status
    ply: int
    guild: int = 9


class InMemory:
    """A tournament with all its services, as people and the organizer use them."""

    def __init__(self, tournament: Tournament, start: datetime) -> None:
        """Begin with a tournament that stands open."""
        self.clock = ManualClock(start)
        self.memory = Memory(tournament, self.clock)
        self.matches = Matches(self.memory)
        self.tournaments = Tournaments(self.memory, self.matches)
        self.disputes = Rulings(self.memory, self.matches)
        self.pauses = TournamentPauses(self.memory, self.matches)
        self.arranging = Arrangements(self.memory)

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is."""
        return self.memory.tournament

    def playing(self) -> list[MadeUp]:
        """Return the matches under way."""
        return [match for match in self.memory.matches.values() if match.came is None]

    def work(self) -> None:
        """Let the tournament go on as far as it can, as the tournament runner does."""
        for _ in range(GOES_ON):
            before = self.tournament
            now(self.pauses.end_due(before.id))
            now(self.memory.act(None, None, before.id, _as_it_is))
            if self.tournament.record.status is TournamentStatus.RUNNING:
                now(self.matches.start_all(before.id))
                now(self.matches.enforce(before.id))
                now(self.matches.overrun(before.id))
            if self.tournament == before and not self._came():
                return
        raise AssertionError("it never comes to rest")

    def _came(self) -> bool:
        playing = {row.match for row in self.tournament.pairings if row.status is PairingStatus.PLAYING}
        return self.tournament.alive and any(number in playing for number in self.memory.world().came)


def _as_it_is(tournament: Tournament, seen: World) -> Decided:
    return Decided(tournament=tournament)
