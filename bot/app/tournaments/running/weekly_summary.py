"""The weekly summary of a tournament that runs: one short post, unless nothing happened or nobody wants it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.app.runtime.moments import day
from bot.app.tournaments.formats.progress import World
from bot.app.tournaments.formats.rounds import ladder_ends
from bot.app.tournaments.formats.standings import StandRow, standings, write_points
from bot.app.tournaments.model import Tournament, began
from bot.app.tournaments.news import news_row
from bot.app.tournaments.records import PairingView, TournamentView
from bot.app.tournaments.settings import TREES
from bot.app.tournaments.unit_of_work import Decided, TournamentUnitOfWork
from bot.app.tournaments.views import view_tournament
from db.ids import TournamentId
from db.tournaments.records import Format, PairingEnd, PairingRecord, PairingStatus, TournamentStatus
from db.tx import Tx
from games.core.text import Text, lines, say

WEEK = timedelta(days=7)

TOP = 3
"""Lines of the standings that are told."""

MOST_WAITING = 3
WAITING_FROM = timedelta(days=1)
"""A match that waits for a player for less is not told as one that waits long."""


class WeeklySummaries:
    """Posts them in the channels of tournaments; safe to repeat at any moment."""

    def __init__(self, tournaments: TournamentUnitOfWork) -> None:
        """Work over the shared unit of work."""
        self._tournaments = tournaments

    async def tell(self, number: TournamentId) -> None:
        """Tell what happened in a tournament since its last summary, if that is a week ago."""
        shown: list[TournamentView | None] = [None]

        def reads(tx: Tx, known: Tournament) -> None:
            shown[0] = view_tournament(tx, self._tournaments.uow.library, number)

        def decide(known: Tournament, seen: World) -> Decided:
            record = known.record
            if record.status is not TournamentStatus.RUNNING or record.paused is not None:
                return Decided(tournament=known)
            since = record.summary or began(known)
            if since + WEEK > seen.now:
                return Decided(tournament=known)
            if record.summary is None and since + 2 * WEEK < seen.now:
                since = seen.now - WEEK  # it ran before there were summaries
            after = replace(known, record=replace(record, summary=seen.now))
            playing = () if shown[0] is None else shown[0].holding_up
            text = summary(known, playing, since=since, now=seen.now) if known.settings.weekly else None
            return Decided(tournament=after, notices=() if text is None else (news_row(record, text, now=seen.now),))

        await self._tournaments.act(None, None, number, decide, reads=reads, goes_on=False)


def summary(tournament: Tournament, playing: Sequence[PairingView], *, since: datetime, now: datetime) -> Text | None:
    """Return what happened since a time and what is next; None if no match was finished.

    ``playing``: what is being played, the matches that wait longest first.
    """
    done = [row for row in tournament.pairings if _was_played(row) and row.done is not None and row.done > since]
    if not done:
        return None
    head = say("app.week_head", tournament=tournament.record.name, count=len(done), since=day(since))
    return lines(head, *_top(tournament), *_find_waiting(playing, now), *_next(tournament, playing))


def _was_played(row: PairingRecord) -> bool:
    return row.status is PairingStatus.DONE and row.ended != PairingEnd.WALKOVER


def _top(tournament: Tournament) -> Iterator[Text]:
    """How it stands: the first three, of groups those who lead, in a tree how many are left."""
    if tournament.format in TREES:
        yield say("app.week_left", count=len(tournament.active))
        return
    rows = standings(tournament).rows
    grouped = any(row.group for row in rows)
    told = [row for row in rows if row.place == 1 and row.group != "final"] if grouped else rows[:TOP]
    if told:
        yield say("app.week_top", rows=tuple(_row(row) for row in told))


def _row(row: StandRow) -> Text:
    if row.group:
        return say("app.week_leader", group=row.group, name=row.name, points=write_points(row.points))
    return say("app.week_row", place=row.place, name=row.name, points=write_points(row.points))


def _find_waiting(playing: Sequence[PairingView], now: datetime) -> Iterator[Text]:
    """The matches that wait longest for a player."""
    told = [
        say("app.week_wait", match=each.match, names=each.waiting, since=day(each.since))
        for each in playing
        if each.match is not None and each.waiting and each.since is not None and each.since <= now - WAITING_FROM
    ]
    if told:
        yield say("app.week_waiting", matches=tuple(told[:MOST_WAITING]))


def _next(tournament: Tournament, playing: Sequence[PairingView]) -> Iterator[Text]:
    """What is next: the round, what is being played and until when, the end of a ladder."""
    rounds = tournament.settings.rounds
    if tournament.format in (Format.SWISS, Format.TABLES):
        yield say("app.week_round", round=tournament.record.round, rounds=rounds)
    if playing:
        due = min((each.due for each in playing if each.due is not None), default=None)
        until = () if due is None else (say("app.week_decided", until=day(due)),)
        yield say("app.week_playing", count=len(playing))
        yield from until
    if tournament.format is Format.LADDER and tournament.settings.days:
        yield say("app.week_ladder", until=day(ladder_ends(tournament)))
