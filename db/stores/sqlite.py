"""SQLite through aiosqlite: each unit of work is one hop to the database's thread, and waiting units share a commit."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from db.engine import errors
from db.engine.statements import Plain, Row, Statement
from db.stores.backup_files import expect_room, inspect_sqlite, write_whole
from db.stores.durability import Durability
from db.stores.file_lock import FileLock
from db.stores.health import explain, is_sound, is_sound_meanwhile
from db.stores.store import Work
from db.tx import Tx

T = TypeVar("T")

Look = Callable[[sqlite3.Connection], bool]
"""Whether a file is sound."""

BUSY_MILLISECONDS = 5000
"""How long a statement waits for another program's lock."""

MOST_TOGETHER = 64
"""Units of work in one commit: so many wait for one flush, and no longer than they take together."""

READERS = 4
"""Threads that read: one for what may take long, the others for what somebody waits for."""

PATIENCE = 2.0
"""Seconds for which a unit of work that met a sign of damage waits until the whole file has been read."""

TRIMMED_PAGES = 256
"""Free pages given back in one go, a megabyte: writers wait for that some milliseconds."""

SPARE_PAGES = 4096
"""Free pages that stay in the file, 16 MB: they are filled again soon."""

_ERRORS: dict[int, type[errors.StoreError]] = {
    sqlite3.SQLITE_BUSY: errors.Locked,
    sqlite3.SQLITE_LOCKED: errors.Locked,
    sqlite3.SQLITE_READONLY: errors.ReadOnly,
    sqlite3.SQLITE_PERM: errors.ReadOnly,
    sqlite3.SQLITE_FULL: errors.DiskFull,
    sqlite3.SQLITE_CANTOPEN: errors.Unreachable,
    sqlite3.SQLITE_IOERR: errors.Unreachable,
    sqlite3.SQLITE_CORRUPT: errors.Damaged,
    sqlite3.SQLITE_NOTADB: errors.Damaged,
}


def translate(error: sqlite3.Error) -> Exception:
    """Return the store's error for a driver's; a mistake of ours (wrong SQL, broken constraint) stays as it is."""
    code = getattr(error, "sqlite_errorcode", None)
    if code in (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY):
        return errors.Conflict()
    kind = _ERRORS.get((code or 0) & 0xFF)
    return error if kind is None else kind()


class SqliteDriver:
    """Runs statements on the bare connection."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Keep the connection."""
        self._execute = connection.execute

    def fetch(self, statement: Statement, params: Mapping[str, Plain]) -> Sequence[Row]:
        """Run a statement and return all rows."""
        return self._execute(statement.sql, statement.positional(params)).fetchall()

    def change(self, statement: Statement, params: Mapping[str, Plain]) -> int:
        """Run a statement and return how many rows it changed."""
        return self._execute(statement.sql, statement.positional(params)).rowcount

    def send(
        self, statement: Statement, params: Mapping[str, Plain], expect: Callable[[], Exception] | None = None
    ) -> None:
        """Run a statement at once; raise what is expected if it has changed nothing."""
        if not self.change(statement, params) and expect is not None:
            raise expect()

    def read_ahead(self, *reads: Callable[[], object]) -> None:
        """Do nothing: asking one by one costs nothing here."""


class _Thread(aiosqlite.Connection):
    """aiosqlite's thread with its connection, taking whole functions instead of single calls."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        """Make a thread that does not keep a process alive which ends without closing the store."""
        super().__init__(connector, 64)
        self._thread.daemon = True

    async def hop(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the function on the thread."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


def copy_whole(path: Path, target: Path) -> None:
    """Copy a file that may be in use: in one go over one state, while others read and write. Raises StoreError."""
    expect_room(target, path.stat().st_size)
    with write_whole(target) as part:
        part.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as copy:
            source.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
            source.backup(copy)
        inspect_sqlite(part)


async def _open(path: Path, pragmas: Mapping[str, str | int]) -> _Thread:
    """Start a thread with a connection of its own."""

    def connect() -> sqlite3.Connection:
        # isolation_level None: the driver begins nothing by itself. One thread uses the connection, another closes it.
        connection = sqlite3.connect(path, isolation_level=None, cached_statements=512, check_same_thread=False)
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name} = {value}")
        return connection

    thread = _Thread(connect)
    try:
        return await thread  # type: ignore[return-value]
    except sqlite3.Error as error:
        raise explain(translate(error), path) from error


class _Failed:
    """Stands in the results for a unit of work that raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _do(work: Work[T], tx: Tx) -> T:
    """Do a unit of work.

    A StopIteration cannot be handed to whoever awaits (asyncio refuses it, and they would wait for ever): it becomes
    the RuntimeError that it is in a coroutine.
    """
    try:
        return work(tx)
    except StopIteration as error:
        raise RuntimeError("a unit of work raised StopIteration") from error


