"""How long players took over their turns: from the first position that asked to the entry that answered. Pure."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from bot.app.ratings.rules import Line, TenureKey, tenure_at
from db.ratings.records import TenureRecord
from games.core.contract import AnyGame
from games.core.running.codec import Codec
from games.core.running.play import Cause
from games.core.seats import TABLE, AskId

Span = tuple[int, int]
"""From … to, in seconds since 1970."""


def find_spent(
    game: AnyGame,
    codec: Codec[Any, Any],
    *,
    positions: Iterable[tuple[int, bytes]],
    lines: Sequence[Line],
    tenures: Sequence[TenureRecord],
) -> dict[TenureKey, list[Span]]:
    """Return, for each tenure, when its turns were asked and answered: those of people who answered themselves."""
    times = {line.ply: line.at for line in lines}
    since: dict[AskId, datetime] = {}
    for ply, data in positions:
        at = times.get(ply)
        if at is not None:
            for ask in game.asks(codec.read_position(zlib.decompress(data)).state):
                if ask.seat != TABLE and ask.waits:
                    since.setdefault(ask.id, at)
    found: dict[TenureKey, list[Span]] = {}
    for line in lines:
        entry = line.entry
        if entry.cause is Cause.PLAYER and entry.ask in since:
            asked = since.pop(entry.ask)
            tenure = tenure_at(tenures, entry.seat, line.ply)
            found.setdefault(tenure, []).append((int(asked.timestamp()), int(line.at.timestamp())))
    return found


def seconds(spans: Iterable[Span], absences: Sequence[Span] = ()) -> list[int]:
    """Return the lengths of spans without what lies in declared absences (which do not overlap)."""
    return [end - begin - _sum_overlaps((begin, end), absences) for begin, end in spans]


def _sum_overlaps(span: Span, others: Sequence[Span]) -> int:
    # Most people declare none, and a profile asks for thousands of spans.
    return sum(max(0, min(span[1], end) - max(span[0], begin)) for begin, end in others) if others else 0


def quartiles(values: Sequence[int]) -> tuple[int, int, int] | None:
    """Return the value below which a quarter, half and three quarters lie; None of no values."""
    if not values:
        return None
    ordered = sorted(values)
    last = len(ordered) - 1
    return (ordered[last // 4], ordered[last // 2], ordered[(3 * last) // 4])
