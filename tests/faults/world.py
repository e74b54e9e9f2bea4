"""One bot and one stand-in out of the nursery, killed and started again over the same files and the same port."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path

import aiohttp

from tests.faults.mutants import Mutant
from tests.nursery import ROOT, Nursery
from tests.standin.client import Control
from tests.standin.launch import free_port
from tests.wire.bot import environment

QUICK = {"DRAWING_PROCESSES": "0", "SWEEP_SECONDS": "1", "LOG_LEVEL": "warning"}
"""So that more happens between two kills."""
USUAL = {"DRAWING_AHEAD": "true", "PIECE_EMOJI": "false", "LOG_LEVEL": "warning"}
"""As the bot runs for who sets nothing."""
READY_S = 90.0
LAST_WORDS = 600
"""Characters."""


class World:
    """
    Both processes. ``folder`` holds the databases and the logs; ``mutant`` is what is wrong with the bot, ``settings``
    what its environment sets. ``later``: its clock is ahead by what stands in the file ``ahead``.
    """

    def __init__(
        self,
        nursery: Nursery,
        folder: Path,
        *,
        mutant: Mutant | None = None,
        settings: Mapping[str, str] = QUICK,
        later: bool = False,
    ) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = settings.get("DATABASE_URL") or f"sqlite+aiosqlite:///{folder / 'longtable.db'}"
        self.starts: list[float] = []
        """Seconds that each start of the bot took, from the fork until Discord saw it connected."""
        self._nursery = nursery
        self._mutant = mutant
        self._settings = settings
        self._later = later
        self._bot = 0
        self._standin = 0
        folder.mkdir(parents=True, exist_ok=True)

    def start_bot(self) -> None:
        """Start the bot, without waiting."""
        told = environment(f"{self.url}/api/v10", self.folder, self._settings)
        module, arguments = ("tests.wire.later", [str(self.folder / "ahead")]) if self._later else ("bot", ["run"])
        child = self._nursery.start(
            module, arguments, environment=told, folder=self.folder, log="bot.log", mutant=self._mutant or ""
        )
        self._bot = child.pid

    def start_standin(self) -> None:
        """Start the stand-in, without waiting."""
        arguments = ["--port", str(self.port), "--data", str(self.folder / "world.db")]
        told = {"PYTHONPATH": str(ROOT)}
        child = self._nursery.start("tests.standin", arguments, environment=told, folder=self.folder, log="standin.log")
        self._standin = child.pid

    def kill_bot(self) -> int | None:
        """SIGKILL; None, or the code with which it had ended before."""
        number, self._bot = self._bot, 0
        return self._nursery.kill(number) if number else None

    def kill_standin(self) -> int | None:
        """SIGKILL; None, or the code with which it had ended before."""
        number, self._standin = self._standin, 0
        return self._nursery.kill(number) if number else None

    def last_words(self, log: str) -> str:
        """The end of what a process has written to ``bot.log`` or ``standin.log``."""
        return (self.folder / log).read_text(errors="replace")[-LAST_WORDS:]

    async def ready(self, control: Control) -> None:
        """Wait until the stand-in answers and the bot is connected to it."""
        began = time.monotonic()
        while time.monotonic() - began < READY_S:
            try:
                await control.until_ready(seconds=READY_S)
            except (aiohttp.ClientError, OSError):
                await asyncio.sleep(0.02)
            else:
                self.starts.append(time.monotonic() - began)
                return
        raise TimeoutError("the bot does not connect; see bot.log")
