"""Following a match without playing in it: its boards by direct message or in a channel, now and then, and its end."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import cache, partial

from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import outbox
from bot.app.changes.outbox import Kind, Payload, read_told
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.preferences import Display, Where, display_of, wishes_of
from bot.app.match.records import Actor, MatchLine, Place
from bot.app.match.state import MatchState
from bot.app.notifications.courier import Watching
from bot.app.notifications.notices import CLOSED_FOR, count_call, quiet_until, zone_of
from bot.app.ratings.profiles import find_places
from bot.app.runtime.failures import RulesFault
from bot.app.runtime.refusals import refuse
from bot.app.runtime.worker import Worker
from bot.app.views import lists, watching
from bot.app.views.targets import Sees
from bot.app.views.watching import Interest
from db.ids import ChannelId, MatchId, UserId
from db.notifications.records import FollowRecord
from db.records import MatchRecord, NoticeRecord, NoticeState, Status
from db.tx import Tx
from games.core.text import say

EVERY = timedelta(minutes=15)
"""Between two boards of a match to the same follower at least; the end is told at once."""

MOST_FOLLOWED = 25
"""Matches that a person follows."""

BATCH = 200
"""Boards put into the outbox in one sweep."""

MOST_WEIGHED = 30
"""Running matches that are looked at for those worth watching, the newest."""

SAMPLE = 50
"""Finished matches from which the usual length is known."""


class Followed(Struct, frozen=True):
    """A match that a person follows, in the list of them."""

    line: MatchLine
    record: FollowRecord


class Follow(Struct, frozen=True, kw_only=True):
    """What came of following a match: how it is followed, and whether its boards come late."""

    record: FollowRecord
    delayed: bool
    refused: bool = False
    """Discord has refused direct messages to the person lately."""


class Following:
    """Follows: asked for, listed, ended; and the sweep that tells the boards. One process does that."""

    def __init__(self, uow: UnitOfWork, *, every: float = 20) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._worker = Worker(uow, "following")
        self._every = every

    # --- Asking ----------------------------------------------------------------------------------------------------

    async def follow(
        self, actor: Actor, *, match: MatchId, spoilers: bool = False, channel: ChannelId | None = None
    ) -> Follow:
        """Send boards of a match to a person, or (``channel``) there; again: with these settings.

        Raises Refusal for its players, for a match that is closed to watchers or over, from who wants no
        notifications, and beyond the limit.
        """
        now = self._uow.clock.now()

        def work(tx: Tx) -> Follow:
            table = self._uow.match_reader.read(tx, match)
            _expect_followable(table, actor, channel)
            lane = int(actor.user if channel is None else channel)
            before = tx.follows.get(match, lane)
            if channel is None and wishes_of(tx.people.get(actor.user)).where is Where.SILENCE:
                raise refuse("SILENT", "follow_silent")
            if before is None and len(tx.follows.of_user(actor.user, most=MOST_FOLLOWED)) >= MOST_FOLLOWED:
                raise refuse("TOO_MANY", "follow_most", most=MOST_FOLLOWED)
            delayed = watching.is_delayed(tx, match)
            record = FollowRecord(
                match=match,
                lane=lane,
                user=actor.user,
                feed=channel is not None,
                spoilers=spoilers,
                ply=watching.find_board(tx, table.match, delayed=delayed) or 0,
                due=now if before is None else before.due,
                at=now,
            )
            tx.follows.put(record)
            return Follow(record=record, delayed=delayed, refused=_is_refused(tx, record, now))

        return await self._uow.store.run(work)

    async def stop(self, user: UserId, *, match: MatchId, channel: ChannelId | None = None) -> bool:
        """End it; return whether the match was followed."""
        lane = int(user if channel is None else channel)
        return await self._uow.store.run(lambda tx: tx.follows.drop(match, lane))

    async def list_followed(self, user: UserId) -> tuple[Followed, ...]:
        """Return what a person follows, and the channels they had follow something, the newest first."""

        def work(tx: Tx) -> tuple[Followed, ...]:
            records = tx.follows.of_user(user, most=MOST_FOLLOWED)
            matches = [match for each in records if (match := tx.matches.get(each.match)) is not None]
            lines = {line.match: line for line in lists.lines(tx, self._uow.match_reader, matches, None)}
            return tuple(Followed(lines[each.match], each) for each in records if each.match in lines)

        return await self._uow.store.read(work)

    async def find_interesting(self, place: Place, *, sees: Sees) -> tuple[Interest, ...]:
        """Return the running matches of a server that are worth watching, the best first.

        Only those in channels that one sees; none that are private, practice, or closed to watchers.
        """
        now = self._uow.clock.now()

        def work(tx: Tx) -> tuple[Interest, ...]:
            if place.guild is None:
                return ()
            records = tx.matches.in_guild(place.guild, status=Status.RUNNING, most=lists.MOST_LISTED, private=False)
            shown = [each for each in records if _is_shown(each) and sees(each.channel)][:MOST_WEIGHED]
            lines = lists.lines(tx, self._uow.match_reader, shown, None)
            known = {record.id: record for record in shown}
            followers = tx.follows.count(known)
            usual = cache(lambda game, seats: tx.results.measure_usual(game, seats, most=SAMPLE))
            places = cache(lambda game: find_places(tx, guild=int(place.guild or 0), game=game, now=now))
            found = []
            for line in lines:
                record = known[line.match]
                gap, length, best = self._find_gap(tx, record), usual(record.game, record.seats), places(record.game)
                users = (seat.user for seat in tx.matches.seats(record.id))
                one = Interest(
                    line=line,
                    gap=None if gap is None else gap[0],
                    leader=None if gap is None else gap[1],
                    played=record.ply / length if length else None,
                    best=min((best[user] for user in users if user in best), default=None),
                    followers=followers[record.id],
                )
                found.append(one)
            return watching.rank(found, now)

        return await self._uow.store.read(work)

    def _find_gap(self, tx: Tx, record: MatchRecord) -> tuple[int, int] | None:
        """The points between the first two, and those of the first; None where nobody may know them."""
        table = self._uow.match_reader.read(tx, record.id)
        if table.position is None:
            return None
        try:
            with table.guard():
                return watching.gap_of(table.game.ending.current_score(table.position.state))
        except RulesFault:
            return None

    # --- Telling ---------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Put the boards that are due into the outbox, end what is over; returns how many follows it saw."""
        now = self._uow.clock.now()
        most = BATCH + self._worker.failing
        due = await self._uow.store.read(lambda tx: tx.follows.due(now=now, most=most))
        wanted = [each for each in due if self._worker.may((each.match, each.lane))]
        made = sum(
            await asyncio.gather(
                *(self._worker.attempt((each.match, each.lane), partial(self._tell, each, now)) for each in wanted)
            )
        )
        if made:
            self._uow.signals.notify()
        return made

    async def _tell(self, followed: FollowRecord, now: datetime) -> None:
        """Put the newest board into the outbox that this follower may get, unless they have got it."""

        def work(tx: Tx) -> None:
            record, match = tx.follows.get(followed.match, followed.lane), tx.matches.get(followed.match)
            if record is None or match is None or record.due > followed.due:
                return
            plays = not record.feed and any(seat.user == record.user for seat in tx.matches.seats(match.id))
            over = match.status in (Status.FINISHED, Status.CANCELLED)
            if plays or over or match.closed:
                tx.follows.drop(record.match, record.lane)
                if not plays and record.stopped is None:
                    _tell_end(tx, match, record, now)
                return
            ply = watching.find_board(tx, match, delayed=watching.is_delayed(tx, match.id)) or 0
            if ply > record.ply:
                tx.outbox.enqueue(_board_row(match, record, ply, now))
            tx.follows.put(replace(record, due=now + EVERY, ply=max(ply, record.ply)))

        await self._uow.store.run(work)


