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
    """Keep a row that cannot be told. Whoever a board was to call is told in private, once until boards come again."""
    notice = taken.notice
    number, told = taken.record.match, read_told(taken.record.data)
    first = not told.parked and (number is None or not any(row.kind == Kind.BOARD for row in tx.parked(number)))
    record = replace(taken.record, data=msgspec.json.encode(replace(told, parked=True)))
    if not tx.finish_notice(record, NoticeState.PARKED, reason=reason):
        return
    if not isinstance(notice, Notice) or notice.kind is not Kind.BOARD or not first:
        return
    for user in notice.mention:
        told = Told(text=say("app.board_not_posted", reason=reason), user=user)
        tx.enqueue(outbox.row(notice.look.match, Kind.WORD, now=now, told=told))


def retry(tx: Tx, guild: GuildId | None, *, now: datetime) -> int:
    """Let what could not be told of a server (None: of all) be tried again; how many rows."""
    return tx.retell(guild=guild, since=now - KEPT, now=now)
