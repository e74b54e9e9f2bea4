"""Units of work: all or nothing, one after the other, in one commit; and what can go wrong."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from db.engine import errors
from db.engine.errors import Conflict, DiskFull, Locked, ReadOnly, StoreError, Unreachable
from db.engine.statements import Statement
from db.ids import Key
from db.matches import pending
from db.notifications import outbox
from db.stores import postgres, sqlite
from db.stores.durability import Durability
from db.stores.postgres import open_postgres
from db.stores.sqlite import SqliteStore, open_sqlite
from db.stores.store import Store
from db.stores.upgrade import open_store
from db.tx import Tx
from tests.db.samples import MATCH, new_match
from tests.stores import NOW


async def test_a_unit_of_work_that_raises_keeps_nothing(store: Store) -> None:
    """
    What it wrote is undone, and its own error comes out.
    """

    def work(tx: Tx) -> None:
        tx.matches.add(MATCH, seed=b"")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await store.run(work)

    assert () == await store.read(lambda tx: tx.matches.by_status(MATCH.status, most=9))


async def test_a_unit_of_work_that_runs_out_of_something_is_not_waited_for_for_ever(store: Store) -> None:
    """
    A StopIteration cannot be handed on by asyncio: it becomes a RuntimeError, alone and in a batch, and all goes on.
    """

    def work(tx: Tx) -> None:
        next(iter(()))

    async with asyncio.timeout(20):
        for call in (store.read, store.run):
            with pytest.raises(RuntimeError):
                await call(work)
        results = await asyncio.gather(*(store.run(work) for _ in range(3)), return_exceptions=True)
        kept = await store.run(lambda tx: 1)

    assert [RuntimeError] * 3 == [type(result) for result in results]
    assert 1 == kept


async def test_units_that_wait_together_stand_alone(store: Store) -> None:
    """
    Of many units of work sent at once, those that raise undo nothing of the others.
    """

    def work(tx: Tx, number: int) -> int:
        made = tx.matches.add(MATCH, seed=b"")
        if number % 3 == 0:
            raise ValueError(str(number))
        return made.id

    results = await asyncio.gather(
        *(store.run(lambda tx, number=number: work(tx, number)) for number in range(30)),  # type: ignore[misc]
        return_exceptions=True,
    )
    kept = await store.read(lambda tx: tx.matches.by_status(MATCH.status, most=99))

    assert 10 == sum(isinstance(result, ValueError) for result in results)
    assert 20 == len(kept)
    assert {match.id for match in kept} == {result for result in results if isinstance(result, int)}


async def test_reading_cannot_write(store: Store) -> None:
    """
    A unit of work that only reads is refused its writes.
    """
    with pytest.raises(ReadOnly):
        await store.read(lambda tx: tx.facts.get_or("a", "b"))

    assert await store.read(lambda tx: tx.facts.get("a")) is None


async def test_a_cancelled_caller_harms_nobody(store: Store) -> None:
    """
    Whoever does not wait any more is left out; the next unit of work is done.
    """
    task = asyncio.create_task(store.run(lambda tx: tx.facts.get_or("a", "1")))
    other = asyncio.create_task(store.run(lambda tx: tx.facts.get_or("b", "1")))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert "1" == await other
    assert "2" == await store.run(lambda tx: tx.facts.get_or("c", "2"))


async def test_a_backup_holds_everything(store: Store, tmp_path: Path) -> None:
    """
    It is made while the database is in use.
    """
    await new_match(store)
    target = await store.backup(tmp_path / "copies" / "copy.db")

    assert target.stat().st_size > 1000


# --- SQLite -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(sqlite_template: Path, tmp_path: Path) -> Path:
    """A migrated file."""
    return Path(shutil.copy(sqlite_template, tmp_path / "longtable.db"))


async def test_sqlite_is_opened_as_it_must_be(file: Path) -> None:
    """
    WAL, foreign keys, a busy time-out, and the durability asked for.
    """

    def pragmas(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "foreign_keys", "busy_timeout", "synchronous")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    full = await open_sqlite(file)
    normal = await open_sqlite(file, durability=Durability.NORMAL)
    seen = [await store._writer.hop(pragmas) for store in (full, normal)]
    await full.close()
    await normal.close()

    assert [["wal", 1, 5000, 2], ["wal", 1, 5000, 1]] == seen


async def test_room_that_deleted_rows_leave_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A megabyte at a time, until only what is filled again soon is left.
    """
    monkeypatch.setattr(sqlite, "SPARE_PAGES", 100)
    store = await open_store(f"sqlite:///{tmp_path / 'new.db'}", now=NOW)
    assert isinstance(store, SqliteStore)
    key = Key("much")
    await store.run(lambda tx: tx.requests.remember(key, bytes(3_000_000), at=NOW))
    await store.run(lambda tx: tx.requests.forget(before=NOW + timedelta(days=1)))
    pages = "PRAGMA page_count"
    before = await store._writer.hop(lambda connection: connection.execute(pages).fetchone()[0])
    trims = [await store.trim() for _ in range(4)]
    after = await store._writer.hop(lambda connection: connection.execute(pages).fetchone()[0])
    await store.close()

    assert [True, True, False, False] == trims
    assert before - after > 700


