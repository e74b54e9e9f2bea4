"""A tournament in memory: its row, its settings, who takes part, what was paired.

Frozen; changed by making a new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.tournaments.pairing.rivals import DRAW, KEPT_APART, WIN, Rival
from bot.app.tournaments.seeding import seeds_of
from bot.app.tournaments.settings import LATE, TournamentSettings, read_settings
from db.ids import TournamentId, UserId
from db.tournaments.records import (
    EntrantRecord,
    EntrantStatus,
    Format,
    MemberRecord,
    NodeKey,
    PairingEnd,
    PairingRecord,
    PairingStatus,
    TournamentRecord,
    TournamentStatus,
)
from db.tx import Tx
from games.core.text import Text, phrase, say, say_name

OVER = frozenset({PairingStatus.DONE, PairingStatus.BYE, PairingStatus.VOID})
"""Pairings of which nothing more comes."""


class Played(Struct, frozen=True, kw_only=True):
    """What came of one pairing, all boards together: ``shares`` of 60 and ``totals`` by ``entrants``.

    ``boards`` are the points of the single boards (the share itself without teams). ``group`` and ``node``: where
    it was played, "" and None: in none. ``bye``: nobody was opposite.
    ``absent``: nobody came to any of them.
    """

    number: int
    round: int
    group: str
    node: NodeKey | None
    entrants: tuple[int, ...]
    shares: tuple[int, ...]
    totals: tuple[int, ...]
    boards: tuple[int, ...]
    bye: bool = False
    walkover: bool = False
    absent: bool = False


class Tournament(Struct, frozen=True, kw_only=True, dict=True):
    """One tournament with everything about it."""

    record: TournamentRecord
    settings: TournamentSettings
    entrants: tuple[EntrantRecord, ...] = ()
    members: tuple[MemberRecord, ...] = ()
    pairings: tuple[PairingRecord, ...] = ()

    @property
    def id(self) -> TournamentId:
        """Its number."""
        return self.record.id

    @property
    def format(self) -> Format:
        """Its format."""
        return self.record.format

    @property
    def alive(self) -> bool:
        """Whether it is neither over nor called off."""
        return self.record.status not in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)

    @cached_property
    def by_number(self) -> Mapping[int, EntrantRecord]:
        """The entrants by number."""
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def current_members(self) -> Mapping[tuple[int, int], MemberRecord]:
        """Who plays now, by entrant and board."""
        return {(member.entrant, member.board): member for member in self.members if member.left is None}

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """The places of all entrants by strength as the tournament counts it, from 1."""
        return seeds_of(self.entrants, self.settings, self.id)

    @property
    def active(self) -> list[EntrantRecord]:
        """Those who are to be paired."""
        return [entrant for entrant in self.entrants if entrant.status is EntrantStatus.PLAYING]

    @property
    def open_late(self) -> bool:
        """Whether one may still enter while it runs."""
        settings = self.settings
        if self.record.status is not TournamentStatus.RUNNING or self.format not in LATE or not settings.late_rounds:
            return False
        in_time = self.format is Format.LADDER or self.record.round <= settings.late_rounds
        return in_time and len(self.active) < settings.most

    def with_settings(self, settings: TournamentSettings) -> Tournament:
        """Return the tournament with other settings, as they are stored too."""
        record = replace(self.record, settings=msgspec.json.encode(settings))
        return replace(self, record=record, settings=settings)

    def list_entrants(self, *statuses: EntrantStatus) -> list[EntrantRecord]:
        """Return the entrants of some status."""
        return [entrant for entrant in self.entrants if entrant.status in statuses]

    def entrant_of(self, user: UserId) -> EntrantRecord | None:
        """Return for whom a user plays now (of those who are not gone)."""
        gone = (EntrantStatus.ABSENT, EntrantStatus.DROPPED)
        for member in self.current_members.values():
            if member.user == user and self.by_number[member.entrant].status not in gone:
                return self.by_number[member.entrant]
        return None

    def users_of(self, entrant: int) -> list[UserId]:
        """Return the users who play for an entrant."""
        return [m.user for (number, _), m in self.current_members.items() if number == entrant and m.user is not None]

    def with_pairings(self, changed: Iterable[PairingRecord]) -> Tournament:
        """Return the tournament with pairings replaced or added."""
        rows = {(row.number, row.board): row for row in self.pairings}
        rows |= {(row.number, row.board): row for row in changed}
        return replace(self, pairings=tuple(rows[key] for key in sorted(rows)))

    def with_entrants(self, changed: Iterable[EntrantRecord]) -> Tournament:
        """Return the tournament with entrants replaced or added."""
        rows = {row.number: row for row in (*self.entrants, *changed)}
        return replace(self, entrants=tuple(rows[key] for key in sorted(rows)))

    def with_members(self, changed: Iterable[MemberRecord]) -> Tournament:
        """Return the tournament with members replaced or added."""
        rows = {(row.entrant, row.board, row.tenure): row for row in (*self.members, *changed)}
        return replace(self, members=tuple(rows[key] for key in sorted(rows)))

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """What came of all pairings that are done, in their order; void ones left out."""
        groups: dict[int, list[PairingRecord]] = {}
        for row in self.pairings:
            groups.setdefault(row.number, []).append(row)
        found = []
        for rows in groups.values():
            if all(row.status in OVER for row in rows):
                counted = [row for row in rows if row.status is not PairingStatus.VOID]
                if counted:
                    found.append(_together(counted, self.settings))
        return tuple(found)

    @cached_property
    def whole(self) -> tuple[PairingRecord, ...]:
        """One row for each pairing, with the seats of its first board: that of the board which has come least far.

        Boards that nobody played come last, so that a pairing is void or walked over only if all its boards are.
        """
        groups: dict[int, list[PairingRecord]] = {}
        for row in self.pairings:
            groups.setdefault(row.number, []).append(row)
        found = (min(rows, key=_how_far) for rows in groups.values())
        return tuple(replace(row, board=0, entrants=groups[row.number][0].entrants) for row in found)

    def rivals(self, numbers: Iterable[int], unwanted: Mapping[int, frozenset[int]]) -> list[Rival]:
        """Return entrants as pairing sees them, matches under way included in who met whom."""
        wanted = set(numbers)
        met: dict[int, dict[int, int]] = {number: {} for number in wanted}
        seats = {number: [0] * self.settings.seats for number in wanted}
        last = dict.fromkeys(wanted, -1)
        byes = dict.fromkeys(wanted, 0)
        for row in self.whole:
            if row.status is PairingStatus.BYE:
                byes.update({row.entrants[0]: byes.get(row.entrants[0], 0) + 1})
            elif row.status is not PairingStatus.VOID:
                for seat, number in enumerate(row.entrants):
                    if number not in wanted:
                        continue
                    if row.ended != PairingEnd.WALKOVER:
                        seats[number][seat] += 1
                        last[number] = seat
                    for other in row.entrants:
                        if other != number:
                            met[number][other] = met[number].get(other, 0) + 1
        avoided = {number: set(unwanted.get(number, ())) for number in wanted}
        for pair in self.settings.arranged.apart:
            for number, other in (pair, pair[::-1]):
                if number in wanted:
                    met[number][other] = met[number].get(other, 0) + KEPT_APART
                    avoided[number].add(other)
        points = points_of(self.played)
        return [
            Rival(
                number=number,
                points=points.get(number, 0),
                seed=self.seeds[number],
                strength=self.by_number[number].strength,
                met=met[number],
                seats=tuple(seats[number]),
                last=last[number],
                byes=byes.get(number, 0),
                unwanted=frozenset(avoided[number]),
            )
            for number in sorted(wanted)
        ]


def _how_far(row: PairingRecord) -> tuple[bool, bool, bool, int]:
    """How a board is told from the others of its pairing, the one that stands for all first."""
    return row.status is PairingStatus.VOID, row.ended == PairingEnd.WALKOVER, row.status in OVER, row.board


def points_of(played: Iterable[Played]) -> dict[int, int]:
    """Return the points by entrant."""
    points: dict[int, int] = {}
    for game in played:
        for number, share in zip(game.entrants, game.shares, strict=True):
            points[number] = points.get(number, 0) + share
    return points


def is_absent(row: PairingRecord) -> bool:
    """Return whether nobody came to a match."""
    return row.ended is PairingEnd.ABSENT


def score_match(places: tuple[int, ...], *, absent: bool) -> tuple[int, ...]:
    """Return the points of a match by seat as ``shares_of``; none where nobody came to it."""
    return (0,) * len(places) if absent else shares_of(places)


def shares_of(places: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of a match by seat: of 60, the part of the others one is ahead of, half for those even."""
    others = len(places) - 1
    return tuple(
        (2 * sum(other > own for other in places) + sum(other == own for other in places) - 1) * WIN // (2 * others)
        for own in places
    )


