"""Finished matches made by hand: what results are reckoned from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TypedDict, Unpack

from msgspec.structs import replace

from bot.app.ratings.fold import NOTHING, Key, Known, changes, rows
from bot.app.ratings.rules import Facts, Line
from db.ids import ChannelId, GuildId, MatchId, UserId
from db.ratings.records import (
    Ended,
    Left,
    PlacingRecord,
    RatingRecord,
    ResultRecord,
    RulingRecord,
    StepRecord,
    TenureRecord,
    Unrated,
)
from db.records import MatchRecord, SeatRecord, Status
from games.core.game import Outcome
from games.core.moves import Move
from games.core.running.play import Cause, Entry
from games.core.seats import AskId, Seat
from games.core.text import Text

BEGAN = datetime(2026, 3, 1, tzinfo=UTC)


class Nod(Move, frozen=True, tag="nod"):
    """Any move."""


def match(seats: int = 2, *, practice: bool = False, number: int = 1, days: int = 1) -> MatchRecord:
    """Return a finished match."""
    return MatchRecord(
        id=MatchId(number),
        version=9,
        game="season",
        rules_number=1,
        state_number=1,
        status=Status.FINISHED,
        seats=seats,
        options=b"{}",
        pace=b"{}",
        private=False,
        practice=practice,
        host=UserId(1),
        guild=GuildId(7),
        channel=ChannelId(8),
        thread=None,
        ply=9,
        seed_hash="",
        outcome=None,
        rematch_of=None,
        created=BEGAN,
        started=BEGAN,
        finished=BEGAN + timedelta(days=days),
        moved=BEGAN,
    )


def seats(*who: int | str, resigned: dict[int, int] | None = None) -> tuple[SeatRecord, ...]:
    """Return seats by user number or level; ``resigned``: seat to ply."""
    gone = resigned or {}
    return tuple(
        SeatRecord(
            match=MatchId(1),
            seat=number,
            user=UserId(each) if isinstance(each, int) else None,
            level=each if isinstance(each, str) else None,
            resigned=gone.get(number),
            joined=BEGAN,
        )
        for number, each in enumerate(who)
    )


def lines(script: str) -> tuple[Line, ...]:
    """Return log lines, one for each letter.

    ``a`` to ``f``: seats 0 to 5 make a turn; in capitals it is made for them because time was up.
    """
    found = []
    for ply, letter in enumerate(script, start=1):
        seat = Seat(ord(letter.lower()) - ord("a"))
        cause = Cause.FALLBACK if letter.isupper() else Cause.PLAYER
        entry = Entry(seat=seat, ask=AskId(f"t{ply}"), moves=(Nod(),), line="", cause=cause)
        found.append(Line(ply, BEGAN + timedelta(hours=ply), entry))
    return tuple(found)


class More(TypedDict, total=False):
    """What else may be known of a match."""

    tenures: tuple[TenureRecord, ...]
    ruling: RulingRecord | None
    rated_tournament: bool
    unrated: bool


def facts(
    who: tuple[SeatRecord, ...] | None = None,
    *,
    places: tuple[int, ...] = (1, 2),
    script: str = "abab",
    note: Text | None = None,
    practice: bool = False,
    **more: Unpack[More],
) -> Facts:
    """Return a finished match of ``who`` with the log that the script tells, and ``more`` that is known of it."""
    sitters = who or seats(1, 2)
    made = Facts(
        match=match(len(sitters), practice=practice),
        seats=sitters,
        tenures=(),
        outcome=Outcome(places=places, totals=tuple(50 - 10 * place for place in places), note=note),
        lines=lines(script),
    )
    return replace(made, **more)


def sat(seat: int, user: int, *, until: int, number: int = 1, why: Left = Left.REPLACED) -> TenureRecord:
    """Return who sat at a seat before."""
    return TenureRecord(
        match=MatchId(1), seat=seat, number=number, user=UserId(user), level=None, until=until, at=BEGAN, why=why
    )


def ruled(*places: int) -> RulingRecord:
    """Return a ruling."""
    return RulingRecord(id=1, match=MatchId(1), by=UserId(9), at=BEGAN, places=places, why="a mistake")


def result(number: int, *, guild: int | None = 7, rated: bool = True, days: int | None = None) -> ResultRecord:
    """Return a result that ended as many days after the first as its number says."""
    return ResultRecord(
        match=MatchId(number),
        game="season",
        guild=None if guild is None else GuildId(guild),
        seats=2,
        started=BEGAN,
        finished=BEGAN + timedelta(days=number if days is None else days),
        ended=Ended.PLAYED,
        rated=rated,
        why=Unrated.RATED if rated else Unrated.PRACTICE,
        note=None,
        tournament=None,
        edited=False,
    )


def placed(
    number: int, *ranks: tuple[int | str, int], guarded: int | None = None, former: int | None = None
) -> tuple[PlacingRecord, ...]:
    """Return placings: (user or level, rank) by seat; ``guarded`` is a seat, ``former`` who sat at it before."""

    def row(seat: int, tenure: int, who: int | str, rank: int) -> PlacingRecord:
        return PlacingRecord(
            match=MatchId(number),
            seat=seat,
            tenure=tenure,
            user=UserId(who) if isinstance(who, int) else None,
            level=who if isinstance(who, str) else None,
            place=rank,
            rank=rank,
            total=0,
            turns=4,
            late=0,
            left=Left.REPLACED if tenure else Left.STAYED,
            guarded=seat == guarded and not tenure,
            scores=b"[]",
            spent=b"[]",
        )

    rows = [row(seat, 0, who, rank) for seat, (who, rank) in enumerate(ranks)]
    if former is not None:
        assert guarded is not None
        rows.append(row(guarded, 1, former, len(ranks)))
    return tuple(rows)


class Book:
    """A fold from nothing, in memory: what ratings must be, however they were calculated."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.known: dict[Key, Known] = {}
        self.ratings: dict[Key, RatingRecord] = {}
        self.steps: list[StepRecord] = []

    def add(self, result: ResultRecord, placings: Sequence[PlacingRecord]) -> None:
        """Take the next result."""
        changed = changes(result, placings, lambda key: self.known.get(key, NOTHING))
        self.known |= changed
        for rating, step in rows(result, changed):
            self.ratings[Key(rating.guild, rating.game, rating.user, rating.level_of, rating.level)] = rating
            self.steps.append(step)