async def test_waiting_units_share_a_commit(file: Path) -> None:
    """
    Sixteen units sent at once need fewer flushes than units.
    """
    store = await open_sqlite(file)
    batches: list[int] = []
    commit = store._commit

    async def counted(batch: list[object]) -> None:
        batches.append(len(batch))
        await commit(batch)  # type: ignore[arg-type]

    store._commit = counted  # type: ignore[method-assign,assignment]
    await asyncio.gather(*(store.run(lambda tx, n=n: tx.facts.get_or(f"k{n}", "v")) for n in range(16)))  # type: ignore[misc]
    await store.close()

    assert 16 == sum(batches)
    assert len(batches) <= 2


async def test_all_that_waits_is_committed_before_closing(file: Path) -> None:
    """
    Closing loses nothing.
    """
    store = await open_sqlite(file)
    task = asyncio.create_task(store.run(lambda tx: tx.facts.get_or("a", "1")))
    await asyncio.sleep(0)
    await store.close()

    assert "1" == await task


async def test_a_caller_who_leaves_while_it_is_written_harms_nobody(file: Path) -> None:
    """
    The unit of work is committed all the same.
    """
    store = await open_sqlite(file)
    begun, go = threading.Event(), threading.Event()

    def slow(tx: Tx) -> str:
        begun.set()
        go.wait(5)
        return tx.facts.get_or("a", "1")

    task = asyncio.create_task(store.run(slow))
    await asyncio.to_thread(begun.wait, 5)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    go.set()

    assert "2" == await store.run(lambda tx: tx.facts.get_or("b", "2"))
    assert "1" == await store.read(lambda tx: tx.facts.get("a"))
    await store.close()


async def test_a_full_disk_fails_the_whole_batch(file: Path) -> None:
    """
    SQLite ends the transaction by itself: nobody is told that anything was stored.
    """
    store = await open_sqlite(file)

    def limit(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")

    await store._writer.hop(limit)
    big = "x" * 500_000
    results = await asyncio.gather(
        *(store.run(lambda tx, n=n: tx.facts.get_or(f"k{n}", big if n == 2 else "v")) for n in range(4)),  # type: ignore[misc]
        return_exceptions=True,
    )
    kept = await store.read(lambda tx: [tx.facts.get(f"k{n}") for n in range(4)])
    alone = await asyncio.gather(store.run(lambda tx: tx.facts.get_or("k", big)), return_exceptions=True)
    small = await store.run(lambda tx: tx.facts.get_or("small", "v"))
    await store.close()

    assert isinstance(results[2], DiskFull)
    assert isinstance(alone[0], DiskFull)
    assert [result if isinstance(result, str) else None for result in results] == kept
    assert "v" == small


async def test_a_locked_file_is_told_in_a_sentence(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Another program that keeps the file locked makes the unit of work fail after the busy time-out.
    """
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", 20)
    store = await open_sqlite(file)
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Locked, match="Another program"):
        await store.run(lambda tx: tx.facts.get_or("a", "1"))
    other.execute("ROLLBACK")
    other.close()

    assert "1" == await store.run(lambda tx: tx.facts.get_or("a", "1"))
    await store.close()


async def test_a_missing_folder_is_told_in_a_sentence(tmp_path: Path) -> None:
    """
    A file that cannot be opened is unreachable.
    """
    with pytest.raises(Unreachable):
        await open_sqlite(tmp_path / "nowhere" / "longtable.db")
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="folder"):
        await open_store(f"sqlite+aiosqlite:///{tmp_path}/file/x.db", now=NOW)


async def test_what_is_no_database_is_called_damaged(tmp_path: Path) -> None:
    """
    A file of something else is not touched.
    """
    path = tmp_path / "longtable.db"
    path.write_bytes(b"no database at all, but long enough to be read as one" * 100)

    with pytest.raises(errors.Damaged):
        await open_store(f"sqlite+aiosqlite:///{path}", now=NOW)


async def test_a_second_connection_that_fails_closes_the_first(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Opening is all or nothing.
    """
    opened = sqlite._open
    count = 0

    async def once(path: Path, pragmas: dict[str, str | int]) -> object:
        nonlocal count
        count += 1
        if count == 2:
            raise Unreachable
        return await opened(path, pragmas)

    monkeypatch.setattr(sqlite, "_open", once)

    with pytest.raises(Unreachable):
        await open_sqlite(file)


async def test_a_backup_that_cannot_be_written_says_why(file: Path, tmp_path: Path) -> None:
    """
    A file in the way of the folder, or a folder in the way of the file.
    """
    store: SqliteStore = await open_sqlite(file)
    (tmp_path / "blocked").write_text("x")
    (tmp_path / "taken.db").mkdir()
    with pytest.raises(ReadOnly, match="backup"):
        await store.backup(tmp_path / "blocked" / "copy.db")
    with pytest.raises(ReadOnly, match="directory"):
        await store.backup(tmp_path / "taken.db")
    await store.close()

    assert [] == list(tmp_path.glob(".*.part"))


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_READONLY, ReadOnly),
        (sqlite3.SQLITE_IOERR_FSYNC, Unreachable),
        (sqlite3.SQLITE_CORRUPT, errors.Damaged),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, Conflict),
        (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, Conflict),
        (sqlite3.SQLITE_CONSTRAINT_NOTNULL, sqlite3.IntegrityError),
        (None, sqlite3.IntegrityError),
    ],
)
def test_sqlites_codes_have_sentences(code: int | None, kind: type[Exception]) -> None:
    """
    Each way the file can fail has its own error; mistakes of ours stay as they are.
    """
    error = sqlite3.IntegrityError("x")
    if code is not None:
        error.sqlite_errorcode = code

    assert type(sqlite.translate(error)) is kind


