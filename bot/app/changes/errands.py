"""What is to be done on a server besides messages, as rows of the outbox: roles of members, scheduled events.

A row names no more than what it is about. What is to be done follows from the state when it is told, so that rows may
be repeated, merged, or told late.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from bot.app.changes.change import Change, rows_after
from bot.app.changes.outbox import Kind, Payload
from bot.app.changes.server_rules import server_values
from bot.app.match.state import MatchState
from db.ids import GuildId, MatchId, NoticeId, TournamentId, UserId
from db.records import MatchRecord, NoticeRecord, NoticeState, PendingKind, PendingRecord, Status
from db.tournaments.records import TournamentRecord
from db.tx import Tx

DELAY = timedelta(seconds=5)
"""An event is made so much later: it links to a card, which is posted meanwhile."""

_NEW = 1
"""The version of a match that has just been given its number."""


def role_row(guild: GuildId, role: int, user: UserId, *, now: datetime) -> NoticeRecord:
    """Make a row about somebody who is to have a role from now on, or no longer."""
    return _row(Kind.ROLE, guild, Payload(users=(user,), role=role), lane=role, now=now)


def own_role_row(guild: GuildId, tournament: TournamentId, *, now: datetime) -> NoticeRecord:
    """Make a row that makes or deletes the role of a tournament, as things stand when it is told."""
    row = _row(Kind.ROLE, guild, Payload(), lane=guild, now=now)
    return msgspec.structs.replace(row, tournament=tournament)


def event_row(
    guild: GuildId, *, match: MatchId | None = None, tournament: TournamentId | None = None, now: datetime
) -> NoticeRecord:
    """Make a row that makes, moves or ends the scheduled event of a match or a tournament."""
    row = _row(Kind.SCHEDULE, guild, Payload(), lane=guild, now=now + DELAY)
    return msgspec.structs.replace(row, match=match, tournament=tournament)


def _row(kind: Kind, guild: GuildId, told: Payload, *, lane: int, now: datetime) -> NoticeRecord:
    return NoticeRecord(
        id=NoticeId(0),
        lane=lane,
        guild=guild,
        match=None,
        kind=kind,
        ply=0,
        data=msgspec.json.encode(told),
        state=NoticeState.WAITING,
        attempts=0,
        not_before=now,
        sending=None,
        holder=None,
        doubt=None,
        reason=None,
        created=now,
    )


def plan_match_event(tx: Tx, table: MatchState, change: Change, saved: MatchRecord, *, now: datetime) -> None:
    """Have the event of a match follow what a change has done to its announced start."""
    guild = saved.guild
    new = table.match.version == _NEW
    before = None if new else _find_start(table.match, table.pending)
    moved = _find_start(saved, rows_after(table, change)) != before
    if guild is None or saved.private or saved.practice or not (moved or saved.status is not table.match.status):
        return
    if (moved and server_values(tx, guild)["calendar"]) or tx.posts.get(saved.id, Kind.SCHEDULE) is not None:
        tx.outbox.enqueue(event_row(guild, match=saved.id, now=now))


def _find_start(match: MatchRecord, rows: Iterable[PendingRecord]) -> datetime | None:
    """The announced time; None: there is none, or the match has started."""
    if match.status is not Status.LOBBY:
        return None
    return next((row.since for row in rows if row.kind is PendingKind.START), None)


def plan_tournament_event(tx: Tx, before: TournamentRecord | None, after: TournamentRecord, *, now: datetime) -> None:
    """Have the event of a tournament follow what a change has done to its start."""
    same = before is not None and _list_shown(before) == _list_shown(after)
    if same or not (after.starts or before):
        return
    planned = after.starts is not None and server_values(tx, after.guild)["calendar"]
    if planned or tx.tournaments.post(after.id, Kind.SCHEDULE) is not None:
        tx.outbox.enqueue(event_row(after.guild, tournament=after.id, now=now))


def _list_shown(record: TournamentRecord) -> tuple[object, ...]:
    return record.starts, record.status, record.name
