"""`longtable sandbox`: the bot in a Discord simulator with a web page."""

import asyncio
from pathlib import Path

from bot.config import ConfigError, Settings


def sandbox(settings: Settings, *, headless: bool, port: int, data: Path | None, channel: str) -> int:
    """Serve until stopped; prints one line when the page is there. Raises ConfigError without the extra `sandbox`."""
    try:
        from bot.sandbox.run import sandbox as serve
        from bot.sandbox.world import CHANNELS
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "simcord":
            raise
        raise ConfigError(
            "The sandbox needs the package simcord. Install it: run `make setup`, or `pip install '.[sandbox]'`."
        ) from None
    if channel not in CHANNELS:
        raise ConfigError(f"There is no channel {channel!r}; choose {' or '.join(CHANNELS)}.")
    folder = data or settings.data_dir / "sandbox"

    def ready(url: str) -> None:
        print(f"sandbox ready at {url}", flush=True)

    asyncio.run(serve(settings, data=folder, port=port, channel=channel, ready=ready, headless=headless))
    return 0
