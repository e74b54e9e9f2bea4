"""Which row of the outbox is told next, and what its notice holds: read and claimed in one unit of work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum, auto
from functools import reduce

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import reminders
from bot.app.changes.outbox import About, Kind, Payload, about_of, find_most_urgent, read_told
from bot.app.lobby import missed_starts
from bot.app.match.records import LogLine, MessageRef, Place
from bot.app.match.state import MatchReader, MatchState, list_aside
from bot.app.notifications import beside, errands, following, notices
from bot.app.notifications.courier import AnyNotice, Notice, TournamentNotice
from bot.app.runtime.failures import RulesFault
from bot.app.tournaments.views import view_tournament
from bot.app.undo.service import PROPOSALS, proposal
from bot.app.views import match_view
from db.engine.errors import Conflict, StoreError, is_of_driver
from db.ids import ChannelId, MatchId, NoticeId, UserId, is_deleted
from db.records import LaneRecord, NoticeRecord, NoticeState, PostRecord, Status
from db.tournaments.records import TournamentPostRecord
from db.tx import Tx

LEASE = timedelta(minutes=2)
"""After so long a row under way in another process counts as left behind by a process that died."""

SAME_NONCE = timedelta(minutes=2)
"""So long after a doubtful attempt Discord surely knows its nonce; later we look into the channel first."""

MOST_WAITING = 200
"""Rows of one lane looked at together."""

MOST_LINES = 40
"""Log entries told by one board."""

MOST_LIVE_LINES = 12
"""Log entries that stand above the shared board of live play, the newest."""

REFRESH = timedelta(seconds=2)
"""Between two edits of a board at least: Discord takes five in five seconds, and other messages must get through."""

MERGED = frozenset({Kind.BOARD, Kind.CARD, Kind.OPEN, Kind.TOURNAMENT, Kind.WATCH, Kind.OPENINGS, Kind.SCHEDULE})
"""Kinds of which the newest row tells what the ones before it would have."""


class Attempt(Enum):
    """How a row is to be sent."""

    FRESH = auto()
    """Nothing was sent yet."""
    AGAIN = auto()
    """It may have been sent a moment ago: the same nonce makes a repeat harmless."""
    LOOK = auto()
    """It may have been sent a while ago: look for it first."""


class Claim(Struct, frozen=True, kw_only=True):
    """A row that this process is to deliver now, and everything it needs. ``post``: the message of its kind so far.

    ``last``: nothing else waits in its lane. ``parked``: others of its match could not be delivered.
    """

    record: NoticeRecord
    notice: AnyNotice
    attempt: Attempt
    post: PostRecord | TournamentPostRecord | None = None
    last: bool = False
    parked: bool = False


class Held(Struct, frozen=True):
    """Nothing is to be told in the lane now; a board may be edited again at ``until``."""

    until: datetime


class Dropped(Struct, frozen=True):
    """A row was not to be told any more, or not here or now; the lane may hold another one that is."""


OF_A_MOMENT = (Kind.SCENE, Kind.WATCH, Kind.REPORT)
"""Kinds that show the board as it stood when the row was made."""


class Claimant(Struct, frozen=True, kw_only=True):
    """Who claims: the name of this process, and the tag of the database that goes into each nonce."""

    holder: str
    tag: str
    match_reader: MatchReader


class Unclaimable(Exception):
    """The notice of ``row`` cannot be made, in a way nobody foresaw: ``error`` is what went wrong."""

    def __init__(self, row: NoticeRecord, error: Exception) -> None:
        """Keep the row as it stands in the outbox."""
        super().__init__(f"row {row.id} of the outbox cannot be claimed")
        self.row = row
        self.error = error


def nonce(number: NoticeId, tag: str) -> str:
    """Return the nonce of a row: at most 25 characters, the same at each attempt, different in each database."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    written, left = "", int(number)
    while left:
        left, at = divmod(left, 36)
        written = digits[at] + written
    return f"o{written}-{tag}"


