"""What cannot be told: kept with its reason, said to those it was for, and tried again when things have changed."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app import outbox
from bot.app.courier import Kind, Notice
from bot.app.delivery import Claim
from bot.app.outbox import Told, read_told
from db.ids import GuildId
from db.records import NoticeState
from db.tx import Tx
from games.core.text import say

KEPT = timedelta(days=7)
"""So long what could not be told is tried again; later the match has moved on, or nobody misses it."""


def park(tx: Tx, taken: Claim, reason: str, *, now: datetime) -> None:
    """Keep a row that cannot be told. Whom a board was to call is told in private, once until boards come again."""
    notice, number = taken.notice, taken.record.match
    board = isinstance(notice, Notice) and notice.kind is Kind.BOARD
    told = read_told(taken.record.data)
    earlier = [row for row in tx.parked(number) if row.kind == Kind.BOARD] if board and number is not None else []
    knows = {*told.said, *(user for row in earlier for user in read_told(row.data).said)}
    unaware = [user for user in notice.mention if user not in knows] if board else []
    record = replace(taken.record, data=msgspec.json.encode(replace(told, said=(*told.said, *unaware))))
    if not tx.finish_notice(record, NoticeState.PARKED, reason=reason):
        return
    if isinstance(notice, Notice):
        for user in unaware:
            word = Told(text=say("app.board_not_posted", reason=reason), user=user)
            tx.enqueue(outbox.row(notice.look.match, Kind.WORD, now=now, told=word))


def retry(tx: Tx, guild: GuildId | None, *, now: datetime) -> int:
    """Let what could not be told of a server (None: of all) be tried again; how many rows."""
    return tx.retell(guild=guild, since=now - KEPT, now=now)
