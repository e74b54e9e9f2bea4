"""The order of the tests, and what whole bots are started from."""

import gc
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.nursery import Nursery

sys.dont_write_bytecode = False  # PYTHONDONTWRITEBYTECODE would let each worker compile 600 test modules in each run

gc.disable()  # until all tests are collected, of which nothing is garbage

LONG = {Path(__file__).parent / name for name in ("wire", "faults")}
"""Folders of tests that take longest: begun last, one worker would still be at them long after the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long tests first; else the order stays."""
    items.sort(key=lambda item: not _is_long(item.path))


@cache
def _is_long(path: Path) -> bool:
    return not LONG.isdisjoint(path.parents)


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
