"""One bot on a file: a lock that the operating system lets go when its process ends."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot.config import Settings
from db.engine.errors import InUse, ReadOnly, Unreachable
from db.stores.file_lock import FileLock
from db.stores.upgrade import open_store
from tests.nursery import ROOT
from tests.stores import NOW

HOLD = "import sys, time; from pathlib import Path; from db.stores.file_lock import FileLock\n"
HOLD += "lock = FileLock.hold(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"


@pytest.fixture
def path(sqlite_template: Path, tmp_path: Path) -> Path:
    """A migrated database where the command line looks for it."""
    file = tmp_path / "data" / "longtable.db"
    file.parent.mkdir()
    shutil.copy(sqlite_template, file)
    return file


@pytest.fixture
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock, as a bot does."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert "held\n" == process.stdout.readline()
        yield process
        process.kill()


async def test_a_second_bot_on_a_file_is_refused(path: Path) -> None:
    """
    Also under another name of the same file; the first one closed, the next one opens.
    """
    url = f"sqlite+aiosqlite:///{path}"
    alias = path.parent / "other.db"
    alias.symlink_to(path)
    first = await open_store(url, now=NOW, alone=True)
    for name in (path, alias):
        with pytest.raises(InUse, match="Another Longtable bot is already using"):
            await open_store(f"sqlite+aiosqlite:///{name}", now=NOW, alone=True)
    beside = await open_store(url, now=NOW)
    await beside.close()
    await first.close()

    await (await open_store(url, now=NOW, alone=True)).close()


async def test_a_bot_that_cannot_open_its_file_lets_the_lock_go(path: Path) -> None:
    """
    What failed can be mended and tried again in the same process.
    """
    url = f"sqlite+aiosqlite:///{path}"
    sound = path.read_bytes()
    path.write_bytes(b"no database at all, but long enough to be read as one" * 100)
    with pytest.raises(Exception, match="damaged"):
        await open_store(url, now=NOW, alone=True)
    path.write_bytes(sound)

    await (await open_store(url, now=NOW, alone=True)).close()


def test_a_killed_bot_does_not_hinder_the_next(path: Path, holder: subprocess.Popen[str]) -> None:
    """
    The lock file stays, the lock does not.
    """
    with pytest.raises(InUse):
        FileLock.hold(path)
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    lock = FileLock.hold(path)
    lock.release()
    lock.release()

    assert path.with_name("longtable.db.lock").exists()


def test_the_command_line_beside_a_bot(
    path: Path, holder: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A second bot ends with code 2 and one sentence. Copying and looking still work; what would change the tables under
    the running bot is refused.
    """
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.chdir(path.parent.parent)
    codes = [cli.main(line.split()) for line in ("run", "db backup copy.db", "db upgrade", "ratings rebuild")]
    told = capsys.readouterr().err
    file = sqlite3.connect(path)
    file.execute("UPDATE alembic_version SET version_num = '0001'")
    file.commit()
    file.close()
    older = [cli.main(line.split()) for line in ("db upgrade", "match export 1", "db backup old.db")]

    assert [2, 0, 0, 0] == codes
    assert (
        "longtable: Another Longtable bot is already using data/longtable.db. "
        "Stop it first, or choose another DATA_DIR.\n" == told
    )
    assert [2, 2, 0] == older


def test_a_folder_that_cannot_be_used_has_its_own_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Read-only is not the same as not there.
    """

    def refuse(*args: object) -> int:
        raise PermissionError(13, "Permission denied")

    with pytest.raises(Unreachable, match="folder"):
        FileLock.hold(path / "x.db")
    monkeypatch.setattr("db.stores.file_lock.os.open", refuse)
    with pytest.raises(ReadOnly):
        FileLock.hold(path)
