"""What leaves the database: frozen records.

Times are aware and UTC; game data stays encoded, since only the services know the codec.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from db.engine.compressed import Compressed
from db.engine.personal import Written
from db.ids import ChannelId, GuildId, MatchId, MessageId, NoticeId, OrderId, TournamentId, UserId


class Status(StrEnum):
    """Where a match stands in its life."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class TakeBack(StrEnum):
    """What players may take back after it was confirmed."""

    OWN = "own"
    """One's own last turn at once while nobody has moved; anything else by consent."""
    CONSENT = "consent"
    """Nothing without the others' consent."""
    NEVER = "never"
    """Nothing at all."""


class MatchRecord(Struct, frozen=True, kw_only=True):
    """One match, without its state and its seed.

    ``version`` rises with every change (compare-and-swap); ``ply`` is the number of the newest log entry (0 before the
    start). ``options``, ``pace`` and ``outcome`` are JSON. ``channel`` is where it was made, ``thread`` where it is
    played if that is a thread. ``rematch_of`` names the match it follows. ``guided``: its panels teach the game.
    ``closed``: while it runs, only its players and its host look at it.
    """

    id: MatchId
    version: int
    game: str
    rules_number: int
    state_number: int
    status: Status
    seats: int
    options: bytes
    pace: bytes
    private: bool
    practice: bool
    host: UserId
    guild: GuildId | None
    channel: ChannelId
    thread: ChannelId | None
    ply: int
    seed_hash: str
    outcome: Compressed | None
    rematch_of: MatchId | None
    created: datetime
    started: datetime | None
    finished: datetime | None
    moved: datetime
    undo: TakeBack = TakeBack.OWN
    guided: bool = False
    closed: bool = False


class SeatRecord(Struct, frozen=True, kw_only=True):
    """Who sits where: a user, or a computer player of some ``level``. ``resigned``: the ply at which it gave up.

    ``guest``: the other server from whose list of open matches the user joined.
    """

    match: MatchId
    seat: int
    user: UserId | None
    level: str | None
    resigned: int | None
    joined: datetime
    guest: GuildId | None = None


class InviteRecord(Struct, frozen=True, kw_only=True):
    """A user asked to join; ``kept``: one of the free seats is kept for them."""

    match: MatchId
    user: UserId
    kept: bool
    at: datetime


class EntryRecord(Struct, frozen=True, kw_only=True):
    """One line of the log: ``data`` is the JSON of a ``games.core.running.play.Entry``; ``audience`` None: all."""

    match: MatchId
    ply: int
    seat: int
    cause: str
    audience: tuple[int, ...] | None
    data: bytes
    at: datetime


class ReviewRecord(Struct, frozen=True, kw_only=True):
    """What a finished match was found to have been decided by, up to ``ply``.

    ``data``: JSON of a ``bot.app.reviews.records.Review``.
    """

    match: MatchId
    ply: int
    data: Compressed
    at: datetime


class DraftRecord(Struct, frozen=True, kw_only=True):
    """An unfinished turn; counts only while ``ask`` stands. ``data``: JSON of its moves and of the half-filled one."""

    match: MatchId
    seat: int
    ask: str
    data: bytes
    changed: datetime


class OrderRecord(Struct, frozen=True, kw_only=True):
    """Something stored ahead. ``data`` is the order's JSON, ``filed`` the compressed view when it was stored.

    ``rank`` orders the orders of one seat; ``halted`` is the JSON of the reason why it stopped, None while it is alive.
    """

    id: OrderId
    match: MatchId
    seat: int
    rank: int
    kind: str
    data: bytes
    filed: bytes
    halted: bytes | None
    created: datetime


class PendingKind(StrEnum):
    """What a match waits for; ``due`` is when that is over."""

    SEAT = "seat"
    """A seat's turn; due is its deadline, if it has one."""
    COMPUTER = "computer"
    """A computer player's turn; due is when it is to think (again)."""
    OPEN = "open"
    """A seat may act, but nobody waits for it."""
    TIMER = "timer"
    """A timed move of the table."""
    GRACE = "grace"
    """The table's own moves and the orders of others are held back until due."""
    FORCED = "forced"
    """Beside a turn forced by what only its seat knows, which is made at due."""
    START = "start"
    """In the lobby: the announced start, which is ``since``; at due it is told that it has passed."""
    CHECK = "check"
    """In the lobby: at due players are asked whether they are ready for the announced start."""
    READY = "ready"
    """In the lobby: a ``user`` is ready for the announced start."""
    EXPIRY = "expiry"
    """In the lobby: when it is closed if nobody fills it; beside a match that was closed so: without a time."""
    REMINDER = "reminder"
    """Beside a seat's turn: its player is to be reminded."""
    PROPOSAL = "proposal"
    """A ``proposal`` waits for answers; at due whoever has not answered abstains."""


