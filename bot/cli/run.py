"""`longtable run`: the bot on Discord."""

import asyncio

from bot.config import ConfigError, Settings
from bot.edge.serve import serve


def run(settings: Settings) -> int:
    """Run until SIGINT or SIGTERM. Raises ConfigError for a token that is missing or that Discord refuses."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        raise ConfigError(
            "DISCORD_TOKEN isn't set; put the bot's token into .env, or try `longtable sandbox` without one."
        )
    asyncio.run(serve(settings, token))
    return 0
