"""Paces: the clock rule of a match, stored as tagged JSON."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class NoPace(Struct, frozen=True, kw_only=True, tag="none"):
    """No clock. ``grace``: seconds for which the table's moves and others' orders wait after a turn."""

    grace: float = 0


class PerMove(Struct, frozen=True, kw_only=True, tag="per_move"):
    """So many seconds for each turn; then the game's default move is made. ``grace`` as in NoPace."""

    seconds: float
    grace: float = 0


Pace: TypeAlias = NoPace | PerMove
"""Any clock rule."""
