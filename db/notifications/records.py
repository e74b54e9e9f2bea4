"""Records of being told and of coming back: how a person can be reached, who follows what, and private notes."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from db.engine.personal import Written
from db.ids import MatchId, UserId

EVENT_KIND = "scheduled"
"""The kind of outbox rows about scheduled events: what fails there concerns staff, no players."""


class NoteRecord(Struct, frozen=True, kw_only=True):
    """What a person has written down about a match, for that person's eyes only."""

    match: MatchId
    user: UserId
    text: Written
    at: datetime


class FollowRecord(Struct, frozen=True, kw_only=True):
    """Boards of a match go to somebody who doesn't play: to a person, or (``feed``) to a channel, the ``lane``.

    ``user`` has asked for it. ``spoilers``: what a board shows is uncovered by a press. ``ply``: of the newest board
    that was told or seen; ``due``: when the next one may be told at the earliest. ``stopped``: since then nothing is,
    since it couldn't be delivered.
    """

    match: MatchId
    lane: int
    user: UserId
    feed: bool
    spoilers: bool
    ply: int
    due: datetime
    stopped: datetime | None = None
    at: datetime


class ReachRecord(Struct, frozen=True, kw_only=True):
    """How far a person can be reached.

    ``closed``: since then direct messages are refused, ``code`` says by which of Discord's codes. ``called`` counts the
    notices of the local ``day`` (days since 0001-01-01); ``merged`` those that wait for the next digest since there
    were too many. ``digest``: when the next digest is due; None: none is.
    """

    user: UserId
    closed: datetime | None = None
    code: int | None = None
    day: int = 0
    called: int = 0
    merged: int = 0
    digest: datetime | None = None