def _together(rows: list[PairingRecord], settings: TournamentSettings) -> Played:
    """One pairing of all its boards: a team gets the win if it has more than half of the boards' points."""
    first = rows[0]
    if first.status is PairingStatus.BYE:
        return Played(
            number=first.number,
            round=first.round,
            group=first.group,
            node=first.node,
            entrants=first.entrants,
            shares=(DRAW if first.ended == PairingEnd.REQUESTED else settings.bye,),
            totals=(0,),
            boards=(0,),
            bye=True,
        )
    absent = all(map(is_absent, rows))
    boards = dict.fromkeys(first.entrants, 0)
    totals = dict.fromkeys(first.entrants, 0)
    for row in rows:
        assert row.places is not None
        for number, share in zip(row.entrants, score_match(row.places, absent=is_absent(row)), strict=True):
            boards[number] += share
        for number, total in zip(row.entrants, row.totals or (0,) * len(row.entrants), strict=True):
            totals[number] += total
    if len(rows) > 1:
        order = tuple(1 + sum(other > boards[number] for other in boards.values()) for number in first.entrants)
        shares = score_match(order, absent=absent)
    else:
        shares = tuple(boards[number] for number in first.entrants)
    return Played(
        number=first.number,
        round=first.round,
        group=first.group,
        node=first.node,
        entrants=first.entrants,
        shares=shares,
        totals=tuple(totals[number] for number in first.entrants),
        boards=tuple(boards[number] for number in first.entrants),
        walkover=all(row.ended == PairingEnd.WALKOVER for row in rows),
        absent=absent,
    )


