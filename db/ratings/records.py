"""Records of results and ratings."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from db.engine.compressed import Compressed
from db.engine.personal import Written
from db.ids import AppealId, GuildId, MatchId, TournamentId, UserId


class Ended(StrEnum):
    """How a match came to its end."""

    PLAYED = "played"
    """By its own rules."""
    RESIGNED = "resigned"
    """Somebody gave up and nobody was left to play on."""
    LATE = "late"
    """Somebody ran out of time and lost by it."""
    AGREED = "agreed"
    """By a vote of those who play."""
    ADJUDICATED = "adjudicated"
    """By the rule of a tournament for matches that take too long."""
    STAFF = "staff"
    """By the host or the staff, before its rules did."""


class Left(StrEnum):
    """Whether a player was there to the end."""

    STAYED = ""
    RESIGNED = "resigned"
    LATE = "late"
    """More than half of the turns were default moves, or the seat was lost by time."""
    REPLACED = "replaced"
    """Somebody else took the seat over."""


class Unrated(StrEnum):
    """Why a match is not rated."""

    RATED = ""
    """It is."""
    PRACTICE = "practice"
    SOLO = "solo"
    COMPUTERS = "computers"
    """No person plays."""
    ABSENT = "absent"
    """Somebody never made a turn of their own."""
    STAFF = "staff"
    """The host or the staff ended it."""
    VOID = "void"
    """A ruling says that it counts for nothing."""
    DOUBLE = "double"
    """Somebody plays at two seats."""
    TOURNAMENT = "event"  # as rows of earlier releases have it
    """Its tournament is not rated."""
    GUESTS = "guests"
    """Somebody plays from another server."""
    REVEALED = "revealed"
    """Somebody went back past what came to light with nobody else's consent."""


COUNTED = (Unrated.RATED, Unrated.SOLO, Unrated.ABSENT)
"""Results that stand in a profile: rated ones, solo ones, and those against somebody who never came."""


class ResultRecord(Struct, frozen=True, kw_only=True):
    """What came of a finished match; ``why`` it is not rated.

    ``note`` is the JSON of a Text: what the game says about a solo match. ``edited``: staff corrected the places.
    """

    match: MatchId
    game: str
    guild: GuildId | None
    seats: int
    started: datetime
    finished: datetime
    ended: Ended
    rated: bool
    why: Unrated
    note: bytes | None
    tournament: TournamentId | None
    edited: bool


class PlacingRecord(Struct, frozen=True, kw_only=True):
    """How one player came out of a match.

    ``tenure`` 0 is who sat there at the end, 1 … are those who sat there before, the first one first. ``place`` is the
    match's own, ``rank`` the one that ratings go by; ``turns`` were made in the tenure, ``late`` of them by default.
    ``guarded``: took over a running match. ``scores`` is JSON of the game's rows, ``spent`` JSON of
    [asked, answered] in seconds since 1970.
    """

    match: MatchId
    seat: int
    tenure: int
    user: UserId | None
    level: str | None
    place: int
    rank: int
    total: int
    turns: int
    late: int
    left: Left
    guarded: bool
    scores: Compressed
    spent: Compressed


class OwnPlacing(Struct, frozen=True, kw_only=True):
    """What a profile needs of a person's own placing, as ``PlacingRecord`` has it."""

    match: MatchId
    place: int
    total: int
    left: Left
    spent: Compressed


class RatingRecord(Struct, frozen=True, kw_only=True):
    """How strong a player is taken to be, in millionths.

    ``guild`` 0: across all servers; ``game`` "": over all games. ``user`` 0: the computer player ``level`` of the game
    ``level_of``; both are "" for people. ``shown`` is what boards are ordered by: ``mu`` minus three ``sigma``.
    """

    guild: int
    game: str
    user: int
    level_of: str = ""
    level: str = ""
    mu: int
    sigma: int
    shown: int
    matches: int
    changed: datetime


class StepRecord(Struct, frozen=True, kw_only=True):
    """A rating as it stood after a match, which was the ``matches``-th of those that count for it."""

    match: MatchId
    guild: int
    game: str
    user: int
    level_of: str = ""
    level: str = ""
    mu: int
    sigma: int
    at: datetime
    matches: int


RULE = 4
"""The number of the rule by which ratings follow from results (``bot/app/ratings/fold.py``, with its constants)."""


class RatingProgress(Struct, frozen=True, kw_only=True):
    """How far ratings are right in the order of rating: to the result of ``match`` (None: before the first).

    ``stale``: results after that are still to be rated, or to be rated again. All of them are looked at up to
    ``until``, where a result was put last among others (None: to the end), and after ``newest``, which was rated last
    before that. Between the two only ratings change that already differ: who wrote ``token`` knows which, and goes on
    alone, unless nothing has come of it since ``at``. ``rule``: by which rule ratings were calculated.
    """

    finished: datetime | None = None
    match: MatchId | None = None
    stale: bool = False
    token: str | None = None
    at: datetime | None = None
    until: datetime | None = None
    until_match: MatchId | None = None
    newest: datetime | None = None
    newest_match: MatchId | None = None
    rule: int = RULE


class TenureRecord(Struct, frozen=True, kw_only=True):
    """Who sat at a seat before the one who sits there now: up to and including the ply ``until``."""

    match: MatchId
    seat: int
    number: int
    user: UserId | None
    level: str | None
    until: int
    at: datetime
    why: Left


class RulingRecord(Struct, frozen=True, kw_only=True):
    """Staff's decision about a result: other places by seat, or (no places) that it counts for nothing."""

    id: int
    match: MatchId
    by: UserId
    at: datetime
    places: tuple[int, ...]
    why: str


class AppealState(StrEnum):
    """How far an appeal has come."""

    OPEN = "open"
    UPHELD = "upheld"
    """The result was corrected."""
    REJECTED = "rejected"


class AppealRecord(Struct, frozen=True, kw_only=True):
    """A player's objection to a result, and what staff said."""

    id: AppealId
    match: MatchId
    tournament: TournamentId | None
    guild: GuildId | None
    user: UserId
    words: Written
    at: datetime
    state: AppealState
    by: UserId | None
    answer: Written | None
    closed: datetime | None


class Tally(Struct, frozen=True, kw_only=True):
    """Turns and default moves of a player in one finished match."""

    match: MatchId
    finished: datetime
    tournament: TournamentId | None
    turns: int
    late: int
    left: Left
