"""Which process draws what, what it holds, and how many there are."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tomllib
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.edge.imaging.processes import DrawingProcesses, choose_count
from render.core.memory.cache import DRAWN

ROOT = Path(__file__).parents[3]
USELESS = ("aiohttp", "asyncio", "discord", "pydantic", "prometheus_client", "sqlalchemy", "structlog", "typer")
"""What the bot imports and no picture needs."""
SCRIPT = """
import sys
from {module} import {name}
if __name__ == "__main__":
    from bot.app.runtime.process_pools import pool
    from bot.edge.imaging.drawing import ready
    from render.core.registry import picture
    with pool(1) as executor:
        executor.submit(ready).result()
        executor.submit(picture, "grunn").result()
        print(executor.submit(eval, "' '.join(__import__('sys').modules)").result())
"""
PATIENCE = 60.0


@pytest.mark.parametrize(("cores", "count"), [(1, 1), (2, 1), (3, 2), (4, 3), (64, 3)])
def test_one_core_is_left_to_the_bot(cores: int, count: int) -> None:
    """
    One process less than there are cores, from one to three.
    """
    assert choose_count(cores) == count


def test_a_process_imports_what_draws_and_nothing_else_of_the_bot(tmp_path: Path) -> None:
    """
    Also where the bot was started by the command `longtable`, whose script each process runs again.
    """
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, name = scripts["longtable"].partition(":")
    script = tmp_path / "longtable"
    script.write_text(SCRIPT.format(module=module, name=name))
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    found = subprocess.run([sys.executable, script], capture_output=True, check=True, text=True, env=env)
    modules = set(found.stdout.split())

    assert "render.grunn" in modules
    assert modules.isdisjoint(USELESS)
    assert not [each for each in modules if each.startswith(("db", "bot.cli", "bot.edge.messages"))]


def pids_of(processes: DrawingProcesses) -> list[int]:
    """The numbers of those that run."""
    return [pid for each in processes._pools if each is not None for pid in each._processes]


def _tell(_: object) -> tuple[int, int]:
    """The number of this process, and the bytes that it may keep."""
    return os.getpid(), DRAWN.budget


def _tell_late(_: object) -> tuple[int, int]:
    """The same after a moment."""
    told = _tell(None)
    asyncio.run(asyncio.sleep(0.5))
    return told


async def test_a_game_is_drawn_where_it_was_drawn_before() -> None:
    """
    Another process, which would have to draw its sprites and plates anew, takes part only when that one is busy.
    """
    processes = DrawingProcesses(2, 32)
    try:
        first = [await processes.run(_tell, None, topic=topic, patience=PATIENCE) for topic in ("a", "b", "a", "b")]
        slow = (processes.run(_tell_late, None, topic="a", patience=PATIENCE) for _ in range(3))
        busy = await asyncio.gather(*slow)
    finally:
        processes.close()

    assert first[0] == first[2] != first[1] == first[3]
    assert sorted([first[0], first[0], first[1]]) == sorted(busy)
    assert {budget for _, budget in first} == {32 * 2**20}


def _hang(_: object) -> None:
    """Work for longer than anybody waits."""
    asyncio.run(asyncio.sleep(60))


async def test_what_lies_ready_behind_a_drawing_that_hangs_is_drawn_by_another_process() -> None:
    """
    Its own time begins when the one before is given up, however many of those there were.
    """
    processes = DrawingProcesses(1, 32)
    try:
        await processes.run(_tell, None, topic="a", patience=PATIENCE)
        patience = (0.3, 0.3, PATIENCE, PATIENCE)
        works = (_hang, _hang, _tell, _tell_late)
        done = await asyncio.gather(
            *(
                processes.run(work, None, topic="a", patience=seconds)
                for work, seconds in zip(works, patience, strict=True)
            ),
            return_exceptions=True,
        )
    finally:
        processes.close()

    assert [TimeoutError, TimeoutError] == [type(each) for each in done[:2]]
    assert [32 * 2**20] * 2 == [each[1] for each in done[2:] if isinstance(each, tuple)]


async def test_what_is_being_drawn_when_all_ends_starts_no_process_again() -> None:
    """
    It would outlive whoever ended it.
    """
    processes = DrawingProcesses(1, 32)
    await processes.run(_tell, None, topic="a", patience=PATIENCE)
    drawing = [asyncio.create_task(processes.run(_hang, None, topic="a", patience=PATIENCE)) for _ in range(2)]
    await asyncio.sleep(0.1)
    processes.close()
    done = await asyncio.gather(*drawing, return_exceptions=True)

    assert [True, True] == [isinstance(each, BrokenProcessPool | asyncio.CancelledError) for each in done]
    assert [] == pids_of(processes)


async def test_no_process_is_started_that_has_nothing_to_do() -> None:
    """
    Where one game is played at a time, one process draws; that it hangs or dies concerns no other.
    """
    processes = DrawingProcesses(3, 32)
    try:
        for _ in range(3):
            await processes.run(_tell, None, topic="a", patience=PATIENCE)
        alone = pids_of(processes)
        await processes.run(_tell, None, topic="b", patience=PATIENCE)
        both = pids_of(processes)
        with pytest.raises(TimeoutError):
            await processes.run(_tell_late, None, topic="a", patience=0.01)
        left = pids_of(processes)
    finally:
        processes.close()

    assert (len(alone), len(both)) == (1, 2)
    assert left == both[1:]
