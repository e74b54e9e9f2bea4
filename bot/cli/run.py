"""`longtable run`: the bot on Discord."""

import asyncio
import sys

from bot.config import ConfigError, Settings
from bot.edge.serve import Lost, serve

SWITCH_SECONDS = 0.0005
"""So long a thread may keep the interpreter while others want it. With Python's usual 5 ms, database threads and those
that read from the drawing processes wait for the event loop at every hop (`docs/scale.md`)."""


def run(settings: Settings, *, wait: bool = True) -> int:
    """Run until SIGINT or SIGTERM; the exit code is 1 if another process has taken a shard over.

    ``wait`` False: don't wait for shards that others have. Raises ConfigError for a token that is missing or refused.
    """
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        raise ConfigError(
            "DISCORD_TOKEN isn't set; put the bot's token into .env, or try `longtable sandbox` without one."
        )
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        asyncio.run(serve(settings, token, wait=wait))
    except Lost:
        return 1
    return 0
