"""Requests that are made again when a connection breaks or Discord fails: only what does no harm a second time."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import aiohttp
import discord
import structlog

log = structlog.get_logger(__name__)

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""How a request ends that Discord refuses or doesn't answer."""
PASSING = (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError)
"""Nobody knows whether the request had effect; a moment later it may get through."""
PAUSES = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between the attempts at showing an answer."""
SOON = (0.1, 0.3, 0.6)
"""Seconds between the attempts at an acknowledgement, for which Discord gives three."""


async def repeat(
    request: Callable[[], Awaitable[object]],
    *,
    pauses: Sequence[float] | None = None,
    wanted: Callable[[], bool] = lambda: True,
) -> None:
    """Make a request until it gets through, or is not ``wanted`` any more; the last attempt raises what goes wrong.

    What Discord refuses is raised at once: it will be refused again.
    """
    for pause in PAUSES if pauses is None else pauses:
        try:
            await request()
        except (discord.HTTPException, *PASSING) as error:
            if isinstance(error, discord.HTTPException) and error.status < 500:
                raise
            log.info("trying a request again", seconds=pause, why=repr(error))
        else:
            return
        await asyncio.sleep(pause)
        if not wanted():
            return
    await request()
