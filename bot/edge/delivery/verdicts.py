"""What a refusal of Discord's means for a delivery, in the relay's words."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import structlog

from bot.app.notifications.courier import Doubtful, Permanent, Transient
from bot.edge import limits
from bot.edge.delivery.private import CLOSED
from bot.edge.limits import Code
from games.core.text import Text, say

log = structlog.get_logger(__name__)


@asynccontextmanager
async def translate_errors() -> AsyncIterator[None]:
    """Put what goes wrong with Discord into the relay's words."""
    try:
        yield
    except discord.HTTPException as error:
        raise verdict(error) from error
    except discord.RateLimited as error:
        raise Transient(error.retry_after) from error
    except (aiohttp.ClientError, ConnectionError, TimeoutError) as error:
        raise Doubtful(repr(error)) from error


def verdict(error: discord.HTTPException) -> Exception:
    """Return what a refusal of Discord's means for a delivery."""
    if error.status >= 500:
        return Doubtful(f"{error.status}: {error.text}")
    if error.status == 429:
        return Transient()
    if error.code == Code.INVALID_BODY:
        log.error("Discord refused a message as malformed", text=error.text)
    reason = REASONS.get(error.code, say("app.undelivered_unknown", text=error.text))
    return Permanent(error.code, reason, sure=error.code in REASONS)


# What is not listed (a 401, a code that nobody knows) may pass, and is tried some times before it is parked.
REASONS: dict[int, Text] = {
    **CLOSED,
    Code.UNKNOWN_CHANNEL: say("app.undelivered_channel_gone"),
    Code.UNKNOWN_MESSAGE: say("app.undelivered_message_gone"),
    Code.MISSING_ACCESS: say("app.undelivered_unseen"),
    Code.MISSING_PERMISSION: say("app.undelivered_permission"),
    Code.INVALID_BODY: say("app.undelivered_malformed"),
    **dict.fromkeys(limits.BLOCKED, say("app.undelivered_blocked")),
    Code.TOO_LARGE: say("app.undelivered_too_large"),
    Code.THREAD_LOCKED: say("app.undelivered_locked"),
    Code.THREAD_ARCHIVED: say("app.undelivered_archived"),
}
