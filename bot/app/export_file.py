"""The file that holds a match: one JSON document with a checksum over what it says.

``{"longtable_match": 1, "sum": "<SHA-256 of the bytes of match>", "match": {…}}``. Game values in it are those of the
game's own codec, so that a file is read by any release that knows its state number and verified by one with its rules
number.
"""

from __future__ import annotations

import hashlib
from datetime import datetime

import msgspec
from msgspec import Raw, Struct

from db.records import TakeBack
from db.rewind_records import Rewound

VERSION = 1
"""Raised when the form of the file changes."""

MOST_BYTES = 32 * 1024 * 1024
"""No match is longer; a file that is has not been written by this bot."""


NOTHING = Raw(b"null")
"""In place of a value of the game that is not there."""


class BadFile(Exception):
    """A file that cannot be used; its text is one sentence for whoever handed it in."""


class SeatFile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits at a seat. ``user`` is left out of files that players get; ``level``: a computer player."""

    name: str
    user: int | None = None
    level: str | None = None
    resigned: int | None = None


class LineFile(Struct, frozen=True, kw_only=True):
    """A line of the log: ``entry`` holds seat, ask, moves, cause and events."""

    ply: int
    at: datetime
    entry: Raw


class RewindFile(Struct, frozen=True, kw_only=True):
    """The match went on from an earlier ply; what lies between was taken back."""

    ply: int
    target: int
    kind: Rewound


class BaseFile(Struct, frozen=True, kw_only=True):
    """Where a match that came from another bot goes on under a seed of its own: the position after a ply."""

    ply: int
    position: Raw


class MatchFile(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of a match. ``seed`` (hex) is there only after the end, its SHA-256 always.

    ``whole``: everything is in it. Else it is a running match as ``reader`` sees it (None: a spectator), which can be
    read but not played on. ``position`` is the present of a running match, for playing on elsewhere.
    """

    game: str
    rules_number: int
    state_number: int
    number: int
    options: Raw
    pace: Raw
    seats: tuple[SeatFile, ...]
    first: int | None = None
    practice: bool = False
    undo: TakeBack = TakeBack.OWN
    whole: bool
    reader: int | None = None
    started: datetime
    finished: datetime | None = None
    seed_hash: str
    seed: str | None = None
    outcome: Raw = NOTHING
    ply: int
    lines: tuple[LineFile, ...]
    rewinds: tuple[RewindFile, ...] = ()
    base: BaseFile | None = None
    position: Raw = NOTHING


def held(value: Raw) -> bool:
    """Return whether a value of the game is there."""
    return bytes(value) != bytes(NOTHING)


class _Cover(Struct, frozen=True, kw_only=True):
    longtable_match: int
    sum: str
    match: Raw


class _Kind(Struct, frozen=True):
    """The part by which a file of ours is known."""

    longtable_match: int


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
    if len(data) > MOST_BYTES:
        raise BadFile("The file is too large to hold a match.")
    try:
        kind = _kind.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        torn = b"longtable_match" in data[:100]
        raise BadFile("The file is torn: its end is missing." if torn else "The file does not hold a match.") from None
    if kind.longtable_match != VERSION:
        raise BadFile(
            f"The file has the form {kind.longtable_match}, which this release does not know; it knows {VERSION}."
        )
    try:
        cover = _cover.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFile("The file is torn: parts of it are missing.") from None
    if hashlib.sha256(cover.match).hexdigest() != cover.sum:
        raise BadFile("The file was changed after it was written: its checksum does not fit.")
    try:
        return _match.decode(cover.match)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadFile(f"The file was not written by this bot: {error}.") from None
