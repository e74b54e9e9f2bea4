"""Waiting for others to play with: when enough people wait for the same, their match is opened."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes import caps, meeting, outbox
from bot.app.changes.change import Change
from bot.app.changes.outbox import Kind
from bot.app.changes.server_rules import Access, caps_of, check_opening, list_offered, may_host, server_values
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.changes.writing import note_name
from bot.app.finding.grouping import Crowd, Waiting
from bot.app.finding.servers import is_quiet
from bot.app.lobby import requests
from bot.app.lobby.open_matches import still_open
from bot.app.lobby.starting import check_seats, start_match
from bot.app.match.paces import DEFAULT, PRESETS, without_check_in
from bot.app.match.records import Actor, MatchRequest, Place
from bot.app.match.state import MatchState
from bot.app.ratings.skill import START, points
from bot.app.runtime.refusals import refuse
from bot.app.runtime.worker import Worker
from bot.app.timing import expiry, scheduled_starts
from db.engine.errors import Conflict, Repeat
from db.ids import GuildId, Key, MatchId, UserId
from db.records import SeatRecord
from db.seeking.records import SeekerRecord, WishRecord
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import say

MOST_SOUGHT = 5
"""Games that a person waits for, on all servers."""

MOST_HOURS = 14 * 24
"""So long a person waits, at most."""

MOST_LOOKED_AT = 200
"""People who wait for the same on a server that are looked at together."""

LONGEST = 150
"""Of them, those who wait longest; the places of the others go round among all the rest, from look to look."""

READY_WITHIN = timedelta(minutes=15)
"""A match in one sitting is announced for then: it starts as soon as all are ready."""

_log = structlog.get_logger(__name__)


class Search(Struct, frozen=True, kw_only=True):
    """What somebody waits for, as in ``SeekerRecord``; ``hours``: how long."""

    game: str
    seats: int
    live: bool
    near: bool
    hours: int


class Sought(Struct, frozen=True, kw_only=True):
    """What a person waits for; ``waiting``: how many wait for that game there, the person included.

    ``match``: it has been found.
    """

    record: SeekerRecord
    waiting: int
    match: MatchId | None = None


class PlayerSearch:
    """People who wait for others; a sweep, in one process, brings together who could not be at once."""

    def __init__(self, uow: UnitOfWork, *, every: float = 20) -> None:
        """``every``: seconds between two looks."""
        self._uow = uow
        self._worker = Worker(uow, "finding players")
        self._every = every

    # --- Asking ----------------------------------------------------------------------------------------------------

    async def seek(
        self, key: Key, actor: Actor, search: Search, *, place: Place, access: Access, is_open: bool
    ) -> Sought:
        """Let a person wait for others, or for something else in the same game; a match may be found at once.

        ``is_open``: everybody on the server sees the place. With a key that was used before nobody waits again, who may
        have been found players meanwhile. Raises Refusal where they could open no such match.
        """
        now = self._uow.clock.now()
        if place.guild is None:
            raise refuse("NO_SERVER", "find_needs_server")
        check_seats(self._uow.library.game(search.game), search.seats)
        if search.seats < 2 or not 0 < search.hours <= MOST_HOURS:
            raise refuse("BAD_SEARCH", "bad_search", days=MOST_HOURS // 24)

        def work(tx: Tx) -> SeekerRecord:
            where = requests.place_to_open(tx, place)
            assert where.guild is not None, "it is on the same server"
            values = server_values(tx, where.guild)
            check_opening(values, self._uow.library.games, search.game, place=where, access=access)
            may_host(values, access)
            meeting.expect_not_barred(tx, where.guild, actor.user, now=now)
            others = [each for each in _list_sought(tx, actor.user, now) if each.game != search.game]
            if len(others) >= MOST_SOUGHT:
                raise refuse("TOO_MANY_SOUGHT", "many_sought", most=MOST_SOUGHT)
            record = SeekerRecord(
                guild=where.guild,
                user=actor.user,
                game=search.game,
                seats=search.seats,
                live=search.live,
                near=search.near,
                channel=where.channel,
                open=is_open,
                at=now,
                until=now + timedelta(hours=search.hours),
            )
            tx.requests.remember(key, msgspec.json.encode(record), at=now)
            note_name(tx, actor, at=now)
            tx.seekers.put(record)
            return record

        is_new = True
        try:
            record = await self._uow.store.run(work)
        except Repeat as repeat:
            is_new, record = False, msgspec.json.decode(repeat.answer, type=SeekerRecord)
        await self.bring_together(record.guild, record.game)
        return await self._uow.store.read(lambda tx: _find_outcome(tx, record, now, is_new=is_new))

    async def stop(self, user: UserId, guild: GuildId, game: str) -> bool:
        """Let a person wait no more; return whether they did."""
        return await self._uow.store.run(lambda tx: tx.seekers.drop(guild, user, game))

    async def list_sought(self, user: UserId) -> tuple[Sought, ...]:
        """Return what a person waits for, on any server."""
        now = self._uow.clock.now()
        return await self._uow.store.read(
            lambda tx: tuple(_count(tx, record, now) for record in _list_sought(tx, user, now))
        )

    # --- Bringing together -----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self._round)

    async def _round(self) -> float:
        await self.sweep()
        return self._every

    async def sweep(self) -> int:
        """Tell who has waited long enough, and bring others together; returns for how many games it looked.

        During maintenance nobody is: they wait on.
        """
        now = self._uow.clock.now()
        if self._uow.orders.find_maintenance(now) is not None:
            return 0
        if await self._uow.store.run(lambda tx: self._expire(tx, now)):
            self._uow.signals.notify()
        made = 0
        for guild, game in await self._uow.store.read(lambda tx: tx.seekers.find_crowds(now=now)):
            if self._worker.may((guild, game)):
                await self._worker.attempt((guild, game), partial(self.bring_together, guild, game))
                made += 1
        return made

    def _expire(self, tx: Tx, now: datetime) -> int:
        """Let nobody wait longer than they wanted, and tell each once; returns how many had waited.

        Nobody is told of a server in which nothing is opened.
        """
        over = tx.seekers.take_expired(now=now, most=MOST_LOOKED_AT)
        for each in over:
            game = self._uow.library.games.get(each.game)
            if game is not None and not is_quiet(tx, self._uow.orders, each.guild):
                tx.outbox.enqueue(outbox.search_row(each, say("app.search_over", title=game.spec.title), now=now))
        return len(over)

    async def bring_together(self, guild: GuildId, game: str) -> list[tuple[MatchId, tuple[UserId, ...]]]:
        """Make every match that can be made of those who wait for a game on a server; return them with their players.

        Whom another process brings together at the same time is left to it.
        """
        made: list[tuple[MatchId, tuple[UserId, ...]]] = []
        refused: set[UserId] = set()
        while group := await self._uow.store.read(lambda tx: self._find_group(tx, guild, game, but=refused)):
            gone = [each for each in group if await self._uow.members.has_left(guild, each.user)]
            if gone:
                for each in gone:
                    await self.stop(each.user, guild, game)
                continue
            try:
                match = await self._begin(group)
            except Conflict:
                continue
            except Refusal as refusal:
                _log.info("people who wait can't play together yet", guild=guild, game=game, code=refusal.code)
                refused.add(group[0].user)
                continue
            made.append((match, tuple(each.user for each in group)))
        if made:
            self._uow.signals.notify()
        return made

    def _find_group(self, tx: Tx, guild: GuildId, game: str, *, but: Collection[UserId]) -> tuple[SeekerRecord, ...]:
        """The first of those who wait that can play together, ``but`` some; empty if nobody can."""
        now, values = self._uow.clock.now(), server_values(tx, guild)
        if is_quiet(tx, self._uow.orders, guild) or game not in list_offered(values, self._uow.library.games):
            return ()
        for wish in tx.seekers.find_wishes(guild, game, now=now):
            if group := self._choose_group(tx, self._look_at(tx, guild, game, wish), but=but):
                return group
        return ()

    def _look_at(self, tx: Tx, guild: GuildId, game: str, wish: WishRecord) -> tuple[SeekerRecord, ...]:
        """Some of those who want the same: all of them, or the longest waiting and others by turns."""
        now, rest = self._uow.clock.now(), wish.people - LONGEST
        read = partial(tx.seekers.find_alike, guild, game, wish, now=now)
        if wish.people <= MOST_LOOKED_AT:
            return read(most=MOST_LOOKED_AT)
        turn = int(now.timestamp() // max(self._every, 1))
        most = MOST_LOOKED_AT - LONGEST
        return (*read(most=LONGEST), *read(most=most, first=LONGEST + turn % -(-rest // most) * most))

    def _choose_group(
        self, tx: Tx, alike: Sequence[SeekerRecord], *, but: Collection[UserId]
    ) -> tuple[SeekerRecord, ...]:
        """The first of those who want the same that can play together."""
        near = any(each.near for each in alike)
        waiting = [_as_waiting(tx, each, near=near) for each in alike]
        crowd = Crowd(waiting, tx.blocks.among(each.user for each in alike))
        users, out = {each.user: each for each in alike}, set(but)
        while table := crowd.find_table(but=out):
            busy = {each.user for each in table if not self._may_play(tx, users[each.user])}
            if not busy:
                return tuple(users[each.user] for each in table)
            out |= busy
        return ()

    def _may_play(self, tx: Tx, seeker: SeekerRecord) -> bool:
        """Whether a person is not barred from the server, and in no more matches than they may be."""
        bar = meeting.find_bar(tx, seeker.guild, seeker.user, now=self._uow.clock.now())
        return bar is None and tx.matches.count_of_user(seeker.user) < self._uow.caps.matches

    async def _begin(self, group: Sequence[SeekerRecord]) -> MatchId:
        """Open the match of a group, in the same unit of work in which they stop waiting."""
        now, seed, first = self._uow.clock.now(), secrets.token_bytes(32), group[0]
        users = tuple(each.user for each in group)
        people = await self._uow.store.read(lambda tx: tx.people.get_many(users, guild=first.guild))
        unknown = [each for each in group if each.user not in people]
        if unknown:  # they have had their data deleted just now; a row left behind would be found again and again
            for each in unknown:
                await self.stop(each.user, each.guild, each.game)
            raise Conflict
        wish = MatchRequest(
            game=first.game,
            seats=len(group),
            pace=without_check_in(PRESETS["live" if first.live else DEFAULT]),
            join=False,
            starts=now + READY_WITHIN if first.live else None,
        )
        host, place = Actor(first.user, people[first.user].name), Place(first.guild, first.channel)
        table = requests.table(self._uow.library, wish, host, place=place, now=now, seed=seed)
        table = replace(table, seats=_seats(users, now), people=people)

        def write(tx: Tx) -> MatchId:
            for each in group:
                if not tx.seekers.drop(each.guild, each.user, each.game):
                    raise Conflict
            limits = caps_of(server_values(tx, first.guild), self._uow.caps)
            change = _begin_change(expiry.with_expiry(table, limits.expire_days, now), users, now)
            caps.check_new(tx, limits, change.match, users)
            meeting.check_new(tx, change, first.user, now=now)
            made = tx.matches.add(table.match, seed=seed)
            requests.write_new(tx, table, change, made, now)
            return made.id

        return await self._uow.store.run(write)


def _begin_change(table: MatchState, users: Sequence[UserId], now: datetime) -> Change:
    """The change after the row is made: it starts at once or, in one sitting, as soon as all are ready.

    Its thread comes before the sentence that calls its players, so that they are called there.
    """
    title = table.game.spec.title
    if scheduled_starts.starts(table) is not None:
        word = outbox.words(table.match, say("app.players_found_live", title=title), users, now=now)
        return still_open(table, now, notices=(word,))
    change = start_match(table, now=now)
    word = outbox.words(change.match, say("app.players_found", title=title), users, now=now)
    place = [notice for notice in change.notices if notice.kind == Kind.OPEN]
    rest = [notice for notice in change.notices if notice.kind != Kind.OPEN]
    return replace(change, notices=(*place, word, *rest))


def _seats(users: Sequence[UserId], now: datetime) -> tuple[SeatRecord, ...]:
    return tuple(
        SeatRecord(match=MatchId(0), seat=seat, user=user, level=None, resigned=None, joined=now)
        for seat, user in enumerate(users)
    )


def _as_waiting(tx: Tx, record: SeekerRecord, *, near: bool) -> Waiting:
    """Somebody who waits; ``near``: with their rating on the server, that of a newcomer if they have none."""
    rating = tx.ratings.get(record.guild, record.game, record.user) if near else None
    return Waiting(
        user=record.user,
        seats=record.seats,
        live=record.live,
        near=record.near,
        channel=record.channel,
        open=record.open,
        points=points(START.mu if rating is None else rating.mu),
    )


def _find_outcome(tx: Tx, record: SeekerRecord, now: datetime, *, is_new: bool) -> Sought:
    """What has come of waiting; raises Refusal for who doesn't wait anymore, asked again (not ``is_new``)."""
    what, since = (record.guild, record.game), record.at - timedelta(seconds=1)  # what is stored has no microseconds
    if tx.seekers.get(record.guild, record.user, record.game, now=now) is not None:
        return _count(tx, record, now)
    own = tx.matches.of_user(record.user, most=MOST_LOOKED_AT)
    match = next((each.id for each in own if (each.guild, each.game) == what and each.created >= since), None)
    if match is None and not is_new:
        raise refuse("SOUGHT", "search_used")
    return replace(_count(tx, record, now), match=match)


def _list_sought(tx: Tx, user: UserId, now: datetime) -> tuple[SeekerRecord, ...]:
    return tx.seekers.of_user(user, now=now, most=MOST_SOUGHT + 1)


def _count(tx: Tx, record: SeekerRecord, now: datetime) -> Sought:
    """What somebody waits for, with how many wait for the same game there."""
    waiting = tx.seekers.find_waiting(record.guild, record.game, now=now, most=MOST_LOOKED_AT)
    return Sought(record=record, waiting=len(waiting))