def _is_shown(record: MatchRecord) -> bool:
    """Whether anybody on the server may be pointed to a match."""
    return not (record.private or record.practice or record.closed)


def _expect_followable(table: MatchState, actor: Actor, channel: ChannelId | None) -> None:
    """Refuse to follow what cannot be followed."""
    match = table.match
    if match.status not in (Status.LOBBY, Status.RUNNING):
        raise table.not_running()
    if match.closed:
        raise refuse("CLOSED", "closed_to_watchers", match=match.id, host=table.person(match.host))
    if channel is None and table.seats_of(actor.user):
        raise refuse("PLAYER", "follow_own", match=match.id)


def _is_refused(tx: Tx, record: FollowRecord, now: datetime) -> bool:
    """Whether a person has not taken direct messages lately."""
    closed = None if record.feed else tx.reach.get(record.user).closed
    return closed is not None and now - closed < CLOSED_FOR


def _board_row(match: MatchRecord, record: FollowRecord, ply: int, now: datetime) -> NoticeRecord:
    """The board as it stood at a ply, for a follower."""
    told = Payload(user=None if record.feed else record.user, spoilers=record.spoilers)
    return replace(outbox.row(match, Kind.WATCH, now=now, told=told), lane=record.lane, ply=ply)


def _tell_end(tx: Tx, match: MatchRecord, record: FollowRecord, now: datetime) -> None:
    """Tell the result to a follower; to a person also why a match can't be followed anymore."""
    if match.status is Status.FINISHED:
        tx.outbox.enqueue(_board_row(match, record, match.ply, now))
    elif not record.feed:
        sentence = "app.follow_canceled" if match.status is Status.CANCELLED else "app.follow_closed"
        told = Payload(user=record.user, text=say(sentence, match=match.id), discreet=True)
        tx.outbox.enqueue(outbox.row(match, Kind.WORD, now=now, told=told))


