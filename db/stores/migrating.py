"""Migrations by Alembic; imported only where there may be something to migrate, since that takes its time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from db.engine import errors
from db.stores import sqlite
from db.stores.health import explain
from db.stores.versions import STEPS, newest


def _config(connection: Connection | None = None) -> Config:
    """Where the steps lie, and over what they run."""
    config = Config()
    config.set_main_option("script_location", str(STEPS.parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _script() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def version_of(connection: Connection) -> str | None:
    """Return the database's version; None: no tables yet. Raises Newer for one that this program does not know."""
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {step.revision for step in _script().walk_revisions()}:
        raise errors.Newer
    return current


def migrate(connection: Connection) -> tuple[str | None, str]:
    """Bring the tables to the newest version, and return the version before and after."""
    before = version_of(connection)
    if before != newest():
        command.upgrade(_config(connection), "head")
    return before, newest()


def migrate_file(path: Path, *, before: Callable[[str], None]) -> tuple[str | None, str]:
    """Make or migrate an SQLite file, and return the versions before and after.

    ``before`` is called with the old version if there is something to lose.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        engine = _engine(path)
        try:
            with engine.connect() as connection:
                version = version_of(connection)
            if version is not None and version != newest():
                before(version)
            with engine.begin() as connection:
                return migrate(connection)
        finally:
            engine.dispose()
    except DBAPIError as error:
        raise explain(_translate(error), path) from error
    except OSError as error:
        raise errors.Unreachable(f"The folder of the database cannot be used: {error.strerror} ({path}).") from error


def _translate(error: DBAPIError) -> Exception:
    return sqlite.translate(error.orig) if isinstance(error.orig, sqlite3.Error) else error


def _engine(path: Path) -> Engine:
    """An engine that begins transactions by itself, so that a broken migration leaves nothing behind."""
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"timeout": 5})

    @event.listens_for(engine, "connect")
    def _take_over(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts for a new file only

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
