"""Records of tournaments: tournaments with their entrants, pairings and log."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from db.engine.personal import Written
from db.ids import ChannelId, GuildId, MatchId, MessageId, TournamentId, UserId


class Format(StrEnum):
    """Who plays whom, and when."""

    ROUND_ROBIN = "round-robin"
    """Everybody against everybody of the same group."""
    SWISS = "swiss"
    """So many rounds, each against somebody with about as many points."""
    FREE_SWISS = "free-swiss"
    """The same without rounds: who is free is paired with the next who is free."""
    KNOCKOUT = "knockout"
    """Who loses is out."""
    DOUBLE_KNOCKOUT = "double-knockout"
    """Who loses twice is out."""
    LADDER = "ladder"
    """Who beats somebody above takes that place."""
    TABLES = "tables"
    """So many rounds at tables of three to six, put together so that players meet evenly."""


class TournamentStatus(StrEnum):
    """Where a tournament stands in its life."""

    OPEN = "open"
    """People sign up."""
    CHECK_IN = "check-in"
    """Those who signed up say that they are there."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TournamentRecord(Struct, frozen=True, kw_only=True):
    """One tournament. ``settings`` is JSON; ``due`` is when it next goes on by itself, if that is known.

    ``paused``: since then it stands still, until it ``resumes``. ``stood``: milliseconds that it stood still while it
    was played, in pauses that are over and in outages. ``organizers``: users who organize it beside the host.
    ``summary``: when the last weekly summary was due.
    """

    id: TournamentId
    version: int
    guild: GuildId
    channel: ChannelId
    host: UserId
    name: Written
    game: str
    format: Format
    status: TournamentStatus
    round: int
    settings: bytes
    created: datetime
    starts: datetime | None
    due: datetime | None
    finished: datetime | None
    paused: datetime | None = None
    resumes: datetime | None = None
    stood: int = 0
    organizers: tuple[int, ...] = ()
    summary: datetime | None = None


class EntrantStatus(StrEnum):
    """Whether an entrant takes part."""

    SIGNED = "signed"
    RESERVE = "reserve"
    """Signed up when it was full; moves up when somebody leaves."""
    PRESENT = "present"
    """Has checked in."""
    PLAYING = "playing"
    OUT = "out"
    """Was knocked out."""
    DROPPED = "dropped"
    """Left, or was taken out, after the start."""
    ABSENT = "absent"
    """Did not check in, or left before the start."""


class EntrantRecord(Struct, frozen=True, kw_only=True):
    """One who takes part: a person, a computer player, or a team.

    ``strength`` is the rating at sign-up in millionths, ``sigma`` its deviation (None: not noted then); ``rank`` the
    place on a ladder (0: none yet). ``first`` and ``last`` are the rounds between which the entrant is paired (``last``
    None: to the end).
    """

    tournament: TournamentId
    number: int
    name: Written
    status: EntrantStatus
    strength: int
    sigma: int | None = None
    rank: int
    first: int
    last: int | None
    joined: datetime


class MemberRecord(Struct, frozen=True, kw_only=True):
    """Who plays at one board of an entrant; the one with the highest ``tenure`` does now. ``left``: who has gone."""

    tournament: TournamentId
    entrant: int
    board: int
    tenure: int
    user: UserId | None
    level: str | None
    name: Written
    joined: datetime
    left: datetime | None


class PairingStatus(StrEnum):
    """How far a pairing has come."""

    WAITING = "waiting"
    """To be started when all are free."""
    PLAYING = "playing"
    DONE = "done"
    BYE = "bye"
    """One entrant without an opponent."""
    VOID = "void"
    """Will not be played and counts for nothing."""


class PairingEnd(StrEnum):
    """How a pairing ended: the words of ``Ended`` for one that was played, and what only a tournament knows."""

    PLAYED = "played"
    RESIGNED = "resigned"
    LATE = "late"
    AGREED = "agreed"
    ADJUDICATED = "adjudicated"
    STAFF = "staff"
    WALKOVER = "walkover"
    """It was not played, because somebody had left."""
    REQUESTED = "requested"
    """A bye that an entrant asked for: it counts as a draw."""
    ABSENT = "absent"
    """Nobody ever made a move: nobody scores."""
    ANNULLED = "void"
    """Its result was annulled by a ruling."""


class TreePart(StrEnum):
    """A part of a knockout's tree."""

    WINNERS = "winners"
    LOSERS = "losers"
    """Who has lost once, in a double elimination."""
    FINAL = "final"
    """The finals of a double elimination; that of a single one is the last round of the winners."""
    THIRD = "third"
    """The match for third place of a single elimination."""


_LETTERS = {TreePart.WINNERS: "W", TreePart.LOSERS: "L", TreePart.FINAL: "F", TreePart.THIRD: "T"}


class NodeKey(NamedTuple):
    """A place in a tree: ``round`` counts from 1 within its part, ``row`` from 0, from the top."""

    part: TreePart
    round: int
    row: int = 0

    def __str__(self) -> str:
        """Return what exports call it: "W2.1" is the first match of the winners' second round, "F1" the final."""
        return f"{_LETTERS[self.part]}{self.round}" + ("" if self.part is TreePart.FINAL else f".{self.row + 1}")


class PairingRecord(Struct, frozen=True, kw_only=True):
    """One match of a tournament: ``entrants`` by seat, ``places`` and ``totals`` by seat once it is done.

    ``number`` is counted through the tournament, ``board`` from 0 through the boards of a team match. ``group`` is
    that of a round robin ("": none); ``part``, ``part_round`` and ``row`` are the place in a tree, as in ``NodeKey``
    (``part`` None: it is in none). ``ended`` is how it ended, ``late`` the seats that were lost by time; ``due`` is
    when it is adjudicated.
    """

    tournament: TournamentId
    number: int
    board: int
    round: int
    group: str = ""
    part: TreePart | None = None
    part_round: int = 0
    row: int = 0
    entrants: tuple[int, ...]
    status: PairingStatus
    match: MatchId | None
    places: tuple[int, ...] | None
    totals: tuple[int, ...] | None
    ended: PairingEnd | None
    late: tuple[int, ...] = ()
    began: datetime | None
    done: datetime | None
    due: datetime | None
    nudged: datetime | None

    @property
    def node(self) -> NodeKey | None:
        """The place in a tree; None: it is in none."""
        return None if self.part is None else NodeKey(self.part, self.part_round, self.row)


class TournamentLogRecord(Struct, frozen=True, kw_only=True):
    """One line of a tournament's log: ``text`` is JSON of a Text; ``actor`` None: the bot."""

    tournament: TournamentId
    number: int
    at: datetime
    actor: UserId | None
    text: bytes


class TournamentPostRecord(Struct, frozen=True, kw_only=True):
    """The message that shows something of a tournament."""

    tournament: TournamentId
    kind: str
    channel: ChannelId
    message: MessageId
    at: datetime
