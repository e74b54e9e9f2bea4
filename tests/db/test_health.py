"""Damage, a disk that takes no writes, a database that is gone: each has its own sentence, and nothing is written."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace

import aiosqlite
import pytest

from bot import __main__ as cli
from bot.config import Settings
from db.engine import errors
from db.ids import UserId
from db.stores import health
from db.stores.file_lock import FileLock
from db.stores.health import explain
from db.stores.sqlite import open_sqlite
from db.stores.upgrade import open_store
from db.tx import Tx
from tests.stores import NOW


@pytest.fixture
def path(sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A migrated database where the command line looks for it."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "data" / "longtable.db"
    file.parent.mkdir()
    shutil.copy(sqlite_template, file)
    return file


async def _use(path: Path) -> None:
    store = await open_store(f"sqlite+aiosqlite:///{path}", now=NOW, alone=True)
    await store.run(_fill)
    await store.close()


def _fill(tx: Tx) -> None:
    for number in range(400):
        tx.facts.get_or(f"fact {number}", "x" * 500)


def _damage(path: Path) -> None:
    """Overwrite the pages in which the facts lie: in the middle of the file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    page = 4096
    for at in range(0, len(data), page):
        if b"x" * 500 in data[at : at + page]:
            data[at : at + 200] = b"\xff" * 200
    path.write_bytes(data)


async def test_a_damaged_file_is_found_at_the_start(path: Path) -> None:
    """
    Also a page in the middle that nobody would read for days; the file is not written to.
    """
    await _use(path)
    _damage(path)
    before = path.read_bytes()
    with pytest.raises(errors.Damaged, match="Restore it from a backup"):
        await _use(path)

    assert before == path.read_bytes()


async def test_a_damaged_page_of_a_large_file_is_found_while_the_bot_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    What no running match needs isn't read before the bot serves; then it stops all writing as any other sign does.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany("INSERT INTO seen VALUES (?, ?, 0)", [(f"{key}", b"x" * 500) for key in range(400)])
    _damage(path)
    monkeypatch.setattr(health, "LARGE", 0)
    store = await open_store(f"sqlite+aiosqlite:///{path}", now=NOW, alone=True)
    await asyncio.wait_for(store.wait_for_damage(), 30)
    with pytest.raises(errors.Damaged, match="nothing is saved anymore"):
        await store.run(lambda tx: tx.facts.get_or("a", "1"))
    await store.close()


def _fill_meta(connection: sqlite3.Connection) -> None:
    connection.executemany("INSERT INTO meta VALUES (?, ?)", [(f"fact {key}", "x" * 500) for key in range(400)])


def _begin_match(connection: sqlite3.Connection) -> None:
    """A running match among many that are over."""
    names = [row[1] for row in connection.execute("PRAGMA table_info('match')")]
    for number in range(1, 400):
        alive = {"status": "running", "seed": b"x" * 500} if number == 200 else {"status": "finished"}
        row = dict.fromkeys(names, 0) | {"id": number, "seed": b"y" * 500} | alive
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT INTO match ({', '.join(row)}) VALUES ({marks})", list(row.values()))


@pytest.mark.parametrize("fill", [_fill_meta, _begin_match])
async def test_a_large_file_whose_running_matches_are_damaged_isnt_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch, fill: Callable[[sqlite3.Connection], None]
) -> None:
    """
    Neither if it's a table that each match needs, nor if it's the row of one that runs.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        fill(connection)
    _damage(path)
    monkeypatch.setattr(health, "LARGE", 0)
    with pytest.raises(errors.Damaged, match="Restore it from a backup"):
        await _use(path)


async def test_a_large_file_that_is_closed_is_no_longer_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The bot ends at once, and an interrupted check isn't taken for damage.
    """
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    def read_for_ever(connection: sqlite3.Connection) -> bool:
        loop.call_soon_threadsafe(began.set)
        connection.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
        return False

    store = await open_sqlite(path)
    told = [asyncio.create_task(store.wait_for_damage()), asyncio.create_task(store.wait_for_failed_check())]
    store.inspect(read_for_ever)
    await began.wait()
    await asyncio.wait_for(store.close(), 10)
    done = [each.done() for each in told]
    for each in told:
        each.cancel()

    assert [False, False] == done


def _break_off(connection: sqlite3.Connection) -> bool:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    return health._is_unharmed(error)


async def test_a_check_that_fails_is_told_and_is_no_damage(path: Path) -> None:
    """
    Whether the file can't be opened or can't be read to its end: what wasn't checked doesn't pass for sound.
    """
    whys = []
    for gone in (True, False):
        store = await open_sqlite(path)
        if gone:
            store.path = path.parent / "none" / "longtable.db"
        await (store.inspect() if gone else store.inspect(_break_off))
        whys.append(await asyncio.wait_for(store.wait_for_failed_check(), 10))
        await store.run(lambda tx: tx.facts.get_or("a", "1"))
        await store.close()

    assert ["unable to open database file", "disk I/O error"] == whys


