"""The next pairings of each format, from what was paired and played so far. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace

from bot.app.tournaments.formats import brackets, half_byes
from bot.app.tournaments.formats.kept_apart import separate
from bot.app.tournaments.formats.no_shows import find_barred
from bot.app.tournaments.formats.standings import group_names, group_order
from bot.app.tournaments.model import OVER, Tournament, began
from bot.app.tournaments.pairing import crossing, free, ladder, robin, swiss, tables
from bot.app.tournaments.pairing.acceleration import accelerate, virtual_points
from bot.app.tournaments.pairing.bracket import Meeting
from bot.app.tournaments.pairing.rivals import seat_pair
from db.tournaments.records import (
    EntrantRecord,
    EntrantStatus,
    Format,
    NodeKey,
    PairingEnd,
    PairingRecord,
    PairingStatus,
)

Unwanted = Mapping[int, frozenset[int]]

GROUPS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def pair_next(tournament: Tournament, *, now: datetime, unwanted: Unwanted, seats: Set[int]) -> Tournament:
    """Return the tournament with what is to be paired next; the same tournament if that is nothing now.

    ``seats``: by how many its game can be played.
    """
    match tournament.format:
        case Format.SWISS | Format.TABLES:
            return _round(tournament, now=now, unwanted=unwanted, seats=seats)
        case Format.FREE_SWISS:
            return _free(tournament, now=now, unwanted=unwanted)
        case Format.LADDER:
            return _ladder(tournament, now=now, unwanted=unwanted)
        case Format.ROUND_ROBIN:
            return _robin(tournament)
        case Format.KNOCKOUT | Format.DOUBLE_KNOCKOUT:
            return _knockout(tournament, now=now)
        case _:
            assert_never(tournament.format)


def over(tournament: Tournament, *, now: datetime) -> bool:
    """Return whether nothing will be paired any more, all pairings being done."""
    if tournament.format is Format.FREE_SWISS:
        return not _find_hoping(tournament, now=now)
    if brackets.nodes(tournament):
        return brackets.champion(tournament) is not None
    return tournament.format is not Format.LADDER or not tournament.settings.days or _ladder_over(tournament, now)


def waits_until(tournament: Tournament, *, now: datetime) -> list[datetime]:
    """Return the times at which pairing goes on without anything having happened."""
    if tournament.format is Format.FREE_SWISS:
        patience = timedelta(hours=tournament.settings.patience_hours)
        times = [waiting.since + patience for waiting in _find_waiting(tournament, {})]
        return [time for time in times if time > now]
    if tournament.format is Format.LADDER and tournament.settings.days and not _ladder_over(tournament, now):
        return [ladder_ends(tournament)]
    return []


# --- Making rows -------------------------------------------------------------------------------------------------


def rows_for(
    tournament: Tournament,
    matches: Iterable[Sequence[int]],
    *,
    round: int,
    where: str | NodeKey = "",
    byes: Iterable[int] = (),
    now: datetime,
) -> list[PairingRecord]:
    """Make pairings, one row for each board; at odd boards of a team match the others begin.

    ``where`` is their group ("": none) or their place in the tree.
    """
    number = max((row.number for row in tournament.pairings), default=0)
    made: list[PairingRecord] = []
    for entrants in matches:
        number += 1
        for board in range(tournament.settings.team):
            seats = tuple(entrants) if board % 2 == 0 else tuple(reversed(entrants))
            made.append(_row(tournament, number, board, round=round, where=where, entrants=seats))
    for entrant in byes:
        number += 1
        row = _row(tournament, number, 0, round=round, where="", entrants=(entrant,))
        made.append(replace(row, status=PairingStatus.BYE, places=(1,), totals=(0,), done=now))
    return made


def _row(
    tournament: Tournament, number: int, board: int, *, round: int, where: str | NodeKey, entrants: tuple[int, ...]
) -> PairingRecord:
    return PairingRecord(
        tournament=tournament.id,
        number=number,
        board=board,
        round=round,
        group=where if isinstance(where, str) else "",
        part=None if isinstance(where, str) else where.part,
        part_round=0 if isinstance(where, str) else where.round,
        row=0 if isinstance(where, str) else where.row,
        entrants=entrants,
        status=PairingStatus.WAITING,
        match=None,
        places=None,
        totals=None,
        ended=None,
        began=None,
        done=None,
        due=None,
        nudged=None,
    )


def _in_round(tournament: Tournament, round: int) -> Tournament:
    return replace(tournament, record=replace(tournament.record, round=round))


# --- Swiss and tables --------------------------------------------------------------------------------------------


def _round(tournament: Tournament, *, now: datetime, unwanted: Unwanted, seats: Set[int]) -> Tournament:
    """Pair the next round when the one before is done."""
    number = tournament.record.round
    if any(row.status not in OVER for row in tournament.pairings) or number >= tournament.settings.rounds:
        return tournament
    active = [entrant for entrant in tournament.active if entrant.first <= number + 1]
    rivals = tournament.rivals((entrant.number for entrant in active), unwanted)
    if len(rivals) < 2:
        return tournament
    resting: set[int] = set()
    if tournament.format is Format.SWISS:
        if tournament.settings.accelerated:
            rivals = accelerate(rivals, _virtual_points(tournament, active, number + 1))
        ahead = number + 1 < tournament.settings.rounds
        made = swiss.pair_round(rivals, ahead=ahead)
        if number and _all_met(made.pairs, tournament):
            return tournament  # everybody has met everybody: more rounds would only repeat
        resting = half_byes.find_resting(tournament, number + 1) & {rival.number for rival in rivals}
        if resting:
            made = swiss.pair_round([rival for rival in rivals if rival.number not in resting], ahead=ahead)
        matches: list[Sequence[int]] = list(made.pairs)
        byes: Sequence[int] = (*(() if made.bye is None else (made.bye,)), *sorted(resting))
    else:
        drawn = tables.draw(rivals, tournament.settings.seats, allowed=seats)
        matches, byes = list(drawn.tables), drawn.byes
        if not matches:
            return tournament
    rows = rows_for(tournament, matches, round=number + 1, byes=byes, now=now)
    rows = [
        replace(row, ended=PairingEnd.REQUESTED)
        if row.status is PairingStatus.BYE and row.entrants[0] in resting
        else row
        for row in rows
    ]
    return _in_round(tournament.with_pairings(rows), number + 1)


def _virtual_points(tournament: Tournament, active: Sequence[EntrantRecord], round: int) -> dict[int, int]:
    """What counts for pairing beside the points won: for the upper half of those who were in the first round."""
    first = {number for row in tournament.pairings if row.round == 1 for number in row.entrants}
    began = first or {entrant.number for entrant in active}
    seeds = {number: tournament.seeds[number] for number in began}
    return virtual_points(seeds, rounds=tournament.settings.rounds, round=round)


def _all_met(matches: Sequence[Sequence[int]], tournament: Tournament) -> bool:
    met = {frozenset(row.entrants) for row in tournament.pairings if row.status is not PairingStatus.VOID}
    met |= {frozenset(pair) for pair in tournament.settings.arranged.apart}
    return all(frozenset(match) in met for match in matches)


# --- Without rounds ----------------------------------------------------------------------------------------------


def _counts(tournament: Tournament) -> dict[int, int]:
    """How many matches each has or had, byes and what is under way included."""
    counts: dict[int, int] = {}
    for row in tournament.whole:
        if row.status is not PairingStatus.VOID:
            for number in row.entrants:
                counts[number] = counts.get(number, 0) + 1
    return counts


def _busy(tournament: Tournament) -> dict[int, int]:
    """How many matches each has that are not over."""
    counts: dict[int, int] = {}
    for row in tournament.whole:
        if row.status not in OVER:
            for number in row.entrants:
                counts[number] = counts.get(number, 0) + 1
    return counts


def _short_of(tournament: Tournament) -> list[EntrantRecord]:
    """Those who have not had all their matches yet."""
    counts = _counts(tournament)
    return [entrant for entrant in tournament.active if counts.get(entrant.number, 0) < tournament.settings.rounds]


def _free_now(tournament: Tournament) -> list[int]:
    busy = _busy(tournament)
    return [e.number for e in _short_of(tournament) if busy.get(e.number, 0) < max(1, tournament.settings.at_once)]


def _find_waiting(tournament: Tournament, unwanted: Unwanted) -> list[free.Waiting]:
    numbers = _free_now(tournament)
    ended: dict[int, datetime] = {}
    for row in tournament.pairings:
        if row.done is not None:
            for number in row.entrants:
                ended[number] = max(row.done, ended.get(number, row.done))
    counts = _counts(tournament)
    return [
        free.Waiting(
            rival=rival,
            played=counts.get(rival.number, 0),
            since=ended.get(rival.number, max(began(tournament), tournament.by_number[rival.number].joined)),
        )
        for rival in tournament.rivals(numbers, unwanted)
    ]


def _free(tournament: Tournament, *, now: datetime, unwanted: Unwanted) -> Tournament:
    """Pair those who are free; when nobody is left who could be met, those who are short of a match sit one out."""
    waiting = _find_waiting(tournament, unwanted)
    if not waiting:
        return tournament
    short = {entrant.number for entrant in _short_of(tournament)}
    busy = set(_busy(tournament))
    others = (short & busy) - {each.rival.number for each in waiting}
    patience = timedelta(hours=tournament.settings.patience_hours)
    pairs = free.pair_free(waiting, patience=patience, now=now, others=others)
    if pairs:
        turn = _counts(tournament)
        highest = 1 + min((turn.get(number, 0) for pair in pairs for number in pair), default=0)
        rows = rows_for(tournament, pairs, round=highest, now=now)
        return _in_round(tournament.with_pairings(rows), max(tournament.record.round, highest))
    if others or busy & short:
        return tournament
    hoping = _find_hoping(tournament, now=now)
    without_bye = [each.rival.number for each in waiting if not each.rival.byes and each.rival.number not in hoping]
    if not without_bye:
        return tournament
    return tournament.with_pairings(rows_for(tournament, (), round=tournament.record.round, byes=without_bye, now=now))


def _find_hoping(tournament: Tournament, *, now: datetime) -> set[int]:
    """Those who can meet nobody, but may meet somebody who still enters late; for the hours of patience."""
    if not tournament.open_late:
        return set()
    patience = timedelta(hours=tournament.settings.patience_hours)
    return {
        each.rival.number
        for each in _find_waiting(tournament, {})
        if not each.rival.byes and each.since + patience > now
    }


def _ladder_over(tournament: Tournament, now: datetime) -> bool:
    return bool(tournament.settings.days) and ladder_ends(tournament) <= now


def ladder_ends(tournament: Tournament) -> datetime:
    """Return when a ladder of so many days is over, those left out through which it stood still."""
    return began(tournament) + timedelta(days=tournament.settings.days, milliseconds=tournament.record.stood)


def _ladder(tournament: Tournament, *, now: datetime, unwanted: Unwanted) -> Tournament:
    """Let the free play somebody above in reach."""
    if _ladder_over(tournament, now):
        return tournament
    order = [each.number for each in sorted(tournament.active, key=lambda each: (each.rank, each.number))]
    rivals = {rival.number: rival for rival in tournament.rivals(order, unwanted)}
    recent: dict[int, list[int]] = {}
    for row in tournament.pairings:
        if row.status is not PairingStatus.VOID and len(row.entrants) == 2:
            for number, other in (row.entrants, row.entrants[::-1]):
                recent.setdefault(number, []).append(other)
    pairs = ladder.challenges(order, set(_free_now(tournament)), rivals, recent=recent)
    if not pairs:
        return tournament
    rows = rows_for(tournament, pairs, round=tournament.record.round + 1, now=now)
    return _in_round(tournament.with_pairings(rows), tournament.record.round + 1)


# --- Round robin and knockouts ----------------------------------------------------------------------------------


def _robin(tournament: Tournament) -> Tournament:
    """Deal the groups and pair all of it at once; later the final knockout of the best."""
    if not tournament.pairings:
        rivals = tournament.rivals((entrant.number for entrant in tournament.active), {})
        now = began(tournament)
        longest = 0
        groups = separate(robin.groups(rivals, tournament.settings.group), tournament.settings.arranged.apart)
        for at, members in enumerate(groups):
            for turn, pairs in enumerate(robin.schedule(members), start=1):
                longest = max(longest, turn)
                rows = rows_for(tournament, pairs, round=turn, where=group_name(at), now=now)
                tournament = tournament.with_pairings(rows)
        return _in_round(tournament, 1)
    if not tournament.settings.finals or any(row.status not in OVER for row in tournament.pairings):
        return tournament
    if not any(entrant.rank for entrant in tournament.entrants):
        return _seed(tournament)
    return _knockout(tournament, now=began(tournament))


def group_name(at: int) -> str:
    """Return the name of a group: A … Z, AA …"""
    more, letter = divmod(at, len(GROUPS))
    return (GROUPS[more - 1] if more else "") + GROUPS[letter]


def _seed(tournament: Tournament) -> Tournament:
    best = best_of_groups(tournament)
    changed = [replace(tournament.by_number[number], rank=rank) for rank, number in enumerate(best, start=1)]
    return tournament.with_entrants(changed) if len(best) > 1 else tournament


def best_of_groups(tournament: Tournament) -> list[int]:
    """Return who goes on from the groups, by seeds: first all firsts, then all seconds, by points; crossed."""
    rows = tuple(row for row in tournament.pairings if row.node is None)
    back = [replace(each, status=EntrantStatus.PLAYING) for each in tournament.list_entrants(EntrantStatus.OUT)]
    tournament = replace(tournament, pairings=rows).with_entrants(back)
    order: list[tuple[int, int, int, int]] = []
    points = {rival.number: rival for rival in tournament.rivals(tournament.by_number, {})}
    out = find_barred(tournament)
    for name in group_names(tournament):
        place = 0
        for placed in group_order(tournament, name, out):
            for number in sorted(placed.numbers, key=lambda one: tournament.seeds[one]):
                if tournament.by_number[number].status is EntrantStatus.PLAYING and number not in out:
                    place += 1
                    order.append((place, -points[number].points, tournament.seeds[number], number))
    places = {number: place for place, *_, number in order}
    group_of = {number: row.group for row in tournament.pairings for number in row.entrants}
    return crossing.cross([number for *_, number in sorted(order)[: tournament.settings.finals]], places, group_of)


def _knockout(tournament: Tournament, *, now: datetime) -> Tournament:
    """Pair all nodes of the tree whose entrants are known; who has lost for good is out.

    Of a match of several games the next one is paired when the one before is over; then the other one begins.
    """
    known = brackets.fill_tree(tournament)
    tournament = _mark_knocked_out(tournament, known)
    there = brackets.series(tournament)
    ready = [meeting for meeting in known.values() if meeting.ready and _games_over(there, meeting.node.key)]
    if not ready:
        return tournament
    base = max((row.round for row in tournament.pairings if row.node is None), default=0)
    for meeting in ready:
        assert meeting.first
        assert meeting.second
        before = there.get(meeting.node.key)
        pair = before[-1][0].entrants[::-1] if before else _seat(tournament, meeting.first, meeting.second)
        rows = rows_for(tournament, [pair], round=base + meeting.node.round, where=meeting.node.key, now=now)
        tournament = tournament.with_pairings(rows)
    newest = max(row.round for row in tournament.pairings)
    return _in_round(tournament, max(tournament.record.round, newest))


def _games_over(games: Mapping[NodeKey, Sequence[Sequence[PairingRecord]]], key: NodeKey) -> bool:
    """Whether no game of a node is under way."""
    return all(row.status in OVER for rows in games.get(key, ()) for row in rows)


def _seat(tournament: Tournament, first: int, second: int) -> Sequence[int]:
    one, other = tournament.rivals((first, second), {})
    return seat_pair(one, other)


def _mark_knocked_out(tournament: Tournament, known: Mapping[NodeKey, Meeting]) -> Tournament:
    """Mark those who are out of the tree, and those who are in it again since a match was annulled or ruled about."""
    most = 2 if tournament.format is Format.DOUBLE_KNOCKOUT else 1
    changed = []
    for number, times in brackets.defeats(tournament, known).items():
        entrant = tournament.by_number[number]
        status = EntrantStatus.OUT if times >= most else EntrantStatus.PLAYING
        if entrant.status in (EntrantStatus.OUT, EntrantStatus.PLAYING) and entrant.status is not status:
            changed.append(replace(entrant, status=status))
    return tournament.with_entrants(changed) if changed else tournament


def startable(tournament: Tournament) -> list[PairingRecord]:
    """Return the pairings that may be started now: all their entrants have fewer matches under way than allowed.

    Of a round robin all of them, if that was chosen.
    """
    most = tournament.settings.at_once or len(tournament.entrants)
    under_way = {row.number for row in tournament.pairings if row.status is PairingStatus.PLAYING}
    playing: dict[int, int] = {}
    for row in tournament.whole:
        if row.number in under_way:
            for number in row.entrants:
                playing[number] = playing.get(number, 0) + 1
    begun = under_way | {row.number for row in tournament.pairings if row.match is not None}
    found: list[PairingRecord] = []
    for row in tournament.pairings:
        if row.status is not PairingStatus.WAITING:
            continue
        if row.number not in begun and all(playing.get(number, 0) < most for number in row.entrants):
            begun.add(row.number)
            for number in row.entrants:
                playing[number] = playing.get(number, 0) + 1
        if row.number in begun:
            found.append(row)
    return found
