"""
The bot as an operator runs it, in a time to come: its clock is the machine's, ahead by as many seconds as a file says.
Its pictures are one pixel each, so that weeks pass quickly.

``python -m tests.wire.later FILE`` runs it. The file may be written at any time; without it the clock is the machine's.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import bot.edge.serve
from bot.__main__ import main
from tests.wire.sketched import opened


class Ahead:
    """The machine's clock, ahead by the seconds in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        """The time there."""
        return datetime.now(UTC) + timedelta(seconds=read(self._file))

    def monotonic(self) -> float:
        """What passes in the file has passed."""
        return time.monotonic() + read(self._file)


def read(file: Path) -> float:
    """By how many seconds the clock is ahead."""
    return float(file.read_text()) if file.exists() else 0.0


def write(file: Path, seconds: float) -> None:
    """Set by how many seconds the clock is ahead; a reader sees the old number or the new one."""
    fresh = file.with_suffix(".new")
    fresh.write_text(str(seconds))
    fresh.replace(file)


if __name__ == "__main__":
    setattr(bot.edge.serve, "open_application", partial(opened, clock=Ahead(Path(sys.argv[1]))))  # noqa: B010
    sys.exit(main(["run"]))
