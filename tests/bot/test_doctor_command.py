"""`longtable doctor`: exit codes, the report's file, and Ctrl-C."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot import __main__ as cli
from bot.cli import doctor
from bot.config import Settings
from tests.edge.doctor_report import headings
from tests.edge.test_doctor import PICTURES
from tests.standin.client import Control
from tests.standin.launch import Process
from tests.standin.small_bot import TOKEN, aim

CHANNEL = "123456789012345678"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty working directory, and no variable of the machine."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ([], "Missing option '--channel'"),
        (["--channel", CHANNEL], "DISCORD_TOKEN isn't set"),
        (["--channel", "5"], "--channel 5 isn't an id; right-click the channel in Discord"),
        (["--channel", CHANNEL, "--user", "7"], "--user 7 isn't an id"),
        (["--channel", CHANNEL, "--wait", "-1"], "Invalid value for '--wait'"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(
    line: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A missing token or a wrong id: exit code 2, and nothing is tried.
    """
    code = cli.main(["doctor", *line])
    shown = capsys.readouterr()

    assert (2, "") == (code, shown.out)
    assert sentence in shown.err


def test_a_run_ends_with_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Without presses all is well, with code 0 and a file.
    """
    file = tmp_path / "report.md"
    monkeypatch.setattr(doctor, "draw_pictures", lambda: PICTURES)
    with Process(tmp_path / "world.db", check_answers=False) as process:
        aim(process.api_base, monkeypatch)
        monkeypatch.setenv("DISCORD_API_BASE", process.api_base)
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
        line = ["doctor", "--channel", asyncio.run(_prepare(process.url)), "--wait", "0", "--report", str(file)]
        code = cli.main(line)
    markdown = file.read_text(encoding="utf-8")

    assert 0 == code
    assert "A private answer with a picture: not tried" in headings(markdown)
    assert "✅ A board with two pictures: works." in capsys.readouterr().out


def test_an_interrupted_run_cleans_up(tmp_path: Path) -> None:
    """
    Ctrl-C ends a run with a report, and nothing is left behind, also by who presses it again: what comes while
    Python itself ends, after the report, ends it the hard way.
    """
    with Process(tmp_path / "world.db", check_answers=False) as process:
        channel = asyncio.run(_prepare(process.url))
        line = [sys.executable, "-m", "bot", "doctor", "--channel", channel, "--wait", "60"]
        environment = {**os.environ, "DISCORD_API_BASE": process.api_base, "DISCORD_TOKEN": TOKEN}
        with subprocess.Popen(
            line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as running:
            asyncio.run(_asked_to_press(process.url))
            for _ in range(3):
                running.send_signal(signal.SIGINT)
                time.sleep(0.01)
            shown, _errors = running.communicate()
        left = asyncio.run(_texts(process.url))

    assert [] == left
    assert running.returncode in (
        1,
        -signal.SIGINT,
        128 + signal.SIGINT,
    )  # the last as shells have it, from the library
    assert "The run was interrupted here." in shown
    assert "Works: " in shown.splitlines()[-1]


async def _prepare(url: str) -> str:
    """Lift the rate limits; return the id of the channel ``tables``."""
    async with Control(url) as control:
        await control.settings(rates="loose")
        channels = (await control.world("guilds"))["guilds"][0]["channels"]
    return next(str(channel["id"]) for channel in channels if channel["name"] == "tables")


async def _asked_to_press(url: str) -> None:
    """Wait until the doctor waits for a press."""
    async with Control(url) as control:
        await control.until("tables", lambda message: "Press *Start*" in message.text, seconds=60)


async def _texts(url: str) -> list[str]:
    """What stands in the channel."""
    async with Control(url) as control:
        return [message.text for message in await control.messages("tables")]
