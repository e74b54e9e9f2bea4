"""One run of the doctor: log in, go through all checks, remove what they made, report."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TypeVar

import aiohttp
import discord

from bot.config import ConfigError
from bot.edge.bot import point_at
from bot.edge.developer_portal import TOKEN_REFUSED
from bot.edge.doctor import account, messages, presses, threads
from bot.edge.doctor.backups import BACKUPS
from bot.edge.doctor.checks import run_checks
from bot.edge.doctor.cleanup import clean_up
from bot.edge.doctor.linking import LINKING
from bot.edge.doctor.report import Finding, Report
from bot.edge.doctor.session import Pictures, Session
from bot.edge.doctor.traffic import Traffic
from bot.edge.linking.oauth import OAuth
from db.stores.backup_files import BackupPlan

T = TypeVar("T")

CHECKS = (*account.BEFORE, *messages.CHECKS, *threads.CHECKS, *presses.CHECKS, *account.AFTER)
"""All checks in their order: each comes after those it builds upon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What to try and where: ids of a text channel, of a person and of a forum; seconds for each press (0: none).

    ``backups``: how they are made by the clock; None: they aren't.
    ``pages``: the bot's own address for linked roles, with the application's ``secret``; empty: they aren't set up.
    """

    channel: int
    user: int | None = None
    forum: int | None = None
    wait: float = 0.0
    shard_count: int | None = None
    pages: str = ""
    secret: str = field(default="", repr=False)
    backups: BackupPlan | None = None


async def diagnose(
    api_base: str, token: str, order: Order, pictures: Pictures, *, say: Callable[[str], None]
) -> Report:
    """Try everything and return what came out; ``say`` shows each finding as it comes.

    When the task is canceled, what was made is removed all the same and the report says what wasn't tried.
    Raises ConfigError for a token or channel that can't be used, or a Discord that can't be reached.
    """
    point_at(api_base)
    begun = datetime.now(UTC)
    traffic = Traffic()
    stack = AsyncExitStack()
    try:
        client = discord.Client(intents=discord.Intents(guilds=True), http_trace=traffic.trace)
        await stack.enter_async_context(client)
        await _log_in(client, token)
        session = Session(
            client=client,
            traffic=traffic,
            pictures=pictures,
            channel_id=order.channel,
            user=order.user,
            forum=order.forum,
            wait=order.wait,
            shard_count=order.shard_count,
            say=say,
            stack=stack,
            backups=order.backups,
        )
        if order.pages:
            session.oauth = OAuth(api_base, order.pages, order.secret, lambda: client.application_id)
            stack.push_async_callback(session.oauth.close)

        def show(finding: Finding) -> None:
            say(finding.text())

        try:
            optional = (*((LINKING,) if session.oauth else ()), *((BACKUPS,) if session.backups else ()))
            findings = await run_checks(session, (*CHECKS, *optional), show)
        finally:
            left = await _finish(clean_up(session))
        show(left)
        task = asyncio.current_task()
        interrupted = task is not None and task.cancelling() > 0
        about = f"Application {session.application}, channel {order.channel}."
    finally:
        await _finish(stack.aclose())
    return Report(version("longtable"), begun, about, (*findings, left), interrupted)


async def _log_in(client: discord.Client, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise ConfigError(TOKEN_REFUSED) from None
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        reason = str(error) or type(error).__name__
        raise ConfigError(f"Discord can't be reached ({reason}); try again later.") from None


async def _finish(work: Coroutine[None, None, T]) -> T:
    """Do something to its end, also when the task is canceled meanwhile."""
    task = asyncio.create_task(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.wait({task})
    return task.result()