def read_tournament(tx: Tx, number: TournamentId) -> Tournament | None:
    """Read a tournament with everything about it, people by the names they have on its server now."""
    record = tx.tournaments.get(number)
    if record is None:
        return None
    settings, entrants, members = (
        read_settings(record.settings),
        tx.tournaments.entrants(number),
        tx.tournaments.members(number),
    )
    people = tx.people.get_many((UserId(each.user) for each in members if each.user is not None), guild=record.guild)
    members = tuple(
        replace(each, name=people[each.user].name) if each.user in people else each  # computer players are in none
        for each in members
    )
    if settings.team == 1:
        newest = {each.entrant: each for each in sorted(members, key=lambda member: member.tenure)}
        entrants = tuple(
            replace(each, name=newest[each.number].name) if each.number in newest else each for each in entrants
        )
    return Tournament(
        record=record,
        settings=settings,
        entrants=entrants,
        members=members,
        pairings=tx.tournaments.pairings(number),
    )


def write_tournament(tx: Tx, before: Tournament | None, after: Tournament) -> Tournament:
    """Write what has changed; raises Conflict if another writer was first. Returns the tournament as it is stored."""
    number = after.id
    record = tx.tournaments.save(after.record)
    old: tuple[set[object], ...] = (set(), set(), set())
    if before is not None:
        old = ({*before.entrants}, {*before.members}, {*before.pairings})
    for entrant in after.entrants:
        if entrant not in old[0]:
            tx.tournaments.put_entrant(entrant)
    for member in after.members:
        if member not in old[1]:
            tx.tournaments.put_member(member)
    for pairing in after.pairings:
        if pairing not in old[2]:
            tx.tournaments.put_pairing(pairing)
    assert record.id == number
    return replace(after, record=record)


def began(tournament: Tournament) -> datetime:
    """Return when a tournament started (or was made, before that)."""
    return tournament.record.starts or tournament.record.created


_COMPUTER = re.compile(r"Computer (\d+) \(([^()]+)\)")


def computer_name(number: int, level: str) -> str:
    """Return the name by which an entrant that is a computer player is stored, in English."""
    return f"Computer {number} ({level})"


def name_text(name: str) -> Text:
    """Return what an entrant is called: a computer player in each reader's language."""
    computer = _COMPUTER.fullmatch(name)
    return say_name(name) if computer is None else say("app.computer_of", number=computer[1], level=phrase(computer[2]))


def board_name(tournament: Tournament, number: int, board: int) -> str:
    """Return who plays for an entrant at a board, as it stands in pairings: of a team with the team's name."""
    name = tournament.by_number[number].name
    member = tournament.current_members.get((number, board))
    return f"{member.name} ({name})" if tournament.settings.team > 1 and member is not None else name
