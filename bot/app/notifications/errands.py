"""What a row of the outbox does on a server besides messages: a member's role, a scheduled event, as things stand."""

from __future__ import annotations

from datetime import datetime

from bot.app.changes.outbox import Kind, read_told
from bot.app.changes.server_rules import ROLE, find_own_role, read_made, server_values
from bot.app.match.records import MessageRef, Place
from bot.app.match.state import MatchReader
from bot.app.notifications.courier import Errand, EventNotice, Opened, OwnRoleNotice, RoleNotice, Stage
from bot.app.timing import scheduled_starts
from bot.app.tournaments.holders import may_hold, note_own_role, wants_role
from db.ids import GuildId, TournamentId
from db.records import NoticeRecord, PostRecord, Status
from db.tournaments.records import TournamentPostRecord, TournamentStatus
from db.tx import Tx

_MATCHES = {Status.RUNNING: Stage.BEGUN, Status.FINISHED: Stage.OVER, Status.CANCELLED: Stage.OVER}
_TOURNAMENTS = {
    TournamentStatus.RUNNING: Stage.BEGUN,
    TournamentStatus.FINISHED: Stage.OVER,
    TournamentStatus.CANCELLED: Stage.OVER,
}


def make_notice(tx: Tx, match_reader: MatchReader, row: NoticeRecord, *, tag: str, now: datetime) -> Errand | None:
    """Return what a row is to do as things stand; None: nothing. ``tag`` is that of the database."""
    assert row.guild is not None, "roles and events belong to servers"
    if row.kind == Kind.ROLE and row.tournament is not None:
        return _own_role(tx, row, row.guild, row.tournament)
    if row.kind == Kind.ROLE:
        told = read_told(row.data)
        (user,) = told.users
        own = any((each.kind, each.number) == (ROLE, told.role) for each in read_made(server_values(tx, row.guild)))
        held = may_hold(tx, row.guild, told.role, user)
        return RoleNotice(id=row.id, kind=Kind.ROLE, guild=row.guild, role=told.role, user=user, held=held, own=own)
    if row.match is not None:
        return _match_event(tx, match_reader, row, tag=tag, now=now)
    return _tournament_event(tx, match_reader, row, tag=tag, now=now)


def _own_role(tx: Tx, row: NoticeRecord, guild: GuildId, number: TournamentId) -> OwnRoleNotice | None:
    """What is to be done about the role of a tournament; None: it is as it should be."""
    record, values = tx.tournaments.get(number), server_values(tx, guild)
    assert record is not None, "rows go with their tournament"
    known = find_own_role(values, number)
    wanted = wants_role(record, values, known=known)
    if wanted == bool(known) and (wanted or row.doubt is None):
        return None
    return OwnRoleNotice(
        id=row.id,
        kind=Kind.ROLE,
        guild=guild,
        tournament=number,
        name=record.name,
        wanted=wanted,
        known=known,
        doubt=row.doubt,
    )


def _match_event(
    tx: Tx, match_reader: MatchReader, row: NoticeRecord, *, tag: str, now: datetime
) -> EventNotice | None:
    assert row.match is not None, "it is asked before"
    assert row.guild is not None, "roles and events belong to servers"
    table = match_reader.read(tx, row.match)
    record, post = table.match, tx.posts.get(row.match, Kind.SCHEDULE)
    starts = scheduled_starts.starts(table)
    coming = Stage.OVER if starts is None else Stage.PLANNED
    card = tx.posts.get(record.id, Kind.CARD)
    return _unless_needless(
        tx,
        EventNotice(
            id=row.id,
            kind=Kind.SCHEDULE,
            marker=f"m{record.id}-{tag}",
            guild=row.guild,
            place=Place(row.guild, record.channel),
            stage=_MATCHES.get(record.status, coming),
            starts=starts or (post.at if post is not None else now),
            title=table.game.spec.title,
            match=record.id,
            seats=record.seats,
            card=None if card is None else MessageRef(card.channel, card.message),
            known=None if post is None else MessageRef(post.channel, post.message),
            anew=post is not None and post.at <= now,
            doubtful=row.doubt is not None,
        ),
        now,
    )


def _tournament_event(
    tx: Tx, match_reader: MatchReader, row: NoticeRecord, *, tag: str, now: datetime
) -> EventNotice | None:
    assert row.tournament is not None, "an event belongs to a match or a tournament"
    record = tx.tournaments.get(row.tournament)
    assert record is not None, "rows go with their tournament"
    post, card = (tx.tournaments.post(record.id, kind) for kind in (Kind.SCHEDULE, Kind.TOURNAMENT))
    game = match_reader.library.games.get(record.game)
    return _unless_needless(
        tx,
        EventNotice(
            id=row.id,
            kind=Kind.SCHEDULE,
            marker=f"t{record.id}-{tag}",
            guild=record.guild,
            place=Place(record.guild, record.channel),
            stage=_TOURNAMENTS.get(record.status, Stage.OVER if record.starts is None else Stage.PLANNED),
            starts=record.starts or now,
            title=record.game if game is None else game.spec.title,
            name=record.name,
            card=None if card is None else MessageRef(card.channel, card.message),
            known=None if post is None else MessageRef(post.channel, post.message),
            anew=post is not None and post.at <= now,
            doubtful=row.doubt is not None,
        ),
        now,
    )


def _unless_needless(tx: Tx, notice: EventNotice, now: datetime) -> EventNotice | None:
    """Return a notice; None for a start that has passed, or where no event was made and none is wanted."""
    if notice.stage is Stage.PLANNED and notice.starts <= now:
        return None
    wanted = notice.stage is Stage.PLANNED and server_values(tx, notice.guild)["calendar"]
    return notice if wanted or notice.known is not None or notice.doubtful else None


def note_done(
    tx: Tx, notice: Errand, row: NoticeRecord, ref: MessageRef | Opened | int | None, *, now: datetime
) -> None:
    """Note what has come of an errand: the event or the role that was made."""
    if isinstance(notice, EventNotice) and isinstance(ref, MessageRef):
        _note_event(tx, notice, row, ref, now=now)
    elif isinstance(notice, OwnRoleNotice):
        role = ref if isinstance(ref, int) else 0
        if role or notice.known:
            note_own_role(tx, notice.guild, notice.tournament, role or notice.known, wanted=notice.wanted, now=now)


def _note_event(tx: Tx, notice: EventNotice, row: NoticeRecord, ref: MessageRef, *, now: datetime) -> None:
    """Note the event in place of a message, at the time for which it is planned."""
    at = notice.starts if notice.stage is Stage.PLANNED else now
    if row.match is not None:
        post = PostRecord(match=row.match, kind=row.kind, channel=ref.channel, message=ref.message, ply=row.ply, at=at)
        tx.posts.put(post)
    elif row.tournament is not None:
        tx.tournaments.put_post(
            TournamentPostRecord(
                tournament=row.tournament, kind=row.kind, channel=ref.channel, message=ref.message, at=at
            )
        )
