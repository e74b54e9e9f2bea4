"""PostgreSQL through the bare asyncpg: the same plain functions, run in a greenlet over one of a few connections."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL, NullPool, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import greenlet_spawn

from db.engine import errors
from db.stores import postgres_programs
from db.stores.backup_files import write_whole
from db.stores.postgres_driver import READ, WRITE, NotShort, PostgresDriver
from db.stores.postgres_pool import LONG_SILENCE, Pool
from db.stores.store import Work

T = TypeVar("T")

TRIES = 5
"""How often a unit of work is run when the server broke it off for another one's sake."""

LONG = 2
"""So many connections are taken by what may take long; the others are for what somebody waits for."""

_AGAIN = {"40001", "40P01"}  # serialization failure, deadlock
_NO_SERVER = {"08", "28", "53", "57"}  # classes of errors: connection, login, resources, shut down
_UNIQUE = "23505"
# The last one: a connection whose end had been told, but not yet been read, when the next statement was sent.
FAULTS = (DBAPIError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
_LOST = {"57P01", "57P02"}  # the server, or somebody there, has ended the connection
_IDLE = "25P03"  # the connection stood still in a transaction
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
    if lost or code == _IDLE or code[:2] in _NO_SERVER or is_lost(error):
        return errors.Unreachable()
    return error


def is_lost(error: Exception) -> bool:
    """Return whether a connection was lost that had been there."""
    code = code_of(error)
    is_mistake = isinstance(error, ValueError)  # a parameter that no column takes, say
    gone = isinstance(error, OSError | asyncpg.InterfaceError | asyncpg.InternalClientError) and not is_mistake
    return gone or code in _LOST or code[:2] == "08"


class PostgresStore:
    """A pool of connections to one server. ``engine`` is for what isn't a unit of work, such as migrations."""

    def __init__(self, url: URL) -> None:
        """Use ``open_postgres`` instead."""
        self.engine: AsyncEngine = create_async_engine(url, poolclass=NullPool)
        self._pool = Pool(url)
        self._long = asyncio.Semaphore(LONG)

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write; again after a deadlock."""
        for tries in range(TRIES):
            try:
                return await self._do(work, WRITE)
            except FAULTS as error:
                if code_of(error) not in _AGAIN:
                    raise translate(error) from error
                await asyncio.sleep(random.uniform(0, 0.02 * 2**tries))
        raise errors.Conflict

    async def read(self, work: Work[T], *, short: bool = False, long: bool = False) -> T:
        """Run a unit of work that only reads."""
        if long:
            async with self._long:
                return await self._read(work, short=short, silence=LONG_SILENCE)
        return await self._read(work, short=short)

    async def _read(self, work: Work[T], *, short: bool, silence: float | None = None) -> T:
        try:
            try:
                return await self._do(work, "" if short else READ, silence)
            except NotShort:
                return await self._do(work, READ, silence)
        except FAULTS as error:
            raise translate(error) from error

    async def _do(self, work: Work[T], begin: str, silence: float | None = None) -> T:
        """Do a unit of work; once more on a new connection, where one was lost before the end was asked for."""
        driver: PostgresDriver | None = None
        try:
            async with self._pool.hold() as connection:
                driver = PostgresDriver(connection, begin, silence=silence)
                return await greenlet_spawn(driver.do, work)
        except FAULTS as error:
            if driver is None or driver.committing or not is_lost(error):
                raise
        async with self._pool.hold(fresh=True) as connection:
            return await greenlet_spawn(PostgresDriver(connection, begin, silence=silence).do, work)

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

    async def wait_for_failed_check(self) -> str:
        """Wait for ever: nothing is checked."""
        await asyncio.Event().wait()
        raise AssertionError("nobody sets it")

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()
        self._long = asyncio.Semaphore(LONG)
        await self.engine.dispose()


def open_postgres(url: str) -> PostgresStore:
    """Make a store; the first unit of work connects. ``url``: ``postgresql+asyncpg://user:password@host/name``."""
    return PostgresStore(make_url(url))
