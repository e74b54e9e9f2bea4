"""What is put into the outbox: rows that say what is to be told, in the transaction that made it happen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from db.ids import ChannelId, GuildId, MatchId, NoticeId, ReportId, TournamentId, UserId
from db.notifications.records import EVENT_KIND
from db.records import MatchRecord, NoticeRecord, NoticeState
from db.seeking.records import SeekerRecord
from games.core.seats import AskId, Seat
from games.core.text import Text, say

CARD_DELAY = timedelta(seconds=3)
"""A running match's card is edited so much later: what follows meanwhile goes into the same edit."""


OPENINGS_DELAY = timedelta(seconds=5)
"""The list of open matches is edited so much later, and so at most once in that time."""

POINTER = "pointer"
"""The kind under which a message is stored that leads from the channel to the post of its match."""

REMINDER = "app.reminder"
YOUR_TURN = "app.your_turn"
"""The sentences that call a player to a turn."""


class Kind(StrEnum):
    """What a notice shows."""

    CARD = "card"
    """The card of the match (lobby, then status): one message, edited in place."""
    OPEN = "open"
    """The place of play is to be made: a thread, or the channel itself by the server's setting."""
    BOARD = "board"
    """A fresh board after a turn, the first and the last board included; the one before loses its buttons."""
    SCENE = "scene"
    """The board as it stood at one moment, before the table went on at once; without buttons."""
    WORD = "word"
    """A sentence: to the place of the match, or privately to ``user``."""
    REPORT = "report"
    """What somebody reported about a match, in the channel of the server's staff: one message, edited in place."""
    TOURNAMENT = "event"  # as rows of earlier releases have it
    """The card of a tournament: one message, pinned, edited in place."""
    NEWS = "news"
    """A sentence about a tournament: to its channel, or privately to ``user``."""
    RESULT = "result"
    """How a rated match has ended, in the server's channel for results."""
    DIGEST = "digest"
    """A person's matches, by the time left: privately."""
    WATCH = "watch"
    """A board for somebody who follows the match: privately to ``user``, or to the channel that is the row's lane."""
    OPENINGS = "openings"
    """The open matches of a server, in the channel that it has chosen: one message, pinned, edited in place."""
    PUZZLE = "puzzle"
    """The puzzle of the day (the ply), and the last solution, in a channel that the server has chosen."""
    SOLUTION = "solution"
    """The solution of the puzzle of a day (the ply) alone, since the day after has none."""
    ROLE = "role"
    """A member of the server is to have a role or not, as things stand when it is told; the lane is the role.

    With a tournament, it is about that tournament's own role as such, and the lane is the server.
    """
    SCHEDULE = EVENT_KIND
    """The scheduled event on Discord for an announced start; its lane is the server."""
    SEARCH = "search"
    """The time is over for which a person waited for players: privately, or by a mention where they asked."""
    TEST = "test"
    """A sentence that shows whether a person can be reached: privately, or by a mention in a place."""
    BAR = "bar"
    """That a person was barred from a server's matches: privately."""
    OWNER_NEWS = "owner"
    """What the operator of the bot tells the owner of a server: privately."""


def call_text(sentence: str, ask: tuple[Seat, AskId]) -> Text:
    """Return the sentence that calls a player to a turn; the edge adds what the turn is, where, and until when."""
    return say(sentence, seat=ask[0], ask=ask[1])


