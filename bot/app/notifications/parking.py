"""What cannot be told: kept with its reason, said to those it was for, and tried again when things have changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload, read_told
from bot.app.notifications.notices import note_unheard
from bot.app.runtime.refusals import write_text
from bot.app.tournaments.rights import organizers_of
from db.ids import GuildId, NoticeId, UserId
from db.records import NoticeRecord, NoticeState, Status
from db.tx import Tx
from games.core.text import Text, say, say_name

FAILED = say("app.undelivered_error")
"""Why what the bot itself could not make is put off or parked."""

MOST_ALIKE = 200
"""Rows of a server that are looked through for those of one tournament."""

KEPT = timedelta(days=7)
"""So long what could not be told is tried again; later the match has moved on, or nobody misses it."""


def park(tx: Tx, row: NoticeRecord, reason: Text, *, mention: Sequence[UserId], now: datetime) -> None:
    """Keep a row that cannot be told. Those whom it concerns are told in private, once until its kind comes again.

    ``mention``: those it calls. A board for a follower is not kept: following ends, and their list says so.
    """
    if row.kind == Kind.WATCH and row.match is not None:
        tx.follows.stop(row.match, row.lane, now=now)
        tx.outbox.finish(row, NoticeState.MERGED, reason=write_text(reason))
        return
    for each in _alike(tx, row) if row.kind == Kind.OPENINGS else ():
        tx.outbox.finish(each, NoticeState.MERGED)
    told = read_told(row.data)
    knows = {*told.said, *(user for each in _alike(tx, row) for user in read_told(each.data).said)}
    unaware = [user for user in _find_concerned(tx, row, mention) if user not in knows]
    kept = replace(row, data=msgspec.json.encode(replace(told, said=(*told.said, *unaware), refused=0, parked=True)))
    if not tx.outbox.finish(kept, NoticeState.PARKED, reason=write_text(reason)):
        return
    if not told.parked:
        note_unheard(tx, row, now=now)
        show_on_card(tx, row, now=now)
    for user in unaware:
        tx.outbox.enqueue(_word(tx, row, user, reason, now))


def show_on_card(tx: Tx, row: NoticeRecord, *, now: datetime) -> None:
    """Let the card of a running match show that something could not be posted, or that it was in the end."""
    match = None if row.match is None or row.kind == Kind.CARD else tx.matches.get(row.match)
    if match is not None and match.status is Status.RUNNING:
        tx.outbox.enqueue(outbox.row(match, Kind.CARD, now=now, delay=True))


def _find_concerned(tx: Tx, row: NoticeRecord, mention: Sequence[UserId]) -> Sequence[UserId]:
    """Whom a board was to call; of the card of an open match its host, of that of a tournament who runs it."""
    if row.kind == Kind.BOARD:
        return mention
    match = tx.matches.get(row.match) if row.kind == Kind.CARD and row.match is not None else None
    if match is not None and match.status is Status.LOBBY:
        return (match.host,)
    tournament = (
        tx.tournaments.get(row.tournament) if row.kind == Kind.TOURNAMENT and row.tournament is not None else None
    )
    return () if tournament is None else organizers_of(tournament)


def _alike(tx: Tx, row: NoticeRecord) -> list[NoticeRecord]:
    """The rows of the same kind, match and tournament that could not be told before."""
    if row.match is not None:
        rows = tx.outbox.find_parked(row.match)
    else:
        rows = () if row.guild is None else tx.outbox.find_parked_in(row.guild, most=MOST_ALIKE)
    return [each for each in rows if (each.kind, each.tournament) == (row.kind, row.tournament)]


def _word(tx: Tx, row: NoticeRecord, user: UserId, reason: Text, now: datetime) -> NoticeRecord:
    """The private sentence that something could not be posted."""
    match = None if row.match is None else tx.matches.get(row.match)
    if match is not None:
        sentence = "app.board_not_posted" if row.kind == Kind.BOARD else "app.card_not_posted"
        told = Payload(text=say(sentence, match=match.id, reason=reason), user=user)
        return outbox.row(match, Kind.WORD, now=now, told=told)
    tournament = None if row.tournament is None else tx.tournaments.get(row.tournament)
    assert tournament is not None, "nobody else is concerned"
    told = Payload(
        text=say("app.tournament_not_posted", tournament=say_name(tournament.name), reason=reason), user=user
    )
    fresh = replace(row, id=NoticeId(0), lane=user, kind=Kind.NEWS, data=msgspec.json.encode(told), doubt=None)
    return replace(fresh, state=NoticeState.WAITING, attempts=0, sending=None, holder=None, not_before=now, created=now)


def fail(tx: Tx, row: NoticeRecord, *, until: datetime | None, doubt: datetime | None, now: datetime) -> None:
    """Put off a row whose notice the bot failed to make or to send, or (``until`` None) park it.

    ``row.attempts`` counts this attempt; ``doubt``: since when it may have been sent. What else the lane holds goes on.
    """
    if until is None:
        park(tx, row, FAILED, mention=_find_called(tx, row), now=now)
        return
    later = put_off(row, until, doubt=doubt or row.doubt)
    tx.outbox.save(replace(later, reason=write_text(FAILED)), was=row.state)


def put_off(row: NoticeRecord, until: datetime, *, doubt: datetime | None) -> NoticeRecord:
    """Return a row as it waits for its next attempt; ``doubt``: since when it may have been sent."""
    return replace(row, state=NoticeState.WAITING, not_before=until, sending=None, holder=None, doubt=doubt)


def _find_called(tx: Tx, row: NoticeRecord) -> tuple[UserId, ...]:
    """Those whom a row was to call, as far as it says so itself: its match cannot be asked who still waits."""
    told = read_told(row.data)
    seats = {} if row.match is None else {each.seat: each.user for each in tx.matches.seats(row.match)}
    users = (*(seats.get(seat) for seat, _ in told.asked), *told.users)
    return tuple(dict.fromkeys(user for user in users if user is not None))


def retry(tx: Tx, guild: GuildId | None, *, after: NoticeId, most: int, now: datetime) -> tuple[NoticeId, ...]:
    """Let what could not be told of a server (None: of all) be tried again: the first rows after one; return them."""
    return tx.outbox.retell(guild=guild, since=now - KEPT, after=after, most=most, now=now)
