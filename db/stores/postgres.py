"""PostgreSQL through asyncpg: the same plain functions, run by SQLAlchemy over its asynchronous connection."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection, CursorResult, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from db.engine import errors
from db.engine.statements import Plain, Row, Statement
from db.stores import postgres_programs
from db.stores.backup_files import write_whole
from db.stores.store import Work
from db.tx import Tx

T = TypeVar("T")

CONNECTIONS = 8
"""Units of work at once; more wait for a connection."""

TRIES = 5
"""How often a unit of work is run when the server broke it off for another one's sake."""

_AGAIN = {"40001", "40P01"}  # serialization failure, deadlock
_NO_SERVER = {"08", "28", "53", "57"}  # classes of errors: connection, login, resources, shut down
_UNIQUE = "23505"
FAULTS = (DBAPIError, PoolTimeout, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
_SENTENCES: dict[str, type[errors.StoreError]] = {
    "25006": errors.ReadOnly,
    "42501": errors.ReadOnly,
    "53100": errors.DiskFull,
    "55P03": errors.Locked,
    "3D000": errors.Unreachable,
}


def code_of(error: BaseException) -> str:
    """Return the SQLSTATE of an error, or of the one it wraps; empty if it has none."""
    inner = error.orig if isinstance(error, DBAPIError) else error
    return getattr(inner, "sqlstate", None) or ""


def translate(error: Exception) -> Exception:
    """Return the store's error for a driver's; a mistake of ours stays as it is."""
    code = code_of(error)
    if code == _UNIQUE:
        return errors.Conflict()
    if code in _SENTENCES:
        return _SENTENCES[code]()
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    if lost or code[:2] in _NO_SERVER or isinstance(error, OSError | PoolTimeout | asyncpg.InterfaceError):
        return errors.Unreachable()
    return error


class PostgresDriver:
    """Runs statements inside ``run_sync``."""

    def __init__(self, connection: Connection) -> None:
        """Keep the connection."""
        self._connection = connection

    def fetch(self, statement: Statement, params: Mapping[str, Plain]) -> Sequence[Row]:
        """Run a statement and return all rows."""
        return self._connection.execute(statement.core, statement.pick(params)).fetchall()

    def change(self, statement: Statement, params: Mapping[str, Plain]) -> int:
        """Run a statement and return how many rows it changed."""
        result: CursorResult[Any] = self._connection.execute(statement.core, statement.pick(params))
        return result.rowcount


class PostgresStore:
    """A pool of connections to one server."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use ``open_postgres`` instead."""
        self.engine = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write; again after a deadlock."""
        for tries in range(TRIES):
            try:
                return await self._once(self.engine, work)
            except FAULTS as error:
                if code_of(error) not in _AGAIN:
                    raise translate(error) from error
                await asyncio.sleep(random.uniform(0, 0.02 * 2**tries))
        raise errors.Conflict

    async def read(self, work: Work[T]) -> T:
        """Run a unit of work that only reads."""
        try:
            return await self._once(self._reading, work)
        except FAULTS as error:
            raise translate(error) from error

    async def _once(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.begin() as connection:
            return await connection.run_sync(lambda sync: work(Tx(PostgresDriver(sync))))

    async def backup(self, target: Path) -> Path:
        """Have PostgreSQL's own ``pg_dump`` write an archive for ``pg_restore``, whole or not at all."""
        with write_whole(target) as part:
            await postgres_programs.dump(self.engine.url, part)
            await postgres_programs.inspect_archive(part)
        return target

    async def trim(self) -> bool:
        """The server does so by itself."""
        return False

    async def wait_for_damage(self) -> None:
        """Wait for ever: a server looks after its files itself."""
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def open_postgres(url: str) -> PostgresStore:
    """Make a store; the first unit of work connects. ``url``: ``postgresql+asyncpg://user:password@host/name``."""
    engine = create_async_engine(
        make_url(url), pool_size=CONNECTIONS, max_overflow=0, pool_timeout=10, pool_pre_ping=True, pool_recycle=1800
    )
    return PostgresStore(engine)
