"""Who is told, how and when: what a person has chosen, decided when a notice is about to go.

A notice that calls somebody is *settled* once, in the unit of work that claims it: those who sleep are told when they
wake, those who want a direct message get a row of their own, those who were called often enough today find it in their
digest. What it calls then stays in the row, so that a repeat calls the same persons and counts nobody twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.meeting import note_untold
from bot.app.changes.outbox import Kind, Payload, read_told
from bot.app.changes.server_rules import find_quiet_end
from bot.app.match.preferences import NO_DIGEST, NO_WEEK, NotificationPreferences, Where, for_server, wishes_of
from bot.app.match.records import MessageRef
from bot.app.match.state import MatchState
from bot.app.runtime.refusals import write_text
from bot.app.timing import timeouts
from bot.app.timing.calendars import Calendar, stops
from bot.app.timing.timekeeping import read_night
from db.ids import GuildId, NoticeId, UserId, is_deleted
from db.notifications.records import ReachRecord
from db.records import NoticeRecord, NoticeState, PersonRecord
from db.tx import Tx
from games.core.seats import AskId, Seat
from games.core.text import Text, say

CLOSED_FOR = timedelta(days=1)
"""So long after a direct message was refused none is tried: Discord takes repeated ones for spam."""

DIGEST_HOUR = 9
"""When those who want no daily digest get the one that holds what was too much for a day."""

INVITED = "app.invited"
"""The sentence that invites to a match that has not begun."""


def zone_of(person: PersonRecord | None) -> ZoneInfo:
    """Return a person's time zone; UTC if none is known."""
    return ZoneInfo((person and person.zone) or "UTC")


def quiet_until(person: PersonRecord | None, now: datetime) -> datetime | None:
    """Return when a person's quiet hours end; None if they do not run."""
    quiet = wishes_of(person).quiet
    night = read_night(person.zone, quiet) if person is not None and person.zone and quiet else None
    if night is None:
        return None
    span = next(stops(now, Calendar(night)), None)
    return span.end if span is not None and span.begin <= now else None


def next_digest(person: PersonRecord | None, now: datetime, *, merged: bool = False) -> datetime:
    """Return when a person's next digest is due, by the wall clock of the person's zone: the daily or the weekly one.

    For who has chosen neither it is one of the next day, for what was too much.
    """
    wishes, zone = wishes_of(person), zone_of(person)
    day = now.astimezone(zone).date()
    at = time(DIGEST_HOUR if wishes.digest == NO_DIGEST else wishes.digest)
    only = wishes.week if wishes.digest == NO_DIGEST and not merged else NO_WEEK
    for ahead in range(9):
        local = datetime.combine(day + timedelta(days=ahead), at, zone)
        if local.astimezone(UTC) > now and only in (NO_WEEK, local.weekday()):
            return local.astimezone(UTC)
    raise AssertionError("every day of the week has come by then")


def is_weekly(person: PersonRecord | None, due: datetime) -> bool:
    """Return whether a digest that is due then is that of the week."""
    return wishes_of(person).week == due.astimezone(zone_of(person)).weekday()


def wants_digest(person: PersonRecord | None) -> bool:
    """Return whether a person has chosen a digest, a daily or a weekly one."""
    wishes = wishes_of(person)
    return wishes.digest != NO_DIGEST or wishes.week != NO_WEEK


def reschedule_digest(tx: Tx, person: PersonRecord, now: datetime) -> None:
    """Let the next digest be due as the person's preferences say."""
    reach = tx.reach.lock(person.user)
    due = next_digest(person, now, merged=reach.merged > 0) if wants_digest(person) or reach.merged else None
    if due != reach.digest:
        tx.reach.put(replace(reach, digest=due))


# --- Settling ------------------------------------------------------------------------------------------------


class _Target(Struct, frozen=True):
    """Somebody a notice calls: for an ask of a seat, or in any case."""

    user: UserId
    asked: tuple[tuple[Seat, AskId], ...] = ()


