"""The sandbox from its command line to a killed process; `tests/bot/test_wheel.py` runs it from the wheel."""

import asyncio
import json
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.sandbox.browser import running, start


async def test_a_kill_in_the_middle_of_a_turn_loses_nothing(tmp_path: Path) -> None:
    """
    Killed with a draft half made, started again: the board is posted anew, and the draft goes on where it was.
    """
    async with running(tmp_path) as sandbox:
        await sandbox.click("Try a game")
        await sandbox.click("Grunn")
        await sandbox.click("Play the computer")
        chosen = await sandbox.choose_first()
        sandbox.kill()
        await sandbox.process.wait()
    async with running(tmp_path) as again:
        await again.click("Play")
        number, _ = await again.wait_for(lambda part: part.get("label") == "Undo step")
        words = again.words()

    cell = chosen.split()[-1]
    assert number in again.state["messages"]
    assert cell in words
    assert "…" in words


async def test_it_ends_in_good_order(tmp_path: Path) -> None:
    """
    SIGTERM ends it with code 0 and without a word; its server's settings say that matches are played in the channel.
    """
    async with running(tmp_path) as sandbox:
        sandbox.process.terminate()
        out, err = await sandbox.process.communicate()
    with closing(sqlite3.connect(tmp_path / "sandbox.db")) as base:
        settings = [json.loads(row) for (row,) in base.execute("SELECT settings FROM server")]

    assert 0 == sandbox.process.returncode
    assert b"" == out
    assert b"Traceback" not in err
    assert [{"threads": False}] == settings


async def test_it_greets_in_the_language_that_its_server_has_chosen(tmp_path: Path) -> None:
    """
    As everything else that is posted there.
    """
    async with running(tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "sandbox.db")) as base, base:
        base.execute("UPDATE server SET settings = ?", (json.dumps({"threads": False, "language": "de"}),))
    async with running(tmp_path) as again:
        words = again.words()

    assert "Willkommen bei Longtable" in words


async def test_a_port_that_is_taken_gives_one_sentence(tmp_path: Path) -> None:
    """
    Exit code 2, and what to do about it.
    """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = await start("--port", str(taken.getsockname()[1]), folder=tmp_path)
        async with asyncio.timeout(40):
            _, err = await process.communicate()

    assert 2 == process.returncode
    assert "can't be used; choose another with --port" in err.decode()


async def test_an_unknown_channel_gives_one_sentence(tmp_path: Path) -> None:
    """
    Exit code 2, naming the channels there are.
    """
    process = await start("--channel", "attic", folder=tmp_path)
    _, err = await process.communicate()

    assert 2 == process.returncode
    assert b"choose table or lounge" in err
