"""A scene over stores of both kinds."""

import pytest

from db.store import Store
from tests.app.scene import Scene
from tests.stores import database, postgres_folder, postgres_url, sqlite_template, store

__all__ = ["database", "postgres_folder", "postgres_url", "sqlite_template", "store"]


@pytest.fixture
def scene(store: Store) -> Scene:
    """Services over an empty database."""
    return Scene(store)