class Payload(Struct, frozen=True, omit_defaults=True):
    """What a row needs beside the committed state.

    ``asked`` are seats to mention, each only while that ask of theirs still waits; ``users`` are mentioned in any
    case. ``text`` and ``user`` belong to WORD: a sentence, to a person or (None) to the place. ``refresh`` belongs to
    BOARD: the board before is edited, at a bounded rate. ``discreet``: nothing at the place hints at a sentence to a
    person, not even where direct messages are closed. ``before``: the row is told only while that ask stands.
    ``settled`` and ``known`` are those of ``asked`` and ``users`` about whom it is decided whether this row calls them.
    With the row ``joins`` becomes a member of the match's thread, and ``leaves`` is none any more. ``thread`` (OPEN):
    there is one, whatever the server's settings say. ``said``: who was told that it cannot be posted.
    ``tried``: the channels to which it was sent, the newest last. ``refused``: how often Discord refused it for a
    reason that may pass. ``spoilers`` (WATCH): what the board shows is uncovered by a press. ``weekly`` (DIGEST): it is
    that of the week. ``report`` and ``channel`` (REPORT): what is shown, and where; never at the match's place.
    ``role`` belongs to ROLE without a tournament, whose member is the only one of ``users``. ``seeker`` (SEARCH): what
    the person wanted. ``parked``: it could not be posted once, and the card says so until it is.
    """

    asked: tuple[tuple[Seat, AskId], ...] = ()
    users: tuple[UserId, ...] = ()
    text: Text | None = None
    user: UserId | None = None
    discreet: bool = False
    refresh: bool = False
    before: tuple[Seat, AskId] | None = None
    settled: tuple[tuple[Seat, AskId], ...] = ()
    known: tuple[UserId, ...] = ()
    joins: UserId | None = None
    leaves: UserId | None = None
    thread: bool = False
    said: tuple[UserId, ...] = ()
    tried: tuple[ChannelId, ...] = ()
    refused: int = 0
    spoilers: bool = False
    weekly: bool = False
    report: ReportId | None = None
    channel: ChannelId | None = None
    role: int = 0
    seeker: SeekerRecord | None = None
    parked: bool = False

    def merge(self, later: Payload) -> Payload:
        """Return what is to be told when this row is told by a later one."""
        asked = dict.fromkeys((*self.asked, *later.asked))
        users = dict.fromkeys((*self.users, *later.users))
        refresh = self.refresh and later.refresh
        return Payload(
            asked=tuple(asked),
            users=tuple(users),
            text=later.text,
            user=later.user,
            refresh=refresh,
            settled=tuple(dict.fromkeys((*self.settled, *later.settled))),
            known=tuple(dict.fromkeys((*self.known, *later.known))),
            said=tuple(dict.fromkeys((*self.said, *later.said))),
            refused=max(self.refused, later.refused),
            spoilers=later.spoilers,
            thread=self.thread or later.thread,
            parked=self.parked or later.parked,
        )


NOTHING = Payload()

_decoder = msgspec.json.Decoder(Payload)


def read_told(data: bytes) -> Payload:
    """Read what ``row`` has written; a reminder of an earlier release, which named the time left, as one of now."""
    told = _decoder.decode(data)
    if told.text is not None and told.asked and told.text.id.startswith(f"{REMINDER}_"):
        return replace(told, text=call_text(REMINDER, told.asked[0]))
    return told


def scene(match: MatchRecord, ply: int, *, now: datetime) -> NoticeRecord:
    """Make a row that shows the board as it stood at a ply."""
    return replace(row(match, Kind.SCENE, now=now), ply=ply)


def row(match: MatchRecord, kind: Kind, *, now: datetime, told: Payload = NOTHING, delay: bool = False) -> NoticeRecord:
    """Make a row of the outbox; ``delay`` holds a card back for what follows.

    Cards wait in the lane of the channel in which the match was opened, so that they hold up nothing in its thread.
    """
    place = match.channel if kind is Kind.CARD else match.thread or match.channel
    lane = told.user or place
    return NoticeRecord(
        id=NoticeId(0),
        lane=lane,
        guild=match.guild,
        match=match.id,
        kind=kind,
        ply=match.ply,
        data=msgspec.json.encode(told),
        state=NoticeState.WAITING,
        attempts=0,
        not_before=now + CARD_DELAY if delay else now,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )


def result_row(match: MatchRecord, channel: ChannelId, *, now: datetime) -> NoticeRecord:
    """Make a row that tells a channel how a match has ended."""
    return replace(row(match, Kind.RESULT, now=now), lane=channel)


