"""What a check of a match reads, what it finds, and what would mend it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from bot.app.match.state import MatchState
from db.ids import MatchId, OrderId
from db.matches.packing import PositionRow
from db.matches.rewind_records import RewindRecord
from db.ratings.records import PlacingRecord, ResultRecord
from db.records import EntryRecord, MatchRecord, PendingRecord, Status


class Flaw(StrEnum):
    """What may be wrong with what is stored of a match."""

    UNREADABLE = "unreadable"
    """Its own row, its options or what stands around it can't be read."""
    SEED = "seed"
    """The seed isn't the one whose hash was announced."""
    SEATS = "seats"
    """There is no row for some seats."""
    LINES = "lines"
    """Lines of the log are missing."""
    LENGTH = "length"
    """The match says that its log ends elsewhere than it does."""
    LINE = "line"
    """A line of the log can't be read, or can't be played."""
    STRAY_LINE = "stray line"
    """There are lines after the end of the log that can't be played."""
    WORDS = "words"
    """A line of the log says something else than its moves lead to."""
    COLUMNS = "columns"
    """What stands beside a line of the log isn't what the line says."""
    POSITION = "position"
    """A position isn't the one to which the log leads."""
    NO_POSITION = "no position"
    """A position that the history or the match itself needs isn't there."""
    STRAY_POSITION = "stray position"
    """There is a position to which no line of the log leads."""
    STEP = "step"
    """The history shows a position that it shouldn't, or leaves one out."""
    STATUS = "status"
    """The match is over, or isn't, against what its log says."""
    OUTCOME = "outcome"
    """The result isn't the one to which the log leads."""
    PENDING = "pending"
    """What the match waits for isn't what its position asks."""
    LEFTOVERS = "leftovers"
    """Drafts, orders or what is waited for have outlived the match."""
    DRAFT = "draft"
    """A draft can't be read."""
    ORDER = "order"
    """A stored plan can't be read."""
    RESULT = "result"
    """What counts for profiles and ratings isn't what the log leads to."""


class Finding(Struct, frozen=True, kw_only=True):
    """One thing that is wrong. ``ply``: at which line of the log. ``mended``: the log says what it should be."""

    flaw: Flaw
    ply: int | None = None
    detail: str = ""
    mended: bool = False


class Stored(Struct, frozen=True, kw_only=True):
    """All that is stored of a match.

    ``status`` is what the log says it is; ``table`` is what stands around the match then, None if that can't be read.
    """

    record: MatchRecord
    status: Status
    table: MatchState | None
    rows: tuple[EntryRecord, ...] = ()
    rewinds: tuple[RewindRecord, ...] = ()
    positions: tuple[PositionRow, ...] = ()
    seats: int = 0
    """How many seats are taken."""
    leftovers: int = 0
    """Rows that only matches that aren't over have."""
    result: ResultRecord | None = None
    placings: tuple[PlacingRecord, ...] = ()
    owed: bool = False
    """Its result is still to be made."""


class Mend(Struct, frozen=True, kw_only=True):
    """What would be written to mend a match. ``record`` None: as it is."""

    record: MatchRecord | None = None
    entries: tuple[EntryRecord, ...] = ()
    dropped_entries: tuple[EntryRecord, ...] = ()
    """Lines that go."""
    positions: tuple[PositionRow, ...] = ()
    dropped_positions: tuple[int, ...] = ()
    pending: tuple[PendingRecord, ...] | None = None
    drafts: tuple[int, ...] = ()
    """Seats whose draft goes."""
    orders: tuple[OrderId, ...] = ()
    """Stored plans that go."""
    clear: bool = False
    """What only running matches have goes."""
    owe: bool = False
    """Its result is made anew."""

    @property
    def changes(self) -> bool:
        """Whether anything would be written."""
        return self != Mend()


class Report(Struct, frozen=True, kw_only=True):
    """What came of looking at one match.

    ``unchecked``: why its log couldn't be played again, although nothing is wrong: an older rules number, or a game
    that isn't installed. ``playable``: the present position is sound, so that the match can go on whatever is wrong
    before it.
    """

    match: MatchId
    version: int = 0
    findings: tuple[Finding, ...] = ()
    mend: Mend = Mend()
    unchecked: str = ""
    playable: bool = True
    last_turn: int | None = None
    """The last turn of the history up to which all is sound, by its number, if a line of the log is lost."""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings
