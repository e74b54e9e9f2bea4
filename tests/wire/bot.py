"""The bot as an operator runs it: ``longtable run`` in a process of its own; from a nursery it starts faster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.nursery import ROOT, Child, Nursery

TOKEN = "standin"
OURS = (
    "DISCORD_",
    "DATABASE_",
    "DATA_",
    "LOG_",
    "SHARD_",
    "DRAWING_",
    "THINKING_",
    "SWEEP_",
    "METRICS_",
    "MOST_",
    "REQUEST",
    "EXPIRE_",
    "LINKED_",
)


def environment(api_base: str, folder: Path, more: Mapping[str, str]) -> dict[str, str]:
    """
    All that the process is told: settings of the developer's own are left out.

    ``folder`` is for the database; ``more`` are further settings by name. Scripted players may ask as much as they
    like, and open as many tournaments; computer players make no pause. Pictures are not drawn ahead, which many bots
    started one after the other would spend most of their time on.
    """
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    told = {"DISCORD_API_BASE": api_base, "DISCORD_TOKEN": TOKEN, "DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)}
    told |= {"DRAWING_AHEAD": "false", "PIECE_EMOJI": "false", "REQUEST_BURST": "0", "MOST_TOURNAMENTS": "20"}
    told |= {"THINKING_PAUSE": "0"}
    return {**kept, **told, **more}


class Bot:
    """
    One bot after another over one database. As a context manager it is started and stopped.

    ``folder`` holds the database and the log (``bot.log``, all starts one after the other); it is also the working
    directory, so that a ``.env`` of the developer's is not read. ``arguments`` follow ``python``.
    """

    def __init__(
        self,
        api_base: str,
        folder: Path,
        *,
        settings: Mapping[str, str] | None = None,
        module: str = "bot",
        arguments: tuple[str, ...] = ("run",),
        nursery: Nursery | None = None,
    ) -> None:
        self.folder = folder
        self.log = folder / "bot.log"
        self.database = (settings or {}).get("DATABASE_URL") or f"sqlite+aiosqlite:///{folder / 'longtable.db'}"
        self._environment = environment(api_base, folder, settings or {})
        self._module = module
        self._arguments = arguments
        self._nursery = nursery
        self._process: subprocess.Popen[bytes] | Child | None = None

    def start(self) -> None:
        """Start, without waiting until it is connected."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._nursery is not None:
            self._process = self._nursery.start(
                self._module, self._arguments, environment=self._environment, folder=self.folder, log=self.log.name
            )
            return
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", self._module, *self._arguments],
                cwd=self.folder,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def kill(self) -> None:
        """SIGKILL: nothing is said, nothing tidied."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        return self._end(signal.SIGTERM)

    def ask_to_stop(self) -> None:
        """SIGTERM, without waiting for the end."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)

    def wait(self) -> int:
        """Wait until it has ended; the exit code."""
        if self._process is None:
            return 0
        code = self._process.wait(timeout=20)
        self._process = None
        return code

    def _end(self, number: signal.Signals) -> int:
        if self._process is not None:
            self._process.send_signal(number)
        return self.wait()

    @property
    def pid(self) -> int:
        """The number of the process that runs."""
        assert self._process is not None, "it was started"
        return self._process.pid

    def text(self) -> str:
        """What it has logged."""
        return self.log.read_text() if self.log.exists() else ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
