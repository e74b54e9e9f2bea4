"""Servers that have removed the bot, or where its operator has blocked it: their matches stand still until it is back.

A server that is only unavailable still counts. What is heard of servers is kept until the deadlines are looked at next,
which does it before anything else; what was not heard, since the bot was offline, follows from the list of servers that
Discord gives at each new connection.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from bot.app.changes.change import Change, Decision
from bot.app.changes.stopping import resume_match, stop_match
from bot.app.changes.unit_of_work import UnitOfWork
from bot.app.clock.crediting import length
from bot.app.match.state import MatchState
from bot.app.runtime.operator_orders import OperatorOrders
from bot.app.runtime.refusals import refuse
from db.clocks.records import FOREVER, StopReason
from db.engine.shards import Shard
from db.ids import GuildId, MatchId
from db.tx import Tx
from games.core.text import Text, say


class Membership:
    """One per process: of which servers the bot is no member, and what is still to be done about their matches."""

    def __init__(self, uow: UnitOfWork) -> None:
        """Take it to be a member everywhere."""
        self._uow = uow
        self._absent: set[GuildId] = set()
        self._news: set[GuildId] = set()
        self._seen: dict[Shard, frozenset[GuildId]] = {}

    def is_member(self, guild: GuildId | None) -> bool:
        """Return whether the bot is a member of a server, as far as is known."""
        return guild not in self._absent

    def is_served(self, guild: GuildId | None) -> bool:
        """Return whether the bot plays on in a server: it is a member, and its operator hasn't blocked it there."""
        return self.is_member(guild) and guild not in self._uow.orders.blocked

    def note_left(self, guild: GuildId) -> None:
        """Note that the bot was removed from a server."""
        self._absent.add(guild)
        self._tell(guild)

    def note_joined(self, guild: GuildId) -> None:
        """Note that the bot is a member of a server."""
        self._absent.discard(guild)
        self._tell(guild)

    def note_seen(self, shard: Shard, guilds: Iterable[GuildId]) -> None:
        """Note of which servers of a shard the bot is a member, those that are unavailable just now included."""
        self._seen[shard] = frozenset(guilds)
        self._uow.signals.notify()

    def note_orders(self, orders: OperatorOrders) -> None:
        """Take the operator's orders as they were read just now: what is blocked stands still like what was left."""
        self._news |= self._uow.orders.blocked.keys() ^ orders.blocked.keys()
        self._uow.orders = orders

    def _tell(self, guild: GuildId) -> None:
        self._news.add(guild)
        self._uow.signals.notify()

    async def changes(self) -> tuple[tuple[MatchId, Decision], ...]:
        """Return what is to be decided about which matches: the same again until all of it is done."""
        for shard in tuple(self._seen):
            guilds = self._seen[shard]
            (known, departed), left = await self._uow.store.read(
                lambda tx, shard=shard: (_find_known(tx, shard), tx.clocks.guilds_left(shard))  # type: ignore[misc]
            )
            self._absent = {guild for guild in self._absent if not shard.has(guild)} | (known - guilds)
            self._news |= (known - guilds) | left | departed
            if self._seen[shard] is guilds:
                del self._seen[shard]
        return tuple([each for guild in tuple(self._news) for each in await self._of(guild)])

    async def _of(self, guild: GuildId) -> tuple[tuple[MatchId, Decision], ...]:
        """What is to be decided in one server."""
        there = self.is_served(guild)

        def work(tx: Tx) -> tuple[MatchId, ...]:
            return tx.clocks.find_running(guild, stopped=there)

        await self._uow.store.run(lambda tx: self._note(tx, guild, there=self.is_member(guild)))
        matches = await self._uow.store.read(work)
        if not matches and there is self.is_served(guild):
            self._news.discard(guild)
        blocked = guild in self._uow.orders.blocked
        stop = partial(_stop_unreachable, say("app.server_blocked" if blocked else "app.removed"))
        return tuple((match, _came_back if there else stop) for match in matches)

    def _note(self, tx: Tx, guild: GuildId, *, there: bool) -> None:
        """Note since when the bot is no member: what is kept of the server is purged a while later."""
        if there:
            tx.privacy.forget_departure(guild)
        elif guild in tx.privacy.find_known_guilds():
            tx.privacy.note_departure(guild, at=self._uow.clock.now())


def _find_known(tx: Tx, shard: Shard) -> tuple[set[GuildId], set[GuildId]]:
    """The servers of a shard of which anything is kept, and those that had removed the bot."""
    known, departed = tx.privacy.find_known_guilds(), tx.privacy.find_departed(before=FOREVER)
    return {guild for guild in known if shard.has(guild)}, {guild for guild in departed if shard.has(guild)}


def _stop_unreachable(text: Text, table: MatchState, now: datetime) -> Change:
    """Stop a match. Nothing can be posted there, so that only its log says so."""
    table.expect_running()
    if table.stop(StopReason.REMOVED) is not None:
        raise refuse("NOT_DUE", "not_due")
    return replace(stop_match(table, StopReason.REMOVED, text, now), notices=())


def _came_back(table: MatchState, now: datetime) -> Change:
    """Let a match go on, with a post that says for how long no clock ran."""
    table.expect_running()
    stop = table.stop(StopReason.REMOVED)
    if stop is None:
        raise refuse("NOT_DUE", "not_due")
    return resume_match(table, stop, say("app.added_again", time=length(now - stop.starts)), now)
