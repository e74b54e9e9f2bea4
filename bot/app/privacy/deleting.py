"""Deleting a person: their matches and tournaments go on without them, then they are taken out of all tables.

The steps are repeatable: a table notes who is being deleted, and what a process that died has left undone is done by
the next one. The last step is one unit of work, after which nothing leads to the person.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from time import monotonic

import structlog
from msgspec import Struct, to_builtins

from bot.app.changes import outbox
from bot.app.changes.caps import lock_joining
from bot.app.changes.errands import role_row
from bot.app.changes.meeting import find_bar
from bot.app.changes.outbox import Kind
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.match.records import Actor
from bot.app.notifications.languages import Languages
from bot.app.privacy.leaving import leave
from bot.app.ratings.marks import doubt
from bot.app.reviews import claims
from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.holders import find_held
from bot.app.tournaments.news import card_row
from bot.app.tournaments.running.co_organizers import CoOrganizers
from bot.app.tournaments.service import Tournaments
from db.engine.statements import Plain
from db.ids import Key, MatchId, TournamentId, UserId
from db.privacy.renaming import Renaming
from db.privacy.scanning import FIRST, Suspects
from db.records import MatchRecord, Status
from db.tx import Tx
from games.core.errors import Refusal
from games.core.text import Text, say
from games.core.words import Words

LONGEST = 0.05
"""Seconds after which a unit of work that rewrites logs takes no further one; a packed log alone takes up to 0.1."""
STEPS = 10
"""Changes by which somebody leaves one match, at most: one for each seat."""
WAITS, PAUSE_SECONDS = 300, 0.5
"""How often, and how long each time, the last step waits for what is just being sent, before it no longer does.

