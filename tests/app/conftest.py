"""A scene over stores of both kinds.

All that reads and writes is tried on both in ``tests/db``. The services are tried on PostgreSQL, too, where many of
them work together or at once; the rest only with ``STORES=both``, since what they ask of a store is the same.
"""

import os

import pytest

from db.stores.store import Store
from tests.app.scene import Scene
from tests.stores import database, postgres_folder, postgres_url, sqlite_template, store

BOTH = frozenset(
    {
        "calculator",
        "crowded",
        "deleting",
        "doubt",
        "games",
        "integrity",
        "languages",
        "leases",
        "lobby",
        "matches",
        "outages",
        "plans",
        "races",
        "relay",
        "scheduler",
    }
    | {"packing", "recalculation", "released", "service", "substitutes", "thread_cleanup", "undo", "worker"}
)
"""The modules of tests that always run on both."""

__all__ = ["database", "postgres_folder", "postgres_url", "sqlite_template", "store"]


@pytest.fixture
def scene(store: Store) -> Scene:
    """Services over an empty database."""
    return Scene(store)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs on PostgreSQL only if it is asked for."""
    if os.environ.get("STORES") == "both":
        return
    left = [item for item in items if _only_asked(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not _only_asked(item)]


def _only_asked(item: pytest.Item) -> bool:
    """Whether a test of the services on PostgreSQL is none of those that always run."""
    path, parameters = item.path, getattr(getattr(item, "callspec", None), "params", {})
    own = "app" in path.parts[len(item.config.rootpath.parts) :]
    return own and parameters.get("database") == "postgres" and path.stem.removeprefix("test_") not in BOTH