def claim(tx: Tx, who: Claimant, lane: int, *, now: datetime) -> Claim | Held | Dropped | None:
    """Take the next row of a lane, or drop it; None if nothing is to be told there now, or another process is at it.

    Raises Conflict (at the latest when the unit of work ends) if another process took a row of the lane meanwhile, and
    Unclaimable if a row's notice cannot be made: nothing is changed then.
    """
    waiting = tx.outbox.hold_lane(lane, most=MOST_WAITING)
    held = _find_held(tx, waiting, now)
    rows = [row for row in waiting if row.kind != Kind.BOARD or row.match not in held]
    row = _next(rows, who, now, heads=_find_heads(tx, rows))
    if row is None:
        return Held(min(held.values())) if held else None
    try:
        taken = _take(tx, who, row, rows, now=now)
        return replace(taken, last=len(waiting) == 1) if isinstance(taken, Claim) else taken
    except (Conflict, StoreError):
        raise
    except Exception as error:
        if is_of_driver(error):
            raise
        raise Unclaimable(row, error) from error


def read_ahead(tx: Tx, who: Claimant, due: LaneRecord) -> None:
    """Ask at once what is read of a lane whose rows are about one match."""
    match, guild = due.match, due.guild
    if match is None:
        return
    who.match_reader.read_ahead(
        tx,
        match,
        lambda: tx.outbox.hold_lane(due.lane, most=MOST_WAITING),
        lambda: tx.posts.get(match, Kind.BOARD),
        lambda: tx.posts.get(match, Kind.SCENE),
        lambda: tx.posts.get(match, Kind.CARD),
        *list_aside(tx, match, None),
        lambda: tx.log.untold(match, most=MOST_LINES),
        lambda: None if guild is None else tx.servers.get(guild),
    )


def _take(
    tx: Tx, who: Claimant, row: NoticeRecord, rows: Sequence[NoticeRecord], *, now: datetime
) -> Claim | Dropped | None:
    """Take a row, or drop it where it is not to go; ``rows`` are those that may go with it."""
    user = read_told(row.data).user
    if user is not None and is_deleted(user):
        tx.outbox.finish(row, NoticeState.MERGED)
        return Dropped()
    if row.doubt is None and row.kind in MERGED:
        row = _coalesce(tx, row, rows)
    if row.kind in (Kind.ROLE, Kind.SCHEDULE):
        return _errand_claim(tx, who, row, now=now)
    if row.match is not None:
        table = who.match_reader.read(tx, row.match)
        settled = _settle(tx, table, _renew(table, row, now), rows, now=now)
        return Dropped() if settled is None else _match_claim(tx, who, table, settled, now=now)
    if row.doubt is None and (row.tournament is not None or row.kind == Kind.BAR):
        if (settled := notices.settle_beside(tx, row, now=now)) is None:
            return Dropped()
        row = settled
    if row.tournament is None:
        return _person_claim(tx, who, row, now=now) or Dropped()
    return _tournament_claim(tx, who, row, now=now)


def _begin(row: NoticeRecord, who: Claimant, now: datetime) -> NoticeRecord:
    """A row as it is under way in this process."""
    taken = replace(row, state=NoticeState.SENDING, sending=now, holder=who.holder)
    return replace(taken, attempts=row.attempts + 1, reason=None)


def _errand_claim(tx: Tx, who: Claimant, row: NoticeRecord, *, now: datetime) -> Claim | Dropped | None:
    """Take a row that is no message; one without anything to do any more is dropped."""
    notice = errands.make_notice(tx, who.match_reader, row, tag=who.tag, now=now)
    if notice is None:
        tx.outbox.finish(row, NoticeState.MERGED)
        return Dropped()
    taken = _begin(row, who, now)
    if not tx.outbox.save(taken, was=row.state):
        return None
    return Claim(record=taken, notice=notice, attempt=_attempt(row, now))


def _settle(
    tx: Tx, table: MatchState, row: NoticeRecord, rows: Sequence[NoticeRecord], *, now: datetime
) -> NoticeRecord | None:
    """A match's row, with whom it calls now; None where nothing of it is to be told any more."""
    if _is_needless_card(tx, table, row) or _is_overtaken(table, row, rows, now):
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    if row.kind == Kind.WATCH:
        return following.settle(tx, row, now=now) if row.doubt is None else row
    return notices.settle(tx, table, row, now=now) if row.doubt is None else row


