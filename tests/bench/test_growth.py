"""The generator of a large database makes one that the services work with."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.bench.growth import databases, measuring
from tests.bench.growth.__main__ import measure, rows


@pytest.mark.timeout(600)
def test_a_small_one_is_filled_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Each line of the table is there, whatever it took.
    """
    monkeypatch.setattr(measuring, "TIMES", 2)
    played = databases.play(tmp_path, 1)
    with databases.grown(tmp_path, played, 700, on_server=False) as url:
        found = asyncio.run(measure(url, 700))

    assert "/leaderboard records" in found
    assert len(found) + 3 == len(rows([700], [found]))
