"""Rows for tests."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from db.ids import ChannelId, GuildId, MatchId, NoticeId, OrderId, UserId
from db.records import (
    EntryRecord,
    MatchRecord,
    NoticeRecord,
    NoticeState,
    OrderRecord,
    PendingKind,
    PendingRecord,
    SeatRecord,
    Status,
)
from db.stores.store import Store
from tests.stores import NOW

MATCH = MatchRecord(
    id=MatchId(0),
    version=1,
    game="season",
    rules_number=1,
    state_number=1,
    status=Status.RUNNING,
    seats=2,
    options=b"{}",
    pace=b"{}",
    private=False,
    practice=True,
    host=UserId(2**62),
    guild=GuildId(9),
    channel=ChannelId(7),
    thread=None,
    ply=0,
    seed_hash="abc",
    outcome=None,
    rematch_of=None,
    created=NOW,
    started=None,
    finished=None,
    moved=NOW,
)


async def new_match(store: Store, **changes: Any) -> MatchRecord:  # noqa: ANN401 - any field
    """Store a match."""
    return await store.run(lambda tx: tx.matches.add(replace(MATCH, **changes), seed=b"s" * 32))


def seat(match: MatchId, number: int, user: int | None) -> SeatRecord:
    """Make a seat."""
    return SeatRecord(
        match=match,
        seat=number,
        user=None if user is None else UserId(user),
        level=None if user else "easy",
        resigned=None,
        joined=NOW,
    )


def entry(match: MatchId, ply: int, *, by: int = 0, audience: tuple[int, ...] | None = None) -> EntryRecord:
    """Make a line of the log."""
    return EntryRecord(match=match, ply=ply, seat=by, cause="player", audience=audience, data=b"{}", at=NOW)


def waits(match: MatchId, ask: str, *, by: int = 0, due: datetime | None = None, **changes: Any) -> PendingRecord:  # noqa: ANN401
    """Make a row of waiting."""
    row = PendingRecord(match=match, kind=PendingKind.SEAT, ask=ask, seat=by, since=NOW, due=due)
    return replace(row, **changes)


def order(match: MatchId, *, by: int = 0, rank: int = 0) -> OrderRecord:
    """Make a stored order."""
    return OrderRecord(
        id=OrderId(0), match=match, seat=by, rank=rank, kind="plan", data=b"{}", filed=b"v", halted=None, created=NOW
    )


def notice(match: MatchId, *, lane: int = 7, **changes: Any) -> NoticeRecord:  # noqa: ANN401 - any field
    """Make a row of the outbox."""
    row = NoticeRecord(
        id=NoticeId(0),
        lane=lane,
        guild=GuildId(9),
        match=match,
        kind="board",
        ply=1,
        data=b"{}",
        state=NoticeState.WAITING,
        attempts=0,
        not_before=NOW,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=NOW,
    )
    return replace(row, **changes)