def settle(tx: Tx, table: MatchState, row: NoticeRecord, *, now: datetime) -> NoticeRecord | None:
    """Decide who is called by a row that is about to go, and how; None if it is not to go now, or not at all.

    Boards, cards and sentences to a place lose those who are not to be called there; a sentence to a person waits until
    the person's quiet hours are over.
    """
    told = read_told(row.data)
    if is_deleted(told.user):
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    if row.kind not in (Kind.BOARD, Kind.CARD, Kind.WORD):
        return row
    if told.user is not None:
        return _private(tx, table, row, told, now=now)
    targets = _targets(table, told)
    if not targets:
        return row
    loud = {target.user for target in targets if _decide_call(tx, table, row, target, now=now)}
    known = tuple(dict.fromkeys((*told.known, *told.users)))
    asked = _still(table, told, loud)
    users = tuple(user for user in told.users if user in loud or user in told.known)
    if row.kind == Kind.WORD and not asked and (told.asked or (told.before and not users)):
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    settled = tuple(dict.fromkeys((*told.settled, *told.asked)))
    return replace(row, data=msgspec.json.encode(replace(told, asked=asked, users=users, settled=settled, known=known)))


def _still(table: MatchState, told: Payload, loud: Iterable[UserId]) -> tuple[tuple[Seat, AskId], ...]:
    """The asks whose player is to be called by the row: decided now, or before."""
    users = {seat.seat: seat.user for seat in table.seats}
    called = set(loud)
    return tuple(each for each in told.asked if each in told.settled or users.get(each[0]) in called)


def _targets(table: MatchState, told: Payload) -> list[_Target]:
    """Those about whom nothing is decided yet, each once."""
    seats = {seat.seat: seat.user for seat in table.seats}
    open_asks = {ask.id for ask in table.open_asks()} if told.asked else set()
    found: dict[UserId, _Target] = {}
    for each in told.asked:
        user = seats.get(each[0])
        if user is not None and not is_deleted(user) and each not in told.settled and each[1] in open_asks:
            found[user] = _Target(user, (*found[user].asked, each) if user in found else (each,))
    for user in told.users:
        if user not in told.known and not is_deleted(user):
            found.setdefault(user, _Target(user))
    return list(found.values())


def _decide_call(tx: Tx, table: MatchState, row: NoticeRecord, target: _Target, *, now: datetime) -> bool:
    """Whether the row itself is to call somebody; what is to go another way is put into the outbox."""
    person = table.people.get(target.user) or _find_person(tx, target.user, table.match.guild)

    def aside(to: UserId | None, until: datetime | None) -> None:
        tx.outbox.enqueue(_copy(table, row, target, now=now, to=to, not_before=until))

    if target.user in table.guests:
        wishes = wishes_of(person)
        wanted = wishes.where is not Where.SILENCE
        if wanted and count_call(tx, person, tx.reach.lock(target.user), wishes, now=now):
            aside(target.user, None)  # they don't see the place
        return False
    return _is_reached(tx, target.user, person, aside, guild=row.guild, now=now)


def _find_person(tx: Tx, user: UserId, guild: int | None) -> PersonRecord | None:
    """A person with what they prefer on a server."""
    person = tx.people.get(user)
    return None if person is None else for_server(person, None if guild is None else GuildId(guild))


def _is_reached(
    tx: Tx,
    user: UserId,
    person: PersonRecord | None,
    aside: Callable[[UserId | None, datetime | None], None],
    *,
    guild: GuildId | None,
    now: datetime,
) -> bool:
    """Whether a person is to be called now at a place of a server: in its quiet hours, they are called in private only.

    ``aside`` puts the same for this one into the outbox: in private (to whom), or later (when).
    """
    wishes = wishes_of(person)
    if wishes.where is Where.SILENCE:
        return False
    reach = tx.reach.lock(user)
    where = wishes.where
    if reach.closed is not None and now - reach.closed < CLOSED_FOR:
        where = Where.THREAD
    silent = find_quiet_end(tx, guild, now)
    until = quiet_until(person, now) or (silent if where is Where.THREAD else None)
    if until is not None:
        aside(None, until)
        return False
    if not count_call(tx, person, reach, wishes, now=now):
        return False
    if where is not Where.THREAD:
        aside(user, None)
    return where is not Where.DIRECT and silent is None


