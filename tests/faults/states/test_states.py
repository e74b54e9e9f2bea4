"""The state machine in short, always the same way; `make faults` runs it for long."""

from __future__ import annotations

from pathlib import Path

from tests.app.scene import GAMES
from tests.faults.states.campaign import on_sqlite
from tests.faults.states.machine import Tally, machine, run

LIVES, STEPS = 3, 30


def test_whatever_is_done_what_must_be_true_is(tmp_path: Path) -> None:
    """
    Random people, crashes, races and outages leave no match lost, doubled, stuck, or read by others.
    """
    tally = Tally()
    run(machine(on_sqlite(tmp_path), GAMES, tally), lives=LIVES, steps=STEPS)

    assert LIVES * STEPS // 2 < sum(tally.done.values())
