"""The order of the tests."""

from pathlib import Path

import pytest

LONG = {Path(__file__).parent / name for name in ("wire", "faults")}
"""Folders of tests that take longest: begun last, one worker would still be at them long after the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long tests first; else the order stays."""
    items.sort(key=lambda item: not LONG.intersection(item.path.parents))
