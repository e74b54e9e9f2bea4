"""How notices leave: what the edge is told to post, and how it says that it could not."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto
from typing import Protocol, TypeAlias

from msgspec import Struct

from bot.app.changes.outbox import Kind
from bot.app.match.preferences import Display
from bot.app.match.records import LogLine, MatchLine, MatchView, MessageRef, Place
from bot.app.puzzles.posting import Posed, Solved
from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.records import TournamentView
from bot.app.views.openings import OpenMatch
from db.ids import ChannelId, GuildId, MatchId, NoticeId, TournamentId, UserId
from db.moderation.records import BarRecord, ReportRecord
from db.seeking.records import SeekerRecord
from games.core.text import Text
from games.core.words import Words


class Watching(Struct, frozen=True, kw_only=True):
    """How a board is shown to who follows the match; ``delayed``: it is one of some turns ago, as that is a rule."""

    spoilers: bool
    delayed: bool
    display: Display


class Notice(Struct, frozen=True, kw_only=True):
    """One thing to be told, made from the committed state at the moment of delivery.

    ``nonce`` (at most 25 characters) makes a repeated send harmless; ``marker`` is a text to put into the custom ids or
    the body, by which the message is found again in the channel's history. ``place`` is where to post: the thread if
    there is one. ``mention`` are the only users to be notified, and only by this message. ``lines`` are the public log
    entries since the board before; ``before`` is that board's message, whose buttons go; ``refreshes`` is it
    where it is edited instead. ``card`` is the match's card and ``board`` its newest board, if they were posted.
    ``thread``: the match gets a thread whatever the server's settings say. ``tried`` are the channels to which this
    notice was ever sent, ``place`` included. ``since``: when a first attempt was made that may have had effect.
    ``report`` belongs to REPORT, which is posted for staff alone, and ``shown`` is where it stands already.
    ``watch`` belongs to WATCH, ``text`` and ``user`` belong to WORD; ``joins`` and ``leaves`` are to be a member of the
    match's thread, and not.
    """

    id: NoticeId
    nonce: str
    marker: str
    kind: Kind
    match: MatchId
    place: Place
    match_view: MatchView
    lines: tuple[LogLine, ...] = ()
    mention: tuple[UserId, ...] = ()
    before: MessageRef | None = None
    refreshes: MessageRef | None = None
    card: MessageRef | None = None
    board: MessageRef | None = None
    text: Text | None = None
    user: UserId | None = None
    joins: UserId | None = None
    leaves: UserId | None = None
    thread: bool = False
    tried: tuple[ChannelId, ...] = ()
    since: datetime | None = None
    watch: Watching | None = None
    report: ReportRecord | None = None
    shown: MessageRef | None = None


class Opened(Struct, frozen=True):
    """The place that was made for a match: a thread, or the post of a forum.

    ``card``: the message there that shows the match from now on in place of its card (None: the card stays).
    """

    thread: ChannelId
    card: MessageRef | None = None


class TournamentNotice(Struct, frozen=True, kw_only=True):
    """One thing to be told of a tournament; fields as in Notice. ``view`` is None for sentences.

    ``discreet``: a user who takes no direct messages isn't called at the place instead.
    """

    id: NoticeId
    nonce: str
    marker: str
    kind: Kind
    tournament: TournamentId
    name: str
    place: Place
    view: TournamentView | None = None
    mention: tuple[UserId, ...] = ()
    text: Text | None = None
    user: UserId | None = None
    discreet: bool = False


class PersonNotice(Struct, frozen=True, kw_only=True):
    """One thing to be told to a person beside any match; fields as in Notice.

    ``place`` is where to mention the person; None: it is told privately. ``lines`` are the person's matches with the
    titles of their games, by time left; ``merged`` counts the notices that were too many for a day.
    ``weekly``: it tells of the week, and ``finished`` are the matches that ended in it. ``seeker``: for what they
    waited in vain. ``bar``: how they were barred from a server, ``moderators``: the id of the role whom they can ask
    there, 0: none.
    """

    id: NoticeId
    nonce: str
    marker: str
    kind: Kind
    user: UserId
    place: Place | None = None
    text: Text | None = None
    lines: tuple[tuple[str, MatchLine], ...] = ()
    merged: int = 0
    weekly: bool = False
    finished: tuple[tuple[str, MatchLine], ...] = ()
    seeker: SeekerRecord | None = None
    bar: BarRecord | None = None
    moderators: int = 0

    @property
    def mention(self) -> tuple[UserId, ...]:
        """The only user to be notified."""
        return (self.user,)


class ServerNotice(Struct, frozen=True, kw_only=True):
    """The open matches of a server, to be listed at a place; other fields as in Notice.

    ``before``: the message that lists them so far. ``matches`` None: that message goes, and nothing is listed there.
    """

    id: NoticeId
    nonce: str
    marker: str
    kind: Kind
    place: Place
    before: MessageRef | None
    matches: tuple[OpenMatch, ...] | None
    mention: tuple[UserId, ...] = ()
    user: None = None


class PuzzleNotice(Struct, frozen=True, kw_only=True):
    """The puzzle of the day, or a solution alone, to be posted at a place; other fields as in Notice."""

    id: NoticeId
    nonce: str
    marker: str
    kind: Kind
    place: Place
    posed: Posed | Solved
    mention: tuple[UserId, ...] = ()
    user: None = None


class RoleNotice(Struct, frozen=True, kw_only=True):
    """A member of a server is to have a role, or (``held`` False) not to have it.

    ``own``: the bot has made it for a tournament; where people have deleted it, nobody is to have it.
    """

    id: NoticeId
    kind: Kind
    guild: GuildId
    role: int
    user: UserId
    held: bool
    own: bool = False

    @property
    def mention(self) -> tuple[UserId, ...]:
        """Nobody: it is no message."""
        return ()


class OwnRoleNotice(Struct, frozen=True, kw_only=True):
    """A tournament is to have a role of its own called ``name``, or (``wanted`` False) not to have it any more.

    ``known`` is the role as it was made before, 0: it wasn't. ``doubt``: since when it may have been made all the same.
    """

    id: NoticeId
    kind: Kind
    guild: GuildId
    tournament: TournamentId
    name: str
    wanted: bool
    known: int
    doubt: datetime | None = None

    @property
    def mention(self) -> tuple[UserId, ...]:
        """Nobody: it is no message."""
        return ()


class Stage(Enum):
    """How far what a scheduled event announces has come."""

    PLANNED = auto()
    BEGUN = auto()
    OVER = auto()
    """It has ended, or it will not take place."""


class EventNotice(Struct, frozen=True, kw_only=True):
    """The scheduled event of a match or a tournament is to be as they stand.

    ``marker`` stands in its description. ``known`` is the event as it was made before, in place of a message;
    ``anew``: its time has passed, so that there may be another one. ``doubtful``: it may have been made already.
    ``name`` is a tournament's, "" that of a match with its number and ``seats``; ``card`` is where it is announced.
    """

    id: NoticeId
    kind: Kind
    marker: str
    guild: GuildId
    place: Place
    stage: Stage
    starts: datetime
    title: str
    name: str = ""
    match: MatchId | None = None
    seats: int = 0
    card: MessageRef | None = None
    known: MessageRef | None = None
    anew: bool = False
    doubtful: bool = False

    @property
    def mention(self) -> tuple[UserId, ...]:
        """Nobody: it is no message."""
        return ()


Message: TypeAlias = Notice | TournamentNotice | PersonNotice | ServerNotice | PuzzleNotice
"""What becomes a message."""
Errand: TypeAlias = RoleNotice | OwnRoleNotice | EventNotice
"""What is done beside messages."""
AnyNotice: TypeAlias = Message | Errand


class Permanent(Exception):
    """It will never work: the row is parked. ``code`` is Discord's, ``reason`` a sentence shown with the match.

    ``sure`` False: nothing says that it will not work in a moment, so it is tried some times more before.
    """

    def __init__(self, code: int, reason: Text, *, sure: bool = True) -> None:
        """Keep code and reason."""
        super().__init__(f"{code}: {Words(WORDS)(reason)}")
        self.code = code
        self.reason = reason
        self.sure = sure


class Refused(Permanent):
    """A person takes no direct messages from the bot; it is noted, and the person is called another way."""


class Transient(Exception):
    """It did not work and had no effect; try again after so many seconds (None: the relay's own back-off)."""

    def __init__(self, after: float | None = None) -> None:
        """Keep the wait."""
        super().__init__(f"again after {after} s")
        self.after = after


class Elsewhere(Exception):
    """It had no effect at its place, which takes nothing any more; it can be posted in ``channel``."""

    def __init__(self, channel: ChannelId) -> None:
        """Keep the channel."""
        super().__init__(f"it belongs into channel {channel} now")
        self.channel = channel


class Doubtful(Exception):
    """It may or may not have had effect: a dropped connection, a 5xx after retries, a time-out."""


class Courier(Protocol):
    """Delivers notices; implemented by the edge. All calls raise Permanent, Transient or Doubtful.

    What is private (``user``) raises Refused where the person takes no direct messages. ``post`` and ``edit`` raise
    Elsewhere before anything is sent to another channel than the notice's place.
    """

    async def post(self, notice: Notice) -> MessageRef:
        """Post a message with the notice's nonce, enforced; a repeat with the same nonce returns the first."""
        ...

    async def edit(self, notice: Notice, ref: MessageRef) -> MessageRef:
        """Show the notice in place of an earlier message; returns another message if that one is gone or too old."""
        ...

    async def open(self, notice: Notice) -> Opened | None:
        """Make the thread of the match and return it (the same on a repeat); None: play in the channel."""
        ...

    async def retire(self, notice: Notice, ref: MessageRef) -> None:
        """Take the buttons off the board before; a message that is gone is no error."""
        ...

    async def tell(self, notice: TournamentNotice, ref: MessageRef | None) -> MessageRef:
        """Post something of a tournament, or (``ref``) show it in place of an earlier message."""
        ...

    async def reach(self, notice: PersonNotice) -> MessageRef:
        """Tell a person something beside any match; a repeat with the same nonce returns the first."""
        ...

    async def list_open(self, notice: ServerNotice) -> MessageRef | None:
        """List the open matches of a server in one message, the one before if it is there; None: it was taken away."""
        ...

    async def pose(self, notice: PuzzleNotice) -> MessageRef:
        """Post the puzzle of the day, or a solution; a repeat with the same nonce returns the first."""
        ...

    async def change_role(self, notice: RoleNotice) -> None:
        """Give a member of a server a role, or take it; who has left the server is no error."""
        ...

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Make the role of a tournament, or delete it; return it, 0 where there is none."""
        ...

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Make, move, begin or end a scheduled event, and return it; None: there is none.

        One that people have deleted or called off is not made again, unless it is planned ``anew``.
        """
        ...

    async def find(self, notice: Message, since: datetime) -> MessageRef | None:
        """Look for the notice's marker among the bot's own messages since then, wherever it may have been sent."""
        ...