Longer than a message in doubt is sent again: whoever sends it writes its row back, names and all.
"""

KEY_BYTES = 32
"""Of the key of the hashes by which barred people are known again; the database has one."""

_log = structlog.get_logger(__name__)


class Extent(Struct, frozen=True, kw_only=True):
    """What a deletion would change at once: so many matches and tournaments; and on how many servers a bar holds on."""

    running: int
    open: int
    finished: int
    tournaments: int
    organized: int
    roles: int
    bars: int


class _NotYet(Exception):  # no error: it is tried again
    """Something is under way that would write the person back."""


class Deletions:
    """Deletes people."""

    def __init__(
        self, uow: UnitOfWork, tournaments: Tournaments, organizers: CoOrganizers, languages: Languages
    ) -> None:
        """Work over the shared unit of work."""
        self._uow = uow
        self._organizers = organizers
        self._tournaments = tournaments
        self._languages = languages
        self.unlink: Callable[[UserId], Awaitable[None]] | None = None
        """Has Discord forget what a person let it know."""
        self._one = asyncio.Lock()
        """Deletions go one after the other."""

    async def measure(self, user: UserId) -> Extent:
        """Return what a deletion would change, or (``bars``) what is left of one."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> Extent:
            found = tx.privacy.count_played(user)
            return Extent(
                running=found.get(Status.RUNNING, 0),
                open=found.get(Status.LOBBY, 0),
                finished=found.get(Status.FINISHED, 0),
                tournaments=len(tx.tournaments.find_entered(user)),
                organized=len(tx.tournaments.find_organized(user)),
                roles=len(find_held(tx, user)),
                bars=sum(find_bar(tx, guild, user, now=now) is not None for guild in tx.moderation.find_barring(user)),
            )

        return await self._uow.store.read(work)

    async def delete(self, user: UserId) -> int | None:
        """Delete a person; return the number by which deleted players are told apart, None if nothing is kept."""
        now = self._uow.clock.now()

        def begin(tx: Tx) -> int | None:
            claims.forget(tx, user)
            if not tx.privacy.is_known(user):
                return None
            for guild, role in find_held(tx, user):
                tx.outbox.enqueue(role_row(guild, role, user, now=now))
            return tx.privacy.begin_deletion(user, at=now)  # from now on they hold none

        number = await self._uow.store.run(begin)
        self._uow.signals.notify()
        if number is not None:
            await self.go_on(user)
        return number

    async def list_begun(self) -> tuple[UserId, ...]:
        """Return who is being deleted: now, or by a process that died and left it undone."""
        return await self._uow.store.read(lambda tx: tx.privacy.find_deletions())

    async def go_on(self, user: UserId) -> None:
        """Do what is left of a deletion; done by another meanwhile, nothing is."""
        async with self._one:
            number = await self._uow.store.read(lambda tx: tx.privacy.deletion(user))
            if number is None:
                return
            if self.unlink is not None:
                await self.unlink(user)
            await self._leave_tournaments(user, number)
            await self._organizers.hand_over(user, UserId(-number))
            await self._leave_matches(user)
            done = await self._rewrite_logs(user)
            await self._erase(user, done, await self._find_suspects(user))
            self._languages.forget(user)
            self._uow.signals.notify()
            _log.info("a person's data was deleted", number=number)

    async def _leave_tournaments(self, user: UserId, number: int) -> None:
        actor = await self._actor(user)
        for tournament in await self._uow.store.read(lambda tx: tx.tournaments.find_entered(user)):
            with suppress(Refusal):  # over, or left before
                key = Key(f"deletion {number} {tournament}")
                await self._tournaments.leave(key, actor, tournament=TournamentId(tournament))

    async def _leave_matches(self, user: UserId) -> None:
        actor = await self._actor(user)
        for match in await self._uow.store.read(lambda tx: tx.privacy.matches_of(user)):
            with suppress(Refusal):
                for _ in range(STEPS):
                    await self._uow.act(None, None, match, lambda table, now: leave(table, actor, now))

    async def _actor(self, user: UserId) -> Actor:
        person = await self._uow.store.read(lambda tx: tx.people.get(user))
        return Actor(user, "" if person is None else person.name)

    async def _rewrite_logs(self, user: UserId) -> frozenset[MatchId]:
        """Take the person out of the logs of matches that are over; return which these are."""

        def find(tx: Tx) -> list[MatchId]:
            return [each.id for each in tx.matches.get_many(tx.privacy.matches_of(user)) if not _is_alive(each)]

        over = await self._uow.store.read(find)
        done = 0

        def work(tx: Tx) -> int:
            """Rewrite the next ones; how many are done then."""
            began, renaming = monotonic(), _read_renaming(tx, user)
            if renaming is None:
                return len(over)
            for number, match in enumerate(over[done:], start=done + 1):
                tx.privacy.rewrite_log(renaming, match)
                if monotonic() - began > LONGEST:
                    return number
            return len(over)

        while done < len(over):
            done = await self._uow.store.run(work)
        return frozenset(over)

    async def _find_suspects(self, user: UserId) -> Suspects:
        """Look through the tables in which anybody may be named, page by page: all that was sent may be in them."""
        store, now = self._uow.store, self._uow.clock.now()
        begun = await store.read(lambda tx: tx.suspects.begin(now=now), long=True)
        renaming = await store.read(lambda tx: _read_renaming(tx, user))
        if renaming is None:
            return begun
        found = dict(begun.rows)
        for table, first in FIRST.items():
            after = first
            while after is not None:
                keys, after = await store.read(partial(_scan, renaming, table, after), long=True)
                found[table] = found.get(table, frozenset()) | keys
        return Suspects(begun.since, found)

    async def _erase(self, user: UserId, done: frozenset[MatchId], suspects: Suspects) -> None:
        """Take the person out of all tables at once, when nothing that names them is just being sent.

        A match into which they have come meanwhile is left first: they may have waited for players.
        """
        for left in reversed(range(WAITS)):
            with suppress(_NotYet):
                await self._uow.store.run(self._erasure(user, done, suspects, waits=left > 0))
                return
            await self._leave_matches(user)
            await asyncio.sleep(PAUSE_SECONDS)

    def _erasure(
        self, user: UserId, done: frozenset[MatchId], suspects: Suspects, *, waits: bool
    ) -> Callable[[Tx], None]:
        """The last step; raises _NotYet, all undone, if it ``waits`` for something."""
        now = self._uow.clock.now()

        def work(tx: Tx) -> None:
            lock_joining(tx)  # into whatever match the person is just coming, they have come then
            renaming = _read_renaming(tx, user)
            if renaming is None:
                return
            if waits and (tx.privacy.is_sending(renaming) or tx.privacy.has_errands(renaming)):
                raise _NotYet
            shown = [each for each in tx.matches.get_many(tx.privacy.matches_of(user)) if _is_alive(each)]
            if waits and any(self._can_leave(tx, each.id, user, now) for each in shown):
                raise _NotYet
            progress = tx.ratings.lock_progress()
            if progress.token is not None:  # who calculates ratings again has the person's id in memory
                tx.ratings.put_progress(doubt(progress))
            hosted = [tx.tournaments.get(each) for each in tx.tournaments.find_entered(user)]
            tx.moderation.keep_bars(user, key=secrets.token_hex(KEY_BYTES), now=now)
            tx.privacy.erase(renaming, done=done, suspects=suspects, now=now)
            if waits and tx.privacy.is_sending(renaming):  # claimed meanwhile
                raise _NotYet
            for tournament in hosted:
                if tournament is not None:
                    tx.outbox.enqueue(card_row(tournament, now=now))
            for match in shown:
                tx.outbox.enqueue(outbox.row(match, Kind.CARD, now=now))

        return work

    def _can_leave(self, tx: Tx, match: MatchId, user: UserId, now: datetime) -> bool:
        """Whether a person is still in a match that they would have left."""
        try:
            table = self._uow.match_reader.read(tx, match)
            with table.guard():
                leave(table, Actor(user, ""), now)
        except Refusal:
            return False
        return True


def _is_alive(match: MatchRecord) -> bool:
    return match.status in (Status.LOBBY, Status.RUNNING)


def _scan(renaming: Renaming, table: str, after: Plain, tx: Tx) -> tuple[frozenset[Plain], Plain]:
    return tx.suspects.scan(renaming, table, after=after)


def _read_renaming(tx: Tx, user: UserId) -> Renaming | None:
    """What is put in place of a person; None: they are not being deleted, or it is done."""
    number = tx.privacy.deletion(user)
    if number is None:
        return None
    said = call_deleted(number)
    return Renaming(
        user=user, names=tx.privacy.names_of(user), number=number, called=Words((WORDS,))(said), said=to_builtins(said)
    )


def call_deleted(number: int) -> Text:
    """Return what to call a deleted person."""
    return say("app.deleted_player", number=number)
