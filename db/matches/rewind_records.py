"""Records of rewinds: a match goes on from an earlier position, while its log only grows."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from db.ids import MatchId


class Rewound(StrEnum):
    """Why a match went on from another position."""

    UNDO = "undo"
    """Players took turns back."""
    REDO = "redo"
    """They let turns stand after all."""
    REPAIR = "repair"
    """Staff did it."""


class RewindRecord(Struct, frozen=True, kw_only=True):
    """The log entry of ``ply`` says that the match goes on from the position after ``target``, an earlier ply."""

    match: MatchId
    ply: int
    target: int
    kind: Rewound
