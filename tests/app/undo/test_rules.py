"""How many turns go or come back, as it is told."""

from __future__ import annotations

import pytest

from bot.app.match.records import LogLine
from bot.app.undo.rules import count_turns
from games.core.running.play import Cause, Entry
from games.core.seats import TABLE, AskId, Seat
from tests.stores import NOW


def line(seat: Seat, ask: str, *, sealed: bool = False) -> LogLine:
    """A turn."""
    entry = Entry(seat=seat, ask=AskId(ask), moves=(), line="x", cause=Cause.PLAYER, sealed=sealed)
    return LogLine(ply=1, at=NOW, entry=entry)


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ((), 0),
        ((line(Seat(0), "a"), line(Seat(1), "b")), 2),
        ((line(Seat(0), "a"), line(TABLE, "t")), 1),
        ((line(Seat(0), "a", sealed=True),), 1),
        ((line(Seat(0), "a", sealed=True), line(Seat(0), "a", sealed=True)), 1),
        ((line(Seat(0), "a", sealed=True), line(Seat(1), "a", sealed=True), line(Seat(0), "a")), 2),
    ],
)
def test_a_turn_handed_in_secretly_counts_once(lines: tuple[LogLine, ...], count: int) -> None:
    """
    Changed before it was played, or played: one turn; what the table did is nobody's.
    """
    assert count == count_turns(lines)
