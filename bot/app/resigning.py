"""What giving a match up would mean."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.app.records import Look
from bot.app.tables import Table
from db.records import SeatRecord
from games.core.seats import Seat


class Resigning(Struct, frozen=True, kw_only=True):
    """The match as the player sees it, the seat that would be given up, and whether the match ends with that."""

    look: Look
    seat: Seat
    ends: bool


def ends_by(table: Table, left: Sequence[SeatRecord]) -> bool:
    """Return whether a match ends when only these seats still play: with two seats, or where no people are left."""
    return len(table.seats) <= 2 or len(left) <= 1 or all(row.user is None for row in left)