async def test_a_check_that_ends_as_the_file_is_closed_is_nothing_special(path: Path) -> None:
    """
    Its connection has closed by then, though it's still known.
    """
    store = await open_sqlite(path)
    ended = await aiosqlite.connect(path)
    await ended.close()
    store._inspectors.add(ended)  # type: ignore[arg-type]
    store._inspections[bool] = asyncio.create_task(asyncio.sleep(0.05))
    await asyncio.wait_for(store.close(), 10)

    assert store._inspections[bool].done()


async def test_the_first_sign_of_damage_stops_all_writing(path: Path) -> None:
    """
    While the bot runs: from then on each unit of work is refused unread, and whoever waits for damage is told.
    """
    await _use(path)
    _damage(path)
    store = await open_sqlite(path)
    told = asyncio.create_task(store.wait_for_damage())
    await store.run(lambda tx: tx.people.meet(UserId(1), "Ann", at=NOW))
    before = told.done()
    with pytest.raises(errors.Damaged):
        await store.read(lambda tx: [tx.facts.get(f"fact {number}") for number in range(400)])
    asked: list[int] = []
    with pytest.raises(errors.Damaged, match="nothing is saved anymore"):
        await store.run(lambda tx: asked.append(1))
    await asyncio.wait_for(told, 5)
    await store.close()

    assert not before
    assert [] == asked


async def test_a_sign_that_was_none_stops_nothing(path: Path) -> None:
    """
    Where the whole file reads well after all, the bot goes on.
    """
    store = await open_sqlite(path)

    def torn(tx: object) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    with pytest.raises(errors.Damaged):
        await store.run(torn)
    await store.run(lambda tx: tx.facts.get_or("a", "1"))
    fact = await store.read(lambda tx: tx.facts.get("a"))
    await store.close()

    assert "1" == fact


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(("change", "said"), [(Path.unlink, "is missing"), (_empty, "is empty")])
def test_a_database_that_was_in_use_is_not_made_anew(
    path: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Path], None], said: str
) -> None:
    """
    One sentence and exit code 2, by `run` and by `db upgrade`; without the mark a new one is begun.
    """
    asyncio.run(_use(path))
    change(path)
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)
    code = cli.main(["db", "upgrade"])
    told = capsys.readouterr().err
    with pytest.raises(errors.Lost):
        asyncio.run(_use(path))
    kept = path.exists() and path.stat().st_size
    FileLock.beside(path).unlink()
    anew = cli.main(["db", "upgrade"])

    assert (2, 0) == (code, anew)
    assert 1 == told.count("\n")
    assert f"{said}, although a bot has used it before. Restore it from a backup" in told
    assert not kept


async def test_a_first_start_needs_nothing(tmp_path: Path) -> None:
    """
    Neither folder nor file; a start that was cut off before the database was used does not count.
    """
    path = tmp_path / "data" / "longtable.db"
    FileLock.hold(path).release()
    path.touch()
    await _use(path)

    assert path.stat().st_size


async def test_a_read_only_disk_is_called_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whatever SQLite complains of there; on other disks its own word stands.
    """
    monkeypatch.setattr(os, "statvfs", lambda where: SimpleNamespace(f_flag=os.ST_RDONLY))
    found = [explain(error, path) for error in (errors.ReadOnly(), errors.Unreachable(), errors.DiskFull())]
    monkeypatch.setattr(
        os,
        "statvfs",
        lambda where: SimpleNamespace(f_flag=0, f_bavail=10**6, f_blocks=10**6, f_bfree=10**6, f_frsize=4096),
    )
    other = explain(errors.Unreachable(), path)

    assert [errors.ReadOnlyDisk, errors.ReadOnlyDisk, errors.DiskFull] == [type(error) for error in found]
    assert errors.Unreachable is type(other)
    assert "mounted read-only" in str(found[0])


def test_a_full_disk_is_named_whatever_sqlite_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Without room for the memory it shares beside the file, SQLite says that it cannot open it.
    """
    monkeypatch.setattr(shutil, "disk_usage", lambda where: SimpleNamespace(free=4096))
    found = [explain(error, path) for error in (errors.Unreachable(), errors.Damaged())]
    monkeypatch.setattr(shutil, "disk_usage", lambda where: SimpleNamespace(free=10**9))
    other = explain(errors.Unreachable(), path)

    assert [errors.DiskFull, errors.Damaged] == [type(error) for error in found]
    assert errors.Unreachable is type(other)


def test_a_lock_file_for_which_there_is_no_room_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Neither where it is made nor where it is marked is there a traceback.
    """

    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    lock = FileLock.hold(path)
    monkeypatch.setattr(os, "write", refuse)
    with pytest.raises(errors.DiskFull):
        lock.mark()
    lock.release()
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(errors.DiskFull):
        FileLock.hold(path)


def test_a_lock_on_a_read_only_disk_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The first thing a start writes is the lock.
    """

    def refuse(*_: object) -> int:
        raise OSError(errno.EROFS, "Read-only file system")

    with suppress(FileNotFoundError):
        FileLock.beside(path).unlink()
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(errors.ReadOnlyDisk, match="mounted read-only"):
        FileLock.hold(path)
