"""The file that holds a match: one JSON document with a checksum over what it says.

``{"longtable_match": 1, "sum": "<SHA-256 of the bytes of match>", "match": {…}}``. Game values in it are those of the
game's own codec, so that a file is read by any release that knows its state number and verified by one with its rules
number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from bot.app.runtime.refusals import WORDS
from db.matches.rewind_records import Rewound
from db.records import TakeBack
from games.core.text import Arg, Text, say
from games.core.words import Words

VERSION = 1
"""Raised when the form of the file changes."""

MOST_BYTES = 32 * 1024 * 1024
"""No match is longer; a file that is has not been written by this bot."""


LONGEST_NAME = 100
"""Characters of a player's name; Discord's have a third of it."""

LONGEST_REPEAT = 100
"""Characters of what the refusal of a file repeats from it."""

EARLIEST, LATEST = datetime(2015, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""No match was played before there was a Discord, nor long after all of us."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_BYTES)]
"""A ply, a seat and the like: there are not more of anything in a file than it has bytes."""

Id: TypeAlias = Annotated[int, Meta(ge=1, le=2**63 - 1)]
"""What Discord and the database take for a number of theirs."""

Moment: TypeAlias = Annotated[datetime, Meta(tz=True)]

NOTHING = Raw(b"null")
"""In place of a value of the game that is not there."""


class BadFile(Exception):
    """A file that cannot be used; ``text`` says to the person who sent it why, and what to do."""

    sentences: tuple[Mapping[str, str], ...] = (WORDS,)
    """Where its sentence stands, and those within it."""

    def __init__(self, id: str, /, **args: Arg) -> None:
        """Take a sentence by its id; words from the file are cut in it."""
        self.text = say(id, **{name: _cut(arg) for name, arg in args.items()})
        super().__init__(self.text)

    def __reduce__(self) -> tuple[Callable[[Text], BadFile], tuple[Text]]:
        """Travel between processes (files are read in one of their own)."""
        return _refusal, (self.text,)

    def __str__(self) -> str:
        return Words(self.sentences)(self.text)


def _refusal(text: Text) -> BadFile:
    return BadFile(text.id, **text.args)


def _cut(arg: Arg) -> Arg:
    return f"{arg[: LONGEST_REPEAT - 1]}…" if isinstance(arg, str) and len(arg) > LONGEST_REPEAT else arg


class SeatFile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits at a seat. ``user`` is left out of files that players get; ``level``: a computer player."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME)]
    user: Id | None = None
    level: str | None = None
    resigned: Count | None = None


class LineFile(Struct, frozen=True, kw_only=True):
    """A line of the log: ``entry`` holds seat, ask, moves, cause and events."""

    ply: Count
    at: Moment
    entry: Raw


class RewindFile(Struct, frozen=True, kw_only=True):
    """The match went on from an earlier ply; what lies between was taken back."""

    ply: Count
    target: Count
    kind: Rewound


class BaseFile(Struct, frozen=True, kw_only=True):
    """Where a match that came from another bot goes on under a seed of its own: the position after a ply."""

    ply: Count
    position: Raw


class MatchFile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of a match. ``seed`` (hex) is there only after the end, its SHA-256 always.

    ``whole``: everything is in it. Else it is a running match as ``reader`` sees it (None: a spectator), which can be
    read but not played on. ``position`` is the present of a running match, for playing on elsewhere. ``use`` says in
    words what the file can be used for; it stands first, for who opens the file.
    """

    use: str = ""
    game: str
    rules_number: Count
    state_number: Count
    number: Id
    options: Raw
    pace: Raw
    seats: tuple[SeatFile, ...]
    first: Count | None = None
    practice: bool = False
    undo: TakeBack = TakeBack.OWN
    whole: bool
    reader: Count | None = None
    started: Moment
    finished: Moment | None = None
    seed_hash: str
    seed: str | None = None
    outcome: Raw = NOTHING
    ply: Count
    lines: tuple[LineFile, ...]
    rewinds: tuple[RewindFile, ...] = ()
    base: BaseFile | None = None
    position: Raw = NOTHING


def is_held(value: Raw) -> bool:
    """Return whether a value of the game is there."""
    return bytes(value) != bytes(NOTHING)


class _Cover(Struct, frozen=True, kw_only=True):
    longtable_match: Count
    sum: str
    match: Raw


class _Kind(Struct, frozen=True):
    """The part by which a file of ours is known."""

    longtable_match: Count


_cover = msgspec.json.Decoder(_Cover)
_kind = msgspec.json.Decoder(_Kind)
_match = msgspec.json.Decoder(MatchFile)


def write_file(match: MatchFile) -> bytes:
    """Return the bytes of a file."""
    body = msgspec.json.encode(match)
    cover = _Cover(longtable_match=VERSION, sum=hashlib.sha256(body).hexdigest(), match=Raw(body))
    return msgspec.json.encode(cover) + b"\n"


def read_file(data: bytes) -> MatchFile:
    """Read a file; raises BadFile for one that is torn, changed, of a later release, or no such file at all."""
    try:
        return _match.decode(read_cover(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFile("app.file_not_ours") from None


def read_cover(data: bytes) -> Raw:
    """Return what a file says of its match, unread; raises BadFile where the checksum or the form does not fit.

    It takes milliseconds and no memory whatever the file holds: nothing is made of it.
    """
    if len(data) > MOST_BYTES:
        raise BadFile("app.file_too_large")
    try:
        kind = _kind.decode(data)
    except RecursionError:
        raise BadFile("app.file_nested") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        torn = b"longtable_match" in data[:100]
        raise BadFile("app.file_torn" if torn else "app.file_no_match") from None
    if kind.longtable_match != VERSION:
        raise BadFile("app.file_format", format=kind.longtable_match, known=VERSION)
    try:
        cover = _cover.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFile("app.file_parts_missing") from None
    if hashlib.sha256(cover.match).hexdigest() != cover.sum:
        raise BadFile("app.file_changed")
    return cover.match
