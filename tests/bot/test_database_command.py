"""`longtable db upgrade` and `longtable db backup`."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot.config import Settings
from db.stores.versions import newest
from tests.db.steps_back import SINCE_BROADCASTS, set_back


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_upgrade_makes_the_tables_and_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    """
    A second time there is nothing to do.
    """
    first = cli.main(["db", "upgrade"])
    second = cli.main(["db", "upgrade"])

    assert (0, 0) == (first, second)
    assert f"new -> {newest()}\nThe database is already at version {newest()}.\n" == capsys.readouterr().out
    assert Path("data/longtable.db").exists()


def test_backup_writes_a_copy_that_can_be_opened(capsys: pytest.CaptureFixture[str]) -> None:
    """
    By default beside the database, else where one says; an existing file is never overwritten.
    """
    cli.main(["db", "upgrade"])
    usual = cli.main(["db", "backup"])
    named = cli.main(["db", "backup", "copy.db"])
    again = cli.main(["db", "backup", "copy.db"])
    file = sqlite3.connect("copy.db")
    version = file.execute("SELECT version_num FROM alembic_version").fetchone()
    file.close()
    captured = capsys.readouterr()

    assert (0, 0, 2) == (usual, named, again)
    assert (newest(),) == version
    assert "longtable: copy.db already exists; nothing was written.\n" == captured.err
    assert 1 == len(list(Path("data/backups").iterdir()))


@pytest.mark.parametrize("line", ["db backup", "match export 1", "match export 1 --text", "ratings rebuild"])
def test_what_reads_a_database_makes_none(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """
    Without one, copying, exporting and reckoning say so, and leave no file behind.
    """
    code = cli.main(line.split())

    assert 2 == code
    assert "longtable: There is no database data/longtable.db.\n" == capsys.readouterr().err
    assert [] == list(Path().iterdir())


def test_a_newer_database_ends_with_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    """
    One sentence says what to do; the file stays as it is.
    """
    cli.main(["db", "upgrade"])
    file = sqlite3.connect("data/longtable.db")
    file.execute("UPDATE alembic_version SET version_num = '9999'")
    file.commit()
    file.close()
    capsys.readouterr()
    code = cli.main(["db", "upgrade"])

    assert 2 == code
    assert capsys.readouterr().err.startswith("longtable: The database was made by a newer version of Longtable.")


def test_a_bad_durability_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It is full or normal.
    """
    monkeypatch.setenv("DATABASE_DURABILITY", "Some")

    assert 2 == cli.main(["settings"])
    assert "DATABASE_DURABILITY" in capsys.readouterr().err


def test_restore_puts_a_backup_in_place_and_keeps_what_was_there(capsys: pytest.CaptureFixture[str]) -> None:
    """
    Anything that isn't one, or is too new, is refused with exit code 2, and nothing is changed.
    """
    cli.main(["db", "upgrade"])
    cli.main(["db", "backup", "copy.db"])
    shutil.copy("copy.db", "newer.db")
    with closing(sqlite3.connect("newer.db")) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    with closing(sqlite3.connect("other.db")) as file:
        file.execute("CREATE TABLE x (y)")
    before = Path("data/longtable.db").read_bytes()
    capsys.readouterr()
    bad = [cli.main(["db", "restore", name]) for name in ("newer.db", "other.db", "nothing.db")]
    told = capsys.readouterr().err
    same = before == Path("data/longtable.db").read_bytes()
    code = cli.main(["db", "restore", "copy.db"])
    kept = list(Path("data").glob("longtable-before-*.db"))

    assert [2, 2, 2] == bad
    assert "newer version of Longtable (9999" in told
    assert "other.db is a database, but not Longtable's" in told
    assert "There is no file nothing.db" in told
    assert same
    assert 0 == code
    assert [before] == [file.read_bytes() for file in kept]
    assert f"copy.db is restored: 0 matches, version {newest()}\n" in capsys.readouterr().out


def test_an_older_backup_is_upgraded_as_it_is_restored(capsys: pytest.CaptureFixture[str]) -> None:
    """
    The database needn't be there, nor readable.
    """
    cli.main(["db", "upgrade"])
    cli.main(["db", "backup", "copy.db"])
    asyncio.run(set_back("sqlite+aiosqlite:///copy.db", SINCE_BROADCASTS))
    with closing(sqlite3.connect("copy.db")) as file:
        file.execute("UPDATE alembic_version SET version_num = '0034'")
        file.commit()
    Path("data/longtable.db").write_bytes(b"SQLite no more" * 1000)
    code = cli.main(["db", "restore", "copy.db"])
    sound = cli.main(["db", "check"])

    assert (0, 0) == (code, sound)
    assert f"version 0034 and upgraded to {newest()}" in capsys.readouterr().out
