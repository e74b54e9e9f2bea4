"""Kill −9 in short, and that the trial sees what it is to see."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.faults.__main__ import campaigns, table
from tests.faults.campaign import Campaign, Result
from tests.faults.mutants import Mutant
from tests.faults.play import Slot
from tests.faults.troubles import TROUBLES, Count, failures, read_counts, rows
from tests.faults.world import World
from tests.nursery import ROOT, Nursery

KILLS = 8
FURTHER = 6
"""Turns of each match after the last kill. The long trial plays to the end; so does `tests/wire/test_matches.py`."""
FEW = 3
SHORT_S = 25.0


@pytest.mark.timeout(1200)
async def test_nothing_is_lost_doubled_or_stuck(nursery: Nursery, tmp_path: Path) -> None:
    """
    The bot and the stand-in are killed again and again while matches are played, which then go on.
    """
    results = await campaigns(tmp_path, nursery, kills=KILLS, seed="short", further=FURTHER)
    print("\n".join(table(results)))

    assert [] == [fault for one in results for fault in one.faults]
    assert KILLS == sum(one.bot_kills + one.standin_kills for one in results)
    assert 0 < sum(one.turns for one in results)


async def tried(nursery: Nursery, folder: Path, mutant: Mutant | None) -> Result:
    """What the trial says of one match with a bot that is broken, killed a few times."""
    world = World(nursery, folder, mutant=mutant)
    slots = (Slot(game="grunn", users=("user1", "user2")),)
    campaign = Campaign(world, kills=FEW, seed="broken", slots=slots, patience=SHORT_S, once=True, further=FURTHER)
    return await campaign.run()


@pytest.mark.timeout(600)
async def test_the_trial_catches_broken_bots(nursery: Nursery, tmp_path: Path) -> None:
    """
    Boards posted twice, an acknowledged turn that is not in the log, and a match that gets stuck are each reported.
    """
    found = await asyncio.gather(*(tried(nursery, tmp_path / mutant.name, mutant) for mutant in Mutant))
    doubles, loses, sticks = found

    assert doubles.doubled
    assert loses.lost
    assert sticks.stuck
    assert [[]] * 3 == [one.broken for one in found]


def test_other_trouble_is_counted_by_its_tests() -> None:
    """
    Each row of the long trial names tests that are there; a failure is told with how to run it.
    """
    trouble = TROUBLES[0]
    count = read_counts("...F\n1 failed, 3 passed, 2 errors in 4.20s\n", ended=1)

    assert [] == [test for each in TROUBLES for test in each.tests if not (ROOT / test).is_file()]
    assert Count(passed=3, failed=3, ended=1) == count
    assert trouble.tests[0] in failures([(trouble, count)])[0]
    assert rows([(trouble, count)])[0].endswith("3 held    3 not")


@pytest.mark.timeout(300)
async def test_a_trial_that_ends_early_says_why(nursery: Nursery, tmp_path: Path) -> None:
    """
    A nursery that has died, or an interruption, leaves a result with the reason and a table.
    """
    world = World(nursery, tmp_path / "interrupted")
    running = asyncio.create_task(Campaign(world, kills=1000, seed="early").run())
    while not world.starts:
        await asyncio.sleep(0.05)
    running.cancel()
    interrupted = await running
    with Nursery(tmp_path) as dead:
        dead.end()
        lost = await Campaign(World(dead, tmp_path / "dead"), kills=1, seed="dead").run()

    assert interrupted.stopped.startswith("it was interrupted, while killing, after ")
    assert "nursery has ended" in lost.stopped
    assert lost.broken
    assert any(lost.stopped in line for line in table([lost]))
