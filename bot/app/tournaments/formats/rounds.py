"""The next pairings of each format, from what was paired and played so far. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace

from bot.app.tournaments.formats import brackets, half_byes
from bot.app.tournaments.formats.kept_apart import separated
from bot.app.tournaments.formats.no_shows import barred
from bot.app.tournaments.formats.standings import group_names, group_order
from bot.app.tournaments.model import OVER, Tournament, began
from bot.app.tournaments.pairing import crossing, free, ladder, robin, swiss, tables
from bot.app.tournaments.pairing.acceleration import accelerated, virtual_points
from bot.app.tournaments.pairing.bracket import Meeting
from bot.app.tournaments.pairing.rivals import seated
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


def paired(event: Tournament, *, now: datetime, unwanted: Unwanted, seats: Set[int]) -> Tournament:
    """Return the tournament with what is to be paired next; the same tournament if that is nothing now.

    ``seats``: by how many its game can be played.
    """
    match event.format:
        case Format.SWISS | Format.TABLES:
            return _round(event, now=now, unwanted=unwanted, seats=seats)
        case Format.FREE_SWISS:
            return _free(event, now=now, unwanted=unwanted)
        case Format.LADDER:
            return _ladder(event, now=now, unwanted=unwanted)
        case Format.ROUND_ROBIN:
            return _robin(event)
        case Format.KNOCKOUT | Format.DOUBLE_KNOCKOUT:
            return _knockout(event, now=now)
        case _:
            assert_never(event.format)


def over(event: Tournament, *, now: datetime) -> bool:
    """Return whether nothing will be paired any more, all pairings being done."""
    if event.format is Format.FREE_SWISS:
        return not _hoping(event, now=now)
    if brackets.nodes(event):
        return brackets.champion(event) is not None
    return event.format is not Format.LADDER or not event.settings.days or _ladder_over(event, now)


def waits_until(event: Tournament, *, now: datetime) -> list[datetime]:
    """Return the times at which pairing goes on without anything having happened."""
    if event.format is Format.FREE_SWISS:
        patience = timedelta(hours=event.settings.patience_hours)
        times = [waiting.since + patience for waiting in _waiting(event, {})]
        return [time for time in times if time > now]
    if event.format is Format.LADDER and event.settings.days and not _ladder_over(event, now):
        return [ladder_ends(event)]
    return []


# --- Making rows -------------------------------------------------------------------------------------------------


def rows_for(
    event: Tournament,
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
    number = max((row.number for row in event.pairings), default=0)
    made: list[PairingRecord] = []
    for entrants in matches:
        number += 1
        for board in range(event.settings.team):
            seats = tuple(entrants) if board % 2 == 0 else tuple(reversed(entrants))
            made.append(_row(event, number, board, round=round, where=where, entrants=seats))
    for entrant in byes:
        number += 1
        row = _row(event, number, 0, round=round, where="", entrants=(entrant,))
        made.append(replace(row, status=PairingStatus.BYE, places=(1,), totals=(0,), done=now))
    return made


def _row(
    event: Tournament, number: int, board: int, *, round: int, where: str | NodeKey, entrants: tuple[int, ...]
) -> PairingRecord:
    return PairingRecord(
        tournament=event.id,
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


def _in_round(event: Tournament, round: int) -> Tournament:
    return replace(event, record=replace(event.record, round=round))


# --- Swiss and tables --------------------------------------------------------------------------------------------


def _round(event: Tournament, *, now: datetime, unwanted: Unwanted, seats: Set[int]) -> Tournament:
    """Pair the next round when the one before is done."""
    number = event.record.round
    if any(row.status not in OVER for row in event.pairings) or number >= event.settings.rounds:
        return event
    active = [entrant for entrant in event.active if entrant.first <= number + 1]
    rivals = event.rivals((entrant.number for entrant in active), unwanted)
    if len(rivals) < 2:
        return event
    resting: set[int] = set()
    if event.format is Format.SWISS:
        if event.settings.accelerated:
            rivals = accelerated(rivals, _virtual_points(event, active, number + 1))
        ahead = number + 1 < event.settings.rounds
        made = swiss.pair_round(rivals, ahead=ahead)
        if number and _all_met(made.pairs, event):
            return event  # everybody has met everybody: more rounds would only repeat
        resting = half_byes.resting(event, number + 1) & {rival.number for rival in rivals}
        if resting:
            made = swiss.pair_round([rival for rival in rivals if rival.number not in resting], ahead=ahead)
        matches: list[Sequence[int]] = list(made.pairs)
        byes: Sequence[int] = (*(() if made.bye is None else (made.bye,)), *sorted(resting))
    else:
        drawn = tables.draw(rivals, event.settings.seats, allowed=seats)
        matches, byes = list(drawn.tables), drawn.byes
        if not matches:
            return event
    rows = rows_for(event, matches, round=number + 1, byes=byes, now=now)
    rows = [
        replace(row, ended=PairingEnd.REQUESTED)
        if row.status is PairingStatus.BYE and row.entrants[0] in resting
        else row
        for row in rows
    ]
    return _in_round(event.with_pairings(rows), number + 1)


def _virtual_points(event: Tournament, active: Sequence[EntrantRecord], round: int) -> dict[int, int]:
    """What counts for pairing beside the points won: for the upper half of those who were in the first round."""
    first = {number for row in event.pairings if row.round == 1 for number in row.entrants}
    began = first or {entrant.number for entrant in active}
    seeds = {number: event.seeds[number] for number in began}
    return virtual_points(seeds, rounds=event.settings.rounds, round=round)


def _all_met(matches: Sequence[Sequence[int]], event: Tournament) -> bool:
    met = {frozenset(row.entrants) for row in event.pairings if row.status is not PairingStatus.VOID}
    met |= {frozenset(pair) for pair in event.settings.arranged.apart}
    return all(frozenset(match) in met for match in matches)


# --- Without rounds ----------------------------------------------------------------------------------------------


def _counts(event: Tournament) -> dict[int, int]:
    """How many matches each has or had, byes and what is under way included."""
    counts: dict[int, int] = {}
    for row in event.whole:
        if row.status is not PairingStatus.VOID:
            for number in row.entrants:
                counts[number] = counts.get(number, 0) + 1
    return counts


def _busy(event: Tournament) -> dict[int, int]:
    """How many matches each has that are not over."""
    counts: dict[int, int] = {}
    for row in event.whole:
        if row.status not in OVER:
            for number in row.entrants:
                counts[number] = counts.get(number, 0) + 1
    return counts


def _short_of(event: Tournament) -> list[EntrantRecord]:
    """Those who have not had all their matches yet."""
    counts = _counts(event)
    return [entrant for entrant in event.active if counts.get(entrant.number, 0) < event.settings.rounds]


def _free_now(event: Tournament) -> list[int]:
    busy = _busy(event)
    return [e.number for e in _short_of(event) if busy.get(e.number, 0) < max(1, event.settings.at_once)]


def _waiting(event: Tournament, unwanted: Unwanted) -> list[free.Waiting]:
    numbers = _free_now(event)
    ended: dict[int, datetime] = {}
    for row in event.pairings:
        if row.done is not None:
            for number in row.entrants:
                ended[number] = max(row.done, ended.get(number, row.done))
    counts = _counts(event)
    return [
        free.Waiting(
            rival=rival,
            played=counts.get(rival.number, 0),
            since=ended.get(rival.number, max(began(event), event.by_number[rival.number].joined)),
        )
        for rival in event.rivals(numbers, unwanted)
    ]


def _free(event: Tournament, *, now: datetime, unwanted: Unwanted) -> Tournament:
    """Pair those who are free; when nobody is left who could be met, those who are short of a match sit one out."""
    waiting = _waiting(event, unwanted)
    if not waiting:
        return event
    short = {entrant.number for entrant in _short_of(event)}
    busy = set(_busy(event))
    others = (short & busy) - {each.rival.number for each in waiting}
    patience = timedelta(hours=event.settings.patience_hours)
    pairs = free.pair_free(waiting, patience=patience, now=now, others=others)
    if pairs:
        turn = _counts(event)
        highest = 1 + min((turn.get(number, 0) for pair in pairs for number in pair), default=0)
        rows = rows_for(event, pairs, round=highest, now=now)
        return _in_round(event.with_pairings(rows), max(event.record.round, highest))
    if others or busy & short:
        return event
    hoping = _hoping(event, now=now)
    without_bye = [each.rival.number for each in waiting if not each.rival.byes and each.rival.number not in hoping]
    if not without_bye:
        return event
    return event.with_pairings(rows_for(event, (), round=event.record.round, byes=without_bye, now=now))


def _hoping(event: Tournament, *, now: datetime) -> set[int]:
    """Those who can meet nobody, but may meet somebody who still enters late; for the hours of patience."""
    if not event.open_late:
        return set()
    patience = timedelta(hours=event.settings.patience_hours)
    return {each.rival.number for each in _waiting(event, {}) if not each.rival.byes and each.since + patience > now}


def _ladder_over(event: Tournament, now: datetime) -> bool:
    return bool(event.settings.days) and ladder_ends(event) <= now


def ladder_ends(event: Tournament) -> datetime:
    """Return when a ladder of so many days is over, those left out through which it stood still."""
    return began(event) + timedelta(days=event.settings.days, milliseconds=event.record.stood)


def _ladder(event: Tournament, *, now: datetime, unwanted: Unwanted) -> Tournament:
    """Let the free play somebody above in reach."""
    if _ladder_over(event, now):
        return event
    order = [each.number for each in sorted(event.active, key=lambda each: (each.rank, each.number))]
    rivals = {rival.number: rival for rival in event.rivals(order, unwanted)}
    recent: dict[int, list[int]] = {}
    for row in event.pairings:
        if row.status is not PairingStatus.VOID and len(row.entrants) == 2:
            for number, other in (row.entrants, row.entrants[::-1]):
                recent.setdefault(number, []).append(other)
    pairs = ladder.challenges(order, set(_free_now(event)), rivals, recent=recent)
    if not pairs:
        return event
    rows = rows_for(event, pairs, round=event.record.round + 1, now=now)
    return _in_round(event.with_pairings(rows), event.record.round + 1)


# --- Round robin and knockouts ----------------------------------------------------------------------------------


def _robin(event: Tournament) -> Tournament:
    """Deal the groups and pair all of it at once; later the final knockout of the best."""
    if not event.pairings:
        rivals = event.rivals((entrant.number for entrant in event.active), {})
        now = began(event)
        longest = 0
        groups = separated(robin.groups(rivals, event.settings.group), event.settings.arranged.apart)
        for at, members in enumerate(groups):
            for turn, pairs in enumerate(robin.schedule(members), start=1):
                longest = max(longest, turn)
                rows = rows_for(event, pairs, round=turn, where=group_name(at), now=now)
                event = event.with_pairings(rows)
        return _in_round(event, 1)
    if not event.settings.finals or any(row.status not in OVER for row in event.pairings):
        return event
    if not any(entrant.rank for entrant in event.entrants):
        return _seeded(event)
    return _knockout(event, now=began(event))


def group_name(at: int) -> str:
    """Return the name of a group: A … Z, AA …"""
    more, letter = divmod(at, len(GROUPS))
    return (GROUPS[more - 1] if more else "") + GROUPS[letter]


def _seeded(event: Tournament) -> Tournament:
    best = best_of_groups(event)
    changed = [replace(event.by_number[number], rank=rank) for rank, number in enumerate(best, start=1)]
    return event.with_entrants(changed) if len(best) > 1 else event


def best_of_groups(event: Tournament) -> list[int]:
    """Return who goes on from the groups, by seeds: first all firsts, then all seconds, by points; crossed."""
    rows = tuple(row for row in event.pairings if row.node is None)
    back = [replace(each, status=EntrantStatus.PLAYING) for each in event.having(EntrantStatus.OUT)]
    event = replace(event, pairings=rows).with_entrants(back)
    order: list[tuple[int, int, int, int]] = []
    points = {rival.number: rival for rival in event.rivals(event.by_number, {})}
    out = barred(event)
    for name in group_names(event):
        place = 0
        for placed in group_order(event, name, out):
            for number in sorted(placed.numbers, key=lambda one: event.seeds[one]):
                if event.by_number[number].status is EntrantStatus.PLAYING and number not in out:
                    place += 1
                    order.append((place, -points[number].points, event.seeds[number], number))
    places = {number: place for place, *_, number in order}
    group_of = {number: row.group for row in event.pairings for number in row.entrants}
    return crossing.crossed([number for *_, number in sorted(order)[: event.settings.finals]], places, group_of)


def _knockout(event: Tournament, *, now: datetime) -> Tournament:
    """Pair all nodes of the tree whose entrants are known; who has lost for good is out.

    Of a match of several games the next one is paired when the one before is over; then the other one begins.
    """
    known = brackets.filled(event)
    event = _knocked_out(event, known)
    there = brackets.series(event)
    ready = [meeting for meeting in known.values() if meeting.ready and _games_over(there, meeting.node.key)]
    if not ready:
        return event
    base = max((row.round for row in event.pairings if row.node is None), default=0)
    for meeting in ready:
        assert meeting.first
        assert meeting.second
        before = there.get(meeting.node.key)
        pair = before[-1][0].entrants[::-1] if before else _seated(event, meeting.first, meeting.second)
        rows = rows_for(event, [pair], round=base + meeting.node.round, where=meeting.node.key, now=now)
        event = event.with_pairings(rows)
    newest = max(row.round for row in event.pairings)
    return _in_round(event, max(event.record.round, newest))


def _games_over(games: Mapping[NodeKey, Sequence[Sequence[PairingRecord]]], key: NodeKey) -> bool:
    """Whether no game of a node is under way."""
    return all(row.status in OVER for rows in games.get(key, ()) for row in rows)


def _seated(event: Tournament, first: int, second: int) -> Sequence[int]:
    one, other = event.rivals((first, second), {})
    return seated(one, other)


def _knocked_out(event: Tournament, known: Mapping[NodeKey, Meeting]) -> Tournament:
    """Mark those who are out of the tree, and those who are in it again since a match was annulled or ruled about."""
    most = 2 if event.format is Format.DOUBLE_KNOCKOUT else 1
    changed = []
    for number, times in brackets.defeats(event, known).items():
        entrant = event.by_number[number]
        status = EntrantStatus.OUT if times >= most else EntrantStatus.PLAYING
        if entrant.status in (EntrantStatus.OUT, EntrantStatus.PLAYING) and entrant.status is not status:
            changed.append(replace(entrant, status=status))
    return event.with_entrants(changed) if changed else event


def startable(event: Tournament) -> list[PairingRecord]:
    """Return the pairings that may be started now: all their entrants have fewer matches under way than allowed.

    Of a round robin all of them, if that was chosen.
    """
    most = event.settings.at_once or len(event.entrants)
    under_way = {row.number for row in event.pairings if row.status is PairingStatus.PLAYING}
    playing: dict[int, int] = {}
    for row in event.whole:
        if row.number in under_way:
            for number in row.entrants:
                playing[number] = playing.get(number, 0) + 1
    begun = under_way | {row.number for row in event.pairings if row.match is not None}
    found: list[PairingRecord] = []
    for row in event.pairings:
        if row.status is not PairingStatus.WAITING:
            continue
        if row.number not in begun and all(playing.get(number, 0) < most for number in row.entrants):
            begun.add(row.number)
            for number in row.entrants:
                playing[number] = playing.get(number, 0) + 1
        if row.number in begun:
            found.append(row)
    return found
