"""Tournaments played by chance, without services: entrants, results and drop-outs out of a seeded hat."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app.tournaments.formats.progress import Came, World, advance, drop_entrant
from bot.app.tournaments.formats.rounds import startable
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.settings import TournamentSettings
from db.ids import ChannelId, GuildId, MatchId, TournamentId, UserId
from db.ratings.records import Left
from db.tournaments.records import (
    EntrantRecord,
    EntrantStatus,
    Format,
    MemberRecord,
    PairingRecord,
    PairingStatus,
    TournamentRecord,
    TournamentStatus,
)
from games.core.text import Text

START = datetime(2026, 3, 1, tzinfo=UTC)


def entrant(number: int, *, strength: int | None = None, status: EntrantStatus = EntrantStatus.SIGNED) -> EntrantRecord:
    """Return an entrant; the lower the number, the stronger."""
    return EntrantRecord(
        tournament=TournamentId(1),
        number=number,
        name=f"P{number}",
        status=status,
        strength=1000 - number if strength is None else strength,
        rank=0,
        first=1,
        last=None,
        joined=START,
    )


def member(number: int, board: int = 0) -> MemberRecord:
    """Return who plays for an entrant."""
    return MemberRecord(
        tournament=TournamentId(1),
        entrant=number,
        board=board,
        tenure=0,
        user=UserId(1000 + number * 10 + board),
        level=None,
        name=f"P{number}",
        joined=START,
        left=None,
    )


def tournament(format: Format, count: int, settings: TournamentSettings | None = None) -> Tournament:
    """Return a tournament that is about to start, with so many entrants."""
    chosen = settings or TournamentSettings(most=1000, least=2)
    record = TournamentRecord(
        id=TournamentId(1),
        version=1,
        guild=GuildId(9),
        channel=ChannelId(77),
        host=UserId(1),
        name="Cup",
        game="season",
        format=format,
        status=TournamentStatus.OPEN,
        round=0,
        settings=msgspec.json.encode(chosen),
        created=START,
        starts=START,
        due=None,
        finished=None,
    )
    return Tournament(
        record=record,
        settings=chosen,
        entrants=tuple(entrant(number) for number in range(1, count + 1)),
        members=tuple(member(number, board) for number in range(1, count + 1) for board in range(chosen.team)),
    )


Result = Callable[[PairingRecord, random.Random], tuple[int, ...]]


def by_chance(row: PairingRecord, chance: random.Random) -> tuple[int, ...]:
    """Return places: any order, now and then all even."""
    count = len(row.entrants)
    if chance.random() < 0.1:
        return (1,) * count
    places = list(range(1, count + 1))
    chance.shuffle(places)
    return tuple(places)


def by_number(row: PairingRecord, chance: random.Random) -> tuple[int, ...]:
    """Return places: the lower number always wins."""
    ranked = sorted(row.entrants)
    return tuple(1 + ranked.index(number) for number in row.entrants)


class Simulation:
    """Lets a tournament run to its end."""

    def __init__(self, begun: Tournament, *, seed: int = 0, drop: float = 0, result: Result = by_chance) -> None:
        """``drop``: the chance that an entrant leaves after a match."""
        self.tournament = begun
        self.chance = random.Random(seed)
        self.drop = drop
        self.result = result
        self.now = START
        self.news: list[Text] = []
        self.longest = 0
        self.seats = frozenset(range(2, 7))

    def world(self, came: dict[MatchId, Came] | None = None) -> World:
        """Return what the tournament looks at."""
        return World(now=self.now, came=came or {}, seats=self.seats)

    def step(self, came: dict[MatchId, Came] | None = None) -> None:
        """Let it go on, and start what can be started."""
        made = advance(self.tournament, self.world(came))
        self.tournament, news = made.tournament, made.news
        self.news.extend(news)
        if self.tournament.record.status is TournamentStatus.RUNNING:
            begun = [
                replace(row, status=PairingStatus.PLAYING, match=MatchId(row.number * 10 + row.board), began=self.now)
                for row in startable(self.tournament)
            ]
            self.tournament = self.tournament.with_pairings(begun)

    def playing(self) -> list[PairingRecord]:
        """Return what is being played."""
        return [row for row in self.tournament.pairings if row.status is PairingStatus.PLAYING]

    def finish_some(self, most: int) -> None:
        """Let some matches end, and some of their players leave."""
        rows = self.playing()
        self.chance.shuffle(rows)
        came: dict[MatchId, Came] = {}
        for row in rows[:most]:
            places = self.result(row, self.chance)
            assert row.match is not None
            came[row.match] = Came(
                places=places,
                totals=tuple(50 - 10 * place for place in places),
                ended="played",
                left=(Left.STAYED,) * len(places),
                at=self.now,
            )
            for number in row.entrants:
                if self.chance.random() < self.drop:
                    self.leave(number)
        self.step(came)

    def leave(self, number: int) -> None:
        """Let an entrant leave; what it is playing is lost at once."""
        gone = self.tournament.by_number[number]
        if gone.status is EntrantStatus.PLAYING:
            self.tournament = self.tournament.with_entrants([drop_entrant(self.tournament, gone)])

    def run(self, *, at_a_time: int = 10_000, steps: int = 5000) -> Tournament:
        """Play until it is over."""
        self.step()
        for _ in range(steps):
            if not self.tournament.alive:
                return self.tournament
            if self.playing():
                self.now += timedelta(hours=self.chance.randint(1, 30))
                self.finish_some(at_a_time)
            elif self.tournament.record.due is not None:
                self.now = max(self.now, self.tournament.record.due)
                self.step()
            else:
                raise AssertionError("the tournament waits for nothing and nobody")
        raise AssertionError("the tournament never ends")
