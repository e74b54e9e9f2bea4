"""The order of the tests, and what whole bots are started from."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.nursery import Nursery

sys.dont_write_bytecode = False  # PYTHONDONTWRITEBYTECODE would let each worker compile 600 test modules in each run

gc.disable()  # until all tests are collected, of which nothing is garbage

LONG = {Path(__file__).parent / name for name in ("wire", "faults")}
"""Folders of tests that take longest, and mostly wait for processes: begun last, they would leave processors idle."""
LONGEST = ("test_weeks.py", "test_kills.py", "test_matches.py", "test_faults.py")
"""Of these modules the longest, to be begun first."""
AT_ONCE = 2
"""So many workers begin with them; the others keep the processors busy meanwhile."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """
    Put the long tests where workers begin, module by module; else the order stays.

    At first each worker gets its share of the items in a row (``--dist worksteal``).
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    modules: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if not LONG.isdisjoint(item.path.parents):
            modules.setdefault(item.path, []).append(item)
    rest = [item for item in items if item.path not in modules]
    lanes = min(AT_ONCE, workers)
    ordered = sorted(modules, key=_rank)
    shares = [len(items) * (number + 1) // workers for number in range(lanes)]
    items.clear()
    for lane, share in enumerate(shares):
        items += [item for module in ordered[lane::lanes] for item in modules[module]]
        filled = max(share - len(items), 0)
        items += rest[:filled]
        del rest[:filled]
    items += rest


def _rank(module: Path) -> int:
    return LONGEST.index(module.name) if module.name in LONGEST else len(LONGEST)


def pytest_collection_finish() -> None:
    """Leave modules and items out of the rounds of the garbage collector; they live as long as the process."""
    gc.enable()
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A process that bots and stand-ins are forked from, so that none has to import anything."""
    with Nursery(tmp_path_factory.mktemp("nursery")) as made:
        yield made
