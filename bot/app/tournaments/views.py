"""Views of tournaments: everything that cards, lists, standings and exports show, read in one unit of work."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from bot.app.lobby import requests
from bot.app.ratings.skill import Strength, margin, points
from bot.app.runtime.library import Library
from bot.app.tournaments.formats.brackets import count_in_round, fill_tree, game_numbers, group_pairings, winners
from bot.app.tournaments.formats.half_byes import is_open
from bot.app.tournaments.formats.honors import end_text
from bot.app.tournaments.formats.no_shows import Absent, absences, find_leavings
from bot.app.tournaments.formats.progress import Came, World
from bot.app.tournaments.formats.standings import NOT_IN, Standings, standings
from bot.app.tournaments.model import Tournament, board_name, read_tournament
from bot.app.tournaments.pairing.bracket import AGAIN
from bot.app.tournaments.records import EntrantView, PairingView, TournamentLine, TournamentView
from bot.app.tournaments.rights import organizers_of
from bot.app.tournaments.settings import Seeding
from db.ids import MatchId, TournamentId, UserId
from db.ratings.records import AppealState, PlacingRecord
from db.records import PendingKind, PendingRecord
from db.tournaments.records import (
    EntrantStatus,
    Format,
    PairingRecord,
    PairingStatus,
    TournamentRecord,
    TournamentStatus,
)
from db.tx import Tx
from games.core.errors import Refusal
from games.core.game import Options
from games.core.text import Text

MOST_LOG = 20
"""Lines of a tournament's log that are shown."""

CANCELS = frozenset({"app.tournament_cancelled", "app.tournament_too_few"})
"""Sentences of the log that say why a tournament was canceled."""

NO_STANDINGS = Standings(breaks=(), rows=())

_texts = msgspec.json.Decoder(Text)
T = TypeVar("T")


def view_tournament(tx: Tx, library: Library, number: TournamentId) -> TournamentView | None:
    """Return a tournament as everybody sees it."""
    tournament = read_tournament(tx, number)
    if tournament is None:
        return None
    begun = tournament.record.status in (TournamentStatus.RUNNING, TournamentStatus.FINISHED)
    known = library.games.get(tournament.record.game)
    log = tuple((row.at, _texts.decode(row.text)) for row in tx.tournaments.log(number, most=MOST_LOG))
    return TournamentView(
        record=tournament.record,
        settings=tournament.settings,
        title=known.spec.title if known else tournament.record.game,
        entrants=tuple(_entrants(tournament)),
        pairings=tuple(_pairings(tx, tournament)),
        standings=standings(tournament) if begun else NO_STANDINGS,
        open_late=tournament.open_late,
        byes=is_open(tournament),
        coming=find_coming(tournament),
        options=_options(library, tournament),
        organizers=_organizers(tx, tournament.record),
        end=_tell_end(tournament, log),
        log=log,
        appeals=tuple(
            appeal
            for appeal in tx.results.appeals_in(tournament.record.guild, AppealState.OPEN)
            if appeal.tournament == number
        ),
    )


def _tell_end(tournament: Tournament, log: Sequence[tuple[datetime, Text]]) -> Text | None:
    """Who has won, once it is finished; why it was canceled, as far as the log's newest lines say."""
    match tournament.record.status:
        case TournamentStatus.FINISHED:
            return end_text(tournament)
        case TournamentStatus.CANCELLED:
            return next((text for _at, text in log if text.id in CANCELS), None)
        case _:
            return None


def _organizers(tx: Tx, record: TournamentRecord) -> tuple[str, ...]:
    people = tx.people.get_many(organizers_of(record), guild=record.guild)
    return tuple(people[user].name for user in organizers_of(record) if user in people)


def _options(library: Library, tournament: Tournament) -> Options | None:
    game = library.games.get(tournament.record.game)
    with suppress(Refusal):
        return None if game is None else requests.options(game, tournament.settings.options)
    return None


def find_coming(tournament: Tournament) -> tuple[PairingView, ...]:
    """Return the matches of a running knockout that will be played and that nobody is paired for yet."""
    there = group_pairings(tournament)
    if tournament.record.status is not TournamentStatus.RUNNING or not there:
        return ()
    return tuple(
        PairingView(
            number=0,
            board=0,
            round=meeting.node.round,
            group="",
            node=meeting.node.key,
            entrants=(),
            names=tuple(tournament.by_number[who].name if who else "?" for who in (meeting.first, meeting.second)),
            status=PairingStatus.WAITING,
            match=None,
            places=None,
            totals=None,
            ended="",
            due=None,
            in_round=count_in_round(tournament, meeting.node.key),
        )
        for meeting in fill_tree(tournament).values()
        if meeting.node.key not in there and meeting.node.key != AGAIN and 0 not in (meeting.first, meeting.second)
    )


def find_visible_seeds(tournament: Tournament) -> dict[int, int]:
    """Return the seeds that everybody may see: those of who started, before that only those set by hand."""
    begun = tournament.record.status in (TournamentStatus.RUNNING, TournamentStatus.FINISHED)
    if tournament.format is Format.FREE_SWISS:
        return {}
    there = [e.number for e in tournament.entrants if e.status not in NOT_IN] if begun else _by_hand(tournament)
    return {number: seed for seed, number in enumerate(sorted(there, key=tournament.seeds.__getitem__), start=1)}


