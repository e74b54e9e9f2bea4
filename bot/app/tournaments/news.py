"""Rows of the outbox that tell of a tournament: its card, and sentences in its channel or to a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from bot.app.changes.outbox import Kind, Payload
from db.ids import NoticeId, UserId
from db.records import NoticeRecord, NoticeState
from db.tournaments.records import TournamentRecord
from games.core.text import Text

MOST_CALLED = 50
"""Users mentioned in one message."""

CARD_DELAY = timedelta(seconds=5)
"""The card is edited so much later: what follows meanwhile goes into the same edit."""


def card_row(record: TournamentRecord, *, now: datetime, at_once: bool = False) -> NoticeRecord:
    """Make a row that shows the card of a tournament as it stands when it is told."""
    return _row(record, Kind.TOURNAMENT, Payload(), now=now, not_before=now if at_once else now + CARD_DELAY)


def news_row(
    record: TournamentRecord,
    text: Text,
    *,
    now: datetime,
    users: Iterable[UserId] = (),
    to: UserId | None = None,
    discreet: bool = False,
) -> NoticeRecord:
    """Make a row of a sentence in the tournament's channel, calling ``users``, or privately ``to`` somebody.

    ``discreet``: who takes no direct messages isn't called in the channel instead.
    """
    told = Payload(users=tuple(users), text=text, user=to, discreet=discreet)
    return _row(record, Kind.NEWS, told, now=now, not_before=now)


def call_rows(
    record: TournamentRecord, text: Text, *, now: datetime, users: Sequence[UserId]
) -> tuple[NoticeRecord, ...]:
    """Make rows that say a sentence in the tournament's channel and mention ``users``.

    As many in each as a message may.
    """
    starts = range(0, max(1, len(users)), MOST_CALLED)
    return tuple(news_row(record, text, now=now, users=users[at : at + MOST_CALLED]) for at in starts)


def _row(record: TournamentRecord, kind: Kind, told: Payload, *, now: datetime, not_before: datetime) -> NoticeRecord:
    return NoticeRecord(
        id=NoticeId(0),
        lane=told.user or record.channel,
        guild=record.guild,
        match=None,
        tournament=record.id,
        kind=kind,
        ply=record.version,
        data=msgspec.json.encode(told),
        state=NoticeState.WAITING,
        attempts=0,
        not_before=not_before,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )
