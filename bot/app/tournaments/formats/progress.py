"""How a tournament goes on by itself: from what it is now to what it is next.

Pure, and safe to repeat at any moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from bot.app.tournaments.formats import rounds
from bot.app.tournaments.formats.corrections import Ruled, overturn
from bot.app.tournaments.formats.honors import end_text
from bot.app.tournaments.formats.no_shows import absent_words, find_places, nobody_came
from bot.app.tournaments.formats.round_news import round_words
from bot.app.tournaments.model import OVER, Tournament, is_absent
from bot.app.tournaments.pairing import ladder
from db.ids import MatchId
from db.ratings.records import Left
from db.tournaments.records import (
    EntrantRecord,
    EntrantStatus,
    Format,
    PairingEnd,
    PairingRecord,
    PairingStatus,
    TournamentStatus,
)
from games.core.text import Text, say

SIGNED_UP = (EntrantStatus.SIGNED, EntrantStatus.PRESENT)

MOST_NAMED = 10
"""Of those who are left out at the start, so many are named."""


class Came(Struct, frozen=True, kw_only=True):
    """What came of a match: places and totals by seat, how it ended, and which seats were lost by time.

    ``absent`` by seat: missed turns and never made one; () where a ruling says how it ended.
    """

    places: tuple[int, ...]
    totals: tuple[int, ...]
    ended: str
    left: tuple[Left, ...]
    at: datetime
    absent: tuple[bool, ...] = ()


class World(Struct, frozen=True, kw_only=True):
    """What a tournament looks at: the time, results of its matches, who does not want to meet whom.

    ``seats``: by how many its game can be played.
    """

    now: datetime
    came: Mapping[MatchId, Came] = {}
    unwanted: Mapping[int, frozenset[int]] = {}
    seats: frozenset[int] = frozenset()


class Progress(Struct, frozen=True, kw_only=True):
    """The tournament as it is then, and what everybody is told."""

    tournament: Tournament
    news: tuple[Text, ...] = ()


def advance(tournament: Tournament, world: World) -> Progress:
    """Let a tournament go on as far as it can now; the same tournament if it cannot.

    ``due`` is set to when it next can.
    """
    news: list[Text] = []
    goes_on = tournament.record.paused is None
    if goes_on and tournament.record.status in (TournamentStatus.OPEN, TournamentStatus.CHECK_IN):
        tournament = _registration(tournament, world, news)
    if tournament.record.status is TournamentStatus.RUNNING:
        tournament = _take_in_results(tournament, world, news)
        if goes_on:
            tournament = _decide_walkovers(tournament, world)
            tournament = _next(tournament, world, news)
    return Progress(tournament=with_due(tournament, world), news=tuple(news))


# --- Before the start --------------------------------------------------------------------------------------------


def _registration(tournament: Tournament, world: World, news: list[Text]) -> Tournament:
    settings, record = tournament.settings, tournament.record
    signed = tournament.list_entrants(EntrantStatus.SIGNED, EntrantStatus.PRESENT)
    check_in = timedelta(hours=settings.check_in)
    starts = record.starts
    if starts is None and settings.full and len(signed) >= settings.most:
        starts = world.now + check_in
        record = replace(record, starts=starts)
    if starts is None:
        return tournament
    if record.status is TournamentStatus.OPEN and settings.check_in and starts - check_in <= world.now:
        if starts <= world.now:  # all of it was missed: nobody could have pressed
            starts = world.now + check_in
        record = replace(record, status=TournamentStatus.CHECK_IN, starts=starts)
        news.append(say("app.tournament_check_in", tournament=record.name, hours=f"{settings.check_in:g}"))
    tournament = replace(tournament, record=record)
    return tournament if starts > world.now else start_tournament(tournament, world, news)


def start_tournament(tournament: Tournament, world: World, news: list[Text]) -> Tournament:
    """Start a tournament with those who are there, or call it off if they are too few."""
    there = admit(tournament)
    numbers = {entrant.number for entrant in there}
    record = tournament.record
    if len(there) < max(2, tournament.settings.least):
        news.append(
            say("app.tournament_too_few", tournament=record.name, there=len(there), least=tournament.settings.least)
        )
        record = replace(record, status=TournamentStatus.CANCELLED, finished=world.now, due=None)
        return replace(tournament, record=record)
    strongest = sorted(there, key=lambda each: tournament.seeds[each.number])
    ranks = {entrant.number: place for place, entrant in enumerate(strongest, start=1)}
    ranked = tournament.format in (Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT, Format.LADDER)
    changed = [
        replace(
            entrant,
            status=EntrantStatus.PLAYING if entrant.number in numbers else EntrantStatus.ABSENT,
            rank=ranks[entrant.number] if ranked and entrant.number in numbers else 0,
            first=1,
        )
        for entrant in tournament.entrants
    ]
    record = replace(record, status=TournamentStatus.RUNNING, starts=world.now)
    news.append(say("app.tournament_started", tournament=record.name, count=len(there)))
    without = [each.name for each in tournament.list_entrants(*SIGNED_UP) if each.number not in numbers]
    if without:
        names, more = tuple(without[:MOST_NAMED]), max(0, len(without) - MOST_NAMED)
        text = (
            say("app.tournament_without_more", names=names, more=more)
            if more
            else say("app.tournament_without", names=names)
        )
        news.append(text)
    return replace(tournament, record=record).with_entrants(changed)


def admit(tournament: Tournament) -> list[EntrantRecord]:
    """Return who takes part if it starts now: who signed up (or checked in), then the reserve, up to the limit."""
    settings = tournament.settings
    whole = [each for each in tournament.entrants if len(find_boards(tournament, each.number)) == settings.team]
    if settings.check_in:
        there = [each for each in whole if each.status is EntrantStatus.PRESENT]
    else:
        there = [each for each in whole if each.status in (EntrantStatus.SIGNED, EntrantStatus.PRESENT)]
        there += [each for each in whole if each.status is EntrantStatus.RESERVE]
    return there[: settings.most]


def find_boards(tournament: Tournament, number: int) -> list[int]:
    """Return the boards of an entrant at which somebody plays."""
    return [board for (entrant, board) in tournament.current_members if entrant == number]


# --- Results -----------------------------------------------------------------------------------------------------


def _take_in_results(tournament: Tournament, world: World, news: list[Text]) -> Tournament:
    """Take in what came of matches that are over."""
    done: list[PairingRecord] = []
    for row in tournament.pairings:
        came = world.came.get(row.match) if row.match is not None else None
        if row.status is PairingStatus.PLAYING and came is not None:
            done.append(
                replace(
                    row,
                    status=PairingStatus.DONE,
                    places=find_places(came.places, came.absent),
                    totals=(0,) * len(came.totals) if nobody_came(came.absent) else came.totals,
                    ended=find_end(came),
                    late=seats_timed_out(came),
                    done=came.at,
                    due=None,
                )
            )
    tournament = tournament.with_pairings(done)
    news.extend(absent_words(tournament, row, tree=row.node is not None) for row in done if is_absent(row))
    if tournament.format is Format.LADDER:
        tournament = _climb(tournament, done)
    return _strike_out(tournament, done, news)


def correct(tournament: Tournament, row: PairingRecord, came: Came) -> Ruled:
    """Return the tournament with the result of a match corrected, and what follows from that for what was paired since.

    On a ladder whoever wins by it takes the place of the loser, if that is above, as if the match had ended now.
    """
    done = replace(row, status=PairingStatus.DONE, done=row.done or came.at, due=None)
    done = replace(done, places=came.places, totals=came.totals, ended=find_end(came), late=seats_timed_out(came))
    ruled = overturn(tournament, done)
    return replace(ruled, tournament=_climb(ruled.tournament, [done])) if tournament.format is Format.LADDER else ruled


def annul(tournament: Tournament, row: PairingRecord) -> Ruled:
    """Return the tournament with a result annulled: a match of a tree is played again.

    Raises Refusal if it is too late.
    """
    return overturn(tournament, replace(row, status=PairingStatus.VOID, ended=PairingEnd.ANNULLED, late=()))


def _climb(tournament: Tournament, done: Sequence[PairingRecord]) -> Tournament:
    """Let winners from below take the places of those they beat, in the order in which the matches ended."""
    order = [each.number for each in sorted(tournament.entrants, key=lambda each: each.rank) if each.rank]
    for row in sorted(done, key=lambda each: (each.done, each.number)):
        assert row.places is not None
        if row.places[0] != row.places[1]:
            first, second = row.entrants if row.places[0] < row.places[1] else row.entrants[::-1]
            order = list(ladder.move_up(order, winner=first, loser=second))
    places = {number: place for place, number in enumerate(order, start=1)}
    return tournament.with_entrants(
        [replace(each, rank=places[each.number]) for each in tournament.entrants if each.number in places]
    )


def _strike_out(tournament: Tournament, done: Sequence[PairingRecord], news: list[Text]) -> Tournament:
    """Take out those who have lost too many seats by time."""
    late: dict[int, int] = {}
    for row in tournament.pairings:
        for seat in row.late:
            late[row.entrants[seat]] = late.get(row.entrants[seat], 0) + 1
    touched = {row.entrants[seat] for row in done for seat in row.late}
    gone = [
        entrant
        for entrant in tournament.active
        if entrant.number in touched and late[entrant.number] >= tournament.settings.strikes > 0
    ]
    news.extend(say("app.tournament_struck", name=entrant.name, times=late[entrant.number]) for entrant in gone)
    return tournament.with_entrants([drop_entrant(tournament, entrant) for entrant in gone])


def find_end(came: Came) -> PairingEnd:
    """Return how a match ended as a pairing holds it."""
    return PairingEnd.ABSENT if nobody_came(came.absent) else PairingEnd(came.ended)


def seats_timed_out(came: Came) -> tuple[int, ...]:
    """Return the seats that were lost by time."""
    return tuple(seat for seat, left in enumerate(came.left) if left is Left.LATE)


def drop_entrant(tournament: Tournament, entrant: EntrantRecord) -> EntrantRecord:
    """Return an entrant who is not paired any more."""
    return replace(entrant, status=EntrantStatus.DROPPED, last=tournament.record.round)


def away(tournament: Tournament, number: int, board: int) -> bool:
    """Return whether nobody plays for an entrant at a board: it has left, or of a team the one who sat there has."""
    empty = tournament.settings.team > 1 and (number, board) not in tournament.current_members
    return empty or tournament.by_number[number].status is EntrantStatus.DROPPED


def _decide_walkovers(tournament: Tournament, world: World) -> Tournament:
    """Decide what was paired and is not played, since somebody has left: the others go on."""
    changed: list[PairingRecord] = []
    for row in tournament.pairings:
        if row.status is not PairingStatus.WAITING:
            continue
        gone = [away(tournament, number, row.board) for number in row.entrants]
        if all(gone):
            changed.append(replace(row, status=PairingStatus.VOID, ended=PairingEnd.WALKOVER, done=world.now))
        elif any(gone):
            stayed = len(gone) - sum(gone)
            places = tuple(stayed + 1 if left else 1 for left in gone)
            totals = (0,) * len(gone)
            changed.append(
                replace(
                    row,
                    status=PairingStatus.DONE,
                    places=places,
                    totals=totals,
                    ended=PairingEnd.WALKOVER,
                    done=world.now,
                )
            )
    return tournament.with_pairings(changed)


# --- Pairing -----------------------------------------------------------------------------------------------------


def _next(tournament: Tournament, world: World, news: list[Text]) -> Tournament:
    """Pair what can be paired now; finish when nothing more can come."""
    for _ in range(len(tournament.entrants) + 99):
        after = rounds.pair_next(tournament, now=world.now, unwanted=world.unwanted, seats=world.seats)
        if after is tournament:
            break
        news += round_words(tournament, after)
        tournament = _decide_walkovers(after, world)
    open_rows = [row for row in tournament.pairings if row.status not in OVER]
    if open_rows or not rounds.over(tournament, now=world.now):
        return tournament
    return _finish(tournament, world, news)


def _finish(tournament: Tournament, world: World, news: list[Text]) -> Tournament:
    record = replace(tournament.record, status=TournamentStatus.FINISHED, finished=world.now, due=None)
    tournament = replace(tournament, record=record)
    news.append(end_text(tournament))
    return tournament


def with_due(tournament: Tournament, world: World) -> Tournament:
    """Return the tournament with the time at which it next goes on by itself."""
    due = _due(tournament, world)
    return (
        tournament if due == tournament.record.due else replace(tournament, record=replace(tournament.record, due=due))
    )


def _due(tournament: Tournament, world: World) -> datetime | None:
    record, settings = tournament.record, tournament.settings
    if record.paused is not None:
        return record.resumes
    if record.status is TournamentStatus.OPEN and record.starts is not None:
        return record.starts - timedelta(hours=settings.check_in)
    if record.status is TournamentStatus.CHECK_IN:
        return record.starts
    if record.status is not TournamentStatus.RUNNING:
        return None
    if rounds.startable(tournament):
        return world.now
    times = [row.due for row in tournament.pairings if row.status is PairingStatus.PLAYING and row.due is not None]
    waits = rounds.waits_until(tournament, now=world.now)
    return min([*times, *waits], default=None)