def _match_claim(tx: Tx, who: Claimant, table: MatchState, row: NoticeRecord, *, now: datetime) -> Claim:
    """Take a match's row, with what it shows as the match stands."""
    own = row.doubt is not None or row.kind in OF_A_MOMENT
    ply = row.ply if own else table.match.ply
    attempt = _attempt(row, now)
    taken = _aim(replace(row, ply=ply, reason=None), _channel(table, row, attempt))
    taken = _begin(taken, who, now)
    post = tx.posts.get(table.match.id, row.kind)
    notice, parked = _notice(tx, who, table, taken, post), bool(tx.outbox.find_parked(table.match.id))
    tx.outbox.take(taken, was=row.state)
    return Claim(record=taken, notice=notice, attempt=attempt, post=post, parked=parked)


def _channel(table: MatchState, row: NoticeRecord, attempt: Attempt) -> ChannelId:
    """Where a row is sent: a card where the match was opened, a result or a report where the server wants it.

    All else goes into the match's thread. A repeat goes where the attempt before went: a nonce is known to one channel.
    """
    told = read_told(row.data)
    if told.channel is not None:
        return told.channel
    tried = told.tried
    if attempt is Attempt.AGAIN and tried:
        return tried[-1]
    match = table.match
    if row.kind == Kind.RESULT or (row.kind == Kind.WATCH and read_told(row.data).user is None):
        return ChannelId(row.lane)
    return match.channel if row.kind == Kind.CARD else match.thread or match.channel


def _aim(row: NoticeRecord, channel: ChannelId) -> NoticeRecord:
    """Note in a row that it is sent to a channel."""
    told = read_told(row.data)
    tried = (*(each for each in told.tried if each != channel), channel)
    return replace(row, data=msgspec.json.encode(replace(told, tried=tried)))


def note_other_channel(tx: Tx, taken: Claim, channel: ChannelId) -> Claim:
    """Note that a row under way is sent to another channel, before it is; where it may stand already is looked first.

    Raises Conflict if another process took the row for left behind.
    """
    record = _aim(taken.record, channel)
    if not tx.outbox.save(record, was=NoticeState.SENDING):
        raise Conflict
    assert isinstance(taken.notice, Notice), "only what belongs to a match has another channel"
    place = replace(taken.notice.place, channel=channel)
    notice = replace(taken.notice, place=place, tried=read_told(record.data).tried)
    attempt = Attempt.LOOK if taken.attempt is Attempt.AGAIN else taken.attempt
    return replace(taken, record=record, notice=notice, attempt=attempt)


def _find_held(tx: Tx, rows: Sequence[NoticeRecord], now: datetime) -> dict[MatchId, datetime]:
    """The matches whose board was edited a moment ago and is to be edited again, with the time when it may be."""
    boards: dict[MatchId, list[NoticeRecord]] = {}
    for row in rows:
        if row.kind == Kind.BOARD and row.match is not None:
            boards.setdefault(row.match, []).append(row)
    held = {}
    for match, same in boards.items():
        if all(row.state is NoticeState.WAITING and row.doubt is None and read_told(row.data).refresh for row in same):
            post = tx.posts.get(match, Kind.BOARD)
            if post is not None and post.at + REFRESH > now:
                held[match] = post.at + REFRESH
    return held


def _attempt(row: NoticeRecord, now: datetime) -> Attempt:
    if row.doubt is None:
        return Attempt.FRESH
    return Attempt.AGAIN if now - row.doubt < SAME_NONCE else Attempt.LOOK


def _tournament_claim(tx: Tx, who: Claimant, row: NoticeRecord, *, now: datetime) -> Claim | None:
    """Take a row that tells of a tournament."""
    assert row.tournament is not None, "a row of the outbox belongs to a match or to a tournament"
    taken = _begin(row, who, now)
    if not tx.outbox.save(taken, was=row.state):
        return None
    told = read_told(row.data)
    card = row.kind == Kind.TOURNAMENT
    view = view_tournament(tx, who.match_reader.library, row.tournament) if card else None
    record = tx.tournaments.get(row.tournament)
    assert record is not None, "rows go with their tournament"
    mark = nonce(row.id, who.tag)
    notice = TournamentNotice(
        id=row.id,
        nonce=mark,
        marker=mark,
        kind=Kind(row.kind),
        tournament=record.id,
        name=record.name,
        place=Place(record.guild, record.channel),
        view=view,
        mention=told.users,
        text=told.text,
        user=told.user,
        discreet=told.discreet,
    )
    post = tx.tournaments.post(record.id, row.kind) if card else None
    return Claim(record=taken, notice=notice, attempt=_attempt(row, now), post=post)