def _commit_all(connection: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[Any]:
    """Run units of work in one transaction, each undone alone if it raises; nothing counts before the commit."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        tx = Tx(SqliteDriver(connection))
        alone = len(works) == 1
        results = [_do(work, tx) if alone else _in_savepoint(connection, work, tx) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        # A full disk and the like end the transaction by themselves.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return results


def _in_savepoint(connection: sqlite3.Connection, work: Work[Any], tx: Tx) -> object:
    connection.execute("SAVEPOINT unit")
    try:
        result: object = _do(work, tx)
    except Exception as error:
        if not connection.in_transaction:
            raise
        connection.execute("ROLLBACK TO unit")
        result = _Failed(error)
    connection.execute("RELEASE unit")
    return result


def _read_one(connection: sqlite3.Connection, work: Work[T]) -> T:
    """Run a reading unit of work over one state of the database."""
    connection.execute("BEGIN")
    try:
        return _do(work, Tx(SqliteDriver(connection)))
    finally:
        connection.execute("ROLLBACK")


def _trim(connection: sqlite3.Connection) -> bool:
    """Move pages from the end of the file into free ones, as far as it says it can."""
    (before,) = connection.execute("PRAGMA freelist_count").fetchone()
    if before < SPARE_PAGES:
        return False
    connection.executescript(f"PRAGMA incremental_vacuum({TRIMMED_PAGES})")  # execute() takes a single step: one page
    (after,) = connection.execute("PRAGMA freelist_count").fetchone()
    return bool(SPARE_PAGES <= after < before)


class SqliteStore:
    """One file, one writing thread, a few reading ones."""

    def __init__(self, path: Path, writer: _Thread, readers: Sequence[_Thread], lock: FileLock | None = None) -> None:
        """Use ``open_sqlite`` instead."""
        self.path = path
        self._lock = lock
        self._writer = writer
        self._long_reader, *others = readers
        self._readers = dict.fromkeys(others, 0)
        self._damage = asyncio.Event()
        self._failed_check: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._inspections: dict[Look, asyncio.Task[None]] = {}
        self._inspectors: set[_Thread] = set()
        self._waiting: deque[tuple[Work[Any], asyncio.Future[Any]]] = deque()
        self._drain: asyncio.Task[None] | None = None

    async def run(self, work: Work[T]) -> T:
        """Run a unit of work that may write, together with those that wait beside it."""
        if self._damage.is_set():
            raise errors.Damaged
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._drain is None:
            self._drain = asyncio.create_task(self._commit_waiting())
        return await future

    async def _commit_waiting(self) -> None:
        """Commit what waits, batch by batch, until nothing does."""
        try:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), MOST_TOGETHER))]
                await self._commit([each for each in batch if not each[1].done()])
        finally:
            self._drain = None

    async def _commit(self, batch: list[tuple[Work[Any], asyncio.Future[Any]]]) -> None:
        works = [work for work, _ in batch]
        results: list[Any]
        try:
            results = await self._writer.hop(lambda connection: _commit_all(connection, works)) if works else []
        except Exception as error:
            results = [_Failed(error)] * len(batch)
        for (_, future), result in zip(batch, results, strict=True):
            if future.done():
                continue
            if not isinstance(result, _Failed):
                future.set_result(result)
            elif isinstance(result.error, sqlite3.Error):
                translated = await self._explain(result.error)
                translated.__cause__ = result.error
                future.set_exception(translated)
            else:
                future.set_exception(result.error)

    async def read(self, work: Work[T], *, short: bool = False, long: bool = False) -> T:
        """Run a unit of work that only reads; it does not wait for writers."""
        try:
            if long:
                return await self._long_reader.hop(lambda connection: _read_one(connection, work))
            return await self._read_on(lambda connection: _read_one(connection, work))
        except sqlite3.Error as error:
            raise await self._explain(error) from error

    async def _explain(self, error: sqlite3.Error) -> Exception:
        """Return the store's error; at the first sign of damage the whole file is read, to know."""
        known = explain(translate(error), self.path)
        if isinstance(known, errors.Damaged) and not self._damage.is_set():
            await asyncio.wait([self.inspect(is_sound)], timeout=PATIENCE)
        return known

    def inspect(self, look: Look = is_sound_meanwhile) -> asyncio.Task[None]:
        """Begin to look at the whole file, unless that is under way; damage is told to who waits for it."""
        under_way = self._inspections.get(look)
        if under_way is None or under_way.done():
            under_way = asyncio.create_task(self._inspect(look), name="reading through the database")
            self._inspections[look] = under_way
        return under_way

    async def _inspect(self, look: Look) -> None:
        """Look at the file on a thread and a connection of its own; note if that can't be done."""
        try:
            inspector = await _open(self.path, {"query_only": "ON"})
            self._inspectors.add(inspector)
            try:
                if not await inspector.hop(look):
                    self._damage.set()
            finally:
                await inspector.close()
                self._inspectors.discard(inspector)
        except (sqlite3.Error, errors.StoreError) as error:
            cause = error.__cause__ or error
            is_given_up = getattr(cause, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
            if not is_given_up and not self._failed_check.done():
                self._failed_check.set_result(str(cause))

    async def _give_up_inspections(self) -> None:
        """Interrupt them until they have ended: what hasn't begun by then isn't interrupted."""
        while under_way := [each for each in self._inspections.values() if not each.done()]:
            for inspector in tuple(self._inspectors):
                with suppress(ValueError):  # it has just closed by itself
                    await inspector.interrupt()
            await asyncio.wait(under_way, timeout=0.1)

    async def trim(self) -> bool:
        """Give some free pages back to the disk, if the file was made so that it can; return whether there are more."""
        if self._damage.is_set():
            return False
        try:
            return await self._writer.hop(_trim)
        except sqlite3.Error as error:
            raise await self._explain(error) from error

    async def wait_for_damage(self) -> None:
        """Wait until damage is found in the file."""
        await self._damage.wait()

    async def wait_for_failed_check(self) -> str:
        """Wait until the whole file was to be read through and couldn't be; return why."""
        return await asyncio.shield(self._failed_check)

    async def _read_on(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the function on the reading thread for which the fewest wait."""
        reader = min(self._readers, key=self._readers.__getitem__)
        self._readers[reader] += 1
        try:
            return await reader.hop(work)
        finally:
            self._readers[reader] -= 1

    async def backup(self, target: Path) -> Path:
        """Copy the database to a new file, whole or not at all, on a thread and a connection of its own."""
        try:
            await asyncio.to_thread(copy_whole, self.path, target)
        except sqlite3.Error as error:
            raise translate(error) from error
        return target

    async def close(self) -> None:
        """Finish what waits and close all connections."""
        while self._drain is not None:
            await asyncio.wait([self._drain])
        await self._give_up_inspections()
        for reader in (self._long_reader, *self._readers):
            await reader.close()
        await self._writer.close()
        if self._lock is not None:
            self._lock.release()


async def open_sqlite(
    path: Path, *, durability: Durability = Durability.FULL, lock: FileLock | None = None
) -> SqliteStore:
    """Open a file whose tables are there (``upgrade`` makes them). ``lock`` is released when the store is closed."""
    pragmas: dict[str, str | int] = {"busy_timeout": BUSY_MILLISECONDS, "foreign_keys": "ON", "temp_store": "MEMORY"}
    writer = await _open(path, {**pragmas, "journal_mode": "WAL", "synchronous": durability.upper()})
    readers: list[_Thread] = []
    try:
        for _ in range(READERS):
            readers.append(await _open(path, {**pragmas, "query_only": "ON"}))  # noqa: PERF401  # closed if one fails
    except BaseException:
        for opened in (*readers, writer):
            await opened.close()
        raise
    return SqliteStore(path, writer, readers, lock)
