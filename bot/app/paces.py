"""Paces: the clock rule of a match, stored as tagged JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

_HOUR = 3600
_DAY = 24 * _HOUR


class NoPace(Struct, frozen=True, kw_only=True, tag="none"):
    """No clock. ``grace``: seconds for which the table's moves and others' orders wait after a turn."""

    grace: float = 0


class PerMove(Struct, frozen=True, kw_only=True, tag="per_move"):
    """So many seconds for each turn; then the game's default move is made. ``grace`` as in NoPace."""

    seconds: float
    grace: float = 0


class Banked(Struct, frozen=True, kw_only=True, tag="banked"):
    """Seconds in hand at the start, seconds added after each turn, and how many there may be; ``grace`` as in NoPace.

    Out of time, a player has the increment for the next turn.
    """

    bank: float
    increment: float
    cap: float
    grace: float = 0


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