def _person_claim(tx: Tx, who: Claimant, row: NoticeRecord, *, now: datetime) -> Claim | None:
    """Take a row that tells a person something beside any match; None if there is nothing to tell any more."""
    settled = notices.settle_search(tx, row, now=now)
    if settled is None:
        return None
    row, mark = settled, nonce(row.id, who.tag)
    notice = beside.make_notice(tx, who.match_reader, row, nonce=mark, now=now)
    if notice is None:
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    taken = _begin(row, who, now)
    if not tx.outbox.save(taken, was=row.state):
        raise Conflict
    return Claim(record=taken, notice=notice, attempt=_attempt(row, now), post=None)


def _renew(table: MatchState, row: NoticeRecord, now: datetime) -> NoticeRecord:
    """The row as it is true now: a reminder may have waited for Discord or for the morning. One in doubt stays."""
    told = read_told(row.data)
    fresh = reminders.renew(table, told, now) if row.doubt is None and reminders.is_reminder(told) else None
    return row if fresh is None else replace(row, data=msgspec.json.encode(fresh))


def _is_needless_card(tx: Tx, table: MatchState, row: NoticeRecord) -> bool:
    """Whether a match was called off before its card was ever posted, or its post made."""
    off = row.doubt is None and table.match.status is Status.CANCELLED
    return off and (row.kind == Kind.OPEN or (row.kind == Kind.CARD and tx.posts.get(table.match.id, row.kind) is None))


def _is_overtaken(table: MatchState, row: NoticeRecord, rows: Sequence[NoticeRecord], now: datetime) -> bool:
    """Whether a sentence reminds of turns that are made or ran out, or invites to a match that waits for nobody now.

    Of several reminders in a lane the last is told. One that may have been sent is seen to its end.
    """
    told = read_told(row.data)
    if row.doubt is None and reminders.is_reminder(told):
        later = (read_told(each.data) for each in rows if each.id > row.id and each.match == row.match)
        if reminders.renew(table, told, now) is None or any(
            reminders.is_reminder(each) and each.asked == told.asked and each.user == told.user for each in later
        ):
            return True
    if row.kind == Kind.WORD and row.doubt is None and told.text is not None and told.text.id == notices.INVITED:
        return table.match.status is not Status.LOBBY
    if (
        row.kind == Kind.WORD
        and row.doubt is None
        and told.text is not None
        and missed_starts.is_over(table, told.text)
    ):
        return True
    if row.kind == Kind.WORD and row.doubt is None and told.before is not None:
        ask = told.before[1]
        return all(ask != each.id for each in table.open_asks())
    return row.kind == Kind.WORD and row.doubt is None and bool(told.asked) and not _mentions(table, told)


def _find_heads(tx: Tx, rows: Sequence[NoticeRecord]) -> frozenset[MatchId]:
    """The matches whose card is to be posted before their thread is made, which hangs under it."""
    opening = {row.match for row in rows if row.kind == Kind.OPEN and row.match is not None}
    return frozenset(match for match in opening if tx.posts.get(match, Kind.CARD) is None)


def _next(
    rows: Sequence[NoticeRecord], who: Claimant, now: datetime, *, heads: frozenset[MatchId]
) -> NoticeRecord | None:
    """The row to tell: first one that a dead process left behind, else the most urgent that may go in its order.

    Where Discord has put a row off, the lane waits. A card, and a row whose notice the bot failed to make (it has a
    ``reason``), hold up only what comes after them about the same.
    """
    behind: set[About] = set()
    for row in rows:
        if row.state is NoticeState.SENDING:
            assert row.sending is not None
            if row.holder != who.holder and now - row.sending < LEASE:
                return None
            # It was no refusal that ended the attempt but a process: the back-off begins anew.
            return replace(row, doubt=row.doubt or row.sending, attempts=0)
    due = []
    for row in rows:
        if about_of(row, heads) in behind:
            continue
        if row.not_before <= now:
            due.append(row)
        elif row.reason is not None or (row.attempts and row.kind == Kind.CARD):
            behind.add(about_of(row, heads))
        elif row.attempts:
            break
    return find_most_urgent(due, heads) if due else None


