"""What cannot be told: kept with its reason, said to those it was for, and tried again when things have changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app import outbox
from bot.app.courier import Kind
from bot.app.outbox import Told, read_told
from db.ids import GuildId, UserId
from db.records import NoticeRecord, NoticeState
from db.tx import Tx
from games.core.text import say

FAILED = "The bot failed to show this; its operator finds the reason in the log."
"""Why what the bot itself could not make is put off or parked."""

KEPT = timedelta(days=7)
"""So long what could not be told is tried again; later the match has moved on, or nobody misses it."""


def park(tx: Tx, row: NoticeRecord, reason: str, *, mention: Sequence[UserId], now: datetime) -> None:
    """Keep a row that cannot be told. Whom a board was to call is told in private, once until boards come again.

    ``mention``: those it calls.
    """
    board, told = row.kind == Kind.BOARD, read_told(row.data)
    earlier = [each for each in tx.parked(row.match) if each.kind == Kind.BOARD] if board and row.match else []
    knows = {*told.said, *(user for each in earlier for user in read_told(each.data).said)}
    unaware = [user for user in mention if user not in knows] if board else []
    kept = replace(row, data=msgspec.json.encode(replace(told, said=(*told.said, *unaware))))
    if not tx.finish_notice(kept, NoticeState.PARKED, reason=reason):
        return
    match = None if row.match is None else tx.match(row.match)
    if match is None:
        return
    for user in unaware:
        word = Told(text=say("app.board_not_posted", reason=reason), user=user)
        tx.enqueue(outbox.row(match, Kind.WORD, now=now, told=word))


def fail(tx: Tx, row: NoticeRecord, *, until: datetime | None, doubt: datetime | None, now: datetime) -> None:
    """Put off a row whose notice the bot failed to make or to send, or (``until`` None) park it.

    ``row.attempts`` counts this attempt; ``doubt``: since when it may have been sent. What else the lane holds goes on.
    """
    if until is None:
        park(tx, row, FAILED, mention=_called(tx, row), now=now)
        return
    later = replace(
        row,
        state=NoticeState.WAITING,
        not_before=until,
        sending=None,
        holder=None,
        doubt=doubt or row.doubt,
        reason=FAILED,
    )
    tx.save_notice(later, was=row.state)


def _called(tx: Tx, row: NoticeRecord) -> tuple[UserId, ...]:
    """Those whom a row was to call, as far as it says so itself: its match cannot be asked who still waits."""
    told = read_told(row.data)
    seats = {} if row.match is None else {each.seat: each.user for each in tx.seats(row.match)}
    users = (*(seats.get(seat) for seat, _ in told.asked), *told.users)
    return tuple(dict.fromkeys(user for user in users if user is not None))


def retry(tx: Tx, guild: GuildId | None, *, now: datetime) -> int:
    """Let what could not be told of a server (None: of all) be tried again; how many rows."""
    return tx.retell(guild=guild, since=now - KEPT, now=now)
