"""The stores of both kinds: processes agree by them."""

from tests.stores import database, postgres_folder, postgres_url, sqlite_template, store

__all__ = ["database", "postgres_folder", "postgres_url", "sqlite_template", "store"]