def _by_hand(tournament: Tournament) -> list[int]:
    order = tournament.settings.arranged.order if tournament.settings.seeding is Seeding.HAND else ()
    return [number for number in order if tournament.by_number[number].status is not EntrantStatus.ABSENT]


def _entrants(tournament: Tournament) -> list[EntrantView]:
    members: dict[int, list[str]] = {}
    for member in tournament.current_members.values():
        members.setdefault(member.entrant, []).append(member.name)
    seeds = find_visible_seeds(tournament)
    return [
        EntrantView(
            number=entrant.number,
            name=entrant.name,
            status=entrant.status,
            points=points(entrant.strength),
            margin=None if entrant.sigma is None else margin(entrant.sigma),
            provisional=entrant.sigma is not None and Strength(entrant.strength, entrant.sigma).provisional,
            users=tuple(tournament.users_of(entrant.number)),
            members=tuple(members.get(entrant.number, ())),
            seed=seeds.get(entrant.number, 0),
        )
        for entrant in tournament.entrants
    ]


def _pairings(tx: Tx, tournament: Tournament) -> list[PairingView]:
    playing = [
        row.match for row in tournament.pairings if row.status is PairingStatus.PLAYING and row.match is not None
    ]
    waiting: dict[MatchId, list[PendingRecord]] = {}
    for row in tx.pending.of_matches(playing):
        if row.kind in (PendingKind.SEAT, PendingKind.COMPUTER) and not row.sealed:
            waiting.setdefault(row.match, []).append(row)
    threads = {match.id: match.thread or match.channel for match in tx.matches.get_many(playing)}
    games, won = game_numbers(tournament), winners(tournament)
    shown = [
        _view_pairing(tournament, row, waiting.get(row.match or MatchId(0), ()), threads.get(row.match or MatchId(0)))
        for row in tournament.pairings
    ]
    return [
        replace(each, game=games.get(each.number, 0), through=None if each.node is None else won.get(each.node, 0))
        for each in shown
    ]


def _view_pairing(
    tournament: Tournament, row: PairingRecord, waits: Sequence[PendingRecord], thread: object
) -> PairingView:
    names = tuple(board_name(tournament, number, row.board) for number in row.entrants)
    return PairingView(
        number=row.number,
        board=row.board,
        round=row.round,
        group=row.group,
        node=row.node,
        entrants=row.entrants,
        names=names,
        status=row.status,
        match=row.match,
        places=row.places,
        totals=row.totals,
        ended=row.ended or "",
        due=row.due,
        waiting=tuple(dict.fromkeys(names[wait.seat] for wait in waits)),
        since=min((wait.since for wait in waits), default=None),
        until=min((wait.due for wait in waits if wait.due is not None), default=None),
        thread=thread,  # type: ignore[arg-type]  # a ChannelId or None
        in_round=count_in_round(tournament, row.node),
    )


def world(tx: Tx, library: Library, tournament: Tournament, now: datetime) -> World:
    """Return what a tournament looks at when it goes on."""
    playing = [
        row.match for row in tournament.pairings if row.status is PairingStatus.PLAYING and row.match is not None
    ]
    sat: dict[MatchId, list[PlacingRecord]] = {}
    for row in tx.results.placings(playing):
        sat.setdefault(row.match, []).append(row)
    placings = {match: [row for row in rows if row.tenure == 0] for match, rows in sat.items()}
    results = tx.results.get_many(playing)
    rule = tournament.settings.overrun
    absent = {
        each.match: absences(each, sat[each.match], tx.clocks.of_match(each.match), rule=rule) for each in results
    }
    came = {
        result.match: Came(
            places=tuple(row.rank for row in placings[result.match]),
            totals=tuple(row.total for row in placings[result.match]),
            ended=result.ended,
            left=find_leavings(placings[result.match], absent[result.match]),
            at=result.finished,
            absent=tuple(gone is not Absent.CAME for gone in absent[result.match]),
        )
        for result in results
    }
    game = library.games.get(tournament.record.game)
    seats = frozenset(() if game is None else game.spec.seats)
    return World(now=now, came=came, unwanted=_find_unwanted(tx, tournament), seats=seats)


def _find_unwanted(tx: Tx, tournament: Tournament) -> dict[int, frozenset[int]]:
    """Whom each entrant is not to meet where that can be avoided: blocked by one of its members, or blocking one."""
    playing = {member.user: member.entrant for member in tournament.current_members.values() if member.user is not None}
    found: dict[int, set[int]] = {}
    for one, other in tx.blocks.among(UserId(user) for user in playing):
        found.setdefault(playing[one], set()).add(playing[other])
    return {number: frozenset(others - {number}) for number, others in found.items()}


def line(tx: Tx, record: TournamentRecord) -> TournamentLine:
    """Return a tournament as it stands in a list."""
    return TournamentLine(
        tournament=record.id,
        name=record.name,
        game=record.game,
        format=record.format,
        status=record.status,
        entrants=sum(each.status is not EntrantStatus.ABSENT for each in tx.tournaments.entrants(record.id)),
        channel=record.channel,
    )