def _coalesce(tx: Tx, row: NoticeRecord, rows: Sequence[NoticeRecord]) -> NoticeRecord:
    """Let the newest row of the same kind and match tell what the earlier ones would have told."""
    about = (row.kind, row.match, row.tournament)
    same = [each for each in rows if (each.kind, each.match, each.tournament) == about and each.doubt is None]
    told = reduce(Payload.merge, (read_told(each.data) for each in same))
    for each in same[:-1]:
        tx.outbox.finish(each, NoticeState.MERGED)
    return replace(same[-1], data=msgspec.json.encode(told), attempts=max(each.attempts for each in same))


def _notice(tx: Tx, who: Claimant, table: MatchState, row: NoticeRecord, post: PostRecord | None) -> Notice:
    kind = Kind(row.kind)
    told = read_told(row.data)
    record = table.match
    since = post.ply if post is not None else 0
    refresh = told.refresh and post is not None
    try:
        is_past = kind in OF_A_MOMENT and table.position is not None
        if is_past and (kind is not Kind.WATCH or record.status is Status.RUNNING):
            view = match_view.view_at(tx, who.match_reader, record.id, None, ply=row.ply)
        else:
            view = match_view.view_since(
                tx, who.match_reader, record.id, since=since if kind is Kind.BOARD and since else None
            )
    except RulesFault:
        # A sentence and a report need no board, and what ended a broken match must be told: all go without it.
        if kind not in (Kind.WORD, Kind.REPORT) and record.status is Status.RUNNING:
            raise
        view = match_view.view_without_board(tx, table)
    mark = nonce(row.id, who.tag)
    return Notice(
        id=row.id,
        nonce=mark,
        marker=mark,
        kind=kind,
        match=record.id,
        place=Place(record.guild, told.tried[-1]),
        match_view=view,
        lines=_lines(tx, who.match_reader, table, row, refresh=refresh),
        mention=_mentions(table, told),
        before=_ref(post) if kind is Kind.BOARD and not refresh else None,
        refreshes=_ref(post) if refresh else None,
        card=_ref(tx.posts.get(record.id, Kind.CARD)),
        board=_ref(tx.posts.get(record.id, Kind.BOARD)),
        text=told.text,
        user=told.user,
        joins=told.joins,
        leaves=told.leaves,
        thread=told.thread,
        tried=told.tried,
        since=row.doubt,
        watch=following.find_manner(tx, row) if kind is Kind.WATCH else None,
        **notices.read_report(tx, told),
    )


def _lines(
    tx: Tx, match_reader: MatchReader, table: MatchState, row: NoticeRecord, *, refresh: bool
) -> tuple[LogLine, ...]:
    """What happened since the board before; while a board is edited again and again, the newest that happened.

    With a proposal to take turns back: those turns.
    """
    text = read_told(row.data).text
    if row.kind == Kind.WORD and text is not None and text.id in PROPOSALS:
        proposed = proposal(tx, match_reader, table, None)
        return () if proposed is None else proposed.lines
    if row.kind not in (Kind.BOARD, Kind.SCENE):
        return ()
    match, most = table.match.id, MOST_LIVE_LINES if refresh else MOST_LINES
    if refresh or row.ply != table.match.ply:
        posts = () if refresh else (tx.posts.get(match, kind) for kind in (Kind.BOARD, Kind.SCENE))
        since = max((post.ply for post in posts if post is not None), default=0)
        entries = tx.log.entries(match, first=max(since, row.ply - most) + 1, last=row.ply)
    else:
        entries = tx.log.untold(match, most=most)
    return match_view.log_lines(table, entries, None)


def _mentions(table: MatchState, told: Payload) -> tuple[UserId, ...]:
    """Those still asked, and those to be told in any case; nobody who was deleted."""
    open_asks = {ask.id for ask in table.open_asks()} if told.asked else set()
    users = {seat.seat: seat.user for seat in table.seats}
    asked = [users.get(seat) for seat, ask in told.asked if ask in open_asks]
    return tuple(dict.fromkeys(user for user in (*asked, *told.users) if user is not None and not is_deleted(user)))


def _ref(post: PostRecord | None) -> MessageRef | None:
    return None if post is None else MessageRef(post.channel, post.message)
