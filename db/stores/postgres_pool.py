"""Connections to PostgreSQL, used again: without a question whether they are still there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import URL
from sqlalchemy.dialects.postgresql import asyncpg as dialect

from db.engine.errors import Unreachable

CONNECTIONS = 8
"""Units of work at once; more wait for a connection."""

PATIENCE = 10.0
"""Seconds to wait for a connection, or for a new one."""

OLDEST = 1800.0
"""Seconds after which a connection is not used again."""

BROKEN = (OSError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors after which nothing is known of a connection."""

SILENCE = 30.0
"""Seconds after which a statement without an answer counts as lost with its connection.

A network that swallows what is sent says nothing for a quarter of an hour. Longer than a row can be locked.
"""

LONG_SILENCE = 600.0
"""The same for what may take long."""

STATEMENTS = 1024
"""Prepared statements that a connection keeps."""

IDLE_MILLISECONDS = 12_000
"""After so long inside a transaction without asking anything, the server breaks a connection off.

A process that stands still keeps no row locked for longer.
"""


class Pool:
    """Connects when there is something to do. asyncpg's own pool would ask one thing more after each use."""

    def __init__(self, url: URL) -> None:
        """``url``: an SQLAlchemy URL."""
        self._options = dialect.dialect().create_connect_args(url)[1]  # type: ignore[no-untyped-call]
        self._idle: list[tuple[asyncpg.Connection, float]] = []
        self._free = asyncio.Semaphore(CONNECTIONS)

    @asynccontextmanager
    async def hold(self, *, fresh: bool = False) -> AsyncIterator[asyncpg.Connection]:
        """Hold a connection; a new one (``fresh``) where those that lay idle may all be lost.

        Raises Unreachable if none is free in time, and what asyncpg and the network raise.
        """
        if fresh:
            self._drop()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._free.acquire()
        except TimeoutError:
            raise Unreachable from None
        try:
            connection, since = self._take() or (await self._connect(), monotonic())
            try:
                yield connection
            except BaseException as error:
                # One that was left in the middle of something, or may be lost, is not used again.
                broken = isinstance(error, BROKEN) or not isinstance(error, Exception)
                if broken or connection.is_in_transaction():
                    connection.terminate()
                raise
            finally:
                if not connection.is_closed():
                    self._idle.append((connection, since))
        finally:
            self._free.release()

    def _take(self) -> tuple[asyncpg.Connection, float] | None:
        """The connection that was used last, of those that are not known to be lost."""
        while self._idle:
            connection, since = self._idle.pop()
            if not connection.is_closed() and monotonic() - since < OLDEST:
                return connection, since
            connection.terminate()
        return None

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(
            **self._options,
            timeout=PATIENCE,
            command_timeout=SILENCE,
            statement_cache_size=STATEMENTS,
            max_cached_statement_lifetime=0,
            max_cacheable_statement_size=0,
            server_settings={
                "application_name": "longtable",
                "idle_in_transaction_session_timeout": str(IDLE_MILLISECONDS),
                "jit": "off",
            },
        )

    def _drop(self) -> None:
        for connection, _ in self._idle:
            connection.terminate()
        self._idle.clear()

    async def close(self) -> None:
        """Close what lies idle; it may be used again, also by another event loop."""
        idle, self._idle = self._idle, []
        for connection, _ in idle:
            try:
                await connection.close(timeout=PATIENCE)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection.terminate()
        self._free = asyncio.Semaphore(CONNECTIONS)