ASKS = frozenset({PendingKind.SEAT, PendingKind.COMPUTER, PendingKind.OPEN, PendingKind.TIMER})
"""The kinds of rows that are an ask of the game; all others stand beside one, or are the platform's."""


class ProposalKind(StrEnum):
    """What is decided together."""

    END = "end"
    """That the match ends."""
    PAUSE = "pause"
    """That it stands still until a day."""
    UNDO = "undo"
    """That turns are taken back, or restored."""
    TIMEOUT = "timeout"
    """What becomes of a seat whose time is up: the others vote."""


class PendingRecord(Struct, frozen=True, kw_only=True):
    """One thing a match waits for, since when, and until when. ``ask``: the ask that it is, or that it stands beside.

    ``sealed``: its turn is handed in secretly. ``restart``: a timer that runs when the bot comes up again.
    ``further``: not the first turn of its seat in a season.
    """

    match: MatchId
    kind: PendingKind
    ask: str = ""
    user: UserId | None = None
    proposal: ProposalKind | None = None
    seat: int
    sealed: bool = False
    restart: bool = False
    since: datetime
    due: datetime | None
    further: bool = False

    @property
    def key(self) -> tuple[PendingKind, str, UserId | None, ProposalKind | None]:
        """What the match waits for only once."""
        return self.kind, self.ask, self.user, self.proposal

    @property
    def is_ask(self) -> bool:
        """Whether the row is an ask of the game, and nothing beside one."""
        return self.kind in ASKS


class NoticeState(StrEnum):
    """How far a row of the outbox has come."""

    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    MERGED = "merged"
    """Told by a later row of the same match, or overtaken."""
    PARKED = "parked"
    """Cannot be delivered; ``reason`` says why."""


class NoticeRecord(Struct, frozen=True, kw_only=True):
    """One row of the outbox: *what* is to be told, of a match or of a tournament.

    ``lane`` is the channel (or user) whose rows are told in order.

    ``data`` is JSON of what its kind needs; ``not_before`` holds it back; ``sending`` says since when it is under way
    and ``holder`` which process has it. ``doubt``: the first attempt of which nobody knows whether it had effect.
    """

    id: NoticeId
    lane: int
    guild: GuildId | None
    match: MatchId | None
    kind: str
    ply: int
    data: bytes
    state: NoticeState
    attempts: int
    not_before: datetime
    sending: datetime | None
    holder: str | None
    doubt: datetime | None
    reason: str | None
    created: datetime
    tournament: TournamentId | None = None


class LaneRecord(Struct, frozen=True, kw_only=True):
    """A lane in which something may be told now or is under way; ``waiting``: how much may be told now.

    ``match``: one of those that its rows are about.
    """

    lane: int
    guild: GuildId | None
    match: MatchId | None
    waiting: int


class PostRecord(Struct, frozen=True, kw_only=True):
    """The newest message of its kind for a match, and the ply it shows."""

    match: MatchId
    kind: str
    channel: ChannelId
    message: MessageId
    ply: int
    at: datetime


class PersonRecord(Struct, frozen=True, kw_only=True):
    """A Discord user we met: the name last seen, IANA zone, and preferences as JSON."""

    user: UserId
    name: Written
    zone: str | None
    prefs: bytes
    seen: datetime


class ServerRecord(Struct, frozen=True, kw_only=True):
    """A Discord server's settings as JSON. ``shares``: by them, its open matches are shared with other servers."""

    guild: GuildId
    settings: bytes
    shares: bool = False


class RegistrationRecord(Struct, frozen=True, kw_only=True):
    """The slash commands of an application: hashes of what Discord was ``told``, and of what it ``answered`` then."""

    application: int
    told: str
    answered: str