async def test_a_read_only_file_is_told_in_a_sentence(file: Path) -> None:
    """
    Reading goes on; writing is refused with what to do.
    """
    store = await open_sqlite(file)
    await store._writer.hop(lambda connection: connection.execute("PRAGMA query_only = ON"))
    with pytest.raises(ReadOnly, match="read-only"):
        await store.run(lambda tx: tx.facts.get_or("a", "1"))

    assert await store.read(lambda tx: tx.facts.get("a")) is None
    await store.close()


# --- PostgreSQL -------------------------------------------------------------------------------------------------------


async def test_a_deadlock_is_run_again(postgres_url: str) -> None:
    """
    Two units of work that lock the same rows crosswise are both done in the end.
    """
    store = open_postgres(postgres_url)
    one, two = await new_match(store), await new_match(store)

    def crosswise(tx: Tx, first: int, second: int) -> None:
        for number in (first, second):
            match = tx.matches.get(one.id if number == 1 else two.id)
            assert match is not None
            tx.matches.set_thread(match.id, match.channel)
            tx.facts.get_or(f"pause{os.urandom(8).hex()}", "x")

    await asyncio.gather(
        *(
            store.run(lambda tx, turn=turn: crosswise(tx, 1 + turn % 2, 2 - turn % 2))  # type: ignore[misc]
            for turn in range(4)
        )
    )
    read = await store.read(lambda tx: tx.matches.get(two.id))
    await store.close()

    assert read is not None
    assert read.thread == read.channel


async def test_endless_deadlocks_end_in_a_conflict(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    After some tries the caller decides.
    """
    store = open_postgres(postgres_url)

    class Deadlock(Exception):
        sqlstate = "40P01"

    async def lost(work: object, begin: str) -> None:
        raise DBAPIError("x", None, Deadlock())

    monkeypatch.setattr(store, "_do", lost)

    with pytest.raises(Conflict):
        await store.run(lambda tx: None)
    await store.close()


async def test_a_server_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    """
    No socket, no server: reading and writing say so.
    """
    store = open_postgres(f"postgresql+asyncpg://nobody@/none?host={tmp_path}")
    for call in (store.run, store.read):
        with pytest.raises(Unreachable):
            await call(lambda tx: None)
    await store.close()


async def test_a_database_that_is_not_there_is_told_in_a_sentence(postgres_url: str) -> None:
    """
    The server answers, but has no such database.
    """
    with pytest.raises(Unreachable):
        await open_store(postgres_url.replace("/longtable?", "/nothing?"), now=NOW)


async def test_a_backup_without_pg_dump_says_so(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The program is PostgreSQL's own; what it complains about is passed on.
    """
    store = open_postgres(postgres_url)
    with pytest.raises(StoreError, match="pg_dump failed"):
        await store.backup(tmp_path / ("x" * 300))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(StoreError, match="isn't installed"):
        await store.backup(tmp_path / "copy")
    await store.close()


@pytest.mark.parametrize(
    ("code", "kind"),
    [("53100", DiskFull), ("57P01", Unreachable), ("08006", Unreachable), ("23505", Conflict), ("42P01", DBAPIError)],
)
def test_postgresqls_codes_have_sentences(code: str, kind: type[Exception]) -> None:
    """
    Classes of SQLSTATE become errors with a sentence; mistakes of ours stay as they are.
    """
    inner = Exception("x")
    inner.sqlstate = code  # type: ignore[attr-defined]

    assert type(postgres.translate(DBAPIError("x", None, inner))) is kind


async def test_what_workers_ask_all_the_time_is_found_by_index(file: Path) -> None:
    """
    Looking for what is due or to be told never reads a whole table, however many matches sleep.
    """
    asked = [pending._due, pending._restart, outbox._due_lanes, outbox._lane]
    connection = sqlite3.connect(file)
    plans = [
        " ".join(str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {statement.sql}", _nulls(statement)))
        for statement in asked
    ]
    connection.close()

    assert [True] * 4 == ["USING" in plan and "INDEX ix_" in plan for plan in plans]


def _nulls(statement: Statement) -> list[None]:
    return [None] * statement.sql.count("?")