def count_call(
    tx: Tx,
    person: PersonRecord | None,
    reach: ReachRecord,
    wishes: NotificationPreferences,
    *,
    now: datetime,
    digest: bool = True,
) -> bool:
    """Count a call of today; False if there were enough: then (``digest``) it is left to the next digest."""
    day = now.astimezone(zone_of(person)).date().toordinal()
    called = reach.called if reach.day == day else 0
    if called < wishes.cap:
        tx.reach.put(replace(reach, day=day, called=called + 1))
        return True
    if digest:
        due = next_digest(person, now, merged=True)
        due = due if reach.digest is None else min(due, reach.digest)
        tx.reach.put(replace(reach, day=day, called=called, merged=reach.merged + 1, digest=due))
    return False


def _copy(
    table: MatchState,
    row: NoticeRecord,
    target: _Target,
    *,
    now: datetime,
    to: UserId | None = None,
    not_before: datetime | None = None,
) -> NoticeRecord:
    """The same for one person: in private (``to``), or later at the place of the match."""
    told = read_told(row.data)
    users = () if target.asked or to is not None else (target.user,)
    text = _words(table, row, target, told)
    copy = Payload(asked=target.asked, users=users, text=text, user=to, before=told.before or _about(text))
    made = outbox.row(table.match, Kind.WORD, now=now, told=copy)
    return replace(made, not_before=not_before or now)


def _about(text: Text) -> tuple[Seat, AskId] | None:
    """The turn without which a sentence says nothing any more."""
    if text.id != timeouts.ASKED:
        return None
    return Seat(int(str(text.args["seat"]))), AskId(str(text.args["ask"]))


def _words(table: MatchState, row: NoticeRecord, target: _Target, told: Payload) -> Text:
    """What a row says to one person."""
    if row.kind == Kind.WORD and told.text is not None:
        return told.text
    if row.kind == Kind.CARD:
        return say(INVITED, host=table.person(table.match.host), match=table.match.id, title=table.game.spec.title)
    if target.asked:
        return outbox.call_text(outbox.YOUR_TURN, target.asked[0])
    assert row.match is not None, "boards belong to a match"
    return say("app.board_news", match=row.match)


# --- Tournaments --------------------------------------------------------------------------------------------------


def settle_beside(tx: Tx, row: NoticeRecord, *, now: datetime) -> NoticeRecord | None:
    """The same for a row about a tournament or a bar: calls nobody who sleeps, wakes nobody in private."""
    told = read_told(row.data)
    if told.user is not None:
        person = _find_person(tx, told.user, row.guild)
        if is_deleted(told.user) or wishes_of(person).where is Where.SILENCE:
            if tx.outbox.finish(row, NoticeState.MERGED):
                note_unheard(tx, row, now=now)
            return None
        until = quiet_until(person, now)
        if until is None or row.attempts:
            return row
        tx.outbox.save(replace(row, not_before=until), was=row.state)
        return None
    new = [user for user in told.users if user not in told.known and not is_deleted(user)]
    if not new and not any(map(is_deleted, told.users)):
        return row
    people = {user: _find_person(tx, user, row.guild) for user in new}
    loud = {
        user for user in new if _is_reached(tx, user, people[user], _beside(tx, row, user), guild=row.guild, now=now)
    }
    users = tuple(user for user in told.users if user in loud or user in told.known)
    known = tuple(dict.fromkeys((*told.known, *told.users)))
    return replace(row, data=msgspec.json.encode(replace(told, users=users, known=known)))


def _beside(tx: Tx, row: NoticeRecord, user: UserId) -> Callable[[UserId | None, datetime | None], None]:
    """What puts a sentence of a tournament into the outbox for one person: in private, or later in the channel."""
    told = read_told(row.data)

    def aside(to: UserId | None, until: datetime | None) -> None:
        copy = Payload(users=() if to else (user,), text=told.text, user=to)
        fresh = replace(row, id=NoticeId(0), lane=to or row.lane, data=msgspec.json.encode(copy))
        tx.outbox.enqueue(replace(fresh, not_before=until or row.not_before))

    return aside


# --- Who waited for players -----------------------------------------------------------------------------------


def settle_search(tx: Tx, row: NoticeRecord, *, now: datetime) -> NoticeRecord | None:
    """The same for who has waited for players in vain: told in private, or where they asked if that is refused."""
    told = read_told(row.data)
    if row.kind != Kind.SEARCH or told.seeker is None or row.attempts:
        return row
    seeker, person = told.seeker, _find_person(tx, told.seeker.user, told.seeker.guild)
    reach = tx.reach.get(seeker.user)
    closed = reach.closed is not None and now - reach.closed < CLOSED_FOR
    again = tx.seekers.get(seeker.guild, seeker.user, seeker.game, now=now)
    if again is not None or is_deleted(seeker.user) or wishes_of(person).where is Where.SILENCE:
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    until = quiet_until(person, now) or (None if told.user is not None else find_quiet_end(tx, seeker.guild, now))
    if until is not None:
        tx.outbox.save(replace(row, not_before=until), was=row.state)
        return None
    if told.user is not None and closed:
        _call_seeker(tx, told, now=now)
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    return row


