"""Golden playthroughs: every number of players, both modes, each way a hunt can end."""

from __future__ import annotations

import pytest

from tests.games.grumpf.playthrough import FOLDER, replayed

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_playthrough(name: str) -> None:
    """
    The same lines lead to the same words.
    """
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

    assert text == replayed(text)


@pytest.mark.parametrize("way", ["the last hut is taken", "the last beat is played", "time is up", "was interrupted"])
def test_each_way_a_hunt_can_end_is_played(way: str) -> None:
    """
    By huts, by beats, by time, and a live hunt that is interrupted.
    """
    assert any(way in file.read_text(encoding="utf-8") for file in FILES)
