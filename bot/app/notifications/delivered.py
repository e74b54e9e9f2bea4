"""What is noted of a row that was told: the message it became, the place or the event that was made."""

from __future__ import annotations

from datetime import datetime

from bot.app.changes.outbox import POINTER, Kind, read_told
from bot.app.match.records import MessageRef
from bot.app.notifications import beside, errands, notices
from bot.app.notifications.claiming import Claim
from bot.app.notifications.courier import Errand, Notice, Opened
from bot.app.notifications.parking import show_on_card
from db.records import NoticeRecord, PostRecord
from db.tx import Tx


def note_delivered(tx: Tx, done: Claim, ref: MessageRef | Opened | int | None, *, now: datetime) -> None:
    """Note that a row was told: the message it became, or the place that was made.

    Raises Conflict, at the end, if another process took it for left behind and has noted its own.
    """
    record = done.record
    tx.outbox.note_sent(record)
    if isinstance(done.notice, Errand):
        errands.note_done(tx, done.notice, record, ref, now=now)
        if record.kind == Kind.ROLE:
            tx.outbox.drop(record.id)  # it may be about somebody of whom nothing else is kept
        return
    assert not isinstance(ref, int), "only roles are told by their number"
    user = read_told(record.data).user
    if user is not None:
        notices.note_reached(tx, user)
    if record.match is None:
        beside.note_delivered(tx, record, ref, now=now)
        return
    if (done.parked and tx.outbox.unpark(record.match, record.kind)) or read_told(record.data).parked:
        show_on_card(tx, record, now=now)
    if isinstance(ref, MessageRef):
        _note_message(tx, done, ref, now=now)
    elif ref is not None:
        tx.matches.set_thread(record.match, ref.thread)
        tx.outbox.move_lane(record.match, old=record.lane, lane=ref.thread, but=Kind.CARD)
        if ref.card is not None:
            if isinstance(done.notice, Notice) and done.notice.card is not None:
                _put_post(tx, record, POINTER, done.notice.card, now)
            _put_post(tx, record, Kind.CARD, ref.card, now)


def _note_message(tx: Tx, done: Claim, ref: MessageRef, *, now: datetime) -> None:
    """Note the message that a match's row became; a match whose card could not be posted so far gets one."""
    record = done.record
    report = read_told(record.data).report
    if report is not None:
        tx.moderation.note_posted(report, ref.channel, ref.message)
    elif record.kind not in (Kind.WORD, Kind.WATCH):
        _put_post(tx, record, Kind(record.kind), ref, now)
    if record.kind == Kind.BOARD and isinstance(done.notice, Notice) and done.notice.card is None:
        show_on_card(tx, record, now=now)


def _put_post(tx: Tx, record: NoticeRecord, kind: str, ref: MessageRef, now: datetime) -> None:
    """Note the newest message of a kind of the row's match."""
    assert record.match is not None, "posts belong to matches"
    tx.posts.put(
        PostRecord(match=record.match, kind=kind, channel=ref.channel, message=ref.message, ply=record.ply, at=now)
    )