def openings_row(guild: GuildId, channel: ChannelId, *, now: datetime) -> NoticeRecord:
    """Make a row that lists the open matches of a server in a channel; what changes soon after goes into the same."""
    made = bare_row(Kind.OPENINGS, lane=channel, guild=guild, told=NOTHING, now=now)
    return replace(made, not_before=now + OPENINGS_DELAY)


def puzzle_row(guild: GuildId, channel: ChannelId, day: int, *, now: datetime) -> NoticeRecord:
    """Make a row that posts the puzzle of a day."""
    return replace(bare_row(Kind.PUZZLE, lane=channel, guild=guild, told=NOTHING, now=now), ply=day)


def solution_row(guild: GuildId, channel: ChannelId, day: int, *, now: datetime) -> NoticeRecord:
    """Make a row that posts the solution of the puzzle of a day."""
    return replace(puzzle_row(guild, channel, day, now=now), kind=Kind.SOLUTION)


def search_row(seeker: SeekerRecord, text: Text, *, now: datetime, privately: bool = True) -> NoticeRecord:
    """Make a row that tells a person that nobody was found to play with, or that calls them where they asked."""
    if privately:
        told = Payload(user=seeker.user, text=text, seeker=seeker)
        return bare_row(Kind.SEARCH, lane=seeker.user, told=told, now=now)
    told = Payload(users=(seeker.user,), text=text, seeker=seeker)
    return bare_row(Kind.SEARCH, lane=seeker.channel, guild=seeker.guild, told=told, now=now)


def bare_row(kind: Kind, *, lane: int, told: Payload, now: datetime, guild: GuildId | None = None) -> NoticeRecord:
    """Make a row that belongs to no match; ``lane``: a channel (of ``guild``) or a person."""
    return NoticeRecord(
        id=NoticeId(0),
        lane=lane,
        guild=guild,
        match=None,
        kind=kind,
        ply=0,
        data=msgspec.json.encode(told),
        state=NoticeState.WAITING,
        attempts=0,
        not_before=now,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )


def words(match: MatchRecord, text: Text, users: Iterable[UserId], *, now: datetime) -> NoticeRecord:
    """Make a row that says a sentence at the match's place, mentioning users."""
    return row(match, Kind.WORD, now=now, told=Payload(users=tuple(users), text=text))


def seat_row(match: MatchRecord, text: Text, joins: UserId, leaves: UserId | None, *, now: datetime) -> NoticeRecord:
    """Make a row that says who sits in a seat from now on, calls them, and lets the thread's members follow."""
    return row(match, Kind.WORD, now=now, told=Payload(users=(joins,), text=text, joins=joins, leaves=leaves))


URGENCY: Mapping[Kind, int] = {
    **dict.fromkeys((Kind.BOARD, Kind.SCENE, Kind.OPEN), 0),
    **dict.fromkeys((Kind.CARD, Kind.TOURNAMENT, Kind.OPENINGS), 2),
}
"""Which kinds of a lane go first; all others come between."""

About: TypeAlias = tuple[MatchId | None, TournamentId | None, bool]
"""A match, a tournament, or (with True) the card of a match: what of it is told in its order."""


def about_of(row: NoticeRecord, heads: frozenset[MatchId]) -> About:
    """Return what a row is about; ``heads``: matches whose card must be posted before their thread is made."""
    return row.match, row.tournament, row.kind == Kind.CARD and row.match not in heads


def find_most_urgent(rows: Sequence[NoticeRecord], heads: frozenset[MatchId]) -> NoticeRecord:
    """Return the first row of what people wait for most: a board, else a sentence, else only a card.

    What tells of the same stays in its order. A row that was tried before is seen to its end.
    """
    if rows[0].attempts:
        return rows[0]
    urgency: dict[About, int] = {}
    for row in rows:
        about = about_of(row, heads)
        urgency[about] = min(urgency.get(about, len(Kind)), URGENCY.get(Kind(row.kind), 1))
    return min(rows, key=lambda row: urgency[about_of(row, heads)])
