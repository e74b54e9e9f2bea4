"""An announced start that passes while seats are free or players aren't ready: said once, and its host decides. Pure.

The host starts without who is missing, chooses a later time, or cancels. Each button carries the time that was
missed (``stamp``, in seconds), so that one of an earlier start decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.lobby import rule_options
from bot.app.lobby.open_matches import expect_open, host_replaced_text, people, still_open, without_host
from bot.app.lobby.starting import start_match
from bot.app.match.records import Receipt
from bot.app.match.state import MatchState
from bot.app.runtime.members import NOBODY, LeftServer
from bot.app.runtime.refusals import refuse
from bot.app.timing import scheduled_starts
from db.ids import UserId
from db.records import NoticeRecord, PendingKind, Status
from games.core.text import Text, say

ASKED = "app.start_missed"
"""The sentence that says so: the place of the match shows it with buttons for the host."""


def expect_missed(table: MatchState, stamp: int) -> None:
    """Refuse a button about a start that was missed, if the match has begun, or its start was announced anew."""
    expect_open(table)
    missed = scheduled_starts.find_missed_start(table)
    if missed is None or missed.stamp != stamp:
        raise refuse("STALE", "start_changed", match=table.match.id)


def is_over(table: MatchState, text: Text) -> bool:
    """Return whether a sentence asks about a missed start that nobody decides about any more."""
    if text.id != ASKED:
        return False
    missed = scheduled_starts.find_missed_start(table)
    return missed is None or missed.stamp != text.args["stamp"]


def call_missing(table: MatchState, now: datetime, *, gone: LeftServer = NOBODY) -> Change:
    """Make the change at the check, or at the announced time: who is missing is called, and the host decides.

    ``gone``: a host who has left the server hands over first. Raises Refusal if nothing is due.
    """
    due = scheduled_starts.due_rows(table, now)
    if not due or table.match.status is not Status.LOBBY:
        raise refuse("NOT_DUE", "not_due")
    rows = tuple(replace(row, due=None) if row in due else row for row in table.pending)
    after = replace(table, pending=rows)
    if any(row.kind is PendingKind.START for row in due):
        return _let_host_decide(after, now, gone=gone)
    return _check_ready(after, now)


def _check_ready(table: MatchState, now: datetime) -> Change:
    """Ask those who have not said so whether they are ready."""
    users = scheduled_starts.find_missing(table)
    text = say("app.ready_check", match=table.match.id, title=table.game.spec.title)
    notices = (outbox.words(table.match, text, users, now=now),) if users else ()
    return still_open(table, now, notices=notices)


def _let_host_decide(table: MatchState, now: datetime, *, gone: LeftServer) -> Change:
    """Say that the match can't begin yet, and let the host decide."""
    notices: list[NoticeRecord] = []
    if table.match.host in gone.users:
        after = without_host(table)
        if after is not table:
            text = host_replaced_text(table, after)
            notices.append(outbox.words(after.match, text, people(after.seats), now=now))
        table = after
    text = _ask_text(table)
    called = tuple(dict.fromkeys((UserId(table.match.host), *scheduled_starts.find_missing(table))))
    return still_open(table, now, notices=(*notices, outbox.words(table.match, text, called, now=now)))


def _ask_text(table: MatchState) -> Text:
    missed = scheduled_starts.find_missed_start(table)
    assert missed is not None, "the announced time has passed"
    lack = _lack(table, missed.free, missed.unready)
    can_start = missed.present in table.game.spec.seats
    host = table.person(table.match.host)
    choice = say("app.missed_start_without" if can_start else "app.missed_start_later", host=host)
    title = table.game.spec.title
    return say(ASKED, title=title, match=table.match.id, lack=lack, choice=choice, stamp=missed.stamp)


def _lack(table: MatchState, free: int, unready: Sequence[UserId]) -> Text:
    """What the start waits for."""
    seats = say("app.missed_free", free=free)
    names = tuple(table.person(user) for user in unready)
    ready = say("app.missed_ready", names=names, count=len(names))
    if free and unready:
        return say("app.missed_both", seats=seats, ready=ready)
    return seats if free else ready


def start_without(table: MatchState, stamp: int, now: datetime) -> Change:
    """Make the change that starts without free seats and without people who aren't ready; those are told.

    Raises Refusal if so many cannot play, or if the start isn't missed any more.
    """
    expect_missed(table, stamp)
    after = rule_options.keep_seats(table, scheduled_starts.present(table))
    seats = after.seats
    known = table.game.spec.seats
    if len(seats) not in known:
        title = table.game.spec.title
        raise refuse("SEATS", "without_too_few", seats=len(seats), title=title, known=known)
    rule_options.check_start(after)
    left_out = tuple(user for user in people(table.seats) if user not in people(seats))
    if not left_out:
        return start_match(table, now=now, told=(say("app.start_done", match=table.match.id),))
    names = tuple(table.person(user) for user in left_out)
    text = say("app.started_without", match=table.match.id, names=names, count=len(names))
    change = start_match(after, now=now, told=(text,))
    return replace(change, notices=(*change.notices, outbox.words(change.match, text, left_out, now=now)))


def move_start(table: MatchState, at: datetime, now: datetime) -> Change:
    """Make the change that announces a start for another time; who was ready is asked anew, and the others are told."""
    others = tuple(user for user in people(table.seats) if user != table.match.host)
    notices: tuple[NoticeRecord, ...] = ()
    if others and scheduled_starts.starts(table) is not None:
        notices = (outbox.words(table.match, scheduled_starts.start_moved_text(table, at), others, now=now),)
    after = scheduled_starts.reannounce(table, at)
    return still_open(after, now, say("app.announced"), *scheduled_starts.start_texts(after), notices=notices)


def put_off(table: MatchState, now: datetime) -> Change:
    """Make the change after an outage has put off an announced start: the players are told when it is now."""
    at = scheduled_starts.starts(table)
    if at is None or scheduled_starts.find_passed(table) is not None:
        raise refuse("NOT_DUE", "not_due")
    text = scheduled_starts.start_moved_text(table, at, by_outage=True)
    notices = (
        outbox.words(table.match, text, people(table.seats), now=now),
        outbox.row(table.match, Kind.CARD, now=now),
    )
    return replace(times_put_off(table, now), notices=notices)


def times_put_off(table: MatchState, now: datetime) -> Change:
    """Make the change after an outage has put off when an open match starts or is closed: its card shows it."""
    if table.match.status is not Status.LOBBY:
        raise refuse("NOT_DUE", "not_due")
    card = outbox.row(table.match, Kind.CARD, now=now)
    return Change(match=table.match, receipt=Receipt(match=table.match.id, ply=0), notices=(card,))
