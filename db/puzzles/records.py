"""Records of puzzles."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.ids import ChannelId, GuildId, MatchId, UserId


class PuzzleRecord(Struct, frozen=True, kw_only=True):
    """The puzzle of a day, which is the number of its date (1 is the first day of the year 1).

    ``options``, ``position`` and ``best`` (the best turn at ``ask``) are encoded. ``points``: by how many tenths of a
    point that turn is at least better than those that are worse.

    ``match``, ``turn`` and ``made``: the finished match that it is from, which may be gone by now, the number of the
    turn that follows in its history, and what was played in it, encoded; None: computer players have played the match
    for it.
    ``rules_number``: the rules by which it was found (None: not noted).
    """

    day: int
    game: str
    seats: int
    options: bytes
    position: bytes
    ask: str
    best: bytes
    points: int
    match: MatchId | None = None
    turn: int | None = None
    made: bytes | None = None
    rules_number: int | None = None


class PuzzleAnswerRecord(Struct, frozen=True, kw_only=True):
    """What a person has made of a puzzle, first looked at on ``guild`` (0: on none).

    ``draft``: their unfinished turn. ``shown``: the solution was shown before they had it.
    """

    day: int
    user: UserId
    guild: int
    draft: bytes | None
    tries: int
    solved: bool
    shown: bool
    at: datetime


class PuzzleChannelRecord(Struct, frozen=True, kw_only=True):
    """A server has puzzles posted in a channel (0: no more); ``day``: the newest whose post was made (0: none was).

    On a day without a puzzle that is the last solution, if there is one to tell. ``told``: up to which day nothing is
    left to be told of solutions; the day before a puzzle once its post is delivered.
    """

    guild: GuildId
    channel: ChannelId
    day: int
    told: int = 0
