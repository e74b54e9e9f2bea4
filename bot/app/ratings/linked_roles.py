"""Linked roles: people let the bot tell Discord how they play, and Discord gives them the roles tied to it.

What Discord knows is compared with what has become of it after each match of a person, and once an hour.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.ratings.fold import EVERYWHERE, strength_now
from bot.app.ratings.skill import points
from bot.app.runtime.worker import Worker
from db.ids import UserId
from db.people.links import LinkRecord
from db.tx import Tx

BATCH = 50
"""People looked at in one round."""
LOOK = timedelta(hours=1)
"""Between two looks at somebody about whom nothing is known to have changed."""
EARLY = timedelta(hours=1)
"""So long before its end a token is renewed."""
LONGEST_BACKOFF = timedelta(hours=1)

_log = structlog.get_logger(__name__)


class Tokens(Struct, frozen=True):
    """What a person has granted; ``access`` ends at ``expires``, ``refresh`` brings another one. Never logged."""

    access: str
    refresh: str
    expires: datetime


class Withdrawn(Exception):
    """The person has taken back what they granted."""


class Unreachable(Exception):
    """Discord can't be told now; ``after``: seconds that it asks to wait, 0 if it doesn't say."""

    def __init__(self, why: str, *, after: float = 0) -> None:
        """``why`` is for the log and holds no secret."""
        super().__init__(why)
        self.after = after


class Linker(Protocol):
    """Tells Discord. All calls raise Withdrawn and Unreachable."""

    async def renew(self, refresh: str) -> Tokens:
        """Return new tokens for old ones, which are void from then on."""
        ...

    async def tell(self, access: str, values: Mapping[str, int]) -> None:
        """Have Discord know these values about the person."""
        ...

    async def forget(self, tokens: Tokens) -> None:
        """Have Discord forget what it knows, and void the tokens."""
        ...


def read_values(tx: Tx, user: UserId, now: datetime) -> dict[str, int]:
    """Return how a person plays on all servers together: the highest settled rating of a game (0: none), and counts."""
    ratings = [
        points(strength.mu)
        for record in tx.ratings.of_user(user)
        if record.guild == EVERYWHERE and record.game
        for strength in (strength_now(record, now),)
        if not strength.provisional
    ]
    matches, wins = tx.results.count(user)
    return {"rating": max(ratings, default=0), "matches": matches, "wins": wins}


class LinkedRoles:
    """Links, and the loop that keeps Discord up to date. Without a ``linker`` there is nothing to keep."""

    def __init__(self, uow: UnitOfWork, *, every: float = 5) -> None:
        """``every``: seconds between two rounds."""
        self._uow = uow
        self._every = every
        self._worker = Worker(uow, "linked roles")
        self._reached = True
        self.linker: Linker | None = None

    async def run(self) -> None:
        """Work until cancelled."""
        await self._worker.repeat(self.sweep)

    async def sweep(self) -> float:
        """Look at those who are due, until Discord can't be reached; return the seconds until the next round."""
        now = self._uow.clock.now()
        self._reached = True
        for record in await self._uow.store.read(lambda tx: tx.links.find_due(now=now, most=BATCH)):
            if self._reached and self._worker.may(record.user):
                await self._worker.attempt(record.user, partial(self._look, record))
        return self._every

    async def connect(self, user: UserId, tokens: Tokens) -> dict[str, int]:
        """Keep what a person has granted and tell Discord; return the values, which follow later if that fails."""
        now = self._uow.clock.now()
        record = LinkRecord(
            user=user,
            access=tokens.access,
            refresh=tokens.refresh,
            expires=tokens.expires,
            told="",
            due=now,
            failures=0,
        )
        await self._uow.store.run(lambda tx: tx.links.put(record))
        await self._look(record)
        return await self._uow.store.read(lambda tx: read_values(tx, user, now))

    async def disconnect(self, user: UserId) -> None:
        """Forget what a person has granted, here and, if it can be reached, at Discord."""
        record = await self._uow.store.read(lambda tx: tx.links.get(user))
        if record is None:
            return
        if self.linker is not None:
            try:
                await self.linker.forget(Tokens(record.access, record.refresh, record.expires))
            except Withdrawn:
                pass
            except Unreachable as error:
                _log.warning("Discord couldn't be told to forget a link", why=str(error))
        await self._uow.store.run(lambda tx: tx.links.drop(user))

    async def _look(self, record: LinkRecord) -> None:
        """Tell Discord what has changed about a person."""
        linker, now = self.linker, self._uow.clock.now()
        if linker is None:
            return
        values = await self._uow.store.read(lambda tx: read_values(tx, record.user, now))
        told = msgspec.json.encode(values).decode()
        try:
            if told != record.told:
                record = await self._renew(linker, record, now)
                await linker.tell(record.access, values)
        except Withdrawn:
            await self._uow.store.run(lambda tx: self._is_same(tx, record) and tx.links.drop(record.user))
            _log.info("a link was withdrawn on Discord")
            return
        except Unreachable as error:
            self._reached = False
            _log.warning("Discord couldn't be told about a link; trying again", why=str(error))
            wait = max(timedelta(seconds=error.after), min(timedelta(seconds=2**record.failures), LONGEST_BACKOFF))
            await self._save(record, replace(record, due=now + wait, failures=min(record.failures + 1, 20)))
            return
        await self._save(record, replace(record, told=told, due=now + LOOK, failures=0))

    async def _renew(self, linker: Linker, record: LinkRecord, now: datetime) -> LinkRecord:
        """Return the link with a token that lasts; a new one is stored before it is used, since the old one is void."""
        if record.expires - EARLY > now:
            return record
        tokens = await linker.renew(record.refresh)
        renewed = replace(record, access=tokens.access, refresh=tokens.refresh, expires=tokens.expires)
        await self._save(record, renewed)
        return renewed

    async def _save(self, before: LinkRecord, after: LinkRecord) -> None:
        """Store a link, unless it was withdrawn or granted anew meanwhile."""
        await self._uow.store.run(lambda tx: tx.links.put(after) if self._is_same(tx, before) else None)

    @staticmethod
    def _is_same(tx: Tx, record: LinkRecord) -> bool:
        found = tx.links.get(record.user)
        return found is not None and found.refresh == record.refresh
