"""Matches stored by earlier releases: they must be readable for ever, and replay within their rules number.

``python -m tests.games.stored grunn 4`` plays a random match and stores it in ``tests/games/logs``. A stored match
stays when the state number rises (its position is lifted) or the rules number rises (it is read, no longer replayed);
it is made anew only while its game has not been released.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import msgspec
from msgspec import Raw, Struct

from bot.conformance.matches import SEED
from games.core.running.codec import Codec
from tests.games.matches import played

LOGS = Path(__file__).parent / "logs"


class StoredMatch(Struct, frozen=True, kw_only=True):
    """A match in bytes: what it began with, its whole log, and the position it led to."""

    key: str
    seats: int
    rules_number: int
    seed: bytes
    options: Raw
    entries: Raw
    end: Raw


def read(path: Path) -> StoredMatch:
    """Read a stored match."""
    return msgspec.json.decode(gzip.decompress(path.read_bytes()), type=StoredMatch)


def write(key: str, seats: int) -> Path:
    """Play a random match of a game and store it; returns where."""
    match = played(key, seats)
    codec = Codec(match.game)
    stored = StoredMatch(
        key=key,
        seats=seats,
        rules_number=match.game.spec.rules_number,
        seed=SEED,
        options=Raw(codec.encode(match.setup.options)),
        entries=Raw(codec.encode(match.entries)),
        end=Raw(codec.position(match.end)),
    )
    path = LOGS / f"{key}-{seats}-s{match.game.spec.state_number}.json.gz"
    path.write_bytes(gzip.compress(msgspec.json.encode(stored), mtime=0))
    return path


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
