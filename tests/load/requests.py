"""The stand-in's log of requests, read from its file while it runs: this costs the stand-in nothing."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec import Struct

POST = "/channels/{channel_id}/messages"
OPEN = ("/interactions/", "/webhooks/")
"""Routes that don't count against the 50 requests a second."""
BOARD = re.compile(rb"lt\|(play|rematch)\|")
TOO_MANY = 429


class Entry(Struct):
    """What is read of a request; times in seconds of the stand-in's clock."""

    at: datetime
    method: str
    path: str
    route: str
    status: int
    is_board: bool = False

    @property
    def time(self) -> float:
        """When it was answered."""
        return self.at.timestamp()

    @property
    def channel(self) -> str:
        """The channel that it names."""
        return self.path.split("/")[2]

    @property
    def counts(self) -> bool:
        """Whether it counts against the limit over all routes."""
        return not self.route.startswith(OPEN)


class Log:
    """Reads on from where it was; ``entries`` is all there is so far, without bodies."""

    def __init__(self, file: Path) -> None:
        self._disk = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=20)
        self._decoder = msgspec.json.Decoder(Entry)
        self._last = 0
        self.entries: list[Entry] = []

    def read(self) -> list[Entry]:
        """Return what is new."""
        rows = self._disk.execute("SELECT n, data FROM request WHERE n > ? ORDER BY n", (self._last,)).fetchall()
        found = []
        for number, data in rows:
            self._last = number
            entry = self._decoder.decode(data)
            entry.is_board = entry.route == POST and entry.method == "POST" and bool(BOARD.search(data))
            found.append(entry)
        self.entries += found
        return found

    def skip(self) -> None:
        """Pass over everything until now."""
        (last,) = self._disk.execute("SELECT coalesce(max(n), 0) FROM request").fetchone()
        self._last = int(last)

    def count(self, *, since: float, until: float) -> Counter[tuple[str, str, int]]:
        """Requests by method, route and status."""
        return Counter((e.method, e.route, e.status) for e in self.entries if since <= e.time < until)

    def close(self) -> None:
        """Read no more."""
        self._disk.close()