def find_manner(tx: Tx, row: NoticeRecord) -> Watching:
    """Return how a board is shown to its follower."""
    assert row.match is not None, "boards belong to matches"
    told = read_told(row.data)
    person = None if told.user is None else tx.people.get(told.user)
    return Watching(
        spoilers=told.spoilers,
        delayed=watching.is_delayed(tx, row.match),
        display=Display.PICTURES if person is None else display_of(person),
    )


def _is_unwanted(tx: Tx, row: NoticeRecord) -> bool:
    """Whether a board of a running match waited so long that its follower may not see it now, or doesn't want to."""
    match = None if row.match is None else tx.matches.get(row.match)
    if match is None or match.status is not Status.RUNNING:
        return False  # the end is told once more after the follow is over
    record = tx.follows.get(match.id, row.lane)
    return match.closed or record is None or record.stopped is not None


def settle(tx: Tx, row: NoticeRecord, *, now: datetime) -> NoticeRecord | None:
    """Decide whether a follower is told now; None: later, or not at all.

    It waits for the end of quiet hours and, where there were enough notices today, for tomorrow. People who
    want no notifications, or take no direct messages, get none. Nor do people who have stopped following, or whose
    match has been closed to watchers.
    """
    told = read_told(row.data)
    if _is_unwanted(tx, row):
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    if told.user is None or row.attempts:
        return row
    person, reach = tx.people.get(told.user), tx.reach.lock(told.user)
    if wishes_of(person).where is Where.SILENCE:
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    if reach.closed is not None and now - reach.closed < CLOSED_FOR:
        tx.follows.stop_all(told.user, now=now)
        tx.outbox.finish(row, NoticeState.MERGED)
        return None
    until = quiet_until(person, now)
    if until is None and not count_call(tx, person, reach, wishes_of(person), now=now, digest=False):
        local = now.astimezone(zone_of(person))
        until = (local + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    if until is None:
        return row
    tx.outbox.save(replace(row, not_before=until), was=row.state)
    return None
