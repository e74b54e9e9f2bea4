"""Records of clocks: what is left to a seat, when clocks stand still, what is being voted on."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from db.ids import MatchId, UserId


class ClockRecord(Struct, frozen=True, kw_only=True):
    """The clock of a seat: ``left`` milliseconds when it last stopped or began; ``since``: it runs since then.

    ``excuses`` are misses that cost nothing yet, ``kept`` turns made in time since the last of them was used.
    ``offered``: since then the seat is open for a replacement.
    """

    match: MatchId
    seat: int
    left: int
    since: datetime | None
    excuses: int
    kept: int
    offered: datetime | None


class Why(StrEnum):
    """Why clocks stand still."""

    AWAY = "away"
    """A person has declared an absence."""
    PAUSE = "pause"
    """The players of a match have agreed on it, or its staff has ordered it."""
    DOWN = "down"
    """The bot did not run."""


class HaltRecord(Struct, frozen=True, kw_only=True):
    """Clocks stand still from ``starts`` until before ``ends``: of a match, of a person in all matches, or all."""

    id: int
    match: MatchId | None
    user: UserId | None
    why: Why
    starts: datetime
    ends: datetime


class MotionRecord(Struct, frozen=True, kw_only=True):
    """Something one seat has proposed and others must agree to; ``yes`` are the seats that do. ``data`` is JSON."""

    match: MatchId
    kind: str
    mover: int
    yes: tuple[int, ...]
    data: bytes
    at: datetime
