"""Everything that can happen to a tournament, one thing at a time.

People who come and go, rulings, outages, waiting.
"""

from __future__ import annotations

import random
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from typing import Any, TypeVar

from msgspec.structs import replace

from bot.app.match.records import Actor
from bot.app.tournaments.formats.format_rules import SEMIFINALISTS
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import Replacement, Start, TournamentChange
from bot.app.tournaments.settings import Seeding, TournamentSettings
from db.ids import Key, MatchId, UserId
from db.ratings.records import Ended
from db.tournaments.records import EntrantStatus, Format, PairingRecord, PairingStatus, TournamentStatus
from games.core.errors import Refusal
from tests.app.tournaments.memory import InMemory, MadeUp, now
from tests.app.tournaments.simulated import START, tournament

T = TypeVar("T")

ORGANIZER = Actor(UserId(1), "Host")
KEY = Key("key")
TREES = (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT)
STEPS = 3000
PEOPLE = 24
"""Who may enter, beside those who have at first."""

FIRST = 1000
"""The number of the first person."""

"""Things that happen until a tournament must be over."""


def settings_by(chance: random.Random, format: Format, *, people: int) -> TournamentSettings:
    """Return settings of a format, drawn from a hat."""
    several = format in (Format.ROUND_ROBIN, Format.FREE_SWISS, Format.LADDER)
    teams = format not in (Format.TABLES, Format.LADDER) and chance.random() < 0.2
    seats = chance.randint(3, 6) if format is Format.TABLES else 2
    finals = chance.choice((0, 2, 3, 4)) if format is Format.ROUND_ROBIN else 0
    third = format is Format.KNOCKOUT or finals == SEMIFINALISTS
    seeding = chance.choice(list(Seeding)) if format is not Format.FREE_SWISS else Seeding.RATING
    return TournamentSettings(
        most=chance.choice((people, people, max(2, people - 2), 99)),
        least=2,
        seats=seats,
        rounds=chance.randint(1, 5),
        group=chance.randint(2, 6),
        finals=finals,
        third=third and chance.random() < 0.5,
        seeding=seeding,
        best_of=chance.choice((1, 1, 3)) if format in TREES or finals else 1,
        accelerated=format is Format.SWISS and chance.random() < 0.3,
        half_byes=chance.choice((0, 0, 1, 2)) if format is Format.SWISS else 0,
        team=chance.randint(2, 3) if teams else 1,
        check_in=chance.choice((0, 0, 12)),
        late_rounds=chance.choice((0, 1, 3)),
        limit_days=chance.choice((0, 5, 30)),
        strikes=chance.choice((0, 1, 2)),
        at_once=chance.choice((0 if format is Format.ROUND_ROBIN else 1, 1, 2, 3)) if several else 1,
        days=chance.choice((0, 20)) if format is Format.LADDER else 0,
        bye=chance.choice((60, 60, 30, 0)),
    )


