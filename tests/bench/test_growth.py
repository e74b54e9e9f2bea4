"""The generator of a large database makes one that the services work with."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.bench.growth import databases
from tests.bench.growth.__main__ import measure, rows


def test_a_small_one_is_filled_and_measured(tmp_path: Path) -> None:
    """
    Each line of the table is there, whatever it took.
    """
    played = databases.play(tmp_path, 1)
    with databases.grown(tmp_path, played, 200, on_server=False) as url:
        found = asyncio.run(measure(url, 200))

    assert "/leaderboard records" in found
    assert len(found) + 3 == len(rows([200], [found]))
