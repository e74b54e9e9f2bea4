"""Paces: the clock rule of a match, stored as tagged JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

_HOUR = 3600
_DAY = 24 * _HOUR


class Late(StrEnum):
    """What happens when a player's time is up and no miss is excused any more; the host's choice at creation."""

    MOVE = "move"
    """The game's default move is made."""
    VOTE = "vote"
    """The others decide."""
    COMPUTER = "computer"
    """A computer player sits in until the player is back."""
    OPEN = "open"
    """The default move is made, and the seat is open for a replacement."""
    FORFEIT = "forfeit"
    """The seat is lost, as if the player had resigned."""
    TWICE = "twice"
    """The seat is lost at the second missed turn in a row; no other miss is excused. Usual in tournaments."""


class NoPace(Struct, frozen=True, kw_only=True, tag="none"):
    """No clock. ``grace``: seconds for which the table's moves and others' orders wait after a turn."""

    grace: float = 0


class PerMove(Struct, frozen=True, kw_only=True, tag="per_move"):
    """So many seconds for each turn. ``grace`` as in NoPace, ``late`` and ``check_in`` as in Banked."""

    seconds: float
    grace: float = 0
    late: Late = Late.MOVE
    check_in: bool = True


class Banked(Struct, frozen=True, kw_only=True, tag="banked"):
    """Seconds in hand at the start, seconds added after each turn, and how many there may be; ``grace`` as in NoPace.

    Out of time, a player has the increment for the next turn. ``late``: what happens then. ``check_in``: who does not
    come to the very first turn gets as much time again, while the seat is open for somebody else.
    """

    bank: float
    increment: float
    cap: float
    grace: float = 0
    late: Late = Late.MOVE
    check_in: bool = True


Pace: TypeAlias = NoPace | PerMove | Banked
"""Any clock rule."""

PRESETS: Mapping[str, Banked] = {
    "live": Banked(bank=15 * 60, increment=30, cap=20 * 60),
    "brisk": Banked(bank=_DAY, increment=4 * _HOUR, cap=2 * _DAY),
    "easy": Banked(bank=4 * _DAY, increment=12 * _HOUR, cap=6 * _DAY),
    "slow": Banked(bank=10 * _DAY, increment=_DAY, cap=15 * _DAY),
}
"""What hosts choose from; ``easy`` is the default."""

DEFAULT = "easy"


ANSWER_WITHOUT_CLOCK = timedelta(days=7)
"""How long a proposal waits for answers in a match without a clock."""

SHORTEST_ANSWER = timedelta(minutes=5)


def answer_time(pace: Pace) -> timedelta:
    """Return how long a proposal waits for answers: half of the time in hand at the start, or of that for a turn."""
    match pace:
        case Banked(bank=seconds) | PerMove(seconds=seconds):
            return max(timedelta(seconds=seconds / 2), SHORTEST_ANSWER)
        case _:
            return ANSWER_WITHOUT_CLOCK


def with_late(pace: Pace, late: Late) -> Pace:
    """Return the clock rule with another choice of what happens when time is up; without a clock nothing does."""
    return pace if isinstance(pace, NoPace) else replace(pace, late=late)


def late_of(pace: Pace) -> Late:
    """Return what happens when a player's time is up; without a clock it never is."""
    return Late.MOVE if isinstance(pace, NoPace) else pace.late


def with_grace(pace: Pace, grace: float) -> Pace:
    """Return the clock rule with so many seconds in which a turn can be taken back before the match goes on."""
    return replace(pace, grace=grace)


def without_check_in(pace: Pace) -> Pace:
    """Return the clock rule for matches whose players were chosen by a tournament: no seat is put up for strangers."""
    return pace if isinstance(pace, NoPace) else replace(pace, check_in=False)