def _call_seeker(tx: Tx, told: Payload, *, now: datetime) -> None:
    """Call where they asked who cannot be told in private that nobody was found."""
    if told.seeker is not None and told.text is not None:
        tx.outbox.enqueue(outbox.search_row(told.seeker, told.text, now=now, privately=False))


# --- In private ----------------------------------------------------------------------------------------------


def _private(tx: Tx, table: MatchState, row: NoticeRecord, told: Payload, *, now: datetime) -> NoticeRecord | None:
    """A sentence to a person: not in quiet hours, not to who wants silence, not where messages are refused."""
    assert told.user is not None, "a private sentence has a reader"
    person = table.people.get(told.user) or _find_person(tx, told.user, table.match.guild)
    if wishes_of(person).where is Where.SILENCE:
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    until = quiet_until(person, now)
    if until is not None and not row.attempts:
        tx.outbox.save(replace(row, not_before=until), was=row.state)
        return None
    reach = tx.reach.get(told.user)
    if reach.closed is not None and now - reach.closed < CLOSED_FOR and not row.attempts:
        _call_instead(tx, table, told, now=now)
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    return row


def _call_instead(tx: Tx, table: MatchState, told: Payload, *, now: datetime) -> None:
    """Call somebody at the match's place, who cannot be told in private; nothing private is said there."""
    assert told.user is not None, "a private sentence has a reader"
    if told.discreet or told.user in table.guests:
        return  # it stands where its reader looks next, too, or the reader sees nothing there
    if told.asked:
        where = wishes_of(table.people.get(told.user)).where
        if where is Where.BOTH:
            return  # the mention has called already
        text = outbox.call_text(outbox.YOUR_TURN, told.asked[0])
        call = Payload(asked=told.asked, settled=told.asked, text=text, before=told.before)
    else:
        call = Payload(users=(told.user,), known=(told.user,), text=say("app.private_news"), before=told.before)
    tx.outbox.enqueue(outbox.row(table.match, Kind.WORD, now=now, told=call))


def note_refused(
    tx: Tx, table: MatchState | None, row: NoticeRecord, *, code: int, reason: Text, now: datetime
) -> None:
    """Note that a person takes no direct messages, so follows nothing; call them at the match's place instead."""
    told = read_told(row.data)
    assert told.user is not None, "a private sentence has a reader"
    state = NoticeState.PARKED if row.kind == Kind.TEST else NoticeState.MERGED
    if not tx.outbox.finish(row, state, reason=write_text(reason)):
        return  # another process was first
    note_unheard(tx, row, now=now)
    tx.reach.put(replace(tx.reach.lock(told.user), closed=now, code=code))
    tx.follows.stop_all(told.user, now=now)
    if table is not None and row.kind != Kind.WATCH:
        _call_instead(tx, table, told, now=now)
    _call_seeker(tx, told, now=now)


def note_unheard(tx: Tx, row: NoticeRecord, *, now: datetime) -> None:
    """Note for the staff of a server that somebody barred there can't be told; of other rows nothing is noted."""
    user = read_told(row.data).user
    if row.kind == Kind.BAR and row.guild is not None and user is not None:
        note_untold(tx, GuildId(row.guild), user, now=now)


def note_reached(tx: Tx, user: UserId) -> None:
    """Note that a direct message has arrived."""
    if tx.reach.get(user).closed is not None:
        tx.reach.put(replace(tx.reach.lock(user), closed=None, code=None))


def read_report(tx: Tx, told: Payload) -> dict[str, Any]:
    """Return what a report's notice has beside those of other kinds: how far it is now, and its message so far."""
    report = None if told.report is None else tx.moderation.report(told.report)
    if report is None or report.channel is None or report.message is None:
        return {"report": report}
    return {"report": report, "shown": MessageRef(report.channel, report.message)}