class Troubled(InMemory):
    """A tournament to which things happen; ``pick`` is any number, by which one of those in question is chosen."""

    def __init__(self, format: Format, settings: TournamentSettings, *, seed: int = 0) -> None:
        """Begin with a tournament that nobody has entered."""
        empty = replace(tournament(format, 0, settings), entrants=(), members=())
        empty = replace(empty, record=replace(empty.record, starts=None))
        super().__init__(empty, START)
        self.chance = random.Random(seed)
        self.told: list[str] = []
        """What happened, for who looks for a fault."""
        self.rulings: dict[MatchId, tuple[int, ...]] = {}
        """The newest ruling about each match."""

    # --- Who takes part --------------------------------------------------------------------------------------------

    def tried(self, what: str, work: Coroutine[Any, Any, T]) -> T | None:
        """Do something; what is refused changes nothing."""
        before, self.told = self.tournament, [*self.told, what]
        try:
            return now(work)
        except Refusal as refusal:
            assert before == self.tournament
            self.told[-1] += f" ({refusal.code})"
            return None

    def join(self, pick: int) -> None:
        """Let somebody sign up, check in, enter late, or come back."""
        actor = _person(pick)
        team = f"Team {pick // self.tournament.settings.team}" if self.tournament.settings.team > 1 else ""
        work = self.tournaments.join(KEY, actor, tournament=self.tournament.id, team=team)
        self.tried(f"{actor.name} joins {team}", work)

    def computer(self) -> None:
        """Let a computer player sign up."""
        self.tried(
            "computer", self.tournaments.add_computer(KEY, ORGANIZER, tournament=self.tournament.id, level="easy")
        )

    def check_all_in(self) -> None:
        """Let all who have signed up check in."""
        for member in list(self.tournament.current_members.values()):
            if member.user is not None and self.tournament.record.status is TournamentStatus.CHECK_IN:
                self.join(member.user - FIRST)

    def leave(self, pick: int) -> None:
        """Let somebody leave."""
        user = _one(
            [member.user for member in self.tournament.current_members.values() if member.user is not None], pick
        )
        if user is not None:
            self.leave_user(user)

    def leave_user(self, user: int) -> None:
        """Let one user leave."""
        self.tried(
            f"U{user - FIRST} leaves",
            self.tournaments.leave(KEY, Actor(UserId(user), ""), tournament=self.tournament.id),
        )

    def drop(self, pick: int) -> None:
        """Let the organizer take an entrant out."""
        number = self._entrant(pick)
        if number:
            self.tried(
                f"P{number} out", self.tournaments.drop(KEY, ORGANIZER, tournament=self.tournament.id, entrant=number)
            )

    def substitute(self, pick: int, into: int) -> None:
        """Let somebody play on for an entrant, also for one who has left."""
        number, board = self._entrant(pick), pick % self.tournament.settings.team
        if number:
            work = self.tournaments.substitute(
                KEY,
                ORGANIZER,
                tournament=self.tournament.id,
                replacement=Replacement(entrant=number, into=_person(into), board=board),
            )
            self.tried(f"U{into} for P{number} at {board}", work)

    def block(self, one: int, other: int) -> None:
        """Let one entrant block another."""
        pair = self._entrant(one), self._entrant(other)
        if pair[0] != pair[1]:
            self.told.append(f"P{pair[0]} blocks P{pair[1]}")
            known = self.memory.unwanted.get(pair[0], frozenset())
            self.memory.unwanted = {**self.memory.unwanted, pair[0]: known | {pair[1]}}

    def sit_out(self, pick: int, round: int, *, back: bool = False) -> None:
        """Let somebody ask for a bye, or take that back."""
        user = _one(
            [member.user for member in self.tournament.current_members.values() if member.user is not None], pick
        )
        if user is not None:
            actor = Actor(UserId(user), "")
            work = self.arranging.bye(KEY, actor, tournament=self.tournament.id, round=round or None, back=back)
            self.tried(f"U{user - FIRST} sits out in {round}, {back=}", work)

    def keep_apart(self, one: int, other: int, *, back: bool = False) -> None:
        """Let the organizer keep two entrants apart, or no longer."""
        pair = self._entrant(one), self._entrant(other)
        work = self.arranging.keep_apart(KEY, ORGANIZER, tournament=self.tournament.id, entrants=pair, back=back)
        if all(pair):
            self.tried(f"{pair} apart, {back=}", work)
        else:
            work.close()

    # --- Before the start ------------------------------------------------------------------------------------------

    def start(self, how: Start = Start.EVERYONE) -> None:
        """Let the organizer start it."""
        self.tried(f"start {how}", self.tournaments.start(KEY, ORGANIZER, tournament=self.tournament.id, how=how))

    def date(self, hours: int) -> None:
        """Let the organizer give it a date."""
        change = TournamentChange(starts=self.clock.now() + timedelta(hours=hours))
        self.tried(
            f"starts in {hours} h",
            self.tournaments.change(KEY, ORGANIZER, tournament=self.tournament.id, change=change),
        )

    def cancel(self) -> None:
        """Let the organizer call it off."""
        self.tried("off", self.tournaments.cancel(KEY, ORGANIZER, tournament=self.tournament.id))

    # --- Matches ---------------------------------------------------------------------------------------------------

    def finish(self, pick: int, *, even: bool = False) -> None:
        """Let a match end by its rules."""
        match = _one(self.playing(), pick)
        if match is not None:
            places = [1 + seat for seat in range(len(match.row.entrants))]
            self.chance.shuffle(places)
            self._end(match, [1] * len(places) if even else places, Ended.PLAYED)

    def give_up(self, pick: int, seat: int) -> None:
        """Let somebody give a match up."""
        match = _one(self.playing(), pick)
        if match is not None and match.row.match is not None:
            chosen = seat % len(match.row.entrants)
            self.told.append(f"#{match.row.match} {match.row.entrants}: {chosen} gives up")
            self.matches.give_up(match.row.match, chosen)

    def time_up(self, pick: int, seat: int, *, all_of_them: bool = False) -> None:
        """Let somebody lose a match by time, or all of them; every second time they never made a move."""
        match = _one(self.playing(), pick)
        if match is not None:
            count = len(match.row.entrants)
            late = tuple(range(count)) if all_of_them else (seat % count,)
            self._end(match, [1] * count, Ended.LATE, late=late, absent=late if pick % 2 else ())

    def _end(
        self, match: MadeUp, places: Sequence[int], ended: Ended, late: Sequence[int] = (), absent: Sequence[int] = ()
    ) -> None:
        match.end(places, ended=ended, at=self.clock.now(), late=late, absent=absent)
        assert match.came is not None
        what = f"{match.came.places} {ended} {[*late]} {[*absent]}"
        self.told.append(f"#{match.row.match} {match.row.entrants}: {what}")

    def annul(self, pick: int) -> None:
        """Let the organizer annul a result."""
        row = _one(self.ruled(PairingStatus.DONE), pick)
        if row is not None and row.match is not None:
            self.set_places(row.match, ())

    def rule(self, pick: int, *, even: bool = False) -> None:
        """Let the organizer set the places of a match, under way or over, as after an appeal."""
        row = _one(self.ruled(PairingStatus.DONE, PairingStatus.PLAYING), pick)
        if row is not None and row.match is not None:
            places = [1 + seat for seat in range(len(row.entrants))]
            self.chance.shuffle(places)
            self.set_places(row.match, (1,) * len(places) if even else tuple(places))

    def ruled(self, *statuses: PairingStatus) -> list[PairingRecord]:
        """Return the matches that may be ruled about."""
        return [row for row in self.tournament.pairings if row.status in statuses and row.match is not None]

    def set_places(self, match: MatchId, places: tuple[int, ...]) -> None:
        """Let the organizer set the places of a match, or annul it (none)."""
        work = self.disputes.rule(KEY, ORGANIZER, match=match, places=places, why="so it was", staff=None)
        if self.tried(f"#{match} is ruled {places}", work) is not None:
            self.rulings[match] = places

    def extend(self, pick: int, days: int) -> None:
        """Let the organizer give a match more days."""
        row = _one(self.ruled(PairingStatus.PLAYING), pick)
        if row is not None and row.match is not None:
            self.tried(
                f"#{row.match} {days} days more", self.disputes.extend(KEY, ORGANIZER, match=row.match, days=days)
            )

    # --- Time ------------------------------------------------------------------------------------------------------

    def wait(self, hours: float) -> None:
        """Let time pass."""
        self.told.append(f"{hours:g} h")
        self.clock.forward(hours=hours)

    def outage(self, hours: float) -> None:
        """Let nobody reach the bot for some time; what was due moves by it, as the database does it."""
        begins = self.clock.now()
        self.wait(hours)
        if self.tournament.record.paused is None:  # a pause is credited as a whole when it is over
            self.memory.put_off(begins, self.clock.now())

    def pause(self, hours: int) -> None:
        """Let the organizer pause it."""
        until = self.clock.now() + timedelta(hours=hours)
        self.tried(f"pauses {hours} h", self.pauses.pause(KEY, ORGANIZER, tournament=self.tournament.id, until=until))

    def resume(self) -> None:
        """Let the organizer end a pause."""
        self.tried("goes on", self.pauses.resume(KEY, ORGANIZER, tournament=self.tournament.id))

    def go_on(self) -> None:
        """Let something happen by which it goes on: a match ends, or the time comes for which it waits."""
        record = self.tournament.record
        if record.status is TournamentStatus.CHECK_IN and record.paused is None:
            self.check_all_in()
        if self.playing():
            self.wait(self.chance.randint(1, 30))
            self.finish(self.pick())
        elif record.due is not None:
            self.told.append("its time comes")
            self.clock.forward(seconds=max(0.0, (record.due - self.clock.now()).total_seconds()))
        elif record.status is TournamentStatus.OPEN:
            self.start()
            if self.tournament.record.status is TournamentStatus.OPEN:  # too few
                self.cancel()
        else:
            raise AssertionError("it waits for nothing and nobody")

    def run(self) -> Tournament:
        """Go on until it is over."""
        self.work()
        for _ in range(STEPS):
            if not self.tournament.alive:
                return self.tournament
            self.go_on()
            self.work()
        raise AssertionError("it never ends")

    def pick(self) -> int:
        """Return any number."""
        return self.chance.randrange(10_000)

    # --- Choosing --------------------------------------------------------------------------------------------------

    def _entrant(self, pick: int) -> int:
        gone = (EntrantStatus.ABSENT,)
        number = _one([entrant.number for entrant in self.tournament.entrants if entrant.status not in gone], pick)
        return number or 0


def _person(pick: int) -> Actor:
    return Actor(UserId(FIRST + pick), f"U{pick}")


def _one(rows: Sequence[T], pick: int) -> T | None:
    return rows[pick % len(rows)] if rows else None
