"""What a request came to, noted where it is decided: which match, whose seat, which decision. Never what was chosen."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from db.ids import MatchId


@dataclass
class Trace:
    """What is known of a request so far; filled in while it is answered."""

    match: MatchId | None = None
    seat: int | None = None
    decision: str = ""
    """The ask that was answered, as its id names it; empty where nothing of a game was decided."""


current_trace: ContextVar[Trace | None] = ContextVar("current_trace", default=None)
"""Of the request that is being answered in this task, if one is."""


def note_decision(match: MatchId, seat: int | None, decision: str) -> None:
    """Note what a request has decided."""
    trace = current_trace.get()
    if trace is not None:
        trace.match, trace.seat, trace.decision = match, seat, decision
