"""`longtable admin`: what whoever runs the bot can see and order, while it runs; the bot hears of it within seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from msgspec import Struct

from bot.app.runtime.operator_orders import Maintenance, OperatorOrders, order_maintenance, read_orders
from bot.cli.stores import use_store
from bot.config import ConfigError, Settings
from db.clocks.records import ServiceRecord
from db.ids import GuildId
from db.operations.records import BlockedServerRecord, BroadcastRecord, ServerUse
from db.tx import Tx
from games.core.input.visible import strip_invisible

T = TypeVar("T")

MOST_WORDS = 1500
"""Characters of a message to owners: it fits into one of Discord's with what stands around it."""
ALIVE = timedelta(minutes=1)
"""A shard that was served so long ago is served."""


class State(Struct, frozen=True, kw_only=True):
    """What `admin health` is made of: the outbox, the shards, matches by server, and the orders."""

    waiting: int
    parked: int
    oldest: datetime | None
    shards: tuple[ServiceRecord, ...]
    use: tuple[ServerUse, ...]
    orders: OperatorOrders
    broadcasts: tuple[tuple[BroadcastRecord, int], ...]


def servers(settings: Settings) -> int:
    """List the servers with matches, those used last first."""

    def work(tx: Tx) -> tuple[tuple[ServerUse, ...], OperatorOrders]:
        return tx.operations.find_use(), read_orders(tx)

    use, orders = _run(settings, work)
    print(f"{'server':>20}  {'open':>5} {'running':>7} {'finished':>8}  last used")
    for each in use:
        name = "direct messages" if each.guild is None else str(each.guild)
        blocked = "  blocked" if each.guild in orders.blocked else ""
        print(f"{name:>20}  {each.lobby:>5} {each.running:>7} {each.finished:>8}  {_day(each.moved)}{blocked}")
    unused = orders.blocked.keys() - {each.guild for each in use}
    for guild in sorted(unused):
        print(f"{guild:>20}  {0:>5} {0:>7} {0:>8}  never       blocked")
    return 0


def health(settings: Settings) -> int:
    """Say how the bot is; the exit code is 1 if something is wrong."""
    now = datetime.now(UTC)
    state = _run(settings, lambda tx: _read_state(tx, now))
    problems = [*_find_problems(state, now), *_find_late_backups(settings, now)]
    for shard in state.shards:
        print(f"shard {shard.shard} of {shard.shards}: last served {_day(shard.seen)}, by {shard.process or 'the bot'}")
    running = sum(each.running for each in state.use)
    print(f"matches: {sum(each.lobby for each in state.use)} open, {running} running, in {len(state.use)} places")
    print(f"messages: {state.waiting} waiting, {state.parked} can't be delivered")
    for record, told in state.broadcasts:
        print(f"broadcast of {_day(record.at)}: {told} owners told")
    maintenance = state.orders.maintenance
    if maintenance is not None:
        print(f"maintenance since or from {_day(maintenance.starts)}: {maintenance.text or '(no words)'}")
    for problem in problems:
        print(f"PROBLEM: {problem}")
    return 1 if problems else 0


def maintain(settings: Settings, text: str, *, minutes: int) -> int:
    """Let nothing be played, now or in so many minutes."""
    starts = datetime.now(UTC) + timedelta(minutes=minutes)
    words = _read_words(text, most=300, empty=True)
    _run(settings, lambda tx: order_maintenance(tx, Maintenance(words, starts)))
    print(f"maintenance from {_day(starts)}; `longtable admin resume` ends it")
    return 0


def resume(settings: Settings) -> int:
    """End the maintenance, or take it back; raises ConfigError if there is none."""

    def work(tx: Tx) -> bool:
        there = read_orders(tx).maintenance is not None
        order_maintenance(tx, None)
        return there

    if not _run(settings, work):
        raise ConfigError("there is no maintenance")
    print("maintenance is over; no clock has run meanwhile")
    return 0


def broadcast(settings: Settings, text: str) -> int:
    """Have the owners of all servers told something, once."""
    words = _read_words(text, most=MOST_WORDS)
    now = datetime.now(UTC)
    _run(settings, lambda tx: tx.operations.add_broadcast(words, at=now))
    print("the bot tells the owners of its servers in private, except those who don't want it")
    return 0


def block(settings: Settings, guild: int, reason: str) -> int:
    """Let the bot do nothing in a server."""
    words = _read_words(reason, most=300, empty=True)
    record = BlockedServerRecord(guild=GuildId(guild), reason=words, at=datetime.now(UTC))
    _run(settings, lambda tx: tx.operations.block(record))
    print(f"server {guild} is blocked: its matches wait, and whoever uses the bot there is told why")
    return 0


def unblock(settings: Settings, guild: int) -> int:
    """Take a block back; raises ConfigError if there is none."""
    if not _run(settings, lambda tx: tx.operations.unblock(GuildId(guild))):
        raise ConfigError(f"server {guild} isn't blocked")
    print(f"server {guild} isn't blocked anymore; its matches go on")
    return 0


def _read_state(tx: Tx, now: datetime) -> State:
    waiting, parked, oldest = tx.outbox.backlog(now=now)
    broadcasts = tx.operations.find_broadcasts(since=now - timedelta(days=7))
    return State(
        waiting=waiting,
        parked=parked,
        oldest=oldest,
        shards=tx.outages.services(),
        use=tx.operations.find_use(),
        orders=read_orders(tx),
        broadcasts=tuple((record, tx.operations.count_sent(record.id)) for record in broadcasts),
    )


def _find_problems(state: State, now: datetime) -> list[str]:
    """What is wrong, in sentences."""
    problems = []
    if not state.shards:
        problems.append("no bot has used this database yet")
    if state.orders.find_maintenance(now) is None:
        problems += [
            f"shard {shard.shard} hasn't been served since {_day(shard.seen)}: is the bot running and connected?"
            for shard in state.shards
            if now - shard.seen > ALIVE
        ]
    if state.oldest is not None and now - state.oldest > ALIVE:
        problems.append(f"messages have been waiting since {_day(state.oldest)}")
    return problems


def _find_late_backups(settings: Settings, now: datetime) -> list[str]:
    """Whether scheduled backups are missing, as seen from this machine; in a new database none is due yet."""
    plan = settings.backup_plan
    newest = None if plan is None else plan.find_newest()
    if plan is None or newest is None or not plan.is_late(now):
        return []
    return [f"the newest backup in {plan.folder} is from {_day(newest)}"]


def _read_words(text: str, *, most: int, empty: bool = False) -> str:
    """The operator's words without what can't be seen; raises ConfigError for none, and for too many."""
    words = strip_invisible(text).strip()
    if not words and not empty:
        raise ConfigError("the message is empty")
    if len(words) > most:
        raise ConfigError(f"the message has {len(words)} characters; at most {most} are possible")
    return words


def _day(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M UTC")


def _run(settings: Settings, work: Callable[[Tx], T]) -> T:
    """Do one unit of work over the database, which must exist; the bot may be running. Raises StoreError."""
    return asyncio.run(_over(settings, work))


async def _over(settings: Settings, work: Callable[[Tx], T]) -> T:
    async with use_store(settings) as store:
        return await store.run(work)
